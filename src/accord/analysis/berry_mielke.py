"""AGREE reborn: Berry and Mielke's generalized measure with its exact moments and its test."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from accord.base.plain import plain_dict
from accord.base.showing import Shown
from accord.base.wording import counted, p_text, percent, short
from accord.data.joint import JointScale
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.errors import OptionError, UnsupportedError
from accord.inference import (
    MOST_ARRANGEMENTS,
    Moments,
    arrangements,
    enumerate_delta,
    moments_of,
    permutation_moments,
    sample_delta,
    seconds,
    type_three_cdf,
)
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
from accord.statistics.weights import Weights, WeightsLike, scheme_named, weights_for
from accord.version import __version__

__all__ = ["GeneralizedAgreement", "berry_mielke"]

MANY, LEAST = 10_000, 200  # arrangements drawn
CELLS = 300_000_000  # ratings that are shuffled at most, all arrangements together
PATIENCE = 120.0  # seconds that exact moments may take unless they are asked for
FEW = 10  # below so many subjects the authors do not trust the type III approximation
SLACK = 1e-9  # arrangements that differ from the observed one only by rounding count as equal


@dataclass(frozen=True, slots=True)
class GeneralizedAgreement(Shown):
    """Berry and Mielke's ℜ with its uncertainty and its permutation test.

    Parameters
    ----------
    estimate
        ℜ as a coefficient among others: value, standard error, interval.
    delta
        Mean distance between the responses of two raters to the same subject.
    mu, variance, skewness
        Moments of δ when each rater's responses are shuffled among the subjects.
    t
        (δ - μ)/σ.
    p_value
        Probability of a δ as small or smaller, by ``p_method``.
    exact_moments
        Whether the moments are exact; with missing ratings they are those of drawn arrangements.
    raters, responses
        Their names.
    levels, power, scaling
        Levels of the responses, the exponent of the distance (NaN where weights were given), and
        the units of the responses.
    arrangements
        How many arrangements were gone through or drawn; 0 for none.
    """

    estimate: Estimate
    delta: float
    mu: float
    variance: float
    skewness: float
    t: float
    p_value: float
    p_method: str
    exact_moments: bool
    raters: tuple[str, ...]
    responses: tuple[str, ...]
    levels: tuple[str, ...]
    power: float = 1
    scaling: str | tuple[float, ...] | None = None
    arrangements: int = 0
    seed: int | None = None
    warnings: tuple[str, ...] = ()

    @property
    def value(self) -> float:
        """ℜ = 1 - δ/μ_δ; NaN if undefined."""
        return self.estimate.value

    @property
    def se(self) -> float:
        """Standard error of ℜ over samples of subjects."""
        return self.estimate.se

    @property
    def interval(self) -> Interval:
        """Confidence interval of ℜ."""
        return self.estimate.interval

    @property
    def n(self) -> float:
        """Number of subjects."""
        return self.estimate.n

    @property
    def reason(self) -> str | None:
        """Why ℜ is undefined; None if it is defined."""
        return self.estimate.reason

    def __float__(self) -> float:
        return float(self.value)

    @property
    def sentence(self) -> str:
        """The result in words."""
        if math.isnan(self.value):
            return f"ℜ is undefined: {self.reason}."
        low, high = self.interval
        shown = self.p_value < 1 - self.interval.confidence
        verdict = "agree more" if shown else "were not shown to agree more"
        return (
            f"ℜ = {short(self.value)}, {percent(self.interval.confidence)} CI "
            f"[{short(low)}, {short(high)}]: raters {verdict} than they would by answering without "
            f"a look at the subject ({p_text(self.p_value)})."
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

    def to_dict(self) -> dict[str, Any]:
        """Plain values, NaN as None."""
        own = {
            "delta": self.delta,
            "mu": self.mu,
            "variance": self.variance,
            "skewness": self.skewness,
            "t": self.t,
            "statistic": self.t,
            "p_value": self.p_value,
            "p_method": self.p_method,
            "alternative": "greater",
            "exact_moments": self.exact_moments,
            "arrangements": self.arrangements,
            "raters": list(self.raters),
            "responses": list(self.responses),
            "levels": list(self.levels),
            "power": self.power,
            "scaling": self.scaling,
            "seed": self.seed,
            "sentence": self.sentence,
            "warnings": list(self.warnings),
        }
        return {"accord": __version__, **self.estimate.to_dict(), **plain_dict(own)}


@takes_raters
@with_options(GeneralizedOptions, InferenceOptions, ReadOptions)
def berry_mielke(
    data: Any, weights: WeightsLike | None = None, **options: Any
) -> GeneralizedAgreement:
    r"""Estimate Berry and Mielke's generalized measure of agreement, with its permutation test.

    It compares the distance between responses to the same subject with the one expected of raters
    who respond without regard to the subject; for any number of raters and of responses.

    Parameters
    ----------
    data
        What `load` takes. Several responses: an array raters × subjects × responses; a long table
        with ``score="clarity,grammar"``; a wide table with a column for each rater and response.
    weights
        Agreement weights in place of those that level and power stand for.
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
                f"{name} does not apply: the test is of chance, against agreement.", option=name
            )
    own, others = _own_options(options)
    p_method, scaling, replicates = own.p_method, own.scaling, own.replicates
    settings, loading = split_options(others)
    patterns = load(data, **loading)
    if patterns.groups:
        raise OptionError(
            "subgroups are for comparisons; this is one measure of all subjects.", option="by"
        )
    if scaling is not None:
        patterns = _scaled(patterns, scaling)
    entry = find("berry_mielke")
    scheme = scheme_named(weights if weights is not None else _distance(entry, patterns, own.power))
    why = entry.unsuited(patterns, scheme.name == "identity")
    if why is not None:
        raise UnsupportedError(why)
    found = measure(patterns, [entry], scheme, settings, {})
    table = weights_for(scheme, patterns.scale, patterns.pairable_totals()).symmetric
    test = _tested(patterns, table, p_method, settings, replicates)
    scale = patterns.scale
    levels = [part.level for part in scale.parts]
    drawn = found["berry_mielke"].seed is not None or test.draws
    return GeneralizedAgreement(
        estimate=found["berry_mielke"],
        delta=test.moments.delta,
        mu=test.moments.mu,
        variance=test.moments.variance,
        skewness=test.moments.skewness,
        t=test.moments.t,
        p_value=test.p_value if found["berry_mielke"].reason is None else math.nan,
        p_method=test.method,
        exact_moments=test.exact,
        raters=patterns.raters,
        responses=scale.responses,
        levels=tuple(levels),
        power=own.power if weights is None else math.nan,
        scaling=scaling if scaling is None or isinstance(scaling, str) else tuple(scaling),
        arrangements=test.arrangements,
        seed=settings.seed if drawn else None,
        warnings=tuple(dict.fromkeys((*found.warnings, *test.notes))),
    )


