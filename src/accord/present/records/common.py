"""Entries that the records of all kinds of results have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from accord.base.serialise import Record, written
from accord.base.wording import Doubt

__all__ = ["INLINE", "SCHEMA", "Citation", "Reported", "Summary", "doubtful"]

SCHEMA = 1  # version of the JSON; incremented when an entry changes its meaning or is removed
INLINE = written(inline=True)


@dataclass(frozen=True, slots=True)
class Citation(Record):
    """A publication.

    Parameters
    ----------
    text
        The publication as it is cited.
    url
        Its address; empty if there is none.
    """

    text: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary(Record):
    """What ``--json`` prints.

    Parameters
    ----------
    kind
        Kind of result.
    schema
        Version of the JSON.
    source
        Names of the files.
    doubts
        The warnings that the data may not have been read as intended.
    """

    kind: str
    schema: int = SCHEMA
    source: str | None = ""
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported(Summary):
    """Parts that reports have in common.

    Parameters
    ----------
    apa
        Sentences to paste into a paper.
    methods
        Methods, in words.
    references
        Publications of the methods that are used.
    reproduce
        The command line and the call in Python that reproduce the result.
    """

    apa: str
    methods: str
    references: tuple[Citation, ...]
    reproduce: Mapping[str, str]


def doubtful(warnings: Iterable[str]) -> tuple[str, ...]:
    """Return the warnings that the data may not have been read as intended."""
    return tuple(str(text) for text in warnings if isinstance(text, Doubt))
