"""Sizes of the differences of two raters: total deviation index and coverage probability."""

from __future__ import annotations

import math

import numpy as np

from accord.data.scale import FloatArray
from accord.errors import OptionError
from accord.statistics.calculus import Quantity, scale_slope
from accord.statistics.number_sums import NumberSums
from accord.statistics.references import Reference
from accord.statistics.registry import Terms, coefficient

__all__ = ["coverage_probability", "tdi"]

STEPS = 80  # of Newton's method and bisection, which converge in fewer
TOLERANCE = 1e-14  # relative to the standard deviation

LIN = Reference(
    "lin2000",
    "Lin, L. I.",
    2000,
    "Total deviation index for measuring individual agreement with applications in laboratory "
    "performance and bioequivalence",
    "Statistics in Medicine 19(2), 255-270",
    "10.1002/(SICI)1097-0258(20000130)19:2<255::AID-SIM293>3.0.CO;2-8",
)
COVERAGE = Reference(
    "lin2002",
    "Lin, L., Hedayat, A. S., Sinha, B. and Yang, M.",
    2002,
    "Statistical methods in assessing agreement: models, issues, and tools",
    "Journal of the American Statistical Association 97(457), 257-270",
    "10.1198/016214502753479392",
)
MISSING = "the subjects that both rated"
INSTEAD = "the ratings of two of them, with raters"


def _differences(t: NumberSums, *, limit: bool) -> tuple[Quantity, Quantity]:
    """Return mean and standard deviation of the differences, over n - 1, or n in the limit."""
    rated = t.terms.rated
    both = rated[:, 0] * rated[:, 1]
    d = (t.terms.filled[:, 0] - t.terms.filled[:, 1]) * both
    n = t.total(both)
    mean = t.total(d) / n
    squares = t.total(d * d) - n * mean * mean
    one = 0.0 if limit else 1.0
    spread = Quantity(np.maximum(squares.value, 0.0), lambda: squares.slope)
    return mean, (spread / (n - one)).sqrt()


def _within(bound: FloatArray, mean: FloatArray, sd: FloatArray) -> FloatArray:
    """Return the share of normal differences within ±bound."""
    from scipy.special import ndtr  # here: slow to import

    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(ndtr((bound - mean) / sd) - ndtr((-bound - mean) / sd))


def _densities(bound: FloatArray, mean: FloatArray, sd: FloatArray) -> tuple[FloatArray, ...]:
    """Return the normal densities at bound and -bound, in units of the standard deviation."""
    with np.errstate(invalid="ignore", divide="ignore"):
        z = (bound - mean) / sd, (-bound - mean) / sd
    return tuple(np.exp(-(each**2) / 2) / math.sqrt(2 * math.pi) for each in z)


def _bound(mean: FloatArray, sd: FloatArray, share: float) -> FloatArray:
    """Return the bound that contains a share of normal differences, by bisection and Newton."""
    from scipy.special import ndtri  # here: slow to import

    low = np.zeros_like(mean)
    high = np.abs(mean) + sd * (1 + abs(float(ndtri(1 - (1 - share) / 4))))
    bound = (low + high) / 2
    for _ in range(STEPS):
        excess = _within(bound, mean, sd) - share
        low, high = np.where(excess < 0, bound, low), np.where(excess < 0, high, bound)
        upper, lower = _densities(bound, mean, sd)
        with np.errstate(invalid="ignore", divide="ignore"):
            step = bound - excess * sd / (upper + lower)
        inner = (step > low) & (step < high)
        following = np.where(inner, step, (low + high) / 2)
        if not np.any(np.abs(following - bound) > TOLERANCE * (sd + np.abs(mean))):
            return following
        bound = following
    return bound


def _total_deviation(mean: Quantity, sd: Quantity, share: float) -> Quantity:
    """Return the total deviation index; its slope follows from the equation that it solves."""
    bound = _bound(mean.value, sd.value, share)
    upper, lower = _densities(bound, mean.value, sd.value)

    def slope() -> FloatArray:
        m, s = mean.value, sd.value
        density = upper + lower
        by_mean = (upper - lower) / density
        by_sd = (upper * (bound - m) + lower * (bound + m)) / (s * density)
        return scale_slope(mean.slope, by_mean) + scale_slope(sd.slope, by_sd)

    same = np.where(sd.value > 0, bound, np.abs(mean.value))
    return Quantity(same, slope)


