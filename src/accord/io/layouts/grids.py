"""Grids: a column for each variable and rater, named after both."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import TypeAlias

import numpy as np

from accord.io.layouts.profiles import Profile, association
from accord.io.layouts.roles import is_setting
from accord.io.layouts.vocabulary import GOLD, ONE_RATER, RATER_TOKEN, VARIABLE_TOKEN

__all__ = ["Grid", "find_grid", "grid_of_coders", "grid_of_variables", "guess_coders"]

SEPARATORS = ("__", "_", ".", "-", ":", "/", "|", " ")
BRACKETS = " ()[]"
DEEPEST = 3  # separators from either end at which names are split
JOINED = (  # names without a separator between variable and rater
    re.compile(r"(.*?[A-Za-z_])(\d+)"),
    re.compile(r"(.*?[a-z0-9])([A-Z][A-Za-z0-9]*)"),
    re.compile(r"(.*\d)([A-Za-z])"),
)
LEAST_ROWS = 10  # with fewer, the cells prove little against the names
ALIKE = 0.05  # difference of agreement within and between variables that proves nothing
CLEAR = 0.1  # difference that tells which part of a name is the rater
MOST_PAIRS = 60  # pairs of columns that are compared
MOST_COLUMNS = 2000  # without names that are looked at for a grid

Split: TypeAlias = Callable[[str], tuple[str, str] | None]
Cells: TypeAlias = dict[str, dict[str, str]]


@dataclass(frozen=True, slots=True)
class Grid:
    """The column of each rater for each variable.

    Parameters
    ----------
    cells
        Variable → rater → column.
    reason
        How it was recognised.
    stated
        Whether the user stated it.
    """

    cells: Mapping[str, Mapping[str, str]]
    reason: str
    stated: bool = False

    @property
    def columns(self) -> list[str]:
        """All columns, by variable."""
        return [column for row in self.cells.values() for column in row.values()]

    @property
    def raters(self) -> tuple[str, ...]:
        """The raters in order of appearance."""
        return tuple(dict.fromkeys(rater for row in self.cells.values() for rater in row))


def find_grid(columns: Sequence[str], profiles: Mapping[str, Profile]) -> Grid | None:
    """Return the grid of variables and raters that names of columns spell, if the cells agree.

    Parameters
    ----------
    columns
        Columns that may hold ratings; those named as runs of a system are not of a grid.
    profiles
        What each holds.
    """
    filled = [name for name in columns if profiles[name].labels and not is_setting(name)]
    best: tuple[tuple[int, int, float], Cells] | None = None
    for rank, split in enumerate(_splits(filled)):
        cells = _arrange(filled, split)
        if cells is None:
            continue
        size = sum(map(len, cells.values()))
        full = size / (len(cells) * len({r for row in cells.values() for r in row}))
        tokens = (list(cells), list(_turned(cells)))
        named = max(_share(ONE_RATER, part) for part in tokens)
        score = (size, int(full * 1000), named - rank / 1000)
        if best is None or score > best[0]:
            best = score, cells
    if best is None:
        return None
    cells, reason = _orient(best[1], profiles)
    if not _is_supported(cells, profiles):
        return None
    return Grid(_in_order(cells, columns), reason)


def _splits(names: Sequence[str]) -> Iterator[Split]:
    """Yield ways to split names in two, those with separators first."""
    for separator in SEPARATORS:
        if sum(separator in name for name in names) < 4:
            continue
        for depth in range(1, DEEPEST + 1):
            yield lambda name, s=separator, d=depth: _split_at(name, s, d, last=True)  # type: ignore[misc]
            yield lambda name, s=separator, d=depth: _split_at(name, s, d, last=False)  # type: ignore[misc]
    for pattern in JOINED:
        yield lambda name, p=pattern: (  # type: ignore[misc]
            (match[1], match[2]) if (match := p.fullmatch(name)) else None
        )


def _split_at(name: str, separator: str, depth: int, *, last: bool) -> tuple[str, str] | None:
    """Return the two parts of a name around a separator, counted from an end."""
    parts = name.strip().split(separator)
    if len(parts) <= depth:
        return None
    at = len(parts) - depth if last else depth
    one, other = (separator.join(part).strip(BRACKETS) for part in (parts[:at], parts[at:]))
    return (one, other) if one and other else None


def _arrange(names: Sequence[str], split: Split) -> Cells | None:
    """Return a table of the two parts of names in which every part occurs twice or more."""
    pairs = {name: parts for name in names if (parts := split(name)) is not None}
    while pairs:
        rows = Counter(one for one, _ in pairs.values())
        ends = Counter(other for _, other in pairs.values())
        kept = {n: (a, b) for n, (a, b) in pairs.items() if rows[a] > 1 and ends[b] > 1}
        if len(kept) == len(pairs):
            break
        pairs = kept
    pairs |= _single_raters(names, split, pairs)
    cells: Cells = {}
    for name, (one, other) in pairs.items():
        if other in cells.setdefault(one, {}):
            return None  # two columns for one cell
        cells[one][other] = name
    ends_used = {end for row in cells.values() for end in row}
    possible = len(cells) * len(ends_used)
    return cells if len(cells) > 1 and 2 * len(pairs) > possible else None


def _single_raters(
    names: Sequence[str], split: Split, pairs: Mapping[str, tuple[str, str]]
) -> dict[str, tuple[str, str]]:
    """Return columns of raters of a single variable, whose names are like those of the others."""
    more = {}
    sides = [{parts[k] for parts in pairs.values()} for k in (0, 1)]
    for name in names:
        parts = split(name)
        if parts is None or name in pairs:
            continue
        for k in (0, 1):
            raters = (*sides[k], parts[k])
            if parts[1 - k] in sides[1 - k] and sides[k] and all(map(_is_rater_token, raters)):
                more[name] = parts
    return more


def _is_rater_token(token: str) -> bool:
    """Return whether a part of a name is that of a rater, and more than a number or a letter."""
    return len(token) > 1 and not token.isdigit() and RATER_TOKEN.fullmatch(token) is not None


def _turned(cells: Cells) -> Cells:
    """Return the table with rows and columns exchanged."""
    turned: Cells = {}
    for one, row in cells.items():
        for other, column in row.items():
            turned.setdefault(other, {})[one] = column
    return turned


def _orient(cells: Cells, profiles: Mapping[str, Profile]) -> tuple[Cells, str]:
    """Return the table with variables in rows, and how they were told from raters.

    The labels decide first: a variable has the same for all raters. Then names do, then the
    agreement of the cells, then the numbers of both; otherwise names begin with the variable.
    """
    turned = _turned(cells)
    names = [list(cells), list(turned)]
    labels = _common_labels(cells, profiles) - _common_labels(turned, profiles)
    if abs(labels) > 0.15:
        return (cells if labels > 0 else turned), "columns of a variable have the same categories"
    evidence = [
        _share(RATER_TOKEN, part) + _share(GOLD, part) - _share(VARIABLE_TOKEN, part)
        for part in names
    ]
    if abs(evidence[0] - evidence[1]) > 0.3:
        return (cells if evidence[0] < evidence[1] else turned), "names tell variable and rater"
    agreement = _agreement(cells, profiles), _agreement(turned, profiles)
    if None not in agreement:
        difference = float(agreement[0] or 0) - float(agreement[1] or 0)
        if abs(difference) > CLEAR:
            return (cells if difference > 0 else turned), "columns of a variable agree most"
    if max(map(len, names)) >= 2 * min(map(len, names)):
        more = cells if len(names[0]) > len(names[1]) else turned
        return more, "there are more variables than raters"
    return cells, "names begin with the variable"


def _share(pattern: re.Pattern[str], tokens: Sequence[str]) -> float:
    """Return the share of tokens that match a pattern."""
    return sum(bool(pattern.fullmatch(token.strip())) for token in tokens) / len(tokens)


def _pairs(cells: Cells) -> list[tuple[str, str]]:
    """Return pairs of columns of the same row of a table, some of many."""
    rows = [list(row.values()) for row in cells.values()]
    step = max(1, sum(comb(len(row), 2) for row in rows) // MOST_PAIRS)
    pairs, skipped = [], 0  # pairs that are not used are not listed: there may be millions
    for row in rows:
        number = comb(len(row), 2)
        pairs += [_pair(row, k) for k in range(skipped, number, step)]
        skipped = (skipped - number) % step
    return pairs


def _pair(row: Sequence[str], number: int) -> tuple[str, str]:
    """Return the pair of a given number, in the order of `itertools.combinations`.

    >>> [_pair("abc", k) for k in range(3)]
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    first = 0
    while number >= (rest := len(row) - first - 1):
        number -= rest
        first += 1
    return row[first], row[first + 1 + number]


