"""Estimates of coefficients on a pattern table: value, standard error, interval, p-value."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from accord.base.steps import steps
from accord.data.documents import documents_of
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, stated_level
from accord.errors import UnsupportedError
from accord.inference.analytic import degrees_of_freedom, standard_errors
from accord.inference.choice import (
    draw_limits,
    interval_method,
    no_valid_method,
    p_value_method,
)
from accord.inference.declared import (
    Inference,
    check_declared_methods,
    declared_inference,
)
from accord.inference.dirichlet import posterior_tails
from accord.inference.intervals import confidence_interval
from accord.inference.jackknife import rater_variance
from accord.inference.null import null_standard_error
from accord.inference.quantities import LINKED, linked_tails
from accord.inference.remarks import error_notes, warnings_of
from accord.inference.results import SHOWN_CATEGORIES, Agreement, Data, Estimate, Interval, Tails
from accord.inference.tails import LinkTails, PosteriorTails, StudentTails, p_value
from accord.inference.variance import (
    permuted,
    resampled,
    satterthwaite,
    subject_covariance,
    subject_df,
)
from accord.options import InferenceOptions, resolve_seed
from accord.options.inference import DECLARED_METHODS, RESAMPLED
from accord.statistics import Evaluation, Statistic, Sums, evaluations_of, resolve_weights
from accord.statistics.references import cite
from accord.statistics.weights import Scheme, WeightsLike, scheme_named
from accord.version import __version__

__all__ = ["estimates_of", "measure"]

OWN_TAILS = ("dirichlet", *LINKED)  # methods whose tails are those of the statistic
DRAWN = frozenset((*RESAMPLED, "dirichlet", "permutation"))  # methods with random numbers
MIN_LOST = 0.01  # share of undefined draws that is worth a note


def measure(
    patterns: Patterns,
    entries: Sequence[Statistic],
    weights: WeightsLike | None,
    settings: InferenceOptions,
    options: Mapping[str, Any],
) -> Agreement:
    """Estimate the given coefficients on a pattern table.

    Each has the stated weights, or those of `resolve_weights`.
    """
    weights = None if weights is None else scheme_named(weights)
    estimates, covariance = estimates_of(patterns, entries, weights, settings, options)
    return Agreement(
        estimates,
        _described(patterns),
        covariance,
        warnings=warnings_of(patterns, weights, estimates),
        version=__version__,
    )


def estimates_of(
    patterns: Patterns,
    entries: Sequence[Statistic],
    weights: WeightsLike | None,
    settings: InferenceOptions,
    options: Mapping[str, Any],
    sums: Sums | None = None,
) -> tuple[tuple[Estimate, ...], FloatArray]:
    """Estimate the given coefficients; return the estimates and their covariance.

    ``sums`` are those of the pattern table with identity weights, if they are known.
    """
    check_declared_methods(entries, settings)
    weights = None if weights is None else scheme_named(weights)
    schemes = {entry.name: resolve_weights(entry, patterns.scale, weights) for entry in entries}
    plain = {name: scheme.name == "identity" for name, scheme in schemes.items()}
    suited = [entry for entry in entries if entry.unsuited(patterns, plain[entry.name]) is None]
    by_name: dict[str, Estimate] = {}
    full = np.full((len(entries), len(entries)), np.nan)
    for of_spans in (False, True):
        members = [entry for entry in suited if entry.spans is of_spans]
        if not members:
            continue
        table = _table_of(members, patterns, settings)
        shared = None if of_spans else sums
        evaluations = evaluations_of(members, table, weights, options, shared)
        estimation = _Estimation(table, evaluations, settings)
        by_name |= {result.name: result for result in estimation.estimates()}
        places = [entries.index(entry) for entry in members]
        full[np.ix_(places, places)] = estimation.variance[0]
    estimates = tuple(
        by_name.get(entry.name) or _unsuited(entry, patterns, schemes[entry.name], settings)
        for entry in entries
    )
    return estimates, full


def _table_of(
    entries: Sequence[Statistic], patterns: Patterns, settings: InferenceOptions
) -> Patterns:
    """Return the table of statistics: of documents, or of ratings, without raters if possible."""
    if entries[0].spans:
        _check_raters_are_fixed(entries[0], settings)
        return documents_of(patterns)
    by_rater = settings.sample_raters or settings.p_method == "permutation"
    by_rater = by_rater or not {settings.ci, settings.p_method}.isdisjoint(DECLARED_METHODS)
    by_rater = by_rater or all(entry.numbers for entry in entries)  # whose cost is not in patterns
    if by_rater or any(entry.needs_identity for entry in entries):
        return patterns
    return patterns.anonymous()


def _check_raters_are_fixed(entry: Statistic, settings: InferenceOptions) -> None:
    """Refuse methods that exchange or leave out ratings, for statistics of spans."""
    for option, stated in (
        ("p_method", settings.p_method == "permutation"),
        ("sample_raters", settings.sample_raters),
        ("se", settings.se in ("null", "gwet")),
    ):
        if stated:
            raise UnsupportedError(
                f"{option} is not available for {entry.title}: documents are the sampling units, "
                "and raters are fixed."
            )


class _Estimation:
    """Inference for evaluations on one table; each step is computed once, when it is needed."""

    def __init__(
        self, patterns: Patterns, evaluations: Sequence[Evaluation], settings: InferenceOptions
    ) -> None:
        self.patterns = patterns
        self.evaluations = evaluations
        self.settings = settings
        self.seed = resolve_seed(settings.seed)
        self.intervals = [
            interval_method(settings, e) for e in steps("values of coefficients", evaluations)
        ]
        self.tests = [
            p_value_method(settings, interval, e)
            for interval, e in zip(self.intervals, evaluations, strict=True)
        ]

    def estimates(self) -> list[Estimate]:
        """Return the estimate of each evaluation."""
        numbers = range(len(self.evaluations))
        return [self._estimate(k) for k in steps("standard errors and intervals", numbers)]

    @cached_property
    def _distributions(self) -> list[Tails | None]:
        """Return the tails of coefficients with interval or test by draws, or on a link."""
        evaluations, settings = self.evaluations, self.settings
        methods = list(zip(self.intervals, self.tests, strict=True))
        results: list[Tails | None] = [
            linked_tails(e) if set(used) & set(LINKED) else None
            for e, used in zip(evaluations, methods, strict=True)
        ]
        drawn = [k for k, used in enumerate(methods) if "dirichlet" in used]
        draws, most_steps = draw_limits(settings)
        tails = posterior_tails(
            [evaluations[k] for k in drawn],
            draws,
            self.seed,
            steps=most_steps,
            progress=settings.progress_of("draws"),
        )
        for k, each in zip(drawn, tails, strict=True):
            results[k] = each
        return results

    @cached_property
    def _replicates(self) -> FloatArray | None:
        """Return (K, B) bootstrap replicates, if an option needs them."""
        if self.settings.se != "bootstrap" and self.settings.ci not in RESAMPLED:
            return None
        replicates = resampled(self.evaluations, self.settings, self.seed)
        single = degrees_of_freedom(self.patterns) < 1  # all its resamples are identical
        return np.full_like(replicates, np.nan) if single else replicates

    @cached_property
    def _permutation_p_values(self) -> FloatArray | None:
        """Return (K,) permutation p-values, if an option needs them."""
        if self.settings.p_method != "permutation":
            return None
        return permuted(self.evaluations, self.settings, self.seed)

    @cached_property
    def variance(self) -> tuple[FloatArray, FloatArray]:
        """Return the (K, K) covariance of the values, and their (K,) degrees of freedom."""
        settings = self.settings
        matrix = subject_covariance(self.patterns, self.evaluations, settings, self._replicates)
        df = np.array([subject_df(e, settings) for e in self.evaluations])
        if settings.sample_raters:
            from_raters = rater_variance(self.evaluations, population=settings.rater_population)
            raters_df = self.patterns.r - 1
            df = satterthwaite(np.diag(matrix), df, np.diag(from_raters), raters_df)
            matrix = matrix + from_raters
        return matrix, df

    @cached_property
    def _errors(self) -> FloatArray:
        """Return (K,) standard errors of the intervals."""
        return standard_errors(self.variance[0])

    @cached_property
    def _reported_errors(self) -> tuple[FloatArray, list[str | None]]:
        """Return (K,) standard errors for report and test, and reasons for missing ones.

        They are those of the intervals, except with ``se="null"``, which is not valid for these.
        """
        if self.settings.se != "null":
            return self._errors, [None] * len(self.evaluations)
        pairs = [null_standard_error(e) for e in self.evaluations]
        return np.array([se for se, _ in pairs]), [reason for _, reason in pairs]

    @cached_property
    def _declared(self) -> list[dict[str, Inference]]:
        """Return the results of methods that coefficients declare, by method, for each."""
        return [
            {
                method: result
                for method in dict.fromkeys(methods)
                for result in [declared_inference(evaluation, method, self.settings)]
                if result is not None
            }
            for evaluation, *methods in zip(
                self.evaluations, self.intervals, self.tests, strict=True
            )
        ]

    def _interval_tails(self, k: int) -> Tails | None:
        """Return the tails of the interval, if it has any but those by a standard error."""
        declared = self._declared[k].get(self.intervals[k])
        return self._distributions[k] if declared is None else declared.tails

    def _estimate(self, k: int) -> Estimate:
        evaluation, settings = self.evaluations[k], self.settings
        entry, tails = evaluation.coefficient, self._interval_tails(k)
        error, df = float(self._errors[k]), float(self.variance[1][k])
        methods = self.intervals[k], self.tests[k]
        test = self._declared[k].get(self.tests[k])
        random = self._replicates is not None or not DRAWN.isdisjoint(methods)
        random = random or any(result.random for result in self._declared[k].values())
        return Estimate(
            name=entry.name,
            symbol=entry.symbol_with(evaluation.scheme),
            title=evaluation.title,
            weights=evaluation.scheme.name,
            value=evaluation.value,
            observed=evaluation.terms.parts[0],
            chance=evaluation.terms.parts[1],
            se=float(self._reported_errors[0][k]),
            interval=self._interval(k, error, df),
            p_value=self._p_value(k, df),
            n=evaluation.subjects,
            reason=evaluation.reason,
            se_method=_se_method(evaluation, settings),
            p_method=self.tests[k],
            null=settings.null,
            alternative=(test and test.alternative) or settings.alternative,
            df=tails.df if isinstance(tails, LinkTails) else df,
            seed=self.seed if random else None,
            references=_references(entry, evaluation.scheme, settings.se, self.patterns.r),
            notes=tuple(self._notes(k)),
            tails=tails
            if self.intervals[k] in (*OWN_TAILS, *DECLARED_METHODS)
            else _tails_of_interval(evaluation.value, error, df, settings),
            details=None if test is None else test.details,
        )

    def _interval(self, k: int, error: float, df: float) -> Interval:
        evaluation, replicates = self.evaluations[k], self._replicates
        return confidence_interval(
            self.intervals[k],
            evaluation,
            se=math.nan if no_valid_method(self.settings, evaluation) else error,
            df=df,
            confidence=self.settings.confidence,
            replicates=None if replicates is None else replicates[k],
            tails=self._interval_tails(k),
        )

    def _p_value(self, k: int, df: float) -> float:
        declared = self._declared[k].get(self.tests[k])
        if declared is not None:
            return _declared_p_value(declared, self.evaluations[k].value, self.settings)
        if self._permutation_p_values is not None:
            return float(self._permutation_p_values[k])
        evaluation, tails = self.evaluations[k], self._distributions[k]
        if tails is not None and self.tests[k] in OWN_TAILS:
            return p_value(tails, self.settings.null, self.settings.alternative)
        unreliable = no_valid_method(self.settings, evaluation)
        error = math.nan if unreliable else float(self._reported_errors[0][k])
        student = StudentTails(evaluation.value, error, np.inf if self.tests[k] == "normal" else df)
        return p_value(student, self.settings.null, self.settings.alternative)

    def _notes(self, k: int) -> list[str]:
        """Return the remarks on an estimate."""
        evaluation, tails = self.evaluations[k], self._distributions[k]
        title, missing = evaluation.title, self._reported_errors[1][k]
        notes = [*evaluation.sums.weights.notes, *evaluation.terms.notes]
        notes += error_notes(evaluation, self.settings)
        undefined = [] if self._replicates is None else np.isnan(self._replicates[k])
        lost, total = int(np.sum(undefined)), len(undefined)
        if 0 < lost < total:
            notes.append(
                f"{title} is undefined in {lost} of {total} bootstrap resamples, which are left "
                "out."
            )
        if missing is not None:
            notes.append(f"{title}: no null-hypothesis standard error ({missing}).")
        if isinstance(tails, PosteriorTails) and tails.lost >= MIN_LOST:
            notes.append(
                f"{title} is undefined in {tails.lost:.0%} of the posterior draws, which are left "
                "out."
            )
        for declared in self._declared[k].values():
            notes += declared.notes
        return notes


def _declared_p_value(result: Inference, value: float, settings: InferenceOptions) -> float:
    """Return the p-value of a method that the coefficient declares; NaN if it is undefined."""
    if math.isnan(value):
        return math.nan
    if result.tails is None:
        return result.p_value
    return p_value(result.tails, settings.null, result.alternative or settings.alternative)


def _tails_of_interval(
    value: float, se: float, df: float, settings: InferenceOptions
) -> StudentTails | None:
    """Return the t tails of the interval, if the reported standard error is another one."""
    return StudentTails(value, se, df) if settings.se == "null" and se > 0 else None


def _se_method(evaluation: Evaluation, settings: InferenceOptions) -> str:
    """Return the method of the standard error; the jackknife if not smooth."""
    jackknifed = evaluation.not_smooth is not None and settings.se == "influence"
    return "jackknife" if jackknifed else settings.se


def _references(entry: Statistic, scheme: Scheme, se: str, raters: int) -> tuple[str, ...]:
    weights = () if scheme.name == "identity" else scheme.references
    null = entry.null_variance_for(raters) if se == "null" else None
    test = () if null is None else (null.reference,)
    return cite(*dict.fromkeys((*entry.references, *weights, *test)))


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
        labels=patterns.scale.members[:SHOWN_CATEGORIES],
    )
