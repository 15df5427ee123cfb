"""Documents as LaTeX."""

from __future__ import annotations

from collections.abc import Sequence

from accord.present.document import Document
from accord.present.renderers.templating import environment

__all__ = ["page"]

LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "−": r"$-$", "–": "--", "±": r"$\pm$",
    "κ": r"$\kappa$", "α": r"$\alpha$", "π": r"$\pi$", "χ": r"$\chi$", "ρ": r"$\rho$",
    "τ": r"$\tau$", "γ": r"$\gamma$", "ε": r"$\epsilon$", "σ": r"$\sigma$", "δ": r"$\delta$",
    "μ": r"$\mu$", "Σ": r"$\Sigma$", "ℜ": r"$\Re$", "²": r"\textsuperscript{2}", "≥": r"$\geq$",
    "≤": r"$\leq$", "≠": r"$\neq$", "×": r"$\times$", "…": r"\ldots{}", "̄": "", "∞": r"$\infty$",
}  # fmt: skip


def page(documents: Sequence[Document]) -> bytes:
    """Return the source of a LaTeX document."""
    templates = environment({"tex": escaped, "typed": typed}, angles=True)
    text: str = templates.get_template("report.tex").render(
        documents=[document.at("page") for document in documents]
    )
    return text.encode()


def escaped(text: str) -> str:
    r"""Escape text for LaTeX.

    >>> escaped("50% of a_b")
    '50\\% of a\\_b'
    """
    return "".join(LATEX.get(letter, letter) for letter in text.replace("\n", " "))


def typed(text: str) -> str:
    r"""Escape text so that LaTeX prints every character as it is, without ligatures.

    >>> typed("--by 'x'")
    '{-}{-}by \\textquotesingle{}x\\textquotesingle{}'
    """
    plain = escaped(text).replace("-", "{-}").replace("'", r"\textquotesingle{}")
    return plain.replace('"', r"\textquotedbl{}")
