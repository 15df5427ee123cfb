"""Renderers: a registry of the forms of a result.

Every form is made from what ``--json`` prints, so a saved JSON file can be given every other form
without computing anything again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accord.errors import UnknownNameError
from accord.present.document import Document, Figure
from accord.present.documents import documents_of
from accord.present.renderers import csv, html, json, latex, markdown, terminal, workbook

__all__ = ["FORMS", "Form", "rendered"]


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a result.

    Parameters
    ----------
    media_type
        As in HTTP.
    of_documents, of_summary
        Function that renders documents or, for data formats, the summary; one of them is given.
    views
        Whether it shows the views of a report without ``--details``.
    """

    media_type: str
    of_documents: Callable[[Sequence[Document]], bytes] | None = None
    of_summary: Callable[[Mapping[str, Any]], bytes] | None = None
    views: bool = False


EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMS: dict[str, Form] = {
    "html": Form("text/html; charset=utf-8", html.page, views=True),
    "md": Form("text/markdown; charset=utf-8", markdown.page, views=True),
    "tex": Form("application/x-tex", latex.page, views=True),
    "xlsx": Form(EXCEL, workbook.page, views=True),
    "csv": Form("text/csv; charset=utf-8", of_summary=csv.page),
    "json": Form("application/json", of_summary=json.page),
    "txt": Form("text/plain; charset=utf-8", terminal.page_bytes),
}
FRAGMENT = Form("text/html; charset=utf-8", html.fragment, views=True)  # for the web page


def rendered(
    summary: Mapping[str, Any], form: str, figures: Mapping[str, Figure] | None = None
) -> bytes:
    """Render a result in one of its forms.

    Parameters
    ----------
    summary
        What ``--json`` prints.
    form
        One of `FORMS`, or ``fragment``: the body of a page.
    figures
        Figures by name; only HTML contains them.
    """
    if form not in (*FORMS, "fragment"):
        raise UnknownNameError("form of a result", form, FORMS, option="form")
    chosen = FRAGMENT if form == "fragment" else FORMS[form]
    if chosen.of_summary is not None:
        return chosen.of_summary(summary)
    assert chosen.of_documents is not None
    return chosen.of_documents(documents_of(summary, figures))
