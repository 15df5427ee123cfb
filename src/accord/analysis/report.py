"""`report`: everything that is reported on ratings, as the command ``accord report`` does."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from accord.analysis.interpretation import BenchmarkScale, scale_named, usual_scale
from accord.analysis.lead import Presentation, present
from accord.analysis.tables import (
    AgreementTable,
    Codebook,
    StudyVariable,
    coefficients_of,
    named_coefficients,
    read_tables,
    stated_of,
    study_variables,
    table_of,
    variable_rows,
)
from accord.analysis.views import (
    Details,
    Diagnosis,
    ShownSections,
    compute_details,
    compute_shown,
    diagnose,
)
from accord.analysis.views.sections import MOST_RATERS_OF_MATRIX
from accord.base.lookup import named
from accord.base.showing import Displays, shown_text
from accord.inference.results import Agreement
from accord.io import takes_raters
from accord.options import (
    ComponentOptions,
    InferenceOptions,
    ReadOptions,
    defaults,
    presets,
    split_options,
    with_options,
)
from accord.options.components import Estimator
from accord.options.inference import DECLARED_METHODS
from accord.statistics.weights import WeightsLike

__all__ = ["AgreementReport", "ReportRequest", "VariableReport", "report"]

OF_VIEWS = ("confidence", "se", "ci", "seed")  # options of inference that views take as well


@dataclass(frozen=True, slots=True)
class VariableReport:
    """Everything that is reported on one variable.

    Parameters
    ----------
    variable
        The variable.
    presented
        Its estimates, in the order of presentation.
    shown
        Sections that every report has.
    scale
        The benchmark scale.
    diagnosis
        Prevalence and bias; None for measured values and sets.
    details
        Sections that a report has with its details; None if these are not needed.
    """

    variable: StudyVariable
    presented: Presentation
    shown: ShownSections
    scale: BenchmarkScale
    diagnosis: Diagnosis | None = None
    details: Details | None = None

    @property
    def name(self) -> str:
        """Name of the variable."""
        return self.variable.name

    def with_notes(self, notes: Sequence[str]) -> VariableReport:
        """Return the report with notes that precede its own."""
        known = {text: text for text in self.presented.notes}  # a doubt stays one
        joint = tuple(known.get(text, text) for text in dict.fromkeys((*notes, *known)))
        return replace(self, presented=replace(self.presented, notes=joint))


@dataclass(frozen=True, slots=True)
class AgreementReport(Displays):
    """Everything that is reported on the ratings of one or several variables.

    Parameters
    ----------
    variables
        A report on each variable.
    table
        A table with a row for each of several variables; None of one.
    """

    variables: tuple[VariableReport, ...]
    table: AgreementTable | None = None

    @property
    def agreement(self) -> Agreement:
        """The estimates that the report on the first variable shows first."""
        return self.variables[0].presented.leading

    def __getitem__(self, name: str) -> VariableReport:
        return named("variable", name, self.variables)

    def __str__(self) -> str:
        return shown_text(self)

    def __repr__(self) -> str:
        return f"AgreementReport({', '.join(repr(part.name) for part in self.variables)})"


@takes_raters
@with_options(InferenceOptions, ReadOptions)
def report(
    data: Any,
    coefficients: str | Sequence[str] | None = None,
    weights: WeightsLike | Mapping[str, WeightsLike] | None = None,
    *,
    headline: str | None = None,
    levels: str | Mapping[str, str] | None = None,
    codebook: str | os.PathLike[str] | Codebook | None = None,
    scale: str | BenchmarkScale | None = None,
    details: bool = True,
    options: Mapping[str, Any] | None = None,
    estimator: Estimator = "moments",
    **keywords: Any,
) -> AgreementReport:
    """Report on ratings: every coefficient that suits them, and views of raters and categories.

    The numbers are those of ``accord report``.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned; several files in a list; or ratings by the
        name of the variable.
    coefficients
        Names of coefficients; all that suit the ratings if not given.
    weights
        Agreement weights as in `agreement`, or by the name of the variable.
    headline
        Coefficient of the first sentence; by the kind of data if not given.
    levels
        Level of measurement of single variables, by name.
    codebook
        A file with a row for each variable, as in `agreement_table`.
    scale
        Benchmark scale; if not given Landis and Koch's, of measurements Koo and Li's.
    details
        Whether the report has all tables and figures: categories, pairs of raters, raters left
        out, the subjects with the most disagreement.
    options
        Options of single coefficients, as in `agreement`.
    estimator
        Estimator of the variance components in the tables of intraclass correlations and of
        repeated ratings: ``moments``, or ``reml`` for restricted maximum likelihood.
    **keywords
        Options of inference and of reading.

    Returns
    -------
    AgreementReport
        The report. Its ``save`` writes it to a file; in a notebook it shows itself.

    Examples
    --------
    >>> import accord
    >>> marks = {"ann": [1, 2, 3, 3, 2, 1], "bo": [1, 2, 3, 2, 2, 1]}
    >>> r = accord.report(marks, level="ordinal")
    >>> round(r.agreement["gwet_ac"].value, 4)
    0.88
    >>> r.save("marks.html")  # doctest: +SKIP
    """
    settings, loading = split_options(keywords)
    request = ReportRequest(
        coefficients=None if coefficients is None else named_coefficients(coefficients),
        headline=headline,
        scale=scale_named(scale) if isinstance(scale, str) else scale,
        inference={each.name: getattr(settings, each.name) for each in fields(settings)},
        options=options or {},
        details=details,
        estimator=ComponentOptions(estimator).estimator,
    )
    stated = {"levels": levels, "weights": weights, "codebook": codebook}
    return request.report(data, loading, stated)


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """What is to be reported, and how much of it.

    Parameters
    ----------
    coefficients
        Registry names of the coefficients; None for all that suit.
    headline
        Coefficient of the first sentence.
    scale
        Stated benchmark scale.
    inference
        Options of inference.
    options
        Options of single coefficients.
    details
        Whether the sections of the details are needed.
    on_terminal
        Whether the report is for a terminal, which does not show all that other forms do.
    estimator
        Estimator of variance components.
    """

    coefficients: Sequence[str] | None = None
    headline: str | None = None
    scale: BenchmarkScale | None = None
    inference: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    details: bool = True
    on_terminal: bool = False
    estimator: Estimator = "moments"

    def report(
        self, data: Any, loading: Mapping[str, Any], stated: Mapping[str, Any]
    ) -> AgreementReport:
        """Return the report on all variables of the data.

        Parameters
        ----------
        data
            As in `report`.
        loading
            Options of reading.
        stated
            What is stated of single variables: ``levels``, ``weights`` and ``codebook``.
        """
        book, common = stated_of(loading.get("variables"), **stated)
        tables, notes = read_tables(data, loading, self.inference["progress"])
        variables, further = study_variables(tables, book, common)
        several = len(variables) > 1
        parts = [self.variable(each, several=several) for each in variables]
        if not several:
            return AgreementReport((parts[0].with_notes([*notes, *further]),))
        return AgreementReport(tuple(parts), self.table(parts, [*notes, *further]))

    def columns(self, variable: StudyVariable) -> tuple[str, ...]:
        """Return the coefficients of a variable in a table of several variables."""
        return coefficients_of(variable, self.coefficients)

    @property
    def of_views(self) -> dict[str, Any]:
        """Keywords of the views; these are many and draw less often unless it is stated."""
        names = [*OF_VIEWS]
        if self.inference["replicates"] != defaults(InferenceOptions)["replicates"]:
            names.append("replicates")
        stated = {name: self.inference[name] for name in names}
        return {name: value for name, value in stated.items() if value not in DECLARED_METHODS}

    @property
    def declared(self) -> dict[str, Any]:
        """Stated methods that only some statistics have, which are for sections of these."""
        stated = {name: self.inference[name] for name in OF_VIEWS}
        return {name: value for name, value in stated.items() if value in DECLARED_METHODS}

    def variable(self, variable: StudyVariable, *, several: bool) -> VariableReport:
        """Report on the ratings of one variable.

        Of several variables, a terminal shows no more than their table.
        """
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
            options=self.options,
            **self.inference,
        )
        views = self.of_views
        ratings, weights = presented.patterns, presented.weights
        details = None
        if self.details:
            pair_intervals = not self.on_terminal or patterns.r > MOST_RATERS_OF_MATRIX
            details = compute_details(ratings, weights, pair_intervals=pair_intervals, **views)
        shown = compute_shown(ratings, weights, estimator=self.estimator, **views, **self.declared)
        remarks = [*shown.notes, *(details.notes if details is not None else ())]
        presented = replace(presented, notes=(*presented.notes, *remarks))
        measured = presented.lead == "measured"
        diagnosis = None
        if not measured and not patterns.scale.holds_sets:
            diagnosis = diagnose(patterns, **({**views, "ci": "t"} if brief else views))
        scale = self.scale or usual_scale(measured=measured)
        return VariableReport(variable, presented, shown, scale, diagnosis, details)

    def table(self, parts: Sequence[VariableReport], notes: Sequence[str]) -> AgreementTable:
        """Return the table with a row for each variable."""
        rows = [
            (
                part.variable,
                part.presented,
                variable_rows(
                    part.variable,
                    part.presented,
                    self.columns(part.variable),
                    self.scale,
                    part.diagnosis,
                ),
            )
            for part in parts
        ]
        return table_of(rows, self.scale, self.inference["confidence"], notes)
