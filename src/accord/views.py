"""One data set seen from other sides: pairs of raters, single raters, categories, subjects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from accord.coefficients import (
    BIAS_INDEX,
    KAPPA_MAXIMUM,
    PREVALENCE_INDEX,
    find,
    specific_agreement,
)
from accord.coefficients.table import Table
from accord.errors import OptionError, UnknownNameError, UnsupportedError
from accord.estimation import measure
from accord.interpret import paradox
from accord.joint import JointScale
from accord.loading import load
from accord.patterns import Patterns
from accord.results import Estimate, plain
from accord.scale import FloatArray, Label, show_label
from accord.settings import settled
from accord.weights import WeightsLike, scheme_for, scheme_named, weights_for
from accord.weights import within as within_scheme

__all__ = [
    "CategoryAgreement",
    "Details",
    "Diagnosis",
    "Disagreement",
    "RaterLeftOut",
    "RaterMatrix",
    "by_category",
    "diagnose",
    "disagreements",
    "leave_one_out",
    "look_closer",
    "pairwise",
    "within",
]

MOST_CATEGORIES = 200
MOST_RATERS = 50

DRAWS = 2_000  # for each of many estimates


@dataclass(frozen=True, slots=True)
class RaterMatrix:
    """A coefficient for every pair of raters."""

    coefficient: str
    raters: tuple[str, ...]
    estimates: tuple[Estimate, ...]

    def __getitem__(self, pair: tuple[str, str]) -> Estimate:
        for name in pair:
            if name not in self.raters:
                raise UnknownNameError("rater", name, self.raters)
        if pair[0] == pair[1]:
            raise OptionError("a pair is two different raters.")
        g, h = sorted(self.raters.index(name) for name in pair)
        return self.estimates[self._place(g, h)]

    def _place(self, g: int, h: int) -> int:
        r = len(self.raters)
        return g * r - g * (g + 1) // 2 + h - g - 1

    @property
    def values(self) -> FloatArray:
        """(r, r) matrix of values, NaN on the diagonal."""
        r = len(self.raters)
        matrix = np.full((r, r), np.nan)
        matrix[np.triu_indices(r, 1)] = [estimate.value for estimate in self.estimates]
        lower = np.tril_indices(r, -1)
        matrix[lower] = matrix.T[lower]
        return matrix

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        pairs = [(g, h) for g in range(len(self.raters)) for h in range(g + 1, len(self.raters))]
        return {
            "coefficient": self.coefficient,
            "raters": list(self.raters),
            "pairs": [
                {"a": self.raters[g], "b": self.raters[h], **estimate.to_dict()}
                for (g, h), estimate in zip(pairs, self.estimates, strict=True)
            ],
        }


def pairwise(
    data: Any,
    coefficient: str = "cohen_kappa",
    weights: WeightsLike | None = None,
    **options: Any,
) -> RaterMatrix:
    """Work out a coefficient for every pair of raters.

    >>> marks = {"ann": [1, 2, 3, 3, 2, 1], "bo": [1, 2, 3, 2, 2, 1], "cy": [2, 2, 3, 3, 1, 1]}
    >>> round(pairwise(marks)["ann", "bo"].value, 4)
    0.75
    """
    settings, loading = settled({"replicates": DRAWS, **options})
    patterns = load(data, **loading)
    entry, scheme = find(coefficient), scheme_for(weights, patterns.scale)
    estimates = []
    pairs = list(_pairs(patterns.raters))
    for number, (a, b) in enumerate(pairs, start=1):
        pair = replace(patterns.select([a, b]), warnings=())
        estimates.append(measure(pair, [entry], scheme, settings, {})[coefficient])
        if settings.progress is not None:
            settings.progress("pairs of raters", number, len(pairs))
    return RaterMatrix(coefficient, patterns.raters, tuple(estimates))


def _pairs(raters: Sequence[str]) -> Iterator[tuple[str, str]]:
    for g, first in enumerate(raters):
        for second in raters[g + 1 :]:
            yield first, second


@dataclass(frozen=True, slots=True)
class RaterLeftOut:
    """A coefficient without one of the raters, and how much it changes."""

    rater: str
    estimate: Estimate
    change: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {"rater": self.rater, "change": plain(self.change), **self.estimate.to_dict()}


def leave_one_out(
    data: Any, coefficient: str = "gwet_ac", weights: WeightsLike | None = None, **options: Any
) -> tuple[RaterLeftOut, ...]:
    """Work out a coefficient without each rater in turn, the most harmful rater first.

    A value that rises without a rater shows that he agrees less with the others than they do
    with each other.
    """
    settings, loading = settled({"replicates": DRAWS, **options})
    patterns = load(data, **loading)
    if patterns.r < 3 or not patterns.identity:
        raise UnsupportedError(
            f"leaving one rater out needs three or more whose ratings are kept apart; here there "
            f"are {patterns.r}."
        )
    entry, scheme = find(coefficient), scheme_for(weights, patterns.scale)
    whole = measure(patterns, [entry], scheme, settings, {})[coefficient].value
    found = []
    for name in patterns.raters:
        rest = measure(patterns.without(name), [entry], scheme, settings, {})[coefficient]
        found.append(RaterLeftOut(name, rest, rest.value - whole))
    return tuple(sorted(found, key=lambda item: -np.nan_to_num(item.change, nan=-2.0)))


@dataclass(frozen=True, slots=True)
class CategoryAgreement:
    """Agreement on one category.

    Parameters
    ----------
    share
        Share of all ratings.
    specific
        When one rater chooses it, how often another one does.
    kappa
        Coefficient of this category against all others.
    """

    category: Label
    share: float
    specific: Estimate
    kappa: Estimate

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "category": plain(self.category),
            "share": plain(self.share),
            "specific_agreement": self.specific.to_dict(),
            "kappa": self.kappa.to_dict(),
        }


def by_category(
    data: Any, coefficient: str = "fleiss_kappa", **options: Any
) -> tuple[CategoryAgreement, ...]:
    """Work out the agreement on each category, in the order of the scale.

    >>> rows = by_category([["a", "a"], ["a", "b"], ["b", "b"], ["c", "c"]])
    >>> [(row.category, round(row.specific.value, 3)) for row in rows]
    [('a', 0.667), ('b', 0.667), ('c', 1.0)]
    """
    settings, loading = settled({"replicates": DRAWS, **options})
    patterns = load(data, **loading)
    if patterns.q > MOST_CATEGORIES:
        raise UnsupportedError(
            f"agreement per category is worked out for up to {MOST_CATEGORIES} categories; the "
            f"data have {patterns.q}."
        )
    entry, identity = find(coefficient), scheme_named("identity")
    totals = patterns.category_totals()
    found = []
    for code, label in enumerate(patterns.scale.labels):
        single = specific_agreement(code, show_label(label))
        specific = measure(patterns, [single], identity, settings, {})[single.name]
        kappa = measure(patterns.against_rest(code), [entry], identity, settings, {})[coefficient]
        if totals[code] == 0:
            unused = "nobody used this category"
            specific, kappa = replace(specific, reason=unused), replace(kappa, reason=unused)
        found.append(CategoryAgreement(label, float(totals[code] / totals.sum()), specific, kappa))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A subject on which raters disagree.

    Parameters
    ----------
    disagreement
        Share of the pairs of ratings that disagree, or their mean weighted disagreement.
    ratings
        Label per rater (None if missing), or number of raters per category.
    """

    subject: object
    disagreement: float
    ratings: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "subject": plain(self.subject),
            "disagreement": plain(self.disagreement),
            "ratings": plain(self.ratings),
        }


