"""Document of ``accord evaluate``: systems against people."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from accord.base.wording import difference_digits, percent, percentage, short
from accord.data.scale import show_label
from accord.options.presets import EXACT_AGREEMENT, HEADLINE
from accord.present.cells import count, number, p_number, spread, words
from accord.present.document import (
    Block,
    Cell,
    Column,
    Detail,
    Document,
    Fact,
    Figure,
    Paragraph,
    Row,
    Section,
    Table,
)
from accord.present.documents.accuracy import accuracy_blocks
from accord.present.documents.marks import differences_table
from accord.present.documents.prompts import prompt_sections
from accord.present.documents.shared import closing, doubts, few, notes, only_with_blocks, stated
from accord.present.sentences import STAR, scored
from accord.statistics import COEFFICIENTS, MEASURES

__all__ = ["evaluation_document"]

OF_ACCURACY = ("true_positive_rate", "false_positive_rate", "precision")  # rates of that section
DERIVED = ("disattenuated_r",)  # shown in the short form, though not registered as metrics
LABELLED = {"sets": "Each label of the sets", "spans": "Each label: equal spans"}
RUNS = (
    (EXACT_AGREEMENT, "Agreement"),
    (HEADLINE, COEFFICIENTS[HEADLINE].title),
    ("sd_between_runs", "Standard deviation"),
)


def evaluation_document(summary: Mapping[str, Any], figures: Mapping[str, Figure]) -> Document:
    """Make the document of an evaluation."""
    sections = [
        *doubts(summary),
        Section("metrics", "Metrics", (_metrics(summary), *figures.values()), compact=True),
        Section(
            "differences",
            "Distribution of score differences",
            tuple(differences_table(summary["systems"], "systems")),
        ),
        *prompt_sections(summary.get("by_prompt"), "by_prompt/"),
        Section("accuracy", "Sensitivity and specificity", _accuracy(summary)),
        Section("ranking", "Ranking", _ranking(summary)),
        Section("groups", "Subgroups", _groups(summary)),
        Section("runs", "Agreement between runs", _runs(summary["data"]["runs"])),
        *(_system(k, system, summary) for k, system in enumerate(summary["systems"])),
        *notes(summary),
        *closing(summary),
    ]
    return Document(
        "evaluation",
        summary["accord"],
        "Systems against people",
        summary.get("source", ""),
        tuple(summary["reading"]),
        _facts(summary["data"]),
        only_with_blocks(sections),
    )


def _facts(data: Mapping[str, Any]) -> tuple[Fact, ...]:
    units = "Characters or tokens" if data.get("ratings") == "spans" else "Subjects"
    facts = [
        Fact(units, count(data["subjects"], "data/subjects")),
        stated(f"{units} scored", scored(data), "data/scored"),
        stated("Gold standard", data["gold"], "data/gold"),
        stated("People", few(data["people"]), "data/people"),
        stated("Systems", few([system["name"] for system in data["systems"]]), "data/systems"),
    ]
    if data["range"] is not None:
        low, high = (show_label(value) for value in data["range"])
        text = f"{low} to {high}, in steps of {show_label(data['step'])}"
        facts.append(stated("Marks", text, "data/range"))
    return tuple(facts)


def _metrics(summary: Mapping[str, Any]) -> Table:
    reports = [(f"systems/{k}", system) for k, system in enumerate(summary["systems"])]
    reports += [
        (part, summary[part]) for part in ("baseline", "ceiling") if summary[part] is not None
    ]
    names = dict.fromkeys(item["name"] for _, report in reports for item in report["metrics"])
    brief = summary["data"]["range"] is not None  # words have few metrics, which are all shown
    rows = []
    for name in names:
        items = {
            path: item
            for path, report in reports
            for item in report["metrics"]
            if item["name"] == name
        }
        first, known = next(iter(items.items()))
        if all(item["value"] is None for item in items.values()):
            continue
        cells = [_metric(items.get(path), f"{path}/metrics/{name}/value") for path, _ in reports]
        detail: Detail = "details" if brief and not _in_summary(name) else "always"
        rows.append(Row(f"{first}/metrics/{name}", (words(known["title"]), *cells), detail))
    level = percent(summary["data"]["confidence"])
    columns = (Column("Metric"), *(Column(report["name"]) for _, report in reports))
    flagged = any(item["flag"] for _, report in reports for item in report["metrics"])
    return Table.of(columns, rows, f"Values with {level} CI" + (f"; {STAR}" if flagged else ""))


def _in_summary(name: str) -> bool:
    return name in DERIVED or (name in MEASURES and "summary" in MEASURES[name].parts)


def _metric(item: Mapping[str, Any] | None, key: str = "") -> Cell:
    if item is None or item["value"] is None:
        return words(None, key)
    name = item["name"] if "name" in item else item["metric"]  # rows of groups name the metric
    measure = MEASURES.get(name.removesuffix("_rounded"))
    errors = measure is not None and measure.kind == "error"  # in the unit of the scores
    digits = _digits(item, item["value"]) if errors else 2
    return spread(item, digits, mark="*" if item["flag"] else "", key=key)


def _digits(limits: Mapping[str, Any], value: float | None) -> int:
    """Return the decimals of a difference, or of an error."""
    known = (math.nan if v is None else v for v in (value, limits["lower"], limits["upper"]))
    return difference_digits(*known)


def _ranking(summary: Mapping[str, Any]) -> tuple[Block, ...]:
    if len(summary["systems"]) < 2:
        return ()
    rows = [
        Row(
            f"ranking/{k}",
            (words(r["system"]), count(r["rank"]), number(r["value"]), words(r["sets"])),
        )
        for k, r in enumerate(summary["ranking"])
    ]
    metric = MEASURES[summary["headline"]]
    meaning = (
        f"By {metric.title} ({metric.direction}). Systems that share a letter are not "
        "significantly different."
    )
    columns = (
        Column("System"),
        Column("Rank", "rank"),
        Column("Value", "value"),
        Column("Letters", "sets"),
    )
    return (Paragraph(meaning), Table.of(columns, rows), _pairs(summary, metric.contrast))


def _pairs(summary: Mapping[str, Any], contrast: str) -> Table:
    rows = [
        Row(
            f"comparisons/{k}",
            (
                words(f"{c['a']} − {c['b']}"),
                spread({**c, "value": c["difference"]}, _digits(c, c["difference"])),
                p_number(c["p_value"]),
                p_number(c["p_adjusted"]),
            ),
        )
        for k, c in enumerate(summary["comparisons"])
        if c["metric"] == summary["headline"]
    ]
    columns = (
        Column("Pair"),
        Column("Difference (first − second)", "difference"),
        Column("p", "p_value"),
        Column("p (Holm)", "p_adjusted"),
    )
    title = f"Each pair of systems: difference in {contrast}"
    return Table.of(columns, rows, title, "details")


def _groups(summary: Mapping[str, Any]) -> tuple[Block, ...]:
    rows = [
        Row(
            f"groups/{k}",
            (
                words(g["system"]),
                words(MEASURES[g["metric"]].title if g["metric"] in MEASURES else g["metric"]),
                words(g["group"]),
                _metric({**g, "name": g["metric"]}),
                count(g["n"]),
                p_number(g["p_adjusted"]),
            ),
        )
        for k, g in enumerate(summary["groups"])
    ]
    columns = (
        Column("System"),
        Column("Metric", "metric"),
        Column("Group", "group"),
        Column("Value", "value"),
        Column("n", "n"),
        Column("p (Holm)", "p_adjusted"),
    )
    return (Table.of(columns, rows),) if rows else ()


def _runs(runs: Sequence[Mapping[str, Any]]) -> tuple[Block, ...]:
    """Return the agreement between the runs of each judge."""
    names = [(name, title) for name, title in RUNS if any(_known(row, name) for row in runs)]
    rows = [
        Row(
            f"data/runs/{k}",
            (
                words(row["judge"]),
                count(len(row["runs"])),
                *(
                    spread(row[name], key=f"data/runs/{k}/{name}/value")
                    if _known(row, name)
                    else words("")
                    for name, _ in names
                ),
            ),
        )
        for k, row in enumerate(runs)
    ]
    columns = (Column("Judge"), Column("Runs", "runs"), *(Column(title) for _, title in names))
    return (Table.of(columns, rows),) if rows else ()


def _known(row: Mapping[str, Any], name: str) -> bool:
    return row.get(name) is not None and row[name]["value"] is not None


def _accuracy(summary: Mapping[str, Any]) -> tuple[Block, ...]:
    """Return the tables of sensitivity and specificity, if the gold standard has two categories."""
    accuracy = summary.get("accuracy")
    if accuracy is None:
        return ()
    prevalence = percentage(accuracy["prevalence"])
    text = f"Positive: {show_label(accuracy['positive'])}. Prevalence: {prevalence}."
    return (Paragraph(text), *accuracy_blocks(accuracy, "accuracy/"))


def _system(index: int, system: Mapping[str, Any], summary: Mapping[str, Any]) -> Section:
    path = f"systems/{index}"
    blocks = (
        *_judge(system, path, () if summary.get("accuracy") is None else OF_ACCURACY),
        *_scores(system, path, LABELLED.get(summary["data"].get("ratings", ""))),
        *_association(system, path),
        *_tests(system, path),
        *_degradation(system, path),
    )
    return Section("system", system["name"], blocks)


def _judge(system: Mapping[str, Any], path: str, known: Sequence[str]) -> tuple[Block, ...]:
    """Return the rates of a judge, without those that stand elsewhere, and the annotator test."""
    judge = system["judge"]
    rows = [
        Row(f"{path}/judge/rates/{k}", (words(r["title"]), spread(r)))
        for k, r in enumerate(judge.get("rates", ()))
        if r["name"] not in known
    ]
    blocks: list[Block] = []
    if rows:
        title = f"Rates of the verdict {show_label(judge['positive'])}"
        blocks.append(Table.of((Column("Rate"), Column("Value", "value")), rows, title))
    if judge.get("alternative_annotator"):
        blocks.append(Paragraph(_annotator_test(system["name"], judge["alternative_annotator"])))
    return tuple(blocks)


def _annotator_test(name: str, test: Mapping[str, Any]) -> str:
    """Return the result of the alternative annotator test."""
    result = "passes" if test["passed"] else "does not pass"
    replaced = [p["person"] for p in test["people"] if p["replaceable"]]
    return (
        f"{name} {result} the alternative annotator test. It may replace {len(replaced)} of "
        f"{len(test['people'])} people ({', '.join(replaced) or 'none'}; at least half are "
        f"required, ε = {short(test['epsilon'])}). The mean probability that it does at least as "
        f"well as a person is {spread(test['advantage']).text}."
    )


def _scores(system: Mapping[str, Any], path: str, title: str | None) -> list[Block]:
    """Return precision, recall and F of each mark, or of each label with the title of these."""
    rows = [
        Row(
            f"{path}/per_score/{k}",
            (
                words(s["score"]),
                count(s["given"]),
                count(s["predicted"]),
                *(_metric(s[name]) for name in ("precision", "recall", "f")),
            ),
        )
        for k, s in enumerate(system["per_score"])
    ]
    columns = (
        Column("Label" if title else "Score"),
        Column("Given", "given"),
        Column("Predicted", "predicted"),
        Column("Precision", "precision/value"),
        Column("Recall", "recall/value"),
        Column("F", "f/value"),
    )
    if title is None:
        return list(_table(columns, rows, "Each score"))
    return [Table.of(columns, rows, title)] if rows else []


def _association(system: Mapping[str, Any], path: str) -> list[Table]:
    rows = [
        Row(
            f"{path}/association/{k}",
            (
                words(a["title"]),
                *(number(a[key], 3) for key in ("value", "ase", "t")),
                p_number(a["p_value"]),
            ),
        )
        for k, a in enumerate(system["association"])
    ]
    columns = (
        Column("Coefficient"),
        Column("Value", "value"),
        Column("Asymptotic SE", "ase"),
        Column("Approx. T", "t"),
        Column("Approx. significance", "p_value"),
    )
    return _table(columns, rows, "Association as in SPSS")


def _tests(system: Mapping[str, Any], path: str) -> list[Table]:
    rows = [
        Row(
            f"{path}/tests/{k}",
            (
                words(t["title"]),
                number(t["statistic"]),
                p_number(t["p_value"]),
                words("") if t["effect"] is None else spread({**t, "value": t["effect"]}),
                words(t["caution"]),
            ),
        )
        for k, t in enumerate(system["tests"])
    ]
    columns = (
        Column("Test"),
        Column("Statistic", "statistic"),
        Column("p", "p_value"),
        Column("Effect size", "effect"),
        Column("Caution", "caution"),
    )
    return _table(columns, rows, "Tests of a difference")


def _degradation(system: Mapping[str, Any], path: str) -> list[Table]:
    rows = [
        Row(f"{path}/degradation/{k}", (words(d["title"]), _metric(d)))
        for k, d in enumerate(system["degradation"])
    ]
    columns = (Column("Metric"), Column("Difference (system − people)", "value"))
    return _table(columns, rows, "Difference from human–human agreement")


def _table(columns: Sequence[Column], rows: Sequence[Row], title: str) -> list[Table]:
    return [Table.of(columns, rows, title, "details")] if rows else []
