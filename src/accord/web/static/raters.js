// Groups of controls about raters: which columns they are, and the panel or the role of each.

import { make, option, tick } from "./dom.js";

const ROLES = {
  gold: "Gold standard",
  systems: "System",
  second: "Another person",
  none: "Not used",
};
const ROLE_OF = { gold: "gold", machine: "systems", human: "second" };

const MOST = 200; // columns or raters that are offered each

function tooMany(count, names, flag) {
  const text = `The file has ${count.toLocaleString("en")} ${names}. Up to ${MOST} can be chosen from here; for more, use the option ${flag} on the command line.`;
  return make("p", { class: "hint" }, text);
}

// Options list columns separated by commas; a column whose name has a comma goes by its number.
function nameOf(column, index) {
  return String(column).includes(",") ? index + 1 : column;
}

class RaterGroup {
  constructor(group, onchange) {
    this.group = group;
    this.body = group.querySelector("[data-body]");
    this.body.addEventListener("change", () => {
      this.changed = true;
      onchange();
    });
    this.reset();
  }

  reset() {
    this.changed = false;
    this.raters = null;
    this.body.replaceChildren();
  }

  // Show the raters of a file; choices are kept as long as the raters are the same.
  fill(preview) {
    if (String(this.raters) === String(preview.raters)) return;
    this.raters = [...preview.raters];
    const many = this.raters.length > MOST;
    this.body.replaceChildren(...(many ? [tooMany(this.raters.length, "raters", this.flag)] : this.controls(preview)));
  }
}

// Checkboxes for the columns that are raters.
export class RaterColumns extends RaterGroup {
  fill(preview) {
    if (this.changed) return;
    if (preview.columns.length > MOST) {
      this.body.replaceChildren(tooMany(preview.columns.length, "columns", "--raters"));
      return;
    }
    const ticks = preview.columns.map((column, index) =>
      tick("checkbox", "", nameOf(column, index), column, preview.raters.includes(column)),
    );
    this.body.replaceChildren(make("div", { class: "ticks" }, ...ticks));
  }

  options() {
    if (!this.changed || this.group.hidden) return {};
    return { raters: [...this.body.querySelectorAll("input:checked")].map((input) => input.value) };
  }
}

// Two panels, each with a name and its raters.
export class Panels extends RaterGroup {
  flag = "--panel";

  controls() {
    return ["first", "second"].map((name) => {
      const ticks = this.raters.map((rater) => tick("checkbox", "", rater, rater, false));
      return make(
        "fieldset",
        { class: "panel" },
        make("legend", {}, `The ${name} panel`),
        make("label", {}, "Name ", make("input", { type: "text", value: name, autocomplete: "off" })),
        make("div", { class: "ticks" }, ...ticks),
      );
    });
  }

  options() {
    const panels = [...this.body.querySelectorAll(".panel")].map((panel) => {
      const members = [...panel.querySelectorAll("input:checked")].map((input) => input.value);
      return `${panel.querySelector('input[type="text"]').value}=${members.join(",")}`;
    });
    return { panel: panels };
  }
}

// The role of each rater: gold standard, system, another person.
export class Roles extends RaterGroup {
  flag = "--gold";

  reset() {
    super.reset();
    this.known = null;
  }

  // Set roles that are known beforehand, as in an example: { gold: "ann,bo", systems: "model" }.
  set(options) {
    if (!options.gold) return;
    this.known = new Map();
    for (const role of ["gold", "systems", "second"])
      for (const rater of options[role]?.split(",") ?? []) this.known.set(rater, role);
    this.rest = options.systems ? "none" : "systems";
  }

  controls(preview) {
    return [make("div", { class: "roles" }, ...this.raters.map((rater, index) => this.#row(rater, index, preview)))];
  }

  #row(rater, index, preview) {
    const guess = ROLE_OF[preview.roles?.[rater]] ?? (index === 0 ? "gold" : "systems");
    const initial = this.known ? (this.known.get(String(rater)) ?? this.rest) : guess;
    const choices = Object.entries(ROLES).map(([role, label]) => option(role, label, role === initial));
    const select = make("select", { "data-rater": rater }, ...choices);
    return make("label", {}, make("span", {}, String(rater)), select);
  }

  options() {
    const roles = { gold: [], systems: [], second: [] };
    for (const select of this.body.querySelectorAll("select"))
      roles[select.value]?.push(select.dataset.rater);
    return Object.fromEntries(Object.entries(roles).filter(([, raters]) => raters.length));
  }
}
