"""The application: security middleware, page and interface."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from accord.version import __version__
from accord.web.answers import ErrorMiddleware, answer_error, request_error_of
from accord.web.api import api_routes
from accord.web.errors import RequestError
from accord.web.jobs import Jobs
from accord.web.pages import page_routes
from accord.web.security import SecurityMiddleware
from accord.web.settings import ServerSettings
from accord.web.uploads import Uploads

__all__ = ["create_app"]

DESCRIPTION = (
    "The commands of accord as HTTP requests. The answer is the JSON that the command prints with "
    "--json. Every request except /api/health needs the token that accord serve printed, as "
    "'Authorization: Bearer …'."
)
EXPIRY_INTERVAL = 60.0  # seconds between two deletions of unused files


def create_app(settings: ServerSettings, folder: Path) -> SecurityMiddleware:
    """Create the application, which stores its files in a folder."""
    uploads = Uploads(folder / "uploads", settings.store_limit // 2)
    jobs = Jobs(folder / "jobs", settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        expiry = asyncio.create_task(_delete_unused(settings, uploads, jobs))
        jobs.warm_up()
        yield
        expiry.cancel()
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
    middleware = SecurityMiddleware(app, settings)
    app.include_router(page_routes(settings, middleware, app.openapi))
    app.include_router(api_routes(settings, uploads, jobs))
    app.add_middleware(ErrorMiddleware)
    app.add_exception_handler(RequestError, _answer_request_error)
    app.add_exception_handler(HTTPException, _answer_http_error)
    return middleware


async def _delete_unused(settings: ServerSettings, uploads: Uploads, jobs: Jobs) -> None:
    """Delete unused uploads and results, again and again."""
    while True:
        await asyncio.sleep(min(EXPIRY_INTERVAL, settings.keep / 2))
        uploads.expire(settings.keep)
        await jobs.expire(settings.keep)


async def _answer_request_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    return answer_error(error, request.scope)


async def _answer_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return answer_error(request_error_of(error), request.scope)
