"""``accord report``: every coefficient that suits the ratings, with its uncertainty."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from accord.cli.app import app, progress_bars, show_name
from accord.cli.config import takes_study_file
from accord.cli.options import (
    Codebook,
    Json,
    Out,
    Plots,
    VariableWeights,
    names_of,
    takes_options,
    takes_ratings,
    variable_weights_of,
)
from accord.cli.output import is_page, publish, refuse_form, refuse_overwriting
from accord.cli.reproduction import reproduction_of
from accord.options import InferenceOptions, ReportOptions, TableOptions, defaults
from accord.options.report import OF_COEFFICIENTS

if TYPE_CHECKING:
    from accord.analysis.report import ReportRequest, VariableReport

__all__ = ["report"]


@app.command()
@takes_study_file("inference", "data", "report")
@takes_ratings
@takes_options(InferenceOptions)
@takes_options(ReportOptions, into="chosen")
@takes_options(TableOptions, into="study")
def report(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="Ratings in any format that accord list readers names; several are taken as one.",
            default_factory=list,
            show_default=False,
        ),
    ],
    loading: dict[str, Any],
    command_line: str,
    options: dict[str, Any],
    chosen: dict[str, Any],
    study: dict[str, Any],
    weights: VariableWeights = None,
    codebook: Codebook = None,
    as_json: Json = False,
    out: Out = None,
    plots: Plots = None,
) -> None:
    """Measure agreement in a file by every coefficient that suits it, with intervals.

    Of a file with several variables, print one table with a row for each.
    """
    from accord.analysis.interpretation import scale_named
    from accord.analysis.report import ReportRequest
    from accord.analysis.tables import named_coefficients

    refuse_form(out)
    by_variable = variable_weights_of(weights)
    named = [each for each in (weights, codebook) if isinstance(each, (str, Path))]
    refuse_overwriting(out, [Path(file) for file in (*files, *named)], plots)
    coefficients = names_of(chosen["coefficients"])
    book = str(codebook) if isinstance(codebook, Path) else codebook
    stated = {**study, "codebook": book, "weights": by_variable}
    details = chosen["details"] or plots is not None or is_page(out)
    with progress_bars() as progress:
        request = ReportRequest(
            None if coefficients is None else list(named_coefficients(coefficients)),
            chosen["headline"],
            None if chosen["scale"] is None else scale_named(chosen["scale"]),
            {**options, "progress": progress},
            _of_coefficients(chosen),
            details=details,
            on_terminal=not as_json and out is None and plots is None,
            estimator=chosen["estimator"],
        )
        result = request.report(files, loading, stated)
    source = ", ".join(show_name(file) for file in files)
    typed = _Typed(command_line, files, loading, stated, request, several=result.table is not None)
    reproduce = {part.name: typed.reproduction(part) for part in result.variables}
    publish(
        result,
        source,
        as_json=as_json,
        out=out,
        plots=plots,
        details=chosen["details"],
        reproduce=reproduce,
    )


def _of_coefficients(chosen: dict[str, Any]) -> dict[str, Any]:
    """Return the options of single coefficients that are not the usual ones."""
    usual = defaults(ReportOptions)
    return {key: chosen[key] for key in OF_COEFFICIENTS if chosen[key] != usual[key]}


@dataclass(frozen=True, slots=True)
class _Typed:
    """What was typed, for the lines that give the same numbers."""

    command: str
    files: Sequence[str]
    loading: Mapping[str, Any]
    stated: Mapping[str, Any]  # of single variables
    request: ReportRequest
    several: bool  # variables

    def reproduction(self, part: VariableReport) -> dict[str, str]:
        """Return the command line and the call in Python for one variable."""
        variable, command = self.loading["variables"], self.command
        if self.several:
            variable, command = part.name, f"{command} --variables {shlex.quote(part.name)}"
        presented, usual = part.presented, defaults(InferenceOptions)
        inference = {
            name: value
            for name, value in self.request.inference.items()
            if name != "progress" and value != usual.get(name)
        }
        options = self.request.options
        keywords = {
            **self.loading,
            "variables": variable,
            **_stated_reading(presented),
            "coefficients": self.request.coefficients,
            "weights": presented.weights,
            **inference,
            **({"options": options} if options else {}),
        }
        described = {
            name: value
            for name, value in self.stated.items()
            if value is not None and name != "weights"
        }
        if not isinstance(described.get("codebook", ""), str):  # a study file
            scale = part.variable.patterns.scale
            keywords |= {"level": None if scale.guessed else scale.level}
            del described["codebook"]
        if described:
            keywords |= {**described, "weights": self.stated["weights"]}
            return reproduction_of(command, "agreement_table", self.files, keywords)
        return reproduction_of(command, "agreement", self.files, keywords, loading=self.loading)


def _stated_reading(presented: Any) -> dict[str, str]:
    """Return the level of measurement that the report assumed, if it leads with another reading."""
    sets = presented.patterns.scale.holds_sets
    return {"level": presented.patterns.scale.level} if presented.other_first and not sets else {}
