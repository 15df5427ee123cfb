"""The sections of a report that suit a data set: computed, and as records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from accord.analysis.loading import load_weighted
from accord.analysis.views.sections import SECTIONS, ReportSection, SectionRequest
from accord.base.forms import Schema
from accord.base.serialise import Record, Stored, written
from accord.base.steps import steps
from accord.io import takes_raters
from accord.options import split_options
from accord.options.components import Estimator
from accord.options.inference import DECLARED_METHODS
from accord.statistics.weights import WeightsLike

__all__ = ["Details", "ShownSections", "compute_details", "compute_shown"]


def _typed(*, details_only: bool) -> list[ReportSection]:
    """Return the sections of accord, whose results have a declared type, in their order."""
    return [
        entry
        for entry in SECTIONS.values()
        if entry.details_only is details_only and not entry.by_plugin
    ]


def _described(entry: ReportSection) -> Schema:
    schema = entry.form.schema()
    return {**schema, "description": entry.text} if entry.text else schema


@dataclass(frozen=True)
class DetailEntries(Stored):
    """Entries of the details: a key for each section of accord."""

    def dump(self, record: Any) -> Mapping[str, Any]:
        return {
            entry.name: entry.dump(record.results.get(entry.name, entry.empty))
            for entry in _typed(details_only=True)
            if entry.always_written or entry.name in record.results
        }

    def load(self, plain: Mapping[str, Any]) -> Mapping[str, Any]:
        known = [entry for entry in _typed(details_only=True) if entry.name in plain]
        return {"results": {entry.name: entry.form.load(plain[entry.name]) for entry in known}}

    def schema(self) -> Mapping[str, Schema]:
        return {entry.name: _described(entry) for entry in _typed(details_only=True)}

    def required(self) -> Iterable[str]:
        return [entry.name for entry in _typed(details_only=True) if entry.always_written]


@dataclass(frozen=True)
class ShownEntries(Stored):
    """The entry of the sections that every report shows: an object with a key for each."""

    key: str = "sections"

    def dump(self, record: Any) -> Mapping[str, Any]:
        plain = {
            name: SECTIONS[name].dump(result) if name in SECTIONS else result
            for name, result in record.results.items()
        }
        return {self.key: plain} if plain else {}

    def load(self, plain: Mapping[str, Any]) -> Mapping[str, Any]:
        typed = {entry.name: entry.form for entry in _typed(details_only=False)}
        found = plain.get(self.key, {})
        return {
            "results": {
                name: typed[name].load(value) if name in typed else value
                for name, value in found.items()
            }
        }

    def schema(self) -> Mapping[str, Schema]:
        if not any(not entry.details_only for entry in SECTIONS.values()):
            return {}
        return {
            self.key: {
                "type": "object",
                "properties": {e.name: _described(e) for e in _typed(details_only=False)},
                "additionalProperties": {"type": "object"},
                "description": "Further sections that suit the ratings.",
            }
        }

    def required(self) -> Iterable[str]:
        return ()


@dataclass(frozen=True, slots=True)
class Details(Record):
    """Views that suit a data set; others are empty or None.

    Each section of accord is an attribute by its name, such as ``pairs``.

    Parameters
    ----------
    results
        Results of the sections of accord, by name.
    notes
        Views that are too long or too slow here, and how to compute them.
    sections
        Values of the registered report sections, by name.
    """

    results: Mapping[str, Any] = field(default_factory=dict, metadata=written(omitted=True))
    notes: tuple[str, ...] = field(default=(), metadata=written(omitted=True))
    sections: Mapping[str, Mapping[str, Any]] = field(
        default_factory=dict, metadata=written(optional=True)
    )

    _parts: ClassVar[tuple[Stored, ...]] = (DetailEntries(),)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in SECTIONS:
            raise AttributeError(name)
        return self.results.get(name, SECTIONS[name].empty)


@dataclass(frozen=True, slots=True)
class ShownSections(Record):
    """Sections that every report shows.

    Parameters
    ----------
    results
        Results of those that suit the ratings, by name; plain values of other packages' sections.
    notes
        Sections that are too long or too slow here, and how to compute them.
    """

    results: Mapping[str, Any] = field(default_factory=dict, metadata=written(omitted=True))
    notes: tuple[str, ...] = field(default=(), metadata=written(omitted=True))

    _parts: ClassVar[tuple[Stored, ...]] = (ShownEntries(),)


@takes_raters
def compute_details(
    data: Any, weights: WeightsLike | None = None, *, pair_intervals: bool = True, **options: Any
) -> Details:
    """Compute the sections that suit a data set and are shown with the details of a report.

    Pairs of raters and raters left out are computed for three to fifty raters.

    Parameters
    ----------
    data, weights, **options
        As in `agreement`.
    pair_intervals
        Whether the intervals of pairs of raters are needed. If not, and if no method was chosen,
        they are t intervals, which need no draws.

    Returns
    -------
    Details
        The views.
    """
    request = _request(data, weights, options, pair_intervals=pair_intervals)
    results, notes = _computed(request, details_only=True)
    typed = {name: value for name, value in results.items() if not SECTIONS[name].by_plugin}
    plain = {name: value for name, value in results.items() if SECTIONS[name].by_plugin}
    return Details(typed, notes, plain)


@takes_raters
def compute_shown(
    data: Any,
    weights: WeightsLike | None = None,
    *,
    estimator: Estimator = "moments",
    **options: Any,
) -> ShownSections:
    """Compute the sections that suit a data set and are shown in every report.

    Parameters
    ----------
    data, weights, **options
        As in `agreement`.
    estimator
        Estimator of variance components: ``moments`` or ``reml``.

    Returns
    -------
    ShownSections
        The sections.
    """
    request = replace(_request(data, weights, options), estimator=estimator)
    return ShownSections(*_computed(request, details_only=False))


def _request(
    data: Any,
    weights: WeightsLike | None,
    options: Mapping[str, Any],
    *,
    pair_intervals: bool = True,
) -> SectionRequest:
    loading = split_options(options)[1]
    inference = {key: value for key, value in options.items() if key not in loading}
    declared = {key: value for key, value in inference.items() if value in DECLARED_METHODS}
    usual = {key: value for key, value in inference.items() if key not in declared}
    patterns = load_weighted(data, loading, weights)
    return SectionRequest(patterns, weights, usual, pair_intervals, declared)


def _computed(
    request: SectionRequest, *, details_only: bool
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the results of the sections that suit the ratings, and the remarks on others."""
    results: dict[str, Any] = {}
    notes: dict[str, None] = {}
    entries = [entry for entry in SECTIONS.values() if entry.details_only is details_only]
    for entry in steps("sections of the report", entries):
        try:
            result = entry.compute(request)
        except MemoryError:
            notes[f"{entry.title} is left out: the data are too large for the memory."] = None
            result = None
        if result is not None and result != ():
            results[entry.name] = result
        elif entry.always_written:
            results[entry.name] = entry.empty
        if not entry.suits_for(request) and (note := entry.note(request)):
            notes[note] = None
    return results, tuple(notes)
