"""The façade: groups, panels, systems or coefficients, compared pair by pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from accord.analysis.agreement import check_options
from accord.analysis.comparison.inputs import ComparisonInput, read_input
from accord.analysis.comparison.pairwise import PairwiseContrasts, Side
from accord.analysis.comparison.results import Comparison, Difference, Equivalence, Homogeneity
from accord.base.wording import split_names
from accord.data.scale import FloatArray
from accord.errors import OptionError, UnsupportedError
from accord.inference import StudentTails, holm, homogeneity
from accord.inference.estimate import measure
from accord.inference.results import Agreement, Interval
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
    Statistic,
    evaluations_of,
    find,
    resolve_weights,
    usual_coefficient,
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
        level for measured values, ``berry_mielke`` for ratings with several responses. Metrics of
        `evaluate` that are a coefficient with its weights are taken, too: ``qwk`` is Cohen's kappa
        with quadratic weights, ``qwk_continuous`` the same of scores that are not rounded.
    weights
        Agreement weights, as in `agreement`.
    paired
        The sets have the same subjects, matched by their names.
    panels
        Names of panels and their raters, inside one set of ratings.
    gold, systems
        A rater and others that are each compared with that one: the panels (gold, system). Scores
        between the gold standard's marks are rounded to the nearest, as `evaluate` does.
    labels
        What to call the sets; file names if not given.
    options
        Options of single coefficients.
    **keywords
        Options of the test, and of reading.

    Returns
    -------
    Comparison
        The estimates of each side, and their differences with intervals and tests.

    Examples
    --------
    >>> import accord
    >>> before = {"ann": [1, 2, 3, 1, 2, 3, 1, 2], "bo": [1, 3, 3, 2, 1, 3, 2, 2]}
    >>> after = {"ann": [1, 2, 3, 1, 2, 3, 1, 2], "bo": [1, 2, 3, 1, 2, 3, 1, 3]}
    >>> found = accord.compare(before, after, paired=True, coefficient="cohen_kappa", seed=1)
    >>> round(found.difference, 3)
    -0.558
    """
    own = defaults(CompareOptions)
    plan = CompareOptions(**{name: keywords.pop(name) for name in own if name in keywords})
    check_options(options or {})
    chosen = _panels(panels, gold, systems)
    names, weights, marks = _measures(coefficient, weights)
    field = read_input(
        data,
        keywords,
        paired=paired,
        panels=chosen,
        labels=labels,
        plan=plan,
        gold=None if gold is None or not marks else str(gold),
    )
    if not marks:
        field = replace(field, rounding="scores not rounded")
    if not names and weights is None and _are_measured(field):
        names, weights = [presets.MEASURED_COEFFICIENT], presets.MEASURED_WEIGHTS
    entries = _entries(names, field)
    stated = None if weights is None else scheme_named(weights)
    found, contests = _contests(field, entries, stated, plan, options or {})
    return _compared(field, found, contests)


def _panels(
    panels: Mapping[str, Sequence[str]] | None,
    gold: str | None,
    systems: str | Sequence[str] | None,
) -> Mapping[str, Sequence[str]] | str | None:
    """Panels by name; the gold standard's name where all others are systems."""
    if gold is None:
        if systems is not None:
            raise OptionError(
                "systems are compared with a gold standard: name that, too.", option="gold"
            )
        return None if panels is None else {str(n): split_names(own) for n, own in panels.items()}
    if panels is not None:
        raise OptionError("name panels, or a gold standard and systems: not both.", option="panels")
    if systems is None:
        return str(gold)
    gold, others = str(gold), split_names(systems)
    if gold in others:
        raise OptionError(
            f"{gold!r} is the gold standard and cannot be a system as well.", option="systems"
        )
    return {name: [gold, name] for name in others}


def _are_measured(field: ComparisonInput) -> bool:
    """Whether values are measurements, of which hardly two are equal."""
    scale = next(iter(field.tables.values())).scale
    return scale.guessed and scale.measured


