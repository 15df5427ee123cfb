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
        "Goal: a confidence interval of this width.",
        doc="Goal: mean width of the interval.",
        number=Number(above=0, below=2),
        group=GOAL,
    )
    lower: float | None = option(
        None,
        "Goal: a lower confidence limit of this value.",
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
        "No goal: the expected precision with this number of subjects.",
        doc="Number of subjects, instead of a goal: the plan then has the precision to expect.",
        number=TWO_OR_MORE,
        group=GOAL,
    )
    raters: int | Iterable[int] | None = option(
        None,
        "Number of raters of each subject: 2,3,5; 2 to 5 if not given.",
        doc="Number of raters of each subject; several numbers give alternatives. 2 to 5 if not "
        "given.",
        group=RATINGS,
    )
    categories: int | None = option(
        None, "Number of categories; 2 if not given.", number=TWO_OR_MORE, group=RATINGS
    )
    prevalence: float | Sequence[float] | None = option(
        None,
        "Share of each category: .7,.2,.1; all equal if not given.",
        doc="Share of each category among the subjects, or of the first of two categories; all "
        "equal if not given.",
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
        "Model of errors: guess, adjacent (categories), hard (subjects).",
        doc="Model of the raters' errors: they ``guess`` by the prevalence, independently; choose "
        "an ``adjacent`` category; or all guess on the same ``hard`` subjects, the worst case.",
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
                f"alternative is {self.alternative!r}, and there is no test.",
                option="alternative",
                value=self.alternative,
                remedy="State null, the value to be rejected, or leave alternative out.",
            )

    def _check_goal(self) -> None:
        """Refuse no goal, several goals, and a power without a test."""
        goals = [name for name in GOALS if getattr(self, name) is not None]
        if goals not in (["width"], ["lower"], ["null"], ["subjects"], ["null", "subjects"]):
            raise OptionError(
                f"a plan has one goal, and {' and '.join(goals) or 'none'} "
                f"{'are' if len(goals) > 1 else 'is'} given.",
                option=goals[-1] if goals else "width",
                remedy="State width, lower or null (with power), or else subjects, for the "
                "precision to expect with that number.",
            )
        if self.power is not None and (self.null is None or self.subjects is not None):
            raise OptionError(
                "power applies to the goal null only, and not to a given number of subjects.",
                option="power",
                value=self.power,
                remedy="State null and leave subjects out, or leave power out.",
            )
