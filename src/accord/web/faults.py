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


def told(error: Exception, fields: Mapping[str, str]) -> dict[str, Any]:
    """Describe an exception of the library as plain values.

    Parameters
    ----------
    error
        The exception.
    fields
        Fields of the request by the names that options have in Python and on the command line.

    Returns
    -------
    dict
        HTTP status, kind, message and the field at fault.
    """
    from accord.errors import AccordError, MissingExtraError

    kind, message = type(error).__name__, str(error)
    if isinstance(error, MissingExtraError):
        status = 501
    elif isinstance(error, AccordError):
        status = 422
    elif isinstance(error, MemoryError):
        status, kind = 422, "MemoryLimitError"
        message = "this takes more memory than a request may have here. Use the command line."
    elif hasattr(error, "format_message"):  # a usage error of the command line
        status, kind, message = 422, "OptionError", error.format_message()
    elif isinstance(error, OSError) and error.errno == errno.EFBIG:
        status, kind = 422, "ResultLimitError"
        message = "the answer is larger than this server gives out. Use the command line."
    else:
        status, message = 500, f"this should not have happened ({kind}: {message})."
        kind = "InternalError"
    return {"status": status, "kind": kind, "message": message, "option": _field(error, fields)}


def _field(error: Exception, fields: Mapping[str, str]) -> str | None:
    """Return the field that an error is about, from the attributes of the error."""
    from accord.cli.app import same_option
    from accord.errors import AccordError

    if isinstance(error, AccordError):
        option = error.option
    else:  # usage errors of the command line carry a parameter, or the option as it was written
        parameter = getattr(error, "param", None)
        option = getattr(error, "option_name", getattr(parameter, "name", None))
    if option is None:
        return None
    return fields.get(same_option(option.lstrip("-").replace("-", "_")))
