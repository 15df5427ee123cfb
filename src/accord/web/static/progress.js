// Progress of a job, in a bar and in words, with a button to cancel it.

import { announce } from "./announce.js";

export class Progress {
  constructor(panel, oncancel) {
    this.section = panel.querySelector("[data-working]");
    this.label = panel.querySelector("[data-working-label]");
    this.bar = this.section.querySelector("progress");
    this.cancel = panel.querySelector("[data-cancel]");
    this.cancel.addEventListener("click", oncancel);
  }

  start() {
    this.announced = "";
    this.bar.removeAttribute("value");
    this.section.hidden = false;
    this.#setLabel("Working…");
    this.cancel.focus();
  }

  show({ state, progress }) {
    if (state === "waiting") this.#setLabel("Waiting for other analyses…");
    else if (progress?.total) {
      this.bar.max = progress.total;
      this.bar.value = progress.done;
      this.#setLabel(`${progress.what}…`, `${progress.done.toLocaleString("en")} of ${progress.total.toLocaleString("en")}`);
    } else {
      this.bar.removeAttribute("value");
      this.#setLabel(progress?.what ? `${progress.what}…` : "Working…");
    }
  }

  stop() {
    this.section.hidden = true;
  }

  // Counts are shown only; a new kind of work is also announced.
  #setLabel(text, count = "") {
    this.label.textContent = count ? `${text} ${count}` : text;
    if (text !== this.announced) announce(text);
    this.announced = text;
  }
}
