"""Reliabilities of repeated measurements, by either estimator of their variance components."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from accord.analysis.views.group_jackknife import BoolArray, jackknifed
from accord.analysis.views.replicate_results import RepeatReliability
from accord.data.scale import FloatArray, IntArray
from accord.inference.profile_likelihood import ProfileTails
from accord.statistics.crossed_components import (
    CellSums,
    RepeatedComponents,
    fixed_raters,
    one_factor,
    random_raters,
)
from accord.statistics.restricted_fit import RaterEffects, RestrictedFit, RestrictedModel
from accord.statistics.restricted_likelihood import RatingCells
from accord.statistics.restricted_profile import INTER, INTRA, ReliabilityProfile

__all__ = ["RepeatedMeasurements", "by_moments", "restricted"]

NAMES = ("inter_random", "inter_fixed", "intra_random", "intra_fixed")
ALONE = ("intra_fixed",)


@dataclass(frozen=True, slots=True)
class RepeatedMeasurements:
    """Reliabilities, and the components with random raters.

    Parameters
    ----------
    components
        Variance components with random raters.
    reliabilities
        Inter- and intra-rater reliability.
    minus2_loglik
        -2 log restricted likelihood of the components; None by the method of moments.
    notes
        Remarks.
    """

    components: RepeatedComponents
    reliabilities: tuple[RepeatReliability, ...]
    minus2_loglik: float | None = None
    notes: tuple[str, ...] = ()


def by_moments(
    subject: IntArray, rater: IntArray, y: FloatArray, confidence: float
) -> RepeatedMeasurements:
    """Return reliabilities by the method of moments, with jackknife intervals."""
    cells, alone = CellSums(subject, rater, y), int(rater.max()) == 0

    def values_of(kept: BoolArray) -> Sequence[float]:
        chosen = kept[subject]
        part = CellSums(subject[chosen], rater[chosen], y[chosen])
        if alone:
            return (one_factor(part).intra,)
        random, fixed = random_raters(part), fixed_raters(part)
        return random.inter, fixed.inter, random.intra, fixed.intra

    reliabilities = jackknifed(ALONE if alone else NAMES, values_of, cells.n, confidence)
    if alone:
        return RepeatedMeasurements(one_factor(cells), reliabilities)
    random = random_raters(cells)
    bounds = {
        "inter_random": _bound(cells, random, True),
        "inter_fixed": _bound(cells, fixed_raters(cells), False),
    }
    return RepeatedMeasurements(
        random,
        tuple(replace(each, lower_bound=bounds.get(each.name, math.nan)) for each in reliabilities),
    )


def restricted(
    subject: IntArray, rater: IntArray, y: FloatArray, confidence: float
) -> RepeatedMeasurements:
    """Return reliabilities by restricted maximum likelihood.

    Raters from a population have intervals by the profile likelihood, because leaving out subjects
    shows nothing of the variance between raters. Intervals for these raters are jackknifed.
    """
    cells, alone = RatingCells.of(subject, rater, y), int(rater.max()) == 0
    whole = RestrictedModel(cells, "none" if alone else "random", interaction=not alone)
    fit = whole.fit()
    raters: RaterEffects = "none" if alone else "fixed"
    near = (fit if alone else RestrictedModel(cells, raters, interaction=True).fit()).components

    def values_of(kept: BoolArray) -> Sequence[float]:
        model = RestrictedModel(cells.select(kept), raters, interaction=not alone)
        parts = model.fit(near).components
        return (parts.intra,) if alone else (parts.inter, parts.intra)

    fixed = jackknifed(
        ALONE if alone else ("inter_fixed", "intra_fixed"),
        values_of,
        cells.counts.shape[0],
        confidence,
    )
    notes = () if fit.reason is None else (f"reliabilities are undefined: {fit.reason}.",)
    if alone:
        return RepeatedMeasurements(fit.components, fixed, fit.minus2_loglik, notes)
    random = _profiled(whole, fit, confidence)
    ordered = (random[0], fixed[0], random[1], fixed[1])
    return RepeatedMeasurements(fit.components, ordered, fit.minus2_loglik, notes)


def _profiled(
    model: RestrictedModel, fit: RestrictedFit, confidence: float
) -> tuple[RepeatReliability, ...]:
    """Return the reliabilities with raters from a population."""
    results = []
    for name, reliability in (("inter_random", INTER), ("intra_random", INTRA)):
        profile = ReliabilityProfile(model, fit, reliability)
        tails = ProfileTails(profile.value, profile.deviance)
        results.append(RepeatReliability(name, profile.value, tails.interval(confidence)))
    return tuple(results)


def _bound(cells: CellSums, parts: RepeatedComponents, random: bool) -> float:
    """Return the lower limit of Eliasziw et al. at 95 %; NaN for unbalanced designs."""
    n, t = cells.n, cells.r
    size = float(cells.counts[0])
    balanced = cells.counts.size == n * t and bool(np.all(cells.counts == size))
    rho = parts.inter
    if not (balanced and size > 1 and 0 <= rho < 1):
        return math.nan
    from scipy.special import fdtri  # here: slow to import

    error = cells.error
    both = error + size * parts.interaction
    rows = both + size * t * parts.subjects
    columns = both + size * n * parts.raters if random else 0.0
    share = t / n if random else 0.0
    weights = np.array([share, t - 1 - share, t * (size - 1)])
    squares = np.array([columns, both, error])
    noise = (np.array([0.0, 1.0, 0.0]) + rho * weights) / (1 - rho) * squares
    df = np.array([t - 1, (n - 1) * (t - 1), n * t * (size - 1)])
    if not noise.sum() > 0:
        return math.nan
    combined = noise.sum() ** 2 / float(np.sum(noise**2 / df))
    f = float(fdtri(n - 1, combined, 0.95))
    return float((rows - f * both) / (rows + f * weights @ squares))
