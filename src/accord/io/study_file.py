"""Study files, ``accord.toml``: read with their options checked, and written with comments."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import Field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from accord.errors import AccordError, InputError, OptionError
from accord.io.codebook import stated_options
from accord.options import StudyFile, VariableOptions
from accord.options.study_file import SECTIONS, VARIABLES

__all__ = ["STUDY_FILE", "read_study_file", "toml_value"]

STUDY_FILE = "accord.toml"  # usual name
PATHS = {  # options that are paths, relative to the folder of the study file
    "data": ("files",),
    "check": ("no_worse_than",),
    "output": ("report", "evaluation", "check", "junit", "plots"),
}
NUMBERS = {"int": "a whole number", "float": "a number"}


def read_study_file(path: str | Path) -> StudyFile:
    """Read a study file and check its options.

    Parameters
    ----------
    path
        Path of the file.

    Returns
    -------
    StudyFile
        The options that are stated, by section.
    """
    file = str(path)
    plain = _parsed(Path(path))
    known = (*SECTIONS, VARIABLES)
    sections: dict[str, Mapping[str, Any]] = {}
    variables: dict[str, VariableOptions] = {}
    for name, content in plain.items():
        if name not in known:
            raise _unknown(file, "", name, known, "section")
        if not isinstance(content, Mapping):
            raise _error(file, name, f"{name} is a section: write [{name}].", content)
        if name == VARIABLES:
            variables = {each: _variable(file, each, own) for each, own in content.items()}
        else:
            sections[name] = _section(file, name, SECTIONS[name], content)
    return StudyFile(file, sections, variables)


def _parsed(path: Path) -> Mapping[str, Any]:
    """Return the content of a file of TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (FileNotFoundError, IsADirectoryError):
        raise InputError(
            "there is no such file.",
            file=str(path),
            remedy="accord init writes one from a file of ratings.",
            option="config",
        ) from None
    except UnicodeDecodeError:
        raise InputError("a study file is text in UTF-8.", file=str(path)) from None
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = re.search(r" \(at line (\d+), column \d+\)", message)
        row = int(place[1]) if place else None
        text = message if place is None else message.replace(place[0], "")
        raise InputError(f"this is not TOML: {text}.", file=str(path), row=row) from None


def _section(file: str, name: str, options: type, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options of a section; paths are made relative to the folder of the file."""
    known = {each.name: each for each in fields(options) if not _python_only(each)}
    for key, value in content.items():
        if key not in known:
            raise _unknown(file, name, key, known, "option")
        _check_type(file, f"{name}.{key}", known[key], value)
    _construct(file, name, options, content)
    folder = Path(file).parent
    return {
        key: _located(folder, value) if key in PATHS.get(name, ()) else value
        for key, value in content.items()
    }


def _python_only(each: Field[Any]) -> bool:
    declared = each.metadata.get("option")
    return declared is None or bool(declared.python_only)


def _variable(file: str, name: str, content: Any) -> VariableOptions:
    place = f"{VARIABLES}.{name}"
    if not isinstance(content, Mapping):
        raise _error(file, place, f"a variable is a section: write [{place}].", content)
    known = [each.name for each in fields(VariableOptions)]
    for key in content:
        if key not in known:
            raise _unknown(file, place, key, known, "option")
    try:
        return stated_options(content)
    except OptionError as error:
        raise _error(file, f"{place}.{error.option}", str(error), error.value) from None


def _check_type(file: str, place: str, each: Field[Any], value: Any) -> None:
    """Refuse a value of another type than that of the option."""
    kind = str(each.type).removesuffix(" | None")
    if kind == "bool" and not isinstance(value, bool):
        raise _error(file, place, f"{place} is {value!r}; it must be true or false.", value)
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if kind in NUMBERS and not number:
        raise _error(file, place, f"{place} is {value!r}; it must be {NUMBERS[kind]}.", value)
    if kind == "str" and not isinstance(value, (str, list)):
        raise _error(file, place, f"{place} is {value!r}; it must be a text.", value)


def _construct(file: str, name: str, options: type, content: Mapping[str, Any]) -> None:
    """Let the dataclass of the options check their values."""
    try:
        options(**content)
    except AccordError as error:
        place = f"{name}.{error.option}" if error.option else name
        raise _error(file, place, str(error), error.value) from None


def _located(folder: Path, value: Any) -> Any:
    if isinstance(value, str):
        return os.path.normpath(folder / value)
    return [os.path.normpath(folder / each) for each in value]


def _unknown(file: str, section: str, key: str, known: Iterable[str], what: str) -> OptionError:
    names = list(known)
    close = get_close_matches(key, names, n=1, cutoff=0.5)
    where = f"[{section}] has" if section else "there is"
    place = f"{section}.{key}" if section else key
    hint = f"Did you mean {close[0]}? " if close else ""
    return _error(
        file, place, f"{where} no {what} {key!r}.", key, f"{hint}Known: {', '.join(names)}."
    )


def _error(
    file: str, place: str, problem: str, value: object, remedy: str | None = None
) -> OptionError:
    error = OptionError(f"{file}: {problem}", option=place, value=value, remedy=remedy)
    error.file = file
    return error


def toml_value(value: Any) -> str:
    r"""Return a value as TOML.

    >>> toml_value(["a", 'say "b"']), toml_value({"low": 1.0}), toml_value(True)
    ('["a", "say \\"b\\""]', '{ "low" = 1.0 }', 'true')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, Mapping):
        pairs = (f"{toml_value(str(key))} = {toml_value(item)}" for key, item in value.items())
        return f"{{ {', '.join(pairs)} }}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(toml_value, value))}]"
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
