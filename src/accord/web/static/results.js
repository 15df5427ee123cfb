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
};

export class Results {
  constructor(panel) {
    this.section = panel.querySelector("[data-results]");
    this.report = panel.querySelector("[data-report]");
    this.downloads = panel.querySelector("[data-downloads]");
    this.stale = panel.querySelector("[data-stale]");
    this.title = this.section.querySelector("h2");
    panel.querySelector("[data-print]").addEventListener("click", () => window.print());
  }

  async show(job) {
    const fragment = await fragmentOf(job);
    this.report.innerHTML = fragment; // from templates of accord, which escape all texts of a file
    for (const code of this.report.querySelectorAll(".ac-paste pre, .ac-again pre"))
      addCopyButton(code, code.getAttribute("aria-label"));
    this.downloads.replaceChildren(
      ...Object.entries(FORMS).map(([form, [name, description]]) =>
        make(
          "li",
          {},
          make("a", { href: downloadOf(job, form), download: true }, make("strong", {}, name), make("span", {}, description)),
        ),
      ),
    );
    this.stale.hidden = true;
    this.section.hidden = false;
    this.title.focus();
    this.title.scrollIntoView({ block: "start" });
  }

  markOutdated() {
    this.stale.hidden = this.section.hidden;
  }

  clear() {
    this.section.hidden = true;
    this.report.replaceChildren();
  }
}
