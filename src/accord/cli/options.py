"""Options that commands share, and the conversion of their texts."""

from __future__ import annotations

import csv
import functools
import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import Field, fields
from pathlib import Path
from typing import Annotated, Any

import typer

from accord.base.wording import numbered_names, split_names
from accord.cli.reproduction import command_line
from accord.errors import OptionError
from accord.options import Option, ReadOptions

__all__ = [
    "Codebook",
    "Json",
    "Out",
    "Plot",
    "Plots",
    "VariableWeights",
    "Weights",
    "groups_of",
    "names_of",
    "numbers_of",
    "takes_options",
    "takes_ratings",
    "variable_weights_of",
    "weights_of",
]

KINDS = {"bool": bool, "int": int, "float": float}  # all other types are texts


def _parameter(each: Field[Any]) -> inspect.Parameter:
    """Return the parameter of a command for a declared option, as typer expects it."""
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
    """Return parameters for those options of a dataclass that a command line can have."""
    return {
        each.name: _parameter(each)
        for each in fields(options)
        if not each.metadata["option"].python_only and (not names or each.name in names)
    }


def _as_keywords(texts: dict[str, Any]) -> dict[str, Any]:
    """Return keywords of `load` for the texts of the command line."""
    convert = {
        "categories": categories_of,
        "delimiter": unescaped,
        "sets": separator_of,
        "lengths": lengths_of,
    }
    return {name: convert[name](text) if name in convert else text for name, text in texts.items()}


def _set_signature(wrapper: Any, parameters: Iterable[inspect.Parameter]) -> None:
    keywords = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in parameters]
    wrapper.__signature__ = inspect.Signature(keywords)
    wrapper.__annotations__ = {parameter.name: parameter.annotation for parameter in keywords}


def takes_options(
    options: type, *names: str, into: str = "options"
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add the options of a dataclass, or the named ones, to a command.

    The command receives their values as its argument ``options``, or as the one that ``into``
    names.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        stated = inspect.signature(command, eval_str=True).parameters
        added = _parameters(options, names)

        @functools.wraps(command)
        def wrapper(**values: Any) -> None:
            command(**{into: {name: values.pop(name) for name in added}}, **values)

        kept = (parameter for name, parameter in stated.items() if name != into)
        _set_signature(wrapper, (*kept, *added.values()))
        return wrapper

    return decorate


def takes_ratings(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options for reading ratings to a command.

    The command receives their values as its argument ``loading``, and the command line that was
    typed as its argument ``command_line``, if it has one.
    """
    stated = inspect.signature(command, eval_str=True).parameters
    added = _parameters(ReadOptions)
    kept = [p for name, p in stated.items() if name not in ("loading", "command_line")]
    context = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)

    @functools.wraps(command)
    def wrapper(context: typer.Context, **values: Any) -> None:
        if "command_line" in stated:
            values["command_line"] = command_line(context)
        loading = _as_keywords({name: values.pop(name) for name in added})
        command(loading=loading, **values)

    _set_signature(wrapper, (*kept, *added.values(), context))
    return wrapper


Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Out = Annotated[
    Path | None,
    typer.Option(
        help="File to write: .html, .md, .json, .csv, .tex or .xlsx by its suffix, or text (.txt)."
    ),
]
Plot = Annotated[Path | None, typer.Option(help="File to draw the figure to: .svg, .png or .pdf.")]
Plots = Annotated[Path | None, typer.Option(help="Folder to write all figures to, as SVG.")]
Weights = Annotated[
    str | None,
    typer.Option(
        help="Agreement weights: a scheme (accord list weights) or a CSV file with a matrix. If "
        "not given: those of the stated level, or identity."
    ),
    Option("", choices="accord.statistics.weights:WEIGHTS"),
]
VariableWeights = Annotated[
    str | None,
    typer.Option(
        "--weights",
        help="Agreement weights: a scheme (accord list weights), a CSV file with a matrix, or by "
        "variable: tone=linear,length=quadratic. If not given: those of the stated level, or "
        "identity.",
    ),
    Option("", choices="accord.statistics.weights:SCHEMES"),
]
Codebook = Annotated[
    Path | None,
    typer.Option(
        help="File with a row per variable: variable, level, order, weights, label.",
        rich_help_panel="Several variables",
    ),
]


def names_of(text: str | Sequence[str] | None) -> list[str] | None:
    """Return comma-separated names, or those of a list; None if there is no text."""
    return None if text is None else split_names(text)


def groups_of(texts: Sequence[str] | None, option: str) -> dict[str, list[str]]:
    """Return names by the group that they belong to, from texts such as ``judge=run1,run2``.

    >>> groups_of(["judge=run1,run2"], "runs")
    {'judge': ['run1', 'run2']}
    """
    groups = {}
    for text in texts or ():
        name, equals, members = text.partition("=")
        if not equals:
            raise OptionError(
                f"--{option} {text}: give a name and its columns, as in judge=run1,run2.",
                option=option,
            )
        groups[name.strip()] = names_of(members) or []
    return groups


def numbers_of(text: str | None, option: str) -> list[float]:
    """Return comma-separated numbers.

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


def categories_of(text: Any) -> Any:
    """Return categories in order, with their values if all are written as label=value."""
    if text is not None and not isinstance(text, str):  # of a study file
        return text
    names = names_of(text)
    return None if names is None else numbered_names(names, "categories")


def weights_of(text: Any) -> Any:
    """Return the name of a weight scheme, or the matrix in a file; None if there is no text.

    The file is CSV. It may have labels of the categories: a header, a first column, or both.
    """
    if text is None or not isinstance(text, str):
        return text
    from accord.statistics.weights import WEIGHTS

    if text.partition(":")[0] in WEIGHTS or text == "exact":
        return text
    if not Path(text).is_file():
        if Path(text).suffix:
            raise OptionError(f"--weights {text}: there is no such file.", option="weights")
        return text
    try:
        return _matrix(_cells(Path(text)))
    except UnicodeDecodeError:
        raise OptionError(
            f"--weights {text}: the file is not text in UTF-8.",
            option="weights",
            remedy="Save it as CSV in UTF-8.",
        ) from None
    except OSError as error:
        raise OptionError(
            f"--weights {text}: the file cannot be read ({error.strerror}).", option="weights"
        ) from None
    except (ValueError, csv.Error) as error:
        raise OptionError(
            f"--weights {text}: not a matrix of numbers ({error}).", option="weights"
        ) from None


def variable_weights_of(text: Any) -> Any:
    """Return weights as `weights_of` does, or a mapping of them by variable.

    >>> variable_weights_of("tone=linear, length=quadratic")
    {'tone': 'linear', 'length': 'quadratic'}
    """
    if not isinstance(text, str) or "=" not in text or Path(text).is_file():
        return weights_of(text)
    weights = {}
    for part in names_of(text) or []:
        name, equals, scheme = part.rpartition("=")
        if not equals:
            raise OptionError(
                f"--weights {text}: give a variable and its weights, as in tone=linear.",
                option="weights",
            )
        weights[name.strip()] = weights_of(scheme.strip())
    return weights


def _cells(path: Path) -> list[list[str]]:
    """Return the cells of a CSV file, without blank rows and comments."""
    content = path.read_text(encoding="utf-8-sig")
    delimiter = next((mark for mark in ";\t" if mark in content[:4096]), ",")
    lines = [line for line in content.splitlines() if not line.startswith("#")]
    rows = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=delimiter)]
    if delimiter == ";":  # then a comma may be the decimal mark
        rows = [[re.sub(r"(?<=\d),(?=\d)", ".", cell) for cell in row] for row in rows]
    return [row for row in rows if any(row)]


