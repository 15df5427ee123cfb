"""Berry and Mielke's program DIFFER: the difference of two independent values of ℜ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from accord.base.serialise import written
from accord.base.showing import Displayed
from accord.base.validation import ANY_NUMBER, POSITIVE, Number, check_number
from accord.errors import OptionError, UnsupportedError
from accord.inference.pearson import type_three_cdf, type_three_sf
from accord.options import with_options
from accord.options.comparison import READINGS, Reading
from accord.version import __version__

__all__ = ["Differ", "differ"]


@dataclass(frozen=True, slots=True)
class Differ(Displayed):
    """Result of the test of program DIFFER.

    Parameters
    ----------
    difference
        D = ℜ1 - ℜ2.
    variance
        Variance of D if the ratings of both groups are permuted.
    skewness
        Skewness of D if the ratings of both groups are permuted.
    t
        D/σ_D.
    p_printed
        Twice the probability of the tail of D, as printed in the published example.
    p_literal
        Probability of a D as far from 0 in either direction, as the text of the example says. The
        two differ because the distribution is skewed.
    reading
        Which of the two is ``p_value``: ``printed`` or ``literal``.
    version
        Version of accord.
    """

    difference: float
    variance: float
    t: float
    skewness: float
    p_printed: float
    p_literal: float
    reading: str = "printed"
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))

    _derived: ClassVar[Mapping[str, str]] = {"p_value": "p_value"}

    @property
    def p_value(self) -> float:
        """P-value by the chosen ``reading``."""
        return self.p_printed if self.reading == "printed" else self.p_literal

    def __str__(self) -> str:
        return (
            f"D = {self.difference:.4f}, variance {self.variance:.4g}, T = {self.t:.4f}, skewness "
            f"{self.skewness:.4g}, P = {self.p_value:.4g}"
        )


@with_options()
def differ(
    r1: float,
    mu1: float,
    var1: float,
    skew1: float,
    r2: float,
    mu2: float,
    var2: float,
    skew2: float,
    *,
    reading: Reading = "printed",
) -> Differ:
    """Test the difference of two of Berry and Mielke's measures, from two independent groups.

    Parameters
    ----------
    r1, mu1, var1, skew1
        ℜ of the first group, and mean, variance and skewness of its δ under permutation, from
        `berry_mielke`.
    r2, mu2, var2, skew2
        The same for the second group.
    reading
        ``printed``: p is twice the probability of the tail of D, as in the published example;
        ``literal``: p is the probability of both tails beyond ±D.

    Returns
    -------
    Differ
        The difference, its standardised value and the p-value.

    Notes
    -----
    σ²_D = σ1²/μ1² + σ2²/μ2² and γ_D = (σ2³γ2/μ2³ - σ1³γ1/μ1³)/σ_D³; T = D/σ_D has Pearson's
    type III distribution. The moments are those under chance agreement, so the test has its
    nominal level only for groups of raters who guess. The other tests of `compare` have it for
    groups that agree, too.

    Examples
    --------
    >>> d = differ(0.1158, 1.2705, 0.4678e-3, -0.3415, 0.1978, 1.6024, 0.1010e-2, -0.2843)
    >>> round(d.difference, 4), round(d.t, 3), round(d.p_value, 5), round(d.p_literal, 5)
    (-0.082, -3.137, 0.00197, 0.00172)
    """
    if reading not in READINGS:
        raise OptionError(
            f"reading {reading!r} is not one of {', '.join(READINGS)}.", option="reading"
        )
    for name, value in (("mu1", mu1), ("mu2", mu2), ("var1", var1), ("var2", var2)):
        check_number(name, value, POSITIVE)
    for name, value in (("r1", r1), ("r2", r2)):
        check_number(name, value, Number(most=1))
    for name, value in (("skew1", skew1), ("skew2", skew2)):
        check_number(name, value, ANY_NUMBER)
    difference = r1 - r2
    try:
        variance = var1 / mu1**2 + var2 / mu2**2
        third = (var2**0.5 / mu2) ** 3 * skew2 - (var1**0.5 / mu1) ** 3 * skew1
        skewness = third / variance**1.5
        t = difference / variance**0.5
        below, above = type_three_cdf(t, skewness), type_three_sf(t, skewness)
        two_tails = type_three_cdf(-abs(t), skewness) + type_three_sf(abs(t), skewness)
    except (OverflowError, ZeroDivisionError):
        raise UnsupportedError(
            "the ratios of variances and squared means, or the skewnesses, are too large or too "
            "small to compute with."
        ) from None
    printed, literal = min(1.0, 2 * min(below, above)), min(1.0, two_tails)
    return Differ(difference, variance, t, skewness, printed, literal, reading)
