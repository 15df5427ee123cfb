"""Study files on the command line: ``--config accord.toml`` states what no flag does."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from accord.errors import OptionError
from accord.options import StudyFile

__all__ = ["Config", "codebook_of", "takes_study_file"]

Config = Annotated[
    Path | None,
    typer.Option(
        "--config",
        help="Study file (accord init writes one); flags given here take precedence.",
    ),
]


def takes_study_file(
    *sections: str, data: str = "files"
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add ``--config`` to a command, which takes from the study file what no flag states.

    Parameters
    ----------
    *sections
        Sections with the options of the command; later ones take precedence.
    data
        Parameter of the command for the data: ``files``, or ``file`` for one.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        parameters = inspect.signature(command, eval_str=True).parameters

        @functools.wraps(command)
        def wrapper(context: typer.Context, config: Path | None = None, **values: Any) -> None:
            if config is not None:
                values |= _stated(context, read(config), sections, data, values)
            _check_data(values, data)
            command(context=context, **values)

        added = inspect.Parameter(
            "config", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Config
        )
        kept = [p for name, p in parameters.items() if name != "context"]
        context = inspect.Parameter(
            "context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context
        )
        whole = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in (*kept, added, context)]
        wrapper.__signature__ = inspect.Signature(whole)  # type: ignore[attr-defined]
        wrapper.__annotations__ = {p.name: p.annotation for p in whole}
        return wrapper

    return decorate


def read(config: Path) -> StudyFile:
    """Read a study file."""
    from accord.io.study_file import read_study_file

    return read_study_file(config)


def _stated(
    context: typer.Context,
    study: StudyFile,
    sections: tuple[str, ...],
    data: str,
    values: dict[str, Any],
) -> dict[str, Any]:
    """Return the parameters of a command that a study file states and no flag does."""
    stated = study.stated(*sections)
    if study.variables and "codebook" in values:
        stated["codebook"] = codebook_of(study)
    files = list(study.files)
    stated.pop("files", None)
    if files:
        if data == "file" and len(files) > 1 and not values[data]:
            raise OptionError(
                f"{study.path}: this command takes one file, and [data] lists {len(files)}.",
                option="data.files",
            )
        stated[data] = files if data == "files" else files[0]
    return {
        name: value
        for name, value in stated.items()
        if name in values and not _given(context, name) and not (name == data and values[data])
    }


def _given(context: typer.Context, name: str) -> bool:
    """Return whether a flag of the command line states a parameter."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def codebook_of(study: StudyFile) -> Any:
    """Return what a study file states of its variables."""
    from accord.analysis.tables import Codebook

    return Codebook(study.variables, source=study.path, complete=True, strict=True)


def _check_data(values: dict[str, Any], data: str) -> None:
    if not values[data]:
        raise OptionError(
            "there is no FILE.",
            option=data,
            remedy="Name one, or --config accord.toml with files in the section [data].",
        )
