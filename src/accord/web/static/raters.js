// Groups of controls about raters: which columns they are, which panel or role each has.

import { make, option, tick } from "./dom.js";

const ROLES = {
  gold: "Gold standard",
  systems: "System",
  second: "Another person",
  none: "Not used",
};
const ROLE_OF = { gold: "gold", machine: "systems", human: "second" };

// Options list columns with commas between them; a name with a comma gives way to its number.
function nameFor(column, at) {
  return String(column).includes(",") ? at + 1 : column;
}

// Ticks for the columns that are raters.
export class RaterColumns {
  constructor(group, onchange) {
    this.group = group;
    this.body = group.querySelector("[data-body]");
    this.reset();
    this.body.addEventListener("change", () => {
      this.touched = true;
      onchange();
    });
  }

  reset() {
    this.touched = false;
    this.body.replaceChildren();
  }

  fill(preview) {
    if (this.touched) return;
    const ticks = preview.columns.map((column, at) =>
      tick("checkbox", "", nameFor(column, at), column, preview.raters.includes(column)),
    );
    this.body.replaceChildren(make("div", { class: "ticks" }, ...ticks));
  }

  options() {
    if (!this.touched || this.group.hidden) return {};
    return { raters: [...this.body.querySelectorAll("input:checked")].map((input) => input.value) };
  }
}

// Two panels, each with a name and its raters.
export class Panels {
  constructor(group, onchange) {
    this.group = group;
    this.body = group.querySelector("[data-body]");
    this.body.addEventListener("change", onchange);
    this.reset();
  }

  reset() {
    this.raters = null;
    this.body.replaceChildren();
  }

  fill(preview) {
    if (String(this.raters) === String(preview.raters)) return;
    this.raters = [...preview.raters];
    this.body.replaceChildren(...["first", "second"].map((which) => this.#panel(which)));
  }

  #panel(which) {
    const ticks = this.raters.map((rater) => tick("checkbox", "", rater, rater, false));
    return make(
      "fieldset",
      { class: "panel" },
      make("legend", {}, `The ${which} panel`),
      make("label", {}, "Its name ", make("input", { type: "text", value: which, autocomplete: "off" })),
      make("div", { class: "ticks" }, ...ticks),
    );
  }

  options() {
    const panels = [...this.body.querySelectorAll(".panel")].map((panel) => {
      const members = [...panel.querySelectorAll("input:checked")].map((input) => input.value);
      return `${panel.querySelector('input[type="text"]').value}=${members.join(",")}`;
    });
    return { panel: panels };
  }
}

// Who is the gold standard, who a system, who another person.
export class Roles {
  constructor(group, onchange) {
    this.group = group;
    this.body = group.querySelector("[data-body]");
    this.body.addEventListener("change", onchange);
    this.reset();
  }

  reset() {
    this.raters = null;
    this.said = null;
    this.body.replaceChildren();
  }

  // Roles that are known beforehand, as of an example: { gold: "ann,bo", systems: "model" }.
  say(options) {
    if (!options.gold) return;
    this.said = new Map();
    for (const role of ["gold", "systems", "second"])
      for (const rater of options[role]?.split(",") ?? []) this.said.set(rater, role);
    this.others = options.systems ? "none" : "systems";
  }

  fill(preview) {
    if (String(this.raters) === String(preview.raters)) return;
    this.raters = [...preview.raters];
    this.body.replaceChildren(
      make("div", { class: "roles" }, ...this.raters.map((rater, at) => this.#row(rater, at, preview))),
    );
  }

  #row(rater, at, preview) {
    const guess = ROLE_OF[preview.roles?.[rater]] ?? (at === 0 ? "gold" : "systems");
    const likely = this.said ? (this.said.get(String(rater)) ?? this.others) : guess;
    const choices = Object.entries(ROLES).map(([role, words]) => option(role, words, role === likely));
    const select = make("select", { "data-rater": rater }, ...choices);
    return make("label", {}, make("span", {}, String(rater)), select);
  }

  options() {
    const found = { gold: [], systems: [], second: [] };
    for (const select of this.body.querySelectorAll("select"))
      found[select.value]?.push(select.dataset.rater);
    return Object.fromEntries(Object.entries(found).filter(([, raters]) => raters.length));
  }
}
