"""Results of jobs as pages, files and figures, rendered from the JSON that the command printed."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass
from pathlib import Path

from starlette.responses import Response

from accord.errors import UnknownNameError
from accord.present import FORMS
from accord.web.errors import RequestError
from accord.web.jobs import Job
from accord.web.worker import FIGURES, RESULT

__all__ = ["FORMS", "download", "figures_of", "forms_of", "fragment", "svg_of"]

LARGEST_RESULT = 20_000_000  # bytes of a result that is rendered in other forms than JSON
RENDERING = threading.Semaphore(2)

MOST_FIGURES = 50
LARGEST_FIGURE = 20_000_000  # bytes
SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"


@dataclass(frozen=True, slots=True)
class StoredFigure:
    """A figure that a job has drawn to a file."""

    name: str
    title: str
    alt: str
    path: Path

    @property
    def svg(self) -> str:
        """The content of the file."""
        return self.path.read_text(encoding="utf-8")


def figures_of(job: Job) -> list[StoredFigure]:
    """Return the figures of a job, without entries that are not valid."""
    folder = job.folder / FIGURES
    index = folder / "index.json"
    if not index.is_file():
        return []
    entries = json.loads(index.read_text(encoding="utf-8"))[:MOST_FIGURES]
    figures = [
        StoredFigure(entry["name"], entry["title"], entry["alt"], folder / f"{entry['name']}.svg")
        for entry in entries
        if re.fullmatch(r"[A-Za-z0-9_-]{1,80}", entry["name"])
    ]
    return [figure for figure in figures if _is_valid(figure.path)]


def _is_valid(path: Path) -> bool:
    regular = path.is_file() and not path.is_symlink()
    return regular and path.stat().st_size <= LARGEST_FIGURE


def svg_of(job: Job, name: str) -> Response:
    """Return a figure; its headers keep a browser from running scripts in it."""
    for figure in figures_of(job):
        if figure.name == name:
            headers = {"Content-Security-Policy": SANDBOX}
            return Response(figure.svg, media_type="image/svg+xml", headers=headers)
    raise RequestError(404, "UnknownNameError", "There is no such figure.")


def forms_of(job: Job) -> list[str]:
    """Return the forms that a result can have: JSON alone if it is too large for the others."""
    return ["json"] if _is_too_large(job) else list(FORMS)


def _is_too_large(job: Job) -> bool:
    return (job.folder / RESULT).stat().st_size > LARGEST_RESULT


def fragment(job: Job) -> Response:
    """Return the report as a part of a page."""
    return Response(_render(job, "fragment"), media_type="text/html; charset=utf-8")


def download(job: Job, form: str) -> Response:
    """Return the report as a file."""
    if form not in FORMS:
        error = UnknownNameError("form", form, FORMS, option="form")
        raise RequestError(404, "UnknownNameError", str(error))
    headers = {"Content-Disposition": f'attachment; filename="{_filename(job, form)}"'}
    return Response(_render(job, form), media_type=FORMS[form].media_type, headers=headers)


def _filename(job: Job, form: str) -> str:
    """Return the name of a download: name of the data, in letters of every system, and command."""
    first = next(iter(job.prepared.names.values()))
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", Path(first).stem).strip("-")[:60]
    return f"{stem or 'ratings'}-{job.command.name}.{form}"


def _render(job: Job, form: str) -> bytes:
    from accord.errors import AccordError
    from accord.present import Figure, rendered

    if form == "json":  # as the command printed it
        return (job.folder / RESULT).read_bytes()
    if _is_too_large(job):
        raise RequestError(
            422, "ResultSizeError", "This result is too large for that form. Download the JSON."
        )
    try:
        with RENDERING:
            text = job.result()
            figures = {f.name: Figure(f.name, f.title, f.alt, f.svg) for f in figures_of(job)}
            content: bytes = rendered(json.loads(text), form, figures)
    except AccordError as error:
        raise RequestError(422, type(error).__name__, str(error)) from None
    return content
