"""Pseudo-observations: rating patterns that were possible but did not occur, and their masses.

docs/intervals.md defines the model. The comments give its symbols.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.statistics import Evaluation

__all__ = ["PseudoObservations", "design_effect", "pseudo_observations"]

LOWER_AGREEMENT = 0.5  # mass, in subjects, of each kind for the lower limit, before any data
LOWER_SPLIT = 0.5
UPPER_AGREEMENT = 1.0  # the same for the upper limit
UPPER_DISSENT = 0.5
HALVING = 5.0  # c, the number of disagreements that halves a prior mass
BINS = 20  # of disagreements by size
MAX_PANELS = 20  # the most frequent ones represent all
MAX_CODES = 400_000  # in patterns of dissent; above that a random choice of the members dissents
MAX_DISSENTS = 400  # patterns of dissent; above that a random choice of the pairs of categories
TINY = 1e-300  # avoids a division by 0


@dataclass(frozen=True, slots=True)
class PseudoObservations:
    """Patterns of agreement and dissent that the panels of the data could have given.

    Parameters
    ----------
    agreements, dissents, splits
        Rows as in the columns of the table: all raters of a panel choose k; one of them chooses l
        instead; d_j of them choose l.
    agreement_panel, dissent_panel
        u_j, the number of subjects that the panel rated, as a share; of rows of agreement, and
        of rows of dissent.
    agreement_category, dissent_category
        k, the category of all raters, or of all but the dissenters.
    disagreement, severity
        a_kl and s_kl of rows of dissent.
    prevalence, differing
        π_k, and the number of subjects on which raters differ and most choose k, D_k.
    """

    agreements: npt.NDArray[np.int64]
    dissents: npt.NDArray[np.int64]
    splits: npt.NDArray[np.int64]
    agreement_panel: FloatArray
    dissent_panel: FloatArray
    agreement_category: npt.NDArray[np.int64]
    dissent_category: npt.NDArray[np.int64]
    disagreement: FloatArray
    severity: FloatArray
    prevalence: FloatArray
    differing: FloatArray

    @property
    def rows(self) -> npt.NDArray[np.int64]:
        """Patterns of agreement, of single dissent and of splits, in this order."""
        return np.concatenate([self.agreements, self.dissents, self.splits])

    def lower_masses(self) -> FloatArray:
        """Return the mass α of each row for the lower limit: agreement and splits."""
        shares = self.agreement_panel * self.prevalence[self.agreement_category]
        agreement = _allocate(self._prior_weight * LOWER_AGREEMENT, shares)
        shares = self.dissent_panel * self.prevalence[self.dissent_category] * self.severity
        split = _allocate(LOWER_SPLIT, shares)
        return np.concatenate([agreement, np.zeros(len(self.dissents)), split])

    def upper_masses(self) -> FloatArray:
        """Return the mass α of each row for the upper limit: agreement and mild dissent."""
        by_category = HALVING / (HALVING + self.differing)  # ν_k
        agreement = _allocate(UPPER_AGREEMENT, self.agreement_panel)
        agreement = agreement * by_category[self.agreement_category]
        positive = self.disagreement > 0
        mild = self.disagreement <= np.min(self.disagreement, where=positive, initial=np.inf)
        dissent = _allocate(self._prior_weight * UPPER_DISSENT, self.dissent_panel * mild)
        return np.concatenate([agreement, dissent, np.zeros(len(self.splits))])

    @property
    def _prior_weight(self) -> float:
        """ν = c/(c + D)."""
        return HALVING / (HALVING + float(self.differing.sum()))


def pseudo_observations(evaluation: Evaluation, rng: np.random.Generator) -> PseudoObservations:
    """Return the pseudo-observations of a coefficient; ``rng`` chooses if there are too many."""
    patterns = evaluation.patterns
    paired = patterns.rating_counts >= 2
    columns = patterns.columns
    panels = list(columns.take(paired).panels(patterns.multiplicity[paired], MAX_PANELS))
    members = sum(len(raters) for raters, _ in panels)
    pairs = _category_pairs(patterns.q, max(1, MAX_DISSENTS // members), rng)
    disagreement = np.maximum(1 - evaluation.sums.weights.between(pairs[:, 0], pairs[:, 1]), 0.0)
    severity = _severity(disagreement, evaluation)
    differing = _differing(evaluation)
    mean_disagreement = float(disagreement @ severity) / max(float(severity.sum()), TINY)
    categories = np.arange(patterns.q) if patterns.q <= MAX_DISSENTS else np.unique(pairs)
    unanimous = np.column_stack([categories, categories])
    agreements, dissents, splits, dissent_panel = [], [], [], []
    for raters, share in panels:
        agreements.append(columns.divided(raters, [], unanimous).rows)
        size = _split_size(evaluation, len(raters), mean_disagreement, float(differing.sum()))
        for first in _first_dissenters(patterns, len(raters), members * len(pairs), rng):
            cyclic = [*raters[first:], *raters[:first]]
            dissents.append(columns.divided(raters, cyclic[:1], pairs).rows)
            splits.append(columns.divided(raters, cyclic[:size], pairs).rows)
            dissent_panel.append(share)
    totals = patterns.pairable_totals()
    times = len(dissent_panel)
    return PseudoObservations(
        np.concatenate(agreements),
        np.concatenate(dissents),
        np.concatenate(splits),
        np.repeat([share for _, share in panels], len(categories)),
        np.repeat(dissent_panel, len(pairs)),
        np.tile(categories, len(panels)),
        np.tile(pairs[:, 0], times),
        np.tile(disagreement, times),
        np.tile(severity, times),
        totals / totals.sum(),
        differing,
    )


def design_effect(evaluation: Evaluation) -> float:
    """Return the number of subjects e that a pseudo-observation stands for; 1 without clusters.

    With clusters it is the design effect of observed agreement, Σ_c (Σ_{i∈c} u_i)² / Σ_i u_i²,
    between 1 and the mean size of a cluster; the latter if agreement does not vary.
    """
    patterns = evaluation.patterns
    if patterns.cluster is None:
        return 1.0
    cluster_size = float(patterns.n / patterns.clusters)
    m, u = patterns.multiplicity, evaluation.sums.pa.slope
    independent = float(m @ u**2)
    clustered = float((np.bincount(patterns.cluster, weights=m * u) ** 2).sum())
    if not independent > 0:
        return cluster_size
    return min(max(clustered / independent, 1.0), cluster_size)


def _first_dissenters(
    patterns: Patterns, size: int, rows: int, rng: np.random.Generator
) -> Iterable[int]:
    """Return the members of a panel who dissent first: all, or some if rows are too many.

    Without rater identity one member represents all.
    """
    if not patterns.identity:
        return (0,)
    codes = rows * patterns.r
    if codes <= MAX_CODES:
        return range(size)
    chosen = max(1, size * MAX_CODES // codes)
    return sorted(rng.choice(size, chosen, replace=False).tolist())


def _split_size(
    evaluation: Evaluation, size: int, mean_disagreement: float, differing: float
) -> int:
    """Return d_j, the number of dissenters in a split of a panel of some size.

    Half of the panel before any data, because raters may find the same subjects hard.
    """
    patterns = evaluation.patterns
    paired = patterns.multiplicity[patterns.rating_counts >= 2].sum()
    subjects = float(paired) / design_effect(evaluation)
    observed = subjects * (1 - float(evaluation.sums.pa.value[0]))

    def pair_disagreement(dissenters: int) -> float:
        """Return e_r(d), the mean disagreement of a pair of raters."""
        return mean_disagreement * 2 * dissenters * (size - dissenters) / (size * (size - 1))

    half = max(1, size // 2)
    expected = (HALVING * pair_disagreement(half) + observed) / (HALVING + differing)
    return next((d for d in range(1, half) if pair_disagreement(d) >= expected), half)


def _differing(evaluation: Evaluation) -> FloatArray:
    """Return D_k, (q,) subjects on which raters differ, by the category that most choose."""
    patterns = evaluation.patterns
    counts = patterns.category_counts()
    majority = counts == counts.max(axis=1, keepdims=True)
    differ = np.count_nonzero(counts, axis=1) > 1
    weight = patterns.multiplicity * differ / np.count_nonzero(majority, axis=1)
    return np.asarray(weight @ majority / design_effect(evaluation))


def _category_pairs(q: int, limit: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Return all ordered pairs of different categories, or a random choice of them, (J, 2)."""
    if q * (q - 1) <= limit:
        first, second = np.divmod(np.arange(q * q), q)
        return np.asarray(np.column_stack([first, second])[first != second])
    first = rng.integers(q, size=limit)
    second = (first + rng.integers(1, q, size=limit)) % q
    return np.asarray(np.column_stack([first, second]))


