"""The report on one set of ratings, from its summary."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from accord.coefficients import COEFFICIENTS
from accord.report.document import (
    Block,
    Bullets,
    Cell,
    Code,
    Document,
    Fold,
    Picture,
    Section,
    Table,
    Words,
    ends,
    number,
    p_number,
    spread,
    words,
)
from accord.report.views_document import closer, drawn
from accord.report.words import EQUAL_ONLY, NEAR_MISSES, digits_of, scale_fact, z_cell
from accord.scale import clean, show_label
from accord.wording import capital, count_text, counted, percent, percentage

__all__ = ["agreement_document", "closing", "estimates_table", "facts_of", "notes_of"]

SHOWN = 12  # names in a list
FORMULA = 200  # characters that a formula has at most
INDICES = {
    "prevalence_index": ("Prevalence index", "0: all categories equally common; 1: one takes all"),
    "bias_index": ("Bias index", "0: raters use the categories equally often"),
    "kappa_maximum": ("Largest kappa possible", "with the raters' distributions as they are"),
    "pabak": ("PABAK", "kappa, if categories were equally common and raters unbiased"),
}


def agreement_document(summary: Mapping[str, Any], pictures: Mapping[str, Picture]) -> Document:
    """Document of ``accord report``."""
    sections = [
        Section("coefficients", "Coefficients", _coefficients(summary, pictures)),
        *notes_of(_warnings(summary)),
        Section("diagnosis", "Prevalence and bias", _diagnosis(summary, pictures)),
    ]
    leading = _leading(summary)
    for group, own in zip(summary.get("groups", ()), leading.get("groups", ()), strict=True):
        name = show_label(group["group"])
        title = f"Group {name}: {counted(group['data']['subjects'], 'subject')}"
        table = estimates_table(own["coefficients"], summary["scale"]["title"])
        sections.append(Section("group", title, (table,)))
    sections += closer(summary, pictures)
    sections.append(Section("explanations", "What is this?", _explanations(summary)))
    sections += closing(summary)
    return Document(
        "Agreement of raters",
        summary.get("source", ""),
        summary["accord"],
        (summary["headline"],),
        facts_of(summary["data"]),
        tuple(section for section in sections if section.blocks),
    )


def facts_of(data: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """What was measured: the numbers that reporting guidelines ask for."""
    total = data["ratings"] + data["missing"]
    lost = f" ({percentage(data['missing'] / total)})" if data["missing"] else ""
    guessed = " (guessed)" if data["level_guessed"] else ""
    reason = data["layout_reason"]
    layout = data["layout"] + ("" if reason == "as stated" else f" (guessed: {reason})")
    facts = [
        ("Subjects", count_text(data["subjects"])),
        ("Raters", f"{len(data['raters']):,}: {_list(data['raters'], len(data['raters']))}"),
        ("Ratings", count_text(data["ratings"])),
        ("Missing", f"{count_text(data['missing'])}{lost}"),
        scale_fact(data["level"], data["categories"], data["category_count"]),
        ("Level", data["level"] + guessed),
        ("Layout", layout),
    ]
    if data["unrated"]:
        facts.append(("Without a rating", count_text(data["unrated"])))
    if data["clusters"]:
        facts.append(("Clusters", f"{data['clusters']:,}"))
    if data["responses"]:
        facts.append(("Responses", _list(data["responses"], len(data["responses"]))))
    return tuple((name, clean(text)) for name, text in facts)


def _list(names: Sequence[Any], total: int) -> str:
    return ", ".join(show_label(n) for n in names[:SHOWN]) + (", …" if total > SHOWN else "")


def _coefficients(summary: Mapping[str, Any], pictures: Mapping[str, Picture]) -> tuple[Block, ...]:
    leading, scale = _leading(summary)["coefficients"], summary["scale"]["title"]
    blocks: list[Block] = [estimates_table(leading, scale)]
    undefined = [e for e in leading if e["value"] is None and e["shown"]]
    blocks += [Words(f"{e['title']} is undefined: {e['reason']}.") for e in undefined]
    blocks += [Words(text) for text in summary["equalities"]]
    blocks += drawn(pictures, "coefficients")
    if summary["lead"]["follows"]:
        second = summary if summary["lead"]["part"] == "beside" else summary["beside"]
        title = NEAR_MISSES if summary["lead"]["agreement"] == "exact" else EQUAL_ONLY
        blocks.append(estimates_table(second["coefficients"], scale, title))
    return tuple(blocks)


def _leading(summary: Mapping[str, Any]) -> Mapping[str, Any]:
    """The reading that is shown first."""
    part: Mapping[str, Any] = summary["beside"] if summary["lead"]["part"] == "beside" else summary
    return part


def estimates_table(estimates: Sequence[Mapping[str, Any]], scale: str, title: str = "") -> Table:
    """Coefficients with their uncertainty and bands."""
    level = percent(estimates[0]["confidence"]) if estimates else "95%"
    null = any(e["se_method"] == "null" for e in estimates)
    columns = (
        "Coefficient", "Value", f"{level} interval", "SE", *(("z",) if null else ()), "p",
        "Observed", "Chance", f"{scale}: value", "Benchmark reached with 95% confidence",
    )  # fmt: skip
    return Table.of(title, columns, [_estimate(e, null) for e in estimates if e["shown"]])


def _estimate(e: Mapping[str, Any], null: bool) -> tuple[Cell, ...]:
    if e["value"] is None:
        return (words(e["title"]), words("undefined"), *(words("") for _ in range(7 + null)))
    tested = e["name"] not in COEFFICIENTS or COEFFICIENTS[e["name"]].corrected
    digits = digits_of(math.nan if e["se"] is None else e["se"])
    band = e["benchmark"] or {"band": "", "secured": ""}
    return (
        words(e["title"]),
        number(e["value"], digits + 1),
        ends(e, digits),
        number(e["se"], digits + 1),
        *((_statistic(e["statistic"]) if tested else words(""),) if null else ()),
        p_number(e["p_value"]) if tested else words(""),
        number(e["observed"], 3),
        number(e["chance"], 3) if e["chance"] else words(""),
        words(band["band"]),
        words(band["secured"]),
    )


def _statistic(value: float | None) -> Cell:
    return Cell("–") if value is None else Cell(z_cell(value), value)


def _diagnosis(summary: Mapping[str, Any], pictures: Mapping[str, Picture]) -> tuple[Block, ...]:
    found = summary["diagnosis"]
    if found is None:
        return ()
    blocks: list[Block] = []
    if found["sentence"]:
        blocks.append(Words(clean(found["sentence"])))
    rows = [
        (words(title), spread(found[key]), words(meaning))
        for key, (title, meaning) in INDICES.items()
        if found[key] is not None and found[key]["value"] is not None
    ]
    if rows:
        blocks.append(Table.of("", ("", "Value", "Meaning"), rows))
        if any(e["weights"] != "identity" for e in summary["coefficients"]):
            blocks.append(Words("These are of unweighted agreement: equal ratings only."))
    return (*blocks, *drawn(pictures, "prevalence"))


def _warnings(summary: Mapping[str, Any]) -> list[str]:
    warnings = list(summary["warnings"])
    for group in summary.get("groups", ()):
        own = [text for text in group["warnings"] if text not in warnings]
        warnings += [f"{show_label(group['group'])}: {text}" for text in own]
    return warnings


def notes_of(warnings: Sequence[str]) -> list[Section]:
    """What a reader should know."""
    items = tuple(clean(capital(text)) for text in warnings)
    return [Section("notes", "Please note", (Bullets(items),))] if items else []


def _explanations(summary: Mapping[str, Any]) -> tuple[Block, ...]:
    """Formula and reading of every coefficient in the table."""
    shown = _leading(summary)["coefficients"]
    known = [e for e in shown if e["name"] in COEFFICIENTS and e["shown"]]
    folds = []
    for e in known:
        entry = COEFFICIENTS[e["name"]]
        first, *rest = entry.doc.split("\n\n")
        blocks = [Words(" ".join(first.split()))]
        for part in rest:
            formula = " = " in part.splitlines()[0] and len(part) < 200
            blocks.append(Code("", part) if formula else Words(" ".join(part.split())))  # type: ignore[arg-type]
        blocks += [Words(f"When to use it: {entry.use}")] if entry.use else []
        blocks.append(Words(f"Missing ratings: {entry.missing}."))
        folds.append(Fold(e["title"], tuple(blocks)))
    return tuple(folds)


def closing(summary: Mapping[str, Any]) -> list[Section]:
    """How it was worked out, what to paste, references, and how to get it again."""
    again = summary["reproduce"]
    lines = [
        Code(title, again[key])
        for key, title in (("command", "On the command line"), ("python", "In Python"))
        if again.get(key)
    ]
    cited = summary["references"]
    references = Bullets(tuple(row["text"] for row in cited), tuple(row["url"] for row in cited))
    return [
        Section("paste", "For your paper", (Code("Ready to paste", clean(summary["apa"])),)),
        Section("method", "Method", (Words(summary["methods"]),)),
        Section("references", "References", (references,) if cited else ()),
        Section("again", "Reproduce this analysis", tuple(lines)),
    ]
