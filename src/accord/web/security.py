"""Access control: which requests are let through, how large they may be, and security headers."""

from __future__ import annotations

import hmac
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from accord.web.answers import ErrorMiddleware
from accord.web.errors import RequestError
from accord.web.settings import ServerSettings

__all__ = ["TRUSTED", "SecurityMiddleware", "equal_secrets"]

PUBLIC = ("/api/health", "/login")  # paths that need no token
LARGE = ("/api/uploads", "/api/report", "/api/preview", "/api/compare", "/api/evaluate")
SMALL_BODY = 1_000_000  # bytes of a request that sends no ratings
TRUSTED = "accord_trusted"  # set in the state of a request that has the token or the cookie
READ_ONLY = ("GET", "HEAD")
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


def equal_secrets(one: str, other: str) -> bool:
    """Return whether two secrets are equal, in a time that does not depend on their content."""
    return hmac.compare_digest(
        one.encode("utf-8", "surrogatepass"), other.encode("utf-8", "surrogatepass")
    )


class SecurityMiddleware:
    """Checks every request before the application sees it.

    A request must name this server, come from one of its pages or from no page, carry the token or
    the cookie, and stay within the limit of size. Every answer gets security headers.
    """

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self.app = app
        self.settings = settings
        self.receiving = 0  # bytes of the requests that are being received

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer with the reason for refusing it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":  # there are no websockets
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = Headers(scope=scope)
        body = _RequestBody(self, receive, self._limit(scope["path"]))

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer_headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answer_headers.setdefault(name, value)
            await send(message)

        async def checked(scope: Scope, receive: Receive, send: Send) -> None:
            self._check(scope, headers)
            body.check_declared(headers.get("content-length"))
            await self.app(scope, receive, send)

        try:
            await ErrorMiddleware(checked)(scope, body.receive, send_with_headers)
        finally:
            self.receiving -= body.size

    def _limit(self, path: str) -> int:
        limit = self.settings.upload_limit
        return limit if path in LARGE else min(SMALL_BODY, limit)

    def _check(self, scope: Scope, headers: Headers) -> None:
        if not self.settings.accepts_host(headers.get("host", "")):
            raise RequestError(
                421,
                "HostError",
                "The request names another host. Use the address that accord serve printed, or "
                "allow the name with --name.",
            )
        _check_origin(scope, headers)
        if self.has_access(headers):
            scope.setdefault("state", {})[TRUSTED] = True
            return
        if scope["path"] not in ("/", *PUBLIC) and not scope["path"].startswith("/static/"):
            raise RequestError(
                401,
                "TokenError",
                "The request has no valid token. Send the token that accord serve printed, as "
                "'Authorization: Bearer …', or open the address that it printed.",
                headers={"WWW-Authenticate": "Bearer"},
            )

    def has_access(self, headers: Headers) -> bool:
        """Return whether a request carries the token, or the cookie of a signed-in browser."""
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        tokens = (
            bearer.strip() if scheme.lower() == "bearer" else "",
            headers.get("x-accord-token", ""),
        )
        if any(equal_secrets(token, self.settings.token) for token in tokens):
            return True
        return equal_secrets(_cookie(headers, self.settings.cookie), self.settings.session)


class _RequestBody:
    """The body of one request, counted while it is received."""

    def __init__(self, middleware: SecurityMiddleware, receive: Receive, limit: int) -> None:
        self.middleware = middleware
        self.source = receive
        self.limit = limit
        self.size = 0

    def check_declared(self, length: str | None) -> None:
        """Refuse a request whose declared length is above the limit."""
        if length is not None and length.isdigit() and int(length) > self.limit:
            raise self._too_large()

    async def receive(self) -> Message:
        """Receive a part of the body, unless the body is too large."""
        message = await self.source()
        if message["type"] == "http.request":
            self._count(len(message.get("body", b"")))
        return message

    def _count(self, size: int) -> None:
        self.size += size
        self.middleware.receiving += size
        if self.size > self.limit:
            raise self._too_large()
        if self.middleware.receiving > self.middleware.settings.store_limit:
            raise RequestError(
                503,
                "BusyError",
                "The server is receiving too much data. Try again later.",
                headers={"Retry-After": "5"},
            )

    def _too_large(self) -> RequestError:
        return RequestError(
            413,
            "UploadLimitError",
            f"The request is larger than the limit of {self.limit:,} bytes. Use the command line "
            "for large files, or start the server with a larger --upload-limit.",
            headers={"Connection": "close"},
        )


def _check_origin(scope: Scope, headers: Headers) -> None:
    """Refuse a request that a page of another site made a browser send."""
    error = RequestError(403, "OriginError", "Pages of other sites may not use this server.")
    site = headers.get("sec-fetch-site")
    visit = headers.get("sec-fetch-mode") == "navigate" and scope["method"] in READ_ONLY
    if site is not None and site not in ("same-origin", "none") and not visit:
        raise error
    origin = headers.get("origin")
    server = f"{scope.get('scheme', 'http')}://{headers.get('host', '')}".lower()
    if origin is not None and scope["method"] not in READ_ONLY and origin.lower() != server:
        raise error


def _cookie(headers: Headers, name: str) -> str:
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return cookie.value if cookie is not None else ""
