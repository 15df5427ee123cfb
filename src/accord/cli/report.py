"""``accord report``: every coefficient that suits the ratings, with its uncertainty."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from accord.cli.app import app, progress_bars, show_name
from accord.cli.options import (
    Json,
    Out,
    Plots,
    Weights,
    names_of,
    takes_options,
    takes_ratings,
    weights_of,
)
from accord.cli.output import is_page, publish, refuse_form, refuse_overwriting
from accord.cli.reproduction import reproduction_of
from accord.options import InferenceOptions, ReportOptions, defaults
from accord.options.inference import DECLARED_METHODS
from accord.options.report import OF_COEFFICIENTS

if TYPE_CHECKING:
    from accord.analysis.interpretation import BenchmarkScale

__all__ = ["report"]

VIEWED = ("confidence", "se", "ci", "seed")  # options of the views as well


@app.command()
@takes_ratings
@takes_options(InferenceOptions)
@takes_options(ReportOptions, into="chosen")
def report(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="Ratings in any format that accord list readers names; several are taken as one.",
        ),
    ],
    loading: dict[str, Any],
    command_line: str,
    options: dict[str, Any],
    chosen: dict[str, Any],
    weights: Weights = None,
    as_json: Json = False,
    out: Out = None,
    plots: Plots = None,
) -> None:
    """Measure agreement in a file by every coefficient that suits it, with intervals."""
    from accord.analysis.interpretation import scale_named

    scale = scale_named(chosen["scale"])
    refuse_form(out)
    refuse_overwriting(out, [Path(file) for file in (*files, weights) if file], plots)
    request = _Request(
        files, loading, names_of(chosen["coefficients"]), weights_of(weights), chosen["headline"],
        {**options, "options": _of_coefficients(chosen)},
        scale, command_line,
        closer=chosen["details"] or plots is not None or is_page(out),
        on_terminal=not as_json and out is None and plots is None,
    )  # fmt: skip
    with progress_bars() as progress:
        parts = {name: request.measured(name, progress) for name in request.questions()}
    summary, figures = request.published(parts)
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
    weights: Any
    headline: str | None
    how: dict[str, Any]  # keywords of `agreement`
    scale: BenchmarkScale
    command_line: str
    closer: bool
    on_terminal: bool  # which does not show all that other forms do

    def questions(self) -> tuple[str | None, ...]:
        """Questions to report on: the stated one, or all where a file has several."""
        from accord.io import questions

        stated = self.loading["question"]
        return (questions(*self.files, **self.loading) if stated is None else ()) or (stated,)

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

    def measured(self, question: str | None, progress: Any) -> _Report:
        """Report on the ratings of one question."""
        from accord.analysis.lead import present
        from accord.analysis.views import compute_details, compute_shown, diagnose
        from accord.io import merge
        from accord.present.documents.sections.raters import MOST_RATERS_OF_MATRIX

        loading = {**self.loading, "question": question}
        patterns = merge(*self.files, progress=progress, **loading)
        how = {**self.how, "progress": progress}
        presented = present(
            patterns,
            self.coefficients,
            self.weights,
            self.headline,
            shown_only=self.on_terminal,
            **how,
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
        shown = compute_shown(presented.patterns, presented.weights, **self.views, **self.declared)
        for part in (shown, seen):
            if part is not None and part.notes:
                presented = replace(presented, notes=(*presented.notes, *part.notes))
        undiagnosed = presented.lead == "measured" or patterns.scale.holds_sets
        diagnosis = None if undiagnosed else diagnose(patterns, **self.views)
        return _Report(presented.patterns, presented, diagnosis, seen, shown)

    def published(
        self, parts: Mapping[str | None, _Report]
    ) -> tuple[dict[str, Any], Callable[[], Any]]:
        """Plain values of the reports, one for each question, and what draws their figures."""
        source = ", ".join(show_name(file) for file in self.files)
        if tuple(parts) == (self.loading["question"],):
            ((question, part),) = parts.items()
            repeat = self.reproduced(part, question, self.command_line)
            summary = part.summary(self.scale, source, repeat)
            return summary, lambda: part.figures(part.presented.weights, self.scale.name)
        from accord.present import several_summary

        several = []
        for name, part in parts.items():
            command = f"{self.command_line} --question {shlex.quote(str(name))}"
            repeat = self.reproduced(part, name, command)
            several.append(part.summary(self.scale, source, repeat, name))
        return several_summary(several, source), dict

    def reproduced(self, part: _Report, question: str | None, command: str) -> dict[str, str]:
        """The command line and the call in Python that give the same report."""
        presented, usual = part.presented, defaults(InferenceOptions)
        stated = {key: value for key, value in self.how.items() if value != usual.get(key)}
        if not stated["options"]:
            del stated["options"]
        keywords = {
            **self.loading,
            "question": question,
            **_stated_reading(presented),
            "coefficients": self.coefficients,
            "weights": presented.weights,
            **stated,
        }
        return reproduction_of(command, "agreement", self.files, keywords, loading=self.loading)


def _stated_reading(presented: Any) -> dict[str, str]:
    """Return the level of measurement that the report assumed, if it leads with another reading."""
    sets = presented.patterns.scale.holds_sets
    return {"level": presented.patterns.scale.level} if presented.other_first and not sets else {}


@dataclass(frozen=True, slots=True)
class _Report:
    """Everything that is reported of one set of ratings."""

    patterns: Any
    presented: Any
    diagnosis: Any
    details: Any
    shown: Any

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

    def figures(self, weights: Any, scale: str) -> Any:
        from accord.present.figures import report_figures

        return report_figures(
            self.patterns, self.presented.leading_shown, self.details, weights, scale, self.shown
        )
