"""The registry of statistics: names, requirements and properties, declared with each formula."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from accord.base.plugins import Registered
from accord.base.wording import joined
from accord.data.patterns import Patterns
from accord.data.scale import LEVELS, FloatArray
from accord.errors import UnknownNameError
from accord.options.presets import WITHOUT_CATEGORIES, WITHOUT_IDENTITY
from accord.statistics.calculus import Quantity
from accord.statistics.links import LINKS, Link, LinkName
from accord.statistics.number_sums import NumberSums
from accord.statistics.prevailing import VariedPrevalence
from accord.statistics.references import Reference, keys_of
from accord.statistics.restricted_profile import Reliability
from accord.statistics.sums import Sums
from accord.statistics.weights import Scheme

__all__ = [
    "COEFFICIENTS",
    "REGISTRY",
    "SPAN_STATISTICS",
    "Better",
    "Kind",
    "NullVariance",
    "Statistic",
    "Terms",
    "coefficient",
    "find",
    "lowest_weight",
    "register",
    "uniform_floor",
]


MOST_PAIRS = 20_000  # of raters, for statistics that have a term for each


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a statistic.

    Parameters
    ----------
    value
        The statistic.
    observed, chance
        Observed agreement and agreement expected by chance; None for statistics without them.
    functional
        Limit of the value in large samples, if it has a small-sample term; standard errors are
        those of this limit.
    notes
        Notes for readers of the value, such as the number of pairs that are left out.
    """

    value: Quantity
    observed: Quantity | None = None
    chance: Quantity | None = None
    functional: Quantity | None = None
    notes: tuple[str, ...] = ()

    @property
    def parts(self) -> tuple[float, float]:
        """Observed agreement and agreement expected by chance; NaN where there are none."""
        observed, chance = (
            math.nan if part is None else float(part.value[0])
            for part in (self.observed, self.chance)
        )
        return observed, chance

    @property
    def limit(self) -> Quantity:
        """The functional, or the value itself where it has no small-sample term."""
        return self.functional or self.value

    @classmethod
    def corrected(cls, pa: Quantity, pe: Quantity) -> Terms:
        """Return the terms of agreement corrected for chance: (pa - pe)/(1 - pe)."""
        room = 1 - pe
        value = ((pa - pe) / room).where(room.value > ROOM)
        return cls(value, pa, pe)


ROOM = 1e-12  # smallest 1 - pe at which a coefficient is defined; below, it is rounding error

Formula: TypeAlias = Callable[..., Terms]
Better: TypeAlias = Literal["more", "less", "one", "zero"]
Kind: TypeAlias = Literal["agreement", "association", "error", "bias"]
Floor: TypeAlias = Callable[[Any], float]  # of `Sums`, or `NumberSums`
LEVEL_WEIGHTS: Mapping[str, str] = {
    "nominal": "identity",
    "ordinal": "quadratic",
    "interval": "quadratic",
    "ratio": "quadratic",
}
DISTANCES: Mapping[str, str] = {"linear": "Euclidean distance", "quadratic": "squared distance"}


def lowest_weight(t: Sums) -> float:
    """Return the floor of weighted agreement: the smallest weight."""
    return t.weights.least


def uniform_floor(t: Sums) -> float:
    """Return the floor of coefficients whose chance agreement is largest for equal shares.

    It is (w - pe)/(1 - pe) with the smallest weight w and pe = T_w/q².
    """
    pe = t.weights.total / t.q**2 if t.q else 1.0
    return (t.weights.least - pe) / (1 - pe) if pe < 1 - ROOM else -math.inf


@dataclass(frozen=True, slots=True)
class NullVariance:
    """Variance of a coefficient under the null hypothesis that raters agree by chance only.

    Parameters
    ----------
    formula
        Sums → variance; raises `UnsupportedError` with the reason where it is not defined.
    reference
        Key of the publication.
    """

    formula: Callable[[Sums], float]
    reference: str


def _smooth(_: Sums) -> str | None:
    """Declare a coefficient smooth on all data."""
    return None


