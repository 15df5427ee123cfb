"""``accord run``: everything that a study file states."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app
from accord.cli.config import read
from accord.cli.reproduction import COMMAND
from accord.errors import OptionError
from accord.options import StudyFile

__all__ = ["run"]

USUAL = Path("accord.toml")
THRESHOLDS = ("min", "min_lower", "no_worse_than")


@app.command()
def run(
    context: typer.Context,
    config: Annotated[Path, typer.Option("--config", help="Study file.")] = USUAL,
) -> None:
    """Run what a study file states: report, evaluation, check, and the files they write.

    The exit code is that of the check, if there is one.
    """
    study = read(config)
    if not study.files:
        raise OptionError(
            f"{study.path}: there are no data.",
            option="data.files",
            remedy='State files = ["ratings.csv"] in the section [data].',
        )
    stated = shlex.join(["--config", str(config)]) if config != USUAL else ""
    context.meta[COMMAND] = f"accord run {stated}".strip()
    for command, parameters in _commands(study):
        _invoke(context, command, config, parameters)


def _commands(study: StudyFile) -> list[tuple[str, dict[str, Any]]]:
    """Return the commands to run, with the parameters that no section of theirs states."""
    output = study.stated("output")
    commands = [("report", _outputs(output, "report", "plots"))]
    if "gold" in study.stated("evaluate"):
        commands.append(("evaluate", _outputs(output, "evaluation")))
    if any(name in study.stated("check") for name in THRESHOLDS):
        commands.append(("check", _outputs(output, "check", "junit")))
    return commands


def _outputs(output: dict[str, Any], files: str, *further: str) -> dict[str, Any]:
    """Return the parameters for the files that a command writes."""
    parameters: dict[str, Any] = {}
    if files in output:
        paths = output[files]
        parameters["out"] = [Path(p) for p in ([paths] if isinstance(paths, str) else paths)]
    return parameters | {name: Path(output[name]) for name in further if name in output}


def _invoke(context: typer.Context, name: str, config: Path, parameters: Mapping[str, Any]) -> None:
    """Run another command with the study file, and with parameters that flags cannot state."""
    assert context.parent is not None
    group: Any = context.parent.command
    command = group.commands[name]
    inner = command.make_context(name, ["--config", str(config)], parent=context)
    with inner:
        inner.params.update(parameters)
        command.invoke(inner)
