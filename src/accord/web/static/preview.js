// What was understood of a file, shown: counts, reasons, remarks and the first rows.

import { counted, make } from "./dom.js";

const MANY = 12;

// The options that would say what was guessed, by name: --layout wide becomes layout: "wide".
export function flagsOf(preview) {
  const found = {};
  const flags = preview.flags;
  for (let at = 0; at < flags.length; at += 1) {
    const name = flags[at].replace(/^--/, "");
    if (name === "header") found.header = "true";
    else if (name === "no-header") found.header = "false";
    else if (flags[at + 1] === undefined || name === "transpose") found[name] = "true";
    else found[name] = flags[(at += 1)];
  }
  return found;
}

function listed(values) {
  const shown = values.slice(0, MANY).map(String).join(", ");
  return values.length > MANY ? `${shown} and ${values.length - MANY} more` : shown;
}

function fact(name, value, remark = "") {
  return make(
    "div",
    {},
    make("dt", {}, name),
    make("dd", {}, make("span", { class: "fact" }, value), remark ? make("span", { class: "hint" }, remark) : null),
  );
}

function facts(preview, words) {
  const more = preview.category_count - preview.categories.length;
  return make(
    "dl",
    { class: "facts" },
    fact("Subjects", preview.subjects.toLocaleString("en")),
    fact("Raters", preview.raters.length ? String(preview.raters.length) : "Not named", listed(preview.raters)),
    fact("Ratings", preview.ratings.toLocaleString("en"), `${preview.missing.toLocaleString("en")} missing`),
    fact("Categories", preview.category_count.toLocaleString("en"), listed(preview.categories) + (more > 0 ? ", …" : "")),
    fact("Layout", words("layout", preview.layout), `Why: ${preview.layout_reason}`),
    fact("Kind of ratings", words("level", preview.level), preview.level_guessed ? "A guess, which decides what is shown first" : "As stated"),
  );
}

function roleOf(column, preview, flags) {
  if (column === flags.item) return "subject";
  if (preview.layout === "long") {
    if (column === flags.rater) return "rater";
    return (flags.score ?? "").split(",").includes(column) ? "rating" : "";
  }
  return preview.layout === "wide" && preview.raters.includes(column) ? "rater" : "";
}

function firstRows(preview) {
  const flags = flagsOf(preview);
  const heads = preview.columns.map((column) => {
    const role = roleOf(column, preview, flags);
    return make("th", { scope: "col" }, String(column), role ? make("span", { class: "role" }, role) : null);
  });
  const rows = preview.rows.map((row) =>
    make(
      "tr",
      {},
      ...row.map((cell) =>
        cell === null ? make("td", { class: "none" }, make("span", {}, "no value")) : make("td", {}, String(cell)),
      ),
    ),
  );
  const title = `First rows of ${preview.source}`;
  return make(
    "div",
    { class: "scroll", role: "region", tabindex: "0", "aria-label": title },
    make(
      "table",
      { class: "rows" },
      make("caption", {}, title),
      make("thead", {}, make("tr", {}, ...heads)),
      make("tbody", {}, ...rows),
    ),
  );
}

function remarks(preview) {
  if (!preview.warnings.length) return null;
  return make(
    "div",
    { class: "remarks" },
    make("h4", {}, "Please note"),
    make("ul", {}, ...preview.warnings.map((words) => make("li", {}, words))),
  );
}

// Layouts and levels are put into the words of the form, which `words` looks up.
export function showPreviews(place, previews, words) {
  place.replaceChildren(
    ...previews.map((preview) =>
      make(
        "article",
        { class: "one-file" },
        previews.length > 1 ? make("h3", {}, preview.source) : null,
        facts(preview, words),
        remarks(preview),
        firstRows(preview),
      ),
    ),
  );
}

export function inWords(previews) {
  return previews
    .map((p) => `${p.source}: ${counted(p.subjects, "subject")}, ${counted(p.raters.length, "rater")}, ${counted(p.ratings, "rating")}.`)
    .join(" ");
}
