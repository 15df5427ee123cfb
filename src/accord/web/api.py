"""The interface for programs: uploads, jobs, and the commands themselves as requests."""

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

from accord.version import __version__
from accord.web.choices import choices, coefficients
from accord.web.describing import ERRORS, body_of, job_body, upload_body
from accord.web.downloads import FORMS, download, fragment, pictures, svg_of
from accord.web.examples import example, examples
from accord.web.faults import RefusedError
from accord.web.fields import Command, command_named, commands
from accord.web.jobs import Job, Jobs
from accord.web.orders import MOST_FILES
from accord.web.settings import Settings
from accord.web.uploads import Upload, Uploads

__all__ = ["api"]

MOST_FIELDS = 100
LONGEST_FIELD = 2_000_000  # bytes: pasted ratings, or a matrix of weights


def api(settings: Settings, uploads: Uploads, jobs: Jobs) -> APIRouter:
    """Routes of the interface."""
    router = APIRouter(prefix="/api", responses=ERRORS)

    @router.get("/health", summary="Whether the server lives, and how busy it is.")
    async def health() -> dict[str, Any]:
        return {
            "status": "ok",
            "accord": __version__,
            "workers": settings.workers,
            "busy": jobs.busy,
        }

    @router.get("/examples", summary="Examples to try.")
    async def list_examples() -> list[dict[str, Any]]:
        return examples()

    @router.get("/coefficients", summary="The register of coefficients.")
    async def list_coefficients() -> list[dict[str, Any]]:
        return coefficients()

    @router.get("/choices", summary="Weights, benchmark scales, levels, layouts and readers.")
    async def list_choices() -> dict[str, Any]:
        return choices()

    @router.get("/options/{command}", summary="The options of a command.")
    async def list_options(command: str) -> list[dict[str, Any]]:
        return [field.to_dict() for field in command_named(command).fields.values()]

    @router.post(
        "/uploads",
        status_code=201,
        summary="Send a file, a pasted text, or the name of an example.",
        openapi_extra=upload_body(),
    )
    async def upload(request: Request) -> dict[str, Any]:
        form = await _form(request)
        try:
            kept = await _kept(form, uploads)
        finally:
            await form.close()
        return {"upload": kept.key, "name": kept.name, "size": kept.size}

    @router.post("/jobs", status_code=202, summary="Start a command.", openapi_extra=job_body())
    async def start(request: Request) -> dict[str, Any]:
        command, keys, options = await _asked(request)
        job = jobs.submit(command, [uploads.find(key) for key in keys], options, drawn=True)
        return {"job": job.key}

    @router.get("/jobs/{key}", summary="How far a job is, and its result.")
    async def look(key: str) -> Response:
        return await _told(jobs.find(key))

    @router.delete("/jobs/{key}", summary="End a job, or forget its result.")
    async def cancel(key: str) -> dict[str, Any]:
        job = jobs.find(key)
        if job.over:
            await jobs.forget(job)
        jobs.cancel(job)
        return {"job": key, "state": job.state}

    @router.get("/jobs/{key}/fragment", summary="The report as a part of a page.")
    async def show(key: str) -> Response:
        return await asyncio.to_thread(fragment, _done(jobs.find(key)))

    @router.get("/jobs/{key}/download/{form}", summary=f"The report as {', '.join(FORMS)}.")
    async def take(key: str, form: str) -> Response:
        return await asyncio.to_thread(download, _done(jobs.find(key)), form)

    @router.get("/jobs/{key}/pictures/{name}.svg", summary="A picture of the result.")
    async def draw(key: str, name: str) -> Response:
        return await asyncio.to_thread(svg_of, _done(jobs.find(key)), name)

    for command in commands().values():
        router.add_api_route(
            f"/{command.name}",
            _at_once(command, uploads, jobs),
            methods=["POST"],
            name=command.name,
            summary=command.summary,
            openapi_extra=body_of(command),
        )
    return router


def _at_once(
    command: Command, uploads: Uploads, jobs: Jobs
) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    """Route that runs a command and answers what it prints."""

    async def run(request: Request) -> Response:
        form = await _form(request)
        given: list[Upload] = []
        try:
            for name, value in form.multi_items():
                if name == "file":
                    given.append(await _stored(value, uploads))
            options = [(name, value) for name, value in form.multi_items() if name != "file"]
            job = jobs.submit(command, given, _texts(options))
        finally:
            await form.close()
            uploads.forget(*(upload.key for upload in given))
        try:
            await _finished(job, request)
            text = await asyncio.to_thread(_done(job).answer)
            return Response(text, media_type="application/json")
        finally:
            await jobs.forget(job)

    return run


