"""Options that several commands share, and what their texts stand for."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Iterable
from dataclasses import Field, fields
from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.again import command_line
from accord.errors import OptionError
from accord.options import Option, ReadOptions

__all__ = [
    "Json",
    "Out",
    "Plot",
    "Plots",
    "Range",
    "Weights",
    "names_of",
    "numbers_of",
    "takes_options",
    "takes_ratings",
    "weights_of",
]

KINDS = {"bool": bool, "int": int, "float": float}  # all others are given as text


def _parameter(each: Field[Any]) -> inspect.Parameter:
    """Parameter of a command for a declared option, as typer takes it."""
    stated: Option = each.metadata["option"]
    kind: Any = KINDS.get(str(each.type).removesuffix(" | None"), str)
    flag = stated.flag or f"--{each.name.replace('_', '-')}"
    flags = [] if stated.flag is None and kind is not bool else [flag]
    if kind is bool and each.default is None:
        flags = [f"{flag}/--no-{flag.removeprefix('--')}"]
    shown = typer.Option(*flags, help=help_of(stated), rich_help_panel=stated.group)
    return inspect.Parameter(
        each.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=each.default,
        annotation=Annotated[kind | None if each.default is None else kind, shown, stated],
    )


def help_of(stated: Option) -> str:
    """Return the help of an option, with its choices where it does not mention them.

    >>> help_of(Option("Test.", choices=("t", "normal")))
    'Test. One of: t, normal.'
    """
    known = stated.choices if isinstance(stated.choices, tuple) else ()
    listed = f" One of: {', '.join(known)}." if known else ""
    return f"{stated.help}{listed}"


def _parameters(options: type, names: tuple[str, ...] = ()) -> dict[str, inspect.Parameter]:
    """Parameters for the options of a dataclass that make sense on a command line, by name."""
    return {
        each.name: _parameter(each)
        for each in fields(options)
        if not each.metadata["option"].python_only and (not names or each.name in names)
    }


def _as_keywords(given: dict[str, Any]) -> dict[str, Any]:
    """Keywords of `load` from the texts of the command line."""
    convert = {"categories": categories_of, "delimiter": unescaped}
    return {name: convert[name](text) if name in convert else text for name, text in given.items()}


def _set_signature(wrapper: Any, parameters: Iterable[inspect.Parameter]) -> None:
    keywords = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in parameters]
    wrapper.__signature__ = inspect.Signature(keywords)
    wrapper.__annotations__ = {parameter.name: parameter.annotation for parameter in keywords}


def takes_options(
    options: type, *names: str, into: str = "options"
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of a dataclass, or those of them that are named.

    The command gets their values as its argument ``options``, or as the one that ``into`` names.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command, eval_str=True).parameters
        further = _parameters(options, names)

        @functools.wraps(command)
        def wrapper(**given: Any) -> None:
            command(**{into: {name: given.pop(name) for name in further}}, **given)

        kept = (parameter for name, parameter in own.items() if name != into)
        _set_signature(wrapper, (*kept, *further.values()))
        return wrapper

    return decorate


def takes_ratings(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of reading, as its argument ``loading``.

    A command that has an argument ``typed`` gets the command line.
    """
    own = inspect.signature(command, eval_str=True).parameters
    shared = _parameters(ReadOptions)
    kept = [parameter for name, parameter in own.items() if name not in ("loading", "typed")]
    context = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)

    @functools.wraps(command)
    def wrapper(context: typer.Context, **given: Any) -> None:
        if "typed" in own:
            given["typed"] = command_line(context)
        loading = _as_keywords({name: given.pop(name) for name in shared})
        command(loading=loading, **given)

    _set_signature(wrapper, (*kept, *shared.values(), context))
    return wrapper


Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Out = Annotated[
    Path | None,
    typer.Option(help="Write to a file: .html, .md, .json, .csv, .tex, .xlsx, else text."),
]
Plot = Annotated[Path | None, typer.Option(help="Draw to a file: .svg, .png or .pdf.")]
Plots = Annotated[
    Path | None, typer.Option(help="Folder to draw every picture to that suits the data, as SVG.")
]
Range = Annotated[str | None, typer.Option("--range", help="Lowest and highest mark: 0,60.")]
Weights = Annotated[
    str | None,
    typer.Option(
        help="A scheme's name (accord list weights) or a CSV file of a matrix; if not given, as "
        "the level says, else identity."
    ),
    Option("", choices="accord.statistics.weights:SCHEMES"),
]


