"""The pattern table: equal rows of ratings become one row with a count.

It is the only connection between data and statistics: readers and layouts produce it, and
coefficients, intervals and tests use nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.base.keys import group_rows
from accord.data.columns import Codes, Ratings
from accord.data.scale import FloatArray, IntArray, Label, Scale
from accord.data.spans import Spans
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


@dataclass(frozen=True, eq=False)  # without slots, so that properties can be cached
class Patterns:
    """A weighted table of rating patterns.

    Parameters
    ----------
    scale
        The categories.
    raters
        Names of the raters, in the order of the columns.
    multiplicity
        (P,) number of subjects with each pattern.
    columns
        The ratings of each pattern: by rater, as a bag, or as counts of the categories.
    cluster, group
        (P,) codes of the cluster and of the subgroup of the subjects.
    clusters
        Number of clusters.
    groups
        Names of the subgroups.
    roles
        Role of each rater where it is known: human, machine or gold standard.
    layout, layout_reason
        Layout of the data, and how it was determined.
    unrated
        Number of subjects without a rating, which are left out.
    warnings
        Assumptions made and data left out while reading.
    subjects
        Function that returns the labels of the subjects and the row of each, in the form of
        ``columns``; the data may be read again for it.
    spans
        Spans, if the ratings are marks in texts. Their documents are the clusters of the table, of
        which the subjects are the characters or tokens, or else the subjects.

    Attributes
    ----------
    codes
        (P, r) category codes, -1 for a missing rating; None where ratings are counted.
    counts
        (P, q) ratings per category, where the ratings of a subject are too many to list; else None.
    identity
        Whether column j of ``codes`` is rater j. If not, it is not known who gave a rating.
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
    spans: Spans | None = field(default=None, repr=False)

    @classmethod
    def build(
        cls, scale: Scale, raters: Sequence[str], codes: npt.NDArray[Any], **facts: Any
    ) -> Patterns:
        """Return the patterns of codes with a row per subject and a column per rater.

        Other parameters are those of `compress`.
        """
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
        """Return the patterns of the ratings of subjects: equal records become one with a count.

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
        if cluster is not None:  # clusters without a rated subject are left out
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
        """Whether it is known who gave a rating."""
        return self.columns.identity

    @property
    def is_pair(self) -> bool:
        """Whether there are exactly two raters, and it is known who gave a rating."""
        return self.identity and self.r == 2

    def by_rater(self) -> Codes:
        """Return the ratings by rater; raise an error where raters are not known."""
        return self.columns.by_rater()

    def __len__(self) -> int:
        return int(self.multiplicity.size)

    @cached_property
    def n(self) -> float:
        """Number of rated subjects."""
        return _number(self.multiplicity.sum())

    @cached_property
    def n_paired(self) -> float:
        """Number of subjects with two or more ratings."""
        return _number(self.multiplicity[self.rating_counts >= 2].sum())

    @cached_property
    def n_complete(self) -> float:
        """Number of subjects that all raters rated."""
        return _number(self.multiplicity[self.rating_counts == self.r].sum())

    @cached_property
    def paired_units(self) -> float:
        """Number of subjects with two or more ratings, or of clusters that have one."""
        if self.cluster is None:
            return self.n_paired
        return int(np.unique(self.cluster[self.rating_counts >= 2]).size)

    @property
    def without_lengths(self) -> str | None:
        """Reason why characters cannot be counted, if ratings are marks in texts; else None."""
        return None if self.spans is None else self.spans.without_lengths

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
        """Number of missing ratings of the rated subjects."""
        return _number(self.n * self.r - self.ratings)

    @property
    def points(self) -> FloatArray:
        """(q,) numbers of the categories; NaN where they are words."""
        scores = self.scale.scores
        return np.full(self.q, np.nan) if scores is None else scores

    def category_counts(self) -> npt.NDArray[np.int64]:
        """Return (P, q) numbers of ratings of each category in each pattern, r_ik."""
        return self.columns.category_counts()

    def category_totals(self, weight: npt.NDArray[Any] | None = None) -> FloatArray:
        """Return (q,) ratings per category over all subjects, or with other weights of patterns."""
        m = np.asarray(self.multiplicity if weight is None else weight, dtype=np.float64)
        return self.columns.category_totals(m)

    def pairable_totals(self, weight: npt.NDArray[Any] | None = None) -> FloatArray:
        """Return (q,) ratings per category of subjects with two or more ratings."""
        m = self.multiplicity if weight is None else weight
        return self.category_totals(m * (self.rating_counts >= 2))

    def select(self, raters: Sequence[str]) -> Patterns:
        """Return the ratings of the given raters only."""
        codes = self.by_rater()
        if len(set(raters)) < len(raters):
            raise OptionError(f"a rater is named twice: {', '.join(raters)}.", option="raters")
        known = set(self.raters)
        unknown = [name for name in raters if name not in known]
        if unknown:
            raise ColumnNotFoundError(
                f"there is no rater {unknown[0]!r}; the raters are {', '.join(self.raters)}."
            )
        chosen = self.places_of(raters)
        columns = codes.select(chosen)
        table = self._recompress(columns, raters=raters)
        if self.spans is not None:
            spans = self.spans.of_raters(raters)
            table = replace(table, spans=spans.of_documents(self._units(columns.present)))
        return table._indexed(self.subjects, lambda rows: rows[:, chosen])

    def places_of(self, raters: Sequence[str]) -> list[int]:
        """Return the columns of raters; there may be thousands of them."""
        place = {name: j for j, name in enumerate(self.raters)}
        return [place[name] for name in raters]

    def of_role(self, role: str) -> Patterns:
        """Return the ratings of the raters of one role: ``human``, ``machine`` or ``gold``."""
        if role not in ROLES:
            raise UnknownNameError("role", role, ROLES, option="role")
        chosen = [name for name in self.raters if self.roles.get(name) == role]
        if len(chosen) < 2:
            known = ", ".join(f"{name} is {r}" for name, r in self.roles.items()) or "none is"
            raise OptionError(
                f"agreement needs two raters or more, and {len(chosen)} of role {role!r} "
                f"{'is' if len(chosen) == 1 else 'are'} known ({known}).",
                option="role",
            )
        return self.select(chosen)

    def without(self, rater: str) -> Patterns:
        """Return the ratings of all raters but one."""
        return self.select([name for name in self.raters if name != rater])

    def who_rated(self) -> list[str]:
        """Return the raters with a rating; all raters where it is not known who gave one."""
        if not self.identity:
            return list(self.raters)
        rated = np.flatnonzero(self.by_rater().rated.any(axis=0))
        return [self.raters[j] for j in rated.tolist()]

    def anonymous(self) -> Patterns:
        """Return the ratings without their raters, in fewer patterns."""
        if not self.identity:
            return self
        return self._recompress(self.by_rater().as_bags())

    def pairable(self) -> Patterns:
        """Return the subjects with two or more ratings; all subjects if none has."""
        paired = self.rating_counts >= 2
        return self if paired.all() or not paired.any() else self._rows(paired)

    def one_vs_rest(self, code: int) -> Patterns:
        """Return the ratings as one category (code 1) against all others (code 0)."""
        return self.one_of(np.arange(self.q) == code)

    def one_of(self, categories: npt.NDArray[np.bool_]) -> Patterns:
        """Return the ratings as some categories (code 1) against all others (code 0).

        Parameters
        ----------
        categories
            (q,) whether a category is one of them.
        """
        scale = Scale.observed([False, True])
        return self._recompress(self.columns.recoded(categories.astype(np.int64), 2), scale)

    def recoded(self, scale: Scale, codes: npt.NDArray[np.integer[Any]]) -> Patterns:
        """Return the ratings on another scale, given the new code of each category, (q,).

        Several categories may have the same new code.
        """
        return self._recompress(self.columns.recoded(codes, scale.size), scale)

    def on(self, scale: Scale) -> Patterns:
        """Return the ratings on another scale, which must have all categories in use."""
        used = np.flatnonzero(self.category_totals())
        codes = np.full(self.q, -1, dtype=np.int64)
        codes[used] = self.scale.codes_in(scale, used)
        columns = self.columns

        def recode(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
            return columns.with_rows(rows).recoded(codes, scale.size).rows

        table = replace(self.recoded(scale, codes), spans=self.spans)
        return table._indexed(self.subjects, recode)

    def _indexed(
        self,
        subjects: SubjectIndex | None,
        change: Callable[[npt.NDArray[Any]], npt.NDArray[Any]],
    ) -> Patterns:
        """Return the patterns with the subjects of another table, whose rows are changed alike."""
        if subjects is None:
            return self

        def index() -> tuple[Sequence[object], npt.NDArray[Any]]:
            labels, rows = subjects()
            return labels, change(rows)

        return replace(self, subjects=index)

    def split(self) -> dict[Label, Patterns]:
        """Return the patterns of each subgroup, by name."""
        if self.group is None:
            return {}
        parts = {}
        for code, label in enumerate(self.groups):
            mask = self.group == code
            if mask.any():
                parts[label] = self._rows(mask)
        return parts

    def merge(self, other: Patterns) -> Patterns:
        """Return the patterns of the subjects of both tables.

        Raters and subgroups of the same name are the same; clusters of the two tables are
        different ones. The scale has the categories of both. Spans are of different documents.
        """
        spans = self.spans
        if spans is not None and other.spans is not None:
            spans = spans.followed_by(other.spans)
        elif spans is not other.spans:
            raise UnsupportedError(
                "one table has spans and the other has none; the statistics of spans need both."
            )
        scale = self.scale.union(other.scale)
        raters = tuple(dict.fromkeys((*self.raters, *other.raters)))
        anonymous = not (self.identity and other.identity)
        if anonymous:
            raters = max(self.raters, other.raters, key=len)
        groups = tuple(dict.fromkeys((*self.groups, *other.groups)))
        blocks: list[Ratings] = []
        clusters, shift = [], 0
        for part in (self, other):
            blocks.append(part._on_joint_scale(scale, raters, anonymous))
            if part.cluster is not None:
                clusters.append(part.cluster + shift)
                shift += part.clusters
        if (self.cluster is None) != (other.cluster is None):
            raise UnsupportedError("one table has clusters and the other has none.")
        if (self.group is None) != (other.group is None):
            raise UnsupportedError("one table has subgroups and the other has none.")
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
            spans=spans,
        )

    def _on_joint_scale(self, scale: Scale, raters: tuple[str, ...], anonymous: bool) -> Ratings:
        """Return the ratings on another scale, with a column for each rater or as counts."""
        new = self.scale.codes_in(scale, np.arange(self.q))
        if anonymous:
            return self.columns.as_counts().recoded(new, scale.size)
        codes = self.by_rater().recoded(new, scale.size)
        place = {name: j for j, name in enumerate(raters)}
        return codes.in_columns([place[name] for name in self.raters], len(raters))

    def _units(self, records: npt.NDArray[np.bool_]) -> IntArray:
        """Return the clusters of some records, or these where there are no clusters."""
        return np.flatnonzero(records) if self.cluster is None else np.unique(self.cluster[records])

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
            spans=None if self.spans is None else self.spans.of_documents(self._units(mask)),
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
            roles={name: r for name, r in self.roles.items() if name in (raters or self.raters)},
            layout=self.layout,
            layout_reason=self.layout_reason,
            unrated=self.unrated,
            warnings=self.warnings,
        )


def _number(total: Any) -> float:
    """Return a count as int where it is whole, so that n is 80 rather than 80.0."""
    value = float(total)
    return int(value) if value.is_integer() else value
