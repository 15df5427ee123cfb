"""How to reproduce a result: the command line, and the equivalent call in Python."""

from __future__ import annotations

import math
import shlex
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import typer

from accord.cli.app import show_name

__all__ = ["COMMAND", "command_line", "reproduction_of"]

COMMAND = "accord.command"  # command line of a command that runs others
OUTPUT = ("out", "plots", "as_json")  # options that do not change the result


def reproduction_of(
    command: str,
    function: str,
    files: Sequence[object],
    keywords: Mapping[str, Any],
    defaults: Mapping[str, Any] | None = None,
    loading: Collection[str] | None = None,
) -> dict[str, str]:
    """Return the command line and the call in Python that give a result.

    Parameters
    ----------
    command
        The command line.
    function
        Name of the function in Python.
    files
        The data.
    keywords
        Keywords of the function. Those that have their default are left out.
    defaults
        Defaults of the keywords, where these are not empty or False.
    loading
        Names of the keywords for `merge`, which reads several files as one.
    """
    usual = {"header": None, **(defaults or {})}
    stated = {
        key: value for key, value in keywords.items() if _differs(value, usual.get(key, False))
    }
    names = [repr(_as_argument(show_name(file))) for file in files]
    merged = function == "agreement" and len(files) > 1
    reading = {key: value for key, value in stated.items() if merged and key in (loading or ())}
    data = [_call("merge", names, reading)] if merged else names
    if function == "agreement_table" and len(names) > 1:
        data = [f"[{', '.join(names)}]"]
    rest = {key: value for key, value in stated.items() if key not in reading}
    call = _call(function, data, rest)
    return {"command": command, "python": f"import accord\n\nprint({call})"}


def _call(function: str, data: Sequence[str], keywords: Mapping[str, Any]) -> str:
    named = [f"{key}={_python(value)}" for key, value in keywords.items()]
    return f"accord.{function}({', '.join([*data, *named])})"


def _differs(value: Any, usual: Any) -> bool:
    """Return whether a keyword differs from its default; arrays always do."""
    if value is None or (isinstance(value, (list, tuple, dict)) and not value):
        return False
    return hasattr(value, "shape") or type(value) is not type(usual) or bool(value != usual)


def _python(value: Any) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return f"float({str(value)!r})"
    return repr(value.tolist()) if hasattr(value, "tolist") else repr(value)


def command_line(context: typer.Context) -> str:
    """Return the command line that was typed, without options of the output."""
    if COMMAND in context.meta:
        return str(context.meta[COMMAND])
    words, files = ["accord", str(context.info_name)], []
    for parameter in context.command.params:
        name = str(parameter.name)
        source = context.get_parameter_source(name)
        if source is None or source.name != "COMMANDLINE" or name in OUTPUT:
            continue
        value = context.params[name]
        values = value if isinstance(value, (list, tuple)) else [value]
        if parameter.param_type_name == "argument":
            files += [_as_argument(show_name(item)) for item in values]
        else:
            words += [word for item in values for word in _option(parameter, item)]
    return shlex.join([*words[:2], *files, *words[2:]])


def _as_argument(name: str) -> str:
    """Return the name of a file such that it is not taken for an option."""
    return f"./{name}" if name.startswith("-") else name


def _option(parameter: Any, value: Any) -> list[str]:
    name = max(parameter.opts, key=len)
    if value is True:
        return [name]
    if value is False:
        return [max(parameter.secondary_opts, key=len, default=name)]
    return [name, str(value)]
