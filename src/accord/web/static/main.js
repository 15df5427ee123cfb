// The page comes to life: a study in every tab, and files may be dropped anywhere.

import { Study } from "./study.js";
import { startTabs } from "./tabs.js";

const studies = new Map();
for (const panel of document.querySelectorAll("[data-study]")) studies.set(panel.id, new Study(panel));

let shown = "panel-agreement";
startTabs(document.querySelector('[role="tablist"]'), (panel) => {
  shown = panel;
});

function carriesFiles(event) {
  return [...(event.dataTransfer?.types ?? [])].includes("Files");
}

document.addEventListener("dragover", (event) => {
  if (carriesFiles(event)) event.preventDefault(); // else the browser would leave the page
});

document.addEventListener("drop", (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  studies.get(shown).take([...event.dataTransfer.files]);
});
