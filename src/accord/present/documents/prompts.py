"""Documents of systems on several prompts: a row for each, means, and differences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.base.wording import capital, counted, difference_digits, percent
from accord.present.cells import count, number, p_number, spread, words
from accord.present.document import (
    Block,
    Bullets,
    Cell,
    Column,
    Document,
    Figure,
    Row,
    Section,
    Table,
)
from accord.present.documents.shared import doubts, figures_named, method, notes, only_with_blocks
from accord.statistics import MEASURES

__all__ = [
    "HOLM",
    "HOW",
    "difference_cell",
    "differences_table",
    "prompt_sections",
    "prompts_document",
    "reasons",
]

MEANS = {"plain": "Mean", "fisher_z": "Mean by Fisher's z"}
HOW = (
    "Each prompt counts the same in means. Their intervals combine those of the prompts by "
    "variance recovery (Zou and Donner, 2008). Fisher's z: of values clipped to ±.999."
)
HOLM = (
    "p (Holm): adjusted for the prompts of a pair of systems, and for the pairs of systems of a "
    "mean."
)


def prompts_document(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> Document:
    """Make the document of systems on several prompts."""
    sections = [
        *doubts(summary),
        *prompt_sections(summary, "", figures),
        *reasons((*summary["means"], *summary["differences"])),
        *notes(summary),
        method(_methods(summary)),
    ]
    prompts = counted(len(summary["prompts"]), "prompt")
    systems = counted(len(summary["systems"]), "system")
    headline = [f"{capital(systems)} on {prompts}.", *_mean_sentences(summary)]
    return Document(
        "prompts",
        summary["accord"],
        "Systems against people, by prompt",
        summary.get("source", ""),
        (" ".join(headline),),
        (),
        only_with_blocks(sections),
    )


def _mean_sentences(summary: Mapping[str, Any]) -> list[str]:
    title = MEASURES[summary["headline"]].title
    known = [
        mean
        for mean in summary["means"]
        if mean["name"] == summary["headline"]
        and mean["method"] == "plain"
        and mean["value"] is not None
    ]
    values = "; ".join(f"{mean['system']} {spread(mean).text}" for mean in known)
    return [f"Mean {title}: {values}."] if known else []


def prompt_sections(
    summary: Mapping[str, Any] | None, path: str, figures: Mapping[str, Figure] | None = None
) -> list[Section]:
    """Return the sections of the prompts; ``path`` precedes the keys of their cells."""
    if summary is None:
        return []
    blocks: tuple[Block, ...] = (_metrics(summary, path), *figures_named(figures or {}, "prompts"))
    title = f"By prompt, with {percent(summary['confidence'])} CI"
    return [
        Section("prompts", title, blocks),
        Section(
            "prompt_differences",
            "Differences between systems, by prompt",
            (differences_table(summary["differences"], path),) if summary["differences"] else (),
        ),
    ]


def _metrics(summary: Mapping[str, Any], path: str) -> Table:
    """Return the table of prompts and metrics, followed by the means."""
    names, several = summary["metrics"], len(summary["systems"]) > 1
    columns = (
        Column("Prompt, system" if several else "Prompt"),
        Column("n", "n"),
        *(Column(_title(name), f"metrics/{name}/value") for name in names),
    )
    rows = [
        Row(
            f"{path}rows/{k}",
            (
                words(_label(row["prompt"], row["system"], several=several)),
                count(row["n"]),
                *(_estimate(item) for item in row["metrics"]),
            ),
        )
        for k, row in enumerate(summary["rows"])
    ]
    return Table.of(columns, [*rows, *_means(summary, path, several=several)])


def _label(place: str, system: str, *, several: bool) -> str:
    return f"{place}, {system}" if several else place


def _title(name: str) -> str:
    measure = MEASURES[name]
    return capital(measure.short or measure.title)


def _estimate(item: Mapping[str, Any]) -> Cell:
    mark = "*" if item.get("flag") else ""
    return spread(item, 2, mark)


def _means(summary: Mapping[str, Any], path: str, *, several: bool) -> list[Row]:
    """Return a row for each system and kind of mean."""
    rows = []
    for kind, title in MEANS.items():
        for system in summary["systems"]:
            places = {
                mean["name"]: (k, mean)
                for k, mean in enumerate(summary["means"])
                if (mean["system"], mean["method"]) == (system, kind)
            }
            if not places:
                continue
            cells = [
                spread(places[name][1], key=f"{path}means/{places[name][0]}/value")
                if name in places
                else words("")
                for name in summary["metrics"]
            ]
            label = words(_label(title, system, several=several))
            rows.append(Row("", (label, words(""), *cells)))
    return rows


def differences_table(differences: Sequence[Mapping[str, Any]], path: str = "") -> Table:
    """Return the table of differences, by prompt and on average."""
    pairs = list(dict.fromkeys((d["a"], d["b"]) for d in differences))
    titles = list(dict.fromkeys(d["title"] for d in differences))
    first, second = pairs[0] if len(pairs) == 1 else ("First", "Second")
    columns = (
        Column("Prompt"),
        *((Column("Systems", None),) if len(pairs) > 1 else ()),
        *((Column("Coefficient", "title"),) if len(titles) > 1 else ()),
        Column("n", "n"),
        Column(first, "value_a"),
        Column(second, "value_b"),
        Column("Difference [CI]", "difference"),
        Column("p (Holm)", "p_adjusted"),
    )
    rows = [
        Row(
            f"{path}differences/{k}",
            (
                words(d["prompt"] if d["prompt"] is not None else MEANS[d["mean"]]),
                *((words(f"{d['a']} − {d['b']}"),) if len(pairs) > 1 else ()),
                *((words(d["title"]),) if len(titles) > 1 else ()),
                count(d["n"]),
                number(d["value_a"]),
                number(d["value_b"]),
                difference_cell(d),
                p_number(d["p_adjusted"]),
            ),
        )
        for k, d in enumerate(differences)
    ]
    systems = [f"{first} − {second}"] if len(pairs) == 1 else []
    return Table.of(columns, rows, ", ".join([*titles[: len(titles) == 1], *systems]))


def difference_cell(d: Mapping[str, Any]) -> Cell:
    """Return the cell of a difference with its interval."""
    known = [d[key] for key in ("difference", "lower", "upper")]
    if any(value is None for value in known):
        return number(d["difference"])
    return spread({**d, "value": d["difference"]}, difference_digits(*known))


def _methods(summary: Mapping[str, Any]) -> str:
    return f"{HOW} {HOLM}" if summary["differences"] else HOW


def reasons(items: Sequence[Mapping[str, Any]]) -> list[Section]:
    """Return why values or intervals are undefined, each reason once."""
    known = dict.fromkeys(item["reason"].rstrip(".") for item in items if item["reason"])
    texts = tuple(f"{capital(reason)}." for reason in known)
    return (
        [Section("reasons", "Undefined values and intervals", (Bullets(texts),))] if texts else []
    )