def _common_labels(cells: Cells, profiles: Mapping[str, Profile]) -> float:
    """Return the mean share of common labels of two columns of a row."""
    shares = [
        len(profiles[a].labels & profiles[b].labels) / len(profiles[a].labels | profiles[b].labels)
        for a, b in _pairs(cells)
    ]
    return float(np.mean(shares)) if shares else 0.0


def _agreement(cells: Cells, profiles: Mapping[str, Profile]) -> float | None:
    """Return the mean agreement of two columns of a row; None if it is nowhere defined."""
    values = [association(profiles[a], profiles[b]) for a, b in _pairs(cells)]
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None


def _between(cells: Cells) -> Cells:
    """Return rows of columns of different variables and different raters."""
    raters = list(dict.fromkeys(rater for row in cells.values() for rater in row))
    diagonals: Cells = {}
    for shift in range(len(raters)):
        row = {
            variable: cells[variable][rater]
            for k, variable in enumerate(cells)
            if (rater := raters[(k + shift) % len(raters)]) in cells[variable]
        }
        if len(row) > 1:
            diagonals[str(shift)] = row
    return diagonals


def _is_supported(cells: Cells, profiles: Mapping[str, Profile]) -> bool:
    """Return whether cells do not contradict the names.

    Groups of raters, ``human_1 human_2 engine_1 engine_2``, are named like a grid as well. Their
    columns have common labels and agree across the alleged variables.
    """
    stems = _share(ONE_RATER, list(cells))
    if stems == 1:
        return False
    mixed = _between(cells)
    if _common_labels(cells, profiles) - _common_labels(mixed, profiles) > 0.15:
        return True
    named = all(_is_rater_token(rater) for row in cells.values() for rater in row)
    rows = max(len(profile.cells) for profile in profiles.values())
    within, between = _agreement(cells, profiles), _agreement(mixed, profiles)
    if within is None or between is None or rows < LEAST_ROWS:
        return stems == 0
    if within - between > ALIKE or (named and stems == 0):
        return True
    return stems == 0 and between < 0.2


