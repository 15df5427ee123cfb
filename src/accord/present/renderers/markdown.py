"""Documents as Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from accord.present.document import Document
from accord.present.renderers.templating import environment

__all__ = ["page"]


def page(documents: Sequence[Document]) -> bytes:
    """Return the text of a Markdown document."""
    template = environment({"md": escaped}).get_template("report.md")
    text: str = template.render(documents=[document.at("page") for document in documents])
    return text.encode()


def escaped(text: str) -> str:
    r"""Escape text for Markdown.

    >>> escaped("a_b | <i>")
    'a\\_b \\| &lt;i>'
    """
    plain = re.sub(r"[\r\n]+", " ", text).replace("&", "&amp;").replace("<", "&lt;")
    return re.sub(r"([\\`*_{}\[\]|#~$])", r"\\\1", plain)
