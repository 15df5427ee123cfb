"""What a value means: benchmark scales, and a plain reading of kappa's paradoxes."""

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

__all__ = ["SCALES", "Band", "Benchmark", "BenchmarkScale", "benchmark", "paradox", "scale_named"]


@dataclass(frozen=True, slots=True)
class Band(Record):
    """A stretch of a benchmark scale.

    Parameters
    ----------
    low
        Lower end of the band, which reaches up to the next one.
    label
        Word for values in the band.
    """

    low: float
    label: str


@dataclass(frozen=True, slots=True)
class BenchmarkScale(Record):
    """A published scale of words for values.

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


def scale_named(name: str) -> BenchmarkScale:
    """Benchmark scale of that name."""
    if name not in SCALES:
        raise UnknownNameError("benchmark scale", name, SCALES, option="scale")
    return SCALES[name]


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Where an estimate stands on a benchmark scale.

    Parameters
    ----------
    band
        Label of the band that the value itself falls in.
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
    """Place a value on a benchmark scale, allowing for its uncertainty.

    Gwet's probabilistic banding: bands are added from the top until their probability reaches 95 %.
    The draws of an estimate, if its interval is by draws, give the probabilities; otherwise the
    normal distribution with its standard error, truncated at ±1.

    Parameters
    ----------
    value, se
        An estimate; or a value and its standard error.
    scale
        Name of a benchmark scale, or the scale.
    probability
        Probability that the band is reached.

    Returns
    -------
    Benchmark or None
        The band of the value and the band reached with that probability; None if undefined.

    Examples
    --------
    >>> found = benchmark(0.67, 0.15, "altman")
    >>> found.band, found.secured, [round(p, 5) for p in found.probabilities[:3]]
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
    own = next((band for band in scale.bands if value >= band.low), scale.bands[-1])
    if tails is not None and not math.isnan(tails.at_most(value)):
        surely = (*(1 - tails.at_most(band.low) for band in scale.bands[:-1]), 1.0)
        return Benchmark(scale, own.label, _secured(scale, surely, probability), surely)
    if isinstance(estimate, Estimate) and math.isnan(estimate.lower):  # nothing is known
        nothing = (*(0.0 for _ in scale.bands[:-1]), 1.0)
        return Benchmark(scale, own.label, scale.bands[-1].label, nothing)
    known = se > 0
    below = _normal((value - 1) / se) if known else 0.0
    whole = _normal((value + 1) / se) - below if known else 0.0
    if whole <= 0:  # no standard error, or a value so far below -1 that nothing lies above
        reached = tuple(float(value >= b.low or b is scale.bands[-1]) for b in scale.bands)
        return Benchmark(scale, own.label, own.label, reached)
    upto = tuple((_normal((value - band.low) / se) - below) / whole for band in scale.bands)
    return Benchmark(scale, own.label, _secured(scale, upto, probability), upto)


def _check_value(value: Any, se: Any) -> None:
    """Refuse a value or a standard error that is not a number; NaN stands for an unknown one."""
    for option, number, allowed in (("value", value, ANY_NUMBER), ("se", se, Number(least=0))):
        if not (isinstance(number, float) and math.isnan(number)):
            check_number(option, number, allowed)


def _secured(scale: BenchmarkScale, upto: tuple[float, ...], probability: float) -> str:
    """Best band of which, or of a better one, one may be so sure."""
    return next(
        (b.label for b, p in zip(scale.bands, upto, strict=True) if p >= probability),
        scale.bands[-1].label,
    )


def _normal(z: float) -> float:
    return math.erfc(-z / math.sqrt(2)) / 2


APART = 0.25  # kappa this far below percent agreement, and below AC1, calls for a word


def paradox(
    found: Agreement, kappa: Estimate, prevalence: Estimate, bias: Estimate | None, most: Label
) -> str | None:
    """Plain sentence on why kappa and percent agreement part company; None if they do not.

    Parameters
    ----------
    found
        Estimates with identity weights: exact agreement and a coefficient that depends less on
        the prevalence among them.
    kappa
        A coefficient that depends on the prevalence.
    prevalence, bias
        Prevalence and bias index.
    most
        The category that prevails.
    """
    pa, ac = found[EXACT_AGREEMENT].value, found[HEADLINE].value
    if math.isnan(kappa.value):
        if pa == 1:
            return (
                "All ratings are in one category, so kappa is undefined: agreement by chance is "
                "complete. Report exact agreement, and that only one category was used."
            )
        return None
    if not (pa - kappa.value > APART and ac - kappa.value > APART):
        return None
    q = found.data.category_count
    share = (prevalence.value * (q - 1) + 1) / q
    mean = "on average over subjects " if found.data.missing else ""
    sentence = (
        f"Raters agree {mean}on {percentage(pa)} of the pairs of ratings, yet {kappa.title} is "
        f"only {short(kappa.value)}. {show_label(most)!r} takes "
        f"{mean}{percentage(share)} of all ratings, so even raters who never looked would agree on "
        f"{percentage(kappa.chance)} of them, and kappa has hardly any room above that. Read "
        f"{short(ac)} ({found[HEADLINE].symbol}) beside percent agreement, and report kappa "
        "together with the prevalence."
    )
    if bias is not None and bias.value > 0.1:
        sentence += (
            f" The raters also differ in how often they use the categories (bias index "
            f"{short(bias.value)}), which no coefficient should hide."
        )
    return sentence
