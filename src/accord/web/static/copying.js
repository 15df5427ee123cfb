// Buttons that copy a line of the results, and say that they did.

import { announce } from "./announce.js";
import { make } from "./dom.js";

function select(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  const selection = window.getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
}

async function copied(element) {
  try {
    await navigator.clipboard.writeText(element.textContent.trim());
    return true;
  } catch {
    select(element); // without the clipboard's permission the text is at least selected
    return document.execCommand("copy");
  }
}

export function addCopyButton(element, what) {
  const button = make("button", { type: "button", class: "copy" }, "Copy", make("span", { class: "unseen" }, ` ${what}`));
  button.addEventListener("click", async () => {
    const done = await copied(element);
    announce(done ? `Copied: ${what}.` : `Selected: ${what}. Press Control and C to copy.`);
    button.firstChild.textContent = done ? "Copied" : "Press Ctrl+C";
    setTimeout(() => {
      button.firstChild.textContent = "Copy";
    }, 2000);
  });
  element.after(button);
}
