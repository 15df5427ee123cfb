// Elements are created, never parsed, so that texts of a file cannot become markup.

// Characters that would change the order or the look of the text around them.
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function visible(child) {
  return typeof child === "string" ? child.replace(INVISIBLE, "\ufffd") : child;
}

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined).map(visible));
  return element;
}

export function option(value, label = value, selected = false) {
  const element = make("option", { value }, String(label));
  element.selected = selected;
  return element;
}

export function tick(type, name, value, label, checked) {
  const input = make("input", { type, name, value });
  input.checked = checked;
  return make("label", { class: "tick" }, input, make("span", {}, String(label)));
}

export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
