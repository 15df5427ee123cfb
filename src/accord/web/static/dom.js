// Elements are made, never parsed: what comes from a file stays text.

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function option(value, words = value, selected = false) {
  const element = make("option", { value }, String(words));
  element.selected = selected;
  return element;
}

export function tick(type, name, value, words, checked) {
  const input = make("input", { type, name, value });
  input.checked = checked;
  return make("label", { class: "tick" }, input, make("span", {}, String(words)));
}

export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
