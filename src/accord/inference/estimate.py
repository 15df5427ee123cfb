"""Coefficients on a pattern table become estimates: value, standard error, interval, p-value."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from accord.base.wording import counted
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, Scale, stated_level
from accord.errors import OptionError
from accord.inference import (
    DrawnTails,
    StudentTails,
    bootstrap,
    confidence_interval,
    covariance,
    drawn_tails,
    gwet_influence,
    gwet_units,
    influence_matrix,
    jackknife,
    null_standard_error,
    p_value,
    permutation_p_value,
    rater_variance,
    standard_errors,
)
from accord.inference.analytic import degrees_of_freedom, finite_share
from accord.inference.choice import (
    draw_count,
    draw_steps,
    interval_method,
    no_valid_method,
    p_value_method,
)
from accord.inference.results import SHOWN_CATEGORIES, Agreement, Data, Estimate, Interval
from accord.options import InferenceOptions, resolve_seed
from accord.options.inference import RESAMPLED
from accord.statistics import Evaluation, Statistic, evaluations_of, resolve_weights
from accord.statistics.references import cite
from accord.statistics.weights import Scheme, WeightsLike, scheme_named
from accord.version import __version__

__all__ = ["measure", "warnings_of"]

LOST = 0.01  # share of undefined draws that calls for a word


def measure(
    patterns: Patterns,
    entries: Sequence[Statistic],
    weights: WeightsLike | None,
    settings: InferenceOptions,
    options: Mapping[str, Any],
) -> Agreement:
    """Estimate the given coefficients on a pattern table.

    Each has the weights that are stated, or those that `resolve_weights` gives it.
    """
    weights = None if weights is None else scheme_named(weights)
    schemes = {entry.name: resolve_weights(entry, patterns.scale, weights) for entry in entries}
    plain = {name: scheme.name == "identity" for name, scheme in schemes.items()}
    fit = [entry for entry in entries if entry.unsuited(patterns, plain[entry.name]) is None]
    apart = settings.sample_raters or settings.p_method == "permutation"
    if fit and not apart and not any(entry.needs_identity for entry in fit):
        table = patterns.anonymous()
    else:
        table = patterns
    evaluations = evaluations_of(fit, table, weights, options)
    estimation = _Estimation(table, evaluations, settings) if evaluations else None
    found = [] if estimation is None else estimation.estimates()
    by_name = {item.name: item for item in found}
    estimates = tuple(
        by_name.get(entry.name) or _unsuited(entry, patterns, schemes[entry.name], settings)
        for entry in entries
    )
    full = np.full((len(entries), len(entries)), np.nan)
    if estimation is not None:
        places = [k for k, entry in enumerate(entries) if entry.name in by_name]
        full[np.ix_(places, places)] = estimation.covariance
    return Agreement(
        estimates,
        _described(patterns),
        full,
        warnings=warnings_of(patterns, weights, estimates),
        version=__version__,
    )


class _Estimation:
    """Evaluations on one table, and what the options of inference make of them, step by step.

    What a step needs of another one is worked out once, when it is first asked for.
    """

    def __init__(
        self, patterns: Patterns, evaluations: Sequence[Evaluation], settings: InferenceOptions
    ) -> None:
        self.patterns = patterns
        self.evaluations = evaluations
        self.settings = settings
        self.seed = resolve_seed(settings.seed)
        self.intervals = [interval_method(settings, e) for e in evaluations]
        self.tests = [
            p_value_method(settings, interval, e)
            for interval, e in zip(self.intervals, evaluations, strict=True)
        ]

    def estimates(self) -> list[Estimate]:
        """Return the estimate of each evaluation."""
        return [self._estimate(k) for k in range(len(self.evaluations))]

    @cached_property
    def covariance(self) -> FloatArray:
        """(K, K) covariance of the values."""
        return self._variance[0]

    @cached_property
    def _drawn_tails(self) -> list[DrawnTails | None]:
        """Posterior draws of those whose interval or test is by draws."""
        return _tails(self.evaluations, self.intervals, self.tests, self.settings)

    @cached_property
    def _replicates(self) -> FloatArray | None:
        """(K, B) bootstrap replicates, where an option asks for them."""
        if self.settings.se != "bootstrap" and self.settings.ci not in RESAMPLED:
            return None
        drawn = _resampled(self.evaluations, self.settings, self.seed)
        single = degrees_of_freedom(self.patterns) < 1  # which resamples to itself
        return np.full_like(drawn, np.nan) if single else drawn

    @cached_property
    def _shuffled(self) -> FloatArray | None:
        """(K,) permutation p-values, where an option asks for them."""
        if self.settings.p_method != "permutation":
            return None
        return _permuted(self.evaluations, self.settings, self.seed)

    @cached_property
    def _variance(self) -> tuple[FloatArray, FloatArray]:
        """(K, K) covariance of the values, and their (K,) degrees of freedom."""
        settings = self.settings
        matrix = _subject_variance(self.patterns, self.evaluations, settings, self._replicates)
        df = np.array([_degrees_of_freedom(e, settings) for e in self.evaluations])
        if settings.sample_raters:
            from_raters = rater_variance(self.evaluations, population=settings.rater_population)
            raters_df = self.patterns.r - 1
            df = _satterthwaite(np.diag(matrix), df, np.diag(from_raters), raters_df)
            matrix = matrix + from_raters
        return matrix, df

    @cached_property
    def _errors(self) -> FloatArray:
        """(K,) standard errors of the intervals."""
        return standard_errors(self.covariance)

    @cached_property
    def _shown_errors(self) -> tuple[FloatArray, list[str | None]]:
        """(K,) standard errors to report and to test with, and why one is missing."""
        return _shown_errors(self.evaluations, self._errors, self.settings)

    def _estimate(self, k: int) -> Estimate:
        evaluation, settings = self.evaluations[k], self.settings
        entry, known = evaluation.coefficient, self._drawn_tails[k]
        error, df = float(self._errors[k]), float(self._variance[1][k])
        random = self._replicates is not None or _random(self.intervals[k], self.tests[k])
        return Estimate(
            name=entry.name,
            symbol=entry.symbol_with(evaluation.scheme),
            title=evaluation.title,
            weights=evaluation.scheme.name,
            value=evaluation.value,
            observed=evaluation.terms.parts[0],
            chance=evaluation.terms.parts[1],
            se=float(self._shown_errors[0][k]),
            interval=self._interval(k, error, df),
            p_value=self._p_value(k, df),
            n=evaluation.subjects,
            reason=evaluation.reason,
            se_method=_se_method(evaluation, settings),
            p_method=self.tests[k],
            null=settings.null,
            alternative=settings.alternative,
            df=df,
            seed=self.seed if random else None,
            references=_references(entry, evaluation.scheme, settings.se, self.patterns.r),
            notes=tuple(self._notes(k)),
            tails=known
            if self.intervals[k] == "dirichlet"
            else _tails_of_interval(evaluation.value, error, df, settings),
        )

    def _interval(self, k: int, error: float, df: float) -> Interval:
        evaluation, drawn = self.evaluations[k], self._replicates
        return confidence_interval(
            self.intervals[k],
            evaluation,
            se=math.nan if no_valid_method(self.settings, evaluation) else error,
            df=df,
            confidence=self.settings.confidence,
            replicates=None if drawn is None else drawn[k],
            tails=self._drawn_tails[k],
        )

    def _p_value(self, k: int, df: float) -> float:
        if self._shuffled is not None:
            return float(self._shuffled[k])
        evaluation, tails = self.evaluations[k], self._drawn_tails[k]
        if tails is not None and self.tests[k] == "dirichlet":
            return p_value(tails, self.settings.null, self.settings.alternative)
        unreliable = no_valid_method(self.settings, evaluation)
        error = math.nan if unreliable else float(self._shown_errors[0][k])
        student = StudentTails(evaluation.value, error, np.inf if self.tests[k] == "normal" else df)
        return p_value(student, self.settings.null, self.settings.alternative)

    def _notes(self, k: int) -> list[str]:
        """What a reader of an estimate should know."""
        evaluation, drawn, tails = self.evaluations[k], self._replicates, self._drawn_tails[k]
        title, missing = evaluation.title, self._shown_errors[1][k]
        notes = [*evaluation.sums.weights.notes, *evaluation.terms.notes]
        notes += _error_notes(evaluation, self.settings)
        lost = 0 if drawn is None else int(np.isnan(drawn[k]).sum())
        if drawn is not None and 0 < lost < drawn.shape[1]:
            notes.append(
                f"{title} is undefined in {lost} of {drawn.shape[1]} bootstrap resamples, "
                "which are left out."
            )
        if missing is not None:
            notes.append(f"{title}: no null-hypothesis standard error ({missing}).")
        if tails is not None and tails.lost >= LOST:
            notes.append(
                f"{title} is undefined in {tails.lost:.0%} of the draws, which are left out."
            )
        return notes


def _by_units(evaluations: Sequence[Evaluation]) -> Iterator[tuple[list[int], list[Evaluation]]]:
    """Evaluations on the subjects that they use: all, or those with two or more ratings."""
    patterns = evaluations[0].patterns
    paired = patterns.pairable()
    if paired is patterns:
        yield list(range(len(evaluations))), list(evaluations)
        return
    for table, only in ((patterns, False), (paired, True)):
        members = [k for k, e in enumerate(evaluations) if e.coefficient.pairable_only is only]
        if members:
            yield members, [evaluations[k].on(table) for k in members]


def _resampled(
    evaluations: Sequence[Evaluation], settings: InferenceOptions, seed: int
) -> FloatArray:
    """(K, B) bootstrap replicates; each coefficient resamples the subjects that it uses."""
    values = np.empty((len(evaluations), settings.replicates))
    for members, own in _by_units(evaluations):
        told = settings.progress_of("bootstrap")
        values[members] = bootstrap(own, settings.replicates, seed, progress=told)
    return values


def _permuted(
    evaluations: Sequence[Evaluation], settings: InferenceOptions, seed: int
) -> FloatArray:
    """(K,) permutation p-values; each coefficient permutes the ratings that it uses."""
    p = np.empty(len(evaluations))
    for members, own in _by_units(evaluations):
        p[members] = permutation_p_value(
            own,
            settings.replicates,
            seed,
            alternative=settings.alternative,
            progress=settings.progress_of("permutation"),
        )
    return p


def _shown_errors(
    evaluations: Sequence[Evaluation], errors: FloatArray, settings: InferenceOptions
) -> tuple[FloatArray, list[str | None]]:
    """(K,) standard errors to report and to test with, and why one is missing.

    These are the errors of the intervals, except for ``se="null"``, which must not be used there.
    """
    if settings.se != "null":
        return errors, [None] * len(evaluations)
    pairs = [null_standard_error(e) for e in evaluations]
    return np.array([se for se, _ in pairs]), [reason for _, reason in pairs]


def _tails_of_interval(
    value: float, se: float, df: float, settings: InferenceOptions
) -> StudentTails | None:
    """Uncertainty of the estimate, where the standard error reported beside it is another one."""
    return StudentTails(value, se, df) if settings.se == "null" and se > 0 else None


def _se_method(evaluation: Evaluation, settings: InferenceOptions) -> str:
    """Return the method of the standard error: the jackknife where influence values are its."""
    rough = evaluation.not_smooth is not None and settings.se == "influence"
    return "jackknife" if rough else settings.se


def _error_notes(evaluation: Evaluation, settings: InferenceOptions) -> list[str]:
    """Return why the standard error is by the jackknife, or why there is no interval."""
    why, title = evaluation.not_smooth, evaluation.title
    if why is None and no_valid_method(settings, evaluation):
        return [
            f"{title}: no interval and no test. Draws of the distributions of "
            f"{evaluation.patterns.r:,} raters take long, and the t distribution is not reliable "
            "with so few subjects; ci='dirichlet' computes the draws."
        ]
    if why is None or not np.isfinite(evaluation.value):
        return []
    notes = [f"{title}: {why}."]
    if settings.se == "influence":
        none = evaluation.no_influence
        notes[0] = f"{title}: {why}; " + (
            "the standard error is by the jackknife."
            if none is None
            else f"no standard error and no interval: {none}."
        )
    if "dirichlet" in (settings.ci, settings.p_method):
        notes.append(
            f"{title}: Dirichlet draws are not valid there; interval and test are by the t "
            "distribution."
        )
    return notes


def _tails(
    evaluations: Sequence[Evaluation],
    intervals: Sequence[str],
    tests: Sequence[str],
    settings: InferenceOptions,
) -> list[DrawnTails | None]:
    """What draws tell, of those whose interval or test is by draws."""
    found: list[DrawnTails | None] = [None] * len(evaluations)
    members = [
        k for k, ways in enumerate(zip(intervals, tests, strict=True)) if "dirichlet" in ways
    ]
    drawn = drawn_tails(
        [evaluations[k] for k in members],
        draw_count(settings),
        resolve_seed(settings.seed),
        steps=draw_steps(settings),
        progress=settings.progress_of("draws"),
    )
    for k, tails in zip(members, drawn, strict=True):
        found[k] = tails
    return found


def _random(interval: str, test: str) -> bool:
    return interval in (*RESAMPLED, "dirichlet") or test in ("dirichlet", "permutation")


def _subject_variance(
    patterns: Patterns,
    evaluations: Sequence[Evaluation],
    settings: InferenceOptions,
    drawn: FloatArray | None,
) -> FloatArray:
    """(K, K) covariance due to the choice of subjects, by the chosen method."""
    for name, way in (("ci", settings.ci), ("p_method", settings.p_method)):
        if settings.finite and way in (*RESAMPLED, "dirichlet"):
            raise OptionError(
                f"{way} draws know nothing of finite populations or of raters as a sample; use t "
                "or normal intervals, and t tests.",
                option=name,
            )
    if settings.population is not None and settings.population < patterns.n:
        raise OptionError(
            f"population is {settings.population:g}, fewer than the {patterns.n} subjects seen.",
            option="population",
        )
    if settings.se == "jackknife":
        return jackknife(
            evaluations, population=settings.population, progress=settings.progress_of("jackknife")
        )
    if settings.se == "bootstrap":
        assert drawn is not None
        return _replicate_covariance(drawn) * finite_share(patterns.n, settings.population)
    if settings.se == "gwet":
        rows = np.stack(
            [
                gwet_influence(e) if np.isfinite(e.value) else np.full(len(patterns), np.nan)
                for e in evaluations
            ]
        )
        units = [gwet_units(e) for e in evaluations]
        return covariance(rows, patterns, units, population=settings.population)
    units = [e.units for e in evaluations]
    return covariance(
        influence_matrix(evaluations), patterns, units, population=settings.population
    )


def _degrees_of_freedom(evaluation: Evaluation, settings: InferenceOptions) -> float:
    patterns = evaluation.patterns
    if settings.se == "gwet":  # irrCAC counts all rated subjects here, also for alpha
        return (patterns.n if patterns.cluster is None else patterns.clusters) - 1
    return degrees_of_freedom(patterns)


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


def _references(entry: Statistic, scheme: Scheme, se: str, raters: int) -> tuple[str, ...]:
    extra = () if scheme.name == "identity" else scheme.references
    null = entry.null_variance_for(raters) if se == "null" else None
    tested = () if null is None else (null.reference,)
    return cite(*dict.fromkeys((*entry.references, *extra, *tested)))


def _unsuited(
    entry: Statistic, patterns: Patterns, scheme: Scheme, settings: InferenceOptions
) -> Estimate:
    nan = float("nan")
    return Estimate(
        name=entry.name,
        symbol=entry.symbol_with(scheme),
        title=entry.title_with(
            scheme,
            stated_level(patterns.scale),
            several=patterns.scale.several,
        ),
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
        p_method=p_value_method(settings, settings.ci or "dirichlet"),
        null=settings.null,
        alternative=settings.alternative,
        references=_references(entry, scheme, settings.se, patterns.r),
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
        level=patterns.scale.measure or patterns.scale.level,
        layout_reason=patterns.layout_reason,
        level_guessed=patterns.scale.guessed,
        unrated=patterns.unrated,
        clusters=patterns.clusters,
        responses=patterns.scale.responses,
        roles=patterns.roles,
    )


def _could_be_ordered(scale: Scale) -> bool:
    """Whether an order is known that nobody stated, so that near misses could count."""
    return scale.guessed and scale.ordered and scale.size > 2 and scale.measure != "nominal"


def warnings_of(
    patterns: Patterns, weights: Scheme | None, estimates: Sequence[Estimate]
) -> tuple[str, ...]:
    """What a reader of these estimates should know."""
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
    plain = any(e.weights == "identity" for e in estimates)
    if patterns.scale.several:
        many = len(patterns.scale.responses)
        found.append(
            f"ratings have {many} responses; only ratings with all {many} equal count as agreement."
            if plain
            else f"ratings have {many} responses and are compared by their Euclidean distance."
        )
    elif plain and weights is None and _could_be_ordered(patterns.scale):
        found.append(
            f"only equal ratings count as agreement. If the {patterns.q} categories are ordered, "
            "state level ordinal or interval to give credit for near misses; level nominal "
            "confirms that they are codes."
        )
    undefined: dict[str, list[str]] = {}
    found += _merged_notes(estimates)
    for item in estimates:
        if item.reason is not None:
            undefined.setdefault(item.reason, []).append(item.title)
    found += [
        f"{', '.join(names)}: undefined, {why.rstrip('.')}." for why, names in undefined.items()
    ]
    certain = [item for item in estimates if item.se == 0]
    if certain and all(item.observed > 1 - 1e-12 for item in certain):
        found.append(
            "no disagreement was observed, so standard errors are 0; that understates the "
            "uncertainty."
        )
    elif certain:
        found.append(
            f"{', '.join(item.title for item in certain)}: all subjects contribute equally, so "
            "the standard error is 0; that understates the uncertainty."
        )
    if patterns.n < 2:
        found.append("one subject gives no standard error and no interval.")
    elif patterns.paired_units < 2 and any(
        math.isfinite(e.value) and math.isnan(e.lower) for e in estimates
    ):
        found.append("fewer than two subjects, or clusters, have two ratings: no interval.")
    return tuple(dict.fromkeys(found))


def _merged_notes(estimates: Sequence[Estimate]) -> list[str]:
    """Notes of all estimates; those that are the same for several coefficients are one note."""
    titles: dict[str, list[str]] = {}
    for item in estimates:
        for note in item.notes:
            text = note.removeprefix(f"{item.title}: ")
            titles.setdefault(text, []).extend([item.title] if text != note else [])
    return [f"{'; '.join(names)}: {text}" if names else text for text, names in titles.items()]