def _severity(disagreement: FloatArray, evaluation: Evaluation) -> FloatArray:
    """Return s_kl, (J,) how severe a split of each pair of categories is expected to be.

    It is proportional to the squared disagreement before any data: a few large disagreements lower
    a coefficient. Raters who guess would also show large disagreements; the more of these the data
    fall short of, the more the expectation follows the disagreements in the data.
    """
    bins = _bins(disagreement)
    before_data = np.bincount(bins, _allocate(1.0, disagreement**2), BINS)  # A_b
    guessing = _allocate(1.0, np.bincount(bins, minlength=BINS).astype(np.float64))  # G_b
    observed, extent = np.zeros(BINS), np.zeros(BINS)  # S_b, X_b
    for weight, size in _pair_disagreements(evaluation):
        observed += np.bincount(_bins(size), weight * (size > 0), BINS)
        extent += np.bincount(_bins(size), weight * size, BINS)
    shortfall = np.maximum(observed.sum() * _at_least(guessing) - _at_least(observed), 0.0)
    reduction = 1 + (np.maximum.accumulate(shortfall) / HALVING) ** 2  # 1 + (F_b/c)²
    reduced = before_data / reduction  # E_b
    expected = reduced + _allocate(1 - float(reduced.sum()), extent)  # L_b
    ratio = expected / np.where(before_data > 0, before_data, np.inf)
    return np.asarray(disagreement**2 * ratio[bins])


def _bins(disagreement: FloatArray) -> npt.NDArray[np.intp]:
    """Return the bin of each disagreement; of equal width on a scale with quadratic weights."""
    return np.minimum((np.sqrt(np.maximum(disagreement, 0.0)) * BINS).astype(np.intp), BINS - 1)


def _at_least(by_bin: FloatArray) -> FloatArray:
    """Return the sum of each bin and the bins above it."""
    return np.asarray(by_bin[::-1].cumsum()[::-1])


def _pair_disagreements(evaluation: Evaluation) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield weights and disagreements of pairs of ratings; each subject has weight 1 in all."""
    patterns, weights = evaluation.patterns, evaluation.sums.weights
    each = patterns.rating_counts.astype(np.float64)
    share = patterns.multiplicity / np.maximum(each * (each - 1) / 2, 1.0)
    for records, times, a, b in patterns.columns.pairings():
        weight = share[records] * times
        yield weight, np.broadcast_to(1 - weights.between(a, b), weight.shape)


def _allocate(mass: float, shares: FloatArray) -> FloatArray:
    """Return a mass divided in proportion to shares; evenly if all shares are 0."""
    even = shares if shares.any() else np.ones_like(shares)
    return np.asarray(mass * even / max(float(even.sum()), TINY))
