"""The report on one set of ratings, from its summary."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from accord.coefficients import REGISTRY
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
from accord.report.words import digits_of
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
        Section("diagnosis", "Why kappa is what it is", _diagnosis(summary, pictures)),
    ]
    for group in summary.get("groups", ()):
        name = show_label(group["group"])
        title = f"Group {name}: {counted(group['data']['subjects'], 'subject')}"
        table = estimates_table(group["coefficients"], summary["scale"]["title"])
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
        (
            "Categories",
            f"{data['category_count']:,}: {_list(data['categories'], data['category_count'])}",
        ),
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
    blocks: list[Block] = [estimates_table(summary["coefficients"], summary["scale"]["title"])]
    undefined = [e for e in summary["coefficients"] if e["value"] is None and e["shown"]]
    blocks += [Words(f"{e['title']} is undefined: {e['reason']}.") for e in undefined]
    blocks += [Words(text) for text in summary["equalities"]]
    blocks += drawn(pictures, "coefficients")
    return tuple(blocks)


def estimates_table(estimates: Sequence[Mapping[str, Any]], scale: str, title: str = "") -> Table:
    """Coefficients with their uncertainty and bands."""
    level = percent(estimates[0]["confidence"]) if estimates else "95%"
    columns = (
        "Coefficient", "Value", f"{level} interval", "SE", "p", "Observed", "Chance",
        f"{scale}: value", "with 95% probability at least",
    )  # fmt: skip
    return Table.of(title, columns, [_estimate(e) for e in estimates if e["shown"]])


def _estimate(e: Mapping[str, Any]) -> tuple[Cell, ...]:
    if e["value"] is None:
        return (words(e["title"]), words("undefined"), *(words("") for _ in range(7)))
    tested = e["name"] != "percent_agreement"
    band = e["benchmark"] or {"band": "", "secured": ""}
    return (
        words(e["title"]),
        number(e["value"], 4),
        ends(e, digits_of(math.nan if e["se"] is None else e["se"])),
        number(e["se"], 4),
        p_number(e["p_value"]) if tested else words(""),
        number(e["observed"], 3),
        number(e["chance"], 3) if e["chance"] else words(""),
        words(band["band"]),
        words(band["secured"]),
    )


def _diagnosis(summary: Mapping[str, Any], pictures: Mapping[str, Picture]) -> tuple[Block, ...]:
    found = summary["diagnosis"]
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
    known = [e for e in summary["coefficients"] if e["name"] in REGISTRY]
    folds = []
    for e in known:
        entry = REGISTRY[e["name"]]
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
        Section("again", "To get this again", tuple(lines)),
    ]
