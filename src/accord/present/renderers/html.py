"""Documents as HTML: a page, the body of a page, or the blocks that a notebook shows."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

from accord.present.document import Block, Document
from accord.present.renderers.templating import environment

__all__ = ["blocks", "fragment", "page"]


def page(documents: Sequence[Document]) -> bytes:
    """Return a page that loads nothing from elsewhere."""
    return _rendered("report.html", documents=_all(documents), level=1)


def fragment(documents: Sequence[Document]) -> bytes:
    """Return the body of a page, with headings below those of the page."""
    return _rendered("body.html", documents=_all(documents), level=3)


def blocks(shown: Sequence[Block]) -> str:
    """Return blocks without a page."""
    return _rendered("notebook.html", blocks=shown).decode()


def _all(documents: Sequence[Document]) -> list[Document]:
    return [document.at("help") for document in documents]


def _rendered(template: str, **context: Any) -> bytes:
    text: str = environment({"data_uri": data_uri}).get_template(template).render(**context)
    return text.encode()


def data_uri(svg: str) -> str:
    """Return a figure as a data URI, which cannot run scripts or change the style of the page."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
