// The form: its values as options, what was guessed shown in it, and errors at their fields.

import { make, option } from "./dom.js";
import { flagsOf } from "./preview.js";

const FIELD_OF_KIND = {
  LayoutError: "layout",
  TooFewRatersError: "raters",
  UnknownCategoryError: "categories",
  NotNumericError: "level",
  UnmatchedSubjectsError: "unmatched",
};
const SAME_FIELD = { systems: "gold", second: "gold", coefficients: "coefficient" };
const READ_AS_TEXT = ["header", "delimiter", "decimal", "encoding"];

export class Fields {
  constructor(form) {
    this.form = form;
    this.fields = [...form.querySelectorAll("[data-field]")];
  }

  #controls({ reading = null } = {}) {
    return this.fields
      .filter((field) => reading === null || field.hasAttribute("data-reading") === reading)
      .filter((field) => !field.closest("[hidden]"))
      .map((field) => field.querySelector("[name]"))
      .filter((control) => control && control.closest("[data-field]").dataset.field === control.name);
  }

  // Only what somebody said; the rest is left to accord.
  options(which = {}) {
    const found = {};
    for (const control of this.#controls(which)) {
      const value = control.type === "checkbox" ? control.checked : control.value;
      if (value) found[control.name] = value;
    }
    return found;
  }

  // Put options into the form, as an example has them.
  say(options) {
    for (const [name, value] of Object.entries(options)) {
      const control = this.field(name)?.querySelector(`[name="${name}"]`);
      if (!control) continue;
      if (control.type === "checkbox") control.checked = Boolean(value);
      else {
        const known = !control.options || [...control.options].some((o) => o.value === String(value));
        if (!known) control.append(option(value));
        control.value = value;
      }
    }
  }

  // What the form calls a value of an option.
  words(name, value) {
    const choices = [...this.field(name).querySelector("select").options].slice(1);
    return choices.find((choice) => choice.value === value)?.textContent ?? value;
  }

  field(name) {
    const wanted = SAME_FIELD[name] ?? name;
    const named = this.fields.filter((field) => field.dataset.field === wanted);
    return named.find((field) => !field.closest("[hidden]")) ?? named[0] ?? null;
  }

  // Selects get the columns and questions of the file, and say what was guessed.
  fill(preview) {
    const flags = flagsOf(preview);
    for (const select of this.form.querySelectorAll("select[data-columns]"))
      this.#choices(select, preview.columns);
    const question = this.form.querySelector('select[name="question"]');
    this.#choices(question, preview.questions);
    question.closest("[data-field]").hidden = preview.questions.length < 2;
    if (preview.question) flags.question = preview.question;
    const positive = this.form.querySelector('select[name="positive"]');
    if (positive) this.#choices(positive, preview.categories);
    for (const name of READ_AS_TEXT) this.field(name).hidden = preview.reader !== "delimited";
    for (const select of this.form.querySelectorAll("select[data-guess]"))
      if (!select.value) this.#guess(select, flags[select.name]);
    this.form.querySelector('[name="encoding"]').placeholder = flags.encoding ?? "";
    this.lay(preview.layout);
  }

  #choices(select, values) {
    const chosen = select.value;
    const kept = chosen && !values.map(String).includes(chosen) ? [chosen] : [];
    select.replaceChildren(
      select.options[0],
      ...[...values, ...kept].map((value) => option(value, value, String(value) === chosen)),
    );
  }

  #guess(select, value) {
    const said = [...select.options].slice(1).find((known) => known.value === value);
    select.options[0].textContent = said ? `Found: ${said.textContent}` : select.dataset.guess;
  }

  // Fields that a layout does not have are out of the way.
  lay(guessed) {
    const layout = this.form.querySelector('[name="layout"]').value || guessed;
    for (const field of this.fields)
      if (field.dataset.layouts && layout)
        field.hidden = !field.dataset.layouts.split(" ").includes(layout);
  }

  reset() {
    this.form.reset();
    this.clearErrors();
  }

  clearErrors() {
    for (const field of this.fields) {
      const words = field.querySelector(".error");
      if (words.hidden) continue;
      words.hidden = true;
      words.textContent = "";
      field.classList.remove("invalid");
      const control = this.#described(field);
      control.removeAttribute("aria-invalid");
      const rest = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== words.id);
      if (rest.length) control.setAttribute("aria-describedby", rest.join(" "));
      else control.removeAttribute("aria-describedby");
    }
  }

  #described(field) {
    return field.matches("fieldset") ? field : field.querySelector("[name]");
  }

  // Tie an error to its field; the control at fault, or null if it is about none.
  showError(failure) {
    const quoted = /option '(\w+)'/.exec(failure.message)?.[1];
    const field = this.field(failure.option ?? quoted ?? FIELD_OF_KIND[failure.kind]);
    if (!field || field.closest("[hidden]")) return null;
    const words = field.querySelector(".error");
    words.replaceChildren(make("span", { class: "unseen" }, "Error: "), failure.message);
    words.hidden = false;
    field.classList.add("invalid");
    const control = this.#described(field);
    if (control !== field) control.setAttribute("aria-invalid", "true");
    const before = (control.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
    control.setAttribute("aria-describedby", [...new Set([...before, words.id])].join(" "));
    for (let at = field.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
    return field.matches("fieldset") ? field.querySelector("input, select, button") : control;
  }
}
