"""The fields of requests: the options of the commands, read from their signatures."""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Union, get_args, get_origin

from typer.models import ArgumentInfo, OptionInfo

from accord.cli.app import same_option
from accord.errors import OptionError, UnknownNameError
from accord.options import Option
from accord.web.errors import RequestError

__all__ = ["COMMANDS", "Command", "Field", "check_text", "find_command", "load_commands"]

COMMANDS = ("report", "preview", "compare", "evaluate", "diagnostic", "g-study", "replicates")
EXCLUDED = (  # they write, read other files of the server, or connect elsewhere
    "json", "out", "plots", "plot", "engine", "master", "gold_file",
)  # fmt: skip
KINDS = {str: "text", float: "number", int: "integer", bool: "boolean"}
YES, NO = ("true", "on", "yes", "1"), ("false", "off", "no", "0")
MAXIMA = {"replicates": 1_000_000}  # of options on which the running time depends


@dataclass(frozen=True, slots=True)
class Field:
    """An option of a command.

    Parameters
    ----------
    name
        Name of the option on the command line, with ``_`` for ``-``.
    parameter
        Its name in Python.
    flag, negative
        Its flag on the command line, and the flag for its opposite, if there is one.
    kind
        ``text``, ``number``, ``integer`` or ``boolean``.
    several
        Whether it may be given more than once.
    default, help, group
        Its default, help text and heading on the command line.
    choices
        Values that it takes, if they are known.
    """

    name: str
    parameter: str
    flag: str
    negative: str | None
    kind: str
    several: bool
    default: Any
    help: str
    group: str | None
    choices: tuple[str, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the field as plain values."""
        return {
            "name": self.name,
            "type": self.kind,
            "several": self.several,
            "choices": None if self.choices is None else list(self.choices),
            "default": self.default,
            "help": self.help,
            "group": self.group,
        }

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the field."""
        schema: dict[str, Any] = {"type": "string" if self.kind == "text" else self.kind}
        if self.several:
            schema = {"type": "array", "items": schema}
        if self.default is not None:
            schema["default"] = self.default
        known = f" Known: {', '.join(self.choices)}." if self.choices else ""
        return {**schema, "description": f"{self.help}{known}"}

    def arguments(self, values: Sequence[Any]) -> list[str]:
        """Return the arguments of the command line for values; blank values are left out."""
        texts = [text for text in (_as_text(value, self) for value in values) if text]
        if len(texts) > 1 and not self.several:
            raise _option_error(self, f"{self.name} is given {len(texts)} times.")
        return [argument for text in texts for argument in self._arguments(text)]

    def _arguments(self, text: str) -> Iterator[str]:
        if self.kind == "boolean":
            if text.lower() in YES:
                yield self.flag
            elif text.lower() not in NO:
                raise _option_error(self, f"{self.name} is {text!r}; it must be true or false.")
            elif self.negative:
                yield self.negative
            return
        if self.kind in ("number", "integer"):
            self._check_number(text)
        yield f"{self.flag}={text}"

    def _check_number(self, text: str) -> None:
        whole = self.kind == "integer"
        try:
            number = int(text) if whole else float(text)
        except ValueError:
            expected = "a whole number" if whole else "a number"
            raise _option_error(self, f"{self.name} is {text!r}; it must be {expected}.") from None
        most = MAXIMA.get(self.name)
        if most is not None and number > most:
            raise _option_error(
                self, f"{self.name} is {number:,}; this server allows up to {most:,}."
            )


@dataclass(frozen=True, slots=True)
class Command:
    """A command that requests can run.

    Parameters
    ----------
    name, summary
        Its name and the first line of its help.
    fields
        Its options, by name.
    several
        Whether it takes several files.
    draws
        Whether it can write figures to a folder.
    takes_study
        Whether it takes a study file.
    """

    name: str
    summary: str
    fields: Mapping[str, Field]
    several: bool
    draws: bool
    takes_study: bool = False

    @property
    def options(self) -> dict[str, str]:
        """Fields by the names that their options have on the command line and in Python."""
        named = {same_option(field.parameter): name for name, field in self.fields.items()}
        return named | {same_option(name): name for name in self.fields}

    def arguments(self, options: Iterable[tuple[str, Any]]) -> list[str]:
        """Return the arguments of the command line for options of a request."""
        values: dict[str, list[Any]] = {}
        spellings = {same_option(name): name for name in self.fields}
        for given, value in options:
            name = given.replace("-", "_")
            name = spellings.get(same_option(name), name)
            if name not in self.fields:
                error = UnknownNameError("option", given, self.fields, option=given)
                raise RequestError(422, "UnknownNameError", str(error), given)
            field = self.fields[name]
            parts = value if isinstance(value, (list, tuple)) else [value]
            if len(parts) > 1 and not field.several:
                parts = [",".join(_as_text(part, field) for part in parts)]
            values.setdefault(name, []).extend(parts)
        return [a for name, parts in values.items() for a in self.fields[name].arguments(parts)]


def find_command(name: str) -> Command:
    """Return the command with a name."""
    commands = load_commands()
    if name not in commands:
        error = UnknownNameError("command", name, commands, option="command")
        raise RequestError(404, "UnknownNameError", str(error))
    return commands[name]


@cache
def load_commands() -> dict[str, Command]:
    """Return the commands that requests can run, by name."""
    from accord.cli import registered_commands

    known = registered_commands()
    return {name: _command(name, known[name].callback) for name in COMMANDS}


def _command(name: str, callback: Any) -> Command:
    fields: dict[str, Field] = {}
    several = draws = False
    for parameter in inspect.signature(callback, eval_str=True).parameters.values():
        if get_origin(parameter.annotation) is not Annotated:
            continue
        kind, info, *declared = get_args(parameter.annotation)
        if isinstance(info, ArgumentInfo):
            several = get_origin(kind) is list
        elif isinstance(info, OptionInfo):
            field = _field(parameter, kind, info, declared)
            draws = draws or field.name == "plots"
            if field.name not in EXCLUDED and field.kind != "file":
                fields[field.name] = field
    summary = (inspect.getdoc(callback) or "").partition("\n")[0]
    takes_study = "config" in inspect.signature(callback).parameters
    return Command(name, summary, fields, several, draws, takes_study)


def _field(
    parameter: inspect.Parameter, kind: Any, info: OptionInfo, declared: Sequence[Any]
) -> Field:
    if get_origin(kind) in (Union, types.UnionType):
        (kind,) = (part for part in get_args(kind) if part is not type(None))
    several = get_origin(kind) is list
    if several:
        (kind,) = get_args(kind)
    names = (info.default, *(info.param_decls or ()))  # typer stores the first name as the default
    flags = [text for text in names if isinstance(text, str) and text.startswith("--")]
    flag, _, negative = (flags or [f"--{parameter.name.replace('_', '-')}"])[0].partition("/")
    default = parameter.default
    return Field(
        name=flag.removeprefix("--").replace("-", "_"),
        parameter=parameter.name,
        flag=flag,
        negative=negative or None,
        kind="file" if kind is Path else KINDS.get(kind, "text"),
        several=several,
        default=None if default is inspect.Parameter.empty else default,
        help=info.help or "",
        group=info.rich_help_panel if isinstance(info.rich_help_panel, str) else None,
        choices=next((option.known for option in declared if isinstance(option, Option)), None),
    )


def _as_text(value: Any, field: Field) -> str:
    """Return a value of a form or of a JSON document as text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float, str)):
        text = str(value).strip() if field.name != "delimiter" else str(value)
        check_text(field.name, text)
        return text
    raise _option_error(field, f"{field.name} must be a text, a number or a list of them.")


def check_text(name: str, text: str) -> None:
    """Refuse a text that no file or command line can have."""
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise RequestError(
            422,
            OptionError.__name__,
            f"{name} contains a NUL or an invalid character (a lone surrogate).",
            name,
        )


def _option_error(field: Field, message: str) -> RequestError:
    return RequestError(422, OptionError.__name__, message, field.name)
