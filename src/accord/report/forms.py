"""The forms of a report: HTML, Markdown, LaTeX, CSV, Excel, JSON, all from one summary."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from accord.errors import UnknownNameError
from accord.report.agreement_document import agreement_document
from accord.report.comparison_document import comparison_document
from accord.report.document import Document, Picture
from accord.report.evaluation_document import evaluation_document
from accord.report.table import summary_csv
from accord.report.workbook import workbook
from accord.scale import clean

__all__ = ["FORMS", "document_of", "rendered", "schema_of", "templates"]

DOCUMENTS: dict[str, Callable[[Mapping[str, Any], Mapping[str, Picture]], Document]] = {
    "report": agreement_document,
    "comparison": comparison_document,
    "evaluation": evaluation_document,
}
FORMS = ("html", "md", "json", "csv", "tex", "xlsx")
ANGLES: dict[str, Any] = {
    "block_start_string": "<%",
    "block_end_string": "%>",
    "variable_start_string": "<<",
    "variable_end_string": ">>",
    "comment_start_string": "<#",
    "comment_end_string": "#>",
}
TEMPLATES = {"html": "report.html", "fragment": "body.html", "md": "report.md", "tex": "report.tex"}


def rendered(
    summary: Mapping[str, Any], form: str, pictures: Mapping[str, Picture] | None = None
) -> bytes:
    """The report in one of its forms.

    Parameters
    ----------
    summary
        What ``--json`` prints.
    form
        One of `FORMS`, or ``fragment``: the HTML of the page's body.
    pictures
        Drawings by name; only HTML holds them.
    """
    if form == "json":
        return (json.dumps(summary, indent=2, ensure_ascii=False) + "\n").encode()
    if form == "csv":
        return summary_csv(summary).encode()
    documents = [document_of(part, pictures or {}) for part in _parts(summary)]
    if form == "xlsx":
        return workbook(documents)
    if form not in TEMPLATES:
        raise UnknownNameError("form of a report", form, FORMS, option="form")
    level = 3 if form == "fragment" else 1  # below the headings of the page
    template = templates(form).get_template(TEMPLATES[form])
    text: str = template.render(documents=documents, level=level)
    return text.encode()


def document_of(summary: Mapping[str, Any], pictures: Mapping[str, Picture]) -> Document:
    """The document of a summary, by its kind, rid of anything that could steer a program."""
    document: Document = _cleaned(DOCUMENTS[summary["kind"]](summary, pictures))
    return document


def _cleaned(part: Any) -> Any:
    """Part of a document with its texts cleaned line by line; drawings are as they are."""
    if isinstance(part, str):
        return "\n".join(clean(line) for line in part.split("\n"))
    if isinstance(part, tuple):
        return tuple(_cleaned(item) for item in part)
    if not is_dataclass(part):
        return part
    names = [f.name for f in fields(part) if f.init and f.name != "svg"]
    cleaned: Any = replace  # of whatever kind the part is
    return cleaned(part, **{name: _cleaned(getattr(part, name)) for name in names})


def _parts(summary: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """A summary of several questions is several summaries."""
    if "questions" not in summary:
        return [summary]
    return [
        {**part, "source": f"{summary.get('source', '')}, question {part['question']}"}
        for part in summary["questions"]
    ]


@cache
def templates(form: str = "html") -> Any:
    """The templates, with what they need to escape; in LaTeX braces are taken."""
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    found = Environment(
        loader=PackageLoader("accord.report"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        **(ANGLES if form == "tex" else {}),
    )
    found.filters |= {
        "md": markdown,
        "tex": latex,
        "typed": typed,
        "data_uri": data_uri,
        "slug": slug,
    }
    return found


def schema_of(kind: str) -> str:
    """JSON Schema of a kind of summary."""
    return (files("accord.report") / "schemas" / f"{kind}.json").read_text(encoding="utf-8")


def data_uri(svg: str) -> str:
    """Drawing as an address, which can neither run scripts nor clash with the page."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


def slug(text: str) -> str:
    """Text as the name of a place in a page.

    >>> slug("Why kappa is what it is")
    'why-kappa-is-what-it-is'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def markdown(text: str) -> str:
    r"""Text that Markdown leaves as it is.

    >>> markdown("a_b | <i>")
    'a\\_b \\| &lt;i>'
    """
    plain = re.sub(r"[\r\n]+", " ", text).replace("&", "&amp;").replace("<", "&lt;")
    return re.sub(r"([\\`*_{}\[\]|#~$])", r"\\\1", plain)


LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "−": r"$-$", "–": "--", "±": r"$\pm$",
    "κ": r"$\kappa$", "α": r"$\alpha$", "π": r"$\pi$", "χ": r"$\chi$", "ρ": r"$\rho$",
    "τ": r"$\tau$", "γ": r"$\gamma$", "ε": r"$\epsilon$", "σ": r"$\sigma$", "δ": r"$\delta$",
    "Σ": r"$\Sigma$", "ℜ": r"$\Re$", "²": r"\textsuperscript{2}", "≥": r"$\geq$", "≤": r"$\leq$",
    "≠": r"$\neq$", "×": r"$\times$", "…": r"\ldots{}", "̄": "", "∞": r"$\infty$",
}  # fmt: skip


def typed(text: str) -> str:
    r"""Text that LaTeX prints letter by letter, as it is typed.

    >>> typed("--by 'x'")
    '{-}{-}by \\textquotesingle{}x\\textquotesingle{}'
    """
    plain = latex(text).replace("-", "{-}").replace("'", r"\textquotesingle{}")
    return plain.replace('"', r"\textquotedbl{}")


def latex(text: str) -> str:
    r"""Text that LaTeX leaves as it is.

    >>> latex("50% of a_b")
    '50\\% of a\\_b'
    """
    return "".join(LATEX.get(letter, letter) for letter in text.replace("\n", " "))
