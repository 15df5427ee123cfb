// Where ratings come from: a chosen or dropped file, pasted cells, an example.

import { upload } from "./api.js";
import { announce } from "./announce.js";
import { make } from "./dom.js";
import { clearTrouble, showTrouble } from "./trouble.js";

const UNITS = ["bytes", "KB", "MB", "GB"];

function sizeInWords(bytes) {
  const power = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${UNITS[power]}`;
}

export class Source {
  // onchange is told when the files have changed: whether all are new, and options that suit them.
  constructor(panel, { several, onchange }) {
    this.several = several;
    this.onchange = onchange;
    this.uploads = [];
    this.enough = several ? 2 : 1;
    for (const part of ["files", "offer", "drop", "file", "paste", "more", "loading"])
      this[`${part}Place`] = panel.querySelector(`[data-${part}]`);
    this.trouble = panel.querySelector('[data-trouble="source"]');
    this.#listen(panel);
  }

  #listen(panel) {
    this.filePlace.addEventListener("change", async () => {
      await this.take([...this.filePlace.files]);
      this.filePlace.value = ""; // the same file may be chosen again after a correction
    });
    const drop = this.dropPlace;
    drop.addEventListener("dragover", () => drop.classList.add("over"));
    for (const end of ["dragleave", "drop"])
      drop.addEventListener(end, () => drop.classList.remove("over"));
    this.pastePlace.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#paste();
    });
    for (const button of panel.querySelectorAll("[data-example]"))
      button.addEventListener("click", () => this.#example(JSON.parse(button.dataset.example)));
    this.morePlace.addEventListener("click", () => {
      this.#show({ offering: true });
      this.filePlace.focus();
    });
  }

  take(files) {
    if (files.length > 1 && !this.several) {
      const message = "Here accord takes one file at a time. To set files against each other, choose “Compare two files”.";
      showTrouble(this.trouble, { message });
      return Promise.resolve();
    }
    return this.#add(files.map((file) => ({ file })));
  }

  async #paste() {
    const area = this.pastePlace.querySelector("textarea");
    const error = this.pastePlace.querySelector(".error");
    const empty = area.value.trim() === "";
    error.textContent = "Paste some cells first.";
    error.hidden = !empty;
    area.setAttribute("aria-invalid", String(empty));
    if (empty) {
      area.focus();
      return;
    }
    const name = this.uploads.length ? `pasted-${this.uploads.length + 1}.txt` : "pasted.txt";
    const file = new File([area.value], name, { type: "text/plain" }); // as long as any file may be
    if (await this.#add([{ file }])) area.value = "";
  }

  // An example comes with all its files and with the options that suit it.
  #example({ files, options }) {
    return this.#add(files.map((example) => ({ example })), { before: [], options });
  }

  async #add(sources, { before = this.several ? this.uploads : [], options = {} } = {}) {
    if (!sources.length) return false;
    clearTrouble(this.trouble);
    this.loadingPlace.hidden = false;
    this.dropPlace.setAttribute("aria-busy", "true");
    try {
      const found = [];
      for (const parts of sources) found.push(await upload(parts));
      this.uploads = [...before, ...found];
    } catch (failure) {
      showTrouble(this.trouble, failure, () => this.#add(sources, { before, options }));
      return false;
    } finally {
      this.loadingPlace.hidden = true;
      this.dropPlace.setAttribute("aria-busy", "false");
    }
    this.#show();
    this.onchange({ fresh: before.length === 0, options });
    return true;
  }

  // So many files are needed; with fewer, more are offered.
  want(count) {
    this.enough = count;
    this.#show();
  }

  #remove(at) {
    const [gone] = this.uploads.splice(at, 1);
    announce(`${gone.name} removed.`);
    this.#show();
    this.filePlace.focus();
    this.onchange({ fresh: this.uploads.length === 0 });
  }

  #show({ offering = this.uploads.length < this.enough } = {}) {
    this.offerPlace.hidden = !offering;
    this.morePlace.hidden = offering || !this.several;
    this.filesPlace.hidden = this.uploads.length === 0;
    this.filesPlace.replaceChildren(
      ...this.uploads.map((found, at) =>
        make(
          "li",
          {},
          make("span", { class: "file-name" }, found.name),
          make("span", { class: "hint" }, sizeInWords(found.size)),
          make(
            "button",
            { type: "button", class: "quiet", onclick: () => this.#remove(at) },
            this.several ? "Remove" : "Take another file",
            make("span", { class: "unseen" }, this.several ? ` ${found.name}` : ` instead of ${found.name}`),
          ),
        ),
      ),
    );
  }
}
