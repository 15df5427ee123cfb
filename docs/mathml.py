"""Formulas as MathML, written when the site is built: pages need neither scripts nor a network."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from docutils.utils.math import MathError, pick_math_environment
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.errors import ExtensionError
from sphinx.util.math import get_node_equation_number

__all__ = ["setup"]

ACCENTED = re.compile(r"(\\(?:bar|hat|tilde) ?(?:\{[^{}]*\}|\\[a-zA-Z]+|[a-zA-Z]))(?=[_^])")


def setup(app: Any) -> dict[str, bool]:
    """Register the renderer; ``html_math_renderer = "mathml"`` selects it."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _inline(translator: Any, node: nodes.math) -> None:
    translator.body.append(_mathml(node, node.astext(), as_block=False))
    raise nodes.SkipNode


def _block(translator: Any, node: nodes.math_block) -> None:
    text = node.astext()
    environment = pick_math_environment(text)
    formula = text if environment == "equation*" else rf"\begin{{aligned}}{text}\end{{aligned}}"
    translator.body.append(translator.starttag(node, "div", CLASS="formula"))
    translator.body.append(_mathml(node, formula, as_block=True))
    if node["number"]:
        number = get_node_equation_number(translator, node)
        translator.body.append(f'<span class="eqno">({number})</span>')
    translator.body.append("</div>\n")
    raise nodes.SkipNode


def _mathml(node: nodes.Element, formula: str, *, as_block: bool) -> str:
    grouped = ACCENTED.sub(r"{\1{}}", formula)  # else a subscript would be set below the accent
    try:
        return str(tex2mathml(grouped, as_block=as_block))
    except MathError as error:
        where = f"{node.source}:{node.line}"
        raise ExtensionError(
            f"{where}: the formula {formula!r} cannot be typeset: {error}"
        ) from error
