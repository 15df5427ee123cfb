"""What is evaluated: people's marks, the truth made of them, and the scores of systems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.analysis.evaluation.score_panel import ScorePanel
from accord.base.wording import count_text, percentage
from accord.data.columns import Codes
from accord.data.marks import Grid
from accord.data.panel import Panel, panel_of
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, IntArray, Scale, show_label, stated_level
from accord.errors import InputError, OptionError, UnknownNameError
from accord.inference.quantities import jackknife_weights
from accord.io import load
from accord.io.layouts import RaterRoles, assign_roles

__all__ = ["COMBINE", "Column", "Scores", "ends_of"]

COMBINE = ("mean", "mode")


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """Scores of one rater, or of several made into one.

    Parameters
    ----------
    values
        (P,) scores, NaN where there is none; None for words.
    codes
        (P,) marks, as places on their scale, -1 where there is none; all -1 without a scale.
    continuous
        Whether some scores are not marks.
    """

    name: str
    values: FloatArray | None
    codes: IntArray
    continuous: bool = False


@dataclass(frozen=True, eq=False)
class Scores:
    """Truth and systems on one table of patterns.

    ``gold_counts`` has, for each pattern, how many people's scores the truth is made of.
    """

    table: Patterns
    scale: Scale | None
    grid: Grid | None
    gold: Column
    gold_counts: IntArray
    humans: tuple[Column, ...]
    systems: tuple[Column, ...]
    warnings: tuple[str, ...] = ()

    @classmethod
    def read(
        cls,
        data: Any,
        *,
        gold: Sequence[str] | None,
        systems: Sequence[str] | None,
        second: Sequence[str],
        combine: str,
        ends: tuple[float, float] | None,
        loading: Mapping[str, Any],
        noun: str = "system",
        option: str = "--systems",
    ) -> Scores:
        """Read ratings and assign the roles of gold standard, people and systems.

        ``noun`` and ``option`` are what the notes call a system, and the option that lists them.
        """
        if combine not in COMBINE:
            raise UnknownNameError("combination", combine, COMBINE, option="combine")
        both = {*(systems or ())} & {*(gold or ()), *second}
        if both:
            raise OptionError(
                f"{min(both)!r} cannot be both a system and the gold standard.", option="systems"
            )
        if gold is not None and not gold:
            raise OptionError("the gold standard has no name.", option="gold")
        wanted = dict(loading)
        if gold is not None and systems is not None:
            wanted["raters"] = list(dict.fromkeys([*gold, *second, *systems]))
        table = load(data, **wanted)
        table.raters_apart()  # complains where nothing is known of who gave which score
        gold = _gold(table, gold)
        stated = {*gold, *second}
        cast = (
            assign_roles([n for n in table.raters if n not in stated], gold, table.roles)
            if systems is None
            else RaterRoles(tuple(systems))
        )
        _check_roles(table, [*gold, *second], cast)
        people = list(dict.fromkeys([*gold, *second, *cast.people]))
        systems = list(dict.fromkeys(cast.systems))
        if cast.left_out:  # their values must not decide whether the scores are numbers
            table = load(data, **{**wanted, "raters": [*people, *systems]})
        scores = _built(table, list(dict.fromkeys(gold)), people, systems, combine, ends)
        notes = cast.notes(noun, option, "used for human-human agreement only")
        return replace(scores, warnings=(*notes, *scores.warnings))

    def panel(self, truth: Column, judged: Column) -> ScorePanel:
        """Return the panel of two columns: a truth, and scores compared with it."""
        marks = None
        if self.scale is not None:
            both = (truth.codes >= 0) & (judged.codes >= 0)
            codes = np.column_stack([truth.codes, judged.codes])
            marks = replace(
                self.table,
                scale=self.scale,
                raters=("truth", "judged"),
                columns=Codes(np.where(both[:, None], codes, -1), self.scale.size),
                subjects=None,
            )
        people = None
        if truth is self.gold and len(self.humans) > 1 and truth.values is not None:
            people = np.column_stack([h.values for h in self.humans if h.values is not None])
        return ScorePanel(
            marks,
            truth.values,
            judged.values,
            self.table.multiplicity,
            self.grid,
            people,
            self.left_out,
        )

    @cached_property
    def marked(self) -> Panel:
        """Panel of the marks of truth and systems: subjects with equal marks are one record."""
        named = {column.name: column.codes for column in (self.gold, *self.systems)}
        assert self.scale is not None
        marks = replace(
            self.table,
            scale=self.scale,
            raters=tuple(named),
            columns=Codes(np.column_stack(list(named.values())), self.scale.size),
            subjects=None,
        )
        return panel_of(marks, marks.raters)

    @cached_property
    def left_out(self) -> FloatArray | None:
        """(U, P) subjects of each pattern without each unit in turn; None if there are many."""
        return jackknife_weights(self.table)

    def constant(self) -> Column:
        """The system that always gives the most frequent mark of the truth."""
        if self.scale is None:
            assert self.gold.values is not None
            known = ~np.isnan(self.gold.values)
            times = self.table.multiplicity[known]
            middle = float(times @ self.gold.values[known] / times.sum())
            name = f"always {show_label(float(f'{middle:.3g}'))}"  # without an exponent
            return Column(name, np.full(len(self.table), middle), self.gold.codes, True)
        rated = self.gold.codes >= 0
        times = np.bincount(self.gold.codes[rated], weights=self.table.multiplicity[rated])
        code = int(np.argmax(times))
        values = None
        if self.gold.values is not None:
            values = np.full(len(self.table), self.scale.points[code])
        name = f"always {show_label(self.scale.labels[code])}"
        return Column(name, values, np.full(len(self.table), code))


def _gold(table: Patterns, gold: Sequence[str] | None) -> list[str]:
    """Return the names of the gold standard: as stated, or by the roles the format declares."""
    if gold is not None:
        return list(gold)
    found = [name for name in table.raters if table.roles.get(name) == "gold"]
    if not found and "machine" in table.roles.values():
        found = [name for name in table.raters if table.roles.get(name) == "human"]
    if not found:
        raise OptionError(
            f"say which rater is the gold standard, of {', '.join(table.raters[:12])}.",
            option="gold",
        )
    return found


def _check_roles(table: Patterns, people: Sequence[str], cast: RaterRoles) -> None:
    """Refuse names that are no raters, and data without a system."""
    for name in (*people, *cast.systems):
        if name not in table.raters:
            known = ", ".join(table.raters)
            raise OptionError(
                f"there is no rater {name!r} with scores; there are {known}.",
                option="gold" if name in people else "systems",
            )
    if not cast.systems:
        raise OptionError("there is no system to evaluate.", option="systems")


@dataclass(frozen=True, slots=True)
class _Roles:
    """Who plays which part: the gold standard, people (it among them), and systems.

    ``codes`` are the categories of each, ``combine`` how several people make one truth.
    """

    table: Patterns
    gold: Sequence[str]
    people: Sequence[str]
    systems: Sequence[str]
    combine: str
    codes: Mapping[str, IntArray]

    def called(self, way: str) -> str:
        """What the truth is called."""
        return self.gold[0] if len(self.gold) == 1 else f"{way} of {', '.join(self.gold)}"

    def words(self) -> Scores:
        """Scores that are words."""
        said = np.column_stack([self.codes[name] for name in self.gold])
        truth, undecided = _majority(said)
        times = float(self.table.multiplicity[undecided].sum())
        divided = f"people are divided on {count_text(times)} subjects, which have no truth."
        return Scores(
            self.table,
            self.table.scale,
            None,
            Column(self.called("mode"), None, truth),
            (said >= 0).sum(axis=1),
            tuple(Column(name, None, self.codes[name]) for name in self.people),
            tuple(Column(name, None, self.codes[name]) for name in self.systems),
            (divided,) if times else (),
        )

    def numbers(self, points: FloatArray, ends: tuple[float, float] | None) -> Scores:
        """Scores that are numbers, the points of the scale."""
        values = {name: np.append(points, np.nan)[code] for name, code in self.codes.items()}
        given, others = (
            np.concatenate([values[name][self.codes[name] >= 0] for name in names])
            for names in (self.people, self.systems)
        )
        if given.size == 0:
            raise InputError("the gold standard has not a single score.", column=self.gold[0])
        grid = Grid.of(given, others, ends)
        stack = np.column_stack([values[name] for name in self.gold])
        truth = stack[:, 0] if len(self.gold) == 1 else _combined(stack, self.combine)
        return Scores(
            self.table,
            None if grid is None else grid.scale(),
            grid,
            _column(self.called(self.combine), truth, grid),
            (~np.isnan(stack)).sum(axis=1),
            tuple(_column(name, values[name], grid) for name in self.people),
            tuple(_column(name, values[name], grid) for name in self.systems),
            () if grid is None else tuple(self._notes(grid, truth, seen=ends is None)),
        )

    def _notes(self, grid: Grid, truth: FloatArray, *, seen: bool) -> Iterator[str]:
        if seen:
            yield (
                f"the marks are taken to run from {show_label(grid.low)} to "
                f"{show_label(grid.high)}, which is what was seen; state the range if there are "
                "more. AC2 and Brennan-Prediger depend on it."
            )
        if len(self.gold) > 1 and self.combine == "mean":
            steps = (truth - grid.low) / grid.step
            between = ~np.isnan(steps) & (np.abs(steps - np.round(steps)) > 1e-9)
            if between.any():
                share = self.table.multiplicity[between].sum() / self.table.n
                yield (
                    f"{percentage(share)} of people's means lie between two marks; their mark is "
                    "the nearest, halves going up. combine=mode avoids that."
                )


def _column(name: str, values: FloatArray, grid: Grid | None) -> Column:
    """Scores with their marks; they are continuous if one lies between two marks."""
    if grid is None:
        return Column(name, values, np.full(values.size, -1), True)
    marks = grid.codes(values)
    nearest = np.append(grid.marks, np.nan)[marks]
    return Column(name, values, marks, not np.allclose(nearest, values, rtol=0, equal_nan=True))


def _built(
    table: Patterns,
    gold: Sequence[str],
    people: Sequence[str],
    systems: Sequence[str],
    combine: str,
    ends: tuple[float, float] | None,
) -> Scores:
    place = {name: j for j, name in enumerate(table.raters)}
    rows = table.raters_apart().rows
    codes = {name: rows[:, place[name]] for name in (*people, *systems)}
    roles = _Roles(table, gold, people, systems, combine, codes)
    points = table.scale.scores
    if points is not None and stated_level(table.scale, "interval") != "nominal":
        return roles.numbers(points, ends)
    if ends is not None:
        raise OptionError(
            "the range is for scores, and the categories are nominal.", option="range"
        )
    return roles.words()


def _combined(stack: FloatArray, how: str) -> FloatArray:
    """(P,) mean, or most frequent, of the scores that there are."""
    there = ~np.isnan(stack)
    number = there.sum(axis=1)
    total = np.where(there, stack, 0.0).sum(axis=1)
    mean = np.where(number > 0, total / np.maximum(number, 1), np.nan)
    if how == "mean":
        return np.asarray(mean)
    distinct = np.unique(stack[there])
    codes = np.where(there, np.searchsorted(distinct, np.where(there, stack, distinct[0])), -1)
    return np.append(distinct, np.nan)[_mode(codes, np.abs(distinct - mean[:, None]))]


def _majority(codes: IntArray) -> tuple[IntArray, npt.NDArray[np.bool_]]:
    """(P,) code that most people give, -1 where none does; and where they are divided."""
    size = int(codes.max(initial=0)) + 1
    counts = np.stack([(codes == k).sum(axis=1) for k in range(size)], axis=1)
    most = counts.max(axis=1, keepdims=True)
    divided = ((counts == most) & (most > 0)).sum(axis=1) > 1
    return np.where(divided | (most[:, 0] == 0), -1, counts.argmax(axis=1)), divided


def _mode(codes: IntArray, far: FloatArray | None) -> IntArray:
    """(P,) most frequent code of each row, -1 of none; among equals the nearest, or the first."""
    size = int(codes.max(initial=0)) + 1
    counts = np.stack([(codes == k).sum(axis=1) for k in range(size)], axis=1).astype(np.float64)
    if far is not None:
        counts -= far / (1 + np.nanmax(far, initial=0.0)) / 2
    best = np.where(
        (codes >= 0).any(axis=1), np.nanargmax(np.nan_to_num(counts, nan=-1.0), axis=1), -1
    )
    return np.asarray(best, dtype=np.int64)


def ends_of(given: tuple[float, float] | str | None) -> tuple[float, float] | None:
    """Lowest and highest mark, as two numbers or as text."""
    if given is None:
        return None
    parts = given.split(",") if isinstance(given, str) else given
    try:
        low, high = (float(part) for part in parts)
    except (TypeError, ValueError):
        raise OptionError(
            f"the range is {given!r}; it is two numbers, as 0,60.", option="range"
        ) from None
    if not low < high or not np.isfinite([low, high]).all():
        raise OptionError(f"the range {given!r} does not go up to a number.", option="range")
    return low, high
