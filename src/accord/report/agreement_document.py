"""The report on one set of ratings, from its summary."""

from __future__ import annotations

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
    share,
    spread,
    words,
)
from accord.scale import clean, show_label
from accord.wording import capital, counted, percent

__all__ = ["agreement_document", "closing", "estimates_table", "facts_of", "notes_of"]

SHOWN = 12  # names in a list
PAIRED = 20  # raters whose pairs are shown as a matrix; more are ranked
RANKED = 40
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
        Section("diagnosis", "Why kappa is what it is", _diagnosis(summary, pictures)),
    ]
    for group in summary.get("groups", ()):
        name = show_label(group["group"])
        title = f"Group {name}: {counted(group['data']['subjects'], 'subject')}"
        table = estimates_table(group["coefficients"], summary["scale"]["title"])
        sections.append(Section("group", title, (table,)))
    sections += _closer(summary, pictures)
    sections += notes_of(_warnings(summary))
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
    lost = f" ({data['missing'] / total:.1%})" if data["missing"] else ""
    guessed = " (guessed)" if data["level_guessed"] else ""
    reason = data["layout_reason"]
    layout = data["layout"] + ("" if reason == "as stated" else f" (guessed: {reason})")
    facts = [
        ("Subjects", f"{data['subjects']:,g}"),
        ("Raters", f"{len(data['raters']):,}: {_list(data['raters'], len(data['raters']))}"),
        ("Ratings", f"{data['ratings']:,g}"),
        ("Missing", f"{data['missing']:,g}{lost}"),
        (
            "Categories",
            f"{data['category_count']:,}: {_list(data['categories'], data['category_count'])}",
        ),
        ("Level", data["level"] + guessed),
        ("Layout", layout),
    ]
    if data["unrated"]:
        facts.append(("Without a rating", f"{data['unrated']:,g}"))
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
    blocks += _drawn(pictures, "coefficients")
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
        ends(e, _digits(e["se"])),
        number(e["se"], 4),
        p_number(e["p_value"]) if tested else words(""),
        number(e["observed"], 3),
        number(e["chance"], 3) if e["chance"] else words(""),
        words(band["band"]),
        words(band["secured"]),
    )


def _digits(se: float | None) -> int:
    return 2 if se is None or se >= 0.005 or se == 0 else 3 if se >= 0.0005 else 4


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
    return (*blocks, *_drawn(pictures, "prevalence"))


def _closer(summary: Mapping[str, Any], pictures: Mapping[str, Picture]) -> list[Section]:
    details = summary.get("details")
    drawn = {name: _drawn(pictures, name) for name in pictures}
    if details is None:
        rest = [b for name, own in drawn.items() for b in own if name not in PLACED]
        return [Section("pictures", "Pictures", tuple(rest))] if rest else []
    return [
        Section(
            "categories", "Categories",
            (*_categories(details["categories"]), *_drawn(pictures, "categories", "distributions")),
        ),
        Section(
            "raters", "Raters",
            (
                *_pairs(details["pairs"]), *_left_out(details["left_out"]),
                *_drawn(pictures, "confusion", "raters", "left_out", "bland_altman", "missingness"),
            ),
        ),
        Section(
            "disagreements", "Subjects with most disagreement",
            (*_disagreements(details["disagreements"]), *_drawn(pictures, "disagreements")),
        ),
    ]  # fmt: skip


PLACED = ("coefficients", "prevalence")


def _drawn(pictures: Mapping[str, Picture], *names: str) -> list[Picture]:
    return [pictures[name] for name in names if name in pictures]


def _categories(rows: Sequence[Mapping[str, Any]]) -> list[Block]:
    if not rows:
        return []
    meaning = (
        "Specific agreement: when one rater chooses the category, how often another one does. "
        "Kappa: this category against all others."
    )
    columns = ("Category", "Share", "Specific agreement", "Kappa")
    cells = [
        (
            words(row["category"]),
            share(row["share"]),
            spread(row["specific_agreement"]),
            spread(row["kappa"]),
        )
        for row in rows
    ]
    return [Words(meaning), Table.of("", columns, cells)]


def _pairs(pairs: Mapping[str, Any] | None) -> list[Block]:
    if pairs is None:
        return []
    raters, found = pairs["raters"], pairs["pairs"]
    title = f"{found[0]['title']} of each pair of raters"
    if len(raters) > PAIRED:
        ranked = sorted(found, key=lambda e: (e["value"] is None, e["value"]))[:RANKED]
        rows = [(words(f"{e['a']} and {e['b']}"), spread(e)) for e in ranked]
        return [Table.of(f"{title}, the lowest {len(rows)}", ("Pair", "Value"), rows)]
    value = {(e["a"], e["b"]): e for e in found} | {(e["b"], e["a"]): e for e in found}
    matrix = [
        (words(a), *(words("") if a == b else number(value[a, b]["value"]) for b in raters))
        for a in raters
    ]
    return [Table.of(title, ("", *map(show_label, raters)), matrix)]


def _left_out(rows: Sequence[Mapping[str, Any]]) -> list[Block]:
    if not rows:
        return []
    meaning = (
        "A value that rises without a rater shows that this one agrees less with the others than "
        "they do with each other."
    )
    cells = [
        (words(row["rater"]), spread(row), Cell(_signed(row["change"]), row["change"]))
        for row in rows
    ]
    title = f"{rows[0]['title']} without each rater"
    return [Table.of(title, ("Without", "Value", "Change"), cells), Words(meaning)]


def _signed(value: float | None) -> str:
    return "–" if value is None else f"{value:+.3f}"


def _disagreements(rows: Sequence[Mapping[str, Any]]) -> list[Block]:
    if not rows:
        return []
    cells = [
        (
            words(row["subject"]),
            number(row["disagreement"]),
            words(_ratings(row["ratings"])),
        )
        for row in rows
    ]
    return [Table.of("", ("Subject", "Disagreement", "Ratings"), cells)]


def _ratings(ratings: Mapping[str, Any]) -> str:
    given = [f"{name} {show_label(label)}" for name, label in ratings.items() if label is not None]
    return ", ".join(given[:RANKED]) + (", …" if len(given) > RANKED else "")


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
        Section("paste", "For your paper", (Code("", clean(summary["apa"])),)),
        Section("method", "Method", (Words(summary["method"]),)),
        Section("references", "References", (references,) if cited else ()),
        Section("again", "To get this again", tuple(lines)),
    ]
