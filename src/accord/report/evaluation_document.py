"""The report on systems against people, from its summary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.evaluation import MEASURES
from accord.report.agreement_document import closing, notes_of
from accord.report.document import (
    Block,
    Cell,
    Document,
    Picture,
    Section,
    Table,
    Words,
    number,
    p_number,
    share,
    spread,
    words,
)
from accord.report.words import STAR, scored
from accord.scale import show_label
from accord.wording import count_text, percent, short

__all__ = ["evaluation_document"]

STEPS = 8  # columns of the difference table


def evaluation_document(summary: Mapping[str, Any], pictures: Mapping[str, Picture]) -> Document:
    """Document of ``accord evaluate``."""
    sections = [
        Section("metrics", "Metrics", (_metrics(summary), *pictures.values())),
        Section("differences", "Distribution of score differences", _points_off(summary)),
        Section("ranking", "Ranking", _ranking(summary)),
        Section("groups", "Subgroups", _groups(summary)),
        *(
            Section("system", system["name"], blocks)
            for system in summary["systems"]
            if (blocks := (*_judge(system), *_scores(system), *_tests(system)))
        ),
        *notes_of(summary["warnings"]),
        *closing(summary),
    ]
    return Document(
        "Systems against people",
        summary.get("source", ""),
        summary["accord"],
        tuple(summary["reading"]),
        _facts(summary["data"]),
        tuple(section for section in sections if section.blocks),
    )


def _facts(data: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    facts = [
        ("Subjects", count_text(data["subjects"])),
        ("Scored", scored(data)),
        ("Gold standard", data["gold"]),
        ("People", ", ".join(data["people"])),
        ("Systems", ", ".join(system["name"] for system in data["systems"])),
    ]
    if data["range"] is not None:
        low, high = (show_label(value) for value in data["range"])
        facts.append(("Marks", f"{low} to {high}, in steps of {show_label(data['step'])}"))
    return tuple(facts)


def _metrics(summary: Mapping[str, Any]) -> Table:
    reports = [*summary["systems"], summary["baseline"]]
    if summary["ceiling"] is not None:
        reports.append(summary["ceiling"])
    by_name = [{item["name"]: item for item in report["metrics"]} for report in reports]
    titles = {item["name"]: item["title"] for report in reports for item in report["metrics"]}
    rows = []
    for name, title in titles.items():
        own = [metrics.get(name) for metrics in by_name]
        if any(item is not None and item["value"] is not None for item in own):
            rows.append((words(title), *map(_metric, own)))
    level = percent(summary["data"]["confidence"])
    heads = ("Metric", *(report["name"] for report in reports))
    title = f"Values with {level} intervals; {STAR}"
    return Table.of(title, heads, rows)


def _metric(item: Mapping[str, Any] | None) -> Cell:
    if item is None or item["value"] is None:
        return words(None)
    cell = spread(item)
    return Cell(f"{cell.text}*", cell.value) if item["flag"] else cell


def _points_off(summary: Mapping[str, Any]) -> tuple[Block, ...]:
    """Share of the marks at each distance from the gold standard, both directions together."""
    marked = [system for system in summary["systems"] if system["differences"]]
    steps = sorted({abs(m["difference"]) for s in marked for m in s["differences"]})
    steps, beyond = steps[:STEPS], len(steps) > STEPS
    rows = []
    for system in marked:
        own = system["differences"]
        shares = [sum(m["share"] for m in own if abs(m["difference"]) == step) for step in steps]
        shares += [sum(m["share"] for m in own) - sum(shares)] if beyond else []
        rows.append((words(system["name"]), *map(share, shares)))
    heads = ("System", *("0" if step == 0 else f"±{show_label(step)}" for step in steps))
    heads += ("more",) if beyond else ()
    title = "Share of the marks by their difference from the gold standard, in points"
    return (Table.of(title, heads, rows),) if rows else ()


def _ranking(summary: Mapping[str, Any]) -> tuple[Block, ...]:
    if len(summary["systems"]) < 2:
        return ()
    rows = [
        (words(r["system"]), number(r["rank"], 0), number(r["value"]), words(r["sets"]))
        for r in summary["ranking"]
    ]
    metric = MEASURES[summary["headline"]]
    ranked = (
        f"By {metric.title}, {metric.direction}; systems that share a letter are not significantly "
        "different."
    )
    pairs = [
        (
            words(f"{c['a']} − {c['b']}"),
            spread({"value": c["difference"], "lower": c["lower"], "upper": c["upper"]}),
            p_number(c["p_value"]),
            p_number(c["p_adjusted"]),
        )
        for c in summary["comparisons"]
        if c["metric"] == summary["headline"]
    ]
    return (
        Words(ranked),
        Table.of("", ("System", "Rank", "Value", "Letters"), rows),
        Table.of(
            f"Every pair of systems: difference in {metric.contrast}",
            ("Pair", "Difference (first − second)", "p", "p (Holm)"),
            pairs,
        ),
    )


def _groups(summary: Mapping[str, Any]) -> tuple[Block, ...]:
    rows = [
        (
            words(g["system"]),
            words(g["metric"]),
            words(g["group"]),
            _metric(g),
            number(g["n"], 0),
            p_number(g["p_adjusted"]),
        )
        for g in summary["groups"]
    ]
    heads = ("System", "Metric", "Group", "Value", "n", "p (Holm)")
    return (Table.of("", heads, rows),) if rows else ()


def _judge(system: Mapping[str, Any]) -> tuple[Block, ...]:
    blocks: list[Block] = []
    judge = system["judge"]
    if judge.get("rates"):
        title = f"As a judge of {show_label(judge['positive'])}"
        blocks.append(
            Table.of(title, ("Rate", "Value"), [(r["title"], spread(r)) for r in judge["rates"]])
        )
    test = judge.get("alternative_annotator")
    if test:
        verdict = "passes" if test["passed"] else "does not pass"
        replaced = [p["person"] for p in test["people"] if p["replaceable"]]
        blocks.append(
            Words(
                f"{system['name']} {verdict} the alternative annotator test: it may replace "
                f"{len(replaced)} of {len(test['people'])} people "
                f"({', '.join(replaced) or 'none'}; half must be, ε {short(test['epsilon'])})."
            )
        )
    return tuple(blocks)


def _scores(system: Mapping[str, Any]) -> tuple[Block, ...]:
    rows = [
        (
            words(s["score"]),
            number(s["given"], 0),
            number(s["predicted"], 0),
            *(_metric(s[name]) for name in ("precision", "recall", "f")),
        )
        for s in system["per_score"]
    ]
    heads = ("Score", "Given", "Predicted", "Precision", "Recall", "F")
    return (Table.of("Score by score", heads, rows),) if rows else ()


def _tests(system: Mapping[str, Any]) -> tuple[Block, ...]:
    associations = [
        (
            a["title"],
            *(number(a[key], 3) for key in ("value", "ase", "t")),
            p_number(a["p_value"]),
        )
        for a in system["association"]
    ]
    tests = [
        (
            t["title"],
            number(t["statistic"]),
            p_number(t["p_value"]),
            spread({**t, "value": t["effect"]}),
            t["caution"],
        )
        for t in system["tests"]
    ]
    less = [(d["title"], _metric(d)) for d in system["degradation"]]
    heads = ("Coefficient", "Value", "Asymptotic SE", "Approx. T", "Approx. significance")
    return (
        *_table("Association as in SPSS", heads, associations),
        *_table(
            "Tests of a difference", ("Test", "Statistic", "p", "Effect size", "Caution"), tests
        ),
        *_table(
            "Difference from human–human agreement",
            ("Metric", "Difference (system − people)"),
            less,
        ),
    )


def _table(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> tuple[Block, ...]:
    return (Table.of(title, columns, rows),) if rows else ()
