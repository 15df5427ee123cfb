"""The pattern table: equal rows of ratings become one row with a count.

This is the only bridge between data and statistics. Everything that comes before it (files,
frames, layouts) ends here; everything that comes after it (coefficients, intervals, tests) sees
nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.base.keys import group_rows
from accord.data.columns import Codes, Ratings
from accord.data.scale import FloatArray, IntArray, Label, Scale
from accord.errors import (
    ColumnNotFoundError,
    EmptyInputError,
    OptionError,
    UnknownNameError,
    UnsupportedError,
)

__all__ = ["ROLES", "Patterns", "Role", "SubjectIndex"]

Role: TypeAlias = Literal["human", "machine", "gold"]
ROLES = ("human", "machine", "gold")

Rows: TypeAlias = npt.NDArray[np.signedinteger[Any]]
SubjectIndex: TypeAlias = Callable[[], tuple[Sequence[object], Rows]]


@dataclass(frozen=True, slots=True, eq=False)
class Patterns:
    """A weighted table of rating patterns.

    Parameters
    ----------
    scale
        The categories.
    raters
        Their names, in column order.
    multiplicity
        (P,) number of subjects with each pattern.
    columns
        The ratings of each pattern: by rater, as a bag, or as counts of the categories.
    cluster, group
        (P,) codes of the cluster and of the subgroup that the subjects belong to.
    groups
        Names of the subgroups.
    clusters
        Number of clusters.
    roles
        Whether a rater is a human, a machine or the gold standard, where that is known.
    layout, layout_reason
        Layout of the data they came from, and why it was taken to be that.
    unrated
        Subjects without any rating, left out.
    warnings
        What was assumed or dropped on the way.
    subjects
        Labels of the subjects and the row of each, as ``columns`` have it, read again when asked
        for.

    Attributes
    ----------
    codes
        (P, r) category codes, -1 for a missing rating; None where ratings are counted.
    counts
        (P, q) ratings per category, where the ratings of a subject are too many to list; else None.
    identity
        Whether column j of ``codes`` is rater j. If not, a row is only a bag of ratings.
    """

    scale: Scale
    raters: tuple[str, ...]
    multiplicity: npt.NDArray[Any]
    columns: Ratings
    cluster: IntArray | None = None
    clusters: int = 0
    group: IntArray | None = None
    groups: tuple[Label, ...] = ()
    roles: Mapping[str, Role] = field(default_factory=dict)
    layout: str = "wide"
    layout_reason: str = "as stated"
    unrated: float = 0
    warnings: tuple[str, ...] = ()
    subjects: SubjectIndex | None = field(default=None, repr=False)

    @classmethod
    def build(
        cls, scale: Scale, raters: Sequence[str], codes: npt.NDArray[Any], **facts: Any
    ) -> Patterns:
        """Compress rows of codes, a column for each rater, into patterns; see `compress`."""
        return cls.compress(scale, raters, Codes(codes, scale.size), **facts)

    @classmethod
    def compress(
        cls,
        scale: Scale,
        raters: Sequence[str],
        columns: Ratings,
        *,
        multiplicity: npt.NDArray[Any] | None = None,
        cluster: IntArray | None = None,
        group: IntArray | None = None,
        groups: tuple[Label, ...] = (),
        **facts: Any,
    ) -> Patterns:
        """Make patterns of the ratings of subjects: equal ones become one with a count.

        Subjects without a rating are left out and counted in ``unrated``.
        """
        digits, radices = columns.digits
        extra = [column for column in (cluster, group) if column is not None]
        clusters = 0
        if extra:
            digits = np.column_stack([*extra, digits])
            radices = [int(column.max(initial=0)) + 1 for column in extra] + radices
        distinct, totals = group_rows(digits, radices, multiplicity)
        table = columns.from_digits(distinct[:, len(extra) :])
        rated = table.present & (totals > 0)
        if not rated.any():
            raise EmptyInputError(
                "there is not a single rating.",
                remedy="Check which columns hold ratings and which values count as missing.",
            )
        carried = [distinct[rated, j] for j in range(len(extra))]
        if cluster is not None:  # those without a rated subject are not there
            present, carried[0] = np.unique(carried[0], return_inverse=True)
            clusters = present.size
        return cls(
            scale=scale,
            raters=tuple(raters),
            multiplicity=totals[rated],
            columns=table.take(rated),
            cluster=carried.pop(0) if cluster is not None else None,
            clusters=clusters,
            group=carried.pop(0) if group is not None else None,
            groups=groups,
            unrated=facts.pop("unrated", 0) + _number(totals[~rated].sum()),
            **facts,
        )

    @property
    def codes(self) -> Rows | None:
        """(P, r) category codes, -1 for a missing rating; None where ratings are counted."""
        return self.columns.rows if self.columns.listed else None

    @property
    def counts(self) -> npt.NDArray[np.int64] | None:
        """(P, q) ratings per category where ratings are counted; else None."""
        return None if self.columns.listed else self.columns.rows

    @property
    def identity(self) -> bool:
        """Whether raters are kept apart."""
        return self.columns.identity

    @property
    def is_pair(self) -> bool:
        """Whether there are exactly two raters, who are kept apart."""
        return self.identity and self.r == 2

    def by_rater(self) -> Codes:
        """Return the ratings by rater, or refuse where nothing is known of who gave which."""
        return self.columns.by_rater()

    def __len__(self) -> int:
        return int(self.multiplicity.size)

    @property
    def n(self) -> float:
        """Number of rated subjects."""
        return _number(self.multiplicity.sum())

    @property
    def n_paired(self) -> float:
        """Number of subjects with two or more ratings."""
        return _number(self.multiplicity[self.rating_counts >= 2].sum())

    @property
    def paired_units(self) -> float:
        """Number of subjects with two or more ratings, or of clusters that have one."""
        if self.cluster is None:
            return self.n_paired
        return int(np.unique(self.cluster[self.rating_counts >= 2]).size)

    @property
    def r(self) -> int:
        """Number of raters."""
        return len(self.raters)

    @property
    def q(self) -> int:
        """Number of categories."""
        return self.scale.size

    @property
    def rating_counts(self) -> IntArray:
        """(P,) number of ratings in each pattern, r_i."""
        return self.columns.rating_counts

    @property
    def ratings(self) -> float:
        """Number of ratings."""
        return _number(self.rating_counts @ self.multiplicity)

    @property
    def missing(self) -> float:
        """Ratings that the rated subjects lack."""
        return _number(self.n * self.r - self.ratings)

    def category_counts(self) -> npt.NDArray[np.int64]:
        """(P, q) number of ratings of each category in each pattern, r_ik."""
        return self.columns.category_counts()

    def category_totals(self, weight: npt.NDArray[Any] | None = None) -> FloatArray:
        """(q,) ratings per category over all subjects, or over patterns with other weights."""
        m = np.asarray(self.multiplicity if weight is None else weight, dtype=np.float64)
        return self.columns.category_totals(m)

    def pairable_totals(self, weight: npt.NDArray[Any] | None = None) -> FloatArray:
        """(q,) ratings per category on subjects with two or more ratings."""
        m = self.multiplicity if weight is None else weight
        return self.category_totals(m * (self.rating_counts >= 2))

    def select(self, raters: Sequence[str]) -> Patterns:
        """Keep the given raters only."""
        codes = self.by_rater()
        if len(set(raters)) < len(raters):
            raise OptionError(f"a rater is named twice: {', '.join(raters)}.", option="raters")
        unknown = [name for name in raters if name not in self.raters]
        if unknown:
            raise ColumnNotFoundError(
                f"there is no rater {unknown[0]!r}; the raters are {', '.join(self.raters)}."
            )
        chosen = [self.raters.index(name) for name in raters]
        table = self._recompress(codes.select(chosen), raters=raters)
        return table._indexed(self.subjects, lambda rows: rows[:, chosen])

    def of_role(self, role: str) -> Patterns:
        """Keep the raters of one role only: ``human``, ``machine`` or ``gold``."""
        if role not in ROLES:
            raise UnknownNameError("role", role, ROLES, option="role")
        chosen = [name for name in self.raters if self.roles.get(name) == role]
        if len(chosen) < 2:
            known = ", ".join(f"{name} is {own}" for name, own in self.roles.items()) or "none is"
            raise OptionError(
                f"agreement needs two raters or more, and {len(chosen)} of role {role!r} "
                f"{'is' if len(chosen) == 1 else 'are'} known ({known}).",
                option="role",
            )
        return self.select(chosen)

    def without(self, rater: str) -> Patterns:
        """Leave one rater out."""
        return self.select([name for name in self.raters if name != rater])

    def who_rated(self) -> list[str]:
        """Raters who rated something; all of them where raters are not kept apart."""
        if not self.identity:
            return list(self.raters)
        rated = np.flatnonzero(self.by_rater().rated.any(axis=0))
        return [self.raters[j] for j in rated.tolist()]

    def anonymous(self) -> Patterns:
        """Forget who gave which rating: fewer patterns, for coefficients that do not ask."""
        if not self.identity:
            return self
        return self._recompress(self.by_rater().as_bags())

    def pairable(self) -> Patterns:
        """Keep the subjects with two or more ratings; nothing changes where all have them."""
        paired = self.rating_counts >= 2
        return self if paired.all() or not paired.any() else self._rows(paired)

    def one_vs_rest(self, code: int) -> Patterns:
        """Two categories only: the given one (code 1) and all others (code 0)."""
        scale = Scale.observed([False, True])
        return self._recompress(self.columns.recoded(np.arange(self.q) == code, 2), scale)

    def recoded(self, scale: Scale, codes: npt.NDArray[np.integer[Any]]) -> Patterns:
        """Return the same ratings, each category with the code (q,) that it has on another scale.

        Several may have the same code.
        """
        return self._recompress(self.columns.recoded(codes, scale.size), scale)

    def on(self, scale: Scale) -> Patterns:
        """Return the same ratings on another scale, which must have all categories in use."""
        used = np.flatnonzero(self.category_totals())
        places = np.full(self.q, -1, dtype=np.int64)
        places[used] = self.scale.places_in(scale, used)
        columns = self.columns

        def moved(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
            return columns.with_rows(rows).recoded(places, scale.size).rows

        table = self._recompress(columns.recoded(places, scale.size), scale)
        return table._indexed(self.subjects, moved)

    def _indexed(
        self,
        subjects: SubjectIndex | None,
        change: Callable[[npt.NDArray[Any]], npt.NDArray[Any]],
    ) -> Patterns:
        """Return the same patterns with an index of subjects whose rows are changed as theirs."""
        if subjects is None:
            return self

        def index() -> tuple[Sequence[object], npt.NDArray[Any]]:
            labels, rows = subjects()
            return labels, change(rows)

        return replace(self, subjects=index)

    def split(self) -> dict[Label, Patterns]:
        """Subgroups by name."""
        if self.group is None:
            return {}
        parts = {}
        for code, label in enumerate(self.groups):
            mask = self.group == code
            if mask.any():
                parts[label] = self._rows(mask)
        return parts

    def merge(self, other: Patterns) -> Patterns:
        """Pattern table of the subjects of both; the same raters, categories united.

        Clusters of the two parts are taken to be different ones; so are no subgroups: those
        are matched by name.
        """
        scale = self.scale.union(other.scale)
        raters = tuple(dict.fromkeys((*self.raters, *other.raters)))
        anonymous = not (self.identity and other.identity)
        if anonymous:
            raters = max(self.raters, other.raters, key=len)
        groups = tuple(dict.fromkeys((*self.groups, *other.groups)))
        blocks: list[Ratings] = []
        clusters, shift = [], 0
        for part in (self, other):
            blocks.append(part._translated(scale, raters, anonymous))
            if part.cluster is not None:
                clusters.append(part.cluster + shift)
                shift += part.clusters
        if (self.cluster is None) != (other.cluster is None):
            raise UnsupportedError("one part has clusters and the other has none.")
        if (self.group is None) != (other.group is None):
            raise UnsupportedError("one part has subgroups and the other has none.")
        codes = [
            np.array([groups.index(g) for g in part.groups])[part.group]
            for part in (self, other)
            if part.group is not None
        ]
        return Patterns.compress(
            scale,
            raters,
            blocks[0].followed_by(blocks[1]),
            multiplicity=np.concatenate([self.multiplicity, other.multiplicity]),
            cluster=np.concatenate(clusters) if clusters else None,
            group=np.concatenate(codes) if len(codes) == 2 else None,
            groups=groups,
            roles={**other.roles, **self.roles},
            layout=self.layout,
            layout_reason=self.layout_reason,
            unrated=self.unrated + other.unrated,
            warnings=tuple(dict.fromkeys((*self.warnings, *other.warnings))),
        )

    def _translated(self, scale: Scale, raters: tuple[str, ...], anonymous: bool) -> Ratings:
        """Return the ratings on another scale, of more raters, or counted."""
        places = self.scale.places_in(scale, np.arange(self.q))
        if anonymous:
            return self.columns.as_counts().recoded(places, scale.size)
        codes = self.by_rater().recoded(places, scale.size)
        return codes.in_columns([raters.index(name) for name in self.raters], len(raters))

    def _rows(self, mask: npt.NDArray[np.bool_]) -> Patterns:
        cluster, clusters = None, 0
        if self.cluster is not None:
            names, cluster = np.unique(self.cluster[mask], return_inverse=True)
            clusters = names.size
        return replace(
            self,
            multiplicity=self.multiplicity[mask],
            columns=self.columns.take(mask),
            cluster=cluster,
            clusters=clusters,
            group=None,
            groups=(),
            unrated=0,
            subjects=None,
        )

    def _recompress(
        self, columns: Ratings, scale: Scale | None = None, raters: Sequence[str] | None = None
    ) -> Patterns:
        return Patterns.compress(
            self.scale if scale is None else scale,
            self.raters if raters is None else raters,
            columns,
            multiplicity=self.multiplicity,
            cluster=self.cluster,
            group=self.group,
            groups=self.groups,
            roles={n: role for n, role in self.roles.items() if n in (raters or self.raters)},
            layout=self.layout,
            layout_reason=self.layout_reason,
            unrated=self.unrated,
            warnings=self.warnings,
        )


def _number(total: Any) -> float:
    """Count as int where it is one, so that n = 80 and not 80.0."""
    value = float(total)
    return int(value) if value.is_integer() else value
