"""Berry and Mielke's generalized measure of agreement, with its permutation test."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from accord.base.serialise import written
from accord.base.showing import Shown
from accord.base.wording import p_text, percent, short
from accord.data.joint import JointScale
from accord.data.patterns import Patterns
from accord.errors import OptionError, UnsupportedError
from accord.inference.delta import DEFAULT_PERMUTATIONS, DeltaTest, default_method
from accord.inference.estimate import measure
from accord.inference.results import Estimate, Interval
from accord.io import load, takes_raters
from accord.options import (
    GeneralizedOptions,
    InferenceOptions,
    ReadOptions,
    defaults,
    resolve_seed,
    split_options,
    with_options,
)
from accord.statistics import Statistic, find, resolve_weights
from accord.statistics.weights import WeightsLike, scheme_named
from accord.version import __version__

__all__ = ["GeneralizedAgreement", "berry_mielke"]

NAME = "berry_mielke"


@dataclass(frozen=True, slots=True)
class GeneralizedAgreement(Shown):
    """Berry and Mielke's ℜ with its confidence interval and its permutation test.

    Parameters
    ----------
    estimate
        ℜ with its standard error, its interval and the p-value of the permutation test.
    delta
        Mean distance between the responses of two raters to the same subject.
    mu
        Mean of δ over all permutations of each rater's responses among the subjects.
    variance
        Variance of δ under these permutations.
    skewness
        Skewness of δ under these permutations.
    t
        Standardised δ: (δ - μ)/σ.
    exact_moments
        Whether the moments are exact; with missing ratings they are those of random permutations.
    raters
        Names of the raters.
    responses
        Names of the responses, where a rating has several.
    levels
        Levels of measurement of the responses.
    power
        Exponent of the distance; undefined where weights were given.
    scaling
        Units of the responses.
    arrangements
        Number of permutations that were enumerated or drawn.
    warnings
        Remarks on the data and the test.
    version
        Version of accord.
    """

    estimate: Estimate = field(metadata=written(inline=True))
    delta: float
    mu: float
    variance: float
    skewness: float
    t: float
    exact_moments: bool
    raters: tuple[str, ...]
    responses: tuple[str, ...]
    levels: tuple[str, ...]
    power: float = 1
    scaling: str | tuple[float, ...] | None = None
    arrangements: int = 0
    warnings: tuple[str, ...] = ()
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))

    _derived: ClassVar[Mapping[str, str]] = {"statistic": "t", "sentence": "sentence"}

    @property
    def value(self) -> float:
        """ℜ = 1 - δ/μ_δ; NaN if undefined."""
        return self.estimate.value

    @property
    def se(self) -> float:
        """Standard error of ℜ, for a random sample of subjects."""
        return self.estimate.se

    @property
    def interval(self) -> Interval:
        """Confidence interval of ℜ."""
        return self.estimate.interval

    @property
    def p_value(self) -> float:
        """Probability of a δ as small or smaller under the null hypothesis, by ``p_method``."""
        return self.estimate.p_value

    @property
    def p_method(self) -> str:
        """Method of the p-value: ``exact``, ``moments`` or ``monte_carlo``."""
        return self.estimate.p_method

    @property
    def seed(self) -> int | None:
        """Seed of the random draws; None if there were none."""
        return self.estimate.seed

    @property
    def n(self) -> float:
        """Number of subjects."""
        return self.estimate.n

    @property
    def reason(self) -> str | None:
        """Reason why ℜ is undefined; None if it is defined."""
        return self.estimate.reason

    def __float__(self) -> float:
        return float(self.value)

    @property
    def sentence(self) -> str:
        """Result in a sentence."""
        if math.isnan(self.value):
            return f"ℜ is undefined: {self.reason}."
        low, high = self.interval
        significant = self.p_value < 1 - self.interval.confidence
        verdict = "is significantly better" if significant else "is not significantly better"
        return (
            f"ℜ = {short(self.value)}, {percent(self.interval.confidence)} CI "
            f"[{short(low)}, {short(high)}]: agreement {verdict} than expected of ratings that "
            f"do not depend on the subject ({p_text(self.p_value)})."
        )

    def __str__(self) -> str:
        if math.isnan(self.value):
            return str(self.estimate)
        return (
            f"{self.estimate}; δ = {self.delta:.4f}, μ = {self.mu:.4f}, σ² = {self.variance:.4g}, "
            f"γ = {self.skewness:.4f}, T = {self.t:.4f}, P = {self.p_value:.4g}"
        )

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(str(self))}</p>"


@takes_raters
@with_options(GeneralizedOptions, InferenceOptions, ReadOptions)
def berry_mielke(
    data: Any, weights: WeightsLike | None = None, **options: Any
) -> GeneralizedAgreement:
    r"""Estimate Berry and Mielke's generalized measure of agreement, with its permutation test.

    The measure compares the mean distance between responses to the same subject with its
    expectation if responses do not depend on the subject. Raters may give several responses [1]_.

    Parameters
    ----------
    data
        Anything that `load` takes. Several responses are an array raters × subjects × responses,
        a long table with ``score="clarity,grammar"``, or a wide table with a column for each rater
        and response.
    weights
        Agreement weights instead of those that follow from level and power.
    **options
        Options of the measure, of inference and of reading. ``null`` and ``alternative`` do not
        apply: the null hypothesis is chance, and the alternative is agreement.

    Returns
    -------
    GeneralizedAgreement
        The estimate, the moments of δ and the p-value.

    Notes
    -----
    .. math:: \Re = 1 - \delta / \mu_\delta

    with δ the mean distance of the pairs of ratings of a subject, and μ_δ its mean over all
    permutations of the ratings of each rater.

    References
    ----------
    .. [1] Berry, K. J. and Mielke, P. W. (1988). A generalization of Cohen's kappa agreement
       measure to interval measurement and multiple raters. Educational and Psychological
       Measurement 48(4), 921-933. https://doi.org/10.1177/0013164488484007

    Examples
    --------
    >>> import accord
    >>> marks = [[1, 1], [2, 3], [4, 4], [5, 3], [2, 2], [1, 2]]
    >>> r = accord.berry_mielke(marks, level="interval")
    >>> round(r.value, 4), round(r.delta, 4), round(r.mu, 4), r.p_method, round(r.p_value, 4)
    (0.5385, 0.6667, 1.4444, 'exact', 0.0667)
    """
    for name in ("null", "alternative"):
        if name in options:
            raise OptionError(
                f"{name} does not apply: the null hypothesis is chance agreement, and the "
                "alternative is better agreement.",
                option=name,
            )
    measure_options, others = _split_measure_options(options)
    scaling = measure_options.scaling
    settings, loading = split_options(others)
    patterns = load(data, **loading)
    if patterns.groups:
        raise OptionError(
            "subgroups are not supported; the measure is estimated of all subjects.", option="by"
        )
    if scaling is not None:
        patterns = _scaled(patterns, scaling)
    entry = find(NAME)
    power = measure_options.power
    scheme = scheme_named(weights if weights is not None else _distance(entry, patterns, power))
    reason = entry.unsuited(patterns, scheme.name == "identity")
    if reason is not None:
        raise UnsupportedError(reason)
    method = measure_options.p_method or default_method(patterns, settings)
    result = measure(patterns, [entry], scheme, replace(settings, p_method=method), {})
    estimate = result[NAME]
    test = estimate.details
    assert isinstance(test, DeltaTest)
    return GeneralizedAgreement(
        estimate=estimate,
        delta=test.moments.delta,
        mu=test.moments.mu,
        variance=test.moments.variance,
        skewness=test.moments.skewness,
        t=test.moments.t,
        exact_moments=test.exact,
        raters=patterns.raters,
        responses=patterns.scale.responses,
        levels=tuple(part.level for part in patterns.scale.parts),
        power=power if weights is None else math.nan,
        scaling=scaling if scaling is None or isinstance(scaling, str) else tuple(scaling),
        arrangements=test.arrangements,
        warnings=result.warnings,
    )


def _split_measure_options(
    options: Mapping[str, Any],
) -> tuple[GeneralizedOptions, dict[str, Any]]:
    """Return the options of the measure, and those of inference and of reading."""
    known = defaults(GeneralizedOptions)
    measure_options = GeneralizedOptions(
        **{key: value for key, value in options.items() if key in known}
    )
    others = {k: v for k, v in options.items() if k not in ("power", "scaling", "p_method")}
    replicates = measure_options.replicates
    others["replicates"] = DEFAULT_PERMUTATIONS if replicates is None else replicates
    seed = resolve_seed(measure_options.seed)
    return measure_options, {**others, "seed": seed, "alternative": "greater"}


def _scaled(patterns: Patterns, scaling: str | Sequence[float]) -> Patterns:
    """Return the ratings with their responses in the units of ``scaling``."""
    scale = patterns.scale
    joint = JointScale.of(scale.responses or ("score",), scale.parts, scale.rows, scale.units)
    return replace(patterns, scale=joint.scaled(scaling, patterns.category_totals()))


def _distance(entry: Statistic, patterns: Patterns, power: float) -> str:
    """Return the name of the weights for the level of the responses and the exponent."""
    if resolve_weights(entry, patterns.scale).name == "identity":
        return "identity"
    return "linear" if power == 1 else "quadratic" if power == 2 else f"power:{float(power)!r}"