@dataclass(frozen=True, slots=True)
class Statistic:
    """A declared statistic: a formula over ratings, or over the scores of a system and their truth.

    Parameters
    ----------
    name, symbol, title
        Name in the registry, symbol in the literature, and title in results.
    formula
        (sums, **options) → Terms.
    references
        Keys of the publications that define it.
    raters
        2 if it is defined for two raters only; None for any number.
    missing
        Text on the treatment of missing ratings.
    use
        Text on when to use it.
    weighted
        Whether agreement weights apply.
    needs_identity
        Whether it depends on which rater gave which rating.
    reduces_to
        Coefficient that it equals for two raters.
    completes_to
        Coefficient that it equals with complete ratings.
    lists_categories
        Whether it depends on the number of possible categories, which is unknown for ratings with
        several responses and for sets of labels.
    at_least
        Smallest number of categories for which it is defined.
    floor
        Sums → lower limit of its values.
    ceiling
        Upper limit of its values.
    numbers
        Whether it is a statistic of numbers: the formula takes `NumberSums`, and categories do not
        matter.
    ranks
        Whether a statistic of numbers depends on their order only, so that ordered words will do.
    spans
        Whether it is a statistic of spans: the formula takes `DocumentSums`, and the subjects are
        documents.
    pairable_only
        Whether it uses only subjects with two or more ratings; n is then their number.
    complete_only
        Whether it uses only subjects that all raters rated; n is then their number.
    drops_singles
        Whether Gwet's variance formulas leave out subjects with a single rating as well.
    levels
        Levels of measurement at which reports show it by default.
    level_weights
        Default weights by stated level of measurement.
    number_weights
        Default weights of numbers if neither level nor weights are stated.
    directed
        Whether it uses asymmetric weights as they are; others use the symmetric part.
    exact_title, weighted_title, exact_symbol, weighted_symbol
        Title and symbol with identity weights and with other weights, if they differ.
    weight_titles
        Names of weights in its title, by scheme, if they are not the usual ones.
    not_smooth
        Sums → reason why the coefficient is not a smooth function of the weights of these
        subjects; None if it is. Without smoothness influence values are those of the jackknife,
        and posterior draws, which leave out no subject, are not valid.
    by_pairs
        Whether it uses every pair of ratings, of which there can be many.
    by_pairs_if_missing
        Whether it uses every pair of raters where ratings are missing.
    corrected
        Whether it is corrected for chance; if not, it is not tested against 0 and has no benchmark
        scale.
    null_variance
        Published variance under the hypothesis of chance agreement, if there is one. It replaces
        the standard error of the test and nothing else, and is a formula like the value; it is
        therefore no method.
    methods
        Inference methods of its own: ``module:name`` of a function by name of the method, which is
        a value of the option ``ci`` or ``p_method`` (`accord.inference.declared`).
    test
        Method of its test if none is stated, for statistics that are not tested against a value.
    options
        Options of the formula, with defaults; one whose default is None must be stated.
    order
        Position in lists of statistics; smaller numbers come first.
    truth
        Whether it compares the scores of a system with a truth, rather than raters with each other.
    kind
        Kind of statistic: agreement, association, error or bias.
    better
        Which values are better: more, less, near one or near zero.
    link
        Scale of intervals by a standard error: ``real``, ``unit`` (with an upper limit of 1),
        ``rate`` (Wilson), ``fisher`` (Fisher's z), ``log``, ``logit``, or a function of the sums
        that returns it.
    people
        Smallest number of raters of which the truth is formed.
    widened
        Whether the tails of posterior draws are widened by quantiles of t in small samples.
    many_raters
        Text on what to use with three or more raters, if it is defined for two only.
    undefined
        Reason why it may be undefined, other than complete agreement by chance.
    tests
        Methods of `compare` that are defined for this coefficient only.
    prevalence_sensitive
        Whether it is low if one category is very frequent, even if raters agree.
    chance_at
        (`VariedPrevalence`, shares) → chance agreement by the share of one category, for
        coefficients that the prevalence curve shows.
    association_test
        Distribution by which SPSS tests a correlation: ``normal`` or ``t``.
    restricted
        How it follows from variance components by restricted maximum likelihood, if it does.
    function
        ``module:name`` of its public function, if that returns more than an estimate.
    """

    name: str
    symbol: str
    title: str
    formula: Formula
    references: tuple[str, ...]
    missing: str
    use: str = ""
    raters: Literal[2] | None = None
    weighted: bool = True
    needs_identity: bool = False
    reduces_to: str | None = None
    completes_to: str | None = None
    lists_categories: bool = False
    at_least: int = 2
    floor: Floor = lambda _: -1.0
    ceiling: float = 1.0
    numbers: bool = False
    ranks: bool = False
    spans: bool = False
    pairable_only: bool = False
    complete_only: bool = False
    drops_singles: bool = False
    corrected: bool = True
    levels: tuple[str, ...] = LEVELS
    by_pairs: bool = False
    by_pairs_if_missing: bool = False
    not_smooth: Callable[[Sums], str | None] = _smooth
    level_weights: Mapping[str, str] = field(default_factory=lambda: LEVEL_WEIGHTS)
    number_weights: str = "identity"
    directed: bool = False
    exact_title: str | None = None
    weighted_title: str | None = None
    exact_symbol: str | None = None
    weighted_symbol: str | None = None
    weight_titles: Mapping[str, str] = field(default_factory=dict)
    null_variance: NullVariance | None = None
    methods: Mapping[str, str] = field(default_factory=dict)
    test: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    order: int = 1_000
    truth: bool = False
    kind: Kind = "agreement"
    better: Better = "more"
    link: LinkName | Callable[[NumberSums], Link] = "unit"
    people: int = 1
    widened: bool = True
    many_raters: str = ""
    undefined: str = ""
    tests: tuple[str, ...] = ()
    prevalence_sensitive: bool = False
    chance_at: Callable[[VariedPrevalence, FloatArray], FloatArray] | None = None
    association_test: Literal["normal", "t"] | None = None
    restricted: Reliability | None = None
    function: str | None = None

    @property
    def always_smooth(self) -> bool:
        """Whether it is declared smooth on all data."""
        return self.not_smooth is _smooth

    def link_on(self, sums: Any) -> Link:
        """Return the scale of intervals by a standard error, given the sums of its formula."""
        return self.link(sums) if callable(self.link) else LINKS[self.link]

    @property
    def plannable(self) -> bool:
        """Whether studies can be planned by its value: 1 is best, and nothing else is stated."""
        return self.better == "more" and None not in self.options.values()

    @property
    def doc(self) -> str:
        """Text of the docstring of the formula, without its sections."""
        return (inspect.getdoc(self.formula) or "").partition("\n\nNotes\n-----")[0]

    @property
    def summary(self) -> str:
        """First line of the documentation."""
        return self.doc.partition("\n")[0]

    def null_variance_for(self, raters: int) -> NullVariance | None:
        """Return the null variance; for two raters, that of the coefficient it reduces to."""
        if self.null_variance is None and raters == 2 and self.reduces_to is not None:
            return find(self.reduces_to).null_variance
        return self.null_variance

    def title_with(
        self,
        scheme: Scheme,
        level: str = "nominal",
        *,
        several: bool = False,
        options: Mapping[str, Any] | None = None,  # noqa: ARG002 (for statistics with variants)
    ) -> str:
        """Return the title with the weights.

        The title of a statistic without weights says so if the level of measurement suggests
        weights. With ``several`` responses, weights are those of a distance. Statistics with
        variants name the ``options`` that are not the usual ones.
        """
        if scheme.name == "identity":
            title = self.exact_title or self.title
            plain = self.weighted or self.numbers or level == "nominal"
            return title if plain else f"{title}, unweighted"
        titles = DISTANCES if several else self.weight_titles
        weights = titles.get(scheme.name, scheme.title)
        return f"{self.weighted_title or self.title}, {weights}"

    def symbol_with(self, scheme: Scheme) -> str:
        """Return the symbol with these weights."""
        chosen = self.exact_symbol if scheme.name == "identity" else self.weighted_symbol
        return chosen or self.symbol

    def unsuited(self, patterns: Patterns, plain: bool) -> str | None:
        """Return the reason why the coefficient is not defined for such data; None if it is.

        Parameters
        ----------
        patterns
            The data.
        plain
            Whether weights are identity.
        """
        if self.raters == 2 and patterns.r != 2:
            names = ", ".join(patterns.raters[:8]) + (", …" if patterns.r > 8 else "")
            instead = f", or use {self.many_raters}" if self.many_raters else ""
            return (
                f"{self.title} needs exactly 2 raters; the data have {patterns.r} ({names}). "
                f"Choose two raters{instead}."
            )
        if self.needs_identity and not patterns.identity:
            return (
                f"{self.title} needs the rater of each rating. These data do not contain it, or "
                f"have too many raters. Use {joined(WITHOUT_IDENTITY, 'or')}."
            )
        pairs_of_raters = math.comb(patterns.r, 2)
        if self.by_pairs_if_missing and patterns.missing and pairs_of_raters > MOST_PAIRS:
            return (
                f"{self.title} is a sum over all pairs of raters where ratings are missing, and "
                f"there are {pairs_of_raters:,} pairs. Choose raters, or use another coefficient."
            )
        if self.lists_categories and patterns.scale.several:
            return (
                f"{self.title} depends on the number of possible categories, which is unknown for "
                f"ratings with {len(patterns.scale.responses)} responses. Use "
                f"{joined(WITHOUT_CATEGORIES, 'or')}."
            )
        if self.lists_categories and patterns.scale.holds_sets:
            return (
                f"{self.title} depends on the number of possible categories, which is unknown for "
                "sets of labels: the sets in the data, or all combinations of the labels. Use "
                f"{joined(WITHOUT_CATEGORIES, 'or')}."
            )
        if patterns.without_lengths is not None:
            return f"{self.title} of characters: {patterns.without_lengths}"
        ranked = self.ranks and patterns.scale.ordered and not patterns.scale.several
        if self.numbers and patterns.scale.scores is None and not ranked:
            needed = "numbers, or ordered categories" if self.ranks else "numbers"
            return f"{self.title} needs {needed}, and the categories are words."
        if not plain and not self.weighted:
            return f"{self.title} is defined for identity weights only."
        return None


