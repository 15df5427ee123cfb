"""The options of a request: those of the command line, read off the commands themselves."""

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
from accord.web.faults import RefusedError

__all__ = ["COMMANDS", "Command", "Field", "command_named", "commands"]

COMMANDS = ("report", "preview", "compare", "evaluate")
KEPT_BACK = ("json", "out", "plots", "plot", "engine", "master")  # they write, or reach elsewhere
KINDS = {str: "text", float: "number", int: "integer", bool: "boolean"}
YES, NO = ("true", "on", "yes", "1"), ("false", "off", "no", "0")
MOST = {"replicates": 1_000_000}  # of what takes time in proportion


@dataclass(frozen=True, slots=True)
class Field:
    """An option of a command.

    Parameters
    ----------
    name
        The option's name on the command line, with ``_`` for ``-``.
    parameter
        Its name in Python.
    flag, negative
        How it is written on the command line, and how its opposite is, where it has one.
    kind
        ``text``, ``number``, ``integer`` or ``boolean``.
    several
        Whether it may be given more than once.
    default, help, group
        What the command line says of it.
    choices
        Values that it is known to take, if any.
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
        """Plain values."""
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
        """JSON schema of the field."""
        kind = "string" if self.kind == "text" else self.kind
        own: dict[str, Any] = {"type": kind}
        if self.several:
            own = {"type": "array", "items": own}
        if self.default is not None:
            own["default"] = self.default
        listed = f" Known: {', '.join(self.choices)}." if self.choices else ""
        told = f"{self.help}{listed}"
        return {**own, "description": told}

    def arguments(self, values: Sequence[Any]) -> list[str]:
        """The option on the command line; blank values say nothing."""
        texts = [text for text in (_text(value, self) for value in values) if text]
        if len(texts) > 1 and not self.several:
            raise _refused(self, f"{self.name} is given {len(texts)} times.")
        return [argument for text in texts for argument in self._argument(text)]

    def _argument(self, text: str) -> Iterator[str]:
        if self.kind == "boolean":
            if text.lower() in YES:
                yield self.flag
            elif text.lower() not in NO:
                raise _refused(self, f"{self.name} is {text!r}; it is true or false.")
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
            what = "a whole number" if whole else "a number"
            raise _refused(self, f"{self.name} is {text!r}; it must be {what}.") from None
        most = MOST.get(self.name)
        if most is not None and number > most:
            raise _refused(self, f"{self.name} is {number:,}; up to {most:,} are made here.")


@dataclass(frozen=True, slots=True)
class Command:
    """A command that may be asked for.

    Parameters
    ----------
    name, summary
        Its name and what it does.
    fields
        Its options, by name.
    several
        Whether it takes several files.
    draws
        Whether it can write pictures to a folder.
    """

    name: str
    summary: str
    fields: Mapping[str, Field]
    several: bool
    draws: bool

    @property
    def options(self) -> dict[str, str]:
        """Fields by the names that their options have on the command line and in Python."""
        named = {same_option(field.parameter): name for name, field in self.fields.items()}
        return named | {same_option(name): name for name in self.fields}

    def arguments(self, options: Iterable[tuple[str, Any]]) -> list[str]:
        """Options as the command line takes them."""
        given: dict[str, list[Any]] = {}
        declared = {same_option(name): name for name in self.fields}
        for name, value in options:
            known = name.replace("-", "_")
            known = declared.get(same_option(known), known)
            if known not in self.fields:
                error = UnknownNameError("option", name, self.fields, option=name)
                raise RefusedError(422, "UnknownNameError", str(error), name)
            values = value if isinstance(value, (list, tuple)) else [value]
            if len(values) > 1 and not self.fields[known].several:
                values = [",".join(_text(part, self.fields[known]) for part in values)]
            given.setdefault(known, []).extend(values)
        return [a for name, values in given.items() for a in self.fields[name].arguments(values)]


def command_named(name: str) -> Command:
    """Command of that name."""
    if name not in commands():
        error = UnknownNameError("command", name, commands(), option="command")
        raise RefusedError(404, "UnknownNameError", str(error))
    return commands()[name]


@cache
def commands() -> dict[str, Command]:
    """The commands that the server runs, by name."""
    from accord.cli import app

    found = {
        info.name or info.callback.__name__: info
        for info in app.registered_commands
        if info.callback
    }
    return {name: _command(name, found[name].callback) for name in COMMANDS}


def _command(name: str, callback: Any) -> Command:
    fields: dict[str, Field] = {}
    several = draws = False
    for parameter in inspect.signature(callback, eval_str=True).parameters.values():
        if get_origin(parameter.annotation) is not Annotated:
            continue
        kind, info, *stated = get_args(parameter.annotation)
        if isinstance(info, ArgumentInfo):
            several = get_origin(kind) is list
        elif isinstance(info, OptionInfo):
            field = _field(parameter, kind, info, stated)
            draws = draws or field.name == "plots"
            if field.name not in KEPT_BACK and field.kind != "file":
                fields[field.name] = field
    summary = (inspect.getdoc(callback) or "").partition("\n")[0]
    return Command(name, summary, fields, several, draws)


def _field(
    parameter: inspect.Parameter, kind: Any, info: OptionInfo, stated: Sequence[Any]
) -> Field:
    if get_origin(kind) in (Union, types.UnionType):
        (kind,) = (part for part in get_args(kind) if part is not type(None))
    several = get_origin(kind) is list
    if several:
        (kind,) = get_args(kind)
    said = (info.default, *(info.param_decls or ()))  # inside Annotated the first name is first
    written = [text for text in said if isinstance(text, str) and text.startswith("--")]
    flag, _, negative = (written or [f"--{parameter.name.replace('_', '-')}"])[0].partition("/")
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
        choices=next((one.known for one in stated if isinstance(one, Option)), None),
    )


def _text(value: Any, field: Field) -> str:
    """Value as text: of a form, or of a JSON document."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float, str)):
        text = str(value).strip() if field.name != "delimiter" else str(value)
        if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
            raise _refused(field, f"{field.name} has a NUL character, or half a one, in it.")
        return text
    raise _refused(field, f"{field.name} is neither a text, a number nor a list of them.")


def _refused(field: Field, message: str) -> RefusedError:
    return RefusedError(422, OptionError.__name__, message, field.name)
