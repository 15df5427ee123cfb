// One tab, from files to results: upload, preview, settings, progress, results.

import { Cancelled, Failure, cancelJob, startJob, waitForJob } from "./api.js";
import { announce } from "./announce.js";
import { Categories } from "./categories.js";
import { Fields } from "./fields.js";
import { describePreviews, showPreviews } from "./preview.js";
import { Progress, describeProgress } from "./progress.js";
import { Panels, RaterColumns, Roles } from "./raters.js";
import { Results } from "./results.js";
import { Sides } from "./sides.js";
import { Source } from "./source.js";
import { clearAlert, showAlert } from "./alerts.js";

const PAUSE = 350; // milliseconds without a change before the preview is updated
const GROUPS = { raters: RaterColumns, categories: Categories, panel: Panels, gold: Roles };
const READING = new Set(["raters", "categories"]); // groups that change how the file is read

export class Analysis {
  constructor(panel) {
    this.panel = panel;
    this.command = panel.dataset.command;
    this.form = panel.querySelector("[data-form]");
    this.preview = panel.querySelector("[data-preview]");
    this.runButton = panel.querySelector("[data-run]");
    this.previewAlert = panel.querySelector('[data-alert="preview"]');
    this.runAlert = panel.querySelector('[data-alert="run"]');
    this.fields = new Fields(this.form);
    this.previewOptions = JSON.parse(panel.dataset.previewOptions ?? "{}");
    this.groups = this.#groups();
    this.results = new Results(panel);
    this.progress = new Progress(panel, () => this.running?.abort());
    this.source = new Source(panel, {
      several: this.command === "compare",
      onchange: (change) => this.#showFiles(change),
    });
    const sides = this.form.querySelector('[data-group="sides"]');
    this.sides = sides ? new Sides(this.form, this.source) : null;
    this.reading = panel.querySelector("[data-busy]");
    this.previews = [];
    this.timer = 0;
    this.previewing = null; // aborts the preview
    this.running = null; // aborts the analysis
    this.#listen();
  }

  #groups() {
    const groups = {};
    for (const [name, Group] of Object.entries(GROUPS)) {
      const element = this.form.querySelector(`[data-group="${name}"]`);
      if (element) groups[name] = new Group(element, () => this.#changed(READING.has(name)));
    }
    return groups;
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
      announce("All settings are reset.");
      this.#updatePreview();
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

  #showFiles({ fresh, options = {} }) {
    this.results.clear();
    clearAlert(this.runAlert);
    if (fresh) this.#reset();
    if (this.source.data.length) {
      this.fields.set(options);
      this.groups.gold?.set(options);
      this.#updatePreview({ focus: true });
      return;
    }
    this.previewing?.abort();
    this.reading.hidden = true;
    this.form.hidden = true;
    this.preview.replaceChildren();
  }

  #changed(reading) {
    this.results.markOutdated();
    this.fields.showLayout(this.previews[0]?.layout);
    if (!reading) {
      this.fields.clearErrors();
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#updatePreview(), PAUSE);
  }

  #options({ reading = null } = {}) {
    const options = this.fields.options({ reading });
    for (const [name, group] of Object.entries(this.groups))
      if ((reading === null || READING.has(name) === reading) && !group.group.closest("[hidden]"))
        Object.assign(options, group.options());
    return options;
  }

  // Preview every file with the present settings.
  async #updatePreview({ focus = false } = {}) {
    this.previewing?.abort();
    const previewing = new AbortController();
    this.previewing = previewing;
    this.preview.setAttribute("aria-busy", "true");
    try {
      const options = this.#options({ reading: true });
      const previews = [];
      for (const upload of this.source.data)
        previews.push(await this.#previewOf(upload, options, previewing.signal));
      this.#showPreviews(previews);
    } catch (error) {
      if (previewing.signal.aborted) return;
      this.#showPreviewError(error);
    }
    this.preview.setAttribute("aria-busy", "false");
    this.reading.hidden = true;
    if (focus) this.#focusTitle();
  }

  async #previewOf(upload, options, signal) {
    const job = await startJob("preview", [upload.upload], { ...this.previewOptions, ...options });
    try {
      const since = performance.now();
      const onprogress = (state) => this.#showReading(upload, describeProgress(state, since));
      return { ...(await waitForJob(job, { signal, onprogress })).result, source: upload.name };
    } catch (error) {
      if (error instanceof Cancelled) cancelJob(job);
      throw error;
    }
  }

  #showReading(upload, [what, count]) {
    const text = `${upload.name}: ${what}`;
    if (this.reading.hidden || this.readingText !== text) announce(text);
    this.readingText = text;
    this.reading.hidden = false;
    this.reading.textContent = `${text} ${count}`;
  }

  #showPreviews(previews) {
    this.previews = previews;
    this.form.hidden = false;
    this.fields.clearErrors();
    clearAlert(this.previewAlert);
    showPreviews(this.preview, previews, (name, value) => this.fields.labelOf(name, value));
    this.fields.fill(previews[0]);
    for (const group of Object.values(this.groups)) group.fill(previews[0]);
    announce(describePreviews(previews));
  }

  #showPreviewError(failure) {
    if (!(failure instanceof Failure)) throw failure;
    this.form.hidden = false;
    this.fields.clearErrors();
    if (!this.fields.showError(failure)) this.form.querySelector("[data-correct]").open = true;
    showAlert(this.previewAlert, failure, () => this.#updatePreview());
  }

  #focusTitle() {
    const title = this.form.querySelector("h2");
    title.focus();
    title.scrollIntoView({ block: "nearest" });
  }

  async #run() {
    if (this.running) return;
    this.fields.clearErrors();
    clearAlert(this.runAlert);
    const missing = this.sides?.missing();
    if (missing) {
      this.#showRunError(new Failure(missing));
      return;
    }
    const uploads = this.source.uploads.map((upload) => upload.upload);
    this.running = new AbortController();
    try {
      await this.#follow(await startJob(this.command, uploads, this.#options()));
    } catch (error) {
      this.progress.stop();
      if (error instanceof Cancelled) {
        announce("Cancelled.");
        this.runButton.focus();
      } else this.#showRunError(error);
    } finally {
      this.running = null;
    }
  }

  async #follow(job) {
    this.progress.start();
    const { signal } = this.running;
    signal.addEventListener("abort", () => cancelJob(job));
    const onprogress = (state) => this.progress.show(state);
    const { forms } = await waitForJob(job, { signal, result: false, onprogress });
    this.progress.show({ state: "done", progress: { what: "preparing the page" } });
    await this.results.show(job, forms);
    this.progress.stop();
    announce("The results are ready.");
  }

  #showRunError(failure) {
    if (!(failure instanceof Failure)) throw failure;
    const control = this.fields.showError(failure);
    const message = showAlert(this.runAlert, failure, () => this.#run());
    (control ?? message).focus();
  }
}
