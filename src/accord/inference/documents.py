"""Estimates of statistics of spans: documents are the sampling units, raters are fixed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from accord.data.scale import FloatArray
from accord.inference.pseudo_documents import with_pseudo_documents
from accord.inference.results import Estimate, Interval, Tails
from accord.inference.tails import LinkTails, PosteriorTails, StudentTails, two_sided
from accord.options import SpanOptions, resolve_seed
from accord.statistics.links import DISAGREEMENT, LOGIT, Link
from accord.statistics.references import cite
from accord.statistics.spans import DocumentSums, SpanFeatures, SpanStatistic

__all__ = ["span_estimate"]

MOST_DRAWN = 200  # documents; with more, the t distribution is as accurate, and faster
MOST_LEFT_OUT = 2_000  # documents; with more, influence values are as accurate as the jackknife
BATCH_CELLS = 4_000_000  # weights of a block of resamples: 32 MB
ROUNDING = 1e-12  # a smaller standard error is rounding


def span_estimate(
    entry: SpanStatistic,
    features: SpanFeatures,
    options: Mapping[str, Any],
    settings: SpanOptions,
) -> Estimate:
    """Estimate a statistic of spans, with an interval over documents.

    Parameters
    ----------
    entry
        The statistic.
    features
        Features of the documents.
    options
        Options of the statistic.
    settings
        Options of inference.
    """
    sums = DocumentSums(features)
    with np.errstate(invalid="ignore", divide="ignore"):
        terms = entry.formula(sums, **options)
        value = float(terms.value.value[0])
        used = features.paired
        n = int(used.sum())
        influence = _influence(entry, sums, options, terms.value.slope, value)
    link = DISAGREEMENT if entry.corrected else LOGIT
    limits = (max(entry.floor, link.range[0]), link.range[1])
    method = settings.ci or ("dirichlet" if n <= MOST_DRAWN else "t")
    seed = None if method == "t" else resolve_seed(settings.seed)
    notes = list(terms.notes)
    tails: Tails | None = None
    if method == "percentile":
        interval, lost = _percentile(entry, sums, options, settings, resolve_seed(seed))
        if lost:
            notes.append(
                f"{entry.title} is undefined in {lost} of {settings.replicates} bootstrap "
                "resamples, which are left out."
            )
    else:
        if method == "dirichlet":
            tails = _drawn_tails(entry, features, options, settings, value, limits)
        else:
            tails = _tails(value, influence, n, link, limits)
        interval = tails.interval(settings.confidence)
    notes += _interval_notes(entry, value, n, interval)
    parts = [math.nan if q is None else float(q.value[0]) for q in (terms.observed, terms.chance)]
    return Estimate(
        name=entry.name,
        symbol=entry.symbol,
        title=_title(entry, options),
        weights="identity",
        value=value,
        observed=parts[0],
        chance=parts[1],
        se=_standard_error(influence, n),
        interval=interval,
        p_value=two_sided(tails) if tails is not None and entry.corrected else math.nan,
        n=n,
        reason=entry.undefined if math.isnan(value) else None,
        se_method="jackknife" if n <= MOST_LEFT_OUT else "influence",
        p_method=interval.method if interval.method != "percentile" else "t",
        df=float(n - 1),
        seed=seed,
        references=cite(*entry.references),
        notes=tuple(notes),
        tails=tails,
    )


def _title(entry: SpanStatistic, options: Mapping[str, Any]) -> str:
    """Return the title, with the options that are not the usual ones."""
    stated = [
        f"IoU {value:g} or more" if isinstance(value, float) else str(value)
        for name, value in options.items()
        if value != entry.options[name] and value is not False and value is not None
    ]
    stated += ["unlabelled"] if options.get("labelled") is False else []
    return ", ".join([entry.title, *stated])


def _influence(
    entry: SpanStatistic,
    sums: DocumentSums,
    options: Mapping[str, Any],
    slope: FloatArray,
    value: float,
) -> FloatArray:
    """Return (D, 1) influence of each document, or (D, 2) values with and without it.

    The jackknife gives the value without each document in turn; where documents are many, the
    influence values are slopes.
    """
    used = np.flatnonzero(sums.features.paired)
    if not math.isfinite(value) or used.size < 2:
        return np.empty(0)
    if used.size > MOST_LEFT_OUT:
        return np.asarray(value - slope[used])
    weights = np.ones((used.size, sums.features.size))
    weights[np.arange(used.size), used] = 0.0
    return np.asarray(entry.formula(sums.at(weights), **options).value.value)


def _standard_error(left_out: FloatArray, n: int, value: float | None = None) -> float:
    """Return the standard error by values without each document, √((n - 1)/n Σ (v_i - v)²)."""
    if left_out.size < 2 or not np.all(np.isfinite(left_out)):
        return math.nan
    centre = left_out.mean() if value is None else value
    return math.sqrt((n - 1) / n * float(((left_out - centre) ** 2).sum()))


def _drawn_tails(
    entry: SpanStatistic,
    features: SpanFeatures,
    options: Mapping[str, Any],
    settings: SpanOptions,
    value: float,
    limits: tuple[float, float],
) -> PosteriorTails:
    """Return posterior draws over documents and pseudo-documents; none for one document."""
    nothing = np.empty(0)
    if not math.isfinite(value) or int(features.paired.sum()) < 2:
        return PosteriorTails(value, nothing, nothing, range=limits)
    pseudo = with_pseudo_documents(features.spans)
    sums = DocumentSums(SpanFeatures(pseudo.spans))
    rng = np.random.default_rng(resolve_seed(settings.seed))
    step = max(1, BATCH_CELLS // sums.features.size)
    draws: tuple[list[FloatArray], list[FloatArray]] = ([], [])
    for start in range(0, settings.replicates, step):
        size = min(step, settings.replicates - start)
        observed = rng.standard_exponential((size, features.size))
        for drawn, shapes in zip(draws, (pseudo.low, pseudo.high), strict=True):
            added = shapes[features.size :]
            further = rng.standard_gamma(np.broadcast_to(added, (size, added.size)))
            weights = np.hstack([observed * shapes[: features.size], further])
            with np.errstate(invalid="ignore", divide="ignore"):
                drawn.append(entry.formula(sums.at(weights), **options).value.value)
    low, high = (np.concatenate(drawn) for drawn in draws)
    if entry.error:  # the smaller, the better
        low, high = high, low
    low, high = (np.clip(values[np.isfinite(values)], *limits) for values in (low, high))
    return PosteriorTails(value, low, high, range=limits)


def _tails(
    value: float, left_out: FloatArray, n: int, link: Link, limits: tuple[float, float]
) -> Tails:
    """Return the t distribution on the scale of a link; on the plain scale at its ends."""
    with np.errstate(invalid="ignore", divide="ignore"):
        transformed = link.transform(left_out)
        middle = float(link.transform(np.array(value)))
    se = _standard_error(transformed, n, middle) if math.isfinite(middle) else math.nan
    if se > ROUNDING:
        return LinkTails(value, se, n - 1, link, limits)
    plain = _standard_error(left_out, n, value)
    return StudentTails(value, plain if plain > ROUNDING else math.nan, n - 1, "t", limits)


def _percentile(
    entry: SpanStatistic,
    sums: DocumentSums,
    options: Mapping[str, Any],
    settings: SpanOptions,
    seed: int,
) -> tuple[Interval, int]:
    """Return the percentile interval of the bootstrap, and how many resamples are undefined."""
    used = np.flatnonzero(sums.features.paired)
    rng = np.random.default_rng(seed)
    values, step = [], max(1, BATCH_CELLS // sums.features.size)
    if used.size < 2:
        return Interval(math.nan, math.nan, settings.confidence, "percentile"), 0
    for start in range(0, settings.replicates, step):
        size = min(step, settings.replicates - start)
        weights = np.zeros((size, sums.features.size))
        weights[:, used] = rng.multinomial(used.size, np.full(used.size, 1 / used.size), size=size)
        with np.errstate(invalid="ignore", divide="ignore"):
            values.append(entry.formula(sums.at(weights), **options).value.value)
    replicates = np.concatenate(values)
    defined = replicates[np.isfinite(replicates)]
    tail = (1 - settings.confidence) / 2
    low, high = np.quantile(defined, [tail, 1 - tail]) if defined.size > 1 else (math.nan,) * 2
    lost = replicates.size - defined.size
    return Interval(float(low), float(high), settings.confidence, "percentile"), lost


def _interval_notes(entry: SpanStatistic, value: float, n: int, interval: Interval) -> list[str]:
    """Return why there is no interval, if there is none."""
    if math.isnan(value) or not math.isnan(interval.low):
        return []
    if n < 2:
        return [f"{entry.title}: one document gives no standard error and no interval."]
    return [
        f"{entry.title}: no interval, because all documents contribute equally or it is undefined "
        "without one of them."
    ]
