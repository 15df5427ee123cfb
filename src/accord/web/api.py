"""Routes of the interface for programs: uploads, jobs, and a route for each command."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from starlette.datastructures import FormData, UploadFile
from starlette.responses import Response

from accord.base.json_text import json_text
from accord.version import __version__
from accord.web.choices import list_choices, list_coefficients
from accord.web.downloads import FORMS, download, figures_of, forms_of, fragment, svg_of
from accord.web.errors import RequestError
from accord.web.examples import list_examples, read_example
from accord.web.fields import Command, find_command, load_commands
from accord.web.forms import content_type, read_form
from accord.web.jobs import Job, Jobs
from accord.web.preparation import MOST_FILES
from accord.web.schemas import ERRORS, command_body, job_body, upload_body
from accord.web.settings import ServerSettings
from accord.web.uploads import Upload, Uploads

__all__ = ["api_routes"]

MOST_FIELDS = 100
LONGEST_FIELD = 2_000_000  # bytes: pasted ratings, or a matrix of weights


def api_routes(settings: ServerSettings, uploads: Uploads, jobs: Jobs) -> APIRouter:
    """Return the routes of the interface."""
    router = APIRouter(prefix="/api", responses=ERRORS)
    _add_registries(router, settings, jobs)
    _add_jobs(router, uploads, jobs)
    for command in load_commands().values():
        router.add_api_route(
            f"/{command.name}",
            _command_route(command, uploads, jobs),
            methods=["POST"],
            name=command.name,
            summary=command.summary,
            openapi_extra=command_body(command),
        )
    return router


def _add_registries(router: APIRouter, settings: ServerSettings, jobs: Jobs) -> None:
    """Add the routes that list what the server offers."""

    @router.get("/health", summary="State of the server and number of running jobs.")
    async def health() -> dict[str, Any]:
        return {
            "status": "ok",
            "accord": __version__,
            "workers": settings.workers,
            "busy": jobs.running,
        }

    @router.get("/examples", summary="Examples, with the options that suit them.")
    async def examples() -> list[dict[str, Any]]:
        return list_examples()

    @router.get("/coefficients", summary="Registered coefficients.")
    async def coefficients() -> list[dict[str, Any]]:
        return list_coefficients()

    @router.get("/choices", summary="Weights, benchmark scales, levels, layouts and readers.")
    async def choices() -> dict[str, Any]:
        return list_choices()

    @router.get("/options/{command}", summary="Options of a command.")
    async def options(command: str) -> list[dict[str, Any]]:
        return [field.to_dict() for field in find_command(command).fields.values()]


def _add_jobs(router: APIRouter, uploads: Uploads, jobs: Jobs) -> None:
    """Add the routes of uploads and jobs."""

    @router.post(
        "/uploads",
        status_code=201,
        summary="Upload a file, a pasted text or an example.",
        openapi_extra=upload_body(),
    )
    async def add_upload(request: Request) -> dict[str, Any]:
        form = await _read_form(request)
        try:
            upload = await _store_one(form, uploads)
        finally:
            await form.close()
        return {"upload": upload.key, "name": upload.name, "size": upload.size}

    @router.post("/jobs", status_code=202, summary="Start a command.", openapi_extra=job_body())
    async def start_job(request: Request) -> dict[str, Any]:
        command, keys, options = await _read_job(request)
        files = [uploads.find(key) for key in keys]
        return {"job": jobs.submit(command, files, options, with_figures=True).key}

    @router.get("/jobs/{key}", summary="State, progress and result of a job.")
    async def get_job(key: str, result: bool = True) -> Response:
        return await _describe_job(jobs.find(key), with_result=result)

    @router.delete("/jobs/{key}", summary="Cancel a job, or delete its result.")
    async def delete_job(key: str) -> dict[str, Any]:
        job = jobs.find(key)
        if job.ended:
            await jobs.delete(job)
        jobs.cancel(job)
        return {"job": key, "state": job.state}

    @router.get("/jobs/{key}/fragment", summary="The report as a part of a page.")
    async def get_fragment(key: str) -> Response:
        return await asyncio.to_thread(fragment, _successful(jobs.find(key)))

    @router.get("/jobs/{key}/download/{form}", summary=f"The report as {', '.join(FORMS)}.")
    async def get_download(key: str, form: str) -> Response:
        return await asyncio.to_thread(download, _successful(jobs.find(key)), form)

    @router.get("/jobs/{key}/pictures/{name}.svg", summary="A figure of the result.")
    async def get_figure(key: str, name: str) -> Response:
        return await asyncio.to_thread(svg_of, _successful(jobs.find(key)), name)


def _command_route(
    command: Command, uploads: Uploads, jobs: Jobs
) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    """Return a route that runs a command and answers with its result."""

    async def run(request: Request) -> Response:
        form = await _read_form(request)
        files: list[Upload] = []
        try:
            for name, value in form.multi_items():
                if name == "file":
                    files.append(await _store(value, uploads))
            options = [(name, value) for name, value in form.multi_items() if name != "file"]
            job = jobs.submit(command, files, _check_texts(options))
        finally:
            await form.close()
            uploads.delete(*(upload.key for upload in files))
        try:
            await _wait(job, request)
            text = await asyncio.to_thread(_successful(job).result)
            return Response(text, media_type="application/json")
        finally:
            await jobs.delete(job)

    return run


async def _wait(job: Job, request: Request) -> None:
    """Wait until a job has ended or its client has disconnected."""
    finished = asyncio.create_task(job.finished.wait())
    disconnected = asyncio.create_task(_wait_for_disconnect(request))
    try:
        await asyncio.wait({finished, disconnected}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        finished.cancel()
        disconnected.cancel()
    if not job.finished.is_set():
        raise RequestError(499, "GoneError", "The client has disconnected.")


async def _wait_for_disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _successful(job: Job) -> Job:
    """Return a job that has a result, or raise the reason why it has none."""
    if job.error is not None:
        raise replace(job.error)
    if job.state == "cancelled":
        raise RequestError(409, "CancelledError", "The job was cancelled.")
    if job.state != "done":
        raise RequestError(409, "UnfinishedError", "The job has not ended yet.")
    return job


async def _describe_job(job: Job, *, with_result: bool) -> Response:
    """Return the state of a job, with its result exactly as the command printed it."""
    facts: dict[str, Any] = {
        "job": job.key,
        "state": job.state,
        "progress": job.progress,
        "error": job.error.error if job.error is not None else None,
        "command": job.prepared.command_line,
        "pictures": [],
        "forms": [],
    }
    result = "null"
    if job.state == "done":
        figures = await asyncio.to_thread(figures_of, job)
        facts["forms"] = await asyncio.to_thread(forms_of, job)
        facts["pictures"] = [{"name": f.name, "title": f.title, "alt": f.alt} for f in figures]
        if with_result:
            result = await asyncio.to_thread(job.result)
    text = json_text(facts, indent=None)
    return Response(f'{text[:-1]}, "result": {result}}}', media_type="application/json")


async def _read_form(request: Request) -> FormData:
    return await read_form(
        request, most_files=MOST_FILES, most_fields=MOST_FIELDS, longest_field=LONGEST_FIELD
    )


async def _store_one(form: FormData, uploads: Uploads) -> Upload:
    """Store the one file, text or example of a form."""
    sources = [name for name, _ in form.multi_items() if name in ("file", "text", "example")]
    if len(sources) != 1:
        raise RequestError(422, "FormError", "Send one of the fields file, text and example.")
    (source,) = sources
    unknown = set(form) - {"file", "text", "example", "name"}
    if unknown:
        raise RequestError(422, "FormError", f"There is no field {min(unknown)!r}.", min(unknown))
    value, name = form[source], form.get("name")
    if source == "file":
        return await _store(value, uploads)
    if not isinstance(value, str) or isinstance(name, UploadFile):
        raise RequestError(422, "FormError", f"The field {source} is a text, not a file.", source)
    if source == "example":
        return await asyncio.to_thread(uploads.add, io.BytesIO(read_example(value)), value)
    if not value.strip():
        raise RequestError(422, "EmptyInputError", "The text is empty.", "text")
    content = io.BytesIO(value.encode("utf-8", "replace"))
    return await asyncio.to_thread(uploads.add, content, name or "pasted.csv")


async def _store(value: UploadFile | str, uploads: Uploads) -> Upload:
    if isinstance(value, str):
        raise RequestError(
            422, "FormError", "The field file is a file with its name, not a text.", "file"
        )
    return await asyncio.to_thread(uploads.add, value.file, value.filename)


def _check_texts(options: list[tuple[str, UploadFile | str]]) -> list[tuple[str, str]]:
    files = [name for name, value in options if not isinstance(value, str)]
    if files:
        raise RequestError(
            422,
            "FormError",
            f"The field {files[0]} is a text, not a file; send ratings as the field 'file'.",
            files[0],
        )
    return [(name, value) for name, value in options if isinstance(value, str)]


async def _read_job(request: Request) -> tuple[Command, list[str], list[tuple[str, Any]]]:
    """Read the command, the uploads and the options of a job, from JSON or a form."""
    if content_type(request) == "application/json":
        document: Any = None
        with suppress(ValueError, RecursionError):
            document = json.loads(await request.body())
        if not isinstance(document, dict):
            raise RequestError(422, "FormError", "The request is not a JSON object.")
        options = document.get("options") or {}
        if not isinstance(options, dict):
            raise RequestError(422, "FormError", "options must be an object.", "options")
        pairs = list(options.items())
        keys, name = document.get("uploads"), document.get("command")
    else:
        form = await _read_form(request)
        await form.close()
        keys, name = form.getlist("uploads"), form.get("command")
        fields = [pair for pair in form.multi_items() if pair[0] not in ("uploads", "command")]
        pairs = list(_check_texts(fields))
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        raise RequestError(
            422, "FormError", "uploads must be a list of keys from /api/uploads.", "uploads"
        )
    return find_command(str(name)), keys, pairs
