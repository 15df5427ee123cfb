// One tab from file to results: files, what was understood, corrections, work, results.

import { Cancelled, Failure, cancelJob, finished, startJob } from "./api.js";
import { announce } from "./announce.js";
import { Categories } from "./categories.js";
import { Fields } from "./fields.js";
import { inWords, showPreviews } from "./preview.js";
import { Progress } from "./progress.js";
import { Panels, RaterColumns, Roles } from "./raters.js";
import { Results } from "./results.js";
import { Sides } from "./sides.js";
import { Source } from "./source.js";
import { clearTrouble, showTrouble } from "./trouble.js";

const PAUSE = 350; // milliseconds without a change until the file is looked at again
const GROUPS = { raters: RaterColumns, categories: Categories, panel: Panels, gold: Roles };
const READING = new Set(["raters", "categories"]);

export class Study {
  constructor(panel) {
    this.panel = panel;
    this.command = panel.dataset.study;
    this.form = panel.querySelector("[data-form]");
    this.understood = panel.querySelector("[data-preview]");
    this.runButton = panel.querySelector("[data-run]");
    this.previewTrouble = panel.querySelector('[data-trouble="preview"]');
    this.runTrouble = panel.querySelector('[data-trouble="run"]');
    this.fields = new Fields(this.form);
    this.groups = this.#groups();
    this.results = new Results(panel);
    this.progress = new Progress(panel, () => this.working?.abort());
    this.source = new Source(panel, {
      several: this.command === "compare",
      onchange: (change) => this.#newFiles(change),
    });
    const sides = this.form.querySelector('[data-group="sides"]');
    this.sides = sides ? new Sides(this.form, this.source) : null;
    this.previews = [];
    this.timer = 0;
    this.looking = null;
    this.working = null;
    this.#listen();
  }

  #groups() {
    const found = {};
    for (const [name, Group] of Object.entries(GROUPS)) {
      const place = this.form.querySelector(`[data-group="${name}"]`);
      if (place) found[name] = new Group(place, () => this.#changed(READING.has(name)));
    }
    return found;
  }

  #listen() {
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#run();
    });
    this.form.addEventListener("input", (event) => {
      const field = event.target.closest("[data-field]");
      if (field && !event.target.closest("[data-body]")) this.#changed(field.hasAttribute("data-reading"));
      else if (event.target.closest('[data-group="sides"]')) this.#changed(true);
    });
    this.panel.querySelector("[data-reset]").addEventListener("click", () => {
      this.#reset();
      announce("Your corrections are undone.");
      this.#look();
    });
  }

  #reset() {
    this.fields.reset();
    for (const group of Object.values(this.groups)) group.reset();
    this.sides?.show();
  }

  take(files) {
    return this.source.take(files);
  }

  #newFiles({ fresh, options = {} }) {
    this.results.clear();
    clearTrouble(this.runTrouble);
    if (fresh) this.#reset();
    if (this.source.uploads.length) {
      this.fields.say(options);
      this.groups.gold?.say(options);
      this.#look({ arrive: true });
      return;
    }
    this.looking?.abort();
    this.form.hidden = true;
    this.understood.replaceChildren();
  }

  #changed(reading) {
    this.results.outdated();
    this.fields.lay(this.previews[0]?.layout);
    if (!reading) {
      this.fields.clearErrors();
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#look(), PAUSE);
  }

  #options({ reading = null } = {}) {
    const found = this.fields.options({ reading });
    for (const [name, group] of Object.entries(this.groups))
      if ((reading === null || READING.has(name) === reading) && !group.group.closest("[hidden]"))
        Object.assign(found, group.options());
    return found;
  }

  // Ask what is understood of every file, with the corrections made so far.
  async #look({ arrive = false } = {}) {
    this.looking?.abort();
    const looking = new AbortController();
    this.looking = looking;
    this.understood.setAttribute("aria-busy", "true");
    try {
      const options = this.#options({ reading: true });
      const previews = [];
      for (const upload of this.source.uploads)
        previews.push(await this.#preview(upload, options, looking.signal));
      this.#understand(previews);
    } catch (error) {
      if (looking.signal.aborted) return;
      this.#misunderstood(error);
    }
    this.understood.setAttribute("aria-busy", "false");
    if (arrive) this.#arrive();
  }

  async #preview(upload, options, signal) {
    const job = await startJob("preview", [upload.upload], options);
    try {
      return { ...(await finished(job, { signal })).result, source: upload.name };
    } catch (error) {
      if (error instanceof Cancelled) cancelJob(job);
      throw error;
    }
  }

  #understand(previews) {
    this.previews = previews;
    this.form.hidden = false;
    this.fields.clearErrors();
    clearTrouble(this.previewTrouble);
    showPreviews(this.understood, previews, (name, value) => this.fields.words(name, value));
    this.fields.fill(previews[0]);
    for (const group of Object.values(this.groups)) group.fill(previews[0]);
    announce(inWords(previews));
  }

  #misunderstood(failure) {
    if (!(failure instanceof Failure)) throw failure;
    this.form.hidden = false;
    this.fields.clearErrors();
    if (!this.fields.showError(failure)) this.form.querySelector("[data-correct]").open = true;
    showTrouble(this.previewTrouble, failure, () => this.#look());
  }

  #arrive() {
    const title = this.form.querySelector("h2");
    title.focus();
    title.scrollIntoView({ block: "nearest" });
  }

  async #run() {
    if (this.working) return;
    this.fields.clearErrors();
    clearTrouble(this.runTrouble);
    const lacking = this.sides?.lacking();
    if (lacking) {
      this.#failed(new Failure(lacking));
      return;
    }
    const uploads = this.source.uploads.map((found) => found.upload);
    this.working = new AbortController();
    try {
      await this.#follow(await startJob(this.command, uploads, this.#options()));
    } catch (error) {
      this.progress.stop();
      if (error instanceof Cancelled) {
        announce("Cancelled.");
        this.runButton.focus();
      } else this.#failed(error);
    } finally {
      this.working = null;
    }
  }

  async #follow(job) {
    this.progress.start();
    const { signal } = this.working;
    signal.addEventListener("abort", () => cancelJob(job));
    await finished(job, { signal, onprogress: (state) => this.progress.show(state) });
    await this.results.show(job);
    this.progress.stop();
    announce("The results are ready.");
  }

  #failed(failure) {
    if (!(failure instanceof Failure)) throw failure;
    const control = this.fields.showError(failure);
    const words = showTrouble(this.runTrouble, failure, () => this.#run());
    (control ?? words).focus();
  }
}
