"""Sections of docstrings, and what they say of the fields of a dataclass."""

from __future__ import annotations

import inspect
import re

__all__ = ["field_texts", "sections_of"]

SECTION = re.compile(r"^(\w[\w ]*)\n-+$", re.MULTILINE)
ENTRY = re.compile(r"^(\w[\w, ]*)\n((?:[ ]{4}.*\n?|\n)+)", re.MULTILINE)


def sections_of(doc: str) -> tuple[str, dict[str, str]]:
    r"""Split a docstring into its text and its sections.

    >>> sections_of("Summary.\n\nNotes\n-----\nA formula.")
    ('Summary.', {'Notes': 'A formula.'})
    """
    text, *rest = SECTION.split(doc.strip())
    named = zip(rest[::2], rest[1::2], strict=True)
    return text.strip(), {title: body.strip() for title, body in named}


def field_texts(kind: type) -> dict[str, str]:
    """Return what the docstrings of a class and of its bases say of its fields, by name."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        doc = inspect.cleandoc(base.__doc__ or "")
        for names, text in ENTRY.findall(sections_of(doc)[1].get("Parameters", "")):
            found |= {name.strip(): " ".join(text.split()) for name in names.split(",")}
    return found
