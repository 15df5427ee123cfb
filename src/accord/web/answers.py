"""Answers to requests that failed: JSON for programs, a page for people."""

from __future__ import annotations

import json
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from accord.web.errors import RequestError, log_unexpected
from accord.web.templating import render

__all__ = ["ErrorMiddleware", "answer_error", "request_error_of"]

PHRASES = {status.value: status.phrase for status in HTTPStatus}
KINDS = {404: "NotFoundError", 405: "MethodError"}


def answer_error(error: RequestError, scope: Scope) -> Response:
    """Return the answer to a request that failed.

    JSON is in ASCII: a message may quote a lone surrogate, which has no other encoding.
    """
    if _is_for_people(scope):
        title = PHRASES.get(error.status, "Error")
        page = render("error.html", title=title, message=_printable(str(error)))
        return HTMLResponse(page, error.status, dict(error.headers))
    body = json.dumps(error.body)
    return Response(body, error.status, dict(error.headers), media_type="application/json")


def request_error_of(error: HTTPException) -> RequestError:
    """Return an error of Starlette, such as an unknown path, as one of ours."""
    kind = KINDS.get(error.status_code, "FormError")
    return RequestError(error.status_code, kind, str(error.detail), headers=error.headers or {})


def _printable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _is_for_people(scope: Scope) -> bool:
    """Return whether a browser shows the answer as a page."""
    accepted = Headers(scope=scope).get("accept", "")
    return "text/html" in accepted and (
        not scope["path"].startswith("/api/") or scope["path"] == "/api/docs"
    )


class ErrorMiddleware:
    """Answers unexpected errors with a number, by which they are found in the log."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and answer if that fails."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def observe(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, observe)
        except ClientDisconnect:
            pass
        except RequestError as error:
            if not started:
                await answer_error(error, scope)(scope, receive, send)
        except Exception as error:  # a bug; the server keeps running
            answer = answer_error(log_unexpected(error, "a request"), scope)
            if started:
                raise  # uvicorn closes the connection, so that the client sees that it is cut off
            await answer(scope, receive, send)
