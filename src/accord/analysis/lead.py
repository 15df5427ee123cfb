"""Choice of the estimates that a report shows first.

For ratings that could be ordered, a report shows exact agreement and weighted agreement, which
gives credit for near misses. This module decides their order. It does not change the values that
functions return.
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
from accord.inference.remarks import warnings_of
from accord.inference.results import Agreement, Estimate
from accord.options import presets
from accord.options.inference import DECLARED_METHODS
from accord.statistics import find
from accord.statistics.weights import Scheme, WeightsLike, scheme_named

__all__ = ["Lead", "Presentation", "is_led_by_measures", "present"]

Lead: TypeAlias = Literal["exact", "weighted", "measured", "sets"]
HEADLINE: Mapping[Lead, tuple[str, ...]] = {  # the first that is defined
    "exact": (presets.HEADLINE,),
    "weighted": (presets.HEADLINE,),
    "measured": presets.MEASURED_HEADLINE,
    "sets": (presets.SETS_COEFFICIENT,),
}
NOTE_CATEGORIES = 8  # categories listed in a note
METHODS = ("ci", "p_method")
FEW_VALUES = 20  # distinct values up to which exact agreement of measurements is of interest


@dataclass(frozen=True, slots=True)
class Presentation:
    """Estimates of one data set, and the order in which a report presents them.

    Parameters
    ----------
    requested
        The estimates with the requested weights.
    other
        The estimates with other weights: exact agreement if weighted was requested, weighted
        agreement if exact was; None if only one of them suits the ratings.
    lead
        What the report shows first: ``exact`` agreement, ``weighted`` agreement, statistics of
        ``measured`` values, or agreement on ``sets`` with credit for common labels.
    other_first
        Whether the estimates with other weights are shown first.
    headline
        Registry name of the coefficient that the first sentence reports.
    all_shown
        Whether coefficients were chosen by name, so that all of them are shown.
    patterns
        The ratings, at the level of measurement of the estimates shown first.
    weights
        Weights of the estimates shown first, if they are stated or ratings are sets.
    notes
        Remarks on the estimates shown first.
    """

    requested: Agreement
    other: Agreement | None = None
    lead: Lead = "exact"
    other_first: bool = False
    headline: str | None = None
    all_shown: bool = False
    patterns: Patterns | None = None
    weights: WeightsLike | None = None
    notes: tuple[str, ...] = ()

    @property
    def leading(self) -> Agreement:
        """Estimates shown first."""
        return self.other if self.other is not None and self.other_first else self.requested

    @property
    def following(self) -> Agreement | None:
        """Estimates shown second, if any."""
        if _equality_is_rare(self.lead, self.requested.data.category_count):
            return None
        return self.requested if self.other_first else self.other

    @property
    def exact(self) -> Agreement | None:
        """Estimates of exact agreement, if they are shown."""
        return self.leading if self.lead == "exact" else self.following

    @property
    def exact_agreement(self) -> Estimate | None:
        """Percent agreement with identity weights, if it is among the estimates."""
        name = presets.EXACT_AGREEMENT
        return self.exact[name] if self.exact is not None and name in self.exact else None

    @property
    def headline_estimate(self) -> Estimate | None:
        """Estimate in the first sentence: the chosen one, the default, or the first."""
        defined = [e for e in self.shown(self.leading) if not math.isnan(e.value)]
        corrected = [e for e in defined if find(e.name).corrected]
        chosen = [e for e in defined if e.name == self.headline]
        sets = self.patterns is not None and self.patterns.scale.holds_sets
        names = HEADLINE["sets" if sets else self.lead]
        default = [e for name in names for e in corrected if e.name == name]
        return next(iter([*chosen, *default, *corrected]), None)

    @property
    def leading_shown(self) -> Agreement:
        """`leading`, restricted to the estimates that the report shows."""
        shown = self.shown(self.leading)
        kept = [k for k, e in enumerate(self.leading) if e in shown]
        return self.leading.replace(
            estimates=tuple(self.leading.estimates[k] for k in kept),
            covariance=self.leading.covariance[np.ix_(kept, kept)],
        )

    def shown(self, estimates: Agreement, *, second: bool = False) -> list[Estimate]:
        """Return the estimates that suit the kind of data or were chosen by name.

        Estimates shown second do not repeat those shown first with the same weights.
        """
        if second:
            first = {(e.name, e.weights) for e in self.leading}
            suitable = [e for e in estimates if self.all_shown or find(e.name).levels]
            return [e for e in suitable if (e.name, e.weights) not in first]
        level = {"measured": "interval", "weighted": "ordinal"}.get(self.lead, "nominal")
        suitable = [e for e in estimates if self.all_shown or level in find(e.name).levels]
        return suitable or list(estimates)


def present(
    patterns: Patterns,
    coefficients: Sequence[str] | None,
    weights: WeightsLike | None,
    headline: str | None = None,
    *,
    shown_only: bool = False,
    **options: Any,
) -> Presentation:
    """Estimate the coefficients; with two sets of weights, if ratings could be ordered.

    Parameters
    ----------
    patterns
        The ratings.
    coefficients, weights, **options
        As in `agreement`.
    headline
        Registry name of the coefficient in the first sentence; if not given, it depends on the
        kind of data.
    shown_only
        Whether only estimates that are shown are needed. Of those not shown, only percent
        agreement is then computed, without draws.

    Returns
    -------
    Presentation
        The estimates in their order.
    """
    if headline is not None:
        find(headline)
        if coefficients is not None and headline not in coefficients:
            raise OptionError(
                f"headline: {headline} is not among the coefficients ({', '.join(coefficients)}).",
                option="headline",
            )
    scheme = None if weights is None else scheme_named(weights)
    lead, other_kind = _choose_lead(patterns.scale, None if scheme is None else scheme.name)
    exact_names, exact_options = coefficients, options
    if shown_only and _equality_is_rare(lead, patterns.q):
        exact_names, exact_options = [presets.EXACT_AGREEMENT], _without_draws(options)
    other, leading, other_first = None, patterns, False
    if other_kind == "sets":
        requested = agreement(patterns, coefficients, scheme, **options)
        other = agreement(patterns, coefficients, presets.SETS_WEIGHTS, **options)
        other_first, weights = True, presets.SETS_WEIGHTS
    elif other_kind == "weighted":  # exact agreement was requested
        requested = agreement(patterns, exact_names, scheme, **exact_options)
        level: Level = "interval" if _is_measured(patterns.scale) else "ordinal"
        ordered = patterns.on(patterns.scale.at_level(level))
        other = agreement(ordered, coefficients, None, **options)
        leading = patterns if lead == "exact" else ordered
        other_first = leading is not patterns
    else:
        requested = agreement(patterns, coefficients, scheme, **options)
        if other_kind == "exact":
            other = agreement(patterns, exact_names, "identity", **exact_options)
    p = Presentation(
        requested,
        other,
        lead,
        other_first=other_first,
        headline=headline,
        all_shown=coefficients is not None,
        patterns=leading,
        weights=weights,
    )
    chosen = p.headline_estimate
    if headline is not None and (chosen is None or chosen.name != headline):
        reason = find(headline).unsuited(leading, True) or "it is undefined for these data."
        raise OptionError(f"headline: {reason}", option="headline")
    return replace(p, notes=_notes(p, leading, scheme))


def _equality_is_rare(lead: Lead, values: int) -> bool:
    """Return whether ratings are measurements with so many values that few of them are equal."""
    return lead == "measured" and values > FEW_VALUES


def _without_draws(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options, with t intervals unless an interval or a test of all was chosen."""
    kept = {k: v for k, v in options.items() if k not in METHODS or v not in DECLARED_METHODS}
    return kept if any(kept.get(name) for name in METHODS) else {**kept, "ci": "t"}


