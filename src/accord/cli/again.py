"""How to get a result again: the command that was given, and the same in Python."""

from __future__ import annotations

import math
import shlex
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import typer

from accord.cli.app import called

__all__ = ["again", "command_line"]

ELSEWHERE = ("out", "plots", "as_json")  # where the result went is no part of it


def again(
    command: str,
    function: str,
    files: Sequence[object],
    keywords: Mapping[str, Any],
    usual: Mapping[str, Any] | None = None,
    loading: Collection[str] | None = None,
) -> dict[str, str]:
    """The command line, and the call of a function with the keywords that are not as usual.

    Of several files taken as one, ``loading`` names the keywords that say how to read them.
    """
    plain = {"header": None, **(usual or {})}
    given = {
        key: value for key, value in keywords.items() if _telling(value, plain.get(key, False))
    }
    names = [repr(_file(called(file))) for file in files]
    merged = function == "agreement" and len(files) > 1
    read = {key: value for key, value in given.items() if merged and key in (loading or ())}
    data = [_call("merge", names, read)] if merged else names
    rest = {key: value for key, value in given.items() if key not in read}
    call = _call(function, data, rest)
    return {"command": command, "python": f"import accord\n\nprint({call})"}


def _call(function: str, data: Sequence[str], keywords: Mapping[str, Any]) -> str:
    named = [f"{key}={_python(value)}" for key, value in keywords.items()]
    return f"accord.{function}({', '.join([*data, *named])})"


def _telling(value: Any, usual: Any) -> bool:
    """Whether a keyword says more than leaving it out; arrays always do."""
    if value is None or (isinstance(value, (list, tuple, dict)) and not value):
        return False
    return hasattr(value, "shape") or type(value) is not type(usual) or bool(value != usual)


def _python(value: Any) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return f"float({str(value)!r})"
    return repr(value.tolist()) if hasattr(value, "tolist") else repr(value)


def command_line(context: typer.Context) -> str:
    """What was typed, without where the result went."""
    words, last = ["accord", str(context.info_name)], []
    for parameter in context.command.params:
        name = str(parameter.name)
        source = context.get_parameter_source(name)
        if source is None or source.name != "COMMANDLINE" or name in ELSEWHERE:
            continue
        value = context.params[name]
        several = value if isinstance(value, (list, tuple)) else [value]
        if parameter.param_type_name == "argument":
            last += [_file(called(item)) for item in several]
        else:
            words += [word for item in several for word in _option(parameter, item)]
    return shlex.join([*words[:2], *last, *words[2:]])


def _file(name: str) -> str:
    """Name of a file that is not taken for an option."""
    return f"./{name}" if name.startswith("-") else name


def _option(parameter: Any, value: Any) -> list[str]:
    name = max(parameter.opts, key=len)
    if value is True:
        return [name]
    if value is False:
        return [max(parameter.secondary_opts, key=len, default=name)]
    return [name, str(value)]
