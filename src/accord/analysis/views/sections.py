"""Registry of report sections: views of the ratings, and what a report needs to know of each.

A section has two functions. One, the view, computes a frozen result from the ratings; the other
makes the blocks of the document from the plain values of that result. The views of accord are
declared in this package, and their blocks in `accord.present.documents.sections`, because analyses
do not know documents. Other packages declare both together and list the module in the entry-point
group ``accord.sections``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

import numpy as np

from accord.base.forms import Form, form_of
from accord.base.plain import plain_dict
from accord.base.plugins import Registered
from accord.base.serialise import Nested
from accord.data.patterns import Patterns
from accord.options import InferenceOptions
from accord.options.components import Estimator
from accord.statistics.weights import WeightsLike

__all__ = [
    "MOST_RATERS",
    "MOST_RATERS_OF_MATRIX",
    "MOST_SHOWN",
    "PARTS",
    "SECTIONS",
    "ReportSection",
    "SectionRequest",
    "few_raters",
    "many_raters_note",
    "section",
    "section_showing",
]

PARTS: Mapping[str, str] = {"categories": "Categories", "raters": "Raters"}
"""Headings that several sections share."""
MOST_RATERS = 50  # rows of a table of raters
MOST_RATERS_OF_MATRIX = 20  # whose pairs are a matrix; of more raters, the lowest pairs are listed
MOST_SHOWN = 60  # rows of a table of categories
FEW_VALUES = 20  # distinct values up to which single values of measurements are of interest


@dataclass(frozen=True, slots=True)
class SectionRequest:
    """What a section is computed from.

    Parameters
    ----------
    patterns
        The ratings.
    weights
        Agreement weights as stated, or None.
    options
        Options of inference as stated: keywords of the functions of accord.
    pair_intervals
        Whether the intervals of pairs of raters are shown.
    declared
        Stated methods that only some statistics have, such as F intervals.
    estimator
        Estimator of variance components.
    """

    patterns: Patterns
    weights: WeightsLike | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    pair_intervals: bool = True
    declared: Mapping[str, Any] = field(default_factory=dict)
    estimator: Estimator = "moments"

    @property
    def settings(self) -> InferenceOptions:
        """Options of inference."""
        return InferenceOptions(**self.options)

    @property
    def measured(self) -> bool:
        """Whether ratings are measurements, of which single values are not categories."""
        scale = self.patterns.scale
        if scale.values is None or scale.size <= FEW_VALUES:
            return False
        return scale.measured or (scale.size > MOST_SHOWN and bool(np.any(scale.values % 1)))

    @property
    def numeric_level(self) -> bool:
        """Whether ratings are numbers at an interval or ratio level, stated or guessed."""
        scale = self.patterns.scale
        level = scale.level in ("interval", "ratio")
        return level and scale.scores is not None and not scale.several

    @property
    def categorical(self) -> bool:
        """Whether ratings are single categories, which are of interest each."""
        scale = self.patterns.scale
        return not (scale.several or scale.holds_sets or self.measured)


View: TypeAlias = Callable[[SectionRequest], Any]
Blocks: TypeAlias = Callable[[Any, str], Sequence[Any]]
Suits: TypeAlias = Callable[[SectionRequest], bool]
Note: TypeAlias = Callable[[SectionRequest], str | None]


@dataclass(frozen=True, slots=True)
class ReportSection:
    """A registered section of the report.

    Parameters
    ----------
    name
        Key in the JSON result.
    title
        Heading, unless the section is part of another one.
    view
        (request) → result: a frozen dataclass or a tuple of them, as annotated; None if the section
        does not suit the ratings after all.
    blocks
        (plain values of the result, their path in the JSON result) → blocks of the document. Those
        of sections of accord are registered by `accord.present.documents.blocks_of`.
    order
        Place among the sections; smaller numbers come first.
    details_only
        Whether it is shown with the details only; else in every report.
    part
        Key of `PARTS` if it stands under a heading that several sections share.
    suits
        (request) → whether it suits the ratings: their level of measurement, number of raters, …
    note
        (request) → remark if it does not suit because it is too long or slow, and how to compute
        it; None if there is nothing to remark.
    text
        What the result is, for the JSON Schema.
    figure
        Name of its figure, if that is not the name of the section.
    of_spans
        Whether it is on spans, rather than on characters.
    always_written
        Whether JSON has its key even if it does not suit.
    without
        Entries of the result that are not written.
    """

    name: str
    title: str
    view: View
    blocks: Blocks | None = None
    order: int = 1_000
    details_only: bool = True
    part: str | None = None
    suits: Suits = lambda _: True
    note: Note = lambda _: None
    text: str = ""
    figure: str = ""
    of_spans: bool = False
    always_written: bool = False
    without: tuple[str, ...] = ()

    @property
    def by_plugin(self) -> bool:
        """Whether another package declares it; JSON then has plain values under ``sections``."""
        return self.view.__module__.partition(".")[0] != "accord"

    @property
    def path(self) -> str:
        """Path of the result in the JSON of a report."""
        if not self.details_only:
            return f"sections/{self.name}"
        return f"details/sections/{self.name}" if self.by_plugin else f"details/{self.name}"

    @property
    def form(self) -> Form:
        """How the result is written, by the annotation of the view."""
        return form_of(self._result_type, Nested)

    @property
    def empty(self) -> tuple[()] | None:
        """Result where the section does not suit."""
        return () if get_origin(self._result_type) is tuple else None

    def shows(self, kind: type) -> bool:
        """Return whether the section shows results of a type."""
        return kind in get_args(self._result_type) and not self.by_plugin

    @property
    def _result_type(self) -> Any:
        return get_type_hints(self.view, include_extras=True)["return"]

    def suits_for(self, request: SectionRequest) -> bool:
        """Return whether it suits the ratings.

        Where documents have no known length, only sections on spans do.
        """
        return self.suits(request) and (self.of_spans or request.patterns.without_lengths is None)

    def compute(self, request: SectionRequest) -> Any:
        """Return the result; None, or no rows, if the section does not suit the ratings."""
        result = self.view(request) if self.suits_for(request) else None
        if self.by_plugin:
            return None if result is None else plain_dict(asdict(result))
        return self.empty if result is None else result

    def dump(self, result: Any) -> Any:
        """Return the plain values of a result."""
        if self.by_plugin:
            return result
        plain = self.form.dump(result)
        if not self.without or plain is None:
            return plain
        return {key: value for key, value in plain.items() if key not in self.without}


DECLARED: dict[str, ReportSection] = {}
SECTIONS = Registered(DECLARED, "accord.sections")


def section(
    name: str, title: str, *, blocks: Blocks | None = None, **facts: Any
) -> Callable[[View], ReportSection]:
    """Return a decorator that registers a view of the ratings as a section of the report.

    Facts are those of `ReportSection`.
    """

    def add(view: View) -> ReportSection:
        if name in DECLARED:
            raise ValueError(f"section {name!r} is already registered")
        entry = ReportSection(name, title, view, blocks, **facts)
        if entry.part is not None and not (entry.part in PARTS and entry.details_only):
            raise ValueError(f"section {name!r} cannot be a part of {entry.part!r}")
        DECLARED[name] = entry
        return entry

    return add


def section_showing(result: Any) -> ReportSection | None:
    """Return the section of a report that shows such a result."""
    return next((entry for entry in SECTIONS.values() if entry.shows(type(result))), None)


def few_raters(request: SectionRequest) -> bool:
    """Return whether there are three raters or more, and few enough for a table."""
    return request.patterns.identity and 3 <= request.patterns.r <= MOST_RATERS


def many_raters_note(request: SectionRequest) -> str | None:
    """Return a remark on tables of raters, if there are too many raters for these."""
    patterns = request.patterns
    if not patterns.identity or patterns.r <= MOST_RATERS:
        return None
    return (
        "pairs of raters, raters left out and the distributions of raters are shown for up to "
        f"{MOST_RATERS} raters; there are {patterns.r:,}. To see them, choose raters with the "
        "option raters, or use pairwise() and leave_one_out()."
    )
