"""`evaluate_prompts`: systems against people on several prompts or variables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from accord.analysis.evaluation import Verdict, evaluate
from accord.analysis.evaluation.estimates import MetricEstimate
from accord.analysis.prompts.pooling import Part, pooled, pooled_difference
from accord.analysis.prompts.results import (
    MeanMethod,
    PromptDifference,
    PromptMean,
    PromptRow,
    PromptTable,
)
from accord.analysis.prompts.tables import PromptRatings, read_prompts
from accord.analysis.tables import grouped
from accord.base.wording import split_names
from accord.errors import AccordError, OptionError
from accord.inference import holm
from accord.options import EvaluateOptions, Progress, ReadOptions, declared, with_options
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
    reading = {name: value for name, value in options.items() if name in declared(ReadOptions)}
    how = {name: value for name, value in options.items() if name not in reading}
    people = [*split_names(gold or ()), *split_names(second or ())]
    named = [*people, *split_names(systems or ())]
    prompts = read_prompts(data, reading, named, progress)
    verdicts, failures = _verdicts(
        prompts, {**how, "gold": gold, "systems": systems, "second": second}, progress
    )
    return _table(prompts, verdicts, failures, float(how.get("confidence", 0.95)))


def _verdicts(
    prompts: PromptRatings, how: Mapping[str, Any], progress: Progress | None
) -> tuple[dict[str, Verdict], dict[str, str]]:
    """Return the evaluation of each prompt, and why others cannot be evaluated."""
    verdicts: dict[str, Verdict] = {}
    failures: dict[str, AccordError] = {}
    for number, (name, patterns) in enumerate(prompts.tables.items()):
        if progress is not None:
            progress("prompts", number, len(prompts.tables))
        headline = {v.headline for v in verdicts.values()}
        stated = {**how, **({"headline": headline.pop()} if headline else {})}
        try:
            verdicts[name] = evaluate(patterns, **stated)
        except AccordError as error:
            if isinstance(error, OptionError) and error.option in declared(EvaluateOptions):
                raise
            failures[name] = error
    if not verdicts:
        raise next(iter(failures.values()))
    return verdicts, {name: str(error).rstrip(".") for name, error in failures.items()}


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


def _part(prompt: str, e: MetricEstimate) -> Part:
    return Part(prompt, e.value, e.se, e.lower, e.upper, e.df)


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
            parts = [_part(row.prompt, row[measure.name]) for row in own]
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


def methods_of_means(*, has_z: bool) -> tuple[MeanMethod, ...]:
    """Return how means are taken: also by Fisher's z, where it is defined."""
    return ("plain", "fisher_z") if has_z else ("plain",)


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
    sides = tuple([_part(name, items[name, system]) for name in names] for system in pair)
    yield from mean_differences(
        found,
        (sides[0], sides[1]),
        confidence,
        has_z=_has_z(measure),
        independent=prompts.independent,
    )


def mean_differences(
    found: Sequence[PromptDifference],
    sides: tuple[Sequence[Part], Sequence[Part]],
    confidence: float,
    *,
    has_z: bool,
    independent: bool,
) -> Iterable[PromptDifference]:
    """Yield the mean differences of two systems over prompts, from those on the prompts."""
    first = found[0]
    parts = [
        Part(str(d.prompt), d.difference, d.se, d.lower, d.upper, min(x.df, y.df))
        for d, x, y in zip(found, *sides, strict=True)
    ]
    for method in methods_of_means(has_z=has_z):
        fisher = method == "fisher_z"
        values = [pooled(side, confidence, fisher=fisher).value for side in sides]
        mean = pooled_difference(*sides, parts, confidence, fisher=fisher, independent=independent)
        yield PromptDifference(
            None, method, first.a, first.b, first.name, first.title, values[0], values[1],
            mean.value, mean.se, mean.lower, mean.upper, mean.p_value, math.nan,
            _subjects([d.n for d in found], independent=independent), mean.reason,
        )  # fmt: skip


def _subjects(numbers: Sequence[float], *, independent: bool) -> float:
    """Return the number of subjects of all prompts; variables have the same ones."""
    return sum(numbers) if independent else max(numbers)


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


def adjusted(differences: Sequence[PromptDifference]) -> tuple[PromptDifference, ...]:
    """Return differences with p-values adjusted by Holm's method within their families.

    The prompts of a pair of systems in a metric are a family, and the pairs of a mean.
    """
    families: dict[tuple[object, ...], list[int]] = {}
    for k, d in enumerate(differences):
        family = (d.name, d.a, d.b) if d.mean is None else (d.name, d.mean)
        families.setdefault(family, []).append(k)
    found = list(differences)
    for members in families.values():
        p_values = holm(np.array([differences[k].p_value for k in members]))
        for k, p in zip(members, p_values, strict=True):
            found[k] = replace(found[k], p_adjusted=float(p))
    return tuple(found)
