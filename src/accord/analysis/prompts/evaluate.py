"""`evaluate_prompts`: systems against people on several prompts or variables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from accord.analysis.evaluation import Verdict, evaluate
from accord.analysis.evaluation.estimates import MetricEstimate
from accord.analysis.prompts.differences import adjusted, mean_differences, methods_of_means
from accord.analysis.prompts.pooling import Part, pooled
from accord.analysis.prompts.results import (
    PromptDifference,
    PromptMean,
    PromptRow,
    PromptTable,
)
from accord.analysis.prompts.tables import (
    PromptRatings,
    on_each_prompt,
    read_prompts,
    split_reading,
)
from accord.analysis.tables import grouped
from accord.base.wording import split_names
from accord.data.patterns import Patterns
from accord.options import EvaluateOptions, Progress, ReadOptions, with_options
from accord.statistics import MEASURES
from accord.statistics.measures import Measure

__all__ = ["evaluate_prompts"]

PART = "subgroups"  # metrics that are shown of parts of the subjects
RATE = (0.0, 1.0)  # range of metrics that are shares


@with_options(EvaluateOptions, ReadOptions)
def evaluate_prompts(
    data: Any,
    gold: str | Sequence[str] | None = None,
    *,
    systems: str | Sequence[str] | None = None,
    second: str | Sequence[str] = (),
    progress: Progress | None = None,
    **options: Any,
) -> PromptTable:
    """Evaluate systems against people on each prompt, with means over the prompts.

    Each prompt is evaluated by itself, on the marks that it uses: essay prompts may have different
    scales. Means are plain and, of correlations and coefficients of agreement, also by Fisher's z.

    Parameters
    ----------
    data
        As in `agreement_table`; subgroups (``by``) or variables are the prompts.
    gold, systems, second
        As in `evaluate`.
    progress
        Called with (what, done, total) during long work.
    **options
        Options of `evaluate` and of reading.

    Returns
    -------
    PromptTable
        A row for each prompt and system, means, and differences of systems.

    Examples
    --------
    >>> result = evaluate_prompts("examples/essays.csv", "adams", systems="chen", by="class")
    >>> [(row.prompt, round(row["qwk"].value, 2)) for row in result]
    [('A', 0.74), ('B', 0.57)]
    >>> round(result.mean("chen", "qwk").value, 3), round(
    ...     result.mean("chen", "qwk", "fisher_z").value, 3)
    (0.656, 0.664)
    """
    reading, how = split_reading(options)
    people = [*split_names(gold or ()), *split_names(second or ())]
    named = [*people, *split_names(systems or ())]
    prompts = read_prompts(data, reading, named, progress)
    how |= {"gold": gold, "systems": systems, "second": second}

    def on_prompt(patterns: Patterns) -> Verdict:
        verdict = evaluate(patterns, **how)
        how["headline"] = verdict.headline  # the first prompt decides for the others
        return verdict

    verdicts, failures = on_each_prompt(prompts, on_prompt, EvaluateOptions, progress)
    reasons = {name: str(error).rstrip(".") for name, error in failures.items()}
    return _table(prompts, verdicts, reasons, float(how.get("confidence", 0.95)))


def _table(
    prompts: PromptRatings,
    verdicts: Mapping[str, Verdict],
    failures: Mapping[str, str],
    confidence: float,
) -> PromptTable:
    """Return the table of the evaluations of prompts."""
    first = next(iter(verdicts.values()))
    systems = tuple(dict.fromkeys(s.name for v in verdicts.values() for s in v.systems))
    metrics = _metrics(verdicts.values(), first.headline)
    rows = [
        _row(name, system, metrics, verdicts.get(name), failures.get(name))
        for name in prompts.tables
        for system in systems
    ]
    warnings = [
        *prompts.notes,
        *grouped({name: each.warnings for name, each in verdicts.items()}),
        *(f"{name} is not evaluated: {reason}." for name, reason in failures.items()),
    ]
    differences = [
        difference
        for a, b in combinations(systems, 2)
        for difference in _differences(prompts, verdicts, rows, (a, b), first.headline, confidence)
    ]
    return PromptTable(
        prompts=tuple(prompts.tables),
        systems=systems,
        metrics=tuple(measure.name for measure in metrics),
        headline=first.headline,
        rows=tuple(rows),
        means=tuple(_means(prompts, rows, systems, metrics, confidence)),
        differences=adjusted(differences),
        confidence=confidence,
        warnings=tuple(dict.fromkeys(warnings)),
    )


def _metrics(verdicts: Iterable[Verdict], headline: str) -> list[Measure]:
    """Return the metrics of the columns: those that are defined on a prompt."""
    defined = {
        item.name
        for verdict in verdicts
        for system in verdict.systems
        for item in system.metrics
        if math.isfinite(item.value)
    }
    shown = [m for m in MEASURES.values() if PART in m.parts or m.name == headline]
    kept = [m for m in shown if m.name in defined or m.name == headline]
    return sorted(kept, key=lambda m: m.name != headline)


def _row(
    prompt: str,
    system: str,
    metrics: Sequence[Measure],
    verdict: Verdict | None,
    failure: str | None,
) -> PromptRow:
    """Return the row of a system on a prompt; of one that is not there, with the reason."""
    known = {} if verdict is None else {report.name: report for report in verdict.systems}
    if system not in known:
        reason = failure or f"{system} has no scores"
        return PromptRow(
            prompt,
            system,
            0,
            tuple(MetricEstimate.undefined(m.name, m.title, 0, m.form, reason) for m in metrics),
        )
    found = tuple(known[system][m.name] for m in metrics)
    return PromptRow(prompt, system, found[0].n, found)


def _has_z(measure: Measure) -> bool:
    """Return whether values are correlations or corrected for chance, so that z is defined."""
    of_scores = measure.kind in ("agreement", "association") and measure.better == "more"
    return of_scores and measure.link.range != RATE


def _means(
    prompts: PromptRatings,
    rows: Sequence[PromptRow],
    systems: Sequence[str],
    metrics: Sequence[Measure],
    confidence: float,
) -> Iterable[PromptMean]:
    """Yield the means of each system and metric."""
    for system in systems:
        own = [row for row in rows if row.system == system]
        for measure in metrics:
            parts = [Part.of(row.prompt, row[measure.name]) for row in own]
            for method in methods_of_means(has_z=_has_z(measure)):
                mean = pooled(
                    parts,
                    confidence,
                    fisher=method == "fisher_z",
                    independent=prompts.independent,
                )
                yield PromptMean(
                    system, measure.name, method, mean.value, mean.se, mean.lower, mean.upper,
                    mean.df, mean.reason,
                )  # fmt: skip


def _differences(
    prompts: PromptRatings,
    verdicts: Mapping[str, Verdict],
    rows: Sequence[PromptRow],
    pair: tuple[str, str],
    headline: str,
    confidence: float,
) -> Iterable[PromptDifference]:
    """Yield the difference of two systems on each prompt, and its means."""
    measure, names = MEASURES[headline], list(prompts.tables)
    items = {(row.prompt, row.system): row[headline] for row in rows}
    found = [
        _on_prompt(name, pair, (items[name, pair[0]], items[name, pair[1]]), verdicts.get(name))
        for name in names
    ]
    yield from found
    sides = tuple([Part.of(name, items[name, system]) for name in names] for system in pair)
    yield from mean_differences(
        found,
        (sides[0], sides[1]),
        confidence,
        has_z=_has_z(measure),
        independent=prompts.independent,
    )


def _on_prompt(
    prompt: str,
    pair: tuple[str, str],
    items: tuple[MetricEstimate, ...],
    verdict: Verdict | None,
) -> PromptDifference:
    """Return the difference of two systems on a prompt."""
    nan, (first, second) = math.nan, items
    title = first.title
    rows = () if verdict is None else verdict.comparisons
    for row in rows:
        if row.metric == first.name and {row.a, row.b} == set(pair):
            sign = 1 if (row.a, row.b) == pair else -1
            low, high = sorted((sign * row.lower, sign * row.upper))
            return PromptDifference(
                prompt, None, *pair, first.name, title, first.value, second.value,
                sign * row.difference, row.se, low, high, row.p_value, nan,
                min(first.n, second.n),
            )  # fmt: skip
    reason = first.reason or second.reason or "one of the two is undefined"
    return PromptDifference(
        prompt, None, *pair, first.name, title, first.value, second.value, nan, nan, nan, nan,
        nan, nan, min(first.n, second.n), reason,
    )  # fmt: skip
