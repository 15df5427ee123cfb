"""JSON as text that is safe to print: control characters and the like are escaped.

Labels come from strangers' files. Printed raw, some of their characters would alter a terminal
(U+009B begins a command), reverse the text around them (U+202E), or have no encoding (halves of a
surrogate pair). In JSON their escapes mean the same.
"""

from __future__ import annotations

import json
import re

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
    return UNSAFE.sub(_escaped, json.dumps(value, indent=indent, ensure_ascii=False))


def _escaped(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1]