def disagreements(
    data: Any, top: int = 20, weights: WeightsLike | None = None, **loading: Any
) -> tuple[Disagreement, ...]:
    """List the subjects with most disagreement, worst first; those without any are left out.

    >>> found = disagreements({"id": ["x", "y"], "ann": [1, 2], "bo": [1, 3]})
    >>> [(item.subject, item.ratings) for item in found]
    [('y', {'ann': 2, 'bo': 3})]
    """
    patterns = load(data, **loading)
    subjects, rows = _rows(patterns)
    scheme = scheme_for(weights, patterns.scale)
    marginals = patterns.pairable_totals() if scheme.by_data else None
    kind = {"counts": rows} if patterns.codes is None else {"codes": rows}
    flat = Patterns(
        patterns.scale,
        patterns.raters,
        np.ones(len(rows)),
        identity=patterns.identity,
        **kind,
    )
    table = Table(flat, weights_for(scheme, patterns.scale, marginals))
    extent = np.where(table.paired > 0, 1 - table.agreement, 0.0)
    order = np.argsort(-extent, kind="stable")[:top]
    return tuple(
        Disagreement(subjects[int(i)], float(extent[i]), _ratings(patterns, rows[i]))
        for i in order
        if extent[i] > 0
    )


def _rows(patterns: Patterns) -> tuple[Sequence[object], Any]:
    """Subjects and their rows; patterns stand for subjects where those are not known."""
    if patterns.subjects is not None:
        return patterns.subjects()
    table = patterns.codes if patterns.codes is not None else patterns.counts
    names = [f"{show_label(m)} subjects" for m in patterns.multiplicity.tolist()]
    return names, table


