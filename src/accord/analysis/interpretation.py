"""Interpretation of coefficients: benchmark scales, and an explanation of kappa's paradoxes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from accord.base.serialise import Record
from accord.base.validation import ANY_NUMBER, CONFIDENCE, Number, check_number
from accord.base.wording import percentage, short
from accord.data.scale import Label, show_label
from accord.errors import UnknownNameError
from accord.inference.results import Agreement, Estimate
from accord.options import with_options
from accord.options.presets import EXACT_AGREEMENT, HEADLINE

__all__ = [
    "SCALES",
    "Band",
    "Benchmark",
    "BenchmarkScale",
    "benchmark",
    "explain_paradox",
    "scale_named",
    "usual_scale",
]


@dataclass(frozen=True, slots=True)
class Band(Record):
    """A band of a benchmark scale.

    Parameters
    ----------
    low
        Lower end of the band, which ends where the next higher one begins.
    label
        Label of values in the band.
    """

    low: float
    label: str


@dataclass(frozen=True, slots=True)
class BenchmarkScale(Record):
    """A published benchmark scale.

    Parameters
    ----------
    name
        Name of the scale.
    title
        Name in texts.
    reference
        Key of the publication.
    bands
        The bands, best first.
    """

    name: str
    title: str
    reference: str
    bands: tuple[Band, ...]


def _scale(name: str, title: str, reference: str, *bands: tuple[float, str]) -> BenchmarkScale:
    return BenchmarkScale(name, title, reference, tuple(Band(*band) for band in bands))


SCALES: dict[str, BenchmarkScale] = {
    scale.name: scale
    for scale in (
        _scale(
            "landis_koch",
            "Landis-Koch",
            "landis1977",
            (0.8, "almost perfect"),
            (0.6, "substantial"),
            (0.4, "moderate"),
            (0.2, "fair"),
            (0.0, "slight"),
            (-1.0, "poor"),
        ),
        _scale(
            "altman",
            "Altman",
            "altman1991",
            (0.8, "very good"),
            (0.6, "good"),
            (0.4, "moderate"),
            (0.2, "fair"),
            (-1.0, "poor"),
        ),
        _scale(
            "fleiss",
            "Fleiss",
            "fleiss2003",
            (0.75, "excellent"),
            (0.4, "fair to good"),
            (-1.0, "poor"),
        ),
        _scale(
            "cicchetti",
            "Cicchetti",
            "cicchetti1994",
            (0.75, "excellent"),
            (0.6, "good"),
            (0.4, "fair"),
            (-1.0, "poor"),
        ),
        _scale(
            "koo_li",
            "Koo-Li",
            "koo2016",
            (0.9, "excellent"),
            (0.75, "good"),
            (0.5, "moderate"),
            (-1.0, "poor"),
        ),
        _scale(
            "krippendorff",
            "Krippendorff",
            "krippendorff2019",
            (0.8, "rely on it"),
            (0.667, "tentative conclusions only"),
            (-1.0, "discard"),
        ),
    )
}


def usual_scale(*, measured: bool = False) -> BenchmarkScale:
    """Return the benchmark scale of a report; of measurements, the one for intraclass correlations.

    >>> usual_scale().title, usual_scale(measured=True).title
    ('Landis-Koch', 'Koo-Li')
    """
    return SCALES["koo_li" if measured else "landis_koch"]


def scale_named(name: str) -> BenchmarkScale:
    """Return the benchmark scale of a name."""
    if name not in SCALES:
        raise UnknownNameError("benchmark scale", name, SCALES, option="scale")
    return SCALES[name]


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Bands of a benchmark scale that an estimate reaches.

    Parameters
    ----------
    scale
        The benchmark scale.
    band
        Label of the band that contains the value.
    secured
        Label of the best band that is reached with the required probability.
    probabilities
        Probability of each band or a better one, best band first.
    """

    scale: BenchmarkScale
    band: str
    secured: str
    probabilities: tuple[float, ...]


