"""Spans: labelled stretches of documents, marked by several raters, and the atoms between them.

A span is half-open, from ``start`` to before ``end``, and positions count characters or tokens from
0. Cut at every start and end, a document falls into atoms, in each of which every rater has one set
of labels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from accord.base.keys import distinct_rows
from accord.data.scale import FloatArray, IntArray, SetScale, as_number, show_label
from accord.errors import LayoutError, OptionError, UnsupportedError

__all__ = ["Atoms", "Spans"]

BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Spans:
    """Spans that raters marked in documents.

    Parameters
    ----------
    documents, raters, labels
        Names.
    document, rater, label
        (S,) index of the document, of the rater and of the label of each span.
    start, end
        (S,) first position of each span, and the position after its last one.
    lengths
        (D,) length of each document; NaN where it is unknown.
    annotated
        (D, R) whether a rater annotated a document, perhaps without marking anything.
    group
        (D,) subgroup of each document; None if there are none.
    groups
        Names of the subgroups.
    """

    documents: tuple[str, ...]
    raters: tuple[str, ...]
    labels: tuple[str, ...]
    document: IntArray
    rater: IntArray
    label: IntArray
    start: IntArray
    end: IntArray
    lengths: FloatArray
    annotated: BoolArray
    group: IntArray | None = None
    groups: tuple[str, ...] = ()

    def __len__(self) -> int:
        return int(self.start.size)

    def of_label(self, label: str) -> Spans:
        """Return the spans with one label."""
        if label not in self.labels:
            raise OptionError(
                f"there is no label {label!r}; the labels are {', '.join(self.labels)}.",
                option="label",
                value=label,
            )
        kept = self.taken(self.label == self.labels.index(label))
        return replace(kept, labels=(label,), label=np.zeros(len(kept), dtype=np.int64))

    def of_raters(self, raters: Sequence[str]) -> Spans:
        """Return the spans of some raters, in this order."""
        unknown = [name for name in raters if name not in self.raters]
        if unknown:
            raise OptionError(
                f"there is no rater {unknown[0]!r}; the raters are {', '.join(self.raters)}.",
                option="raters",
                value=unknown[0],
            )
        if len(set(raters)) < len(raters):
            raise OptionError(f"a rater is named twice: {', '.join(raters)}.", option="raters")
        columns = [self.raters.index(name) for name in raters]
        place = np.full(len(self.raters), -1)
        place[columns] = np.arange(len(columns))
        kept = self.taken(place[self.rater] >= 0)
        return replace(
            kept,
            raters=tuple(raters),
            rater=place[kept.rater],
            annotated=self.annotated[:, columns],
        )

    def of_documents(self, documents: IntArray) -> Spans:
        """Return the spans in some documents, given their indices in order."""
        if documents.size == len(self.documents):
            return self
        place = np.full(len(self.documents), -1)
        place[documents] = np.arange(documents.size)
        kept = self.taken(place[self.document] >= 0)
        return replace(
            kept,
            documents=tuple(self.documents[k] for k in documents.tolist()),
            document=place[kept.document],
            lengths=self.lengths[documents],
            annotated=self.annotated[documents],
            group=None if self.group is None else self.group[documents],
        )

    def taken(self, spans: BoolArray) -> Spans:
        """Return some of the spans, given a mask."""
        return replace(
            self,
            document=self.document[spans],
            rater=self.rater[spans],
            label=self.label[spans],
            start=self.start[spans],
            end=self.end[spans],
        )

    def followed_by(self, other: Spans) -> Spans:
        """Return these spans and those of other documents.

        Raters, labels and subgroups of the same name are the same; a document of the same name is
        another one, and gets a number.
        """
        raters, labels, groups = (
            tuple(dict.fromkeys((*mine, *others)))
            for mine, others in (
                (self.raters, other.raters),
                (self.labels, other.labels),
                (self.groups, other.groups),
            )
        )
        names = [*self.documents]
        known = set(names)
        for name in other.documents:
            new, number = name, 1
            while new in known:
                number += 1
                new = f"{name} ({number})"
            names.append(new)
            known.add(new)
        parts = (self, other)
        rater, label = (
            np.concatenate([_codes_in(new, old)[codes] for old, codes in rows])
            for new, rows in (
                (raters, [(part.raters, part.rater) for part in parts]),
                (labels, [(part.labels, part.label) for part in parts]),
            )
        )
        annotated = np.zeros((len(names), len(raters)), dtype=np.bool_)
        annotated[: len(self.documents), _codes_in(raters, self.raters)] = self.annotated
        annotated[len(self.documents) :, _codes_in(raters, other.raters)] = other.annotated
        group = [
            _codes_in(groups, part.groups)[part.group] for part in parts if part.group is not None
        ]
        return Spans(
            tuple(names),
            raters,
            labels,
            np.concatenate([self.document, other.document + len(self.documents)]),
            rater,
            label,
            np.concatenate([self.start, other.start]),
            np.concatenate([self.end, other.end]),
            np.concatenate([self.lengths, other.lengths]),
            annotated,
            np.concatenate(group) if len(group) == len(parts) else None,
            groups,
        )

    def with_lengths(self, lengths: Mapping[str, float] | float | None) -> Spans:
        """Return the spans with stated lengths of the documents, which must contain the spans."""
        if lengths is None:
            return self
        if isinstance(lengths, Mapping):
            named = {show_label(name): _length(length) for name, length in lengths.items()}
            stated = np.array([named.get(name, np.nan) for name in self.documents])
        else:
            stated = np.full(len(self.documents), _length(lengths))
        both = replace(self, lengths=np.where(np.isnan(stated), self.lengths, stated))
        both.check_lengths()
        return both

    def check_lengths(self) -> None:
        """Refuse documents that end before a span does."""
        beyond = np.flatnonzero(self.end > self.lengths[self.document])
        if beyond.size:
            first = beyond[0]
            name = self.documents[self.document[first]]
            raise LayoutError(
                f"a span of document {name!r} ends at {self.end[first]}, and the document at "
                f"{self.lengths[self.document[first]]:g}.",
                value=int(self.end[first]),
                option="lengths",
            )

    @property
    def without_lengths(self) -> str | None:
        """Reason why unmarked text cannot be counted; None if the length of each is known."""
        unknown = np.flatnonzero(np.isnan(self.lengths))
        if not unknown.size:
            return None
        return (
            f"the length of document {self.documents[unknown[0]]!r} is unknown, and what is "
            "not marked counts as agreement. State lengths={'d1': 120}, on the command line "
            "--lengths d1=120, or give the texts."
        )

    def require_lengths(self) -> None:
        """Raise an error if the length of a document is unknown."""
        if self.without_lengths is not None:
            raise UnsupportedError(self.without_lengths)

    def require_disjoint(self) -> None:
        """Raise an error if spans of one rater overlap, which units may not."""
        order = np.lexsort((self.start, self.rater, self.document))
        same = (np.diff(self.document[order]) == 0) & (np.diff(self.rater[order]) == 0)
        overlapping = same & (self.start[order][1:] < self.end[order][:-1])
        if overlapping.any():
            first = order[int(np.argmax(overlapping))]
            raise UnsupportedError(
                f"spans of rater {self.raters[self.rater[first]]!r} overlap in document "
                f"{self.documents[self.document[first]]!r}, and units of one rater may not. "
                "Measure one label at a time with label, or use the agreement of characters."
            )

    @cached_property
    def atoms(self) -> Atoms:
        """The stretches of the documents within which nothing starts or ends."""
        return Atoms.of(self)


def _codes_in(names: Sequence[str], some: Sequence[str]) -> IntArray:
    """Return the index of each of some names."""
    return np.array([names.index(name) for name in some], dtype=np.int64)


def _length(length: object) -> float:
    """Return the length of a document, a whole number above 0."""
    number = as_number(length)
    if number is None or number <= 0 or not number.is_integer():
        raise OptionError(
            f"lengths has {length!r}, which is not a whole number above 0.",
            option="lengths",
            value=length,
            remedy="Write lengths={'d1': 120}, or one number for all documents.",
        )
    return number


@dataclass(frozen=True, eq=False)
class Atoms:
    """Stretches of documents within which no span starts or ends.

    Parameters
    ----------
    spans
        The spans.
    document, start, end
        (A,) document of each atom, its first position, and the position after its last one.
    first, last
        (S,) first atom of each span, and the atom after its last one.
    """

    spans: Spans
    document: IntArray
    start: IntArray
    end: IntArray
    first: IntArray
    last: IntArray

    @classmethod
    def of(cls, spans: Spans) -> Atoms:
        """Return the atoms of documents, up to the last span where the length is unknown."""
        size = len(spans.documents)
        ends = np.zeros(size, dtype=np.int64)
        np.maximum.at(ends, spans.document, spans.end)
        known = ~np.isnan(spans.lengths)
        ends[known] = spans.lengths[known].astype(np.int64)
        ends[~known] = np.maximum(ends[~known], 1)
        each = np.arange(size)
        document = np.concatenate([spans.document, spans.document, each, each])
        position = np.concatenate([spans.start, spans.end, np.zeros_like(ends), ends])
        room = int(position.max(initial=0)) + 1
        cuts, place = np.unique(document * room + position, return_inverse=True)
        owner, at = cuts // room, cuts % room
        inner = np.flatnonzero(owner[1:] == owner[:-1])
        index = np.full(cuts.size, -1)
        index[inner] = np.arange(inner.size)
        index_after = np.cumsum(index >= 0)  # of atoms before the cut, for cuts at an end
        before = np.concatenate([[0], index_after[:-1]])
        n = len(spans)
        first, last = before[place[:n]], before[place[n : 2 * n]]
        return cls(spans, owner[inner], at[inner], at[inner + 1], first, last)

    @property
    def size(self) -> FloatArray:
        """(A,) length of each atom."""
        return (self.end - self.start).astype(np.float64)

    def __len__(self) -> int:
        return int(self.start.size)

    def marks(self, rater: int) -> BoolArray:
        """Return (A, K) whether a rater marked an atom with a label."""
        spans = self.spans
        own = spans.rater == rater
        steps = np.zeros((len(self) + 1, len(spans.labels)), dtype=np.int32)
        np.add.at(steps, (self.first[own], spans.label[own]), 1)
        np.add.at(steps, (self.last[own], spans.label[own]), -1)
        return np.asarray(np.cumsum(steps, axis=0)[:-1] > 0)

    def units(self) -> IntArray:
        """Return (A, R) the span that covers an atom, -1 for none; spans must be disjoint."""
        spans = self.spans
        steps = np.zeros((len(self) + 1, len(spans.raters)), dtype=np.int64)
        number = np.arange(1, len(spans) + 1)
        np.add.at(steps, (self.first, spans.rater), number)
        np.add.at(steps, (self.last, spans.rater), -number)
        return np.cumsum(steps, axis=0)[:-1] - 1

    def sets(self) -> tuple[SetScale, IntArray]:
        """Return the scale of the sets of labels, and (A, R) their codes."""
        columns = [np.packbits(self.marks(g), axis=1) for g in range(len(self.spans.raters))]
        rows = np.stack(columns, axis=1).reshape(len(self) * len(columns), -1).astype(np.int64)
        first, kind = distinct_rows(rows, [256] * rows.shape[1])
        marked = np.unpackbits(rows[first].astype(np.uint8), axis=1)
        members = [tuple(np.flatnonzero(row).tolist()) for row in marked]
        order = sorted(range(len(members)), key=members.__getitem__)
        scale = SetScale.of_rows(self.spans.labels, [members[k] for k in order])
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.arange(len(order))
        return scale, rank[kind].reshape(len(self), len(columns))
