"""Intraclass correlations by restricted maximum likelihood, with profile likelihood intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from accord.base.serialise import Record, written
from accord.data.scale import FloatArray
from accord.errors import OptionError, UnsupportedError
from accord.inference.profile_likelihood import ProfileTails
from accord.inference.results import Estimate, Interval
from accord.inference.tails import p_value
from accord.options import InferenceOptions, defaults
from accord.statistics import find
from accord.statistics.number_sums import NumberSums
from accord.statistics.restricted_fit import RaterEffects, RestrictedFit, RestrictedModel
from accord.statistics.restricted_likelihood import RatingCells
from accord.statistics.restricted_profile import REFERENCE, Reliability, ReliabilityProfile

__all__ = ["ComponentFit", "RestrictedCorrelations"]

METHOD = "profile_likelihood"
ESTIMATOR = "reml"
DESIGNS: dict[RaterEffects, str] = {"none": "one_way", "random": "two_way"}
OTHER_METHODS = ("se", "ci", "p_method", "population", "rater_population")


@dataclass(frozen=True, slots=True)
class ComponentFit(Record):
    """Variance components of one design by restricted maximum likelihood.

    Parameters
    ----------
    design
        ``one_way``, of subjects and error; or ``two_way``, of subjects, raters and residual.
    subjects
        Variance of the subjects.
    raters
        Variance of the raters; undefined in a one-way design.
    residual
        Residual variance.
    minus2_reml_loglik
        -2 log restricted likelihood, with all constants.
    reason
        Why the components are undefined.
    """

    design: str
    subjects: float
    raters: float
    residual: float
    minus2_reml_loglik: float
    reason: str | None = field(default=None, metadata=written(optional=True))


class RestrictedCorrelations:
    """Restricted maximum likelihood for the ratings of a table, one for each subject and rater.

    Parameters
    ----------
    t
        Sums of the ratings.
    settings
        Options of inference.
    """

    def __init__(self, t: NumberSums, settings: InferenceOptions) -> None:
        _check(t, settings)
        self.settings = settings
        self.models: dict[RaterEffects, RestrictedModel] = {"none": _one_way(t)}
        if t.identity:
            self.models["random"] = RestrictedModel(_two_way(t))
        self.fits = {raters: model.fit() for raters, model in self.models.items()}

    def records(self) -> tuple[ComponentFit, ...]:
        """Return the components of each design."""
        return tuple(_record(raters, fit) for raters, fit in self.fits.items())

    def estimates(self, by_moments: Sequence[Estimate], ratings: float) -> tuple[Estimate, ...]:
        """Return estimates in place of those by the method of moments.

        Parameters
        ----------
        by_moments
            Estimates by the method of moments.
        ratings
            Number of ratings of a mean.
        """
        return tuple(self._estimate(each, ratings) for each in by_moments)

    def _estimate(self, other: Estimate, ratings: float) -> Estimate:
        reliability = find(other.name).restricted
        assert reliability is not None
        settings, fit = self.settings, self.fits[reliability.raters]
        tails = None if fit.reason else self._tails(reliability, ratings)
        nowhere = Interval(math.nan, math.nan, settings.confidence, METHOD)
        return replace(
            other,
            value=math.nan if tails is None else tails.estimate,
            se=math.nan,
            interval=nowhere if tails is None else tails.interval(settings.confidence),
            p_value=math.nan
            if tails is None
            else p_value(tails, settings.null, settings.alternative),
            reason=fit.reason,
            se_method=ESTIMATOR,
            p_method=METHOD,
            df=math.nan,
            references=(*other.references, str(REFERENCE)),
            notes=(),
            tails=tails,
        )

    def _tails(self, reliability: Reliability, ratings: float) -> ProfileTails:
        profile = ReliabilityProfile(
            self.models[reliability.raters],
            self.fits[reliability.raters],
            reliability,
            ratings if reliability.mean else 1.0,
        )
        return ProfileTails(profile.value, profile.deviance)


def _check(t: NumberSums, settings: InferenceOptions) -> None:
    """Refuse methods and designs that the likelihood does not have."""
    usual = defaults(InferenceOptions)
    for name in OTHER_METHODS:
        value = getattr(settings, name)
        if value != usual[name]:
            raise OptionError(
                f"{name} is {value!r}, but intervals and tests of estimator='reml' are those of "
                "the profile likelihood.",
                option=name,
                value=value,
                remedy=f"Leave {name} out, or use estimator='moments'.",
            )
    if t.terms.patterns.clusters:
        raise UnsupportedError("estimator='reml' takes subjects as independent, without clusters.")


def _one_way(t: NumberSums) -> RestrictedModel:
    sizes, sums, squares = (_rows(t, each) for each in (t.r, t.sums, t.squares))
    within = np.maximum(squares - sums**2 / sizes, 0.0)
    if t.identity:
        values = _rows(t, t.values)
        within = np.nansum((values - (sums / sizes)[:, None]) ** 2, axis=1)
    cells = RatingCells.of_subjects(sizes, sums / sizes, within, t.centre)
    return RestrictedModel(cells, "none")


def _two_way(t: NumberSums) -> RatingCells:
    return RatingCells.of_table(_rows(t, t.values) + t.centre)


def _rows(t: NumberSums, x: FloatArray) -> FloatArray:
    """Return a row for each rated subject."""
    counts = np.where(t.r > 0, t.m[0], 0.0).astype(np.int64)
    return np.repeat(x, counts, axis=0)


def _record(raters: RaterEffects, fit: RestrictedFit) -> ComponentFit:
    parts = fit.components
    return ComponentFit(
        DESIGNS[raters],
        parts.subjects,
        math.nan if raters == "none" else parts.raters,
        parts.error,
        fit.minus2_loglik,
        fit.reason,
    )