def _in_order(cells: Cells, columns: Sequence[str]) -> Cells:
    """Return variables and raters in the order of the columns."""
    place = {name: j for j, name in enumerate(columns)}
    rows = sorted(cells.items(), key=lambda item: min(place[c] for c in item[1].values()))
    first: dict[str, int] = {}
    for _, row in rows:
        for rater, column in row.items():
            first[rater] = min(first.get(rater, len(columns)), place[column])
    return {
        variable: {rater: row[rater] for rater in sorted(row, key=first.__getitem__)}
        for variable, row in rows
    }


# --- stated grids -----------------------------------------------------------------------------


def grid_of_variables(columns: Sequence[str], variables: Sequence[str]) -> Grid | None:
    """Return the grid of stated variables, whose names begin or end those of the columns."""
    cells: Cells = {}
    for column in columns:
        for variable in sorted(variables, key=len, reverse=True):
            rater = _rest_of(column, variable)
            if rater:
                cells.setdefault(variable, {}).setdefault(rater, column)
                break
    if any(len(cells.get(variable, {})) < 2 for variable in variables):
        return None
    return Grid({variable: cells[variable] for variable in variables}, "as stated", stated=True)


def _rest_of(column: str, variable: str) -> str | None:
    """Return the rater in the name of a column of a variable.

    >>> _rest_of("topic_anna", "topic"), _rest_of("R1.topic", "topic"), _rest_of("tone2", "topic")
    ('anna', 'R1', None)
    """
    name, end = column.casefold(), variable.casefold()
    if name.startswith(end):
        rest, edge = column[len(variable) :], 0
    elif name.endswith(end):
        rest, edge = column[: len(column) - len(variable)], -1
    else:
        return None
    if not rest:
        return None
    separated = rest[edge] in "_.-:/| "
    numbered = edge == 0 and (rest.isdigit() or (rest[0].isupper() and variable[-1].islower()))
    return (rest.strip("_.-:/| ()[]") or None) if separated or numbered else None


def grid_of_coders(
    columns: Sequence[str], coders: int, names: Sequence[str] = (), *, stated: bool = True
) -> Grid | None:
    """Return the grid of adjacent columns: one per coder for the first variable, then the next.

    None if the number of columns is not a multiple of the number of coders.

    >>> grid_of_coders(["1", "2", "3", "4"], 2).cells["variable 2"]
    {'coder 1': '3', 'coder 2': '4'}
    """
    if len(columns) % coders or not columns:
        return None
    count = len(columns) // coders
    variables = list(names) or [f"variable {k + 1}" for k in range(count)]
    if len(variables) != count:
        return None
    groups = [columns[k * coders : (k + 1) * coders] for k in range(count)]
    cells = {
        variable: {f"coder {j + 1}": column for j, column in enumerate(group)}
        for variable, group in zip(variables, groups, strict=True)
    }
    reason = "as stated" if stated else "adjacent columns agree, and others do not"
    return Grid(cells, reason, stated=stated)


def guess_coders(columns: Sequence[str], profiles: Mapping[str, Profile]) -> Grid | None:
    """Return the grid of adjacent columns without names that the cells show, if they do.

    Columns of one variable agree beyond chance, and those of different variables do not. Very many
    columns are not a grid: they would be thousands of variables.
    """
    if len(columns) > MOST_COLUMNS:
        return None
    best: tuple[float, Grid] | None = None
    for coders in range(2, len(columns) // 2 + 1):
        grid = grid_of_coders(columns, coders, stated=False)
        if grid is None:
            continue
        cells = {variable: dict(row) for variable, row in grid.cells.items()}
        within, between = _agreement(cells, profiles), _agreement(_between(cells), profiles)
        if within is None or between is None or within < 0.2:
            continue
        difference = within - between
        if difference > 0.2 and (best is None or difference > best[0]):
            rows = list(cells.values())
            each = (_agreement({"": row}, profiles) for row in rows)
            if min(value for value in each if value is not None) > between:
                best = difference, grid
    return best[1] if best else None
