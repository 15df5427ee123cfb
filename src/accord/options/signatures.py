"""Signatures and docstrings of public functions, completed from the declarations of options.

A public function states its own parameters and takes the others as ``**options``. The decorator
`with_options` lists these in its signature and in its docstring, and refuses unknown keywords.
"""

from __future__ import annotations

import functools
import inspect
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, ParamSpec, TypeVar

from accord.errors import UnknownOptionError
from accord.options.declaration import Option
from accord.options.inference import InferenceOptions
from accord.options.reading import ReadOptions

__all__ = ["split_options", "with_options"]

P = ParamSpec("P")
R = TypeVar("R")
WIDTH = 88  # of lines in docstrings


def split_options(options: Mapping[str, Any]) -> tuple[InferenceOptions, dict[str, Any]]:
    """Separate options of inference from those of reading, which are for `load`."""
    inference, reading = InferenceOptions.names(), ReadOptions.names()
    for name in options:
        if name not in inference and name not in reading:
            raise UnknownOptionError(name, (*inference, *reading))
    own = {name: value for name, value in options.items() if name in inference}
    return InferenceOptions(**own), {n: value for n, value in options.items() if n in reading}


def with_options(
    *kinds: type, own: Iterable[inspect.Parameter] = ()
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Give a function with ``**options`` a signature and a docstring that list them.

    Parameters
    ----------
    *kinds
        Dataclasses of options, in the order of presentation.
    own
        Further keywords, before those.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(function)
        stated = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
        taken = {parameter.name for parameter in stated}
        listed = {parameter.name: parameter for parameter in own}
        for kind in kinds:
            listed = listed | {
                each.name: _parameter(each) for each in fields(kind) if each.name not in listed
            }
        further = [parameter for name, parameter in listed.items() if name not in taken]
        known = {parameter.name for parameter in (*stated, *further)}

        @functools.wraps(function)
        def checked(*args: P.args, **keywords: P.kwargs) -> R:
            for name in keywords:
                if name not in known:
                    raise UnknownOptionError(name, known)
            return function(*args, **keywords)

        full = signature.replace(parameters=[*stated, *further])
        checked.__signature__ = full  # type: ignore[attr-defined]
        checked.__doc__ = _completed(inspect.getdoc(function) or "", full, kinds)
        return checked

    return decorate


def _parameter(each: Any) -> inspect.Parameter:
    return inspect.Parameter(
        each.name, inspect.Parameter.KEYWORD_ONLY, default=each.default, annotation=each.type
    )


def _completed(doc: str, signature: inspect.Signature, kinds: Iterable[type]) -> str:
    """Docstring with the types of all parameters, and with an entry for each option.

    The entries replace that of ``**options``.
    """
    declared: dict[str, Option] = {}
    for kind in reversed(list(kinds)):  # the first that declares an option counts
        declared |= {each.name: each.metadata["option"] for each in fields(kind)}
    lines, done, inside = [], set(), False
    title = ""
    for line in doc.splitlines():
        if line and not line.startswith(" ") and set(line) == {"-"}:
            inside = title == "Parameters"
        elif inside and line.startswith("**"):
            rest = [n for n in signature.parameters if n in declared and n not in done]
            lines += [_entry(signature.parameters[name], declared[name]) for name in rest]
            title = "**"
            continue
        elif inside and title == "**" and line.startswith(" "):
            continue  # the explanation of **options
        elif inside and line and not line.startswith(" ") and " : " not in line:
            names = [name.strip(" *") for name in line.split(",")]
            if all(name in signature.parameters for name in names):
                done |= set(names)
                line = f"{line} : {_type(signature.parameters[names[0]], declared.get(names[0]))}"
        title = line
        lines.append(line)
    return "\n".join(lines)


def _entry(parameter: inspect.Parameter, stated: Option) -> str:
    """Entry of an option in a docstring."""
    text = textwrap.fill(
        stated.doc or stated.help, WIDTH, initial_indent="    ", subsequent_indent="    "
    )
    return f"{parameter.name} : {_type(parameter, stated)}\n{text}"


def _type(parameter: inspect.Parameter, stated: Option | None = None) -> str:
    """Type and default of a parameter, as numpydoc writes them."""
    kind = str(parameter.annotation).removesuffix(" | None").removeprefix("None | ")
    if stated is not None and isinstance(stated.choices, tuple):
        kind = f"{{{', '.join(map(repr, stated.choices))}}}"
    if parameter.default is parameter.empty:
        return kind
    return f"{kind}, " + (
        "optional" if parameter.default is None else f"default {parameter.default!r}"
    )
