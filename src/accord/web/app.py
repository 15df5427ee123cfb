"""The application: guard, page and interface put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from accord.version import __version__
from accord.web.api import api
from accord.web.faults import RefusedError
from accord.web.guard import Guard
from accord.web.jobs import Jobs
from accord.web.pages import pages
from accord.web.settings import Settings
from accord.web.uploads import Uploads

__all__ = ["create_app"]

DESCRIPTION = (
    "What the commands of accord print with --json, as answers to requests. Every request but "
    "/api/health brings the token that accord serve printed, as 'Authorization: Bearer …'."
)
SWEEP = 60.0  # seconds between two looks for what nobody uses


def create_app(settings: Settings, folder: Path) -> Guard:
    """Application that keeps what it needs in a folder."""
    uploads = Uploads(folder / "uploads", settings.store_limit // 2)
    jobs = Jobs(folder / "jobs", settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(_sweep(settings, uploads, jobs))
        jobs.warm()
        yield
        sweeping.cancel()
        await jobs.close()

    app = FastAPI(
        title="accord",
        version=__version__,
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
        redirect_slashes=False,
    )
    guard = Guard(app, settings)
    app.include_router(pages(settings, guard, app.openapi))
    app.include_router(api(settings, uploads, jobs))
    app.add_exception_handler(RefusedError, _refused)
    app.add_exception_handler(HTTPException, _http_error)
    return guard


async def _sweep(settings: Settings, uploads: Uploads, jobs: Jobs) -> None:
    """Delete what nobody uses, from time to time."""
    while True:
        await asyncio.sleep(min(SWEEP, settings.keep / 2))
        uploads.expire(settings.keep)
        await jobs.expire(settings.keep)


async def _refused(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RefusedError)
    return JSONResponse(error.body, error.status, dict(error.headers))


async def _http_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    kind = {404: "NotFoundError", 405: "MethodError"}.get(error.status_code, "FormError")
    refusal = RefusedError(error.status_code, kind, str(error.detail))
    return JSONResponse(refusal.body, refusal.status, dict(error.headers or {}))
