"""Declaration of options: help, type, choices and limits.

An option is a field of a frozen dataclass, made by `option`. Signatures and docstrings of the
library, the flags of the command line and the fields of the web page are derived from it. The
modules of this package import little, because the command line imports them at start-up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from importlib import import_module
from typing import Any, TypeAlias

from accord.base.validation import Number, check_number
from accord.errors import OptionError

__all__ = ["Option", "Progress", "check_declared", "declared", "defaults", "like", "option"]

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with (name of the step, steps done, steps in total) during long computations."""


@dataclass(frozen=True, slots=True)
class Option:
    """Declaration of an option, in addition to its name, type and default.

    Parameters
    ----------
    help
        One line for the command line and the web page.
    doc
        Text for docstrings; the help if not given.
    choices
        The allowed values, or ``module:NAME`` of the registry that lists the known ones.
    number
        The allowed numbers.
    group
        Heading under which the command line and the web page show the option.
    flag
        Flag on the command line and name on the web page, if not that of the option.
    python_only
        Whether the option exists in Python only.
    """

    help: str
    doc: str = ""
    choices: tuple[str, ...] | str | None = None
    number: Number | None = None
    group: str | None = None
    flag: str | None = None
    python_only: bool = False

    @property
    def known(self) -> tuple[str, ...] | None:
        """Known values; None where any value is allowed."""
        if not isinstance(self.choices, str):
            return self.choices
        module, _, registry = self.choices.partition(":")
        return tuple(str(name) for name in getattr(import_module(module), registry))


def option(default: Any, help: str = "", **facts: Any) -> Any:  # noqa: A002 (as typer calls it)
    """Declare an option: a field of a dataclass, with the attributes of `Option`."""
    return field(default=default, metadata={"option": Option(help, **facts)})


def declared(options: type) -> dict[str, Option]:
    """Return the options that a dataclass declares, by name and in order."""
    return {each.name: each.metadata["option"] for each in fields(options)}


def defaults(options: type) -> dict[str, Any]:
    """Return the default values of the options, by name."""
    return {each.name: each.default for each in fields(options)}


MISSING: Any = object()  # None is a default of its own


def like(options: type, name: str, default: Any = MISSING, **facts: Any) -> Any:
    """Declare an option like one of another dataclass, except for the given attributes."""
    original = next(each for each in fields(options) if each.name == name)
    return field(
        default=original.default if default is MISSING else default,
        metadata={"option": replace(original.metadata["option"], **facts)},
    )


def check_declared(options: Any) -> None:
    """Check the fields of a dataclass of options against their choices and numbers.

    Numbers are stored as an int or a float. A field whose default is None may be None.
    """
    for each in fields(options):
        name, value, declaration = each.name, getattr(options, each.name), each.metadata["option"]
        if value is None and each.default is None:
            continue
        if isinstance(declaration.choices, tuple) and value not in declaration.choices:
            known = ", ".join(declaration.choices)
            raise OptionError(
                f"{name} is {value!r}; it must be one of {known}.", option=name, value=value
            )
        if declaration.number is not None:
            object.__setattr__(options, name, check_number(name, value, declaration.number))
