"""Input of an evaluation: people's marks, the truth made of them, and the scores of systems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.analysis.evaluation.score_panel import ScorePanel
from accord.analysis.evaluation.thresholds import RatingKind
from accord.base.wording import count_text, percentage
from accord.data.columns import Codes
from accord.data.marks import Grid
from accord.data.panel import Panel, panel_of
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, IntArray, Scale, show_label, stated_level
from accord.errors import InputError, OptionError, UnknownNameError
from accord.inference.quantities import jackknife_weights
from accord.io import including, load
from accord.io.layouts import RaterRoles, assign_roles
from accord.options import presets
from accord.statistics import MEASURES, Measure
from accord.statistics.calculus import Quantity
from accord.statistics.score_sums import ScoreSums

__all__ = ["COMBINE", "Column", "Scores", "ends_of"]

COMBINE = ("mean", "mode")


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """Scores of one rater, or combined scores of several.

    Parameters
    ----------
    values
        (P,) scores, NaN where missing; None for words.
    codes
        (P,) marks, as positions on their scale, -1 where missing; all -1 without a scale.
    continuous
        Whether some scores lie between marks.
    """

    name: str
    values: FloatArray | None
    codes: IntArray
    continuous: bool = False


@dataclass(frozen=True, eq=False)
class Scores:
    """Truth, people and systems on one table of patterns.

    Parameters
    ----------
    table
        Table of the ratings.
    scale
        Scale of the marks; None where scores are not marks.
    grid
        Grid of the marks; None for words, and where scores are not marks.
    gold
        The truth.
    gold_counts
        (P,) number of people whose scores the truth is made of.
    humans
        People: those of the gold standard, and further ones.
    systems
        Systems that are evaluated.
    warnings
        What was assumed or left out.
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

        Notes call a system ``noun``, and the option that lists the systems ``option``.
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
        wanted = including(loading, [*(gold or ()), *second, *(systems or ())])
        if gold is not None and systems is not None:
            wanted["raters"] = list(dict.fromkeys([*gold, *second, *systems]))
        table = load(data, **wanted)
        table.by_rater()  # an error where it is unknown who gave which score
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
        if cast.left_out:  # their values must not affect whether the scores are numbers
            table = load(data, **{**wanted, "raters": [*people, *systems]})
        scores = _built(table, list(dict.fromkeys(gold)), people, systems, combine, ends)
        notes = cast.notes(noun, option, "used for human-human agreement only")
        return replace(scores, warnings=(*notes, *scores.warnings))

    def panel(self, truth: Column, judged: Column) -> ScorePanel:
        """Return the panel of a truth and the scores compared with it."""
        x, y, marks = truth.values, judged.values, None
        both = (truth.codes >= 0) & (judged.codes >= 0)
        if self.scale is not None and both.any():  # two people may have no subject in common
            codes = np.where(both, [truth.codes, judged.codes], -1).T
            table = self._marked((truth.name, judged.name), codes)
            marks = panel_of(table, table.raters)
        numeric = x is not None and y is not None
        if x is None or y is None:
            x = y = np.where(both, 0.0, np.nan)
        people = None
        if truth is self.gold and len(self.humans) > 1 and truth.values is not None:
            people = np.column_stack([h.values for h in self.humans if h.values is not None])
        return ScorePanel(
            ScoreSums(x, y, self.weightings, people, self.grid),
            marks,
            numeric,
            self.table.without_lengths,
        )

    def _marked(self, names: tuple[str, ...], codes: IntArray) -> Patterns:
        """Return the records with the marks (P, r) of some raters, or of what is compared."""
        assert self.scale is not None
        spans = self.table.spans
        marked = spans is not None and set(names) <= set(spans.raters)
        return replace(
            self.table,
            scale=self.scale,
            raters=names,
            columns=Codes(codes, self.scale.size),
            subjects=None,
            spans=spans.of_raters(names) if spans is not None and marked else None,
        )

    @cached_property
    def system_panels(self) -> tuple[ScorePanel, ...]:
        """Panels of the gold standard with each system."""
        return tuple(self.panel(self.gold, system) for system in self.systems)

    @cached_property
    def human_panels(self) -> tuple[ScorePanel, ...]:
        """Panels of every pair of people with common subjects."""
        panels = (self.panel(a, b) for a, b in combinations(self.humans, 2))
        return tuple(panel for panel in panels if panel.m.sum() > 0)

    @property
    def measures(self) -> list[Measure]:
        """The measures of such ratings: those of spans and sets only if they are such."""
        return [
            each
            for each in MEASURES.values()
            if self.kind == "spans" or not each.statistic.spans
            if self.kind == "sets" or not each.sets
        ]

    @property
    def kind(self) -> RatingKind:
        """What the ratings are."""
        if self.table.spans is not None:
            return "spans"
        if self.scale is not None and self.scale.holds_sets:
            return "sets"
        return "words" if self.gold.values is None else "scores"

    @property
    def usual_metric(self) -> str:
        """Name of the metric that ranks systems if none is stated."""
        if self.kind == "spans" and self.system_panels[0].spans is not None:
            return presets.SPANS_METRIC
        if self.kind == "sets":
            return presets.SETS_METRIC
        if self.grid is not None:
            return presets.METRIC
        return presets.WORDS_METRIC if self.scale is not None else presets.RAW_SCORE_METRIC

    @property
    def same_subjects(self) -> bool:
        """Whether all systems scored the same subjects."""
        first, *others = self.system_panels
        return all(np.array_equal(panel.sums.both, first.sums.both) for panel in others)

    def total(self, values: npt.NDArray[Any]) -> Quantity:
        """Return the sum over all subjects of a value of each record."""
        numbers = values.astype(np.float64)
        return Quantity(np.array([self.table.multiplicity @ numbers]), lambda: numbers)

    def share(self, chosen: npt.NDArray[np.bool_], base: npt.NDArray[np.bool_]) -> Quantity:
        """Return the share of the chosen records among those of the base."""
        return self.total(chosen & base) / self.total(base)

    @cached_property
    def marked(self) -> Panel:
        """Panel of the marks of truth and systems: subjects with equal marks are one record."""
        named = {column.name: column.codes for column in (self.gold, *self.systems)}
        marks = self._marked(tuple(named), np.column_stack(list(named.values())))
        return panel_of(marks, marks.raters)

    @cached_property
    def weightings(self) -> FloatArray:
        """(U + 1, P) subjects of each record, then those without each unit, if units are few.

        Quantities then have U + 1 values, of which the first is that of the data.
        """
        observed = self.table.multiplicity.astype(np.float64)[None]
        left_out = jackknife_weights(self.table)
        return observed if left_out is None else np.vstack([observed, left_out])

    def constant(self) -> Column:
        """Return a system that always gives the most frequent mark of the truth."""
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
    names = [name for name in table.raters if table.roles.get(name) == "gold"]
    if not names and "machine" in table.roles.values():
        names = [name for name in table.raters if table.roles.get(name) == "human"]
    if not names:
        raise OptionError(
            f"name the rater who is the gold standard: one of {', '.join(table.raters[:12])}.",
            option="gold",
        )
    return names


