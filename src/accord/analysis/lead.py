"""Which agreement a report leads with, and the other reading of the same ratings beside it.

Ratings that may be ordered have two readings: exact agreement, and agreement with credit for near
misses. A report shows both. Functions return what was asked for; only the order of presentation is
decided here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np

from accord.analysis.agreement import agreement
from accord.data.patterns import Patterns
from accord.data.scale import Level, Scale, show_label
from accord.errors import OptionError
from accord.inference.estimate import warnings_of
from accord.inference.results import Agreement, Estimate
from accord.options import presets
from accord.statistics import find
from accord.statistics.weights import Scheme, WeightsLike, scheme_named

__all__ = ["Lead", "Presentation", "present"]

Lead: TypeAlias = Literal["exact", "weighted", "measured"]
HEADLINE: Mapping[Lead, str] = {
    "exact": presets.HEADLINE,
    "weighted": presets.HEADLINE,
    "measured": presets.MEASURED_COEFFICIENT,
}
SHOWN = 8  # categories in a note
FEW_VALUES = 20  # up to so many distinct values, equal ratings still say something


@dataclass(frozen=True, slots=True)
class Presentation:
    """Estimates of one data set, in the order in which a report presents them.

    Parameters
    ----------
    requested
        The estimates that were asked for.
    other
        The other reading of the same ratings, if they have one: exact agreement beside weighted,
        or weighted beside exact.
    lead
        What the report leads with: ``exact`` agreement, ``weighted`` agreement, or statistics of
        ``measured`` values.
    other_first
        Whether the other reading is shown first.
    headline
        Registry name of the coefficient that the first sentence reports.
    all_shown
        Whether coefficients were chosen by name, so that all of them are shown.
    patterns
        The ratings, at the level of measurement of what leads.
    notes
        What a reader of the estimates that lead should know.
    """

    requested: Agreement
    other: Agreement | None = None
    lead: Lead = "exact"
    other_first: bool = False
    headline: str | None = None
    all_shown: bool = False
    patterns: Patterns | None = None
    notes: tuple[str, ...] = ()

    @property
    def leading(self) -> Agreement:
        """The estimates that are shown first."""
        return self.other if self.other is not None and self.other_first else self.requested

    @property
    def following(self) -> Agreement | None:
        """The estimates that are shown second; None if there are none worth showing."""
        if _equality_is_rare(self.lead, self.requested.data.category_count):
            return None
        return self.requested if self.other_first else self.other

    @property
    def exact(self) -> Agreement | None:
        """The estimates of exact agreement, if they are shown."""
        return self.leading if self.lead == "exact" else self.following

    @property
    def exact_agreement(self) -> Estimate | None:
        """Share of the pairs of ratings that are equal, if it is among the estimates."""
        name = presets.EXACT_AGREEMENT
        return self.exact[name] if self.exact is not None and name in self.exact else None

    @property
    def headline_estimate(self) -> Estimate | None:
        """The estimate that stands for all: the chosen one, the usual one, or the first."""
        known = [e for e in self.shown(self.leading) if not math.isnan(e.value)]
        corrected = [e for e in known if find(e.name).corrected]
        chosen = [e for e in known if e.name == self.headline]
        usual = [e for e in corrected if e.name == HEADLINE[self.lead]]
        return next(iter([*chosen, *usual, *corrected]), None)

    @property
    def leading_shown(self) -> Agreement:
        """The estimates that are shown first, without those that are not shown."""
        kept = [k for k, e in enumerate(self.leading) if e in self.shown(self.leading)]
        return self.leading.replace(
            estimates=tuple(self.leading.estimates[k] for k in kept),
            covariance=self.leading.covariance[np.ix_(kept, kept)],
        )

    def shown(self, part: Agreement, *, second: bool = False) -> list[Estimate]:
        """Estimates of a part that suit the kind of data, or were chosen by name.

        What is shown second leaves out what has the same weights in both readings.
        """
        if second:
            first = {(e.name, e.weights) for e in self.leading}
            usual = [e for e in part if self.all_shown or find(e.name).levels]
            return [e for e in usual if (e.name, e.weights) not in first]
        level = {"measured": "interval", "weighted": "ordinal"}.get(self.lead, "nominal")
        kept = [e for e in part if self.all_shown or level in find(e.name).levels]
        return kept or list(part)


def present(
    patterns: Patterns,
    coefficients: Sequence[str] | None,
    weights: WeightsLike | None,
    headline: str | None = None,
    *,
    shown_only: bool = False,
    **how: Any,
) -> Presentation:
    """Estimate the coefficients, and the other reading of ratings that may be ordered.

    Parameters
    ----------
    patterns
        The ratings.
    coefficients, weights, **how
        As in `agreement`.
    headline
        Registry name of the coefficient for the first sentence; by the kind of data if not given.
    shown_only
        Whether only what is shown is needed: of a reading that is not shown, only percent
        agreement is then computed, without draws.
    """
    if headline is not None:
        find(headline)
        if coefficients is not None and headline not in coefficients:
            raise OptionError(
                f"headline: {headline} is not among the coefficients ({', '.join(coefficients)}).",
                option="headline",
            )
    scheme = None if weights is None else scheme_named(weights)
    lead, other = _readings(patterns.scale, None if scheme is None else scheme.name)
    skipped = shown_only and _equality_is_rare(lead, patterns.q)
    second, options = coefficients, how
    if skipped:
        second, options = [presets.EXACT_AGREEMENT], _without_draws(how)
    beside, leading = None, patterns
    if other == "weighted":  # what was requested is exact agreement
        found = agreement(patterns, second, scheme, **options)
        level: Level = "interval" if _is_measured(patterns.scale) else "ordinal"
        stated = patterns.on(patterns.scale.at_level(level))
        beside = agreement(stated, coefficients, None, **how)
        leading = patterns if lead == "exact" else stated
    else:
        found = agreement(patterns, coefficients, scheme, **how)
        if other == "exact":
            beside = agreement(patterns, second, "identity", **options)
    p = Presentation(
        found,
        beside,
        lead,
        other_first=leading is not patterns,
        headline=headline,
        all_shown=coefficients is not None,
        patterns=leading,
    )
    chosen = p.headline_estimate
    if headline is not None and (chosen is None or chosen.name != headline):
        why = find(headline).unsuited(leading, True) or "it is undefined for these data."
        raise OptionError(f"headline: {why}", option="headline")
    return replace(p, notes=_notes(p, leading, scheme))


def _equality_is_rare(lead: Lead, values: int) -> bool:
    """Whether ratings are measurements of so many values that hardly any two are equal."""
    return lead == "measured" and values > FEW_VALUES


def _without_draws(how: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options with t intervals, unless an interval or a test was chosen."""
    chosen = how.get("ci") is not None or how.get("p_method") is not None
    return dict(how) if chosen else {**how, "ci": "t"}


