"""Lin's intervals of the concordance correlation and of the total deviation index.

Both are for normal measurements of two raters.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from accord.data.scale import FloatArray
from accord.errors import UnsupportedError
from accord.inference.declared import Inference
from accord.inference.tails import LinkTails
from accord.options import InferenceOptions
from accord.statistics import Evaluation
from accord.statistics.links import FISHER, LOG

__all__ = ["Concordance", "concordance_of", "lin_bound", "lin_interval"]


@dataclass(frozen=True, slots=True)
class Concordance:
    """Parts of the concordance correlation of two raters.

    Parameters
    ----------
    value
        The concordance correlation.
    precision
        Pearson's correlation, the precision.
    accuracy
        C_b, the concordance correlation over Pearson's.
    location_shift
        Difference of the means over the geometric mean of the standard deviations.
    scale_shift
        Ratio of the standard deviations.
    n
        Number of subjects that both rated.
    """

    value: float
    precision: float
    accuracy: float
    location_shift: float
    scale_shift: float
    n: float

    @property
    def variance(self) -> float:
        """Variance of the estimate for normal measurements (Lin 1989, corrected 2000)."""
        value, r, u = self.value, self.precision, self.location_shift
        if not (self.n > 2 and r != 0):
            return math.nan
        spread = (
            (1 - r**2) * value**2 * (1 - value**2) / r**2
            + 2 * value**3 * (1 - value) * u**2 / r
            - value**4 * u**4 / (2 * r**2)
        )
        return spread / (self.n - 2)


def concordance_of(x: FloatArray, y: FloatArray, weight: FloatArray) -> Concordance:
    """Return the parts of the concordance correlation of paired measurements, moments over n."""
    n = float(weight.sum())
    if not n > 0:
        return Concordance(*(math.nan,) * 5, n)
    x_mean, y_mean = float(weight @ x / n), float(weight @ y / n)
    x_dev, y_dev = x - x_mean, y - y_mean
    x_var, y_var = float(weight @ x_dev**2 / n), float(weight @ y_dev**2 / n)
    covariance = float(weight @ (x_dev * y_dev) / n)
    with np.errstate(invalid="ignore", divide="ignore"):
        spread, scale = np.sqrt(np.float64(x_var * y_var)), x_var + y_var + (x_mean - y_mean) ** 2
        value = float(np.float64(2 * covariance) / scale)
        r = float(np.float64(covariance) / spread)
        shift = float(np.float64(x_mean - y_mean) / np.sqrt(spread))
        ratio = float(np.sqrt(np.float64(x_var) / np.float64(y_var)))
    accuracy = value / r if r else math.nan
    return Concordance(value, r, accuracy, shift, ratio, n)


def lin_interval(evaluation: Evaluation, method: str, settings: InferenceOptions) -> Inference:  # noqa: ARG001
    """Return Lin's interval and test on the scale of Fisher's z."""
    parts = concordance_of(*_pair(evaluation))
    se = math.sqrt(max(parts.variance, 0.0)) / (1 - parts.value**2) if parts.value**2 < 1 else 0.0
    tails = LinkTails(parts.value, se, math.inf, FISHER, evaluation.range)
    return Inference(tails, notes=_assumptions(evaluation), details=parts)


def lin_bound(evaluation: Evaluation, method: str, settings: InferenceOptions) -> Inference:  # noqa: ARG001
    """Return Lin's interval of the total deviation index, by its approximation for small bias.

    The logarithm of the mean squared difference is normal; its upper limit is the usual bound.
    """
    from scipy.special import ndtri  # here: slow to import

    x, y, weight = _pair(evaluation)
    n = float(weight.sum())
    mean = float(weight @ (x - y) / n) if n else math.nan
    variance = float(weight @ (x - y - mean) ** 2) / (n - 1) if n > 1 else math.nan
    square = mean**2 + variance
    value = math.sqrt(square) * float(ndtri((1 + _share(evaluation)) / 2))
    share = mean**2 / square if square > 0 else math.nan
    se = math.sqrt(2 * (1 - share**2) / (n - 2)) / 2 if n > 2 else math.nan
    notes = (f"Lin's approximation of the total deviation index is {value:.6g}.",)
    return Inference(LinkTails(value, se, math.inf, LOG), notes=(*notes, *_assumptions(evaluation)))


def _share(evaluation: Evaluation) -> float:
    options = {**evaluation.coefficient.options, **evaluation.options}
    return float(options["share"])


def _pair(evaluation: Evaluation) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the measurements of two raters, centred alike, and the number of subjects of each."""
    t = evaluation.sums.numbers
    if t.k != 2:
        raise UnsupportedError(
            f"Lin's interval is for two raters; the data have {t.k}. Use the default interval."
        )
    both = t.complete > 0
    x, y = t.values[both].T
    return x, y, t.m[0][both]


def _assumptions(evaluation: Evaluation) -> tuple[str, ...]:
    notes = ["Lin's interval assumes normal measurements."]
    if evaluation.patterns.cluster is not None:
        notes.append("Lin's interval assumes independent subjects and ignores the clusters.")
    return tuple(notes)
