"""Accuracy of tests against a reference of two categories, as functions of the subjects' weights.

Rates are ratios of sums over subjects, so that several readings of a subject, and clusters of
subjects, are allowed for by their influence values.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from accord.data.scale import FloatArray
from accord.statistics.calculus import Quantity

__all__ = [
    "Classified",
    "area_under_curve",
    "likelihood_ratio",
    "predictive_value",
    "roc_points",
]


@dataclass(frozen=True, slots=True)
class Classified:
    """Numbers of readings per subject by reference and test.

    Parameters
    ----------
    tp, fp, fn, tn
        (P,) true and false positives and negatives of the subjects of each pattern.
    m
        (P,) number of subjects.
    """

    tp: FloatArray
    fp: FloatArray
    fn: FloatArray
    tn: FloatArray
    m: FloatArray

    def total(self, x: FloatArray) -> Quantity:
        """Return Σ m x."""
        return Quantity((self.m @ x)[None], lambda: x)

    @property
    def sensitivity(self) -> Quantity:
        """True positives over all positives."""
        return self.total(self.tp) / self.total(self.tp + self.fn)

    @property
    def specificity(self) -> Quantity:
        """True negatives over all negatives."""
        return self.total(self.tn) / self.total(self.tn + self.fp)


def predictive_value(
    counts: Classified, *, positive: bool, prevalence: float | None = None
) -> Quantity:
    """Return the predictive value of a positive or negative test.

    It is the share in the data, or, at a stated prevalence, that by Bayes' theorem.
    """
    right, wrong = (counts.tp, counts.fp) if positive else (counts.tn, counts.fn)
    if prevalence is None:
        return counts.total(right) / counts.total(right + wrong)
    share = prevalence if positive else 1 - prevalence
    hit = counts.sensitivity if positive else counts.specificity
    miss = 1 - (counts.specificity if positive else counts.sensitivity)
    return share * hit / (share * hit + (1 - share) * miss)


def likelihood_ratio(counts: Classified, *, positive: bool) -> Quantity:
    """Return the likelihood ratio of a positive or negative test.

    It is sensitivity/(1 - specificity), or (1 - sensitivity)/specificity.
    """
    if positive:
        return counts.sensitivity / (1 - counts.specificity)
    return (1 - counts.sensitivity) / counts.specificity


def area_under_curve(
    scores: FloatArray, diseased: npt.NDArray[np.bool_], m: FloatArray
) -> Quantity:
    """Return the area under the ROC curve: the probability that a positive scores higher.

    Ties count half. Influence values are the placements of DeLong, DeLong and Clarke-Pearson
    (1988), whose variance has a small-sample factor of its own for the positives and for the
    negatives.

    Parameters
    ----------
    scores
        (P,) scores, NaN where there is none.
    diseased
        (P,) whether the reference is positive.
    m
        (P,) number of subjects, 0 for those without a reference.
    """
    weight = np.where(np.isnan(scores), 0.0, m)
    used = weight > 0
    ranks = np.zeros(scores.size, dtype=np.intp)
    ranks[used] = np.unique(scores[used], return_inverse=True)[1]
    size = int(ranks.max(initial=0)) + 1
    ill, well = weight * diseased, weight * ~diseased
    negatives = np.bincount(ranks, weights=well, minlength=size)
    positives = np.bincount(ranks, weights=ill, minlength=size)
    below = np.cumsum(negatives) - negatives / 2
    above = positives.sum() - np.cumsum(positives) + positives / 2
    n_ill, n_well = float(positives.sum()), float(negatives.sum())
    if not (n_ill > 0 and n_well > 0):
        return Quantity(np.array([np.nan]), lambda: np.full(scores.size, np.nan))
    area = float(positives @ below) / (n_ill * n_well)

    def slope() -> FloatArray:
        of_ill = (below[ranks] / n_well - area) / n_ill
        of_well = (above[ranks] / n_ill - area) / n_well
        return np.where(used, np.where(diseased, of_ill, of_well), 0.0)

    return Quantity(np.array([area]), slope)


def roc_points(scores: FloatArray, diseased: npt.NDArray[np.bool_], m: FloatArray) -> FloatArray:
    """Return the empirical ROC curve: rows of threshold, sensitivity and 1 - specificity.

    Parameters are those of `area_under_curve`. The first row, at the origin, has no threshold.
    Rows are from the highest threshold to the lowest.
    """
    used = ~np.isnan(scores) & (m > 0)
    values, place = np.unique(scores[used], return_inverse=True)
    ill = np.bincount(place, weights=(m * diseased)[used], minlength=values.size)[::-1]
    well = np.bincount(place, weights=(m * ~diseased)[used], minlength=values.size)[::-1]
    if not (ill.sum() > 0 and well.sum() > 0):
        return np.empty((0, 3))
    rates = np.column_stack([np.cumsum(ill) / ill.sum(), np.cumsum(well) / well.sum()])
    rows = np.column_stack([values[::-1], rates])
    return np.vstack([[np.nan, 0.0, 0.0], rows])
