"""`compare_prompts`: differences of systems against one gold standard, by prompt and overall."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from accord.analysis.comparison import Comparison, compare
from accord.analysis.comparison.results import Difference
from accord.analysis.prompts.differences import adjusted, mean_differences
from accord.analysis.prompts.pooling import Part
from accord.analysis.prompts.results import PromptComparison, PromptDifference
from accord.analysis.prompts.tables import (
    PromptRatings,
    on_each_prompt,
    read_prompts,
    split_reading,
)
from accord.analysis.tables import grouped
from accord.base.wording import split_names
from accord.inference.results import Estimate
from accord.options import CompareOptions, Progress, ReadOptions, with_options
from accord.statistics import find
from accord.statistics.weights import WeightsLike

__all__ = ["compare_prompts"]


@with_options(CompareOptions, ReadOptions)
def compare_prompts(
    data: Any,
    gold: str,
    *,
    systems: str | Sequence[str] | None = None,
    coefficient: str | Sequence[str] | None = None,
    weights: WeightsLike | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    **keywords: Any,
) -> PromptComparison:
    """Compare systems by their agreement with a gold standard, on each prompt and on average.

    Parameters
    ----------
    data
        As in `agreement_table`; subgroups (``by``) or variables are the prompts.
    gold
        Rater with whom each system is compared.
    systems
        Raters compared with the gold standard; all others except people if not given.
    coefficient, weights, options
        As in `compare`.
    progress
        Called with (what, done, total) during long work.
    **keywords
        Options of `compare` and of reading.

    Returns
    -------
    PromptComparison
        A row for each pair of systems on each prompt, and their means.

    Examples
    --------
    >>> result = compare_prompts("examples/essays.csv", "adams", by="class", coefficient="qwk")
    >>> [(d.prompt, d.a, d.b, round(d.difference, 2)) for d in result][:2]
    [('A', 'brown', 'chen', 0.1), ('B', 'brown', 'chen', 0.28)]
    """
    reading, how = split_reading(keywords)
    prompts = read_prompts(data, reading, [gold, *split_names(systems or ())], progress)
    how |= {"gold": gold, "systems": systems, "coefficient": coefficient, "weights": weights}
    how["options"] = options
    found, failures = on_each_prompt(
        prompts, lambda patterns: compare(patterns, **how), CompareOptions, progress
    )
    warnings = [
        *prompts.notes,
        *grouped({name: each.warnings for name, each in found.items()}),
        *(f"{name} is not compared: {error}" for name, error in failures.items()),
    ]
    confidence = float(how.get("confidence", 0.95))
    pairs = dict.fromkeys((d.a, d.b, d.coefficient) for c in found.values() for d in c)
    differences = [
        difference
        for a, b, name in pairs
        for difference in _differences(prompts, found, (a, b), name, confidence)
    ]
    return PromptComparison(
        tuple(prompts.tables),
        gold,
        adjusted(differences),
        confidence,
        tuple(dict.fromkeys(warnings)),
    )


def _differences(
    prompts: PromptRatings,
    found: Mapping[str, Comparison],
    pair: tuple[str, str],
    name: str,
    confidence: float,
) -> Iterable[PromptDifference]:
    """Yield the difference of two systems on each prompt, and its means."""
    rows = {
        prompt: next((d for d in comparison if (d.a, d.b, d.coefficient) == (*pair, name)), None)
        for prompt, comparison in found.items()
    }
    title = next(d.title for d in rows.values() if d is not None)
    names = list(prompts.tables)
    each = [_on_prompt(prompt, pair, name, title, rows.get(prompt), found) for prompt in names]
    yield from each
    sides = [[_part(found, prompt, label, name) for prompt in names] for label in pair]
    yield from mean_differences(
        each,
        (sides[0], sides[1]),
        confidence,
        has_z=find(name).corrected,
        independent=prompts.independent,
    )


def _estimate(
    found: Mapping[str, Comparison], prompt: str, label: str, name: str
) -> Estimate | None:
    """Return the estimate of a system on a prompt."""
    estimates = found[prompt].estimates.get(label, ()) if prompt in found else ()
    return next((e for e in estimates if e.name == name), None)


def _part(found: Mapping[str, Comparison], prompt: str, label: str, name: str) -> Part:
    """Return the estimate of a system as a part of a mean."""
    e = _estimate(found, prompt, label, name)
    return Part(prompt, math.nan) if e is None else Part.of(prompt, e)


def _on_prompt(
    prompt: str,
    pair: tuple[str, str],
    name: str,
    title: str,
    d: Difference | None,
    found: Mapping[str, Comparison],
) -> PromptDifference:
    """Return the difference of two systems on a prompt."""
    nan = math.nan
    if d is None:
        reason = "the prompt could not be compared" if prompt not in found else "no such pair"
        return PromptDifference(
            prompt, None, *pair, name, title, nan, nan, nan, nan, nan, nan, nan, nan, 0, reason
        )
    sides = (_estimate(found, prompt, label, name) for label in pair)
    n = min(e.n for e in sides if e is not None)
    return PromptDifference(
        prompt, None, *pair, name, title, d.value_a, d.value_b, d.value, d.se, d.interval.low,
        d.interval.high, d.p_value, nan, n, d.reason,
    )  # fmt: skip
