"""Who may come in, with how much, and what browsers are told to beware of."""

from __future__ import annotations

import asyncio
import hmac
import json
import sys
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from accord.web.faults import RefusedError
from accord.web.settings import Settings

__all__ = ["Guard", "same"]

OPEN = ("/api/health", "/login")  # to everybody who can connect
LARGE = ("/api/uploads", "/api/report", "/api/preview", "/api/compare", "/api/evaluate")
SMALL_BODY = 1_000_000
SAFE = ("GET", "HEAD")
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}


FAULT = RefusedError(500, "InternalError", "this should not have happened. The server lives on.")


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that does not tell how much of them is."""
    return hmac.compare_digest(one.encode(), other.encode())


class Guard:
    """Stands in front of the application.

    A request must name this server, come from a page of its own or from no page, bring the token or
    the cookie, and not be too large; every answer leaves with headers that keep browsers careful.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.arriving = 0  # bytes of requests that are being received

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer why not."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":  # nothing here speaks anything else
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = Headers(scope=scope)
        body = _Body(self, receive, self._limit(scope["path"]))

        begun = False

        async def careful(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                own = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    own.setdefault(name, value)
            await send(message)

        try:
            self._check(scope, headers)
            body.check_declared(headers.get("content-length"))
            await self.app(scope, body.receive, careful)
        except RefusedError as refusal:
            if not begun:
                await _answer(refusal, careful)
        except ClientDisconnect:
            pass
        except Exception as error:  # a fault of ours; what it says may quote the data
            sys.stderr.write(f"accord serve: a request failed ({type(error).__name__}).\n")
            if not begun:
                await _answer(FAULT, careful)
        finally:
            self.arriving -= body.size

    def _limit(self, path: str) -> int:
        return (
            self.settings.upload_limit
            if path in LARGE
            else min(SMALL_BODY, self.settings.upload_limit)
        )

    def _check(self, scope: Scope, headers: Headers) -> None:
        if not self.settings.is_called(headers.get("host", "")):
            raise RefusedError(421, "HostError", "this server does not go by that name.")
        _check_origin(scope, headers)
        if scope["path"] in OPEN or scope["path"].startswith("/static/"):
            return
        if not self.knows(headers) and scope["path"] != "/":
            raise RefusedError(
                401,
                "TokenError",
                "send the token that accord serve printed, as 'Authorization: Bearer …', or open "
                "the address that it printed.",
                headers={"WWW-Authenticate": "Bearer"},
            )

    def knows(self, headers: Headers) -> bool:
        """Whether a request brings the token, or the cookie of one who came in with it."""
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        brought = [bearer.strip() if scheme.lower() == "bearer" else ""]
        brought.append(headers.get("x-accord-token", ""))
        if any(same(given, self.settings.token) for given in brought):
            return True
        return same(_cookie(headers, self.settings.cookie), self.settings.session)


class _Body:
    """The body of one request, counted as it comes in."""

    def __init__(self, guard: Guard, receive: Receive, limit: int) -> None:
        self.guard = guard
        self.source = receive
        self.limit = limit
        self.size = 0
        self.whole = False

    def check_declared(self, length: str | None) -> None:
        """Refuse what says itself that it is too large."""
        if length is not None and length.isdigit() and int(length) > self.limit:
            raise self._too_large()

    async def receive(self) -> Message:
        """Receive a piece of the body, unless it is too much or too slow."""
        if self.whole:
            return await self.source()
        try:
            message = await asyncio.wait_for(self.source(), self.guard.settings.patience)
        except TimeoutError:
            raise RefusedError(
                408, "SlowRequestError", "the rest of the request did not arrive in time."
            ) from None
        if message["type"] == "http.request":
            self._count(len(message.get("body", b"")))
            self.whole = not message.get("more_body", False)
        return message

    def _count(self, size: int) -> None:
        self.size += size
        self.guard.arriving += size
        if self.size > self.limit:
            raise self._too_large()
        if self.guard.arriving > self.guard.settings.store_limit:
            raise RefusedError(
                503, "BusyError", "too much is being sent at once.", headers={"Retry-After": "5"}
            )

    def _too_large(self) -> RefusedError:
        return RefusedError(
            413,
            "UploadLimitError",
            f"the request is larger than the {self.limit:,} bytes that are taken here. Use the "
            "command line for large files, or accord serve --upload-limit.",
            headers={"Connection": "close"},
        )


def _check_origin(scope: Scope, headers: Headers) -> None:
    """Refuse what a page of somebody else's makes a browser send."""
    site = headers.get("sec-fetch-site")
    visit = headers.get("sec-fetch-mode") == "navigate" and scope["method"] in SAFE
    if site is not None and site not in ("same-origin", "none") and not visit:
        raise RefusedError(403, "OriginError", "pages of others may not use this server.")
    origin = headers.get("origin")
    own = f"{scope.get('scheme', 'http')}://{headers.get('host', '')}".lower()
    if origin is not None and scope["method"] not in SAFE and origin.lower() != own:
        raise RefusedError(403, "OriginError", "pages of others may not use this server.")


def _cookie(headers: Headers, name: str) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return found.value if found is not None else ""


async def _answer(refusal: RefusedError, send: Send) -> None:
    body = json.dumps(refusal.body).encode()
    headers: list[Any] = [(b"content-type", b"application/json")]
    headers += [(k.lower().encode(), v.encode()) for k, v in refusal.headers.items()]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
