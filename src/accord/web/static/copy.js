// Buttons that copy a text of the results.

import { announce } from "./announce.js";
import { make } from "./dom.js";

const CONFIRMATION = 2000; // milliseconds

function select(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  const selection = window.getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
}

async function copyText(element) {
  try {
    await navigator.clipboard.writeText(element.textContent.trim());
    return true;
  } catch {
    select(element); // without access to the clipboard, the text is at least selected
    return document.execCommand("copy");
  }
}

export function addCopyButton(element, name) {
  const button = make("button", { type: "button", class: "copy" }, "Copy", make("span", { class: "visually-hidden" }, ` ${name}`));
  button.addEventListener("click", async () => {
    const copied = await copyText(element);
    announce(copied ? `Copied: ${name}.` : `Selected: ${name}. Press Control and C to copy.`);
    button.firstChild.textContent = copied ? "Copied" : "Press Ctrl+C";
    setTimeout(() => {
      button.firstChild.textContent = "Copy";
    }, CONFIRMATION);
  });
  element.after(button);
}
