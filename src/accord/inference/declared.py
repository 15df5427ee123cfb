"""Inference methods that a statistic declares for itself, such as an F interval or an exact test.

The declaration names a function, ``module:name``, for each method. The function is called as
``function(evaluation, method, settings)`` and returns an `Inference`. It raises `UnsupportedError`
where the method is not defined for the data.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TypeAlias

from accord.base.wording import joined
from accord.errors import OptionError
from accord.inference.results import Tails
from accord.options import InferenceOptions
from accord.options.inference import DECLARED_METHODS, Alternative
from accord.statistics import COEFFICIENTS, Evaluation, Statistic

__all__ = ["Inference", "check_declared_methods", "declared_inference"]

MOST_TITLES = 3  # that an error lists


@dataclass(frozen=True, slots=True)
class Inference:
    """The result of a method that a statistic declares.

    Parameters
    ----------
    tails
        One-sided p-values and intervals; None if the method is a test only.
    p_value
        P-value of a method without tails.
    alternative
        Alternative hypothesis of this p-value; that of the options if not given.
    random
        Whether random numbers were drawn, so that the estimate reports the seed.
    notes
        Remarks on the method and the data.
    details
        Further numbers of the method, for functions that report them.
    """

    tails: Tails | None = None
    p_value: float = math.nan
    alternative: Alternative | None = None
    random: bool = False
    notes: tuple[str, ...] = ()
    details: object = None


Method: TypeAlias = Callable[[Evaluation, str, InferenceOptions], Inference]


def declared_inference(
    evaluation: Evaluation, method: str, settings: InferenceOptions
) -> Inference | None:
    """Return the result of a method that the statistic declares; None for methods of all."""
    if method not in DECLARED_METHODS:
        return None
    module, _, name = evaluation.coefficient.methods[method].partition(":")
    function: Method = getattr(import_module(module), name)
    return function(evaluation, method, settings)


def check_declared_methods(entries: Sequence[Statistic], settings: InferenceOptions) -> None:
    """Check that every statistic declares the stated interval and test.

    Raises
    ------
    OptionError
        If the method is one that only some statistics declare, and not all of these.
    """
    for option, method in (("ci", settings.ci), ("p_method", settings.p_method)):
        if method not in DECLARED_METHODS:
            continue
        without = [entry.title for entry in entries if method not in entry.methods]
        if not without:
            continue
        titles = [*without[:MOST_TITLES], *(["others"] if len(without) > MOST_TITLES else [])]
        known = [entry.name for entry in COEFFICIENTS.values() if method in entry.methods]
        among = f", or only coefficients that have it: {', '.join(known)}" if known else ""
        raise OptionError(
            f"{option} is {method!r}, which is not defined for {joined(titles)}.",
            option=option,
            value=method,
            remedy=f"Choose another {option}{among}.",
        )
