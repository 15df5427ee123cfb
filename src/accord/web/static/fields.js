// The fields of the form: their values as options, what was detected in the file, and errors.

import { make, option } from "./dom.js";
import { detectedOptions } from "./preview.js";

const FIELD_OF_KIND = {
  LayoutError: "layout",
  TooFewRatersError: "raters",
  UnknownCategoryError: "categories",
  NotNumericError: "level",
  UnmatchedSubjectsError: "unmatched",
};
const SAME_FIELD = { systems: "gold", second: "gold", coefficients: "coefficient" };
const MOST = 2_000; // columns or categories in a list to choose from
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

  // Options that the user has set; accord decides about the others.
  options(which = {}) {
    const options = {};
    for (const control of this.#controls(which)) {
      const value = control.type === "checkbox" ? control.checked : control.value;
      if (value) options[control.name] = value;
    }
    return options;
  }

  // Set fields to the options of an example.
  set(options) {
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

  // The label of a value of an option.
  labelOf(name, value) {
    const choices = [...this.field(name).querySelector("select").options].slice(1);
    return choices.find((choice) => choice.value === value)?.textContent ?? value;
  }

  field(name) {
    const fieldName = SAME_FIELD[name] ?? name;
    const named = this.fields.filter((field) => field.dataset.field === fieldName);
    return named.find((field) => !field.closest("[hidden]")) ?? named[0] ?? null;
  }

  // Show the columns, questions and categories of a file, and what was detected.
  fill(preview) {
    const detected = detectedOptions(preview);
    for (const select of this.form.querySelectorAll("select[data-columns]"))
      this.#choices(select, preview.columns);
    const named = preview.layout === "long" ? preview.raters : preview.columns;
    for (const select of this.form.querySelectorAll("select[data-named]")) this.#choices(select, named);
    const question = this.form.querySelector('select[name="question"]');
    this.#choices(question, preview.questions);
    question.closest("[data-field]").hidden = preview.questions.length < 2;
    if (preview.question) detected.question = preview.question;
    const positive = this.form.querySelector('select[name="positive"]');
    if (positive) this.#choices(positive, preview.categories);
    for (const name of READ_AS_TEXT) this.field(name).hidden = preview.reader !== "delimited";
    for (const select of this.form.querySelectorAll("select[data-default]"))
      if (!select.value) this.#showDetected(select, detected[select.name]);
    this.form.querySelector('[name="encoding"]').placeholder = detected.encoding ?? "";
    this.showLayout(preview.layout);
  }

  #choices(select, values) {
    const chosen = select.value;
    const kept = chosen && !values.map(String).includes(chosen) ? [chosen] : [];
    select.replaceChildren(
      select.options[0],
      ...[...values.slice(0, MOST), ...kept].map((value) => option(value, value, String(value) === chosen)),
    );
  }

  #showDetected(select, value) {
    const choice = [...select.options].slice(1).find((known) => known.value === value);
    select.options[0].textContent = choice ? `Detected: ${choice.textContent}` : select.dataset.default;
  }

  // Hide the fields that do not apply to the layout.
  showLayout(detected) {
    const layout = this.form.querySelector('[name="layout"]').value || detected;
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
      const error = field.querySelector(".error");
      if (error.hidden) continue;
      error.hidden = true;
      error.textContent = "";
      field.classList.remove("invalid");
      const control = this.#described(field);
      control.removeAttribute("aria-invalid");
      const rest = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== error.id);
      if (rest.length) control.setAttribute("aria-describedby", rest.join(" "));
      else control.removeAttribute("aria-describedby");
    }
  }

  #described(field) {
    return field.matches("fieldset") ? field : field.querySelector("[name]");
  }

  // Show an error at its field. Returns the control, or null if the error concerns no field.
  showError(failure) {
    const field = this.field(failure.option ?? FIELD_OF_KIND[failure.kind]);
    if (!field || field.closest("[hidden]")) return null;
    const error = field.querySelector(".error");
    error.replaceChildren(make("span", { class: "visually-hidden" }, "Error: "), failure.message);
    error.hidden = false;
    field.classList.add("invalid");
    const control = this.#described(field);
    if (control !== field) control.setAttribute("aria-invalid", "true");
    const before = (control.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
    control.setAttribute("aria-describedby", [...new Set([...before, error.id])].join(" "));
    for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    return field.matches("fieldset") ? field.querySelector("input, select, button") : control;
  }
}