def _check_roles(table: Patterns, people: Sequence[str], cast: RaterRoles) -> None:
    """Raise an error for names that are not raters, and for data without a system."""
    for name in (*people, *cast.systems):
        if name not in table.raters:
            known = ", ".join(table.raters)
            raise OptionError(
                f"there is no rater {name!r} with scores; the raters are {known}.",
                option="gold" if name in people else "systems",
            )
    if not cast.systems:
        raise OptionError("there is no system to evaluate.", option="systems")


@dataclass(frozen=True, slots=True)
class _Roles:
    """Raters by their roles, and how the truth is made.

    Parameters
    ----------
    table
        Table of the ratings.
    gold, people, systems
        Names of the gold standard, of people (with the gold standard), and of systems.
    combine
        How the scores of several people are combined into one truth.
    codes
        (P,) categories of each rater.
    """

    table: Patterns
    gold: Sequence[str]
    people: Sequence[str]
    systems: Sequence[str]
    combine: str
    codes: Mapping[str, IntArray]

    def title(self, combine: str) -> str:
        """Return the name of the truth."""
        return self.gold[0] if len(self.gold) == 1 else f"{combine} of {', '.join(self.gold)}"

    def word_scores(self) -> Scores:
        """Return scores that are words."""
        given = np.column_stack([self.codes[name] for name in self.gold])
        truth, undecided = _majority(given)
        times = float(self.table.multiplicity[undecided].sum())
        divided = f"people are divided on {count_text(times)} subjects, which are left out."
        return Scores(
            self.table,
            self.table.scale,
            None,
            Column(self.title("mode"), None, truth),
            (given >= 0).sum(axis=1),
            tuple(Column(name, None, self.codes[name]) for name in self.people),
            tuple(Column(name, None, self.codes[name]) for name in self.systems),
            (divided,) if times else (),
        )

    def number_scores(self, points: FloatArray, ends: tuple[float, float] | None) -> Scores:
        """Return scores that are numbers, the points of the scale."""
        values = {name: np.append(points, np.nan)[code] for name, code in self.codes.items()}
        given, others = (
            np.concatenate([values[name][self.codes[name] >= 0] for name in names])
            for names in (self.people, self.systems)
        )
        if given.size == 0:
            raise InputError("the gold standard has no scores.", column=self.gold[0])
        grid = Grid.of(given, others, ends)
        stack = np.column_stack([values[name] for name in self.gold])
        truth = stack[:, 0] if len(self.gold) == 1 else _combined(stack, self.combine)
        return Scores(
            self.table,
            None if grid is None else grid.scale(),
            grid,
            _column(self.title(self.combine), truth, grid),
            (~np.isnan(stack)).sum(axis=1),
            tuple(_column(name, values[name], grid) for name in self.people),
            tuple(_column(name, values[name], grid) for name in self.systems),
            () if grid is None else tuple(self._notes(grid, truth, assumed=ends is None)),
        )

    def _notes(self, grid: Grid, truth: FloatArray, *, assumed: bool) -> Iterator[str]:
        """Yield notes on an assumed range, and on a truth that lies between marks."""
        if assumed:
            yield (
                f"the range of marks is assumed to be {show_label(grid.low)} to "
                f"{show_label(grid.high)}, the lowest and the highest in the data. If more marks "
                "are possible, state the range: AC2 and Brennan-Prediger depend on it."
            )
        if len(self.gold) > 1 and self.combine == "mean":
            steps = (truth - grid.low) / grid.step
            between = ~np.isnan(steps) & (np.abs(steps - np.round(steps)) > 1e-9)
            if between.any():
                share = self.table.multiplicity[between].sum() / self.table.n
                yield (
                    f"{percentage(share)} of people's means lie between two marks and are rounded "
                    "to the nearest, halves upwards. combine=mode avoids rounding."
                )