REGISTRY: dict[str, Statistic] = {}
COEFFICIENTS = Registered(
    REGISTRY, "accord.coefficients", lambda entry: not (entry.truth or entry.spans)
)
"""Statistics of the ratings of two or more raters."""
SPAN_STATISTICS = Registered(REGISTRY, "accord.coefficients", lambda entry: entry.spans)
"""Statistics of the spans that two or more raters marked."""


def coefficient(
    name: str,
    *,
    symbol: str,
    title: str,
    references: Sequence[str | Reference],
    missing: str,
    **facts: Any,
) -> Callable[[Formula], Statistic]:
    """Register a formula over ratings.

    Facts are those of `Statistic`; keyword-only parameters of the formula are options of the
    coefficient.
    """
    keys = keys_of(references)

    def add(formula: Formula) -> Statistic:
        options = {
            parameter.name: parameter.default
            for parameter in inspect.signature(formula).parameters.values()
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY
        }
        entry = Statistic(name, symbol, title, formula, keys, missing, options=options, **facts)
        return register(entry)

    return add


def register(entry: Statistic) -> Statistic:
    """Add a statistic to the registry; raise an error if its name is taken."""
    if entry.name in REGISTRY:
        raise ValueError(f"there is a statistic {entry.name!r} already")
    REGISTRY[entry.name] = entry
    return entry


def find(name: str) -> Statistic:
    """Return the coefficient or statistic of spans of a name, of this package or of a plug-in."""
    for known in (COEFFICIENTS, SPAN_STATISTICS):
        if name in known:
            return known[name]
    names = [*COEFFICIENTS, *SPAN_STATISTICS]
    raise UnknownNameError("coefficient", name, names, option="coefficient")


def formula_of(entry: Statistic, sums: Any, options: Mapping[str, Any]) -> Terms:
    """Return the terms of a statistic, given sums and options."""
    seen = sums.numbers if entry.numbers else sums.documents if entry.spans else sums
    return entry.formula(seen, **{k: v for k, v in options.items() if k in entry.options})
