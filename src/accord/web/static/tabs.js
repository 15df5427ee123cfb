// Tabs after the ARIA practices: arrows, Home and End move the focus and show the focused tab.

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
    const index = tabs.indexOf(event.target);
    const targets = {
      ArrowRight: (index + 1) % tabs.length,
      ArrowLeft: (index + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    if (index < 0 || !(event.key in targets)) return;
    event.preventDefault();
    choose(tabs[targets[event.key]]);
  });
}
