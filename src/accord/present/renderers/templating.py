"""Templates of HTML, Markdown and LaTeX, with the filters that each needs to escape text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

__all__ = ["environment"]

ANGLES: dict[str, Any] = {  # in LaTeX braces have a meaning of their own
    "block_start_string": "<%",
    "block_end_string": "%>",
    "variable_start_string": "<<",
    "variable_end_string": ">>",
    "comment_start_string": "<#",
    "comment_end_string": "#>",
}


def environment(filters: Mapping[str, Callable[[str], str]], *, angles: bool = False) -> Any:
    """Environment of the templates of a form; ``angles`` writes tags as in LaTeX templates."""
    return _environment(tuple(filters.items()), angles)


@cache
def _environment(filters: tuple[tuple[str, Callable[[str], str]], ...], angles: bool) -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    made = Environment(
        loader=PackageLoader("accord.present"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        **(ANGLES if angles else {}),
    )
    made.filters |= dict(filters)
    return made
