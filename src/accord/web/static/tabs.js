// Tabs as in the ARIA practices: arrows, Home and End move, and what has the focus is shown.

export function startTabs(list, onchange = () => {}) {
  const tabs = [...list.querySelectorAll('[role="tab"]')];

  function choose(tab, { focus = true } = {}) {
    for (const other of tabs) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", String(chosen));
      other.tabIndex = chosen ? 0 : -1;
      document.getElementById(other.getAttribute("aria-controls")).hidden = !chosen;
    }
    if (focus) tab.focus();
    onchange(tab.getAttribute("aria-controls"));
  }

  list.addEventListener("click", (event) => {
    const tab = event.target.closest('[role="tab"]');
    if (tab) choose(tab);
  });

  list.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(event.target);
    const places = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    if (at < 0 || !(event.key in places)) return;
    event.preventDefault();
    choose(tabs[places[event.key]]);
  });
}
