// The results: the server's own account of them, with copies and downloads.

import { downloadOf, fragmentOf } from "./api.js";
import { addCopyButton } from "./copying.js";
import { make } from "./dom.js";

const FORMS = {
  html: ["Web page", "with pictures, to send or print"],
  xlsx: ["Excel", "every table as a sheet"],
  csv: ["CSV", "the table of coefficients"],
  md: ["Markdown", "text for notes"],
  tex: ["LaTeX", "a table for a paper"],
  json: ["JSON", "every number, unrounded"],
};

export class Results {
  constructor(panel) {
    this.place = panel.querySelector("[data-results]");
    this.report = panel.querySelector("[data-report]");
    this.downloads = panel.querySelector("[data-downloads]");
    this.stale = panel.querySelector("[data-stale]");
    this.title = this.place.querySelector("h2");
    panel.querySelector("[data-print]").addEventListener("click", () => window.print());
  }

  async show(job) {
    const fragment = await fragmentOf(job);
    this.report.innerHTML = fragment; // from accord's own templates, which escape what files hold
    for (const lines of this.report.querySelectorAll(".ac-paste pre, .ac-again pre"))
      addCopyButton(lines, lines.getAttribute("aria-label"));
    this.downloads.replaceChildren(
      ...Object.entries(FORMS).map(([form, [name, use]]) =>
        make(
          "li",
          {},
          make("a", { href: downloadOf(job, form), download: true }, make("strong", {}, name), make("span", {}, use)),
        ),
      ),
    );
    this.stale.hidden = true;
    this.place.hidden = false;
    this.title.focus();
    this.title.scrollIntoView({ block: "start" });
  }

  outdated() {
    this.stale.hidden = this.place.hidden;
  }

  clear() {
    this.place.hidden = true;
    this.report.replaceChildren();
  }
}
