"""Publications that a result cites."""

from __future__ import annotations

from collections.abc import Iterable

from accord.present.records.common import Citation
from accord.statistics.references import REFERENCES

__all__ = ["with_links"]


def with_links(texts: Iterable[str]) -> tuple[Citation, ...]:
    """Return each reference once, by author, with its address."""
    links = {
        str(ref): f"https://doi.org/{ref.doi}" if ref.doi else "" for ref in REFERENCES.values()
    }
    return tuple(Citation(text, links.get(text, "")) for text in sorted(set(texts)))
