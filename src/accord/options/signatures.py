"""Signatures and docstrings of public functions, completed from the declarations of options.

A public function states its own parameters and takes the others as ``**options``. The decorator
`with_options` lists these in its signature and in its docstring, and refuses unknown keywords.
"""

from __future__ import annotations

import functools
import inspect
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, fields
from typing import Any, ParamSpec, TypeVar

from accord.errors import UnknownOptionError
from accord.options.declaration import Option, declared
from accord.options.inference import InferenceOptions
from accord.options.reading import ReadOptions

__all__ = ["split_options", "with_options"]

P = ParamSpec("P")
R = TypeVar("R")
WIDTH = 88  # characters of a line in docstrings
INFERENCE, READING = declared(InferenceOptions), declared(ReadOptions)


def split_options(options: Mapping[str, Any]) -> tuple[InferenceOptions, dict[str, Any]]:
    """Return the options of inference, and those of reading, which are for `load`."""
    for name in options:
        if name not in INFERENCE and name not in READING:
            raise UnknownOptionError(name, INFERENCE | READING)
    inference = {name: value for name, value in options.items() if name in INFERENCE}
    reading = {name: value for name, value in options.items() if name in READING}
    return InferenceOptions(**inference), reading


def with_options(
    *kinds: type, extra: Iterable[inspect.Parameter] = ()
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Give a function with ``**options`` a signature and a docstring that list them.

    Parameters
    ----------
    *kinds
        Dataclasses of options, in the order of presentation.
    extra
        Further keyword parameters, which precede these options.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(function)
        stated = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
        options = {parameter.name: parameter for parameter in extra}
        for kind in kinds:
            for field in fields(kind):
                options.setdefault(field.name, _parameter(field))
        for parameter in stated:
            options.pop(parameter.name, None)
        full = signature.replace(parameters=[*stated, *options.values()])
        known = full.parameters

        @functools.wraps(function)
        def checked(*args: P.args, **keywords: P.kwargs) -> R:
            for name in keywords:
                if name not in known:
                    raise UnknownOptionError(name, known)
            return function(*args, **keywords)

        checked.__signature__ = full  # type: ignore[attr-defined]
        checked.__doc__ = _complete_docstring(inspect.getdoc(function) or "", full, kinds)
        return checked

    return decorate


def _parameter(field: Field[Any]) -> inspect.Parameter:
    """Return the keyword parameter of an option."""
    return inspect.Parameter(
        field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=field.type
    )


def _complete_docstring(doc: str, signature: inspect.Signature, kinds: Iterable[type]) -> str:
    """Add the types of all parameters to a docstring, and an entry for each option.

    The entries of the options replace that of ``**options``.
    """
    options: dict[str, Option] = {}
    for kind in reversed(list(kinds)):  # the first that declares an option counts
        options |= declared(kind)
    lines: list[str] = []
    documented: set[str] = set()
    in_parameters = False
    previous = ""
    for line in doc.splitlines():
        if line and not line.startswith(" ") and set(line) == {"-"}:
            in_parameters = previous == "Parameters"
        elif in_parameters and line.startswith("**"):
            rest = [n for n in signature.parameters if n in options and n not in documented]
            lines += [_option_entry(signature.parameters[name], options[name]) for name in rest]
            previous = "**"
            continue
        elif in_parameters and previous == "**" and line.startswith(" "):
            continue  # the description of **options
        elif in_parameters and line and not line.startswith(" ") and " : " not in line:
            names = [name.strip(" *") for name in line.split(",")]
            if all(name in signature.parameters for name in names):
                documented |= set(names)
                first = signature.parameters[names[0]]
                line = f"{line} : {_type_text(first, options.get(names[0]))}"
        previous = line
        lines.append(line)
    return "\n".join(lines)


def _option_entry(parameter: inspect.Parameter, option: Option) -> str:
    """Return the entry of an option in a docstring."""
    text = textwrap.fill(
        option.doc or option.help, WIDTH, initial_indent="    ", subsequent_indent="    "
    )
    return f"{parameter.name} : {_type_text(parameter, option)}\n{text}"


def _type_text(parameter: inspect.Parameter, option: Option | None = None) -> str:
    """Return the type and the default of a parameter, as numpydoc writes them."""
    text = str(parameter.annotation).removesuffix(" | None").removeprefix("None | ")
    if option is not None and isinstance(option.choices, tuple):
        text = f"{{{', '.join(map(repr, option.choices))}}}"
    if parameter.default is parameter.empty:
        return text
    if parameter.default is None:
        return f"{text}, optional"
    return f"{text}, default {parameter.default!r}"