@coefficient(
    "tdi",
    order=38,
    symbol="TDI",
    title="Total deviation index",
    use="Two methods of measurement, if it matters how large differences are, in the unit of the "
    "ratings. Compare it with the largest difference that is acceptable.",
    references=(LIN, COVERAGE),
    missing=MISSING,
    undefined="fewer than two subjects were rated by both",
    raters=2,
    many_raters=INSTEAD,
    needs_identity=True,
    weighted=False,
    numbers=True,
    pairable_only=True,
    corrected=False,
    levels=(),
    floor=lambda _: 0.0,
    ceiling=math.inf,
    kind="error",
    better="less",
    link="log",
    methods={"lin": "accord.inference.lin:lin_bound"},
)
def tdi(t: NumberSums, *, share: float = 0.9) -> Terms:
    r"""Bound that a share of the differences between two raters does not exceed in size.

    TDI = t with Φ((t - m)/s) - Φ((-t - m)/s) = share

    for normal differences with mean m and standard deviation s over n - 1; ``share`` is .9 unless
    stated.

    Notes
    -----
    .. math::

        \Phi\left(\frac{t - \bar d}{s}\right) - \Phi\left(\frac{-t - \bar d}{s}\right) = p

    Examples
    --------
    >>> import accord
    >>> pair = {"ann": [1.0, 2.5, 3.0, 4.5], "bo": [1.5, 2.0, 3.5, 4.5]}
    >>> round(accord.tdi(pair).value, 3), round(accord.tdi(pair, share=0.95).value, 3)
    (0.814, 0.969)
    """
    if not 0 < share < 1:
        raise OptionError(
            f"share is {share:g}, and must be between 0 and 1.", option="share", value=share
        )
    return Terms(
        _total_deviation(*_differences(t, limit=False), share),
        functional=_total_deviation(*_differences(t, limit=True), share),
    )


def _coverage(mean: Quantity, sd: Quantity, bound: float) -> Quantity:
    at = np.full_like(mean.value, bound)
    value = _within(at, mean.value, sd.value)
    exact = sd.value == 0
    upper, lower = _densities(at, mean.value, sd.value)

    def slope() -> FloatArray:
        m, s = mean.value, sd.value
        by_mean = (lower - upper) / s
        by_sd = -(upper * (bound - m) + lower * (bound + m)) / s**2
        return scale_slope(mean.slope, by_mean) + scale_slope(sd.slope, by_sd)

    return Quantity(np.where(exact, np.abs(mean.value) <= bound, value), slope)


@coefficient(
    "coverage_probability",
    order=39,
    symbol="CP",
    title="Coverage probability",
    use="Two methods of measurement, if the largest acceptable difference is known: the share of "
    "the differences that are acceptable.",
    references=(COVERAGE,),
    missing=MISSING,
    undefined="fewer than two subjects were rated by both",
    raters=2,
    many_raters=INSTEAD,
    needs_identity=True,
    weighted=False,
    numbers=True,
    pairable_only=True,
    corrected=False,
    levels=(),
    floor=lambda _: 0.0,
    link="logit",
)
def coverage_probability(t: NumberSums, *, delta: float | None = None) -> Terms:
    r"""Share of the differences between two raters that are at most ``delta`` in size.

    CP = Φ((δ - m)/s) - Φ((-δ - m)/s)

    for normal differences with mean m and standard deviation s over n - 1. `within` has the share
    in the sample, which does not assume a distribution.

    Notes
    -----
    .. math::

        CP(\delta) = \Phi\left(\frac{\delta - \bar d}{s}\right)
        - \Phi\left(\frac{-\delta - \bar d}{s}\right)

    Examples
    --------
    >>> import accord
    >>> pair = {"ann": [1.0, 2.5, 3.0, 4.5], "bo": [1.5, 2.0, 3.5, 4.5]}
    >>> round(accord.coverage_probability(pair, delta=0.5).value, 3)
    0.687
    """
    if delta is None or not delta > 0:
        raise OptionError(
            "the coverage probability needs delta, the largest acceptable difference, above 0.",
            option="delta",
            value=delta,
        )
    return Terms(
        _coverage(*_differences(t, limit=False), delta),
        functional=_coverage(*_differences(t, limit=True), delta),
    )
