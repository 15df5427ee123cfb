"""Resolution of layouts: what the user stated and what is guessed become columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from accord.data.scale import as_number, show_label
from accord.errors import ColumnNotFoundError, LayoutError, OptionError, TooFewRatersError
from accord.io.layouts.asides import set_apart
from accord.io.layouts.guessing import (
    ITEM,
    RATER,
    SCORE,
    first_named,
    guess_id_columns,
    guess_item_column,
    guess_layout,
)
from accord.io.layouts.profiles import profiles_of
from accord.io.layouts.shapes import (
    ColumnChoice,
    Contingency,
    Counts,
    Extras,
    Layout,
    LayoutOptions,
    Long,
    Wide,
    find_column,
    join_names,
)

__all__ = ["resolve_layout"]

SEPARATORS = "_.-:/ "


def resolve_layout(
    options: LayoutOptions, sample: Mapping[str, Sequence[Any]]
) -> tuple[Layout, str]:
    """Return the layout of a table, and the reason for it.

    Parameters
    ----------
    options
        What the user stated.
    sample
        Some cells of each column, None if missing.
    """
    extras = Extras.stated(options, list(sample))
    rest = [name for name in sample if name not in extras.names]
    if not rest:
        raise LayoutError(
            f"there is no column of ratings besides {join_names(extras.names)}.",
            remedy="Check the delimiter and the columns.",
        )
    layout, reason = guess_layout(options, rest, sample)
    several = options.groups is not None or len(options.scores(rest)) > 1
    if layout == "wide" and options.rater is None and several:
        return _resolve_responses(options, rest, sample, extras), reason
    if layout != "long" and (options.rater is not None or options.score is not None):
        raise OptionError(
            f"rater and score are columns of the long layout, and the layout is {layout}.",
            option="score" if options.rater is None else "rater",
            remedy="Leave them out, or state the layout long.",
        )
    if layout == "counts" and options.raters is not None:
        raise OptionError(
            "raters cannot be chosen in the counts layout, which has no columns of raters.",
            option="raters",
            value=options.raters,
        )
    if layout == "long":
        return _resolve_long(options, rest, sample, extras), reason
    if layout == "counts":
        item = guess_item_column(options, rest, sample, numeric=True)
        chosen = tuple(name for name in rest if name != item)
        return Counts(chosen, item, extras), reason
    if layout == "contingency":
        if extras.names:
            raise OptionError(
                "a contingency table has no columns of counts, clusters or subgroups.",
                option="layout",
                remedy="Leave count, cluster and by out, or state another layout.",
            )
        return _resolve_contingency(options, rest, sample), reason
    return _resolve_wide(options, rest, sample, extras), reason


def _resolve_long(
    options: LayoutOptions,
    columns: Sequence[str],
    sample: Mapping[str, Sequence[Any]],
    extras: Extras,
) -> Long:
    """Return the layout of a table with a row for each rating."""
    chosen: dict[str, str] = {}
    scores = tuple(find_column(choice, columns) for choice in options.scores(columns))
    if len(set(scores)) < len(scores):
        raise OptionError(
            f"score names a column twice: {', '.join(scores)}.", option="score", value=options.score
        )
    columns = [name for name in columns if name not in scores[1:]]
    for role, choice in (
        ("item", options.item),
        ("rater", options.rater),
        ("score", scores[0] if scores else None),
    ):
        if choice is not None:
            chosen[role] = find_column(choice, columns)
    for role, pattern in (("rater", RATER), ("score", SCORE), ("item", ITEM)):
        if role not in chosen:
            free = [name for name in columns if name not in chosen.values()]
            name = first_named(pattern, free)
            if name:
                chosen[role] = name
    stated = any(c is not None for c in (options.item, options.rater, options.score))
    if len(columns) == 3 and not stated:
        chosen = _assign_columns(chosen, columns, sample)
    for role in ("item", "rater", "score"):
        if role not in chosen:
            free = [name for name in columns if name not in chosen.values()]
            if len(free) != 1 or len(chosen) != 2:
                raise LayoutError(
                    f"no column of the {'subjects' if role == 'item' else role + 's'} was found, "
                    f"which the long layout needs; the columns are {join_names(columns)}.",
                    remedy=f"Name it with {role} (--{role}).",
                    option=role,
                )
            chosen[role] = free[0]
    names = None if options.raters is None else tuple(str(name) for name in options.raters)
    return Long(
        chosen["item"],
        chosen["rater"],
        scores or (chosen["score"],),
        raters=names,
        extras=extras,
        duplicates=options.duplicates,
    )


def _assign_columns(
    named: Mapping[str, str], columns: Sequence[str], sample: Mapping[str, Sequence[Any]]
) -> dict[str, str]:
    """Assign roles to three columns, some of which are named after their role."""
    chosen = dict(named)
    free = [name for name in columns if name not in chosen.values()]
    if "score" not in chosen:
        chosen["score"] = free.pop()
    if len(free) == 2:
        chosen["item"], chosen["rater"] = guess_id_columns(free, sample)
    elif free:
        chosen["rater" if "item" in chosen else "item"] = free[0]
    return chosen


def _resolve_wide(
    options: LayoutOptions,
    columns: Sequence[str],
    sample: Mapping[str, Sequence[Any]],
    extras: Extras,
) -> Wide:
    """Return the layout of a table with a column for each rater."""
    left_out: dict[str, str] = {}
    if options.raters is not None:
        raters = tuple(find_column(choice, columns) for choice in options.raters)
        repeated = next((name for name, times in Counter(raters).items() if times > 1), None)
        if repeated is not None:
            raise OptionError(
                f"raters names the column {repeated!r} twice.",
                option="raters",
                value=options.raters,
            )
        free = [name for name in columns if name not in raters]
        item = guess_item_column(options, free, sample, numeric=False, least=0)
    else:
        item = guess_item_column(options, columns, sample, numeric=False)
        candidates = [name for name in columns if name != item]
        keep = set(options.include)
        left_out = set_apart(candidates, profiles_of(candidates, sample), keep)
        raters = tuple(name for name in candidates if name not in left_out)
    if len(raters) < 2:
        raise TooFewRatersError(
            f"agreement needs two raters or more; there is {len(raters)} rater column"
            f"{'s' if not raters else ''} among {join_names(columns)}.",
            remedy="Check the delimiter and the columns, or state the layout.",
        )
    return Wide(raters, item, left_out, extras)


def _resolve_responses(
    options: LayoutOptions,
    columns: Sequence[str],
    sample: Mapping[str, Sequence[Any]],
    extras: Extras,
) -> Wide:
    """Return the layout of a table with a column for each rater and response (``ann_clarity``)."""
    groups = options.groups or {}
    if len({len(group) for group in groups.values()}) > 1:
        raise OptionError(
            "raters must list the same number of columns for every rater.",
            option="raters",
            value=groups,
        )
    width = max(map(len, groups.values()), default=0)
    responses = tuple(map(str, options.scores(columns) or range(1, width + 1)))
    if len(set(responses)) < len(responses):
        raise OptionError(
            f"score names a response twice: {', '.join(responses)}.",
            option="score",
            value=options.score,
        )
    cells = _columns_by_rater(groups, responses, columns)
    raters = [str(name) for name in options.raters or cells]
    for rater in raters:
        missing = next((name for name in responses if name not in cells.get(rater, {})), None)
        if missing is not None:
            raise ColumnNotFoundError(
                f"there is no column for response {missing!r} of rater {rater!r}; the columns "
                f"are {join_names(columns)}.",
                remedy=f"Name columns after rater and response, such as {rater}_{missing}.",
            )
    if len(raters) < 2:
        raise TooFewRatersError(
            f"agreement needs two raters or more; {len(raters)} found in the columns "
            f"{join_names(columns)} for the responses {', '.join(responses)}.",
            remedy=f"Name columns after rater and response, such as ann_{responses[0]}.",
        )
    used = {column for group in cells.values() for column in group.values()}
    others = [name for name in columns if name not in used]
    table = tuple(tuple(cells[rater][response] for rater in raters) for response in responses)
    item = guess_item_column(options, others, sample, numeric=False, least=0)
    return Wide(tuple(raters), item, {}, extras, responses, table)


def _columns_by_rater(
    groups: Mapping[str, Sequence[ColumnChoice]], responses: Sequence[str], columns: Sequence[str]
) -> dict[str, dict[str, str]]:
    """Return the column of each response of each rater: as stated, or else by its name.

    The rater may be named before or after the response, with one of ``_ . - : /`` or a space
    between them.
    """
    cells: dict[str, dict[str, str]] = {}
    for rater, group in groups.items():
        if len(group) != len(responses):
            raise OptionError(
                f"raters lists {len(group)} columns for {rater!r}, and there are {len(responses)} "
                "responses.",
                option="raters",
                value=groups,
            )
        names = (find_column(choice, columns) for choice in group)
        cells[rater] = dict(zip(responses, names, strict=True))
    for name in columns if not groups else ():
        for response in sorted(responses, key=len, reverse=True):
            owner = _owner(name, response)
            if owner:
                cells.setdefault(owner, {}).setdefault(response, name)
                break
    return cells


def _owner(column: str, response: str) -> str | None:
    """Return the rater of a column of a response, by its name; None if it is of another response.

    >>> _owner("ann_clarity", "clarity"), _owner("clarity.ann", "clarity"), _owner("x", "clarity")
    ('ann', 'ann', None)
    """
    name, end = column.casefold(), response.casefold()
    for matches, rest, position in (
        (name.endswith(end), column[: -len(response)], -1),
        (name.startswith(end), column[len(response) :], 0),
    ):
        if matches and len(rest) > 1 and rest[position] in SEPARATORS:
            return rest.strip(SEPARATORS)
    return None


def _resolve_contingency(
    options: LayoutOptions, columns: Sequence[str], sample: Mapping[str, Sequence[Any]]
) -> Contingency:
    """Return the layout of a contingency table, with or without row labels."""
    first = sample[columns[0]]
    words = any(as_number(value) is None for value in first)
    labels = {show_label(value) for value in first}
    distinct = len(labels) == len(first) != len(columns)
    labelled = words or (distinct and labels <= set(columns[1:]))
    label = find_column(options.item, columns) if options.item is not None else None
    if label is None and labelled:
        label = columns[0]
    names = None if options.raters is None else tuple(str(name) for name in options.raters)
    return Contingency(tuple(name for name in columns if name != label), label, names)
