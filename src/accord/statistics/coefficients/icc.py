"""Intraclass correlations: one-way, agreement and consistency, of single ratings and of means."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.base.wording import joined
from accord.statistics.calculus import Quantity
from accord.statistics.links import Link, mean_reliability_link, reliability_link
from accord.statistics.number_sums import NumberSums
from accord.statistics.references import Reference
from accord.statistics.registry import Terms, coefficient
from accord.statistics.restricted_profile import Reliability
from accord.statistics.variance_components import Components, one_way, two_way

__all__ = ["icc_1", "icc_1k", "icc_a1", "icc_ak", "icc_c1", "icc_ck"]

REFERENCES = (
    Reference(
        "mcgraw1996",
        "McGraw, K. O. and Wong, S. P.",
        1996,
        "Forming inferences about some intraclass correlation coefficients",
        "Psychological Methods 1(1), 30-46",
        "10.1037/1082-989X.1.1.30",
    ),
    Reference(
        "shrout1979",
        "Shrout, P. E. and Fleiss, J. L.",
        1979,
        "Intraclass correlations: uses in assessing rater reliability",
        "Psychological Bulletin 86(2), 420-428",
        "10.1037/0033-2909.86.2.420",
    ),
    Reference(
        "henderson1953",
        "Henderson, C. R.",
        1953,
        "Estimation of variance and covariance components",
        "Biometrics 9(2), 226-252",
        "10.2307/3001853",
    ),
)
MISSING = "all ratings; variance components by the method of moments, negative ones set to 0"
UNDEFINED = "the ratings do not vary, or the variance of the ratings is estimated as 0"


@dataclass(frozen=True, slots=True)
class _Reading:
    """What an intraclass correlation counts as error.

    Parameters
    ----------
    raters
        Whether differences between raters are error, in a two-way design.
    crossed
        Whether the design is two-way: it is known who gave a rating.
    mean
        Whether the reliability is that of the mean of a subject's ratings.
    """

    raters: bool
    crossed: bool
    mean: bool

    def terms(self, t: NumberSums) -> Terms:
        """Return the estimate, and its limit in large samples of subjects."""
        components, limit = t.once(_crossed if self.crossed else _nested)
        return Terms(
            t.expand(self._value(components.cut)),
            functional=t.expand(self._value(limit.cut)),
            notes=() if components.complete else self._notes(components),
        )

    def _value(self, parts: Components) -> Quantity:
        noise = parts.raters + parts.error if self.raters else parts.error
        return parts.ratio(noise / parts.ratings if self.mean else noise)

    def _notes(self, components: Components) -> tuple[str, ...]:
        """Return a note on a negative component that was set to 0."""
        raw = float(self._value(components).value[0])
        used = float(self._value(components.cut).value[0])
        if math.isnan(raw) or abs(raw - used) < 1e-12:
            return ()
        parts = {
            "subjects": components.subjects,
            "raters": components.raters,
            "residual": components.error,
        }
        negative = [name for name, part in parts.items() if part.value[0] < 0]
        return (
            f"the variance component of the {joined(negative)} is estimated as negative and counts "
            f"as 0; with it, the ICC is {raw:.4g}.",
        )

    def floor(self, t: NumberSums) -> float:
        """Return the lower limit of the values of complete ratings, also used for others."""
        if self.mean:
            return -math.inf
        n, k = float(t.feature("ones").value[0]), _effective_ratings(t)
        room = k - 1 - (k / n if self.raters and self.crossed else 0.0)
        return -1 / room if room > 0 else -math.inf

    @property
    def restricted(self) -> Reliability:
        """How it follows from components by restricted maximum likelihood."""
        noise = (1,) if self.crossed and self.raters else ()
        return Reliability("random" if self.crossed else "none", (0,), noise, self.mean)

    def link(self, t: NumberSums) -> Link:
        """Return the scale of the interval."""
        return (
            mean_reliability_link() if self.mean else reliability_link(t.once(_effective_ratings))
        )


def _crossed(t: NumberSums) -> tuple[Components, Components]:
    """Return the components of a two-way design, and their limit in large samples."""
    return two_way(t), two_way(t, limit=True)


def _nested(t: NumberSums) -> tuple[Components, Components]:
    """Return the components of a one-way design, and their limit in large samples."""
    return one_way(t), one_way(t, limit=True)


def _effective_ratings(t: NumberSums) -> float:
    """Return the number of ratings of a subject in the expected mean square between subjects."""
    n, ratings = float(t.feature("ones").value[0]), float(t.feature("sizes").value[0])
    if t.all_complete or not n > 1:
        return float(np.max(t.r, initial=1.0))
    return (ratings - float(t.feature("size_squares").value[0]) / ratings) / (n - 1)


ONE_WAY, ONE_WAY_MEAN = _Reading(True, False, False), _Reading(True, False, True)
AGREEMENT, AGREEMENT_MEAN = _Reading(True, True, False), _Reading(True, True, True)
CONSISTENCY, CONSISTENCY_MEAN = _Reading(False, True, False), _Reading(False, True, True)


def _facts(reading: _Reading, method: str) -> dict[str, Any]:
    """Return what all intraclass correlations declare alike."""
    return {
        "references": REFERENCES,
        "missing": MISSING,
        "undefined": UNDEFINED,
        "weighted": False,
        "numbers": True,
        "levels": ("interval", "ratio") if reading is AGREEMENT else (),
        "needs_identity": reading.crossed,
        "floor": reading.floor,
        "link": reading.link,
        "restricted": reading.restricted,
        "methods": {"f": f"accord.inference.f_intervals:{method}"},
    }


@coefficient(
    "icc_1",
    order=33,
    symbol="ICC(1)",
    title="ICC(1), one-way",
    use="Each subject has its own raters, drawn at random, or it is not known who gave a rating. "
    "Shrout and Fleiss call it ICC(1,1).",
    **_facts(ONE_WAY, "one_way"),
)
def icc_1(t: NumberSums) -> Terms:
    r"""Share of the variance of single ratings that is due to the subjects, one-way.

    ICC(1) = (MSR - MSW)/(MSR + (k - 1) MSW) = s/(s + e)

    Differences between raters are part of the variance within subjects. With missing ratings, the
    components s of the subjects and e within subjects are estimated by the method of moments.

    Notes
    -----
    .. math::

        \mathrm{ICC}(1) = \frac{MS_R - MS_W}{MS_R + (k - 1) MS_W}
        = \frac{\hat\sigma^2_s}{\hat\sigma^2_s + \hat\sigma^2_w}

    Examples
    --------
    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> round(accord.icc_1(ratings).value, 4)
    0.1657
    """
    return ONE_WAY.terms(t)


@coefficient(
    "icc_a1",
    order=31,
    symbol="ICC(A,1)",
    title="ICC(A,1), absolute agreement",
    use="The same raters rate all subjects, and a rater who gives higher values than the others "
    "counts as disagreement. It is the usual choice if single ratings are used in practice. "
    "Shrout and Fleiss call it ICC(2,1).",
    **_facts(AGREEMENT, "agreement"),
)
def icc_a1(t: NumberSums) -> Terms:
    r"""Share of the variance of single ratings that is due to the subjects, two-way.

    ICC(A,1) = (MSR - MSE)/(MSR + (k - 1) MSE + (k/n)(MSC - MSE)) = s/(s + r + e)

    Differences between raters, r, and the residual, e, are error. With missing ratings, the
    components are estimated by the method of moments.

    Notes
    -----
    .. math::

        \mathrm{ICC}(A,1) =
        \frac{MS_R - MS_E}{MS_R + (k - 1) MS_E + \frac{k}{n} (MS_C - MS_E)}
        = \frac{\hat\sigma^2_s}{\hat\sigma^2_s + \hat\sigma^2_r + \hat\sigma^2_e}

    Examples
    --------
    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> round(accord.icc_a1(ratings).value, 4)
    0.2898
    """
    return AGREEMENT.terms(t)


@coefficient(
    "icc_c1",
    order=32,
    symbol="ICC(C,1)",
    title="ICC(C,1), consistency",
    use="The same raters rate all subjects, and only the ranking of the subjects matters, so that "
    "constant differences between raters are no error. Shrout and Fleiss call it ICC(3,1).",
    **_facts(CONSISTENCY, "consistency"),
)
def icc_c1(t: NumberSums) -> Terms:
    r"""Consistency of single ratings: differences between raters do not count.

    ICC(C,1) = (MSR - MSE)/(MSR + (k - 1) MSE) = s/(s + e)

    With missing ratings, the components of the subjects, s, and of the residual, e, are estimated
    by the method of moments, with a component of the raters.

    Notes
    -----
    .. math::

        \mathrm{ICC}(C,1) = \frac{MS_R - MS_E}{MS_R + (k - 1) MS_E}
        = \frac{\hat\sigma^2_s}{\hat\sigma^2_s + \hat\sigma^2_e}

    Examples
    --------
    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> round(accord.icc_c1(ratings).value, 4)
    0.7148
    """
    return CONSISTENCY.terms(t)


@coefficient(
    "icc_1k",
    order=36,
    symbol="ICC(k)",
    title="ICC(k), one-way, of means",
    use="As ICC(1), if the mean of a subject's ratings is used. Shrout and Fleiss call it "
    "ICC(1,k).",
    **_facts(ONE_WAY_MEAN, "one_way_mean"),
)
def icc_1k(t: NumberSums) -> Terms:
    r"""Reliability of the mean of a subject's k ratings, one-way.

    ICC(k) = (MSR - MSW)/MSR = s/(s + e/k)

    With missing ratings, k is the harmonic mean of the number of ratings of a subject, so that the
    value is the mean reliability of the means in the data.

    Notes
    -----
    .. math::

        \mathrm{ICC}(k) = \frac{MS_R - MS_W}{MS_R}
        = \frac{\hat\sigma^2_s}{\hat\sigma^2_s + \hat\sigma^2_w / k}

    Examples
    --------
    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> round(accord.icc_1k(ratings).value, 4)
    0.4428
    """
    return ONE_WAY_MEAN.terms(t)


@coefficient(
    "icc_ak",
    order=34,
    symbol="ICC(A,k)",
    title="ICC(A,k), absolute agreement of means",
    use="As ICC(A,1), if the mean of all raters is used. Shrout and Fleiss call it ICC(2,k).",
    **_facts(AGREEMENT_MEAN, "agreement_mean"),
)
def icc_ak(t: NumberSums) -> Terms:
    r"""Reliability of the mean of k raters, with differences between raters as error.

    ICC(A,k) = (MSR - MSE)/(MSR + (MSC - MSE)/n) = s/(s + (r + e)/k)

    With missing ratings, k is the harmonic mean of the number of ratings of a subject. If the
    subjects' component is negative, the divisor can be negative as well, and the value is then
    above 1 and has no meaning.

    Notes
    -----
    .. math::

        \mathrm{ICC}(A,k) = \frac{MS_R - MS_E}{MS_R + \frac{1}{n} (MS_C - MS_E)}
        = \frac{\hat\sigma^2_s}{\hat\sigma^2_s + (\hat\sigma^2_r + \hat\sigma^2_e) / k}

    Examples
    --------
    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> round(accord.icc_ak(ratings).value, 4)
    0.6201
    """
    return AGREEMENT_MEAN.terms(t)


@coefficient(
    "icc_ck",
    order=35,
    symbol="ICC(C,k)",
    title="ICC(C,k), consistency of means",
    use="As ICC(C,1), if the mean, or the sum, of all raters is used. It is Cronbach's alpha. "
    "Shrout and Fleiss call it ICC(3,k).",
    **_facts(CONSISTENCY_MEAN, "consistency_mean"),
)
def icc_ck(t: NumberSums) -> Terms:
    r"""Reliability of the mean of k raters, if differences between raters do not count.

    ICC(C,k) = (MSR - MSE)/MSR = s/(s + e/k)

    With missing ratings, k is the harmonic mean of the number of ratings of a subject.

    Notes
    -----
    .. math::

        \mathrm{ICC}(C,k) = \frac{MS_R - MS_E}{MS_R}
        = \frac{\hat\sigma^2_s}{\hat\sigma^2_s + \hat\sigma^2_e / k}

    Examples
    --------
    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> round(accord.icc_ck(ratings).value, 4)
    0.9093
    """
    return CONSISTENCY_MEAN.terms(t)
