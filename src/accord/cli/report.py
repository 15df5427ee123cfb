"""``accord report``: every coefficient that suits the ratings, with its uncertainty."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
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
from accord.options import InferenceOptions, ReportOptions, TableOptions, defaults, presets
from accord.options.components import Estimator
from accord.options.inference import DECLARED_METHODS
from accord.options.report import OF_COEFFICIENTS

if TYPE_CHECKING:
    from accord.analysis.interpretation import BenchmarkScale
    from accord.analysis.tables import AgreementTable, StudyVariable

__all__ = ["report"]

VIEWED = ("confidence", "se", "ci", "seed")  # options of the views as well


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

    scale = None if chosen["scale"] is None else scale_named(chosen["scale"])
    refuse_form(out)
    named = [each for each in (weights, codebook) if isinstance(each, (str, Path))]
    inputs = [Path(file) for file in (*files, *named)]
    refuse_overwriting(out, inputs, plots)
    book = str(codebook) if isinstance(codebook, Path) else codebook
    request = _Request(
        files, loading, names_of(chosen["coefficients"]), variable_weights_of(weights),
        chosen["headline"], {**study, "codebook": book},
        {**options, "options": _of_coefficients(chosen)},
        scale, command_line, chosen["estimator"],
        closer=chosen["details"] or plots is not None or is_page(out),
        on_terminal=not as_json and out is None and plots is None,
        details=chosen["details"],
    )  # fmt: skip
    with progress_bars() as progress:
        variables, notes = request.variables(progress)
        several = len(variables) > 1
        parts = [request.measured(each, progress, several=several) for each in variables]
    summary, figures = request.published(parts, notes)
    publish(summary, figures, as_json=as_json, out=out, plots=plots, details=chosen["details"])


def _of_coefficients(chosen: dict[str, Any]) -> dict[str, Any]:
    """Return the options of single coefficients that are not the usual ones."""
    usual = defaults(ReportOptions)
    return {key: chosen[key] for key in OF_COEFFICIENTS if chosen[key] != usual[key]}


@dataclass(frozen=True, slots=True)
class _Request:
    """What is to be measured, and how."""

    files: list[str]
    loading: dict[str, Any]
    coefficients: list[str] | None
    weights: Any  # of all variables, or by variable
    headline: str | None
    study: dict[str, Any]  # what is stated of the variables
    how: dict[str, Any]  # keywords of `agreement`
    stated_scale: BenchmarkScale | None
    command_line: str
    estimator: Estimator
    closer: bool
    on_terminal: bool  # which does not show all that other forms do
    details: bool

    def columns(self, variable: StudyVariable) -> tuple[str, ...]:
        """Return the coefficients of a variable in a table of several variables."""
        from accord.analysis.tables import coefficients_of, named_coefficients

        stated = self.coefficients
        return coefficients_of(variable, None if stated is None else named_coefficients(stated))

    def variables(self, progress: Any) -> tuple[list[StudyVariable], list[str]]:
        """Return the variables to report on, and notes on others."""
        from accord.analysis.tables import read_tables, stated_of, study_variables

        book, common = stated_of(self.loading["variables"], **self.study, weights=self.weights)
        tables, notes = read_tables(self.files, self.loading, progress)
        variables, further = study_variables(tables, book, common)
        return variables, [*notes, *further]

    @property
    def views(self) -> dict[str, Any]:
        """Keywords of the views; these are many and draw less often unless it is stated."""
        names = [*VIEWED]
        if self.how["replicates"] != defaults(InferenceOptions)["replicates"]:
            names.append("replicates")
        return {name: self.how[name] for name in names if self.how[name] not in DECLARED_METHODS}

    @property
    def declared(self) -> dict[str, Any]:
        """Stated methods that only some statistics have, which are for sections of these."""
        return {name: self.how[name] for name in VIEWED if self.how[name] in DECLARED_METHODS}

    def measured(self, variable: StudyVariable, progress: Any, *, several: bool) -> _Report:
        """Report on the ratings of one variable.

        Of several variables, a terminal shows no more than their table.
        """
        from accord.analysis.lead import present
        from accord.analysis.views import compute_details, compute_shown, diagnose
        from accord.present.documents.sections.raters import MOST_RATERS_OF_MATRIX

        brief = several and self.on_terminal and not self.details
        coefficients = self.coefficients
        if brief:
            coefficients = list(dict.fromkeys((presets.EXACT_AGREEMENT, *self.columns(variable))))
        patterns = variable.patterns
        presented = present(
            patterns,
            coefficients,
            variable.weights,
            self.headline,
            shown_only=self.on_terminal,
            **{**self.how, "progress": progress},
        )
        seen = (
            compute_details(
                presented.patterns,
                presented.weights,
                pair_intervals=not self.on_terminal or patterns.r > MOST_RATERS_OF_MATRIX,
                **self.views,
            )
            if self.closer
            else None
        )
        shown = compute_shown(
            presented.patterns,
            presented.weights,
            estimator=self.estimator,
            **self.views,
            **self.declared,
        )
        for part in (shown, seen):
            if part is not None and part.notes:
                presented = replace(presented, notes=(*presented.notes, *part.notes))
        views = {**self.views, "ci": "t"} if brief else self.views
        undiagnosed = presented.lead == "measured" or patterns.scale.holds_sets
        diagnosis = None if undiagnosed else diagnose(patterns, **views)
        return _Report(variable, presented, diagnosis, seen, shown)

    def published(
        self, parts: Sequence[_Report], notes: Sequence[str]
    ) -> tuple[dict[str, Any], Callable[[], Any]]:
        """Plain values of the reports, one for each variable, and what draws their figures."""
        source = ", ".join(show_name(file) for file in self.files)
        if len(parts) == 1:
            (part,) = parts
            part = part.with_notes(notes)
            repeat = self.reproduced(part, self.loading["variables"], self.command_line)
            scale = self.scale_of(part)
            summary = part.summary(scale, source, repeat)
            return summary, lambda: part.figures(scale.name)
        from accord.present import several_summary

        table = self.table(parts, notes)
        several = []
        for part in parts:
            name = part.variable.name
            command = f"{self.command_line} --variables {shlex.quote(name)}"
            repeat = self.reproduced(part, name, command)
            several.append(part.summary(self.scale_of(part), source, repeat, name))
        return several_summary(table, several, source), lambda: _figures(table)

    def scale_of(self, part: _Report) -> BenchmarkScale:
        """Return the benchmark scale of a report: the stated one, or by the kind of data."""
        from accord.analysis.interpretation import usual_scale

        return self.stated_scale or usual_scale(measured=part.presented.lead == "measured")

    def table(self, parts: Sequence[_Report], notes: Sequence[str]) -> AgreementTable:
        """Return the table with a row for each variable."""
        from accord.analysis.tables import table_of, variable_rows

        rows = [
            (
                part.variable,
                part.presented,
                variable_rows(
                    part.variable,
                    part.presented,
                    self.columns(part.variable),
                    self.stated_scale,
                    part.diagnosis,
                ),
            )
            for part in parts
        ]
        return table_of(rows, self.stated_scale, self.how["confidence"], notes)

    def reproduced(self, part: _Report, variable: str | None, command: str) -> dict[str, str]:
        """The command line and the call in Python that give the same report."""
        presented, usual = part.presented, defaults(InferenceOptions)
        stated = {key: value for key, value in self.how.items() if value != usual.get(key)}
        if not stated["options"]:
            del stated["options"]
        keywords = {
            **self.loading,
            "variables": variable,
            **_stated_reading(presented),
            "coefficients": self.coefficients,
            "weights": presented.weights,
            **stated,
        }
        described = {name: v for name, v in self.study.items() if v is not None}
        if not isinstance(described.get("codebook", ""), str):  # a study file
            scale = part.variable.patterns.scale
            keywords |= {"level": None if scale.guessed else scale.level}
            del described["codebook"]
        if described:
            keywords |= {**described, "weights": self.weights}
            return reproduction_of(command, "agreement_table", self.files, keywords)
        return reproduction_of(command, "agreement", self.files, keywords, loading=self.loading)


def _stated_reading(presented: Any) -> dict[str, str]:
    """Return the level of measurement that the report assumed, if it leads with another reading."""
    sets = presented.patterns.scale.holds_sets
    return {"level": presented.patterns.scale.level} if presented.other_first and not sets else {}


@dataclass(frozen=True, slots=True)
class _Report:
    """Everything that is reported of one variable."""

    variable: StudyVariable
    presented: Any
    diagnosis: Any
    details: Any
    shown: Any

    def with_notes(self, notes: Sequence[str]) -> _Report:
        """Return the report with further notes."""
        known = {text: text for text in self.presented.notes}  # a doubt stays one
        joint = tuple(known.get(text, text) for text in dict.fromkeys((*notes, *known)))
        presented = replace(self.presented, notes=joint)
        return replace(self, presented=presented)

    def summary(
        self, scale: Any, source: str, repeat: dict[str, str], question: str | None = None
    ) -> dict[str, Any]:
        from accord.present import report_summary

        return report_summary(
            self.presented,
            scale,
            self.diagnosis,
            self.details,
            source,
            repeat,
            question,
            self.shown,
        )

    def figures(self, scale: str) -> Any:
        from accord.present.figures import report_figures

        return report_figures(
            self.presented.patterns,
            self.presented.leading_shown,
            self.details,
            self.presented.weights,
            scale,
            self.shown,
        )


def _figures(table: AgreementTable) -> Any:
    from accord.present.figures import figure_of

    return figure_of(table, "variables", "Agreement by variable")
