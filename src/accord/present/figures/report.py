"""The pictures that suit a report, in its order, each with a title and an alternative in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from accord.analysis.comparison import Comparison
from accord.analysis.evaluation import Verdict
from accord.analysis.interpretation import BenchmarkScale
from accord.analysis.views import (
    Details,
    confusion,
    distributions,
    limits_of_agreement,
    missingness,
    prevalence_curve,
)
from accord.data.patterns import Patterns
from accord.data.scale import clean
from accord.inference.results import Agreement
from accord.options.presets import SHIFT
from accord.present.figures.categories import describe_categories, plot_categories
from accord.present.figures.coefficients import describe_coefficients, plot_coefficients
from accord.present.figures.confusion import describe_confusion, plot_confusion
from accord.present.figures.differences import (
    describe_differences,
    describe_pairs,
    plot_differences,
    plot_pairs,
    plot_sides,
)
from accord.present.figures.disagreements import describe_disagreements, plot_disagreements
from accord.present.figures.distributions import describe_distributions, plot_distributions
from accord.present.figures.left_out import describe_left_out, plot_left_out
from accord.present.figures.limits import describe_limits, plot_limits
from accord.present.figures.margins import describe_margins, plot_margins
from accord.present.figures.missingness import describe_missingness, plot_missingness
from accord.present.figures.prevalence import describe_prevalence, plot_prevalence
from accord.present.figures.raters import describe_raters, plot_raters
from accord.present.figures.subgroups import describe_subgroups, plot_subgroups
from accord.present.figures.systems import (
    describe_degradation,
    describe_systems,
    plot_degradation,
    plot_systems,
)
from accord.statistics.weights import WeightsLike

__all__ = ["Picture", "comparison_pictures", "evaluation_pictures", "report_pictures"]

MOST_CATEGORIES = 60  # of which single ones can still be seen
SCORES = 5  # more distinct values than this are worth a look at their differences


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a report.

    Parameters
    ----------
    name
        Short name, fit for a file's.
    title
        What it is about.
    alt
        What it shows, in words.
    figure
        The matplotlib figure.
    """

    name: str
    title: str
    alt: str
    figure: Any


def _by_name(pictures: list[Picture]) -> dict[str, Picture]:
    """Pictures by name, their words without control characters."""
    return {p.name: replace(p, title=clean(p.title), alt=clean(p.alt)) for p in pictures}


def report_pictures(
    patterns: Patterns,
    found: Agreement,
    details: Details | None = None,
    weights: WeightsLike | None = None,
    scale: str | BenchmarkScale = "landis_koch",
) -> dict[str, Picture]:
    """Pictures that suit a data set, by name.

    Parameters
    ----------
    patterns
        The ratings, as `load` gives them.
    found
        Their coefficients.
    details
        What `look_closer` found, for the pictures of it.
    weights
        Agreement weights, as those of ``found``.
    scale
        Benchmark scale.
    """
    pictures = [
        Picture(
            "coefficients",
            "Coefficients",
            describe_coefficients(found),
            plot_coefficients(found, scale),
        )
    ]
    single = not patterns.scale.several
    if single and 2 <= patterns.q <= MOST_CATEGORIES:
        table = confusion(patterns)
        pictures.append(
            Picture("confusion", table.title, describe_confusion(table), plot_confusion(table))
        )
    if details is not None and details.pairs is not None:
        pairs = details.pairs
        pictures.append(
            Picture("raters", "Pairs of raters", describe_raters(pairs), plot_raters(pairs))
        )
    if details is not None and 0 < len(details.categories) <= MOST_CATEGORIES:
        rows = details.categories
        pictures.append(
            Picture("categories", "Categories", describe_categories(rows), plot_categories(rows))
        )
    if single:
        pictures += _of_ratings(patterns, weights)
    if details is not None:
        pictures += _of_details(patterns, details)
    if patterns.is_pair and patterns.scale.numeric and patterns.q > SCORES:
        seen = None if details is None else details.limits
        limits = seen or limits_of_agreement(patterns)
        alt, figure = describe_limits(limits), plot_limits(limits)
        pictures.append(Picture("bland_altman", "Limits of agreement", alt, figure))
    if patterns.missing and patterns.identity:
        gaps = missingness(patterns)
        pictures.append(
            Picture(
                "missingness", "Missing ratings", describe_missingness(gaps), plot_missingness(gaps)
            )
        )
    return _by_name(pictures)


def _of_ratings(patterns: Patterns, weights: WeightsLike | None) -> list[Picture]:
    """Distributions, and what prevalence does to coefficients."""
    spread = distributions(patterns)
    pictures = [
        Picture(
            "distributions",
            "Use of the categories",
            describe_distributions(spread),
            plot_distributions(spread),
        )
    ]
    if 2 <= patterns.q <= MOST_CATEGORIES:
        curve = prevalence_curve(patterns, weights)
        pictures.append(
            Picture(
                "prevalence",
                "Coefficients against prevalence",
                describe_prevalence(curve),
                plot_prevalence(curve),
            )
        )
    return pictures


def _of_details(patterns: Patterns, details: Details) -> list[Picture]:
    """Raters left out, and the subjects with most disagreement."""
    pictures = []
    if details.left_out:
        rows = details.left_out
        pictures.append(
            Picture("left_out", "Raters left out", describe_left_out(rows), plot_left_out(rows))
        )
    if details.disagreements and not patterns.scale.several:
        worst = details.disagreements
        categories = patterns.scale.labels if patterns.q <= MOST_CATEGORIES else None
        pictures.append(
            Picture(
                "disagreements",
                "Subjects with most disagreement",
                describe_disagreements(worst),
                plot_disagreements(worst, categories),
            )
        )
    return pictures


def comparison_pictures(found: Comparison) -> dict[str, Picture]:
    """Differences, and what they are differences of."""
    words = describe_differences(found)
    return _by_name(
        [
            Picture("differences", "Differences", words, plot_differences(found)),
            Picture("sides", "What is compared", words, plot_sides(found)),
        ]
    )


def evaluation_pictures(found: Verdict) -> dict[str, Picture]:
    """Systems, score differences, difference from human agreement, pairs of systems, subgroups."""
    pictures = [
        Picture("systems", "Systems against people", describe_systems(found), plot_systems(found))
    ]
    if any(system.margins for system in found.systems):
        pictures.append(
            Picture(
                "margins",
                "Distribution of score differences",
                describe_margins(found),
                plot_margins(found),
            )
        )
    if any(system.degradation for system in found.systems):
        pictures.append(
            Picture(
                "degradation",
                "Difference from human–human agreement",
                describe_degradation(found),
                plot_degradation(found),
            )
        )
    if any(c.metric == found.headline for c in found.comparisons):
        pictures.append(
            Picture("pairs", "Pairs of systems", describe_pairs(found), plot_pairs(found))
        )
    if any(g.metric == SHIFT for g in found.groups):
        pictures.append(
            Picture("subgroups", "Subgroups", describe_subgroups(found), plot_subgroups(found))
        )
    return _by_name(pictures)
