"""The commands by name.

The module of a command is imported, and its parser built, when the command is used.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, MutableMapping
from importlib import import_module
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group
from typer.models import CommandInfo

__all__ = ["COMMANDS", "Command", "CommandGroup", "Subcommands", "registered_commands"]

NUMBERS = {int: "an integer", float: "a number"}  # as errors name them
SHOWN_TYPES = {  # what the help shows for an option of each type
    str: "TEXT",
    int: "INTEGER",
    float: "NUMBER",
    Path: "PATH",
    bool: None,
}

COMMANDS: dict[str, str] = {  # the module that declares each, in the order of the help
    "agree": "accord.cli.agree",
    "check": "accord.cli.check",
    "compare": "accord.cli.compare",
    "compress": "accord.cli.compress",
    "diagnostic": "accord.cli.diagnostic",
    "differ": "accord.cli.differ",
    "evaluate": "accord.cli.evaluate",
    "g-study": "accord.cli.g_study",
    "init": "accord.cli.init",
    "list": "accord.cli.listing",
    "mark": "accord.cli.mark",
    "plan": "accord.cli.plan",
    "preview": "accord.cli.preview",
    "replicates": "accord.cli.replicates",
    "report": "accord.cli.report",
    "run": "accord.cli.run",
    "schema": "accord.cli.schema",
    "study": "accord.cli.study",
    "sweep": "accord.cli.sweep",
}


def registered_commands() -> dict[str, CommandInfo]:
    """Return what the modules of all commands have declared with ``@app.command``, by name."""
    from accord.cli.app import app  # here: it is made with a class of this module

    for module in COMMANDS.values():
        import_module(module)
    return {_name(info): info for info in app.registered_commands}


def _name(info: CommandInfo) -> str:
    assert info.callback is not None
    return info.name or info.callback.__name__


class _TypedValues:
    """Conversion of only those values that do not have the type of their option already.

    Typer imports pydantic, and builds a schema, for each value that it converts. Most options are
    not given.
    """

    def get_params(self, context: Any) -> list[Any]:
        """Return the options and arguments of the command."""
        parameters: list[Any] = super().get_params(context)  # type: ignore[misc]
        kinds = _kinds(self.callback)  # type: ignore[attr-defined]
        for parameter in parameters:
            if "process_value" not in vars(parameter):
                kind = kinds.get(parameter.name, NoneType)
                _keep_typed(parameter, kind)
                _show_type(parameter, kind)
        return parameters


class CommandGroup(_TypedValues, TyperGroup):
    """The commands of accord."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = _Commands(self.rich_markup_mode)


class Subcommands(_TypedValues, TyperGroup):
    """A command of accord that has commands of its own."""


class Command(_TypedValues, TyperCommand):
    """A command of accord."""


class _Commands(MutableMapping[str, Any]):
    """Commands by name, each built at the first look-up."""

    def __init__(self, markup: Any) -> None:
        self._markup = markup
        self._built: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._built:
            self._built[name] = self._build(name, COMMANDS[name])
        return self._built[name]

    def _build(self, name: str, module: str) -> Any:
        from accord.cli.app import app  # here: it is made with a class of this module

        import_module(module)
        alone = typer.Typer(rich_markup_mode=self._markup)
        alone.registered_groups = [info for info in app.registered_groups if info.name == name]
        for info in app.registered_commands:
            if _name(info) == name and info.callback is not None:
                alone.command(name, cls=Command)(info.callback)
        return get_group(alone).commands[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._built[name] = command

    def __delitem__(self, name: str) -> None:
        del self._built[name]

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS | self._built)

    def __len__(self) -> int:
        return len(COMMANDS | self._built)


def _kinds(callback: Callable[..., Any] | None) -> dict[str, Any]:
    """Return the types of the parameters of a command, by name."""
    if callback is None:
        return {}
    parameters = inspect.signature(callback, eval_str=True).parameters
    annotations = {name: get_args(each.annotation) for name, each in parameters.items()}
    return {name: kinds[0] for name, kinds in annotations.items() if kinds}


def _keep_typed(parameter: Any, kind: Any) -> None:
    """Make a parameter convert only values that do not have its type."""
    convert, callback = parameter.process_value, parameter.callback
    names_file = parameter.param_type_name == "argument" or Path in _parts(kind)

    def process_value(context: Any, value: Any) -> Any:
        if names_file and _is_empty(value) and _was_typed(context, parameter):
            raise typer.BadParameter(
                "the name is empty; is a variable of the shell not set?",
                ctx=context,
                param=parameter,
            )
        if _has_type(value, kind):
            return value if callback is None else callback(context, parameter, value)
        try:
            return convert(context, value)
        except typer.BadParameter:
            number = next((NUMBERS[part] for part in _parts(kind) if part in NUMBERS), None)
            if number is None:
                raise
            problem = f"{value!r} is not {number}."
            raise typer.BadParameter(problem, ctx=context, param=parameter) from None

    parameter.process_value = process_value


def _is_empty(value: Any) -> bool:
    return value == "" or (isinstance(value, tuple) and "" in value)


def _was_typed(context: Any, parameter: Any) -> bool:
    source = context.get_parameter_source(parameter.name)
    return source is not None and source.name == "COMMANDLINE"


def _show_type(parameter: Any, kind: Any) -> None:
    """Make the help show what to type for an option, and nothing for flags and arguments."""
    is_option = parameter.param_type_name == "option"
    types = [part for part in _parts(kind) if part is not NoneType]
    if not is_option or all(part in SHOWN_TYPES for part in types):
        shown = next((SHOWN_TYPES[part] for part in types), None) if is_option else None
        parameter.display_type_rich = lambda **_: shown


def _parts(kind: Any) -> list[Any]:
    """Return the types in a union or a list.

    >>> _parts(list[str] | None), _parts(int)
    ([<class 'str'>, <class 'NoneType'>], [<class 'int'>])
    """
    return [each for part in get_args(kind) for each in _parts(part)] or [kind]


def _has_type(value: Any, kind: Any) -> bool:
    """Return whether a value has a type; an empty list has none.

    >>> _has_type(None, str | None), _has_type(("a", "b"), list[str]), _has_type("1", int)
    (True, True, False)
    """
    if get_origin(kind) in (Union, UnionType):
        return any(_has_type(value, part) for part in get_args(kind))
    if get_origin(kind) is list:
        (part,) = get_args(kind)
        return bool(value) and isinstance(value, tuple) and all(_has_type(x, part) for x in value)
    return type(value) is kind