def _own_options(options: Mapping[str, Any]) -> tuple[GeneralizedOptions, dict[str, Any]]:
    """Separate the options of the measure; those of its interval are options of inference, too."""
    known = defaults(GeneralizedOptions)
    own = GeneralizedOptions(**{key: value for key, value in options.items() if key in known})
    others = {k: v for k, v in options.items() if k not in ("power", "scaling", "p_method")}
    others["replicates"] = MANY if own.replicates is None else own.replicates
    return own, {**others, "seed": resolve_seed(own.seed), "alternative": "greater"}


def _scaled(patterns: Patterns, scaling: str | Sequence[float]) -> Patterns:
    scale = patterns.scale
    joint = JointScale.of(scale.responses or ("score",), scale.parts, scale.rows, scale.units)
    return replace(patterns, scale=joint.scaled(scaling, patterns.category_totals()))


def _distance(entry: Statistic, patterns: Patterns, power: float) -> str:
    """Weights that the level of the responses and the exponent stand for."""
    if resolve_weights(entry, patterns.scale).name == "identity":
        return "identity"
    return "linear" if power == 1 else "quadratic" if power == 2 else f"power:{float(power)!r}"


@dataclass(frozen=True, slots=True)
class Test:
    """The permutation test of one table."""

    method: str
    moments: Moments
    p_value: float
    exact: bool
    arrangements: int = 0
    notes: tuple[str, ...] = ()

    @property
    def draws(self) -> bool:
        """Whether arrangements were drawn at random."""
        return self.arrangements > 0 and self.method != "exact"


def _tested(
    patterns: Patterns,
    weights: Weights,
    p_method: str | None,
    settings: InferenceOptions,
    replicates: int | None,
) -> Test:
    """Moments of δ and the p-value."""
    exact = patterns.missing == 0 and (p_method == "moments" or seconds(patterns) < PATIENCE)
    times = replicates or int(np.clip(CELLS // (patterns.n * patterns.r), LEAST, MANY))
    method = p_method or _suited_method(patterns, exact, times)
    values = None
    if method == "exact":
        values = enumerate_delta(patterns, weights)
    elif method == "monte_carlo" or not exact:
        assert settings.seed is not None
        told = settings.progress_of("shuffling")
        values = sample_delta(patterns, weights, times, settings.seed, progress=told)
    if values is None or exact:
        moments = permutation_moments(
            patterns, weights, progress=settings.progress_of("exact moments")
        )
    else:
        moments = moments_of(values, patterns, weights)
    return Test(
        method,
        moments,
        _p_value(method, moments, values),
        exact or method == "exact",
        0 if values is None else values.size,
        _notes(patterns, method, exact, moments),
    )


def _suited_method(patterns: Patterns, exact: bool, times: int) -> str:
    """Method for these data: exact for few subjects; draws where the moments are not at hand."""
    whole = not np.any(patterns.multiplicity % 1)
    if patterns.n < FEW and whole and arrangements(patterns) <= MOST_ARRANGEMENTS:
        return "exact"
    return "moments" if exact or times < MANY else "monte_carlo"


def _p_value(method: str, moments: Moments, values: FloatArray | None) -> float:
    """Probability of a δ as small as the observed one or smaller."""
    if method == "moments":
        return 1.0 if moments.variance == 0 else type_three_cdf(moments.t, moments.skewness)
    assert values is not None
    small = int(np.count_nonzero(values <= moments.delta + SLACK * moments.mu))
    return small / values.size if method == "exact" else (1 + small) / (1 + values.size)


def _notes(patterns: Patterns, method: str, exact: bool, moments: Moments) -> tuple[str, ...]:
    notes = []
    if patterns.n < FEW:
        how = {
            "exact": "the exact test is used instead of the type III approximation",
            "moments": "the type III approximation of the p-value is poor",
            "monte_carlo": "the p-value is by Monte Carlo, not by the type III approximation",
        }[method]
        notes.append(f"{counted(patterns.n, 'subject')}, fewer than {FEW}: {how}.")
    if not exact and method != "exact":
        why = "ratings are missing" if patterns.missing else "there are so many different ratings"
        notes.append(f"{why}, so variance and skewness of δ are by Monte Carlo.")
    if moments.variance == 0:
        notes.append(
            "δ is the same however the ratings are shuffled (a rater always says the same), so "
            "there is nothing to test."
        )
    if patterns.cluster is not None:
        notes.append(
            "the permutation test takes subjects as exchangeable and knows nothing of clusters; "
            "standard error and interval do."
        )
    return tuple(notes)