async def _finished(job: Job, request: Request) -> None:
    """Wait for a job, unless nobody waits for it any more."""
    waiting = asyncio.create_task(job.finished.wait())
    leaving = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({waiting, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
        leaving.cancel()
    if not job.finished.is_set():
        raise RefusedError(499, "GoneError", "the client has left.")


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _done(job: Job) -> Job:
    """The job, if there is a result to be had of it."""
    if job.fault is not None:
        raise replace(job.fault)
    if job.state == "cancelled":
        raise RefusedError(409, "CancelledError", "the job was cancelled.")
    if job.state != "done":
        raise RefusedError(409, "UnfinishedError", "the job is not done yet.")
    return job


async def _told(job: Job) -> Response:
    """Everything there is to know of a job; its result goes through as the command printed it."""
    facts: dict[str, Any] = {
        "job": job.key,
        "state": job.state,
        "progress": job.progress,
        "error": job.fault.error if job.fault is not None else None,
        "command": job.prepared.shown,
        "pictures": [],
    }
    result = "null"
    if job.state == "done":
        drawn = await asyncio.to_thread(pictures, job)
        facts["pictures"] = [{"name": p.name, "title": p.title, "alt": p.alt} for p in drawn]
        result = await asyncio.to_thread(job.answer)
    text = json.dumps(facts, ensure_ascii=False)
    return Response(f'{text[:-1]}, "result": {result}}}', media_type="application/json")


async def _form(request: Request) -> FormData:
    """Fields of a form, within bounds."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in ("multipart/form-data", "application/x-www-form-urlencoded"):
        raise RefusedError(415, "FormError", "send a form, as multipart/form-data.")
    return await request.form(
        max_files=MOST_FILES, max_fields=MOST_FIELDS, max_part_size=LONGEST_FIELD
    )


async def _kept(form: FormData, uploads: Uploads) -> Upload:
    """The one file, text or example of a form."""
    given = [name for name, _ in form.multi_items() if name in ("file", "text", "example")]
    if len(given) != 1:
        raise RefusedError(422, "FormError", "send one of the fields file, text and example.")
    unknown = set(form) - {"file", "text", "example", "name"}
    if unknown:
        raise RefusedError(422, "FormError", f"there is no field {min(unknown)!r}.", min(unknown))
    value, name = form[given[0]], form.get("name")
    if given[0] == "file":
        return await _stored(value, uploads)
    if not isinstance(value, str) or isinstance(name, UploadFile):
        raise RefusedError(422, "FormError", f"{given[0]} is a text, not a file.", given[0])
    if given[0] == "example":
        return await asyncio.to_thread(uploads.add, io.BytesIO(example(value)), value)
    if not value.strip():
        raise RefusedError(422, "EmptyInputError", "there is no text.", "text")
    content = io.BytesIO(value.encode("utf-8", "replace"))
    return await asyncio.to_thread(uploads.add, content, name or "pasted.csv")


async def _stored(value: UploadFile | str, uploads: Uploads) -> Upload:
    if isinstance(value, str):
        raise RefusedError(422, "FormError", "file is sent as a file, with its name.", "file")
    return await asyncio.to_thread(uploads.add, value.file, value.filename)


def _texts(options: list[tuple[str, UploadFile | str]]) -> list[tuple[str, str]]:
    files = [name for name, value in options if not isinstance(value, str)]
    if files:
        raise RefusedError(
            422, "FormError", f"{files[0]} is a text, not a file; ratings go as 'file'.", files[0]
        )
    return [(name, value) for name, value in options if isinstance(value, str)]


async def _asked(request: Request) -> tuple[Command, list[str], list[tuple[str, Any]]]:
    """Command, uploads and options of a job, from JSON or a form."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "application/json":
        given: Any = None
        with suppress(ValueError, RecursionError):
            given = json.loads(await request.body())
        if not isinstance(given, dict):
            raise RefusedError(422, "FormError", "this is not a JSON object.")
        options = given.get("options") or {}
        if not isinstance(options, dict):
            raise RefusedError(422, "FormError", "options is an object.", "options")
        pairs = list(options.items())
        keys, name = given.get("uploads"), given.get("command")
    else:
        form = await _form(request)
        await form.close()
        keys, name = form.getlist("uploads"), form.get("command")
        pairs = list(_texts([p for p in form.multi_items() if p[0] not in ("uploads", "command")]))
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        raise RefusedError(
            422, "FormError", "uploads is a list of what /api/uploads gave.", "uploads"
        )
    return command_named(str(name)), keys, pairs
