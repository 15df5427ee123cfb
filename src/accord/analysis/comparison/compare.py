"""`compare`: groups, panels, systems or coefficients, compared pair by pair."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from accord.analysis.agreement import check_options
from accord.analysis.comparison.inputs import ComparisonInput, read_input
from accord.analysis.comparison.pairwise import PairwiseContrasts, Side
from accord.analysis.comparison.results import Comparison, Difference, Equivalence, Homogeneity
from accord.analysis.spans import check_span_options
from accord.base.wording import joined, split_names
from accord.data.documents import documents_of, documents_of_panel
from accord.data.panel import Panel
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.errors import OptionError, UnsupportedError
from accord.inference.estimate import measure
from accord.inference.homogeneity import holm, homogeneity
from accord.inference.results import Agreement, Interval
from accord.inference.tails import StudentTails
from accord.options import (
    CompareOptions,
    InferenceOptions,
    ReadOptions,
    defaults,
    presets,
    resolve_seed,
    with_options,
)
from accord.statistics import (
    COEFFICIENTS,
    MEASURES,
    SPAN_STATISTICS,
    Statistic,
    default_coefficient,
    evaluations_of,
    find,
    resolve_weights,
)
from accord.statistics.weights import Scheme, WeightsLike, scheme_named
from accord.version import __version__

__all__ = ["compare"]


@with_options(CompareOptions, ReadOptions)
def compare(
    *data: Any,
    coefficient: str | Sequence[str] | None = None,
    weights: WeightsLike | None = None,
    paired: bool = False,
    panels: Mapping[str, Sequence[str]] | None = None,
    gold: str | None = None,
    systems: str | Sequence[str] | None = None,
    labels: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    **keywords: Any,
) -> Comparison:
    """Compare the agreement of groups, panels, systems against a gold standard, or coefficients.

    Parameters
    ----------
    *data
        Two or more sets of ratings, each as `load` takes it: independent groups, or with
        ``paired`` the same subjects rated by two panels (before and after training, say). One set
        of ratings with ``by=`` (groups inside it), with ``panels`` or ``gold`` (panels inside it),
        or with two or more coefficients (compared on the same subjects).
    coefficient
        Registry name, or several; if not given ``gwet_ac``, Krippendorff's alpha at the interval
        level for measured values, ``berry_mielke`` for ratings with several responses, and
        ``span_f1`` for spans against a gold standard. Metrics of
        `evaluate` that are a coefficient with its weights are taken, too: ``qwk`` is Cohen's kappa
        with quadratic weights, ``qwk_continuous`` the same of scores that are not rounded.
    weights
        Agreement weights, as in `agreement`.
    paired
        The sets have the same subjects, matched by their names.
    panels
        Names of panels and their raters, inside one set of ratings.
    gold, systems
        A rater and others that are each compared with that one: the panels (gold, system), each
        with the subjects that both rated, as in `evaluate`. Scores
        between the gold standard's marks are rounded to the nearest, as `evaluate` does.
    labels
        Labels of the sets of ratings; file names if not given.
    options
        Options of single coefficients.
    **keywords
        Options of the comparison, and of `load`.

    Returns
    -------
    Comparison
        Estimates of each side, and their differences with intervals and tests.

    Examples
    --------
    >>> import accord
    >>> before = {"ann": [1, 2, 3, 1, 2, 3, 1, 2], "bo": [1, 3, 3, 2, 1, 3, 2, 2]}
    >>> after = {"ann": [1, 2, 3, 1, 2, 3, 1, 2], "bo": [1, 2, 3, 1, 2, 3, 1, 3]}
    >>> result = accord.compare(before, after, paired=True, coefficient="cohen_kappa", seed=1)
    >>> round(result.difference, 3)
    -0.558
    """
    known = defaults(CompareOptions)
    plan = CompareOptions(**{name: keywords.pop(name) for name in known if name in keywords})
    names, weights, marks, fixed = _measures(coefficient, weights)
    options = {**(options or {}), **fixed}
    inputs = read_input(
        data,
        keywords,
        paired=paired,
        panels=_panels(panels, gold, systems),
        labels=labels,
        plan=plan,
        gold=None if gold is None else str(gold),
        marks=marks,
        weights=weights,
    )
    if not marks:
        inputs = replace(inputs, rounding="scores not rounded")
    if not names and weights is None and _are_measured(inputs):
        names, weights = [presets.MEASURED_COEFFICIENT], presets.MEASURED_WEIGHTS
    if not names and weights is None and _has_spans(inputs) and (gold is not None or options):
        names = [presets.SPANS_METRIC]
    statistics = _statistics(names, inputs)
    options = _checked_options(statistics, options)
    scheme = None if weights is None else scheme_named(weights)
    estimates, contrasts = _contrasts(inputs, statistics, scheme, plan, options)
    return _comparison(inputs, estimates, contrasts)


def _has_spans(inputs: ComparisonInput) -> bool:
    """Return whether all ratings are marks in texts, whose spans are known."""
    return all(table.spans is not None for table in inputs.tables.values())


def _checked_options(
    statistics: Sequence[Statistic], options: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return the options of single statistics, checked: each belongs to one of them."""
    for key in options:
        having = [name for name, each in SPAN_STATISTICS.items() if key in each.options]
        if having and not any(key in statistic.options for statistic in statistics):
            titles = joined([statistic.title for statistic in statistics])
            raise OptionError(
                f"{key} is an option of {joined(having)}, and not of {titles}.", option=key
            )
    if any(statistic.spans for statistic in statistics):
        return check_span_options(options)
    check_options(options)
    return options