def _column(name: str, values: FloatArray, grid: Grid | None) -> Column:
    """Return scores with their marks; they are continuous if one lies between two marks."""
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
    """Return scores as numbers or as words, by the level of the scale."""
    place = {name: j for j, name in enumerate(table.raters)}
    rows = table.by_rater().rows
    codes = {name: rows[:, place[name]] for name in (*people, *systems)}
    roles = _Roles(table, gold, people, systems, combine, codes)
    points = table.scale.scores
    if points is not None and stated_level(table.scale, "interval") != "nominal":
        return roles.number_scores(points, ends)
    if ends is not None:
        raise OptionError("a range needs scores, and the categories are nominal.", option="range")
    return roles.word_scores()


def _combined(stack: FloatArray, how: str) -> FloatArray:
    """Return the (P,) mean, or the most frequent, of the scores of each record."""
    known = ~np.isnan(stack)
    number = known.sum(axis=1)
    total = np.where(known, stack, 0.0).sum(axis=1)
    mean = np.where(number > 0, total / np.maximum(number, 1), np.nan)
    if how == "mean":
        return np.asarray(mean)
    distinct = np.unique(stack[known])
    codes = np.where(known, np.searchsorted(distinct, np.where(known, stack, distinct[0])), -1)
    return np.append(distinct, np.nan)[_mode(codes, np.abs(distinct - mean[:, None]))]


def _majority(codes: IntArray) -> tuple[IntArray, npt.NDArray[np.bool_]]:
    """Return the (P,) most frequent code, -1 where there is none, and where people are divided."""
    counts = _counts(codes)
    most = counts.max(axis=1, keepdims=True)
    divided = ((counts == most) & (most > 0)).sum(axis=1) > 1
    return np.where(divided | (most[:, 0] == 0), -1, counts.argmax(axis=1)), divided


def _mode(codes: IntArray, distance: FloatArray) -> IntArray:
    """Return the (P,) most frequent code of each row, -1 where there is none.

    Of equally frequent codes it is the nearest.
    """
    counts = _counts(codes) - distance / (1 + np.nanmax(distance, initial=0.0)) / 2
    best = np.where(
        (codes >= 0).any(axis=1), np.nanargmax(np.nan_to_num(counts, nan=-1.0), axis=1), -1
    )
    return np.asarray(best, dtype=np.int64)


def _counts(codes: IntArray) -> IntArray:
    """Return the (P, q) number of times that a row has each code."""
    size = int(codes.max(initial=0)) + 1
    return np.stack([(codes == k).sum(axis=1) for k in range(size)], axis=1)


def ends_of(given: tuple[float, float] | str | None) -> tuple[float, float] | None:
    """Return the lowest and the highest mark, given as two numbers or as text."""
    if given is None:
        return None
    parts = given.split(",") if isinstance(given, str) else given
    try:
        low, high = (float(part) for part in parts)
    except (TypeError, ValueError):
        raise OptionError(
            f"the range is {given!r}; it must be two numbers, such as 0,60.", option="range"
        ) from None
    if not low < high or not np.isfinite([low, high]).all():
        raise OptionError(
            f"the range is {given!r}; it must be two finite numbers, the lower first.",
            option="range",
        )
    return low, high
