"""Declarations of options: help, type, choices and limits of each, in one place.

An option is a field of a frozen dataclass, made by `option`. Signatures and docstrings of the
library, the flags of the command line and the fields of the page are derived from it. The modules
of this package are light, because the command line imports them at start-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from importlib import import_module
from typing import Any, TypeAlias

from accord.base.validation import Number, check_number
from accord.errors import OptionError

__all__ = ["Option", "Progress", "check_declared", "declared", "defaults", "like", "option"]

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with (what, done, total) during long work."""


@dataclass(frozen=True, slots=True)
class Option:
    """What is declared about an option beside its name, type and default.

    Parameters
    ----------
    help
        One line for the command line and the page.
    doc
        Text for docstrings; the help if not given.
    choices
        The values that it can have, or ``module:NAME`` of the registry that lists known ones.
    number
        The numbers that it can have.
    group
        Heading under which the command line and the page show it.
    flag
        Its flag on the command line, if that is not its name; the page uses the same name.
    python_only
        Whether it makes sense in Python only.
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
        """Values that it is known to take; None where it takes any."""
        if not isinstance(self.choices, str):
            return self.choices
        module, _, registry = self.choices.partition(":")
        return tuple(str(name) for name in getattr(import_module(module), registry))


def option(default: Any, help: str = "", **facts: Any) -> Any:  # noqa: A002 (as typer calls it)
    """Field of a dataclass of options."""
    return field(default=default, metadata={"option": Option(help, **facts)})


def declared(options: type) -> dict[str, Option]:
    """Options that a dataclass declares, by name and in order."""
    return {each.name: each.metadata["option"] for each in fields(options)}


def defaults(options: type) -> dict[str, Any]:
    """Default values of the options, by name."""
    return {each.name: each.default for each in fields(options)}


MISSING: Any = object()


def like(options: type, name: str, default: Any = MISSING, **facts: Any) -> Any:
    """Field that is declared as in another dataclass, except for the given facts."""
    known = next(each for each in fields(options) if each.name == name)
    stated = replace(known.metadata["option"], **facts)
    return field(
        default=known.default if default is MISSING else default, metadata={"option": stated}
    )


def check_declared(options: Any) -> None:
    """Check the fields of a dataclass of options against their choices and numbers.

    Numbers are stored as an int or a float. A field whose default is None may be None.
    """
    for name, value, stated in _stated(options):
        if isinstance(stated.choices, tuple) and value not in stated.choices:
            known = ", ".join(stated.choices)
            raise OptionError(f"{name} {value!r} is not one of {known}.", option=name, value=value)
    for name, value, stated in _stated(options):
        if stated.number is not None:
            object.__setattr__(options, name, check_number(name, value, stated.number))


def _stated(options: Any) -> Iterator[tuple[str, Any, Option]]:
    for each in fields(options):
        value = getattr(options, each.name)
        if value is not None or each.default is not None:
            yield each.name, value, each.metadata["option"]
