"""From what the user said and what was guessed to the columns of a layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from accord.data.scale import as_number, show_label
from accord.errors import ColumnNotFoundError, LayoutError, OptionError, TooFewRatersError
from accord.io.layouts.guessing import (
    ITEM,
    RATER,
    SCORE,
    first_named,
    guess_item,
    guess_kind,
    guess_roles,
)
from accord.io.layouts.shapes import (
    Contingency,
    Counts,
    Extras,
    Layout,
    Long,
    Request,
    Wide,
    find_column,
    listed,
)

__all__ = ["lay_out"]

SEPARATORS = "_.-:/ "


def lay_out(
    request: Request, columns: Sequence[str], sample: Mapping[str, Sequence[Any]]
) -> tuple[Layout, str]:
    """Layout of a table, and the reason for it.

    Parameters
    ----------
    request
        What the user said.
    columns
        Names of the columns.
    sample
        Some rows of each column, missing values as None, for guessing.
    """
    extras = Extras(
        *(
            None if choice is None else find_column(choice, columns)
            for choice in (request.count, request.cluster, request.by)
        )
    )
    rest = [name for name in columns if name not in extras.names]
    kind, reason = guess_kind(request, rest, sample)
    several = request.groups is not None or len(request.scores(rest)) > 1
    if kind == "wide" and request.rater is None and several:
        return _wide_groups(request, rest, sample, extras), reason
    if kind != "long" and (request.rater is not None or request.score is not None):
        raise OptionError(
            f"rater and score columns belong to the long layout, not to {kind}.",
            option="score" if request.rater is None else "rater",
        )
    if kind == "counts" and request.raters is not None:
        raise OptionError(
            "the counts layout does not know its raters, so none can be chosen.", option="raters"
        )
    if kind == "long":
        return _long(request, rest, sample, extras), reason
    if kind == "counts":
        item = guess_item(request, rest, sample, numeric=True)
        chosen = tuple(name for name in rest if name != item)
        return Counts(chosen, item, extras), reason
    if kind == "contingency":
        if extras.names:
            raise OptionError(
                "a contingency table has no count, cluster or group column.", option="layout"
            )
        return _contingency(request, rest, sample), reason
    return _wide(request, rest, sample, extras), reason


def _long(
    request: Request,
    columns: Sequence[str],
    sample: Mapping[str, Sequence[Any]],
    extras: Extras,
) -> Long:
    chosen: dict[str, str] = {}
    scores = tuple(find_column(choice, columns) for choice in request.scores(columns))
    if len(set(scores)) < len(scores):
        raise OptionError(f"a score column is named twice: {', '.join(scores)}.", option="score")
    columns = [name for name in columns if name not in scores[1:]]
    for role, choice in (
        ("item", request.item),
        ("rater", request.rater),
        ("score", scores[0] if scores else None),
    ):
        if choice is not None:
            chosen[role] = find_column(choice, columns)
    for role, pattern in (("rater", RATER), ("score", SCORE), ("item", ITEM)):
        if role not in chosen:
            free = [name for name in columns if name not in chosen.values()]
            found = first_named(pattern, free)
            if found:
                chosen[role] = found
    stated = any(c is not None for c in (request.item, request.rater, request.score))
    if len(columns) == 3 and not stated:
        chosen = _guess_long(chosen, columns, sample)
    for role in ("item", "rater", "score"):
        if role not in chosen:
            free = [name for name in columns if name not in chosen.values()]
            if len(free) != 1 or len(chosen) != 2:
                raise LayoutError(
                    f"the long layout needs a column for the {role}; the columns are "
                    f"{listed(columns)}.",
                    remedy=f"Name it with the option {role!r}.",
                    option=role,
                )
            chosen[role] = free[0]
    names = None if request.raters is None else tuple(str(name) for name in request.raters)
    return Long(
        chosen["item"], chosen["rater"], scores or (chosen["score"],), raters=names, extras=extras
    )


def _guess_long(
    named: Mapping[str, str], columns: Sequence[str], sample: Mapping[str, Sequence[Any]]
) -> dict[str, str]:
    """Item, rater and score among three columns, some of which are named after their role."""
    chosen = dict(named)
    free = [name for name in columns if name not in chosen.values()]
    if "score" not in chosen:
        chosen["score"] = free.pop()
    if len(free) == 2:
        chosen["item"], chosen["rater"] = guess_roles(free, sample)
    elif free:
        chosen["rater" if "item" in chosen else "item"] = free[0]
    return chosen


def _wide(
    request: Request,
    columns: Sequence[str],
    sample: Mapping[str, Sequence[Any]],
    extras: Extras,
) -> Wide:
    left_out: tuple[str, ...] = ()
    if request.raters is not None:
        raters = tuple(find_column(choice, columns) for choice in request.raters)
        doubled = next((name for name, times in Counter(raters).items() if times > 1), None)
        if doubled is not None:
            raise OptionError(f"the rater column {doubled!r} is named twice.", option="raters")
        free = [name for name in columns if name not in raters]
        item = guess_item(request, free, sample, numeric=False, least=0)
    else:
        item = guess_item(request, columns, sample, numeric=False)
        candidates = [name for name in columns if name != item]
        raters = _kindred(candidates, sample)
        taken = set(raters)
        left_out = tuple(name for name in candidates if name not in taken)
    if len(raters) < 2:
        raise TooFewRatersError(
            f"agreement needs two raters or more; there is {len(raters)} rater column"
            f"{'s' if not raters else ''} among {listed(columns)}.",
            remedy="Check the delimiter and the columns, or state the layout.",
        )
    return Wide(raters, item, left_out, extras)


def _wide_groups(
    request: Request,
    columns: Sequence[str],
    sample: Mapping[str, Sequence[Any]],
    extras: Extras,
) -> Wide:
    """Wide table with a column for each rater and response, called ``ann_clarity`` or the like.

    The rater may stand before or after the response, with any of ``_ . - : /`` or a space between.
    """
    groups = request.groups or {}
    sizes = {len(own) for own in groups.values()}
    if len(sizes) > 1:
        raise OptionError(
            "raters= must give every rater the same number of columns.", option="raters"
        )
    numbered = range(1, max(sizes, default=0) + 1)
    responses = tuple(str(choice) for choice in request.scores(columns) or numbered)
    if len(set(responses)) < len(responses):
        raise OptionError(f"a response is named twice: {', '.join(responses)}.", option="score")
    cells: dict[str, dict[str, str]] = {}
    for rater, own in groups.items():
        if len(own) != len(responses):
            raise OptionError(
                f"rater {rater!r} has {len(own)} columns for {len(responses)} scores.",
                option="raters",
            )
        found = (find_column(choice, columns) for choice in own)
        cells[rater] = dict(zip(responses, found, strict=True))
    for name in columns if not groups else ():
        for response in sorted(responses, key=len, reverse=True):
            owner = _owner(name, response)
            if owner:
                cells.setdefault(owner, {}).setdefault(response, name)
                break
    raters = [str(name) for name in request.raters or cells]
    for rater in raters:
        lacking = [r for r in responses if r not in cells.get(rater, {})]
        if lacking:
            raise ColumnNotFoundError(
                f"there is no column for response {lacking[0]!r} of rater {rater!r}; the columns "
                f"are {listed(columns)}.",
                remedy=f"Columns are named after rater and response, as {rater}_{lacking[0]}.",
            )
    if len(raters) < 2:
        raise TooFewRatersError(
            f"agreement needs two raters or more; {len(raters)} found in the columns "
            f"{listed(columns)} for the responses {', '.join(responses)}.",
            remedy=f"Columns are named after rater and response, as ann_{responses[0]}.",
        )
    taken = {column for own in cells.values() for column in own.values()}
    free = [name for name in columns if name not in taken]
    table = tuple(tuple(cells[rater][response] for rater in raters) for response in responses)
    item = guess_item(request, free, sample, numeric=False, least=0)
    return Wide(tuple(raters), item, (), extras, responses, table)


def _owner(column: str, response: str) -> str | None:
    """Rater whose response a column holds, by its name; None if it is another's.

    >>> _owner("ann_clarity", "clarity"), _owner("clarity.ann", "clarity"), _owner("x", "clarity")
    ('ann', 'ann', None)
    """
    name, end = column.casefold(), response.casefold()
    for fits, rest, mark in (
        (name.endswith(end), column[: -len(response)], -1),
        (name.startswith(end), column[len(response) :], 0),
    ):
        if fits and len(rest) > 1 and rest[mark] in SEPARATORS:
            return rest.strip(SEPARATORS)
    return None


def _kindred(columns: Sequence[str], sample: Mapping[str, Sequence[Any]]) -> tuple[str, ...]:
    """Columns that can be raters: those whose values have something to do with another's.

    Where two or more do (both are numbers, or they share a label), a column that does not is
    about something else: a class, a date, a remark.
    """
    labels = {
        name: {show_label(value) for value in set(sample[name]) if value is not None}
        for name in columns
    }
    numbers = {
        name for name in columns if all(as_number(label) is not None for label in labels[name])
    }

    users = Counter(label for name in columns for label in labels[name])
    kin = tuple(
        name
        for name in columns
        if not labels[name]
        or (name in numbers and len(numbers) > 1)
        or any(users[label] > 1 for label in labels[name])
    )
    return kin if sum(bool(labels[name]) for name in kin) >= 2 else tuple(columns)


def _contingency(
    request: Request, columns: Sequence[str], sample: Mapping[str, Sequence[Any]]
) -> Contingency:
    first = sample[columns[0]]
    words = any(as_number(value) is None for value in first)
    margin = {show_label(value) for value in first}
    distinct = len(margin) == len(first) != len(columns)
    labelled = words or (distinct and margin <= set(columns[1:]))
    label = find_column(request.item, columns) if request.item is not None else None
    if label is None and labelled:
        label = columns[0]
    names = None if request.raters is None else tuple(str(name) for name in request.raters)
    return Contingency(tuple(name for name in columns if name != label), label, names)