def _ratings(patterns: Patterns, row: Any) -> dict[str, Any]:
    labels = patterns.scale.labels
    if patterns.codes is None:
        return {show_label(label): int(k) for label, k in zip(labels, row, strict=True) if k}
    names = patterns.raters if patterns.identity else [f"rating {j + 1}" for j in range(len(row))]
    return {
        name: None if code < 0 else labels[int(code)] for name, code in zip(names, row, strict=True)
    }


def within(data: Any, points: float = 1, **options: Any) -> Estimate:
    """Share of the pairs of ratings that are at most so many points apart.

    >>> round(within([[1, 2], [3, 3], [1, 4]], points=1).value, 4)
    0.6667
    """
    settings, loading = settled(options)
    patterns = load(data, **loading)
    if not patterns.scale.ordered:
        raise UnsupportedError(
            "agreement within so many points needs numbers or an order of categories; declare "
            "the categories in their order."
        )
    entry = find("percent_agreement")
    found = measure(patterns, [entry], within_scheme(points), settings, {})[entry.name]
    return replace(found, title=f"Agreement within {points:g}")


@dataclass(frozen=True, slots=True)
class Details:
    """The views that suit a data set; empty where one does not."""

    categories: tuple[CategoryAgreement, ...]
    pairs: RaterMatrix | None
    left_out: tuple[RaterLeftOut, ...]
    disagreements: tuple[Disagreement, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "categories": [row.to_dict() for row in self.categories],
            "pairs": None if self.pairs is None else self.pairs.to_dict(),
            "left_out": [row.to_dict() for row in self.left_out],
            "disagreements": [row.to_dict() for row in self.disagreements],
        }


def look_closer(data: Any, weights: WeightsLike | None = None, **options: Any) -> Details:
    """Look at a data set from every side that suits it.

    Pairs of raters and raters left out are shown for three to fifty raters.
    """
    loading = settled(options)[1]
    how = {key: value for key, value in options.items() if key not in loading}
    patterns = load(data, **loading)
    several = patterns.identity and 3 <= patterns.r <= MOST_RATERS
    joint = isinstance(patterns.scale, JointScale)  # whose categories are not of interest singly
    overall = "berry_mielke" if joint else "gwet_ac"
    return Details(
        by_category(patterns, **how) if patterns.q <= MOST_CATEGORIES and not joint else (),
        pairwise(patterns, weights=weights, **how) if several else None,
        leave_one_out(patterns, overall, weights, **how) if several else (),
        disagreements(patterns, 10, weights),
    )


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Why kappa is what it is.

    Parameters
    ----------
    prevalence_index, bias_index, kappa_maximum
        Estimates; the last two for two raters only.
    pabak
        Prevalence- and bias-adjusted kappa: Brennan-Prediger with identity weights.
    most_frequent
        The most frequent category.
    sentence
        Plain words where kappa and percent agreement part company; None where they do not.
    """

    prevalence_index: Estimate
    bias_index: Estimate | None
    kappa_maximum: Estimate | None
    pabak: Estimate
    most_frequent: Label
    sentence: str | None

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "prevalence_index": self.prevalence_index.to_dict(),
            "bias_index": None if self.bias_index is None else self.bias_index.to_dict(),
            "kappa_maximum": None if self.kappa_maximum is None else self.kappa_maximum.to_dict(),
            "pabak": self.pabak.to_dict(),
            "most_frequent": plain(self.most_frequent),
            "sentence": self.sentence,
        }


def diagnose(data: Any, **options: Any) -> Diagnosis:
    """Work out the prevalence and bias index, kappa's maximum and PABAK, and say what they mean.

    >>> table = [[90, 5], [5, 0]]
    >>> found = diagnose(table, layout="contingency", categories=["yes", "no"])
    >>> round(found.prevalence_index.value, 2), round(found.pabak.value, 2)
    (0.9, 0.8)
    """
    settings, loading = settled(options)
    patterns = load(data, **loading)
    two = patterns.r == 2 and patterns.identity
    names = ["percent_agreement", "brennan_prediger", "gwet_ac", "fleiss_kappa"]
    entries = [find(name) for name in names] + [PREVALENCE_INDEX]
    if two:
        entries += [find("cohen_kappa"), BIAS_INDEX, KAPPA_MAXIMUM]
    found = measure(patterns, entries, scheme_named("identity"), settings, {})
    bias = found["bias_index"] if two else None
    table = Table(patterns.anonymous(), weights_for("identity", patterns.scale))
    label = patterns.scale.labels[int(np.argmax(table.prevalence.value[0]))]
    prevalence = found["prevalence_index"]
    pabak = replace(found["brennan_prediger"], title="PABAK")
    return Diagnosis(
        prevalence,
        bias,
        found["kappa_maximum"] if two else None,
        pabak,
        label,
        paradox(found, prevalence, bias, label),
    )