def _measures(
    coefficient: str | Sequence[str] | None, weights: WeightsLike | None
) -> tuple[list[str], WeightsLike | None, bool]:
    """Names of coefficients, their weights, and whether scores are rounded to marks.

    The name of a measure stands for all three.
    """
    names = split_names(coefficient or ())
    further = (name for name in names if name not in COEFFICIENTS and name in MEASURES)
    own = [name for name in further if MEASURES[name].as_coefficient is not None]
    if not own:
        return names, weights, True
    if len(names) > 1 or weights is not None:
        raise OptionError(
            f"{own[0]} is a coefficient with its weights: compare it alone.", option="coefficient"
        )
    stated = MEASURES[own[0]].as_coefficient
    assert stated is not None
    return [stated.coefficient], stated.weights, stated.marks


def _entries(names: list[str], field: ComparisonInput) -> list[Statistic]:
    if not names:
        scales = [table.scale for table in field.tables.values()]
        joint = next((scale for scale in scales if scale.several), scales[0])
        names = [usual_coefficient(joint, measured=False)]
    entries = [find(name) for name in dict.fromkeys(names)]
    if len(field.tables) == 1 and len(entries) < 2:
        raise OptionError(
            "one set of ratings and one coefficient leave nothing to compare. Give a second file, "
            "groups (by), panels, gold and systems, or two coefficients.",
            option="data",
        )
    return entries


def _contests(
    field: ComparisonInput,
    entries: Sequence[Statistic],
    weights: Scheme | None,
    plan: CompareOptions,
    options: Mapping[str, Any],
) -> tuple[Mapping[str, Agreement], list[PairwiseContrasts]]:
    """Estimates, and a contest of the groups for each coefficient, or one of the coefficients."""
    settings = InferenceOptions(confidence=plan.confidence)
    found: dict[str, Agreement] = {}
    sides: dict[str, list[Side]] = {entry.name: [] for entry in entries}
    for label, table in field.tables.items():
        for entry in entries:
            scheme = resolve_weights(entry, table.scale, weights)
            why = entry.unsuited(table, scheme.name == "identity")
            if why is not None:
                raise UnsupportedError(f"{label}: {why}" if label else why)
        found[label] = _titled(measure(table, entries, weights, settings, options), field)
        panel = None if field.panels is None else field.panels[label]
        apart = panel is not None or any(entry.needs_identity for entry in entries)
        own = table if apart else table.anonymous()
        for entry, evaluation in zip(
            entries, evaluations_of(entries, own, weights, options), strict=True
        ):
            estimate = found[label][entry.name]
            sides[entry.name].append(Side(label or estimate.title, evaluation, estimate, panel))
    seed = resolve_seed(plan.seed)
    if len(field.tables) == 1:
        return found, [PairwiseContrasts([own[0] for own in sides.values()], plan, seed)]
    return found, [PairwiseContrasts(own, plan, seed) for own in sides.values()]


def _titled(found: Agreement, field: ComparisonInput) -> Agreement:
    """Estimates whose titles say that scores were rounded, where they were."""
    if not field.rounding:
        return found
    titled = [replace(e, title=f"{e.title}, {field.rounding}") for e in found]
    return found.replace(estimates=tuple(titled))


def _compared(
    field: ComparisonInput, found: Mapping[str, Agreement], contests: Sequence[PairwiseContrasts]
) -> Comparison:
    differences: list[Difference] = []
    together: list[Homogeneity] = []
    for contest in contests:
        family = [_difference(contest, i, j) for i, j in combinations(range(len(contest.sides)), 2)]
        adjusted = holm(np.array([item.p_value for item in family]))
        differences += [
            replace(item, p_adjusted=float(p)) for item, p in zip(family, adjusted, strict=True)
        ]
        if contest.whole is None:
            together.append(_homogeneity(contest, adjusted))
    drawn = [contest for contest in contests if contest.draws]
    return Comparison(
        differences=tuple(differences),
        estimates={label: part.estimates for label, part in found.items()},
        data={label: part.data for label, part in found.items()},
        paired=field.panels is not None,
        homogeneity=tuple(together),
        warnings=_warnings(field, found, differences),
        seed=drawn[0].seed if drawn else None,
        replicates=drawn[0].replicates if drawn else None,
        version=__version__,
    )


