"""What a client is told when something is refused or goes wrong."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["RefusedError", "told"]


@dataclass(eq=False)
class RefusedError(Exception):
    """A request that is not carried out, and why.

    Parameters
    ----------
    status
        HTTP status.
    kind
        Name of the error, that of the library where it comes from there.
    message
        What was found and what to do about it.
    option
        The option at fault, if one is.
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
        """The answer as plain values."""
        return {"error": self.error}

    @property
    def error(self) -> dict[str, Any]:
        """The error as plain values."""
        return {"kind": self.kind, "message": self.message, "option": self.option}


def told(error: Exception, fields: Mapping[str, Any]) -> dict[str, Any]:
    """An exception of the library as plain values: HTTP status, kind, message and option."""
    from accord.errors import AccordError, MissingExtraError

    kind, message = type(error).__name__, str(error)
    if isinstance(error, MissingExtraError):
        status = 501
    elif isinstance(error, AccordError):
        status = 422
    elif isinstance(error, MemoryError):
        status, kind = 422, "MemoryLimitError"
        message = "this takes more memory than a request may have here. Use the command line."
    elif hasattr(error, "format_message"):  # the command line does not like what was given
        status, kind, message = 422, "OptionError", error.format_message()
    elif isinstance(error, OSError) and error.errno == errno.EFBIG:
        status, kind = 422, "ResultLimitError"
        message = "the answer is larger than this server gives out. Use the command line."
    else:
        status, message = 500, f"this should not have happened ({kind}: {message})."
        kind = "InternalError"
    return {"status": status, "kind": kind, "message": message, "option": _option(error, fields)}


def _option(error: Exception, fields: Mapping[str, Any]) -> str | None:
    """The option that an error is about: its kind of name, or the first word of what it says."""
    from accord.errors import OptionError, UnknownNameError

    if isinstance(error, UnknownNameError):
        words = [error.kind, f"{error.kind}s", error.kind.rpartition(" ")[2]]
    elif isinstance(error, OptionError) and error.option is not None:
        words = [error.option]
    elif isinstance(error, OptionError) or hasattr(error, "format_message"):
        words = str(error).removeprefix("the ").split(maxsplit=1)[:1]
    else:
        words = []
    names = [word.strip("-:'\"").replace("-", "_") for word in words]
    return next((name for name in names if name in fields), None)
