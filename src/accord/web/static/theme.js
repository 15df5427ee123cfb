// Light or dark colours: those of the system until the reader chooses. Runs before the first paint.
(() => {
  const KEY = "accord-theme";
  const root = document.documentElement;
  const system = window.matchMedia("(prefers-color-scheme: dark)");

  function loadTheme() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // without storage, the page follows the system
    }
  }

  function saveTheme(theme) {
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // without storage, the choice lasts until the page is closed
    }
  }

  function isDark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
  }

  const chosen = loadTheme();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    const show = () => button.setAttribute("aria-pressed", String(isDark()));
    button.hidden = false;
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      saveTheme(root.dataset.theme);
      show();
    });
    system.addEventListener("change", show);
    show();
  });
})();
