"""Templates of HTML, Markdown and LaTeX, with the filters that escape text in each form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

__all__ = ["environment"]

ANGLES: dict[str, Any] = {  # because braces are part of the syntax of LaTeX
    "block_start_string": "<%",
    "block_end_string": "%>",
    "variable_start_string": "<<",
    "variable_end_string": ">>",
    "comment_start_string": "<#",
    "comment_end_string": "#>",
}


def environment(filters: Mapping[str, Callable[[str], str]], *, angles: bool = False) -> Any:
    """Return the templates of a form; with ``angles``, tags are in angle brackets, for LaTeX."""
    return _environment(tuple(filters.items()), angles)


@cache
def _environment(filters: tuple[tuple[str, Callable[[str], str]], ...], angles: bool) -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    templates = Environment(
        loader=PackageLoader("accord.present"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        **(ANGLES if angles else {}),
    )
    templates.filters |= dict(filters)
    return templates
