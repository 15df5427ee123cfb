"""The page, the way in, and the files that both are made of; all of it comes from the package."""

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
from accord.web.choices import choices, coefficients
from accord.web.describing import described
from accord.web.examples import examples
from accord.web.faults import RefusedError
from accord.web.guard import Guard, same
from accord.web.settings import Settings

__all__ = ["pages"]

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
PENALTY = 1.0  # seconds after a wrong password, in which no other is tried
MOST_TRYING = 10


def pages(settings: Settings, guard: Guard, document: Callable[[], dict[str, Any]]) -> APIRouter:
    """Routes of everything that a person looks at."""
    router = APIRouter(include_in_schema=False)
    door = _Door(settings)

    @router.get("/")
    async def page(request: Request, token: str | None = None) -> Response:
        if token is not None:
            if not door.opens(token):
                raise RefusedError(
                    401, "TokenError", "that token is of another run of accord serve."
                )
            return _let_in(settings, request)
        if not guard.knows(request.headers):
            return RedirectResponse("/login", 303)
        return _shown(
            "page.html", choices=choices(), examples=examples(), coefficients=coefficients()
        )

    @router.get("/login")
    async def login() -> Response:
        return _shown("login.html", by_token=settings.password is None)

    @router.post("/login")
    async def enter(request: Request) -> Response:
        form = await request.form(max_files=0, max_fields=5, max_part_size=10_000)
        given = form.get("password")
        if await door.tries(given if isinstance(given, str) else ""):
            return _let_in(settings, request)
        what = "token" if settings.password is None else "password"
        return _shown(
            "login.html",
            401,
            by_token=settings.password is None,
            error=f"That is not the {what}. Try again.",
        )

    @router.get("/static/{name}")
    async def static(name: str) -> Response:
        ending = name[name.rfind(".") :] if "." in name else ""
        if name not in _static() or ending not in TYPES:
            raise RefusedError(404, "NotFoundError", "there is no such file.")
        return Response(_static()[name], media_type=TYPES[ending])

    @router.get("/api/docs")
    async def docs() -> Response:
        return HTMLResponse(described(document()))

    return router


class _Door:
    """Lets in whoever knows the secret, and makes guessing slow."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.lock = asyncio.Lock()
        self.trying = 0
        self.ticket: str | None = settings.ticket

    def opens(self, token: str) -> bool:
        """Whether this is the token, or the ticket, which is good for once."""
        if self.ticket is not None and same(token, self.ticket):
            self.ticket = None
            return True
        return same(token, self.settings.token)

    async def tries(self, given: str) -> bool:
        """Whether a password, or the token, is right; one guess is looked at at a time."""
        if self.trying >= MOST_TRYING:
            raise RefusedError(
                429, "BusyError", "too many are trying to sign in.", headers={"Retry-After": "10"}
            )
        self.trying += 1
        try:
            async with self.lock:
                password = self.settings.password
                right = self.opens(given) or (password is not None and same(given, password))
                if not right:
                    await asyncio.sleep(PENALTY)
                return right
        finally:
            self.trying -= 1


def _let_in(settings: Settings, request: Request) -> Response:
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


def _shown(template: str, status: int = 200, **context: Any) -> HTMLResponse:
    context = {"error": None, **context, "version": __version__}
    return HTMLResponse(_templates().get_template(template).render(context), status)


@cache
def _static() -> dict[str, bytes]:
    """The files of the page by name; nothing else can be asked for."""
    own = (files("accord.web") / "static").iterdir()
    found = {entry.name: entry.read_bytes() for entry in own if entry.is_file()}
    return found | {"report.css": (files("accord.present") / "templates/report.css").read_bytes()}
