// Start: an analysis in every tab, and files dropped anywhere on the page.

import { Analysis } from "./analysis.js";
import { startTabs } from "./tabs.js";

const analyses = new Map();
for (const panel of document.querySelectorAll("[data-command]")) analyses.set(panel.id, new Analysis(panel));

let shown = "panel-agreement";
startTabs(document.querySelector('[role="tablist"]'), (panel) => {
  shown = panel;
});

function carriesFiles(event) {
  return [...(event.dataTransfer?.types ?? [])].includes("Files");
}

document.addEventListener("dragover", (event) => {
  if (carriesFiles(event)) event.preventDefault(); // otherwise the browser would open the file
});

document.addEventListener("drop", (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  analyses.get(shown).take([...event.dataTransfer.files]);
});
