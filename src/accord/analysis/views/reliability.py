"""Intraclass correlations of all kinds, with the variance components they are made of."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from accord.analysis.views.restricted import ComponentFit, RestrictedCorrelations
from accord.analysis.views.sections import SectionRequest, section
from accord.base.forms import Count
from accord.base.lookup import named
from accord.base.serialise import Record, written
from accord.base.showing import Shown
from accord.base.wording import short
from accord.data.patterns import Patterns
from accord.errors import UnsupportedError
from accord.inference.estimate import estimates_of
from accord.inference.results import Estimate
from accord.io import takes_raters
from accord.io.measurements import load_measurements
from accord.options import (
    ComponentOptions,
    InferenceOptions,
    ReadOptions,
    presets,
    split_options,
    with_options,
)
from accord.options.components import Estimator
from accord.statistics import Sums, find
from accord.statistics.number_sums import NumberSums
from accord.statistics.variance_components import (
    Components,
    MeanSquares,
    mean_squares,
    one_way,
    two_way,
)
from accord.statistics.weights import SCHEMES, weights_for
from accord.version import __version__

__all__ = [
    "IntraclassCorrelations",
    "MeasurementError",
    "RaterTest",
    "VarianceComponents",
    "icc",
    "number_sums_of",
]

Z = 1.96  # two differences of one subject by chance are larger in 5 % of the cases


@dataclass(frozen=True, slots=True)
class VarianceComponents(Record):
    """Variance components of single ratings; negative estimates are not set to 0.

    Parameters
    ----------
    subjects
        Variance of the subjects.
    raters
        Variance of the raters; undefined if it is not known who gave a rating.
    residual
        Variance of what is left: interaction and error.
    within
        Variance within subjects, of raters and residual, by the one-way analysis.
    """

    subjects: float
    raters: float
    residual: float
    within: float


@dataclass(frozen=True, slots=True)
class MeasurementError(Record):
    """The error of measurement of a single rating, in the unit of the ratings.

    Parameters
    ----------
    name
        ``agreement``, with differences between raters as error; ``consistency``, without them; or
        ``one_way``, where raters are not kept apart.
    sem
        Standard error of measurement.
    sdc
        Smallest detectable change, 1.96 √2 SEM: two ratings of an unchanged subject differ by more
        in 5 % of the cases. Also called minimal detectable change.
    mean_sem
        Standard error of measurement of the mean of all raters.
    mean_sdc
        Smallest detectable change of this mean.
    """

    name: str
    sem: float
    sdc: float
    mean_sem: float
    mean_sdc: float


@dataclass(frozen=True, slots=True)
class RaterTest(Record):
    """Test of differences between the means of the raters, with complete ratings.

    Parameters
    ----------
    f
        F statistic, the mean square of the raters over that of the residual.
    df1
        Degrees of freedom of the raters.
    df2
        Degrees of freedom of the residual.
    p_value
        P-value of the hypothesis that the raters have the same mean.
    """

    f: float
    df1: float
    df2: float
    p_value: float


@dataclass(frozen=True, slots=True, eq=False)
class IntraclassCorrelations(Shown):
    """Intraclass correlations of all kinds, by name.

    Parameters
    ----------
    estimates
        One for each kind that is defined for the data.
    n
        Number of rated subjects.
    raters
        Names of the raters.
    ratings
        Number of ratings of a subject; their harmonic mean with missing ratings.
    components
        Variance components.
    errors
        Errors of measurement.
    rater_test
        Test of differences between the raters; None with missing ratings.
    warnings
        Remarks on the data and the estimates.
    restricted
        Variance components by restricted maximum likelihood, of each design; empty with the method
        of moments.
    version
        Version of accord.
    """

    estimates: tuple[Estimate, ...] = field(metadata=written(key="coefficients"))
    n: Count
    raters: tuple[str, ...]
    ratings: float
    components: VarianceComponents
    errors: tuple[MeasurementError, ...]
    rater_test: RaterTest | None = None
    warnings: tuple[str, ...] = ()
    restricted: tuple[ComponentFit, ...] = field(default=(), metadata=written(optional=True))
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))

    def __getitem__(self, name: str) -> Estimate:
        return named("estimate", name, self.estimates)

    def __iter__(self) -> Iterator[Estimate]:
        return iter(self.estimates)

    def __len__(self) -> int:
        return len(self.estimates)

    def __contains__(self, name: object) -> bool:
        return any(estimate.name == name for estimate in self.estimates)

    def __str__(self) -> str:
        parts = self.components
        lines = [str(estimate) for estimate in self.estimates]
        lines.append(
            f"Variance components: subjects {short(parts.subjects, 3)}, raters "
            f"{short(parts.raters, 3)}, residual {short(parts.residual, 3)}"
        )
        lines += [
            f"SEM ({error.name}) = {short(error.sem, 3)}, smallest detectable change "
            f"{short(error.sdc, 3)}"
            for error in self.errors
        ]
        return "\n".join(lines)


@takes_raters
@with_options(ComponentOptions, InferenceOptions, ReadOptions)
def icc(data: Any, *, estimator: Estimator = "moments", **options: Any) -> IntraclassCorrelations:
    """Estimate the intraclass correlations of all kinds, with the errors of measurement.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned; ratings must be numbers.
    estimator
        Estimator of the variance components. ``reml`` also gives intervals and tests by the profile
        likelihood, for raters that are a sample from a population.
    **options
        Options of inference and of reading. ``ci="f"`` gives the classical intervals by the F
        distribution, which take the raters as a random sample in ICC(A,1) and ICC(A,k). The
        default intervals hold for the raters in the data.

    Returns
    -------
    IntraclassCorrelations
        The estimates by name (``icc_1``, ``icc_a1``, ``icc_c1``, ``icc_1k``, ``icc_ak``,
        ``icc_ck``), the variance components, the standard errors of measurement and the smallest
        detectable change.

    Examples
    --------
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> result = icc(ratings, ci="f")
    >>> a1 = result["icc_a1"]
    >>> round(a1.value, 2), round(a1.interval.low, 2), round(a1.interval.high, 2)
    (0.29, 0.02, 0.76)
    >>> round(result.components.raters, 2), round(result.errors[0].sem, 2)
    (5.24, 2.5)
    """
    settings, loading = split_options(options)
    patterns = load_measurements(data, progress=settings.progress, **loading)
    return _correlations(patterns, settings, ComponentOptions(estimator).estimator)


def _correlations(
    patterns: Patterns, settings: InferenceOptions, estimator: Estimator
) -> IntraclassCorrelations:
    if patterns.scale.scores is None:
        raise UnsupportedError("intraclass correlations need numbers; the categories are words.")
    entries = [find(name) for name in presets.RELIABILITIES]
    entries = [entry for entry in entries if entry.unsuited(patterns, True) is None]
    sums = Sums(patterns, weights_for(SCHEMES["identity"], patterns.scale))
    estimates, _ = estimates_of(patterns, entries, "identity", settings, {}, sums)
    t = sums.numbers
    parts, crossed = one_way(t), two_way(t) if patterns.identity else None
    squares = t.once(mean_squares) if patterns.identity else None
    ratings = float(parts.ratings.value[0])
    components = _components(parts, crossed)
    fits: tuple[ComponentFit, ...] = ()
    if estimator == "reml":
        fitted = RestrictedCorrelations(t, settings)
        estimates, fits = fitted.estimates(estimates, ratings), fitted.records()
        components = _restricted_components(fits)
    return IntraclassCorrelations(
        estimates,
        patterns.n,
        patterns.raters,
        ratings,
        components,
        _errors(components, ratings, crossed is not None),
        None if squares is None else _rater_test(squares),
        (*patterns.warnings, *(note for note in _notes(estimates))),
        fits,
    )


def _notes(estimates: Sequence[Estimate]) -> Iterable[str]:
    """Return the notes of the estimates, and the reasons of undefined ones, each once."""
    notes: dict[str, None] = {}
    for estimate in estimates:
        if estimate.reason is not None:
            notes[f"{estimate.symbol}: undefined, {estimate.reason}."] = None
        notes.update(dict.fromkeys(estimate.notes))
    return notes


def number_sums_of(patterns: Patterns) -> NumberSums:
    """Return the sums of the numbers of a pattern table."""
    return Sums(patterns, weights_for(SCHEMES["identity"], patterns.scale)).numbers


def _components(one: Components, two: Components | None) -> VarianceComponents:
    within = float(one.error.value[0])
    if two is None:
        return VarianceComponents(float(one.subjects.value[0]), math.nan, math.nan, within)
    subjects, raters, residual = (
        float(part.value[0]) for part in (two.subjects, two.raters, two.error)
    )
    return VarianceComponents(subjects, raters, residual, within)


def _restricted_components(fits: Sequence[ComponentFit]) -> VarianceComponents:
    """Return the components by restricted maximum likelihood, the first of a one-way design."""
    one, last = fits[0], fits[-1]
    residual = math.nan if last is one else last.residual
    return VarianceComponents(last.subjects, last.raters, residual, one.residual)


def _errors(
    parts: VarianceComponents, ratings: float, crossed: bool
) -> tuple[MeasurementError, ...]:
    """Return the errors of measurement; negative components count as 0."""
    variances = {"one_way": parts.within}
    if crossed:
        variances = {
            "agreement": max(parts.raters, 0.0) + parts.residual,
            "consistency": parts.residual,
            **variances,
        }
    return tuple(_error(name, variance, ratings) for name, variance in variances.items())


def _error(name: str, variance: float, ratings: float) -> MeasurementError:
    sem = math.sqrt(max(variance, 0.0)) if math.isfinite(variance) else math.nan
    mean = sem / math.sqrt(ratings)
    return MeasurementError(name, sem, Z * math.sqrt(2) * sem, mean, Z * math.sqrt(2) * mean)


def _rater_test(squares: MeanSquares) -> RaterTest:
    from scipy.special import fdtrc  # here: slow to import

    df1, df2 = squares.k - 1, squares.error_df
    p = float(fdtrc(df1, df2, squares.rater_f)) if math.isfinite(squares.rater_f) else math.nan
    return RaterTest(squares.rater_f, df1, df2, p)


def _suits(request: SectionRequest) -> bool:
    return request.numeric_level and request.patterns.n > 1


@section(
    "reliability",
    "Intraclass correlations",
    order=40,
    details_only=False,
    suits=_suits,
    text="Intraclass correlations, variance components and errors of measurement.",
)
def reliability_section(request: SectionRequest) -> IntraclassCorrelations | None:
    """Estimate the intraclass correlations."""
    methods = set.intersection(*(set(find(name).methods) for name in presets.RELIABILITIES))
    declared = {key: method for key, method in request.declared.items() if method in methods}
    settings = InferenceOptions(**request.options, **declared)
    if request.estimator == "reml":  # methods of other coefficients are not those of the likelihood
        settings = InferenceOptions(confidence=settings.confidence)
    result = _correlations(request.patterns, settings, request.estimator)
    reading = set(request.patterns.warnings)  # which the report has
    return replace(result, warnings=tuple(w for w in result.warnings if w not in reading))
