"""Routes of the page: the page itself, signing in, static files, and the API documentation."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from fastapi import APIRouter, Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse, RedirectResponse, Response

from accord.version import __version__
from accord.web.choices import list_choices, list_coefficients
from accord.web.errors import RequestError
from accord.web.examples import list_examples
from accord.web.fields import load_commands
from accord.web.security import SecurityMiddleware, equal_secrets
from accord.web.settings import ServerSettings

__all__ = ["page_routes"]

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
PENALTY = 1.0  # seconds after a wrong password before the next is checked
MOST_ATTEMPTS = 10  # that wait at a time


def page_routes(
    settings: ServerSettings,
    middleware: SecurityMiddleware,
    openapi: Callable[[], dict[str, Any]],
) -> APIRouter:
    """Return the routes of everything that people look at."""
    router = APIRouter(include_in_schema=False)
    sign_in = _SignIn(settings)

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
        return _render(
            "page.html",
            choices=list_choices(),
            coefficients=list_coefficients(),
            commands=load_commands(),
            examples=list_examples(),
        )

    @router.get("/login")
    async def login() -> Response:
        return _render("login.html", by_token=settings.password is None)

    @router.post("/login")
    async def submit_login(request: Request) -> Response:
        form = await request.form(max_files=0, max_fields=5, max_part_size=10_000)
        password = form.get("password")
        if await sign_in.accepts(password if isinstance(password, str) else ""):
            return _redirect_with_cookie(settings, request)
        by_token = settings.password is None
        error = f"This {'token' if by_token else 'password'} is wrong. Try again."
        return _render("login.html", 401, by_token=by_token, error=error)

    @router.get("/static/{name}")
    async def static(name: str) -> Response:
        suffix = name[name.rfind(".") :] if "." in name else ""
        if name not in _static_files() or suffix not in TYPES:
            raise RequestError(404, "NotFoundError", "There is no such file.")
        return Response(_static_files()[name], media_type=TYPES[suffix])

    @router.get("/api/docs")
    async def documentation() -> Response:
        return _render("documentation.html", document=openapi())

    return router


class _SignIn:
    """Checks tokens and passwords, and makes guessing slow."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.lock = asyncio.Lock()
        self.attempts = 0
        self.ticket: str | None = settings.ticket

    def accepts_token(self, token: str) -> bool:
        """Return whether this is the token, or the ticket, which is valid once."""
        if self.ticket is not None and equal_secrets(token, self.ticket):
            self.ticket = None
            return True
        return equal_secrets(token, self.settings.token)

    async def accepts(self, secret: str) -> bool:
        """Return whether this is the password or the token; checks one attempt at a time."""
        if self.attempts >= MOST_ATTEMPTS:
            raise RequestError(
                429,
                "BusyError",
                "Too many attempts to sign in. Try again later.",
                headers={"Retry-After": "10"},
            )
        self.attempts += 1
        try:
            async with self.lock:
                password = self.settings.password
                accepted = self.accepts_token(secret) or (
                    password is not None and equal_secrets(secret, password)
                )
                if not accepted:
                    await asyncio.sleep(PENALTY)
                return accepted
        finally:
            self.attempts -= 1


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


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("accord.web", "templates"), autoescape=True, undefined=StrictUndefined
    )


def _render(template: str, status: int = 200, **context: Any) -> HTMLResponse:
    context = {"error": None, **context, "version": __version__}
    return HTMLResponse(_templates().get_template(template).render(context), status)


@cache
def _static_files() -> dict[str, bytes]:
    """Return the content of the static files by name; no other file can be requested."""
    folder = (files("accord.web") / "static").iterdir()
    static = {entry.name: entry.read_bytes() for entry in folder if entry.is_file()}
    return static | {"report.css": (files("accord.present") / "templates/report.css").read_bytes()}
