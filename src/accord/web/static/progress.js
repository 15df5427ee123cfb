// Progress of a job, in a bar and in words, with a button to cancel it.

import { announce } from "./announce.js";

const LONG = 2; // seconds after which the time is shown of work whose end is not known

// What is being done, and how much of it: "Figures…" and "3 of 8", or the seconds since the start.
export function describeProgress({ state, progress }, since) {
  if (state === "waiting") return ["Waiting for other analyses…", ""];
  const what = progress?.what ? progress.what[0].toUpperCase() + progress.what.slice(1) : "Working";
  if (progress?.total)
    return [`${what}…`, `${progress.done.toLocaleString("en")} of ${progress.total.toLocaleString("en")}`];
  const seconds = Math.floor((performance.now() - since) / 1000);
  return [`${what}…`, seconds >= LONG ? `${seconds.toLocaleString("en")} seconds` : ""];
}

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
    this.since = performance.now();
    this.bar.removeAttribute("value");
    this.section.hidden = false;
    this.#setLabel("Working…");
    this.cancel.focus();
  }

  show(job) {
    const { progress } = job;
    if (job.state !== "waiting" && progress?.total) {
      this.bar.max = progress.total;
      this.bar.value = progress.done;
    } else this.bar.removeAttribute("value");
    this.#setLabel(...describeProgress(job, this.since));
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