def _panels(
    panels: Mapping[str, Sequence[str]] | None,
    gold: str | None,
    systems: str | Sequence[str] | None,
) -> Mapping[str, Sequence[str]] | str | None:
    """Return the panels by name, or the gold standard where all other raters are systems."""
    if gold is None:
        if systems is not None:
            raise OptionError("systems are compared with a gold standard; name it.", option="gold")
        return None if panels is None else {str(k): split_names(v) for k, v in panels.items()}
    if panels is not None:
        raise OptionError("panels and a gold standard exclude each other.", option="panels")
    if systems is None:
        return str(gold)
    gold, others = str(gold), split_names(systems)
    if gold in others:
        raise OptionError(
            f"{gold!r} is the gold standard and cannot be a system.", option="systems"
        )
    return {name: [gold, name] for name in others}


def _are_measured(inputs: ComparisonInput) -> bool:
    """Whether the values are measurements, of which few are equal."""
    scale = next(iter(inputs.tables.values())).scale
    return scale.guessed and scale.measured


def _measures(
    coefficient: str | Sequence[str] | None, weights: WeightsLike | None
) -> tuple[list[str], WeightsLike | None, bool, Mapping[str, Any]]:
    """Return the names of the coefficients, their weights, whether scores become marks, options.

    The name of a measure determines all four.
    """
    names = split_names(coefficient or ())
    known = {*COEFFICIENTS, *SPAN_STATISTICS}
    measures = [MEASURES[n] for n in names if n not in known and n in MEASURES]
    for entry in measures:
        definition = entry.as_coefficient
        if definition is None:
            continue
        if len(names) > 1 or weights is not None:
            raise OptionError(
                f"{entry.name} is a coefficient with fixed weights; compare it alone and "
                "without weights.",
                option="coefficient",
            )
        stated = None if definition.options else definition.weights
        return [definition.coefficient], stated, definition.marks, definition.options
    return names, weights, True, {}


def _statistics(names: list[str], inputs: ComparisonInput) -> list[Statistic]:
    """Return the coefficients, the usual one of the scale if none is named."""
    if not names:
        scales = [table.scale for table in inputs.tables.values()]
        joint = next((s for s in scales if s.several or s.holds_sets), scales[0])
        names = [default_coefficient(joint, measured=False)]
    statistics = [find(name) for name in dict.fromkeys(names)]
    if len(inputs.tables) == 1 and len(statistics) < 2:
        raise OptionError(
            "one set of ratings and one coefficient leave nothing to compare. Give a second file, "
            "groups (by), panels, gold and systems, or two coefficients.",
            option="data",
        )
    return statistics


