"""Pseudo-subjects: patterns that might have been seen and were not.

Panels like those that rated the subjects, in agreement and in dissent, with how much each is to be
reckoned with. `dirichlet` says how much weight they get.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.statistics import Evaluation

__all__ = ["ASSUMED", "Pseudo", "pseudo_patterns", "spread", "subjects_each"]

ASSUMED = 5.0  # dissents that an assumption about their kind is worth
KINDS = 20  # of dissent, by how far apart it is
PANELS = 20  # the most usual ones are enough
MOST_CELLS = 400_000  # codes in all pseudo-patterns of dissent; of more, some raters dissent
MOST = 400  # pseudo-patterns of dissent; of more, some are taken at random


@dataclass(frozen=True, slots=True)
class Pseudo:
    """Patterns that might have been seen.

    Parameters
    ----------
    agreeing, dissenting, split
        Rows as the columns of the table have them: all agree; one dissents; as many dissent as
        may be feared.
    usual, common
        How usual the panel of raters is, of those that agree and of those that do not.
    apart, severe
        How far apart the dissent is, and how much a dissent of that kind is to be feared.
    agreed, held
        The category that the panel, or all but the dissenters, choose.
    prevalence, divided
        How common each category is, and how many subjects raters were seen to differ on.
    """

    agreeing: npt.NDArray[np.int64]
    dissenting: npt.NDArray[np.int64]
    split: npt.NDArray[np.int64]
    usual: FloatArray
    common: FloatArray
    apart: FloatArray
    severe: FloatArray
    agreed: npt.NDArray[np.int64]
    held: npt.NDArray[np.int64]
    prevalence: FloatArray
    divided: FloatArray


def pseudo_patterns(evaluation: Evaluation, rng: np.random.Generator) -> Pseudo:
    """Panels like those that rated the subjects, in agreement and in dissent."""
    patterns = evaluation.patterns
    paired = patterns.rating_counts >= 2
    columns = patterns.columns
    panels = list(columns.take(paired).panels(patterns.multiplicity[paired], PANELS))
    members = sum(len(raters) for raters, _ in panels)
    pairs = _unlike_pairs(patterns.q, max(1, MOST // members), rng)
    apart = np.maximum(1 - evaluation.sums.weights.between(pairs[:, 0], pairs[:, 1]), 0.0)
    severe = _likely(apart, evaluation)
    divided = _divided(evaluation)
    usually = float(apart @ severe) / max(float(severe.sum()), 1e-300)
    some = np.arange(patterns.q) if patterns.q <= MOST else np.unique(pairs)
    unanimous = np.column_stack([some, some])
    agreeing, dissenting, split, common = [], [], [], []
    for raters, share in panels:
        agreeing.append(columns.divided(raters, [], unanimous).rows)
        feared = _feared(evaluation, len(raters), usually, float(divided.sum()))
        for first in _first_dissenters(patterns, len(raters), members * len(pairs), rng):
            around = [*raters[first:], *raters[:first]]
            dissenting.append(columns.divided(raters, around[:1], pairs).rows)
            split.append(columns.divided(raters, around[:feared], pairs).rows)
            common.append(share)
    totals = patterns.pairable_totals()
    return Pseudo(
        np.concatenate(agreeing),
        np.concatenate(dissenting),
        np.concatenate(split),
        np.repeat([share for _, share in panels], len(some)),
        np.repeat(common, len(pairs)),
        np.tile(apart, len(common)),
        np.tile(severe, len(common)),
        np.tile(some, len(panels)),
        np.tile(pairs[:, 0], len(common)),
        totals / totals.sum(),
        divided,
    )


def _first_dissenters(
    patterns: Patterns, size: int, rows: int, rng: np.random.Generator
) -> Iterable[int]:
    """Members of a panel who dissent first: all of them, or some if rows would be too many.

    Where raters are not kept apart, one stands for all.
    """
    if not patterns.identity:
        return (0,)
    cells = rows * patterns.r
    if cells <= MOST_CELLS:
        return range(size)
    some = max(1, size * MOST_CELLS // cells)
    return sorted(rng.choice(size, some, replace=False).tolist())


def _feared(evaluation: Evaluation, size: int, apart: float, differing: float) -> int:
    """Dissenters in a panel of some size, so far apart from the others.

    Half of it, were nothing known: raters may find the same subjects hard. Subjects on whom raters
    were seen to differ, beyond five, tell how many it is as a rule.
    """
    patterns = evaluation.patterns
    paired = patterns.multiplicity[patterns.rating_counts >= 2].sum()
    seen = float(paired) / subjects_each(evaluation)
    disagreement = seen * (1 - float(evaluation.sums.pa.value[0]))

    def extent(dissenters: int) -> float:
        return apart * 2 * dissenters * (size - dissenters) / (size * (size - 1))

    half = max(1, size // 2)
    likely = (ASSUMED * extent(half) + disagreement) / (ASSUMED + differing)
    return next((d for d in range(1, half) if extent(d) >= likely), half)


def _divided(evaluation: Evaluation) -> FloatArray:
    """(q,) subjects, or as many as tell like one, on whom raters differ, by what most say."""
    patterns = evaluation.patterns
    counts = patterns.category_counts()
    most = counts == counts.max(axis=1, keepdims=True)
    differ = np.count_nonzero(counts, axis=1) > 1
    weight = patterns.multiplicity * differ / np.count_nonzero(most, axis=1)
    return np.asarray(weight @ most / subjects_each(evaluation))


def _unlike_pairs(q: int, most: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """(J, 2) all pairs of different categories, or some of them."""
    if q * (q - 1) <= most:
        first, second = np.divmod(np.arange(q * q), q)
        return np.asarray(np.column_stack([first, second])[first != second])
    first = rng.integers(q, size=most)
    second = (first + rng.integers(1, q, size=most)) % q
    return np.asarray(np.column_stack([first, second]))


def _likely(apart: FloatArray, evaluation: Evaluation) -> FloatArray:
    """Shares of the dissents, by how far apart they are.

    In proportion to the squared disagreement, were nothing known: a low value comes from the few
    that are large, and a few small ones tell little about these. But raters who guess would be seen
    to differ by much, too. Where five fewer such dissents were seen than of them, half as
    much is feared, where ten, a fifth; the rest is like what was seen.
    """
    kind = _kinds(apart)
    assumed = np.bincount(kind, spread(1.0, apart**2), KINDS)
    guessed = spread(1.0, np.bincount(kind, minlength=KINDS).astype(np.float64))
    seen, extent = np.zeros(KINDS), np.zeros(KINDS)
    for weight, between in _dissents(evaluation):
        seen += np.bincount(_kinds(between), weight * (between > 0), KINDS)
        extent += np.bincount(_kinds(between), weight * between, KINDS)
    fewer = np.maximum(seen.sum() * _or_further(guessed) - _or_further(seen), 0.0)
    feared = assumed / (1 + (np.maximum.accumulate(fewer) / ASSUMED) ** 2)
    likely = feared + spread(1 - float(feared.sum()), extent)
    return np.asarray(apart**2 * (likely / np.where(assumed > 0, assumed, np.inf))[kind])


def _kinds(apart: FloatArray) -> npt.NDArray[np.intp]:
    """Kind of each dissent: in equal steps of the scale, where weights are quadratic."""
    return np.minimum((np.sqrt(np.maximum(apart, 0.0)) * KINDS).astype(np.intp), KINDS - 1)


def _or_further(by_kind: FloatArray) -> FloatArray:
    """Of each kind or one that is further apart."""
    return np.asarray(by_kind[::-1].cumsum()[::-1])


def _dissents(evaluation: Evaluation) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Weights and disagreements of the pairs of ratings, a subject's pairs weighing one in all."""
    patterns, weights = evaluation.patterns, evaluation.sums.weights
    each = patterns.rating_counts.astype(np.float64)
    share = patterns.multiplicity / np.maximum(each * (each - 1) / 2, 1.0)
    for records, times, a, b in patterns.columns.pairings():
        weight = share[records] * times
        yield weight, np.broadcast_to(1 - weights.between(a, b), weight.shape)


def subjects_each(evaluation: Evaluation) -> float:
    """Subjects that a pseudo-subject stands for: one, or in clusters as many as tell like one.

    That is the design effect of observed agreement, Σ_c (Σ u)² / Σ u², between one and a cluster's
    worth; the latter where agreement does not vary.
    """
    patterns = evaluation.patterns
    if patterns.cluster is None:
        return 1.0
    most = float(patterns.n / patterns.clusters)
    m, u = patterns.multiplicity, evaluation.sums.pa.slope
    single = float(m @ u**2)
    together = float((np.bincount(patterns.cluster, weights=m * u) ** 2).sum())
    return min(max(together / single, 1.0), most) if single > 0 else most


def spread(mass: float, shares: FloatArray) -> FloatArray:
    """Mass in proportion to shares; evenly if they are all 0."""
    even = shares if shares.any() else np.ones_like(shares)
    return np.asarray(mass * even / max(float(even.sum()), 1e-300))
