"""Options of a study file, ``accord.toml``: the sections, each a dataclass of options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from accord.options.checking import CheckOptions
from accord.options.declaration import check_declared, option
from accord.options.evaluation import EvaluateOptions
from accord.options.inference import InferenceOptions
from accord.options.reading import ReadOptions
from accord.options.report import ReportOptions
from accord.options.variables import VariableOptions

__all__ = [
    "SECTIONS",
    "VARIABLES",
    "OutputOptions",
    "RunCheckOptions",
    "StudyDataOptions",
    "StudyFile",
    "SystemOptions",
]


@dataclass(frozen=True, kw_only=True)
class StudyDataOptions(ReadOptions):
    """The data of a study, and how they are read."""

    files: str | Sequence[str] | None = option(
        None, "Files of ratings; paths are relative to the folder of this file."
    )
    weights: Any = option(
        None,
        "Agreement weights of the variables that state none.",
        choices="accord.statistics.weights:SCHEMES",
    )


@dataclass(frozen=True, slots=True)
class SystemOptions(EvaluateOptions):
    """The gold standard of a study, and the systems that are evaluated against it."""

    gold: str | Sequence[str] | None = option(
        None, "Gold standard: a rater, or several whose ratings are combined."
    )
    systems: str | Sequence[str] | None = option(
        None, "Systems to evaluate; all others except people if not given."
    )
    second: str | Sequence[str] | None = option(
        None, "Further people, for human-human agreement only."
    )


@dataclass(frozen=True, slots=True)
class RunCheckOptions(CheckOptions):
    """The thresholds of a study."""

    no_worse_than: str | None = option(
        None, "JSON of an earlier result that no coefficient may fall below."
    )


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """Files that ``accord run`` writes; the suffix says in which form."""

    report: str | Sequence[str] | None = option(None, "Files for the report: report.html.")
    evaluation: str | Sequence[str] | None = option(None, "Files for the evaluation.")
    check: str | Sequence[str] | None = option(None, "Files for the result of the check.")
    junit: str | None = option(None, "File for the result of the check as JUnit XML.")
    plots: str | None = option(None, "Folder for the figures of the report.")

    def __post_init__(self) -> None:
        check_declared(self)


SECTIONS: Mapping[str, type] = {
    "data": StudyDataOptions,
    "inference": InferenceOptions,
    "report": ReportOptions,
    "check": RunCheckOptions,
    "evaluate": SystemOptions,
    "output": OutputOptions,
}
VARIABLES = "variables"  # a section for each variable


@dataclass(frozen=True, slots=True)
class StudyFile:
    """What a study file states, by section: only the options that are there.

    Parameters
    ----------
    path
        Path of the file.
    sections
        Stated options of each section.
    variables
        What is stated of each variable, in order.
    """

    path: str
    sections: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    variables: Mapping[str, VariableOptions] = field(default_factory=dict)

    def stated(self, *names: str) -> dict[str, Any]:
        """Return the options that sections state; later sections precede."""
        return {k: v for name in names for k, v in self.sections.get(name, {}).items()}

    @property
    def files(self) -> tuple[str, ...]:
        """Files of ratings."""
        stated = self.sections.get("data", {}).get("files")
        return () if stated is None else (stated,) if isinstance(stated, str) else tuple(stated)
