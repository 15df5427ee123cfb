"""Coefficients on a pattern table become estimates: value, standard error, interval, p-value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.coefficients import Coefficient, Evaluation
from accord.errors import OptionError
from accord.inference import (
    ALTERNATIVES,
    INTERVALS,
    bootstrap,
    confidence_interval,
    covariance,
    gwet_influence,
    gwet_subjects,
    influence_matrix,
    jackknife,
    permutation_p_value,
    rater_variance,
    standard_errors,
    t_test,
)
from accord.inference.analytic import degrees_of_freedom, finite_share
from accord.inference.intervals import NEEDS_REPLICATES
from accord.joint import JointScale
from accord.patterns import Patterns
from accord.references import cite
from accord.results import SHOWN_CATEGORIES, Agreement, Data, Estimate, Interval
from accord.scale import FloatArray, show_label
from accord.version import __version__
from accord.weights import Scheme

__all__ = ["STANDARD_ERRORS", "Settings", "measure", "settled", "settled_seed"]

STANDARD_ERRORS = ("influence", "gwet", "jackknife", "bootstrap")
P_METHODS = ("t", "permutation")
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Settings:
    """How uncertainty is worked out; see `agreement` for the meaning of each."""

    se: str = "influence"
    ci: str = "t"
    confidence: float = 0.95
    seed: int | None = None
    null: float = 0.0
    alternative: str = "two-sided"
    p_method: str = "t"
    replicates: int = 10_000
    population: float | None = None
    rater_population: float | None = None
    sample_raters: bool = False
    progress: Progress | None = None

    def __post_init__(self) -> None:
        for name, value, known in (
            ("se", self.se, STANDARD_ERRORS),
            ("ci", self.ci, INTERVALS),
            ("alternative", self.alternative, ALTERNATIVES),
            ("p_method", self.p_method, P_METHODS),
        ):
            if value not in known:
                raise OptionError(f"{name} {value!r} is not one of {', '.join(known)}.")
        if self.p_method == "permutation" and self.null != 0:
            raise OptionError("a permutation test is of chance alone; null does not apply to it.")
        if int(self.replicates) != self.replicates:
            raise OptionError(f"replicates is {self.replicates}; it must be a whole number.")
        if not 0 < self.confidence < 1:
            raise OptionError(
                f"confidence is {self.confidence:g}; it must lie between 0 and 1, as .95 does."
            )
        least = 100 if self.ci in NEEDS_REPLICATES else 2 if self.se == "bootstrap" else 1
        if self.replicates < least:
            raise OptionError(f"replicates is {self.replicates}; {least} or more are needed.")
        if self.seed is not None and self.seed < 0:
            raise OptionError(f"the seed is {self.seed}; it must be 0 or more.")

    @property
    def draws(self) -> bool:
        """Whether anything is drawn at random."""
        return self.se == "bootstrap" or self.ci in NEEDS_REPLICATES or self.p_method != "t"

    def told(self, what: str) -> Callable[[int, int], None] | None:
        """Progress of one piece of work."""
        if self.progress is None:
            return None
        tell = self.progress
        return lambda done, total: tell(what, done, total)


def settled(options: Mapping[str, Any]) -> tuple[Settings, dict[str, Any]]:
    """Settings among the options, and the rest, which is for `load`."""
    known = {key: value for key, value in options.items() if key in Settings.__dataclass_fields__}
    if known.get("rater_population") is not None:
        known["sample_raters"] = True
    return Settings(**known), {key: v for key, v in options.items() if key not in known}


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
    evaluations: list[Evaluation] = []
    for entry in fit:
        made = evaluations[0].table if evaluations else None
        evaluations.append(Evaluation(entry, table, scheme, options, made))
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
        notes = list(terms.notes)
        lost = 0 if drawn is None else int(np.isnan(drawn[k]).sum())
        if drawn is not None and 0 < lost < drawn.shape[1]:
            notes.append(
                f"{entry.title} is undefined in {lost} of {drawn.shape[1]} bootstrap resamples, "
                "which are left out."
            )
        estimates.append(
            Estimate(
                name=entry.name,
                symbol=_symbol(entry, scheme),
                title=_title(entry, scheme),
                weights=scheme.name,
                value=evaluation.value,
                observed=float(terms.observed.value[0]),
                chance=float(terms.chance.value[0]),
                se=se,
                interval=confidence_interval(
                    settings.ci,
                    evaluation,
                    se=se,
                    df=float(df[k]),
                    confidence=settings.confidence,
                    replicates=None if drawn is None else drawn[k],
                ),
                p_value=t_test(
                    evaluation.value,
                    se,
                    float(df[k]),
                    null=settings.null,
                    alternative=settings.alternative,
                )
                if shuffled is None
                else float(shuffled[k]),
                n=patterns.n,
                reason=evaluation.reason,
                se_method=settings.se,
                p_method=settings.p_method,
                null=settings.null,
                alternative=settings.alternative,
                df=float(df[k]),
                seed=seed if settings.draws else None,
                references=_references(entry, scheme),
                notes=tuple(notes),
            )
        )
    return estimates, matrix


def _subject_variance(
    patterns: Patterns,
    evaluations: Sequence[Evaluation],
    settings: Settings,
    drawn: FloatArray | None,
) -> FloatArray:
    """(K, K) covariance due to the choice of subjects, by the chosen method."""
    finite = settings.population is not None or settings.sample_raters
    if finite and settings.ci in NEEDS_REPLICATES:
        raise OptionError(
            f"{settings.ci} intervals know nothing of finite populations or of raters as a sample; "
            "use t or normal intervals."
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


def settled_seed(seed: int | None) -> int:
    """Seed that was asked for, or a fresh one."""
    return int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed


def _symbol(entry: Coefficient, scheme: Scheme) -> str:
    if entry.name == "gwet_ac":
        return "AC1" if scheme.name == "identity" else "AC2"
    return entry.symbol


def _title(entry: Coefficient, scheme: Scheme) -> str:
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
        title=_title(entry, scheme),
        weights=scheme.name,
        value=nan,
        observed=nan,
        chance=nan,
        se=nan,
        interval=Interval(nan, nan, settings.confidence, settings.ci),
        p_value=nan,
        n=patterns.n,
        reason=entry.unsuited(patterns, scheme.name == "identity"),
        se_method=settings.se,
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
        found.append(f"{patterns.unrated} subjects without any rating are not counted.")
    if len(set(patterns.roles.values())) > 1:
        others = [(name, role) for name, role in patterns.roles.items() if role != "human"]
        shown = ", ".join(n if n == role else f"{n} ({role})" for n, role in sorted(others)[:6])
        found.append(
            f"the raters are not all people: {shown}. Here they count like any other; role human "
            "leaves them out."
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
            "no disagreement was seen, so standard errors are 0 and intervals have no width. That "
            "is not certainty: more subjects may well disagree."
        )
    elif certain:
        found.append(
            f"{', '.join(item.title for item in certain)}: the standard error is 0, because every "
            "subject tells the same. That is not certainty."
        )
    if patterns.n < 2:
        found.append("one subject gives no standard error and no interval.")
    return tuple(dict.fromkeys(found))
