"""Renderers: a registry of the forms of a result, a module for each.

Every form is made from what ``--json`` prints, so a saved JSON file can be given every other form
without computing anything again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from accord.errors import UnknownNameError
from accord.present.document import Figure
from accord.present.documents import documents_of

__all__ = ["FORMS", "Form", "rendered"]


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a result.

    Parameters
    ----------
    media_type
        As in HTTP.
    renderer
        ``module:name`` of the function in this package that renders documents or, for data
        formats, the summary.
    data
        Whether it is a data format.
    views
        Whether it shows the views of a report without ``--details``.
    """

    media_type: str
    renderer: str
    data: bool = False
    views: bool = False

    def render(self, summary: Mapping[str, Any], figures: Mapping[str, Figure] | None) -> bytes:
        """Return a result in this form."""
        module, _, name = self.renderer.partition(":")
        page = getattr(import_module(f"{__name__}.{module}"), name)
        result: bytes = page(summary if self.data else documents_of(summary, figures))
        return result


EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMS: dict[str, Form] = {
    "html": Form("text/html; charset=utf-8", "html:page", views=True),
    "md": Form("text/markdown; charset=utf-8", "markdown:page", views=True),
    "tex": Form("application/x-tex", "latex:page", views=True),
    "xlsx": Form(EXCEL, "workbook:page", views=True),
    "csv": Form("text/csv; charset=utf-8", "csv:page", data=True),
    "json": Form("application/json", "json:page", data=True),
    "txt": Form("text/plain; charset=utf-8", "terminal:page_bytes"),
}
FRAGMENT = Form("text/html; charset=utf-8", "html:fragment", views=True)  # for the web page


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
    return chosen.render(summary, figures)
