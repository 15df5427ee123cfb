"""Flags: what is odd about a variable, and why."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np

from accord.analysis.views import Diagnosis, RaterLeftOut
from accord.base.serialise import Record
from accord.base.wording import Doubt, counted, percentage, short
from accord.data.patterns import Patterns
from accord.data.scale import show_label
from accord.inference.results import Agreement, Estimate

__all__ = ["FLAGS", "Flag", "flags_of"]

Oddity: TypeAlias = Literal[
    "reading", "undefined", "skewed", "missing", "few subjects", "rater", "category"
]
FLAGS: tuple[Oddity, ...] = get_args(Oddity)
MUCH_MISSING = 0.2  # share of ratings: beyond it, who rated what may bias the coefficients
FEW_SUBJECTS = 20  # with two or more ratings; with fewer, intervals are wider than a benchmark band
APART = 0.1  # rise of the coefficient without a rater: half of a band of the usual benchmark scale
MOST_CATEGORIES = 60  # of a scale whose single categories are of interest


@dataclass(frozen=True, slots=True)
class Flag(Record):
    """Something odd about a variable.

    Parameters
    ----------
    name
        Kind of oddity: ``reading`` (the data may mean something else), ``undefined`` (a
        coefficient), ``skewed`` (kappa is low because one category prevails), ``missing`` (many
        ratings), ``few subjects``, ``rater`` (one who agrees less than the others) or ``category``
        (one that a single rater used).
    text
        The reason.
    """

    name: Oddity
    text: str


def flags_of(
    patterns: Patterns,
    result: Agreement,
    chosen: Sequence[Estimate],
    diagnosis: Diagnosis | None = None,
    worst: RaterLeftOut | None = None,
) -> tuple[Flag, ...]:
    """Return what is odd about the ratings of a variable.

    Parameters
    ----------
    patterns
        The ratings.
    result
        Their coefficients, with the notes on the data.
    chosen
        The coefficients that are shown.
    diagnosis
        Prevalence and bias.
    worst
        The rater without whom the coefficient is highest.
    """
    found: dict[Oddity, list[str]] = {
        "reading": [str(text) for text in result.warnings if isinstance(text, Doubt)],
        "undefined": _undefined(chosen),
        "skewed": [diagnosis.sentence] if diagnosis and diagnosis.sentence else [],
        "missing": _missing(patterns),
        "few subjects": _few(patterns),
        "rater": _apart(worst),
        "category": list(_of_one_rater(patterns)),
    }
    return tuple(Flag(name, text) for name, texts in found.items() for text in texts)


def _undefined(chosen: Sequence[Estimate]) -> list[str]:
    """Return why coefficients are undefined, each reason once."""
    reasons: dict[str, list[str]] = {}
    for e in chosen:
        if math.isnan(e.value):
            reasons.setdefault((e.reason or "no reason is known").rstrip("."), []).append(e.title)
    return [
        f"{', '.join(titles)} {'is' if len(titles) == 1 else 'are'} undefined: {reason}."
        for reason, titles in reasons.items()
    ]


def _missing(patterns: Patterns) -> list[str]:
    total = patterns.ratings + patterns.missing
    share = patterns.missing / total if total else 0.0
    return [f"{percentage(share)} of the ratings are missing."] if share > MUCH_MISSING else []


def _few(patterns: Patterns) -> list[str]:
    number = patterns.n_paired
    if number >= FEW_SUBJECTS:
        return []
    verb = "has" if number == 1 else "have"
    return [f"only {counted(number, 'subject')} {verb} two or more ratings."]


def _apart(worst: RaterLeftOut | None) -> list[str]:
    if worst is None or not worst.change > APART:
        return []
    e = worst.estimate
    return [
        f"{worst.rater} agrees less with the others than these do with each other: without "
        f"{worst.rater}, {e.title} is {short(e.value)} instead of {short(e.value - worst.change)}."
    ]


def _of_one_rater(patterns: Patterns) -> Iterator[str]:
    """Yield a text for each category that one of three or more raters used, and nobody else."""
    scale = patterns.scale
    if not patterns.identity or patterns.r < 3 or scale.several or scale.measured:
        return
    if patterns.q > MOST_CATEGORIES:
        return
    codes = patterns.by_rater().rows
    for code, label in enumerate(scale.labels):
        users = np.flatnonzero((codes == code).any(axis=0))
        if users.size == 1:
            rater = patterns.raters[int(users[0])]
            yield f"only {rater} used the category {show_label(label)!r}."
