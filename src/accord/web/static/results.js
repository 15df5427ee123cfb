// The results: the report that the server renders, with copy buttons and downloads.

import { downloadOf, fragmentOf } from "./api.js";
import { addCopyButton } from "./copy.js";
import { make } from "./dom.js";

const FORMS = {
  html: ["Web page", "with figures, to send or print"],
  xlsx: ["Excel", "every table as a sheet"],
  csv: ["CSV", "the table of coefficients"],
  md: ["Markdown", "text with tables"],
  tex: ["LaTeX", "a table for a paper"],
  json: ["JSON", "every number, unrounded"],
  txt: ["Text", "as on the command line"],
};
const LEFT_OUT = new Set(["ResultSizeError", "InternalError"]); // errors that leave the JSON to be downloaded

export class Results {
  constructor(panel) {
    this.section = panel.querySelector("[data-results]");
    this.report = panel.querySelector("[data-report]");
    this.downloads = panel.querySelector("[data-downloads]");
    this.stale = panel.querySelector("[data-stale]");
    this.title = this.section.querySelector("h2");
    panel.querySelector("[data-print]").addEventListener("click", () => window.print());
  }

  // Show the result of a job in the forms that it has. Where the report cannot be shown, a note
  // says why, and the results can still be downloaded.
  async show(job, forms) {
    try {
      this.report.innerHTML = await fragmentOf(job); // from templates of accord, which escape all texts of a file
    } catch (failure) {
      if (!LEFT_OUT.has(failure.kind)) throw failure;
      this.report.replaceChildren(this.#noteOf(failure, downloadOf(job, "json")));
    }
    for (const code of this.report.querySelectorAll(".ac-paste pre, .ac-again pre"))
      addCopyButton(code, code.getAttribute("aria-label"));
    this.downloads.replaceChildren(
      ...Object.entries(FORMS)
        .filter(([form]) => forms.includes(form))
        .map(([form, [name, description]]) => {
          const words = [make("strong", {}, name), make("span", {}, description)];
          return make("li", {}, make("a", { href: downloadOf(job, form), download: true }, ...words));
        }),
    );
    this.stale.hidden = true;
    this.section.hidden = false;
    this.title.focus();
    this.title.scrollIntoView({ block: "start" });
  }

  #noteOf(failure, json) {
    const reason =
      failure.kind === "ResultSizeError" ? "The results are complete, but too large to be shown as a page." : failure.message;
    const link = make("a", { href: json, download: true }, "Download all results as JSON");
    return make("div", { class: "notes" }, make("p", {}, reason), make("p", {}, link));
  }

  markOutdated() {
    this.stale.hidden = this.section.hidden;
  }

  clear() {
    this.section.hidden = true;
    this.report.replaceChildren();
  }
}
