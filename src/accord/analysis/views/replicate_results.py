"""Results on intra- and inter-rater reliability of ratings with replicates."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from accord.base.forms import Count
from accord.base.serialise import Record, written
from accord.base.showing import Displayed
from accord.inference.results import ENDS, Interval
from accord.version import __version__

__all__ = ["RaterRepeats", "RepeatReliability", "ReplicateStudy"]


@dataclass(frozen=True, slots=True)
class RepeatReliability(Record):
    """A reliability with its confidence interval.

    Parameters
    ----------
    name
        ``inter_random``, ``inter_fixed``, ``intra_random`` or ``intra_fixed`` of measurements;
        ``inter`` or ``intra`` of categories, corrected for chance.
    value
        The estimate.
    interval
        Confidence interval: by the jackknife over subjects, on the scale of Fisher's z; by the
        profile likelihood for random raters and the estimator ``reml``.
    lower_bound
        One-sided lower limit of Eliasziw et al. (1994), for balanced measurements.
    """

    name: str
    value: float
    interval: Interval = field(metadata=written(inline=True, names=ENDS))
    lower_bound: float = math.nan

    def __float__(self) -> float:
        return float(self.value)


@dataclass(frozen=True, slots=True)
class RaterRepeats(Record):
    """Consistency of one rater.

    Parameters
    ----------
    rater
        Name of the rater.
    intra
        Reliability of a repeated rating of this rater: with random raters for measurements, Fleiss'
        kappa of the replicates for categories.
    sem
        Standard deviation of the rater's replicates; undefined for categories.
    agreement
        Agreement of pairs of replicates; undefined for measurements.
    """

    rater: str
    intra: float
    sem: float
    agreement: float


@dataclass(frozen=True, slots=True, eq=False)
class ReplicateStudy(Displayed):
    """Intra- and inter-rater reliability of ratings with replicates, by name.

    Parameters
    ----------
    reliabilities
        Inter- and intra-rater reliability.
    raters
        Consistency of each rater.
    n
        Number of subjects.
    ratings
        Number of ratings.
    sem
        Standard error of measurement of a repeated rating; undefined for categories.
    components
        Variance components with random raters: ``subjects``, ``raters``, ``interaction`` and
        ``error``, without the middle two for a single rater; empty for categories.
    intra_agreement
        Agreement of pairs of ratings by the same rater; undefined for measurements.
    inter_agreement
        Agreement of pairs of ratings by different raters.
    chance
        Agreement expected by chance, the same for both.
    warnings
        Remarks on the data.
    estimator
        Estimator of the variance components: ``moments`` or ``reml``.
    minus2_reml_loglik
        -2 log restricted likelihood of the components, with all constants; None with ``moments``.
    version
        Version of accord.
    """

    reliabilities: tuple[RepeatReliability, ...]
    raters: tuple[RaterRepeats, ...]
    n: Count
    ratings: Count
    sem: float = math.nan
    components: dict[str, float] = field(default_factory=dict)
    intra_agreement: float = math.nan
    inter_agreement: float = math.nan
    chance: float = math.nan
    warnings: tuple[str, ...] = ()
    estimator: str = field(default="moments", metadata=written(optional=True))
    minus2_reml_loglik: float | None = field(default=None, metadata=written(optional=True))
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))

    def __getitem__(self, name: str) -> RepeatReliability:
        for reliability in self.reliabilities:
            if reliability.name == name:
                return reliability
        known = ", ".join(reliability.name for reliability in self.reliabilities)
        raise KeyError(f"{name}; there are {known}")
