"""The scale of ratings that are sets of labels: its categories are the distinct sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.data.scale.categories import FloatArray, IntArray, Scale
from accord.data.scale.errors import unknown_category
from accord.data.scale.labels import Label, alphabetical, few_labels, show_label
from accord.data.scale.levels import Level
from accord.data.scale.set_cells import labels_in
from accord.errors import OptionError, UnknownCategoryError

__all__ = ["SetScale"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SetScale(Scale):
    """The distinct sets of labels in the data.

    Parameters
    ----------
    members
        The labels that sets consist of.
    table
        (q, L) whether a set contains a label.
    """

    members: tuple[str, ...] = field()
    table: npt.NDArray[np.bool_] = field()

    @classmethod
    def of_cells(
        cls,
        cells: Iterable[object],
        *,
        members: Sequence[Any] | Mapping[Any, float] | None = None,
        level: Level | None = None,
    ) -> SetScale:
        """Return the scale of the distinct sets in the data.

        Sets are listed by their first label, then by their second, and so on, the empty set first.

        Parameters
        ----------
        cells
            Cells of sets, or of single labels, which are sets of one.
        members
            Labels that sets may contain; those in the data if None.
        level
            Level of measurement as stated, which must be nominal.

        Examples
        --------
        >>> from accord.data.scale.set_cells import set_cell
        >>> SetScale.of_cells([set_cell(["b", "a"]), "b", set_cell([])]).labels
        ('(empty)', 'a + b', 'b')
        """
        _check_nominal(level)
        sets = {frozenset(labels_in(cell)) for cell in cells}
        if members is None:
            labels = sorted({label for each in sets for label in each}, key=alphabetical)
        else:
            labels = [show_label(label).strip() for label in members]
            _check_members(sets, labels)
        return cls._of_sets(sets, labels, declared=members is not None, guessed=level is None)

    @classmethod
    def of_rows(cls, members: Sequence[str], rows: Sequence[Sequence[int]]) -> SetScale:
        """Return the scale of sets in the given order, each as the indices of its labels."""
        table = np.zeros((len(rows), len(members)), dtype=np.bool_)
        for row, indices in enumerate(rows):
            table[row, list(indices)] = True
        return cls(
            values=None, texts=None, level="nominal", guessed=True,
            members=tuple(members), table=table,
        )  # fmt: skip

    @classmethod
    def _of_sets(
        cls,
        sets: Iterable[frozenset[str]],
        members: Sequence[str],
        *,
        declared: bool,
        guessed: bool,
    ) -> SetScale:
        index = {label: k for k, label in enumerate(members)}
        rows = sorted(tuple(sorted(index[label] for label in each)) for each in sets)
        return replace(cls.of_rows(members, rows), declared=declared, guessed=guessed)

    @property
    def holds_sets(self) -> bool:
        """Whether a category is a set of labels."""
        return True

    @property
    def size(self) -> int:
        """Number of distinct sets."""
        return len(self.table)

    def first(self, most: int) -> tuple[Label, ...]:
        """Return the first ``most`` categories, as ``anger + fear``."""
        return tuple(show_set(self._labels_of(row)) for row in self.table[:most])

    @property
    def elements(self) -> tuple[Any, ...]:
        """The categories as Python values: frozensets of labels."""
        return tuple(frozenset(self._labels_of(row)) for row in self.table)

    def with_second(self) -> SetScale:
        """Return a scale with a second set, of a scale with one, without a label in common."""
        if not self.table.any():
            return self.of_rows(["a"], [(), (0,)])
        return self.of_rows(self.members, [np.flatnonzero(self.table[0]).tolist(), ()])

    @property
    def unordered(self) -> tuple[Scale, ...]:
        """Scales whose order is unknown; sets have none, and their weights do not ask for one."""
        return ()

    @property
    def sizes(self) -> FloatArray:
        """(q,) number of labels of each set."""
        return np.asarray(self.table.sum(axis=1), dtype=np.float64)

    @property
    def shares_labels(self) -> bool:
        """Whether a set has several labels, so that distinct sets may have one in common."""
        return bool(self.sizes.max(initial=0) > 1)

    def _labels_of(self, row: npt.NDArray[np.bool_]) -> list[str]:
        return [self.members[k] for k in np.flatnonzero(row).tolist()]

    def encode(self, labels: Sequence[object] | npt.NDArray[Any]) -> IntArray:
        """Return the codes of cells; raise an error at the first that is not on the scale."""
        index = {each: code for code, each in enumerate(self.elements)}
        codes = []
        for label in labels:
            code = index.get(frozenset(labels_in(label)))
            if code is None:
                raise unknown_category(label, self)
            codes.append(code)
        return np.array(codes, dtype=np.int64)

    def codes_in(self, other: Scale, codes: IntArray) -> IntArray:
        """Return the codes of categories of this scale on another one, which must have them."""
        if not isinstance(other, SetScale):
            raise OptionError(
                "the ratings are sets of labels, and the other ones are single labels.",
                option="sets",
            )
        index = {each: code for code, each in enumerate(other.elements)}
        chosen = [self.elements[code] for code in codes]
        for each in chosen:
            if each not in index:
                raise unknown_category(show_set(sorted(each)), other)
        return np.array([index[each] for each in chosen], dtype=np.int64)

    def at_level(self, level: Level) -> SetScale:
        """Return the same categories; sets of labels are nominal."""
        _check_nominal(level)
        return replace(self, guessed=False)

    def union(self, other: Scale) -> SetScale:
        """Return the scale of the sets of both; single labels are sets of one."""
        sets = {*self.elements}
        if isinstance(other, SetScale):
            sets |= {*other.elements}
            labels = {*self.members, *other.members}
        else:
            sets |= {frozenset([show_label(label)]) for label in other.labels}
            labels = {*self.members, *map(show_label, other.labels)}
        if labels == {*self.members} and sets == {*self.elements}:
            return self
        members = self.members if labels == {*self.members} else sorted(labels, key=alphabetical)
        return self._of_sets(
            sets,
            members,
            declared=self.declared or other.declared,
            guessed=self.guessed and other.guessed,
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the plain values that describe the scale in pattern files."""
        rows = [np.flatnonzero(row).tolist() for row in self.table]
        return {**self._facts(), "members": list(self.members), "sets": rows}


def show_set(labels: Sequence[str]) -> str:
    """Return the text of a set of labels.

    >>> show_set(["anger", "fear"]), show_set([])
    ('anger + fear', '(empty)')
    """
    return " + ".join(labels) or "(empty)"


def _check_nominal(level: Level | None) -> None:
    if level not in (None, "nominal"):
        raise OptionError(
            f"level is {level!r}, and sets of labels have no order.",
            option="level",
            value=level,
            remedy="Leave it out; weights such as 'masi' give credit for common labels.",
        )


def _check_members(sets: Iterable[frozenset[str]], members: Sequence[str]) -> None:
    """Raise an error if a set contains a label that is not declared."""
    known = set(members)
    if len(known) < len(members):
        raise OptionError(f"categories= lists a label twice: {members}.", option="categories")
    for each in sets:
        for label in sorted(each - known):
            raise UnknownCategoryError(
                f"the label {label!r} is not among the declared labels ({few_labels(members)}).",
                value=label,
                remedy="Correct it, or add it to the categories.",
            )
