"""How uncertainty is worked out, and what is chosen where nobody said."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ParamSpec, TypeVar

import numpy as np

from accord.coefficients import Evaluation
from accord.errors import OptionError, UnknownOptionError
from accord.inference import ALTERNATIVES, INTERVALS, acceleration, telling
from accord.inference.analytic import degrees_of_freedom
from accord.inference.dirichlet import FEW_DRAWS
from accord.inference.intervals import NEEDS_REPLICATES
from accord.options import ReadOptions
from accord.validation import (
    ANY_NUMBER,
    CONFIDENCE,
    POSITIVE,
    WHOLE,
    Number,
    check_fields,
    check_number,
)

__all__ = [
    "DRAWN_STEPS",
    "SEED",
    "STANDARD_ERRORS",
    "Progress",
    "Settings",
    "enough",
    "explicit",
    "settled_seed",
    "split_options",
    "with_options",
]

STANDARD_ERRORS = ("influence", "gwet", "jackknife", "bootstrap", "null")
P_METHODS = ("dirichlet", "t", "normal", "permutation")
SEED = 1  # where none is given, so that the same data always give the same answer
LARGE = 2_000  # subjects, and
EVEN = 0.01  # acceleration below which, and
TELLING = 100  # subjects on whom it rests, above which t intervals are as good as any
MANY_VALUES = 512  # of scores; they hardly ever all agree
MOST_STEPS = 20_000  # of one draw: a thousand then take seconds
MOST_SHARES = 4_000  # of categories in raters' ratings: a thousand draws then take a second
FEW_SUBJECTS = 20  # below which a t interval is no substitute for draws
DRAWN_STEPS = 2_000_000  # of all draws of a coefficient: half a second at most, as a rule
NUMBERS = {
    "confidence": CONFIDENCE,
    "null": ANY_NUMBER,
    "population": POSITIVE,
    "rater_population": POSITIVE,
    "replicates": Number(least=1, whole=True),
    "seed": WHOLE,
}
Progress = Callable[[str, int, int], None]
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Settings:
    """How uncertainty is worked out; see `agreement` for the meaning of each."""

    se: str = "influence"
    ci: str | None = None
    confidence: float = 0.95
    seed: int | None = None
    null: float = 0.0
    alternative: str = "two-sided"
    p_method: str | None = None
    replicates: int = 10_000
    population: float | None = None
    rater_population: float | None = None
    sample_raters: bool = False
    progress: Progress | None = None

    def __post_init__(self) -> None:
        for name, value, known in (
            ("se", self.se, STANDARD_ERRORS),
            ("ci", self.ci, INTERVALS),
            ("alternative", self.alternative, ALTERNATIVES),
            ("p_method", self.p_method, P_METHODS),
        ):
            if value not in known and not (value is None and name in ("ci", "p_method")):
                raise OptionError(
                    f"{name} {value!r} is not one of {', '.join(known)}.", option=name
                )
        check_fields(self, NUMBERS)
        if self.p_method == "permutation" and self.null != 0:
            raise OptionError(
                "a permutation test is of chance alone; null does not apply to it.", option="null"
            )
        if self.se == "null":
            self._check_null()
        many = self.ci in (*NEEDS_REPLICATES, "dirichlet")
        least = 100 if many else 2 if self.se == "bootstrap" else 1
        check_number("replicates", self.replicates, Number(least=least, whole=True))

    def _check_null(self) -> None:
        """Refuse what a standard error under chance agreement does not go with."""
        if self.null != 0:
            raise OptionError(
                f"null is {self.null:g}, and se='null' is the standard error under chance "
                "agreement, for tests against 0 only.",
                option="null",
            )
        if self.p_method in ("dirichlet", "t"):
            raise OptionError(
                f"p_method {self.p_method!r} does not use se='null', which gives a normal test; "
                "leave one of them out, or use p_method='permutation'.",
                option="p_method",
            )
        if self.finite:
            raise OptionError(
                "se='null' does not allow for finite populations or for raters as a sample.",
                option="se",
            )

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Names of the options."""
        return tuple(each.name for each in fields(cls))

    @property
    def finite(self) -> bool:
        """Whether the population is finite, or raters are a sample of one."""
        return self.population is not None or self.sample_raters

    def interval_of(self, evaluation: Evaluation) -> str:
        """Interval of one coefficient: as asked for, or the one that suits.

        Draws, unless other standard errors are asked for, draws would take too long, or the sample
        is so large and the influence values so even that a t interval is as good. Never draws of a
        coefficient that is not smooth, even if stated: weights that are drawn are never 0.
        """
        if evaluation.not_smooth is not None and self.ci in (None, "dirichlet"):
            return "t"
        if self.ci is not None:
            return self.ci
        if self.finite or self.se not in ("influence", "null"):
            return "t"
        if not np.isfinite(evaluation.value):
            return "dirichlet"
        long = evaluation.work > MOST_STEPS or evaluation.patterns.q > MANY_VALUES
        wide = evaluation.marginal_shares > MOST_SHARES
        return "t" if long or wide or enough([evaluation]) else "dirichlet"

    def neither_suits(self, evaluation: Evaluation) -> bool:
        """Whether draws take too long for so many raters, and t needs more subjects than there are.

        Linearised standard errors of two or three subjects are close to 0 whatever their ratings.
        """
        chosen = self.ci is None and self.p_method is None and self.se == "influence"
        wide = evaluation.marginal_shares > MOST_SHARES
        return chosen and wide and degrees_of_freedom(evaluation.patterns) < FEW_SUBJECTS - 1

    def test_with(self, interval: str, evaluation: Evaluation | None = None) -> str:
        """Test that goes with an interval, unless another is stated; no draws if not smooth."""
        smooth = evaluation is None or evaluation.not_smooth is None
        if not smooth and self.p_method == "dirichlet":
            return "t"
        if self.p_method is not None:
            return self.p_method
        if self.se == "null":
            return "normal"
        return "dirichlet" if interval == "dirichlet" else "t"

    @property
    def draws(self) -> int:
        """Number of draws: as stated with the method, else a thousand at least."""
        return self.replicates if self.ci == "dirichlet" else max(self.replicates, FEW_DRAWS)

    @property
    def steps(self) -> float:
        """Steps that draws may take; any number, if draws were asked for."""
        return np.inf if self.ci == "dirichlet" else DRAWN_STEPS

    def told(self, what: str) -> Callable[[int, int], None] | None:
        """Progress of one piece of work."""
        if self.progress is None:
            return None
        tell = self.progress
        return lambda done, total: tell(what, done, total)


