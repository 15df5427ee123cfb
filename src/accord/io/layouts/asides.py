"""Columns of a wide table that are set apart: they describe subjects or results, not ratings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from accord.io.layouts.profiles import Profile, association
from accord.io.layouts.vocabulary import AGGREGATE, ATTRIBUTE, GOLD, RATER_IN_NAME, RESULT

__all__ = [
    "computed_from",
    "describe_apart",
    "is_attribute_name",
    "is_gold_name",
    "set_apart",
    "unlike_ratings",
]

MOST_SUMMANDS = 8  # among so many columns, pairs are tried as summands
MOST_COMPARED = 60  # columns of numbers that are compared with each other
ROUNDED = 0.0051  # difference that rounding to two decimals may cause
FIRST_ROWS = 40  # by which most columns are seen not to be computed
LEAST_ROWS = 3  # in which raters differ, before a column counts as their sum or mean
AGREED = 0.95  # share of rows in which a column is the sum or mean of others
FAR = 5  # times the width of the other columns
FEW_CODES = 12  # up to so many distinct numbers are codes or marks
ID_ENDS = ("id", "_id", " id", "-id", ".id", "_no", "_nr", "number", "#")


def unlike_ratings(profile: Profile) -> str | None:
    """Return what a column holds if that cannot be ratings: texts, dates, addresses, ids."""
    name = profile.name.strip().lower()
    if profile.is_text:
        return "text"
    if profile.is_link:
        return "addresses"
    if profile.is_date:
        return "dates"
    if profile.distinct and len(profile.cells) > 2 and not profile.numeric:
        return "a different value in every row"
    if profile.distinct and name.endswith(ID_ENDS):
        return "ids"
    return None


def set_apart(
    columns: Sequence[str], profiles: Mapping[str, Profile], keep: Collection[str] = ()
) -> dict[str, str]:
    """Return the columns that are not raters, each with what it holds.

    Columns that are kept are never set apart, and at least two columns remain.

    Parameters
    ----------
    columns
        Columns that may be raters.
    profiles
        What each holds.
    keep
        Columns that are raters whatever they look like.
    """
    apart: dict[str, str] = {}

    def rest() -> list[str]:
        return [name for name in columns if name not in apart]

    def put(found: Mapping[str, str]) -> None:
        """Set columns apart if two others with ratings remain."""
        new = {name: why for name, why in found.items() if name not in keep and name not in apart}
        left = [name for name in rest() if name not in new and profiles[name].labels]
        if len(left) >= 2:
            apart.update(new)

    put({name: why for name in columns if (why := unlike_ratings(profiles[name]))})
    put({name: "an attribute, by its name" for name in rest() if is_attribute_name(name)})
    put({name: "a gold standard, by its name" for name in rest() if is_gold_name(name)})
    put(dict(_aggregates(rest(), profiles)))
    put(_unlike_labels(rest(), profiles))
    put(_unlike_numbers(rest(), profiles))
    return apart


def is_gold_name(name: str) -> bool:
    """Return whether a column is named as a gold standard or as an adjudicated result.

    >>> is_gold_name("gold_label"), is_gold_name("final"), is_gold_name("expert1")
    (True, True, False)
    """
    return bool(GOLD.fullmatch(name.strip()))


def is_attribute_name(name: str) -> bool:
    """Return whether a column is named as an attribute of subjects or of the process.

    >>> is_attribute_name("age"), is_attribute_name("start_date"), is_attribute_name("tone")
    (True, True, False)
    """
    return bool(ATTRIBUTE.fullmatch(name.strip()))


def _aggregates(
    columns: Sequence[str], profiles: Mapping[str, Profile]
) -> Iterator[tuple[str, str]]:
    """Yield columns that are computed from others, by their values or their names."""
    numeric = [name for name in columns if profiles[name].numeric]
    numbered = [name for name in columns if RATER_IN_NAME.fullmatch(name.strip())]
    for name in columns:
        named = AGGREGATE.fullmatch(name.strip()) or RESULT.fullmatch(name.strip())
        if len(numeric) > MOST_COMPARED + 1 and not named:
            continue
        others = [other for other in numeric if other != name]
        source = computed_from(profiles[name], [profiles[other] for other in others])
        if source is not None:
            yield name, source
        elif AGGREGATE.fullmatch(name.strip()) and len(columns) > 2:
            yield name, "a summary of the ratings, by its name"
        elif len(numbered) >= 2 and name not in numbered and RESULT.fullmatch(name.strip()):
            yield name, "the resulting score, by its name"


def computed_from(profile: Profile, others: Sequence[Profile]) -> str | None:
    """Return how a column is computed from two or more others: as their sum or mean.

    Rows in which the others are equal prove nothing, because a rater may agree with them.
    """
    if not profile.numeric or len(others) < 2:
        return None
    groups = [tuple(others)]
    if 2 < len(others) <= MOST_SUMMANDS:
        groups += list(combinations(others, 2))
    for group in groups:
        if not _may_be_computed(profile, group):
            continue
        table = np.column_stack([other.numbers for other in group])
        target = profile.numbers
        complete = ~(np.isnan(table).any(axis=1) | np.isnan(target))
        table, target = table[complete], target[complete]
        names = ", ".join(other.name for other in group)
        telling = np.count_nonzero(table, axis=1) >= 2
        if telling.sum() >= LEAST_ROWS and _equals(target, table.sum(axis=1), telling):
            return f"the sum of {names}"
        telling = np.ptp(table, axis=1) > 0
        between = np.all(np.abs(table - target[:, None]) > 1e-9, axis=1)
        mean = table.mean(axis=1)
        if (telling & between).sum() >= LEAST_ROWS and _equals(target, mean, telling):
            return f"the mean of {names}"
    return None


def _may_be_computed(profile: Profile, group: Sequence[Profile]) -> bool:
    """Return whether some of the first rows are not against a sum or a mean; saves time."""
    table = np.column_stack([other.numbers[:FIRST_ROWS] for other in group])
    target, sums = profile.numbers[:FIRST_ROWS], table.sum(axis=1)
    known = ~(np.isnan(sums) | np.isnan(target))
    if known.sum() < LEAST_ROWS:
        return True
    return any(
        np.mean(np.abs(target[known] - expected[known]) <= ROUNDED) > AGREED / 2
        for expected in (sums, sums / len(group))
    )


def _equals(target: np.ndarray, expected: np.ndarray, telling: np.ndarray) -> bool:
    """Return whether a column is as expected in nearly all rows that tell, up to rounding."""
    near = np.abs(target - expected) <= ROUNDED
    return bool(near.mean() >= AGREED and near[telling].mean() >= AGREED)


def _unlike_labels(columns: Sequence[str], profiles: Mapping[str, Profile]) -> dict[str, str]:
    """Return columns that share no label with the largest group of columns that do.

    Numbers are alike. Of groups of equal size, the one whose columns agree more is kept.
    """
    filled = [name for name in columns if profiles[name].labels]
    groups: list[tuple[list[str], set[str]]] = []
    numbers = frozenset({"\0number"})  # a mark that no label equals
    for name in filled:
        labels = set(profiles[name].labels | (numbers if profiles[name].numeric else frozenset()))
        members = [name]
        for group in [group for group in groups if group[1] & labels]:
            groups.remove(group)
            members, labels = group[0] + members, group[1] | labels
        groups.append((members, labels))
    if len(groups) < 2:
        return {}
    kept = max(groups, key=lambda group: (len(group[0]), _cohesion(group[0], profiles)))[0]
    return {name: "values unlike those of the other columns" for name in filled if name not in kept}


def _cohesion(names: Sequence[str], profiles: Mapping[str, Profile]) -> float:
    """Return the mean agreement of pairs of columns."""
    values = [association(profiles[a], profiles[b]) for a, b in combinations(names[:12], 2)]
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else -1.0


def _unlike_numbers(columns: Sequence[str], profiles: Mapping[str, Profile]) -> dict[str, str]:
    """Return columns of numbers on another scale than most others."""
    numeric = [name for name in columns if profiles[name].numeric]
    if not 3 <= len(numeric) <= MOST_COMPARED:
        return {}
    lows, highs = (np.array(v) for v in zip(*(profiles[n].spread for n in numeric), strict=True))
    low, high = float(np.median(lows)), float(np.median(highs))
    width = max(high - low, 1e-9)
    sizes = np.median([len(profiles[name].labels) for name in numeric])
    unlike = {}
    for name, start, end in zip(numeric, lows, highs, strict=True):
        apart = start > high + width or end < low - width
        wide = end - start > FAR * width and len(profiles[name].labels) > FEW_CODES >= sizes
        if apart or wide:
            unlike[name] = "numbers on another scale"
    return unlike if 2 * len(unlike) < len(numeric) else {}


def describe_apart(apart: Mapping[str, str]) -> str:
    """Return a note on the columns that are set apart, and the option that includes them."""
    parts: dict[str, list[str]] = {}
    for name, why in apart.items():
        parts.setdefault(why, []).append(name)
    listed = "; ".join(f"{', '.join(names)} ({why})" for why, names in parts.items())
    return (
        f"not read as raters: {listed}. To include a column, name it with include "
        f"(--include {list(apart)[-1]})."
    )
