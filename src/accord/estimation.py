"""Coefficients on a pattern table become estimates: value, standard error, interval, p-value."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from accord.coefficients import Coefficient, Evaluation, evaluations_of
from accord.errors import OptionError
from accord.inference import (
    DrawnTails,
    StudentTails,
    bootstrap,
    confidence_interval,
    covariance,
    drawn_tails,
    gwet_influence,
    gwet_subjects,
    influence_matrix,
    jackknife,
    p_value,
    permutation_p_value,
    rater_variance,
    standard_errors,
)
from accord.inference.analytic import degrees_of_freedom, finite_share
from accord.inference.intervals import NEEDS_REPLICATES
from accord.joint import JointScale
from accord.patterns import Patterns
from accord.references import cite
from accord.results import SHOWN_CATEGORIES, Agreement, Data, Estimate, Interval
from accord.scale import FloatArray, show_label
from accord.settings import Settings, settled_seed
from accord.version import __version__
from accord.weights import Scheme
from accord.wording import counted

__all__ = ["measure", "title_of"]

LOST = 0.01  # share of undefined draws that calls for a word


def measure(
    patterns: Patterns,
    entries: Sequence[Coefficient],
    scheme: Scheme,
    settings: Settings,
    options: Mapping[str, Any],
) -> Agreement:
    """Estimates of the given coefficients on a pattern table."""
    plain = scheme.name == "identity"
    fit = [entry for entry in entries if entry.unsuited(patterns, plain) is None]
    apart = settings.sample_raters or settings.p_method == "permutation"
    if not apart and not any(entry.needs_identity for entry in fit):
        table = patterns.anonymous()
    else:
        table = patterns
    evaluations = evaluations_of(fit, table, scheme, options)
    found, matrix = _estimates(table, evaluations, scheme, settings)
    by_name = {item.name: item for item in found}
    estimates = tuple(
        by_name.get(entry.name) or _unsuited(entry, patterns, scheme, settings) for entry in entries
    )
    full = np.full((len(entries), len(entries)), np.nan)
    places = [k for k, entry in enumerate(entries) if entry.name in by_name]
    full[np.ix_(places, places)] = matrix
    return Agreement(
        estimates,
        _described(patterns),
        full,
        warnings=_warnings(patterns, scheme, estimates),
        version=__version__,
    )


def _estimates(
    patterns: Patterns,
    evaluations: Sequence[Evaluation],
    scheme: Scheme,
    settings: Settings,
) -> tuple[list[Estimate], FloatArray]:
    """Estimates of the evaluations, and their covariance matrix."""
    if not evaluations:
        return [], np.empty((0, 0))
    seed = settled_seed(settings.seed)
    intervals = [settings.interval_of(e) for e in evaluations]
    tests = [settings.test_with(interval) for interval in intervals]
    tails = _tails(evaluations, intervals, tests, settings)
    drawn = (
        bootstrap(evaluations, settings.replicates, seed, progress=settings.told("bootstrap"))
        if settings.se == "bootstrap" or settings.ci in NEEDS_REPLICATES
        else None
    )
    if drawn is not None and degrees_of_freedom(patterns) < 1:
        drawn = np.full_like(drawn, np.nan)  # one subject, or cluster, resamples to itself
    matrix = _subject_variance(patterns, evaluations, settings, drawn)
    df = np.full(len(evaluations), degrees_of_freedom(patterns))
    if settings.sample_raters:
        from_raters = rater_variance(evaluations, population=settings.rater_population)
        df = _satterthwaite(np.diag(matrix), df, np.diag(from_raters), patterns.r - 1)
        matrix = matrix + from_raters
    errors = standard_errors(matrix)
    shuffled = (
        permutation_p_value(
            evaluations,
            settings.replicates,
            seed,
            alternative=settings.alternative,
            progress=settings.told("permutation"),
        )
        if settings.p_method == "permutation"
        else None
    )
    estimates = []
    for k, evaluation in enumerate(evaluations):
        se, entry, terms = float(errors[k]), evaluation.coefficient, evaluation.terms
        notes, known = list(terms.notes), tails[k]
        lost = 0 if drawn is None else int(np.isnan(drawn[k]).sum())
        if drawn is not None and 0 < lost < drawn.shape[1]:
            notes.append(
                f"{entry.title} is undefined in {lost} of {drawn.shape[1]} bootstrap resamples, "
                "which are left out."
            )
        if known is not None and known.lost >= LOST:
            notes.append(
                f"{entry.title} is undefined in {known.lost:.0%} of the draws, which are left out."
            )
        estimates.append(
            Estimate(
                name=entry.name,
                symbol=_symbol(entry, scheme),
                title=title_of(entry, scheme),
                weights=scheme.name,
                value=evaluation.value,
                observed=float(terms.observed.value[0]),
                chance=float(terms.chance.value[0]),
                se=se,
                interval=confidence_interval(
                    intervals[k],
                    evaluation,
                    se=se,
                    df=float(df[k]),
                    confidence=settings.confidence,
                    replicates=None if drawn is None else drawn[k],
                    tails=known,
                ),
                p_value=float(shuffled[k])
                if shuffled is not None
                else p_value(
                    known
                    if known is not None and tests[k] == "dirichlet"
                    else StudentTails(evaluation.value, se, float(df[k])),
                    settings.null,
                    settings.alternative,
                ),
                n=patterns.n,
                reason=evaluation.reason,
                se_method=settings.se,
                p_method=tests[k],
                null=settings.null,
                alternative=settings.alternative,
                df=float(df[k]),
                seed=seed if drawn is not None or _random(intervals[k], tests[k]) else None,
                references=_references(entry, scheme),
                notes=tuple(notes),
                tails=known if intervals[k] == "dirichlet" else None,
            )
        )
    return estimates, matrix


def _tails(
    evaluations: Sequence[Evaluation],
    intervals: Sequence[str],
    tests: Sequence[str],
    settings: Settings,
) -> list[DrawnTails | None]:
    """What draws tell, of those whose interval or test is by draws."""
    found: list[DrawnTails | None] = [None] * len(evaluations)
    members = [
        k for k, ways in enumerate(zip(intervals, tests, strict=True)) if "dirichlet" in ways
    ]
    drawn = drawn_tails(
        [evaluations[k] for k in members],
        settings.draws,
        settled_seed(settings.seed),
        steps=settings.steps,
        progress=settings.told("draws"),
    )
    for k, tails in zip(members, drawn, strict=True):
        found[k] = tails
    return found


def _random(interval: str, test: str) -> bool:
    return interval in (*NEEDS_REPLICATES, "dirichlet") or test in ("dirichlet", "permutation")


def _subject_variance(
    patterns: Patterns,
    evaluations: Sequence[Evaluation],
    settings: Settings,
    drawn: FloatArray | None,
) -> FloatArray:
    """(K, K) covariance due to the choice of subjects, by the chosen method."""
    for way in (settings.ci, settings.p_method):
        if settings.finite and way in (*NEEDS_REPLICATES, "dirichlet"):
            raise OptionError(
                f"{way} draws know nothing of finite populations or of raters as a sample; use t "
                "or normal intervals, and t tests."
            )
    if settings.population is not None and settings.population < patterns.n:
        raise OptionError(
            f"population is {settings.population:g}, fewer than the {patterns.n} subjects seen."
        )
    if settings.se == "jackknife":
        return jackknife(
            evaluations, population=settings.population, progress=settings.told("jackknife")
        )
    if settings.se == "bootstrap":
        assert drawn is not None
        return _replicate_covariance(drawn) * finite_share(patterns.n, settings.population)
    if settings.se == "gwet":
        factors = np.array([gwet_subjects(e) for e in evaluations])
        rows = np.stack(
            [
                gwet_influence(e) if np.isfinite(e.value) else np.full(len(patterns), np.nan)
                for e in evaluations
            ]
        )
        matrix = covariance(rows, patterns, population=settings.population)
        return np.asarray(matrix * np.sqrt(np.outer(factors, factors)))
    return covariance(influence_matrix(evaluations), patterns, population=settings.population)


def _replicate_covariance(drawn: FloatArray) -> FloatArray:
    """(K, K) covariance of replicates (K, B); each pair over those where both are defined."""
    defined = np.isfinite(drawn)
    both = defined.astype(np.float64) @ defined.T
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.where(defined, drawn, 0.0).sum(axis=1) / defined.sum(axis=1)
        deviation = np.where(defined, drawn - means[:, None], 0.0)
        return np.where(both > 1, deviation @ deviation.T / (both - 1), np.nan)


def _satterthwaite(
    subjects: FloatArray, df: FloatArray, raters: FloatArray, rater_df: float
) -> FloatArray:
    """Degrees of freedom of the sum of two independent variances."""
    with np.errstate(invalid="ignore", divide="ignore"):
        mixed = (subjects + raters) ** 2 / (subjects**2 / df + raters**2 / rater_df)
    return np.where(np.isfinite(mixed), mixed, df)


def _symbol(entry: Coefficient, scheme: Scheme) -> str:
    if entry.name == "gwet_ac":
        return "AC1" if scheme.name == "identity" else "AC2"
    return entry.symbol


def title_of(entry: Coefficient, scheme: Scheme) -> str:
    """What people call a coefficient with such weights."""
    return f"Gwet's {_symbol(entry, scheme)}" if entry.name == "gwet_ac" else entry.title


def _references(entry: Coefficient, scheme: Scheme) -> tuple[str, ...]:
    extra = () if scheme.name == "identity" else scheme.references
    return cite(*dict.fromkeys((*entry.references, *extra)))


def _unsuited(
    entry: Coefficient, patterns: Patterns, scheme: Scheme, settings: Settings
) -> Estimate:
    nan = float("nan")
    return Estimate(
        name=entry.name,
        symbol=_symbol(entry, scheme),
        title=title_of(entry, scheme),
        weights=scheme.name,
        value=nan,
        observed=nan,
        chance=nan,
        se=nan,
        interval=Interval(nan, nan, settings.confidence, settings.ci or "dirichlet"),
        p_value=nan,
        n=patterns.n,
        reason=entry.unsuited(patterns, scheme.name == "identity"),
        se_method=settings.se,
        p_method=settings.p_method or settings.ci or "dirichlet",
        null=settings.null,
        alternative=settings.alternative,
        references=_references(entry, scheme),
    )


def _described(patterns: Patterns) -> Data:
    return Data(
        subjects=patterns.n,
        raters=patterns.raters,
        categories=patterns.scale.first(SHOWN_CATEGORIES),
        category_count=patterns.q,
        ratings=patterns.ratings,
        missing=patterns.missing,
        layout=patterns.layout,
        level=patterns.scale.level,
        layout_reason=patterns.layout_reason,
        level_guessed=patterns.scale.guessed,
        unrated=patterns.unrated,
        clusters=patterns.clusters,
        responses=patterns.scale.responses if isinstance(patterns.scale, JointScale) else (),
        roles=patterns.roles,
    )


def _warnings(patterns: Patterns, scheme: Scheme, estimates: Sequence[Estimate]) -> tuple[str, ...]:
    found = list(patterns.warnings)
    if patterns.unrated:
        unrated = counted(patterns.unrated, "subject")
        found.append(f"not counted: {unrated} without any rating.")
    others = sorted((n, role) for n, role in patterns.roles.items() if role != "human")
    if others and len(others) < patterns.r:
        shown = ", ".join(n if n == role else f"{n} ({role})" for n, role in others[:6])
        shown += ", …" if len(others) > 6 else ""
        declared = "human" in patterns.roles.values()
        remedy = "use --role human" if declared else "list the people with --raters"
        found.append(
            f"the raters are not all people: {shown}. They are included like any other rater; to "
            f"leave them out, {remedy}."
        )
    if patterns.q > SHOWN_CATEGORIES:
        found.append(f"categories lists the first {SHOWN_CATEGORIES} of {patterns.q}.")
    if scheme.name != "identity" and not patterns.scale.ordered and scheme.matrix is None:
        shown = ", ".join(show_label(label) for label in patterns.scale.first(8))
        found.append(
            f"{scheme.name} weights need an order of categories, and none is declared: the "
            f"alphabet's was used ({shown}). Declare the categories in their order."
        )
    elif isinstance(patterns.scale, JointScale):
        many = len(patterns.scale.responses)
        found.append(
            f"ratings have {many} responses; only ratings with all {many} equal count as agreement."
            if scheme.name == "identity"
            else f"ratings have {many} responses and are compared by their Euclidean distance."
        )
    elif scheme.name == "identity" and patterns.scale.level in ("interval", "ratio"):
        found.append(
            f"the ratings look like scores ({patterns.q} distinct values) and identity weights "
            "count only equal ones as agreement; quadratic weights give credit for near ones."
        )
    undefined: dict[str, list[str]] = {}
    for item in estimates:
        found.extend(item.notes)
        if item.reason is not None:
            undefined.setdefault(item.reason, []).append(item.title)
    found += [
        f"{', '.join(names)}: undefined, {why.rstrip('.')}." for why, names in undefined.items()
    ]
    certain = [item for item in estimates if item.se == 0]
    if certain and all(item.observed > 1 - 1e-12 for item in certain):
        found.append(
            "no disagreement was seen, so standard errors are 0. That is not certainty: more "
            "subjects may well disagree."
        )
    elif certain:
        found.append(
            f"{', '.join(item.title for item in certain)}: the standard error is 0, because every "
            "subject tells the same. That is not certainty."
        )
    if patterns.n < 2:
        found.append("one subject gives no standard error and no interval.")
    elif any(math.isfinite(e.value) and math.isnan(e.lower) for e in estimates):
        found.append("fewer than two subjects, or clusters, have two ratings: no interval.")
    return tuple(dict.fromkeys(found))
