// How a file is read: counts, reasons, notes and the first rows.

import { counted, make } from "./dom.js";

const MOST = 12; // names in a list
const MOST_COLUMNS = 50; // of the first rows

// The options that state what was detected, by name: --layout wide becomes layout: "wide".
export function detectedOptions(preview) {
  const options = {};
  const flags = preview.flags;
  for (let index = 0; index < flags.length; index += 1) {
    const name = flags[index].replace(/^--/, "");
    if (name === "header") options.header = "true";
    else if (name === "no-header") options.header = "false";
    else if (flags[index + 1] === undefined || name === "transpose") options[name] = "true";
    else options[name] = flags[(index += 1)];
  }
  return options;
}

// The first of a number of names; `values` need not have all of them.
function listed(values, total = values.length) {
  const shown = values.slice(0, MOST);
  const more = total - shown.length;
  return shown.map(String).join(", ") + (more > 0 ? ` and ${more.toLocaleString("en")} more` : "");
}

function fact(name, value, note = "") {
  return make(
    "div",
    {},
    make("dt", {}, name),
    make("dd", {}, make("span", { class: "fact" }, value), note ? make("span", { class: "hint" }, note) : null),
  );
}

function facts(preview, labelOf) {
  return make(
    "dl",
    { class: "facts" },
    fact("Subjects", preview.subjects.toLocaleString("en")),
    fact("Raters", preview.raters.length ? preview.raters.length.toLocaleString("en") : "Not named", listed(preview.raters)),
    fact("Ratings", preview.ratings.toLocaleString("en"), `${preview.missing.toLocaleString("en")} missing`),
    fact("Categories", preview.category_count.toLocaleString("en"), listed(preview.categories, preview.category_count)),
    fact("Layout", labelOf("layout", preview.layout), `Reason: ${preview.layout_reason}`),
    fact(
      "Level of measurement",
      labelOf("level", preview.level),
      preview.level_guessed ? "Guessed; it only decides what is shown first" : "As stated",
    ),
  );
}

function roleOf(column, preview, options) {
  if (column === options.item) return "subject";
  if (preview.layout === "long") {
    if (column === options.rater) return "rater";
    return (options.score ?? "").split(",").includes(column) ? "rating" : "";
  }
  return preview.layout === "wide" && preview.raters.includes(column) ? "rater" : "";
}

function firstRows(preview) {
  const options = detectedOptions(preview);
  const headings = preview.columns.slice(0, MOST_COLUMNS).map((column) => {
    const role = roleOf(column, preview, options);
    return make("th", { scope: "col" }, String(column), role ? make("span", { class: "role" }, role) : null);
  });
  const rows = preview.rows.map((row) =>
    make(
      "tr",
      {},
      ...row.slice(0, MOST_COLUMNS).map((cell) =>
        cell === null ? make("td", { class: "none" }, make("span", {}, "no value")) : make("td", {}, String(cell)),
      ),
    ),
  );
  const more = preview.columns.length - MOST_COLUMNS;
  const title = `First rows of ${preview.source}` + (more > 0 ? `, without ${counted(more, "further column")}` : "");
  return make(
    "div",
    { class: "scroll", role: "region", tabindex: "0", "aria-label": title },
    make(
      "table",
      { class: "rows" },
      make("caption", {}, title),
      make("thead", {}, make("tr", {}, ...headings)),
      make("tbody", {}, ...rows),
    ),
  );
}

function notes(preview) {
  if (!preview.warnings.length) return null;
  return make(
    "div",
    { class: "notes" },
    make("h4", {}, "Notes"),
    make("ul", {}, ...preview.warnings.map((warning) => make("li", {}, warning))),
  );
}

// `labelOf` gives the labels that the form has for layouts and levels.
export function showPreviews(element, previews, labelOf) {
  element.replaceChildren(
    ...previews.map((preview) =>
      make(
        "article",
        { class: "one-file" },
        previews.length > 1 ? make("h3", {}, preview.source) : null,
        facts(preview, labelOf),
        notes(preview),
        firstRows(preview),
      ),
    ),
  );
}

export function describePreviews(previews) {
  return previews
    .map((p) => `${p.source}: ${counted(p.subjects, "subject")}, ${counted(p.raters.length, "rater")}, ${counted(p.ratings, "rating")}.`)
    .join(" ");
}
