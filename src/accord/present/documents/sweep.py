"""Document of ``accord sweep``: runs of a system, ranked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord.base.wording import percent
from accord.present.cells import count, number, p_number, spread, words
from accord.present.document import Cell, Column, Document, Fact, Figure, Row, Section, Table
from accord.present.documents.marks import differences_table
from accord.present.documents.shared import doubts, few, notes, only_with_blocks, stated
from accord.statistics import MEASURES

__all__ = ["sweep_document"]


def sweep_document(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> Document:
    """Make the document of a sweep."""
    sections = [
        *doubts(summary),
        Section("runs", "Runs", (_runs(summary), *figures.values()), compact=True),
        Section(
            "differences",
            "Distribution of score differences",
            tuple(differences_table(summary["runs"], "runs")),
        ),
        *notes(summary),
    ]
    return Document(
        "sweep",
        summary["accord"],
        "Runs of a system",
        summary.get("source", ""),
        (summary["sentence"],),
        _facts(summary),
        only_with_blocks(sections),
    )


def _facts(summary: Mapping[str, Any]) -> tuple[Fact, ...]:
    others = [name for name in summary["people"] if name not in summary["gold_names"]]
    facts = [
        Fact("Subjects", count(summary["subjects"], "subjects")),
        stated("Gold standard", summary["gold"], "gold"),
    ]
    if others:
        facts.append(stated("Further people", few(others), "people"))
    if summary["ceiling"] is not None:
        facts.append(Fact("Human–human agreement", spread(summary["ceiling"], key="ceiling/value")))
    return tuple(facts)


def _runs(summary: Mapping[str, Any]) -> Table:
    runs, parameters = summary["runs"], summary["parameters"]
    further = {
        name: known.short
        for name, known in MEASURES.items()
        if known.short and "runs" in known.parts and name != summary["metric"]
        if any(_value(run, name) is not None for run in runs)
    }
    # Where the settings of each run differ, they identify it, and its name is left out.
    settings = {tuple(map(str, run["parameters"].values())) for run in runs}
    named = parameters == ["run"] or len(settings) < len(runs)
    several = len(runs) > 2  # a single test needs no adjustment
    level = percent(summary["confidence"])
    columns = (
        Column("Rank"),
        *((Column("Run", "name"),) if named else ()),
        *(Column(key) for key in parameters),
        Column(f"{MEASURES[summary['metric']].title} and {level} CI"),
        Column("Run − best", "difference_from_best"),
        Column("p (Holm)" if several else "p", "p_adjusted"),
        *(Column(title) for title in further.values()),
    )
    rows = []
    for k, run in enumerate(runs):
        metrics = {item["name"]: item for item in run["metrics"]}
        path = f"runs/{k}"
        cells = (
            words(run["rank"]),
            *((words(run["name"]),) if named else ()),
            *(_setting(run, key, f"{path}/parameters/{j}") for j, key in enumerate(parameters)),
            spread(metrics[summary["metric"]], key=f"{path}/metrics/{summary['metric']}/value"),
            words("best") if run["rank"] == 1 else number(run["difference_from_best"], 3),
            words("") if run["rank"] == 1 else p_number(run["p_adjusted"]),
            *(number(_value(run, n), key=f"{path}/metrics/{n}/value") for n in further),
        )
        rows.append(Row(path, cells))
    return Table.of(columns, rows)


def _value(run: Mapping[str, Any], name: str) -> float | None:
    """Return a metric of a run; None if it is undefined, or not one of such ratings."""
    found: float | None
    found = next((item["value"] for item in run["metrics"] if item["name"] == name), None)
    return found


def _setting(run: Mapping[str, Any], name: str, key: str) -> Cell:
    return words(run["parameters"].get(name, ""), key)
