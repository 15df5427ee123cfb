"""A job's result to look at and to take along: rendered from its answer, nothing is measured."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass
from pathlib import Path

from starlette.responses import Response

from accord.errors import UnknownNameError
from accord.present import FORMS
from accord.web.faults import RefusedError
from accord.web.jobs import Job
from accord.web.worker import PICTURES

__all__ = ["FORMS", "download", "fragment", "pictures", "svg_of"]

LARGEST = 20_000_000  # letters of a result that is given a form here
RENDERING = threading.Semaphore(2)

MOST_PICTURES = 50
LARGEST_PICTURE = 20_000_000  # bytes
SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture that a job has drawn."""

    name: str
    title: str
    alt: str
    path: Path

    @property
    def svg(self) -> str:
        """The drawing itself."""
        return self.path.read_text(encoding="utf-8")


def pictures(job: Job) -> list[Drawn]:
    """Pictures of a job, as far as they are what they should be."""
    folder = job.folder / PICTURES
    index = folder / "index.json"
    if not index.is_file():
        return []
    listed = json.loads(index.read_text(encoding="utf-8"))[:MOST_PICTURES]
    sound = [entry for entry in listed if re.fullmatch(r"[A-Za-z0-9_-]{1,80}", entry["name"])]
    found = [Drawn(p["name"], p["title"], p["alt"], folder / f"{p['name']}.svg") for p in sound]
    return [drawn for drawn in found if _is_sound(drawn.path)]


def _is_sound(path: Path) -> bool:
    plain = path.is_file() and not path.is_symlink()
    return plain and path.stat().st_size <= LARGEST_PICTURE


def svg_of(job: Job, name: str) -> Response:
    """One picture; a browser that opens it by itself must not run anything in it."""
    for drawn in pictures(job):
        if drawn.name == name:
            headers = {"Content-Security-Policy": SANDBOX}
            return Response(drawn.svg, media_type="image/svg+xml", headers=headers)
    raise RefusedError(404, "UnknownNameError", "there is no such picture.")


def fragment(job: Job) -> Response:
    """The report as a part of a page."""
    return Response(_rendered(job, "fragment"), media_type="text/html; charset=utf-8")


def download(job: Job, form: str) -> Response:
    """The report as a file."""
    if form not in FORMS:
        error = UnknownNameError("form", form, FORMS, option="form")
        raise RefusedError(404, "UnknownNameError", str(error))
    headers = {"Content-Disposition": f'attachment; filename="{_filename(job, form)}"'}
    content = job.answer().encode() if form == "json" else _rendered(job, form)
    return Response(content, media_type=FORMS[form].media_type, headers=headers)


def _filename(job: Job, form: str) -> str:
    """Name of a download: the data's name as far as every system takes it, and the command's."""
    first = next(iter(job.prepared.names.values()))
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", Path(first).stem).strip("-")[:60]
    return f"{stem or 'ratings'}-{job.command.name}.{form}"


def _rendered(job: Job, form: str) -> bytes:
    from accord.errors import AccordError
    from accord.present import Picture, rendered

    text = job.answer()
    if form == "json":
        return text.encode()
    if len(text) > LARGEST:
        raise RefusedError(
            422, "UnsupportedError", "this result is too large for that form; take the JSON."
        )
    try:
        with RENDERING:
            drawn = {p.name: Picture(p.name, p.title, p.alt, p.svg) for p in pictures(job)}
            content: bytes = rendered(json.loads(text), form, drawn)
    except AccordError as error:
        raise RefusedError(422, type(error).__name__, str(error)) from None
    return content
