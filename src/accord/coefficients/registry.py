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
from accord.scale import Scale

__all__ = ["REGISTRY", "Coefficient", "Terms", "coefficient", "find"]


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
    least
        Value below which it cannot lie; none lies above 1.
    pairable_only
        Whether subjects with a single rating take no part at all.
    metrics
        Weights that a level of measurement stands for, where the coefficient is defined by
        levels; used when a level is stated and weights are not.
    trusts_guess
        Whether a level that was only guessed stands for weights, too.
    not_smooth
        (table) → why the coefficient is not a smooth function of the weights of such subjects;
        None where it is. Influence values are then those of the jackknife, and draws of weights,
        which leave out no subject, are not valid.
    by_pairs
        Whether it goes through every pair of ratings, which can be many.
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
    least: float = -math.inf
    pairable_only: bool = False
    by_pairs: bool = False
    not_smooth: Callable[[Table], str | None] = _smooth
    metrics: Mapping[str, str] = field(default_factory=dict)
    trusts_guess: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def doc(self) -> str:
        """Formula and reading."""
        return inspect.getdoc(self.formula) or ""

    @property
    def summary(self) -> str:
        """First line of the documentation."""
        return self.doc.partition("\n")[0]

    def metric(self, scale: Scale) -> str | None:
        """Weights that the level of a scale stands for; None if it stands for none here.

        Levels of several responses stand for none: those are compared by their distance.
        """
        if isinstance(scale, JointScale):
            return None
        known = self.trusts_guess or not scale.guessed
        return self.metrics.get(scale.level if known else "nominal")

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
        raise UnknownNameError("reference", unknown[0], REFERENCES)

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
        raise UnknownNameError("coefficient", name, REGISTRY)
    return REGISTRY[name]


def load_others() -> None:
    """Import the modules of other packages that register coefficients."""
    from importlib.metadata import entry_points  # here: slow to import

    for point in entry_points(group="accord.coefficients"):
        point.load()


def formula_of(entry: Coefficient, table: Table, options: Mapping[str, Any]) -> Terms:
    """Terms of a coefficient on a table."""
    return entry.formula(table, **{k: v for k, v in options.items() if k in entry.options})