def _matrix(rows: list[list[str]]) -> Any:
    """Return the matrix in the cells of a file; a dict of dicts if it has labels.

    >>> _matrix([["", "no", "yes"], ["no", "1", ".5"], ["yes", "0", "1"]])
    {'no': {'no': 1.0, 'yes': 0.5}, 'yes': {'no': 0.0, 'yes': 1.0}}
    """
    from accord.data.scale import as_number

    if not rows:
        raise ValueError("the file is empty")
    corner, *rest = rows[0]
    if as_number(corner) is not None and all(as_number(cell) is not None for cell in rest):
        _check_widths(rows, len(rows[0]))
        return [[float(cell) for cell in row] for row in rows]
    header, body = rows[0], rows[1:]
    named = len(header) == len(body) + 1 or any(len(row) == len(header) + 1 for row in body)
    if len(header) == len(body) + 1:
        header = header[1:]
    labels = [row[0] for row in body] if named else header
    cells = [row[1:] if named else row for row in body]
    if len(set(labels)) < len(labels):
        raise ValueError("two rows have the same label")
    if len(labels) != len(cells):
        raise ValueError(f"it has {len(cells)} rows for {len(labels)} categories")
    _check_widths(cells, len(header))
    return {
        label: dict(zip(header, map(float, row), strict=True))
        for label, row in zip(labels, cells, strict=True)
    }


def _check_widths(rows: list[list[str]], width: int) -> None:
    """Raise an error for rows of another length."""
    for row in rows:
        if len(row) != width:
            raise ValueError(f"it has {width} columns, and the row {','.join(row)} {len(row)}")


def separator_of(text: str | None) -> str | bool | None:
    """Return the separator of labels; ``json`` stands for lists in JSON, ``tab`` for a tab."""
    return True if text == "json" else unescaped(text)


def lengths_of(text: str | None) -> dict[str, float] | float | None:
    """Return the length of all documents, or that of each.

    >>> lengths_of("500"), lengths_of("d1=120,d2=80")
    (500.0, {'d1': 120.0, 'd2': 80.0})
    """
    if text is None:
        return None
    lengths = categories_of(text)
    if isinstance(lengths, dict):
        return lengths
    try:
        return float(text)
    except ValueError:
        raise OptionError(
            f"--lengths: {text!r} is neither a number nor d1=120,d2=80.", option="lengths"
        ) from None


def unescaped(delimiter: str | None) -> str | None:
    """Return the delimiter; a backslash and t, or the word tab, stand for a tab."""
    return "\t" if delimiter in ("\\t", "tab") else delimiter
