// Work under way: how far it is, in a bar and in words, and a way to stop it.

import { announce } from "./announce.js";

export class Progress {
  constructor(panel, oncancel) {
    this.place = panel.querySelector("[data-working]");
    this.words = panel.querySelector("[data-working-words]");
    this.bar = this.place.querySelector("progress");
    this.cancel = panel.querySelector("[data-cancel]");
    this.cancel.addEventListener("click", oncancel);
  }

  start() {
    this.said = "";
    this.bar.removeAttribute("value");
    this.place.hidden = false;
    this.#say("Working…");
    this.cancel.focus();
  }

  show({ state, progress }) {
    if (state === "waiting") this.#say("Waiting for its turn…");
    else if (progress?.total) {
      this.bar.max = progress.total;
      this.bar.value = progress.done;
      this.#say(`${progress.what}…`, `${progress.done.toLocaleString("en")} of ${progress.total.toLocaleString("en")}`);
    } else {
      this.bar.removeAttribute("value");
      this.#say(progress?.what ? `${progress.what}…` : "Working…");
    }
  }

  stop() {
    this.place.hidden = true;
  }

  // Numbers move on the screen; only a new kind of work is announced.
  #say(words, count = "") {
    this.words.textContent = count ? `${words} ${count}` : words;
    if (words !== this.said) announce(words);
    this.said = words;
  }
}
