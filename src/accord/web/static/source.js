// The source of the ratings: a chosen or dropped file, pasted cells, or an example.

import { Failure, upload } from "./api.js";
import { announce } from "./announce.js";
import { make } from "./dom.js";
import { clearAlert, showAlert } from "./alerts.js";

const LARGE = 1_000_000; // bytes of an upload that takes long enough to count them
const UNITS = ["bytes", "KB", "MB", "GB"];

function formatSize(bytes) {
  const power = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${UNITS[power]}`;
}

// A study file (accord.toml) states options; it comes beside the data.
export const isStudyFile = ({ name }) => /\.toml$/i.test(name);

export class Source {
  // `onchange` gets { fresh, options }: whether all files are new, and the options of an example.
  constructor(panel, { several, onchange }) {
    this.several = several;
    this.onchange = onchange;
    this.uploads = [];
    this.required = several ? 2 : 1;
    for (const part of ["files", "offer", "drop", "file", "paste", "more", "loading"])
      this[`${part}Element`] = panel.querySelector(`[data-${part}]`);
    this.alert = panel.querySelector('[data-alert="source"]');
    this.#listen(panel);
  }

  #listen(panel) {
    this.fileElement.addEventListener("change", async () => {
      await this.take([...this.fileElement.files]);
      this.fileElement.value = ""; // so that the same file can be chosen again after an edit
    });
    const drop = this.dropElement;
    drop.addEventListener("dragover", () => drop.classList.add("over"));
    for (const end of ["dragleave", "drop"])
      drop.addEventListener(end, () => drop.classList.remove("over"));
    this.pasteElement.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#paste();
    });
    for (const button of panel.querySelectorAll("[data-example]"))
      button.addEventListener("click", () => this.#example(JSON.parse(button.dataset.example)));
    this.moreElement.addEventListener("click", () => {
      this.#show({ offering: true });
      this.fileElement.focus();
    });
  }

  take(files) {
    const data = files.filter((file) => !isStudyFile(file));
    if (data.length > 1 && !this.several) {
      const message = "This analysis takes one file at a time. To compare files, choose “Comparison”.";
      showAlert(this.alert, { message });
      return Promise.resolve();
    }
    return this.#add(files.map((file) => ({ file })));
  }

  async #paste() {
    const area = this.pasteElement.querySelector("textarea");
    const error = this.pasteElement.querySelector(".error");
    const empty = area.value.trim() === "";
    error.textContent = "Paste some cells first.";
    error.hidden = !empty;
    area.setAttribute("aria-invalid", String(empty));
    if (empty) {
      area.focus();
      return;
    }
    const name = this.uploads.length ? `pasted-${this.uploads.length + 1}.txt` : "pasted.txt";
    const file = new File([area.value], name, { type: "text/plain" }); // as a file, it may be as large as one
    if (await this.#add([{ file }])) area.value = "";
  }

  // An example has one or more files, and options that suit it.
  #example({ files, options }) {
    return this.#add(files.map((example) => ({ example })), { before: [], options });
  }

  // The uploads that stay when others come: all, or of a single file those of the other kind.
  #kept(sources) {
    if (this.several) return this.uploads;
    const kinds = sources.map(({ file }) => file !== undefined && isStudyFile(file));
    return this.uploads.filter((upload) => !kinds.includes(isStudyFile(upload)));
  }

  get data() {
    return this.uploads.filter((upload) => !isStudyFile(upload));
  }

  async #add(sources, { before = this.#kept(sources), options = {} } = {}) {
    if (!sources.length) return false;
    clearAlert(this.alert);
    this.loadingElement.hidden = false;
    this.dropElement.setAttribute("aria-busy", "true");
    try {
      const uploads = [];
      for (const parts of sources) {
        this.#checkSize(parts.file);
        uploads.push(await upload(parts, (sent, size) => this.#showSent(sent, size)));
      }
      this.uploads = [...before, ...uploads];
    } catch (failure) {
      showAlert(this.alert, failure, () => this.#add(sources, { before, options }));
      return false;
    } finally {
      this.loadingElement.hidden = true;
      this.dropElement.setAttribute("aria-busy", "false");
    }
    this.#show();
    this.onchange({ fresh: before.every(isStudyFile), options });
    return true;
  }

  // The server would refuse the file as well, but browsers do not show an answer that comes early.
  #checkSize(file) {
    const limit = Number(this.fileElement.dataset.limit);
    if (!file || file.size <= limit) return;
    const message = `${file.name} is larger than the upload limit of ${formatSize(limit)}. Leave out columns that are not needed, or use the command line, which has no limit.`;
    throw new Failure({ message, status: 413 });
  }

  #showSent(sent, size) {
    const done = sent === size ? "storing the file" : `${formatSize(sent)} of ${formatSize(size)}`;
    this.loadingElement.textContent = size > LARGE ? `Uploading: ${done}…` : "Uploading…";
  }

  // Set the number of files that are needed; the upload area is shown as long as there are fewer.
  require(count) {
    this.required = count;
    this.#show();
  }

  #remove(index) {
    const [removed] = this.uploads.splice(index, 1);
    announce(`${removed.name} removed.`);
    this.#show();
    this.fileElement.focus();
    this.onchange({ fresh: this.data.length === 0 });
  }

  #show({ offering = this.data.length < this.required } = {}) {
    this.offerElement.hidden = !offering;
    this.moreElement.hidden = offering || "never" in this.moreElement.dataset || (!this.several && this.uploads.some(isStudyFile));
    this.filesElement.hidden = this.uploads.length === 0;
    this.filesElement.replaceChildren(
      ...this.uploads.map((file, index) =>
        make(
          "li",
          {},
          make("span", { class: "file-name" }, file.name),
          make("span", { class: "hint" }, formatSize(file.size)),
          make(
            "button",
            { type: "button", class: "quiet", onclick: () => this.#remove(index) },
            this.several || isStudyFile(file) ? "Remove" : "Choose another file",
            make(
              "span",
              { class: "visually-hidden" },
              this.several || isStudyFile(file) ? ` ${file.name}` : ` instead of ${file.name}`,
            ),
          ),
        ),
      ),
    );
  }
}