def enough(evaluations: Sequence[Evaluation]) -> bool:
    """Whether there are so many subjects, and of all kinds, that t intervals are as good as any."""
    return all(
        degrees_of_freedom(e.patterns) >= LARGE
        and abs(acceleration(e)) < EVEN
        and telling(e) >= TELLING
        for e in evaluations
    )


def split_options(options: Mapping[str, Any]) -> tuple[Settings, dict[str, Any]]:
    """Separate options of inference from those of reading, which are for `load`."""
    inference, reading = Settings.names(), ReadOptions.names()
    for name in options:
        if name not in inference and name not in reading:
            raise UnknownOptionError(name, (*inference, *reading))
    own = {name: value for name, value in options.items() if name in inference}
    if own.get("rater_population") is not None:
        own["sample_raters"] = True
    return Settings(**own), {n: value for n, value in options.items() if n in reading}


def explicit(
    function: Callable[P, R], *, inference: bool = False, own: Mapping[str, Any] | None = None
) -> Callable[P, R]:
    """Give a function with ``**`` keywords a signature that lists them, and refuse others.

    Parameters
    ----------
    function
        The function; its last parameter takes keywords of reading, and of inference.
    inference
        Whether it takes the options of inference among them.
    own
        Further keywords, with their defaults.
    """
    signature = inspect.signature(function)
    stated = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
    taken = {parameter.name for parameter in stated}
    listed = dict(own or {})
    for kind in (Settings, ReadOptions) if inference else (ReadOptions,):
        listed |= {each.name: each.default for each in fields(kind)}
    further = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)
        for name, default in listed.items()
        if name not in taken
    ]
    known = (*taken, *listed)

    @functools.wraps(function)
    def checked(*args: P.args, **keywords: P.kwargs) -> R:
        for name in keywords:
            if name not in known:
                raise UnknownOptionError(name, known)
        return function(*args, **keywords)

    checked.__signature__ = signature.replace(parameters=[*stated, *further])  # type: ignore[attr-defined]
    return checked


def with_options(function: Callable[P, R]) -> Callable[P, R]:
    """Give a function of data with ``**options`` a signature that lists all of them."""
    return explicit(function, inference=True)


def settled_seed(seed: int | None) -> int:
    """Seed that was asked for, or the usual one."""
    return SEED if seed is None else seed