@with_options()
def benchmark(
    value: float | Estimate,
    se: float = math.nan,
    scale: str | BenchmarkScale = "landis_koch",
    *,
    probability: float = 0.95,
) -> Benchmark | None:
    """Find the band of a benchmark scale that a value reaches with a given probability.

    In Gwet's method, the probabilities of the bands are added from the best band down, until they
    reach ``probability``. They come from the posterior draws if the interval of an estimate does;
    otherwise from the normal distribution with its standard error, truncated at ±1.

    Parameters
    ----------
    value, se
        An estimate; or a value and its standard error.
    scale
        A benchmark scale or its name.
    probability
        Required probability that the band is reached.

    Returns
    -------
    Benchmark or None
        The band of the value and the band reached with that probability; None if undefined.

    Examples
    --------
    >>> result = benchmark(0.67, 0.15, "altman")
    >>> result.band, result.secured, [round(p, 5) for p in result.probabilities[:3]]
    ('good', 'moderate', [0.18168, 0.67511, 0.96356])
    """
    scale = scale if isinstance(scale, BenchmarkScale) else scale_named(scale)
    tails, estimate = None, value
    if isinstance(value, Estimate):
        tails, se, value = value.tails, value.se, value.value
    else:
        _check_value(value, se)
    check_number("probability", probability, CONFIDENCE)
    if math.isnan(value):
        return None
    band = next((b.label for b in scale.bands if value >= b.low), scale.bands[-1].label)
    reached: tuple[float, ...]  # probability of each band or a better one
    if tails is not None and not math.isnan(tails.at_most(value)):
        reached = (*(1 - tails.at_most(b.low) for b in scale.bands[:-1]), 1.0)
        return Benchmark(scale, band, _secured(scale, reached, probability), reached)
    if isinstance(estimate, Estimate) and math.isnan(estimate.lower):  # no interval
        reached = (*(0.0 for _ in scale.bands[:-1]), 1.0)
        return Benchmark(scale, band, scale.bands[-1].label, reached)
    # The normal distribution is truncated at ±1: `above` is cut off, `total` is what remains.
    above = _normal((value - 1) / se) if se > 0 else 0.0
    total = _normal((value + 1) / se) - above if se > 0 else 0.0
    if total <= 0:  # no standard error, or a value far below -1
        reached = tuple(float(value >= b.low or b is scale.bands[-1]) for b in scale.bands)
        return Benchmark(scale, band, band, reached)
    reached = tuple((_normal((value - b.low) / se) - above) / total for b in scale.bands)
    return Benchmark(scale, band, _secured(scale, reached, probability), reached)


def _check_value(value: Any, se: Any) -> None:
    """Check that value and standard error are numbers; NaN means unknown."""
    for option, number, allowed in (("value", value, ANY_NUMBER), ("se", se, Number(least=0))):
        if not (isinstance(number, float) and math.isnan(number)):
            check_number(option, number, allowed)


def _secured(scale: BenchmarkScale, reached: tuple[float, ...], probability: float) -> str:
    """Return the label of the best band that is reached with the probability."""
    return next(
        (b.label for b, p in zip(scale.bands, reached, strict=True) if p >= probability),
        scale.bands[-1].label,
    )


def _normal(z: float) -> float:
    """Return the distribution function of the standard normal distribution."""
    return math.erfc(-z / math.sqrt(2)) / 2


LARGE_GAP = 0.25  # difference of percent agreement and AC1 from kappa that is explained
LARGE_BIAS = 0.1  # bias index above which the explanation mentions the bias


def explain_paradox(
    estimates: Agreement,
    kappa: Estimate,
    prevalence: Estimate,
    bias: Estimate | None,
    most_frequent: Label,
) -> str | None:
    """Explain why kappa is much smaller than percent agreement.

    Parameters
    ----------
    estimates
        Estimates with identity weights, among them exact agreement and a coefficient that depends
        less on the prevalence.
    kappa
        A coefficient that depends on the prevalence.
    prevalence, bias
        Prevalence and bias index.
    most_frequent
        The most frequent category.

    Returns
    -------
    str or None
        The explanation; None if the difference is small.
    """
    pa, ac = estimates[EXACT_AGREEMENT].value, estimates[HEADLINE].value
    if math.isnan(kappa.value):
        if pa == 1:
            return (
                "All ratings are in one category. Chance agreement is then 100%, so kappa is "
                "undefined. Report exact agreement, and that only one category was used."
            )
        return None
    if not (pa - kappa.value > LARGE_GAP and ac - kappa.value > LARGE_GAP):
        return None
    q = estimates.data.category_count
    share = (prevalence.value * (q - 1) + 1) / q
    mean = "on average over subjects " if estimates.data.missing else ""
    sentence = (
        f"Raters agree {mean}on {percentage(pa)} of the pairs of ratings, yet {kappa.title} is "
        f"only {short(kappa.value)}. The category {show_label(most_frequent)!r} has "
        f"{mean}{percentage(share)} of all ratings, so the agreement expected by chance is "
        f"{percentage(kappa.chance)}. Kappa measures only the agreement above chance and is "
        f"therefore low. Report {estimates[HEADLINE].symbol} ({short(ac)}) and percent agreement "
        "as well, and kappa together with the prevalence."
    )
    if bias is not None and bias.value > LARGE_BIAS:
        sentence += (
            f" The raters also differ in how often they use the categories (bias index "
            f"{short(bias.value)}); report this difference too."
        )
    return sentence
