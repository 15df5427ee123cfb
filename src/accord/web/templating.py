"""Templates of the pages."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from accord.version import __version__

__all__ = ["render"]


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("accord.web", "templates"), autoescape=True, undefined=StrictUndefined
    )


def render(template: str, **context: Any) -> str:
    """Return a page; texts are escaped."""
    context = {"error": None, **context, "version": __version__}
    return _templates().get_template(template).render(context)
