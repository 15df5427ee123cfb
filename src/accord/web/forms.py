"""Forms of requests, read within limits."""

from __future__ import annotations

from fastapi import Request
from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData

from accord.web.errors import RequestError

__all__ = ["content_type", "read_form"]

KINDS = ("multipart/form-data", "application/x-www-form-urlencoded")
CHARSETS = ("", "utf-8", "utf8", "us-ascii", "ascii")


def content_type(request: Request) -> str:
    """Return the media type of the body, without its parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def read_form(
    request: Request, *, most_files: int, most_fields: int, longest_field: int
) -> FormData:
    """Read a form of a number of files and fields, with a number of bytes in each field.

    Forms are in UTF-8. Other encodings of Python would decode to anything, or fail.
    """
    if content_type(request) not in KINDS:
        raise RequestError(415, "FormError", "Send a form, as multipart/form-data.")
    _, parameters = parse_options_header(request.headers["content-type"])
    charset = parameters.get(b"charset", b"").decode("latin-1").strip().lower()
    if charset not in CHARSETS:
        raise RequestError(415, "FormError", "Send the form in UTF-8; its charset is another one.")
    return await request.form(
        max_files=most_files, max_fields=most_fields, max_part_size=longest_field
    )