def _contrasts(
    inputs: ComparisonInput,
    statistics: Sequence[Statistic],
    weights: Scheme | None,
    plan: CompareOptions,
    options: Mapping[str, Any],
) -> tuple[Mapping[str, Agreement], list[PairwiseContrasts]]:
    """Return the estimates, and the contrasts of the groups by each coefficient.

    For one set of ratings, the contrasts are those of the coefficients.
    """
    settings = InferenceOptions(confidence=plan.confidence)
    kinds = {statistic.spans for statistic in statistics}
    if len(inputs.tables) == 1 and len(kinds) > 1:
        raise UnsupportedError(
            "a statistic of spans and a coefficient of characters have different units, documents "
            "and characters; compare statistics of one kind."
        )
    estimates: dict[str, Agreement] = {}
    sides: dict[str, list[Side]] = {statistic.name: [] for statistic in statistics}
    for label, table in inputs.tables.items():
        for statistic in statistics:
            scheme = resolve_weights(statistic, table.scale, weights)
            reason = statistic.unsuited(table, scheme.name == "identity")
            if reason is not None:
                raise UnsupportedError(f"{label}: {reason}" if label else reason)
        estimates[label] = _titled(measure(table, statistics, weights, settings, options), inputs)
        panel = None if inputs.panels is None else inputs.panels[label]
        for of_spans in kinds:
            members = [s for s in statistics if s.spans is of_spans]
            seen = panel if panel is None or not of_spans else documents_of_panel(panel)
            used = _table_of(members, table, panel=seen)
            for evaluation in evaluations_of(members, used, weights, options):
                name = evaluation.coefficient.name
                estimate = estimates[label][name]
                sides[name].append(Side(label or estimate.title, evaluation, estimate, seen))
    seed = resolve_seed(plan.seed)
    if len(inputs.tables) == 1:
        return estimates, [PairwiseContrasts([s for (s,) in sides.values()], plan, seed)]
    return estimates, [PairwiseContrasts(group, plan, seed) for group in sides.values()]


def _table_of(statistics: Sequence[Statistic], table: Patterns, panel: Panel | None) -> Patterns:
    """Return the table of a side: of its panel, or of the group, without raters if possible."""
    if panel is not None:
        return panel.patterns
    if statistics[0].spans:
        return documents_of(table)
    return table if any(s.needs_identity for s in statistics) else table.anonymous()


def _titled(estimates: Agreement, inputs: ComparisonInput) -> Agreement:
    """Return estimates with titles that say how scores were rounded, if they could be."""
    if not inputs.rounding:
        return estimates
    titled = [replace(e, title=f"{e.title}, {inputs.rounding}") for e in estimates]
    return estimates.replace(estimates=tuple(titled))


def _comparison(
    inputs: ComparisonInput,
    estimates: Mapping[str, Agreement],
    contrasts: Sequence[PairwiseContrasts],
) -> Comparison:
    """Return the result, with p-values adjusted over the pairs of each coefficient."""
    differences: list[Difference] = []
    homogeneity_tests: list[Homogeneity] = []
    for pairs in contrasts:
        rows = [_difference(pairs, i, j) for i, j in combinations(range(len(pairs.sides)), 2)]
        adjusted = holm(np.array([row.p_value for row in rows]))
        differences += [
            replace(row, p_adjusted=float(p)) for row, p in zip(rows, adjusted, strict=True)
        ]
        if pairs.common is None:
            homogeneity_tests.append(_homogeneity(pairs, adjusted))
    drawn = next((pairs for pairs in contrasts if pairs.draws), None)
    return Comparison(
        differences=tuple(differences),
        estimates={label: part.estimates for label, part in estimates.items()},
        data={label: part.data for label, part in estimates.items()},
        paired=inputs.panels is not None,
        homogeneity=tuple(homogeneity_tests),
        warnings=_warnings(inputs, estimates, differences),
        seed=None if drawn is None else drawn.seed,
        replicates=None if drawn is None else drawn.replicates,
        version=__version__,
    )


