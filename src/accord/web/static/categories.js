// The order of the categories, changed by dragging or by buttons; each move is announced.

import { announce } from "./announce.js";
import { make } from "./dom.js";

const MANY = 30;

// Options list their values with commas between them, so a label with a comma cannot be named.
function sayable(category) {
  return ["string", "number", "boolean"].includes(typeof category) && !String(category).includes(",");
}

export class Categories {
  constructor(group, onchange) {
    this.group = group;
    this.body = group.querySelector("[data-body]");
    this.onchange = onchange;
    this.reset();
  }

  reset() {
    this.values = [];
    this.touched = false;
    this.dragged = null;
  }

  fill(preview) {
    if (this.touched) return;
    this.group.hidden = preview.category_count > MANY || !preview.categories.every(sayable);
    this.values = [...preview.categories];
    this.#draw();
  }

  options() {
    return this.touched && !this.group.hidden ? { categories: this.values.map(String) } : {};
  }

  #move(from, to, { focus = null } = {}) {
    if (to < 0 || to >= this.values.length || from === to) return;
    const [value] = this.values.splice(from, 1);
    this.values.splice(to, 0, value);
    this.touched = true;
    this.#draw();
    if (focus) this.#focus(to, focus);
    announce(`${value} is now number ${to + 1} of ${this.values.length}.`);
    this.onchange();
  }

  #focus(at, which) {
    const item = this.body.querySelectorAll("li")[at];
    const wished = item.querySelector(`[data-move="${which}"]`);
    (wished.getAttribute("aria-disabled") === "true"
      ? item.querySelector(`[data-move]:not([data-move="${which}"])`)
      : wished
    ).focus();
  }

  #button(at, which, sign, words) {
    const to = at + (which === "up" ? -1 : 1);
    const edge = to < 0 || to >= this.values.length;
    return make(
      "button",
      {
        type: "button",
        class: "move",
        "data-move": which,
        "aria-label": `Move ${this.values[at]} ${words}`,
        "aria-disabled": edge ? "true" : null,
        onclick: () => this.#move(at, to, { focus: which }),
      },
      make("span", { "aria-hidden": "true" }, sign),
    );
  }

  #item(value, at) {
    const item = make(
      "li",
      { draggable: "true" },
      make("span", { class: "grip", "aria-hidden": "true" }, "⠿"),
      make("span", { class: "label" }, String(value)),
      this.#button(at, "up", "↑", "up"),
      this.#button(at, "down", "↓", "down"),
    );
    item.addEventListener("dragstart", (event) => {
      this.dragged = at;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", String(value));
    });
    item.addEventListener("dragover", (event) => {
      if (this.dragged === null) return;
      event.preventDefault();
      event.stopPropagation();
      item.classList.add("over");
    });
    item.addEventListener("dragleave", () => item.classList.remove("over"));
    item.addEventListener("drop", (event) => {
      if (this.dragged === null) return;
      event.preventDefault();
      event.stopPropagation();
      this.#move(this.dragged, at);
    });
    item.addEventListener("dragend", () => {
      this.dragged = null;
    });
    return item;
  }

  #draw() {
    this.dragged = null;
    const items = this.values.map((value, at) => this.#item(value, at));
    this.body.replaceChildren(make("ol", { class: "order" }, ...items));
  }
}
