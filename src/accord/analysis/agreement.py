"""The façade: from data to every coefficient with its uncertainty, on one page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from inspect import Parameter
from typing import Any

from accord.data.patterns import Patterns
from accord.errors import OptionError, UnknownNameError, UnsupportedError
from accord.inference.estimate import measure
from accord.inference.results import Agreement, Estimate
from accord.io import load, takes_raters
from accord.options import InferenceOptions, ReadOptions, split_options, with_options
from accord.statistics import COEFFICIENTS, Statistic, find, resolve_weights
from accord.statistics.docstrings import function_doc
from accord.statistics.pairs import pair_steps, rating_pairs
from accord.statistics.weights import Scheme, WeightsLike, scheme_named

__all__ = ["agreement", "check_options", "estimate", "function_of", "suited"]

MANY_PAIRS = 30_000_000  # what goes through so many pairs of ratings,
MANY_STEPS = 150_000_000  # or takes so many steps to do so, is computed only if it is named


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
    """Estimate the agreement of raters by several coefficients, each with its uncertainty.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned.
    coefficients
        Names of coefficients; all that suit the data if not given.
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
    patterns = load(data, progress=settings.progress, **loading)
    check_options(options or {})
    if settings.population is not None and patterns.groups:
        raise OptionError(
            "a finite population of all subjects says nothing about subgroups.",
            option="population",
        )
    stated = None if weights is None else scheme_named(weights)
    entries = _chosen(coefficients, patterns, stated)
    overall = measure(patterns, entries, stated, settings, options or {})
    parts = {
        label: measure(part, entries, stated, settings, options or {}).replace(version="")
        for label, part in patterns.split().items()
    }
    left_out = [
        entry.title
        for entry in COEFFICIENTS.values()
        if coefficients is None and entry.by_pairs and entry not in entries
    ]
    if left_out and patterns.identity:
        note = (
            f"{', '.join(left_out)}: not computed, because it goes through every pair of ratings "
            f"({rating_pairs(patterns):,} here). To compute it, name it in coefficients."
        )
        overall = overall.replace(warnings=(*overall.warnings, note))
    return overall.replace(groups=parts)


def check_options(options: Mapping[str, Any]) -> None:
    """Refuse options that no coefficient has."""
    if not options:
        return
    known = {key for entry in COEFFICIENTS.values() for key in entry.options}
    for key in options:
        if key not in known:
            raise UnknownNameError("option of a coefficient", key, known, option="options")


def estimate(name: str, data: Any, weights: WeightsLike | None = None, **options: Any) -> Estimate:
    """Work out one coefficient; data that it is not made for raise `UnsupportedError`.

    Keywords are those of `agreement` and `load`, and the coefficient's own.
    """
    entry = find(name)
    own = {key: options.pop(key) for key in list(options) if key in entry.options}
    settings, loading = split_options(options)
    patterns = load(data, progress=settings.progress, **loading)
    if patterns.groups:
        raise OptionError(
            "subgroups are for agreement(); this is one coefficient of all subjects.", option="by"
        )
    scheme = resolve_weights(entry, patterns.scale, weights)
    why = entry.unsuited(patterns, scheme.name == "identity")
    if why is not None:
        raise UnsupportedError(why)
    found = measure(patterns, [entry], scheme, settings, own)[name]
    return replace(found, notes=(*patterns.warnings, *found.notes))


def function_of(name: str) -> Callable[..., Any]:
    """Return the function that estimates one coefficient, as `accord.gwet_ac` and the others do."""
    entry = COEFFICIENTS[name]
    if entry.function is not None:
        module, _, attribute = entry.function.partition(":")
        made: Callable[..., Any] = getattr(import_module(module), attribute)
        return made

    def function(data: Any, weights: WeightsLike | None = None, **options: Any) -> Estimate:
        return estimate(name, data, weights, **options)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = function_doc(entry)
    extra = [
        Parameter(key, Parameter.KEYWORD_ONLY, default=default, annotation=type(default).__name__)
        for key, default in entry.options.items()
    ]
    return takes_raters(with_options(InferenceOptions, ReadOptions, extra=extra)(function))


def suited(patterns: Patterns, weights: WeightsLike | None = None) -> list[Statistic]:
    """Coefficients that suit the data and the weights, and are not out of proportion."""
    scale = patterns.scale
    return [
        entry
        for entry in COEFFICIENTS.values()
        if entry.unsuited(patterns, resolve_weights(entry, scale, weights).name == "identity")
        is None
        and not (entry.by_pairs and _many_pairs(patterns))
    ]


def _many_pairs(patterns: Patterns) -> bool:
    """Whether a coefficient that goes through every pair of ratings would take seconds."""
    if not patterns.identity:
        return False
    return rating_pairs(patterns) > MANY_PAIRS or pair_steps(patterns) > MANY_STEPS


def _chosen(
    coefficients: str | Sequence[str] | None, patterns: Patterns, weights: Scheme | None
) -> list[Statistic]:
    if coefficients is None:
        return suited(patterns, weights)
    names = [coefficients] if isinstance(coefficients, str) else list(coefficients)
    if not names:
        raise OptionError("coefficients= lists no coefficient.", option="coefficients")
    return [find(name) for name in dict.fromkeys(names)]
