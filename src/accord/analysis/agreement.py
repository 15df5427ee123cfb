"""`agreement`, which estimates all coefficients of a data set, and the functions of single ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from inspect import Parameter, signature
from math import comb
from typing import Any

from accord.analysis.loading import load_weighted
from accord.base.steps import steps
from accord.data.patterns import Patterns
from accord.data.scale import Scale
from accord.errors import OptionError, UnknownNameError, UnsupportedError
from accord.inference.estimate import estimates_of, measure
from accord.inference.results import Agreement, Estimate
from accord.io import takes_raters
from accord.io.measurements import load_measurements
from accord.options import InferenceOptions, ReadOptions, split_options, with_options
from accord.statistics import COEFFICIENTS, Statistic, find, resolve_weights
from accord.statistics.docstrings import function_doc
from accord.statistics.pairs import pair_steps, rating_pairs
from accord.statistics.weights import Scheme, WeightsLike, scheme_named

__all__ = ["agreement", "check_options", "estimate", "function_of", "suitable_coefficients"]

# A coefficient of pairs of ratings is computed by default up to these limits, which take seconds.
MOST_PAIRS = 30_000_000  # pairs of ratings
MOST_GROUPS = 2_000  # subgroups, each with all coefficients, which take minutes
MOST_STEPS = 150_000_000  # steps to visit all pairs
MOST_CELLS = 20_000_000  # categories of all pairs of raters, of which several tables are made


@takes_raters
@with_options(InferenceOptions, ReadOptions)
def agreement(
    data: Any,
    coefficients: str | Sequence[str] | None = None,
    weights: WeightsLike | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    **keywords: Any,
) -> Agreement:
    """Estimate the agreement of raters by several coefficients, with intervals and p-values.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned.
    coefficients
        Names of coefficients; all that are defined for the data if not given.
    weights
        Agreement weights: the name of a scheme, or a matrix. If not given, a stated ``level``
        chooses them: identity for nominal, quadratic for ordinal, interval and ratio
        (Krippendorff's alpha has a metric for each level, Berry and Mielke's measure the Euclidean
        distance). With neither stated: identity, and for ratings with several responses their
        Euclidean distance.
    options
        Options of single coefficients, such as ``pseudo_count`` of Aickin's alpha.
    **keywords
        Options of inference and of reading.

    Returns
    -------
    Agreement
        The estimates by name, their covariance matrix, and a description of the data.

    Examples
    --------
    >>> import accord
    >>> marks = {"ann": [1, 2, 3, 3, 2, 1], "bo": [1, 2, 3, 2, 2, 1]}
    >>> r = accord.agreement(marks)
    >>> round(r["gwet_ac"].value, 4)
    0.7526
    """
    settings, loading = split_options(keywords)
    patterns = load_weighted(data, loading, weights, settings.progress)
    check_options(options or {})
    if settings.population is not None and patterns.groups:
        raise OptionError(
            "a population size applies to all subjects; it cannot be combined with subgroups.",
            option="population",
        )
    stated = None if weights is None else scheme_named(weights)
    entries = _select_coefficients(coefficients, patterns, stated, options)
    overall = measure(patterns, entries, stated, settings, options or {})
    split = patterns.split() if len(patterns.groups) <= MOST_GROUPS else {}
    quiet = replace(settings, progress=None)  # the subgroups are counted instead
    groups = {
        label: measure(split[label], entries, stated, quiet, options or {}).replace(version="")
        for label in steps("subgroups", tuple(split))
    }
    if len(patterns.groups) > MOST_GROUPS:
        note = (
            f"agreement within subgroups is computed for up to {MOST_GROUPS:,} of them; there are "
            f"{len(patterns.groups):,}. Choose another column with the option by."
        )
        overall = overall.replace(warnings=(*overall.warnings, note))
    omitted = [
        entry.title
        for entry in COEFFICIENTS.values()
        if coefficients is None and entry.by_pairs and entry not in entries
    ]
    if omitted and patterns.identity:
        note = (
            f"{', '.join(omitted)}: not computed, because it is a sum over all pairs of ratings "
            f"({rating_pairs(patterns):,} here). To compute it, name it in coefficients."
        )
        overall = overall.replace(warnings=(*overall.warnings, note))
    return overall.replace(groups=groups)


def check_options(options: Mapping[str, Any]) -> None:
    """Check that each option belongs to a coefficient.

    Raises
    ------
    UnknownNameError
        If no coefficient has the option.
    """
    if not options:
        return
    known = {key for entry in COEFFICIENTS.values() for key in entry.options}
    for key in options:
        if key not in known:
            raise UnknownNameError("option of a coefficient", key, known, option="options")


def estimate(name: str, data: Any, weights: WeightsLike | None = None, **options: Any) -> Estimate:
    """Estimate one coefficient.

    Parameters
    ----------
    name
        Name of the coefficient.
    data
        Anything that `load` takes, or what it returned.
    weights
        Agreement weights, as in `agreement`.
    **options
        Options of inference, of reading, and of the coefficient.

    Returns
    -------
    Estimate
        The estimate, with the warnings on the data among its notes.

    Raises
    ------
    UnsupportedError
        If the coefficient is not defined for such data.
    """
    entry = find(name)
    coefficient_options = {key: options.pop(key) for key in list(options) if key in entry.options}
    settings, loading = split_options(options)
    if entry.numbers:
        patterns = load_measurements(data, progress=settings.progress, **loading)
    else:
        patterns = load_weighted(data, loading, weights, settings.progress)
    if patterns.groups:
        raise OptionError(
            "subgroups are supported by agreement() only, not by the functions of single "
            "coefficients.",
            option="by",
        )
    scheme = resolve_weights(entry, patterns.scale, weights)
    reason = entry.unsuited(patterns, scheme.name == "identity")
    if reason is not None:
        raise UnsupportedError(reason)
    (result,), _ = estimates_of(patterns, [entry], scheme, settings, coefficient_options)
    return replace(result, notes=(*patterns.warnings, *result.notes))


def function_of(name: str) -> Callable[..., Any]:
    """Return the public function of a coefficient, such as `accord.gwet_ac`."""
    entry = COEFFICIENTS[name]
    if entry.function is not None:
        module, _, attribute = entry.function.partition(":")
        declared: Callable[..., Any] = getattr(import_module(module), attribute)
        return declared

    def function(data: Any, weights: WeightsLike | None = None, **options: Any) -> Estimate:
        return estimate(name, data, weights, **options)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = function_doc(entry)
    known = signature(entry.formula).parameters
    extra = [
        Parameter(key, Parameter.KEYWORD_ONLY, default=default, annotation=known[key].annotation)
        for key, default in entry.options.items()
    ]
    return takes_raters(with_options(InferenceOptions, ReadOptions, extra=extra)(function))


def suitable_coefficients(
    patterns: Patterns,
    weights: WeightsLike | None = None,
    options: Mapping[str, Any] | None = None,
) -> list[Statistic]:
    """Return the coefficients that are defined for the data and the weights and are not slow.

    Those with an option that must be stated are defined if ``options`` has it.
    """
    scale, stated = patterns.scale, options or {}
    return [
        entry
        for entry in COEFFICIENTS.values()
        if entry.unsuited(patterns, resolve_weights(entry, scale, weights).name == "identity")
        is None
        and not (entry.by_pairs and _has_many_pairs(patterns))
        and (not entry.numbers or _may_be_measured(scale))
        and all(stated.get(key, default) is not None for key, default in entry.options.items())
    ]


def _may_be_measured(scale: Scale) -> bool:
    """Return whether categories may be measurements: numbers, not codes, and no stated ranks.

    Two whole numbers are guessed to be codes.
    """
    if not scale.numeric:
        return scale.scores is not None and not scale.guessed and scale.level != "ordinal"
    return scale.level in ("interval", "ratio") or (scale.guessed and scale.level == "ordinal")


def _has_many_pairs(patterns: Patterns) -> bool:
    """Return whether a sum over all pairs of ratings would take seconds."""
    if not patterns.identity:
        return False
    pairs = rating_pairs(patterns)
    cells = min(comb(patterns.r, 2), pairs) * patterns.q
    return pairs > MOST_PAIRS or pair_steps(patterns) > MOST_STEPS or cells > MOST_CELLS


def _select_coefficients(
    coefficients: str | Sequence[str] | None,
    patterns: Patterns,
    weights: Scheme | None,
    options: Mapping[str, Any] | None,
) -> list[Statistic]:
    """Return the coefficients named, without repetitions, or those that suit the data."""
    if coefficients is None:
        return suitable_coefficients(patterns, weights, options)
    names = [coefficients] if isinstance(coefficients, str) else list(coefficients)
    if not names:
        raise OptionError("coefficients= lists no coefficient.", option="coefficients")
    return [find(name) for name in dict.fromkeys(names)]
