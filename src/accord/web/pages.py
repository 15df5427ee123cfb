"""Routes of the page: the page itself, signing in, static files, and the API documentation."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from accord.web.addresses import network_of
from accord.web.choices import list_choices, list_coefficients
from accord.web.errors import RequestError
from accord.web.examples import list_examples
from accord.web.fields import load_commands
from accord.web.forms import read_form
from accord.web.security import SecurityMiddleware
from accord.web.settings import ServerSettings
from accord.web.signing import SignIn
from accord.web.templating import render

__all__ = ["page_routes"]

FORM_BYTES = 1_000  # of a request beside the file
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}


def page_routes(
    settings: ServerSettings,
    middleware: SecurityMiddleware,
    openapi: Callable[[], dict[str, Any]],
) -> APIRouter:
    """Return the routes of everything that people look at."""
    router = APIRouter(include_in_schema=False)
    sign_in = SignIn(settings)

    @router.get("/")
    async def page(request: Request, token: str | None = None) -> Response:
        if token is not None:
            if not sign_in.accepts_token(token):
                raise RequestError(
                    401,
                    "TokenError",
                    "The token is not valid. It may be from an earlier start of accord serve.",
                )
            return _redirect_with_cookie(settings, request)
        if not middleware.has_access(request.headers):
            return RedirectResponse("/login", 303)
        return _page(
            "page.html",
            choices=list_choices(),
            coefficients=list_coefficients(),
            commands=load_commands(),
            examples=list_examples(),
            upload_limit=settings.upload_limit - FORM_BYTES,
        )

    @router.get("/login")
    async def login() -> Response:
        return _page("login.html", by_token=settings.password is None)

    @router.post("/login")
    async def submit_login(request: Request) -> Response:
        form = await read_form(request, most_files=0, most_fields=5, longest_field=10_000)
        password = form.get("password")
        address = network_of(request.client.host if request.client else "")
        secret = password if isinstance(password, str) else ""
        if await sign_in.accepts(secret, address, request.is_disconnected):
            return _redirect_with_cookie(settings, request)
        by_token = settings.password is None
        error = f"This {'token' if by_token else 'password'} is wrong. Try again."
        return _page("login.html", 401, by_token=by_token, error=error)

    @router.get("/static/{name}")
    async def static(name: str) -> Response:
        suffix = name[name.rfind(".") :] if "." in name else ""
        if name not in _static_files() or suffix not in TYPES:
            raise RequestError(404, "NotFoundError", "There is no such file.")
        return Response(_static_files()[name], media_type=TYPES[suffix])

    @router.get("/api/docs")
    async def documentation() -> Response:
        return _page("documentation.html", document=openapi())

    return router


def _redirect_with_cookie(settings: ServerSettings, request: Request) -> Response:
    response = RedirectResponse("/", 303)
    response.set_cookie(
        settings.cookie,
        settings.session,
        httponly=True,
        samesite="strict",
        path="/",
        secure=request.url.scheme == "https",
    )
    return response


def _page(template: str, status: int = 200, **context: Any) -> HTMLResponse:
    return HTMLResponse(render(template, **context), status)


@cache
def _static_files() -> dict[str, bytes]:
    """Return the content of the static files by name; no other file can be requested."""
    folder = (files("accord.web") / "static").iterdir()
    static = {entry.name: entry.read_bytes() for entry in folder if entry.is_file()}
    return static | {"report.css": (files("accord.present") / "templates/report.css").read_bytes()}
