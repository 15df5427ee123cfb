// Elements are created, never parsed, so that texts of a file cannot become markup.

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
