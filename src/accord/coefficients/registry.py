"""The register of coefficients: what each is called, needs and claims, declared beside it."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from accord.coefficients.calculus import Quantity
from accord.coefficients.table import Table
from accord.errors import UnknownNameError
from accord.joint import JointScale
from accord.patterns import Patterns
from accord.references import REFERENCES
from accord.scale import LEVELS
from accord.weights import Scheme

__all__ = [
    "REGISTRY",
    "Coefficient",
    "NullVariance",
    "Terms",
    "coefficient",
    "find",
    "lowest_weight",
    "uniform_floor",
]


@dataclass(frozen=True, slots=True)
class Terms:
    """What a coefficient is made of.

    Parameters
    ----------
    value
        The coefficient.
    observed, chance
        Observed agreement and agreement expected by chance.
    functional
        What the value tends to in large samples, where it has a small-sample term; standard
        errors are of this.
    notes
        What a reader of the value should know (pairs left out, and the like).
    """

    value: Quantity
    observed: Quantity
    chance: Quantity
    functional: Quantity | None = None
    notes: tuple[str, ...] = ()

    @property
    def limit(self) -> Quantity:
        """The functional, or the value itself where it has no small-sample term."""
        return self.functional or self.value

    @classmethod
    def corrected(cls, pa: Quantity, pe: Quantity) -> Terms:
        """Observed agreement corrected for chance: (pa - pe)/(1 - pe)."""
        room = 1 - pe
        value = ((pa - pe) / room).where(room.value > ROOM)
        return cls(value, pa, pe)


ROOM = 1e-12  # 1 - pe below this is no room for agreement beyond chance

Formula: TypeAlias = Callable[..., Terms]
Floor: TypeAlias = Callable[[Table], float]
LEVEL_WEIGHTS: Mapping[str, str] = {
    "nominal": "identity",
    "ordinal": "quadratic",
    "interval": "quadratic",
    "ratio": "quadratic",
}


DISTANCES: Mapping[str, str] = {"linear": "Euclidean distance", "quadratic": "squared distance"}


def lowest_weight(t: Table) -> float:
    """Floor of weighted agreement: the smallest weight."""
    return t.weights.least


def uniform_floor(t: Table) -> float:
    """Floor of coefficients whose chance agreement is at most that of uniform categories.

    (w - pe)/(1 - pe) with the smallest weight w and pe = T_w/q².
    """
    pe = t.weights.total / t.q**2 if t.q else 1.0
    return (t.weights.least - pe) / (1 - pe) if pe < 1 - ROOM else -math.inf


@dataclass(frozen=True, slots=True)
class NullVariance:
    """Variance of a coefficient under the hypothesis that raters agree by chance only.

    Parameters
    ----------
    formula
        table → variance; raises `UnsupportedError`, with the reason, where it is not defined.
    reference
        Key of the publication that derives it.
    """

    formula: Callable[[Table], float]
    reference: str


def _smooth(_: Table) -> str | None:
    """Declare a coefficient smooth on all data."""
    return None


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A declared coefficient.

    Parameters
    ----------
    name, symbol, title
        Registry name, the literature's sign, and what people call it.
    formula
        (table, **options) → Terms.
    references
        Keys of the publications that define it.
    raters
        2 where the theory is for two raters only, else None for any number.
    missing
        How missing ratings are treated, in words.
    use
        When to use it, in words.
    weighted
        Whether agreement weights apply.
    needs_identity
        Whether it must know which rater gave which rating.
    reduces_to
        For two raters it equals this coefficient.
    completes_to
        With complete ratings it equals this coefficient.
    lists_categories
        Whether it asks how many categories could have been used, which responses that are only
        observed do not say.
    at_least
        Categories that it needs to be defined.
    floor
        Table → value below which it cannot lie; none lies above 1.
    pairable_only
        Whether it uses only subjects with two or more ratings; n counts those it uses.
    drops_singles
        Whether Gwet's variance formulas, too, leave out subjects with a single rating.
    levels
        Levels of measurement at which a report shows it without being asked.
    level_weights
        Weights that a stated level of measurement stands for.
    number_weights
        Weights on numbers when neither level nor weights are stated.
    directed
        Whether it can use weights that depend on which rater gave which rating; others use the
        symmetric part of such weights.
    exact_title, weighted_title, exact_symbol, weighted_symbol
        Title and symbol with identity weights and with others, where they differ.
    weight_titles
        What weights are called in its title, by name of the scheme, where that is not the usual.
    not_smooth
        (table) → why the coefficient is not a smooth function of the weights of such subjects;
        None where it is. Influence values are then those of the jackknife, and draws of weights,
        which leave out no subject, are not valid.
    by_pairs
        Whether it goes through every pair of ratings, which can be many.
    corrected
        Whether it allows for agreement by chance; if not, it is neither tested against 0 nor
        placed on a benchmark scale.
    null_variance
        Variance under the hypothesis of chance agreement, where one is published.
    options
        Options of its own, with defaults.
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
    pairable_only: bool = False
    drops_singles: bool = False
    corrected: bool = True
    levels: tuple[str, ...] = LEVELS
    by_pairs: bool = False
    not_smooth: Callable[[Table], str | None] = _smooth
    level_weights: Mapping[str, str] = field(default_factory=lambda: LEVEL_WEIGHTS)
    number_weights: str = "identity"
    directed: bool = False
    exact_title: str | None = None
    weighted_title: str | None = None
    exact_symbol: str | None = None
    weighted_symbol: str | None = None
    weight_titles: Mapping[str, str] = field(default_factory=dict)
    null_variance: NullVariance | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def doc(self) -> str:
        """Text of the docstring of the formula, without its sections."""
        return (inspect.getdoc(self.formula) or "").partition("\n\nNotes\n-----")[0]

    @property
    def summary(self) -> str:
        """First line of the documentation."""
        return self.doc.partition("\n")[0]

    def null_variance_for(self, raters: int) -> NullVariance | None:
        """Null variance for a number of raters: for two, that of the form it reduces to."""
        if self.null_variance is None and raters == 2 and self.reduces_to is not None:
            return find(self.reduces_to).null_variance
        return self.null_variance

    def title_with(self, scheme: Scheme, level: str = "nominal", *, several: bool = False) -> str:
        """Title that says which weights are used.

        A statistic without weights says so where the level of measurement would call for them.
        With ``several`` responses, weights are those of a distance.
        """
        if scheme.name == "identity":
            plain = self.exact_title or self.title
            return plain if self.weighted or level == "nominal" else f"{plain}, unweighted"
        own = DISTANCES if several else self.weight_titles
        weights = own.get(scheme.name, scheme.title)
        return f"{self.weighted_title or self.title}, {weights}"

    def symbol_with(self, scheme: Scheme) -> str:
        """Symbol with these weights."""
        chosen = self.exact_symbol if scheme.name == "identity" else self.weighted_symbol
        return chosen or self.symbol

    def unsuited(self, patterns: Patterns, plain: bool) -> str | None:
        """Why the coefficient is not defined for such data; None if it is."""
        if self.raters == 2 and patterns.r != 2:
            names = ", ".join(patterns.raters[:8]) + (", …" if patterns.r > 8 else "")
            many = MANY_RATER_FORM.get(self.name)
            instead = f", or use {many}" if many else ""
            return (
                f"{self.title} needs exactly 2 raters; the data have {patterns.r} ({names}). "
                f"Choose two raters{instead}."
            )
        if self.needs_identity and not patterns.identity:
            return (
                f"{self.title} must know which rater gave which rating, and these data do not "
                "say (or have too many raters to keep apart). Use fleiss_kappa, gwet_ac or "
                "krippendorff_alpha."
            )
        if self.lists_categories and isinstance(patterns.scale, JointScale):
            return (
                f"{self.title} asks how many categories there are, and the combinations of "
                f"{len(patterns.scale.responses)} responses that occur do not say. Use "
                "berry_mielke, conger_kappa, fleiss_kappa or krippendorff_alpha."
            )
        if not plain and not self.weighted:
            return f"{self.title} is defined for identity weights only."
        return None


MANY_RATER_FORM = {
    "cohen_kappa": "conger_kappa, light_kappa or fleiss_kappa",
    "scott_pi": "fleiss_kappa",
    "aickin_alpha": "gwet_ac",
    "bangdiwala_b": "fleiss_kappa",
}

REGISTRY: dict[str, Coefficient] = {}


def coefficient(
    name: str, *, symbol: str, title: str, references: tuple[str, ...], missing: str, **facts: Any
) -> Callable[[Formula], Coefficient]:
    """Register a formula as a coefficient."""
    unknown = [key for key in references if key not in REFERENCES]
    if unknown:
        raise UnknownNameError("reference", unknown[0], REFERENCES, option="references")

    def add(formula: Formula) -> Coefficient:
        options = {
            parameter.name: parameter.default
            for parameter in inspect.signature(formula).parameters.values()
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY
        }
        entry = Coefficient(
            name, symbol, title, formula, references, missing, options=options, **facts
        )
        REGISTRY[name] = entry
        return entry

    return add


def find(name: str) -> Coefficient:
    """Coefficient of that name, of this package or of one that adds its own.

    Other packages name a module in the entry-point group ``accord.coefficients``; importing it
    registers what it decorates.
    """
    if name not in REGISTRY:
        load_others()
    if name not in REGISTRY:
        raise UnknownNameError("coefficient", name, REGISTRY, option="coefficient")
    return REGISTRY[name]


def load_others() -> None:
    """Import the modules of other packages that register coefficients."""
    from importlib.metadata import entry_points  # here: slow to import

    for point in entry_points(group="accord.coefficients"):
        point.load()


def formula_of(entry: Coefficient, table: Table, options: Mapping[str, Any]) -> Terms:
    """Terms of a coefficient on a table."""
    return entry.formula(table, **{k: v for k, v in options.items() if k in entry.options})