def _notes(p: Presentation, patterns: Patterns, scheme: Scheme | None) -> tuple[str, ...]:
    """Warnings on what leads, without those on estimates that are not shown."""
    everything, shown = list(p.leading), p.shown(p.leading)
    kept = warnings_of(patterns, scheme, shown)
    dropped = set(warnings_of(patterns, scheme, everything)) - set(kept)
    notes = [text for text in p.leading.warnings if text not in dropped]
    notes += [text for text in kept if text not in notes]
    if p.other_first:
        notes.append(
            "the values are taken as measurements; level nominal treats them as codes."
            if p.lead == "measured"
            else "the categories are taken as ordered "
            f"({' < '.join(show_label(label) for label in patterns.scale.first(SHOWN))}), so near "
            "misses count; level nominal counts equal ratings only."
        )
    return tuple(notes)


def _readings(scale: Scale, weights: str | None) -> tuple[Lead, Lead | None]:
    """What leads, and which other reading there is beside the one that was asked for."""
    if scale.several or scale.size <= 2:
        return "exact", None
    lead: Lead = "measured" if _is_measured(scale) else "weighted"
    if weights is not None:
        return ("exact", None) if weights == "identity" else (lead, "exact")
    if not scale.guessed:
        return ("exact", None) if scale.level == "nominal" else (lead, "exact")
    if not scale.ordered or scale.measure == "nominal":
        return "exact", None
    return lead if lead == "measured" or scale.order_certain else "exact", "weighted"


def _is_measured(scale: Scale) -> bool:
    """Whether values are measurements, by what a file declares or else by their looks."""
    if scale.measure is None:
        return scale.measured
    return scale.measure in ("interval", "ratio") and scale.values is not None
