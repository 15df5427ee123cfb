"""Covariance of coefficients on one table by the stated method, and their degrees of freedom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.errors import OptionError
from accord.inference.analytic import (
    covariance,
    degrees_of_freedom,
    finite_population_factor,
    gwet_influence,
    gwet_units,
    influence_matrix,
)
from accord.inference.bootstrap import bootstrap
from accord.inference.jackknife import jackknife
from accord.inference.permutation import permutation_p_values
from accord.options import InferenceOptions
from accord.options.inference import DECLARED_INTERVALS, RESAMPLED
from accord.statistics import Evaluation

__all__ = ["permuted", "resampled", "satterthwaite", "subject_covariance", "subject_df"]


def subject_covariance(
    patterns: Patterns,
    evaluations: Sequence[Evaluation],
    settings: InferenceOptions,
    replicates: FloatArray | None,
) -> FloatArray:
    """Return the (K, K) covariance due to the choice of subjects, by the chosen method."""
    for name, method in (("ci", settings.ci), ("p_method", settings.p_method)):
        if settings.finite and method in (*RESAMPLED, "dirichlet", *DECLARED_INTERVALS):
            raise OptionError(
                f"{name}={method!r} is not available for finite populations, or for raters as a "
                "sample. Use t or normal intervals, and t tests.",
                option=name,
            )
    if settings.population is not None and settings.population < patterns.n:
        raise OptionError(
            f"population is {settings.population:g}, fewer than the {patterns.n} subjects in the "
            "data.",
            option="population",
        )
    if settings.se == "jackknife":
        return jackknife(
            evaluations, population=settings.population, progress=settings.progress_of("jackknife")
        )
    if settings.se == "bootstrap":
        assert replicates is not None
        return _replicate_covariance(replicates) * finite_population_factor(
            patterns.n, settings.population
        )
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


def subject_df(evaluation: Evaluation, settings: InferenceOptions) -> float:
    """Return the degrees of freedom of t for one coefficient."""
    patterns = evaluation.patterns
    if settings.se == "gwet":  # irrCAC counts all rated subjects, also for alpha
        return (patterns.n if patterns.cluster is None else patterns.clusters) - 1
    return degrees_of_freedom(patterns)


def _replicate_covariance(replicates: FloatArray) -> FloatArray:
    """Return the (K, K) covariance of replicates (K, B); each pair where both are defined."""
    defined = np.isfinite(replicates)
    both = defined.astype(np.float64) @ defined.T
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.where(defined, replicates, 0.0).sum(axis=1) / defined.sum(axis=1)
        deviation = np.where(defined, replicates - means[:, None], 0.0)
        return np.where(both > 1, deviation @ deviation.T / (both - 1), np.nan)


def satterthwaite(
    subjects: FloatArray, df: FloatArray, raters: FloatArray, rater_df: float
) -> FloatArray:
    """Return the degrees of freedom of the sum of two independent variances."""
    with np.errstate(invalid="ignore", divide="ignore"):
        combined = (subjects + raters) ** 2 / (subjects**2 / df + raters**2 / rater_df)
    return np.where(np.isfinite(combined), combined, df)


def _by_units(evaluations: Sequence[Evaluation]) -> Iterator[tuple[list[int], list[Evaluation]]]:
    """Yield evaluations on the subjects they use: all, or those with two or more ratings."""
    patterns = evaluations[0].patterns
    paired = patterns.pairable()
    if paired is patterns:
        yield list(range(len(evaluations))), list(evaluations)
        return
    for table, only in ((patterns, False), (paired, True)):
        members = [k for k, e in enumerate(evaluations) if e.coefficient.pairable_only is only]
        if members:
            yield members, [evaluations[k].on(table) for k in members]


def resampled(
    evaluations: Sequence[Evaluation], settings: InferenceOptions, seed: int
) -> FloatArray:
    """Return (K, B) bootstrap replicates; each coefficient resamples the subjects it uses."""
    values = np.empty((len(evaluations), settings.replicates))
    progress = settings.progress_of("bootstrap")
    for members, group in _by_units(evaluations):
        values[members] = bootstrap(group, settings.replicates, seed, progress=progress)
    return values


def permuted(
    evaluations: Sequence[Evaluation], settings: InferenceOptions, seed: int
) -> FloatArray:
    """Return (K,) permutation p-values; each coefficient permutes the ratings it uses."""
    p = np.empty(len(evaluations))
    for members, group in _by_units(evaluations):
        p[members] = permutation_p_values(
            group,
            settings.replicates,
            seed,
            alternative=settings.alternative,
            progress=settings.progress_of("permutation"),
        )
    return p
