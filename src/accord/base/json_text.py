"""JSON as text that is safe to print: control characters and the like are escaped.

Labels come from strangers' files. Printed raw, some of their characters would alter a terminal
(U+009B begins a command), reverse the text around them (U+202E), or have no encoding (halves of a
surrogate pair). In JSON their escapes mean the same.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from decimal import Decimal

__all__ = ["json_text"]

UNSAFE = re.compile(
    "[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)


def json_text(value: object, *, indent: int | None = 2) -> str:
    r"""Return a value as JSON, with letters of all scripts as they are.

    >>> print(json_text({"label": "naïve \x9b"}, indent=None))
    {"label": "naïve \u009b"}
    """
    text = json.dumps(value, indent=indent, ensure_ascii=False, default=_cell)
    return UNSAFE.sub(_escaped, text)


def _cell(value: object) -> str:
    """Return a cell of a kind that JSON lacks as text: a date, a time, a decimal number, bytes."""
    if isinstance(value, (dt.date, dt.time, dt.timedelta, Decimal, bytes)):
        return str(value)
    raise TypeError(f"{type(value).__name__} is no value of a result")


def _escaped(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1]