def _difference(contest: PairwiseContrasts, i: int, j: int) -> Difference:
    one, other = contest.sides[i], contest.sides[j]
    paired = contest.whole is not None
    undefined = next((s for s in (one, other) if s.unknown is not None), None)
    plan = contest.plan
    nan = float("nan")
    facts: dict[str, Any] = {
        "a": one.label,
        "b": other.label,
        "coefficient": one.estimate.name,
        "coefficient_b": other.estimate.name,
        "title": one.estimate.title,
        "weights": one.estimate.weights,
        "value_a": one.estimate.value,
        "value_b": other.estimate.value,
        "method": contest.method,
        "paired": paired,
    }
    if undefined is not None:
        return Difference(
            **facts,
            value=one.estimate.value - other.estimate.value,
            se=nan,
            interval=Interval(nan, nan, plan.confidence, contest.method),
            statistic=nan,
            df=float("inf"),
            p_value=nan,
            reason=f"{undefined.label}: {undefined.unknown}",
        )
    found = contest.contrast(i, j)
    margin = plan.margin
    equivalence = None
    if margin is not None:
        worse, better = found.tails.at_most(-margin), found.tails.at_least(margin)
        equivalence = Equivalence(margin, float(np.maximum(worse, better)), worse, better)
    return Difference(
        **facts,
        value=one.estimate.value - other.estimate.value,
        se=found.se,
        interval=found.tails.interval(plan.confidence),
        statistic=found.statistic,
        df=found.df,
        p_value=found.p_value,
        equivalence=equivalence,
        notes=found.notes,
    )


def _homogeneity(contest: PairwiseContrasts, adjusted: FloatArray) -> Homogeneity:
    """Test of all groups together; those about which nothing is known are left out and named.

    Where draws decide, the p-value is the smallest adjusted one of the pairs: the chi-square
    distribution is no help in small samples.
    """
    first, confidence = contest.sides[0].estimate, contest.plan.confidence
    known = [k for k, side in enumerate(contest.sides) if side.unknown is None]
    left_out = tuple(side.label for side in contest.sides if side.unknown is not None)
    nan = float("nan")
    variances = contest.variances()[known]
    why = None
    if len(known) < 2:
        why = "fewer than two groups have a value with a standard error"
    elif not np.all(variances > 0):
        why = "a group has a standard error of 0"
    if why is not None:
        nothing = Interval(nan, nan, confidence, "normal")
        return Homogeneity(
            first.name,
            first.title,
            nan,
            nan,
            nan,
            nan,
            nan,
            nothing,
            len(known),
            left_out=left_out,
            reason=why,
        )
    values = np.array([contest.sides[k].estimate.value for k in known])
    chi_square, p, pooled, se = homogeneity(values, variances)
    by_pairs = contest.method == "dirichlet"
    return Homogeneity(
        first.name,
        first.title,
        chi_square,
        len(known) - 1,
        float(np.nanmin(adjusted)) if by_pairs else p,
        pooled,
        se,
        StudentTails(pooled, se, method="normal").interval(confidence),
        len(known),
        "pairs" if by_pairs else "chi-square",
        left_out,
    )


def _warnings(
    field: ComparisonInput, found: Mapping[str, Agreement], differences: Sequence[Difference]
) -> tuple[str, ...]:
    """Warnings of every part, named where they are not of all."""
    notes = list(field.warnings)
    shared = [set(part.warnings) for part in found.values()]
    for label, part in found.items():
        for warning in part.warnings:
            common = all(warning in others for others in shared)
            kind = type(warning)
            notes.append(warning if common or not label else kind(f"{label}: {warning}"))
    notes += [note for item in differences for note in item.notes]
    return tuple(dict.fromkeys(notes))