def names_of(text: str | None) -> list[str] | None:
    """Comma-separated names; None if nothing was said."""
    if text is None:
        return None
    return [name.strip() for name in text.split(",") if name.strip()]


def numbers_of(text: str | None, option: str) -> list[float]:
    """Numbers of a list with commas.

    >>> numbers_of(".7,.2, .1", "prevalence")
    [0.7, 0.2, 0.1]
    """
    numbers = []
    for part in names_of(text) or []:
        try:
            numbers.append(float(part))
        except ValueError:
            raise OptionError(f"{part!r} in {text!r} is not a number.", option=option) from None
    return numbers


def categories_of(text: str | None) -> list[str] | dict[str, float] | None:
    """Categories in order, with values where all of them are written as label=value."""
    names = names_of(text)
    if names is None or not names or not all("=" in name for name in names):
        return names
    values = {}
    for name in names:
        label, _, value = name.rpartition("=")
        try:
            values[label.strip()] = float(value)
        except ValueError:
            raise OptionError(
                f"--categories: {value!r} is not a number, in {name!r}.", option="categories"
            ) from None
    return values


def weights_of(text: str | None) -> Any:
    """Scheme's name, or the matrix in a file; None if there are no weights.

    A file is CSV with or without labels: a header of categories, and a first column of them.
    """
    if text is None:
        return None
    from accord.statistics.weights import SCHEMES

    if text.partition(":")[0] in SCHEMES:
        return text
    if not Path(text).is_file():
        if Path(text).suffix:
            raise OptionError(f"--weights {text}: there is no such file.", option="weights")
        return text
    rows = _cells(Path(text))
    try:
        return _matrix(rows)
    except ValueError as error:
        raise OptionError(
            f"--weights {text}: not a matrix of numbers ({error}).", option="weights"
        ) from None


def _cells(path: Path) -> list[list[str]]:
    """Cells of a CSV file, without blank rows and comments."""
    import csv

    content = path.read_text(encoding="utf-8-sig")
    delimiter = next((mark for mark in ";\t" if mark in content[:4096]), ",")
    lines = [line for line in content.splitlines() if not line.startswith("#")]
    rows = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=delimiter)]
    if delimiter == ";":  # then a comma may be the decimal mark
        rows = [[re.sub(r"(?<=\d),(?=\d)", ".", cell) for cell in row] for row in rows]
    return [row for row in rows if any(row)]


def _matrix(rows: list[list[str]]) -> Any:
    """Matrix of the cells of a file; a dict of dicts if it has labels.

    >>> _matrix([["", "no", "yes"], ["no", "1", ".5"], ["yes", "0", "1"]])
    {'no': {'no': 1.0, 'yes': 0.5}, 'yes': {'no': 0.0, 'yes': 1.0}}
    """
    from accord.data.scale import as_number

    if not rows:
        raise ValueError("the file is empty")
    corner, *rest = rows[0]
    if as_number(corner) is not None and all(as_number(cell) is not None for cell in rest):
        return [[float(cell) for cell in row] for row in rows]
    header, body = rows[0], rows[1:]
    named = len(header) == len(body) + 1 or any(len(row) == len(header) + 1 for row in body)
    if len(header) == len(body) + 1:
        header = header[1:]
    labels = [row[0] for row in body] if named else header
    cells = [row[1:] if named else row for row in body]
    if len(set(labels)) < len(labels):
        raise ValueError("two rows have the same label")
    return {
        label: dict(zip(header, map(float, row), strict=True))
        for label, row in zip(labels, cells, strict=True)
    }


def unescaped(delimiter: str | None) -> str | None:
    """Delimiter as it is, where a shell cannot type it."""
    return "\t" if delimiter in ("\\t", "tab") else delimiter