def _notes(p: Presentation, patterns: Patterns, scheme: Scheme | None) -> tuple[str, ...]:
    """Return the warnings on the leading estimates, without those on estimates not shown."""
    kept = warnings_of(patterns, scheme, p.shown(p.leading))
    dropped = set(warnings_of(patterns, scheme, list(p.leading))) - set(kept)
    notes = [text for text in p.leading.warnings if text not in dropped]
    notes += [text for text in kept if text not in notes]
    if p.other_first and p.lead == "sets":
        notes.append(
            "ratings are sets of labels, and common labels get credit (MASI); weights identity "
            "count equal sets only."
        )
    elif p.other_first:
        notes.append(
            "we assume that the values are measurements; level nominal treats them as codes."
            if p.lead == "measured"
            else f"we assume that the categories are ordered ({_order(patterns.scale)}), so near "
            "misses get credit; level nominal counts equal ratings only."
        )
    return tuple(notes)


def _order(scale: Scale) -> str:
    """Return the first categories in their order."""
    return " < ".join(show_label(label) for label in scale.first(NOTE_CATEGORIES))


def is_led_by_measures(scale: Scale, weights: WeightsLike | None) -> bool:
    """Return whether a report on these ratings shows statistics of measured values first."""
    name = None if weights is None else scheme_named(weights).name
    lead, _ = _choose_lead(scale, name)
    return lead == "measured"


def _choose_lead(scale: Scale, weights: str | None) -> tuple[Lead, Lead | None]:
    """Return what is shown first, and the kind of agreement to add to the requested one."""
    if scale.several or scale.size <= 2:
        return "exact", None
    if scale.holds_sets:
        if weights is not None:
            return ("exact", None) if weights == "identity" else ("sets", "exact")
        return ("sets", "sets") if scale.shares_labels else ("exact", None)
    lead: Lead = "measured" if _is_measured(scale) else "weighted"
    if weights is not None:
        return ("exact", None) if weights == "identity" else (lead, "exact")
    if not scale.guessed:
        return ("exact", None) if scale.level == "nominal" else (lead, "exact")
    if not scale.ordered or scale.measure == "nominal":
        return "exact", None
    return lead if lead == "measured" or scale.order_certain else "exact", "weighted"


def _is_measured(scale: Scale) -> bool:
    """Return whether values are measurements: as a file declares, else judged by the values."""
    if scale.measure is None:
        return scale.measured
    return scale.measure in ("interval", "ratio") and scale.values is not None