def _difference(pairs: PairwiseContrasts, i: int, j: int) -> Difference:
    """Return the difference of two sides, with its test and the tests of equivalence."""
    first, second = pairs.sides[i], pairs.sides[j]
    plan = pairs.plan
    facts: dict[str, Any] = {
        "a": first.label,
        "b": second.label,
        "coefficient": first.estimate.name,
        "coefficient_b": second.estimate.name,
        "title": first.estimate.title,
        "weights": first.estimate.weights,
        "value_a": first.estimate.value,
        "value_b": second.estimate.value,
        "value": first.estimate.value - second.estimate.value,
        "method": pairs.method,
        "paired": pairs.common is not None,
    }
    undefined = next((s for s in (first, second) if s.undefined_reason is not None), None)
    if undefined is not None:
        nan = math.nan
        return Difference(
            **facts,
            se=nan,
            interval=Interval(nan, nan, plan.confidence, pairs.method),
            statistic=nan,
            df=math.inf,
            p_value=nan,
            reason=f"{undefined.label}: {undefined.undefined_reason}",
        )
    contrast = pairs.contrast(i, j)
    margin = plan.margin
    equivalence = None
    if margin is not None:
        worse, better = contrast.tails.at_most(-margin), contrast.tails.at_least(margin)
        equivalence = Equivalence(margin, float(np.maximum(worse, better)), worse, better)
    return Difference(
        **facts,
        se=contrast.se,
        interval=contrast.interval(plan.confidence),
        statistic=contrast.statistic,
        df=contrast.df,
        p_value=contrast.p_value,
        equivalence=equivalence,
        notes=contrast.notes,
    )


def _homogeneity(pairs: PairwiseContrasts, adjusted: FloatArray) -> Homogeneity:
    """Return the test that all groups are equal; groups without a standard error are left out.

    With draws, the p-value is the smallest adjusted one of the pairs, because the chi-square
    approximation is poor in small samples.
    """
    first, confidence = pairs.sides[0].estimate, pairs.plan.confidence
    defined = pairs.defined
    left_out = tuple(side.label for side in pairs.sides if side.undefined_reason is not None)
    variances = pairs.variances()[defined]
    reason = None
    if len(defined) < 2:
        reason = "fewer than two groups have a value with a standard error"
    elif not np.all(variances > 0):
        reason = "a group has a standard error of 0"
    if reason is not None:
        nan = math.nan
        return Homogeneity(
            first.name,
            first.title,
            nan,
            nan,
            nan,
            nan,
            nan,
            Interval(nan, nan, confidence, "normal"),
            len(defined),
            left_out=left_out,
            reason=reason,
        )
    values = np.array([pairs.sides[k].estimate.value for k in defined])
    chi_square, p, pooled, se = homogeneity(values, variances)
    by_pairs = pairs.method == "dirichlet"
    return Homogeneity(
        first.name,
        first.title,
        chi_square,
        len(defined) - 1,
        float(np.nanmin(adjusted)) if by_pairs else p,
        pooled,
        se,
        StudentTails(pooled, se, method="normal").interval(confidence),
        len(defined),
        "pairs" if by_pairs else "chi-square",
        left_out,
    )


def _warnings(
    inputs: ComparisonInput,
    estimates: Mapping[str, Agreement],
    differences: Sequence[Difference],
) -> tuple[str, ...]:
    """Return the warnings of all parts, with a label where not all parts have them."""
    notes = list(inputs.warnings)
    for label, part in estimates.items():
        for warning in part.warnings:
            common = all(warning in other.warnings for other in estimates.values())
            kind = type(warning)
            notes.append(warning if common or not label else kind(f"{label}: {warning}"))
    notes += [note for row in differences for note in row.notes]
    return tuple(dict.fromkeys(notes))
