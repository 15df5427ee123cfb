"""Errors as the interface answers them: an HTTP status, a kind, a message and the option."""

from __future__ import annotations

import errno
import secrets
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["MEMORY_MESSAGE", "RequestError", "describe_error", "log_error", "log_unexpected"]

PACKAGE = Path(__file__).parent.parent

MEMORY_MESSAGE = (
    "This analysis needs more memory than the server allows for a request. Use the command line, "
    "or start the server with a larger --memory-limit."
)


@dataclass(eq=False)
class RequestError(Exception):
    """A request that cannot be carried out, and the reason.

    Parameters
    ----------
    status
        HTTP status.
    kind
        Name of the error. Errors of the library keep the name of their class.
    message
        The problem and its remedy.
    option
        The option that caused the error, if one did.
    headers
        Headers of the answer.
    """

    status: int
    kind: str
    message: str
    option: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.message

    @property
    def body(self) -> dict[str, Any]:
        """The body of the answer as plain values."""
        return {"error": self.error}

    @property
    def error(self) -> dict[str, Any]:
        """The error as plain values."""
        return {"kind": self.kind, "message": self.message, "option": self.option}


def describe_error(error: BaseException, fields: Mapping[str, str]) -> dict[str, Any]:
    """Describe an exception of a command as plain values.

    Parameters
    ----------
    error
        The exception.
    fields
        Fields of the request by the names that their options have in Python and on the command
        line.

    Returns
    -------
    dict
        HTTP status, kind, message and the field that caused the error.
    """
    from accord.errors import AccordError, MissingExtraError

    kind, message = type(error).__name__, str(error)
    if isinstance(error, MissingExtraError):
        status = 501
    elif isinstance(error, AccordError):
        status = 422
    elif isinstance(error, MemoryError):
        status, kind, message = 422, "MemoryLimitError", MEMORY_MESSAGE
    elif hasattr(error, "format_message"):  # a usage error of the command line
        status, kind, message = 422, "OptionError", error.format_message()
    elif isinstance(error, OSError) and error.errno == errno.EFBIG:
        status, kind = 422, "ResultLimitError"
        message = "The result is larger than this server allows. Use the command line."
    else:
        number = _new_number()
        message = (
            f"The command failed with an unexpected error ({_place_of(error)}; error {number}). "
            "This is a bug in accord; please report it with this message."
        )
        status, kind = 500, "InternalError"
    return {"status": status, "kind": kind, "message": message, "option": _field(error, fields)}


def log_unexpected(error: Exception, what: str) -> RequestError:
    """Log an unexpected exception, and return the answer, which has the same number as the log.

    Neither has the message of the exception, which may quote the data or name files.
    """
    number, place = _new_number(), _place_of(error)
    log_error(f"{what} failed ({place}; error {number})")
    return RequestError(
        500,
        "InternalError",
        f"The server failed to answer ({place}; error {number}). This is a bug in accord; please "
        "report it with this message. The server still runs.",
    )


def log_error(text: str) -> None:
    """Write a line to the log of the server."""
    sys.stderr.write(f"accord serve: {text}.\n")
    sys.stderr.flush()


def _new_number() -> str:
    """Return a number by which an error is found in the log."""
    return secrets.token_hex(4)


def _place_of(error: BaseException) -> str:
    """Return the kind of an exception, and the file and line of accord in which it arose."""
    kind = type(error).__name__
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_relative_to(PACKAGE):
            return f"{kind} in {path.relative_to(PACKAGE)}, line {frame.lineno}"
    return kind


def _field(error: BaseException, fields: Mapping[str, str]) -> str | None:
    """Return the field that caused an error, from the attributes of the error."""
    from accord.cli.app import same_option
    from accord.errors import AccordError

    if isinstance(error, AccordError):
        option = error.option
    else:  # usage errors of the command line have a parameter, or the option as it was typed
        parameter = getattr(error, "param", None)
        option = getattr(error, "option_name", getattr(parameter, "name", None))
    if option is None:
        return None
    return fields.get(same_option(option.lstrip("-").replace("-", "_")))
