"""Options of `plan`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from accord.base.validation import Number
from accord.errors import OptionError
from accord.options.declaration import Progress, check_declared, like, option
from accord.options.inference import Alternative, InferenceOptions

__all__ = ["PlanInterval", "PlanOptions"]

PlanInterval: TypeAlias = Literal["dirichlet", "t"]
WITHIN_RANGE = Number(least=-1, most=1)
TWO_OR_MORE = Number(least=2, whole=True)
NOT_NEGATIVE = Number(least=0)
GOAL, RATINGS, COSTS = "Goal", "Expected ratings", "Costs"
GOALS = ("width", "lower", "null", "subjects")


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """Options of a plan: the goal, the expected ratings, the costs, and inference."""

    width: float | None = option(
        None,
        "Goal: an interval of this width.",
        doc="Goal: mean width of the interval.",
        number=Number(above=0, below=2),
        group=GOAL,
    )
    lower: float | None = option(
        None,
        "Goal: a lower limit of this value.",
        doc="Goal: mean lower limit of the interval.",
        number=WITHIN_RANGE,
        group=GOAL,
    )
    null: float | None = option(
        None,
        "Goal: to reject this value, with the power below.",
        doc="Goal: value to be rejected by a test with that ``power``, against the "
        "``alternative``.",
        number=WITHIN_RANGE,
        group=GOAL,
    )
    power: float | None = option(
        None,
        "Power of the test; .8 if not given.",
        number=Number(above=0, below=1, example=".8"),
        group=GOAL,
    )
    subjects: int | None = option(
        None,
        "No goal: what to expect of this number of subjects.",
        doc="No goal, but a given number of subjects: what to expect of it.",
        number=TWO_OR_MORE,
        group=GOAL,
    )
    raters: int | Iterable[int] | None = option(
        None,
        "Raters of each subject: 2,3,5; 2 to 5 if not given.",
        doc="Raters of each subject; several numbers give several choices. 2 to 5 if not given.",
        group=RATINGS,
    )
    categories: int | None = option(
        None, "Number of categories; 2 if not given.", number=TWO_OR_MORE, group=RATINGS
    )
    prevalence: float | Sequence[float] | None = option(
        None,
        "Share of each category: .7,.2,.1; all equal if not given.",
        doc="Share of each category among the subjects, or of the first of two; all equal if not "
        "given.",
        group=RATINGS,
    )
    missing: float = option(
        0.0,
        "Share of ratings that will be missing.",
        number=Number(least=0, below=1),
        group=RATINGS,
    )
    errors: str = option(
        "guess",
        "How raters err: guess, adjacent (category), hard (subjects).",
        doc="How raters err: ``guess`` by the prevalence, independently; choose an ``adjacent`` "
        "category; or all guess on the same ``hard`` subjects, the worst case.",
        choices="accord.analysis.planning.population:ERRORS",
        group=RATINGS,
    )
    cost_per_rating: float = option(1.0, "Cost of a rating.", number=NOT_NEGATIVE, group=COSTS)
    cost_per_subject: float = option(0.0, "Cost of a subject.", number=NOT_NEGATIVE, group=COSTS)
    alternative: Alternative = like(InferenceOptions, "alternative")
    confidence: float = like(InferenceOptions, "confidence")
    ci: PlanInterval = like(
        InferenceOptions,
        "ci",
        "dirichlet",
        help="Interval: dirichlet, by simulation, or t, by formula.",
        doc="Interval: ``dirichlet`` by simulation of ``samples`` studies of each size, or ``t`` "
        "by formula, which is also used for sizes at which both agree.",
        choices=get_args(PlanInterval),
    )
    samples: int = option(
        300,
        "Number of simulated studies of each size.",
        number=Number(least=20, whole=True),
        group="Inference",
    )
    seed: int | None = like(InferenceOptions, "seed")
    curves: bool = option(
        False,
        doc="Whether to compute other numbers of subjects as well, for a figure.",
        python_only=True,
    )
    progress: Progress | None = like(InferenceOptions, "progress")

    def __post_init__(self) -> None:
        check_declared(self)
        self._check_goal()
        if self.null is None and self.alternative != "two-sided":
            raise OptionError(
                f"alternative {self.alternative!r} is of a test; it goes with null.",
                option="alternative",
            )

    def _check_goal(self) -> None:
        """Refuse none or several goals, and a power without a test."""
        named = [name for name in GOALS if getattr(self, name) is not None]
        if named not in (["width"], ["lower"], ["null"], ["subjects"], ["null", "subjects"]):
            raise OptionError(
                "say what is wanted: one of width, lower or null (with power), or subjects to see "
                f"what a number of them gives; {' and '.join(named) or 'none'} "
                f"{'are' if len(named) > 1 else 'is'} given.",
                option=named[-1] if named else "width",
            )
        if self.power is not None and (self.null is None or self.subjects is not None):
            raise OptionError(
                "power is a goal that goes with null, and without subjects.", option="power"
            )
