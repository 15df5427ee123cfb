// The order of the categories, changed by dragging or with buttons. Each move is announced.

import { announce } from "./announce.js";
import { make } from "./dom.js";

const MOST = 30; // categories that can be reordered

// Options list categories separated by commas, so a label with a comma cannot be given.
function isOptionValue(category) {
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
    this.changed = false;
    this.dragged = null;
  }

  fill(preview) {
    if (this.changed) return;
    this.group.hidden = preview.category_count > MOST || !preview.categories.every(isOptionValue);
    this.values = [...preview.categories];
    this.#draw();
  }

  options() {
    return this.changed && !this.group.hidden ? { categories: this.values.map(String) } : {};
  }

  #move(from, to, { focus = null } = {}) {
    if (to < 0 || to >= this.values.length || from === to) return;
    const [value] = this.values.splice(from, 1);
    this.values.splice(to, 0, value);
    this.changed = true;
    this.#draw();
    if (focus) this.#focus(to, focus);
    announce(`${value} is now number ${to + 1} of ${this.values.length}.`);
    this.onchange();
  }

  #focus(index, which) {
    const item = this.body.querySelectorAll("li")[index];
    const button = item.querySelector(`[data-move="${which}"]`);
    (button.getAttribute("aria-disabled") === "true"
      ? item.querySelector(`[data-move]:not([data-move="${which}"])`)
      : button
    ).focus();
  }

  #button(index, which, sign) {
    const to = index + (which === "up" ? -1 : 1);
    const edge = to < 0 || to >= this.values.length;
    return make(
      "button",
      {
        type: "button",
        class: "move",
        "data-move": which,
        "aria-label": `Move ${this.values[index]} ${which}`,
        "aria-disabled": edge ? "true" : null,
        onclick: () => this.#move(index, to, { focus: which }),
      },
      make("span", { "aria-hidden": "true" }, sign),
    );
  }

  #item(value, index) {
    const item = make(
      "li",
      { draggable: "true" },
      make("span", { class: "grip", "aria-hidden": "true" }, "⠿"),
      make("span", { class: "label" }, String(value)),
      this.#button(index, "up", "↑"),
      this.#button(index, "down", "↓"),
    );
    item.addEventListener("dragstart", (event) => {
      this.dragged = index;
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
      this.#move(this.dragged, index);
    });
    item.addEventListener("dragend", () => {
      this.dragged = null;
    });
    return item;
  }

  #draw() {
    this.dragged = null;
    const items = this.values.map((value, index) => this.#item(value, index));
    this.body.replaceChildren(make("ol", { class: "order" }, ...items));
  }
}
