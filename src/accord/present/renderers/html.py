"""Documents as HTML: a page, the body of one, or the blocks that a notebook shows."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

from accord.present.document import Block, Document
from accord.present.renderers.templating import environment

__all__ = ["blocks", "fragment", "page"]


def page(documents: Sequence[Document]) -> bytes:
    """A page that fetches nothing."""
    return _rendered("report.html", documents=_all(documents), level=1)


def fragment(documents: Sequence[Document]) -> bytes:
    """The body of a page, below its headings."""
    return _rendered("body.html", documents=_all(documents), level=3)


def blocks(shown: Sequence[Block]) -> str:
    """Blocks alone."""
    return _rendered("notebook.html", blocks=shown).decode()


def _all(documents: Sequence[Document]) -> list[Document]:
    return [document.at("help") for document in documents]


def _rendered(template: str, **context: Any) -> bytes:
    text: str = environment({"data_uri": data_uri}).get_template(template).render(**context)
    return text.encode()


def data_uri(svg: str) -> str:
    """Figure as an address, which can neither run scripts nor clash with the page."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
