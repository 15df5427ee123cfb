"""Options of inference: standard errors, confidence intervals and tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from accord.base.validation import ANY_NUMBER, CONFIDENCE, POSITIVE, WHOLE, Number, check_number
from accord.errors import OptionError
from accord.options.declaration import Progress, check_declared, option

__all__ = [
    "ALTERNATIVES",
    "DECLARED_INTERVALS",
    "DECLARED_METHODS",
    "INTERVALS",
    "RESAMPLED",
    "SEED",
    "Alternative",
    "InferenceOptions",
    "IntervalMethod",
    "StandardError",
    "TestMethod",
    "resolve_seed",
]

StandardError: TypeAlias = Literal["influence", "gwet", "jackknife", "bootstrap", "null"]
IntervalMethod: TypeAlias = Literal[
    "dirichlet", "t", "normal", "percentile", "basic", "bca", "f", "lin"
]
TestMethod: TypeAlias = Literal[
    "dirichlet",
    "t",
    "normal",
    "permutation",
    "f",
    "lin",
    "chi2",
    "exact",
    "moments",
    "monte_carlo",
]
Alternative: TypeAlias = Literal["two-sided", "greater", "less"]

STANDARD_ERRORS: tuple[str, ...] = get_args(StandardError)
INTERVALS: tuple[str, ...] = get_args(IntervalMethod)
TESTS: tuple[str, ...] = get_args(TestMethod)
ALTERNATIVES: tuple[str, ...] = get_args(Alternative)
RESAMPLED = ("percentile", "basic", "bca")  # intervals that are quantiles of bootstrap replicates
# Methods of the statistics that declare them: intervals with their tests, and all of them.
DECLARED_INTERVALS = ("f", "lin")
DECLARED_METHODS = (*DECLARED_INTERVALS, "chi2", "exact", "moments", "monte_carlo")
PERMUTATIONS = ("permutation", "exact", "moments", "monte_carlo")  # tests of chance agreement
SEED = 1  # default, so that the same data always give the same results
FEWEST_REPLICATES = 100  # with fewer, quantiles in the tails are those of single replicates
GROUP = "Inference"


@dataclass(frozen=True, slots=True)
class InferenceOptions:
    """Options of standard errors, confidence intervals and tests.

    The order of the fields is the order of presentation.
    """

    se: StandardError = option(
        "influence",
        "Standard error; null is that under chance agreement, as irr, SAS and SPSS print it.",
        doc="Standard error. ``null`` is the one under the hypothesis of chance agreement, which "
        "R irr, SAS and SPSS print for Cohen's and Fleiss' kappa; the test is then normal, and "
        "the interval is the same as without it.",
        choices=STANDARD_ERRORS,
        group=GROUP,
    )
    ci: IntervalMethod | None = option(
        None,
        "Confidence interval; dirichlet if not given, and t for large samples, where both agree.",
        doc="Confidence interval. ``dirichlet`` (Bayesian bootstrap with pseudo-observations) "
        "also holds its level in small samples and near perfect agreement; ``t`` is what other "
        "programs print; ``percentile``, ``basic`` and ``bca`` are bootstrap intervals; ``f`` is "
        "for coefficients that declare an interval by the F distribution, ``lin`` Lin's interval "
        "of the concordance correlation. If not given: "
        "dirichlet; t for large samples, where both agree, and with standard errors or finite "
        "populations that posterior draws do not allow for.",
        choices=INTERVALS,
        group=GROUP,
    )
    confidence: float = option(0.95, "Confidence level.", number=CONFIDENCE, group=GROUP)
    seed: int | None = option(
        None,
        "Seed of random draws.",
        doc="Seed of random draws; if not given, always the same one, which is reported.",
        number=WHOLE,
        group=GROUP,
    )
    null: float = option(
        0.0,
        "Value under the null hypothesis of the p-value.",
        doc="Value of the coefficient under the null hypothesis.",
        number=ANY_NUMBER,
        group=GROUP,
    )
    alternative: Alternative = option(
        "two-sided", "Alternative hypothesis of the p-value.", choices=ALTERNATIVES, group=GROUP
    )
    p_method: TestMethod | None = option(
        None,
        "Test; that of the interval's method if not given.",
        doc="Test; that of the interval's method if not given. ``permutation`` permutes the "
        "ratings of each rater, so that its null hypothesis is chance agreement. ``exact``, "
        "``moments`` and ``monte_carlo`` are permutation tests, ``f`` the F test and ``chi2`` the "
        "chi-squared test of coefficients that declare them.",
        choices=TESTS,
        group=GROUP,
        flag="--p",
    )
    replicates: int = option(
        10_000,
        "Number of posterior draws, bootstrap resamples or permutations.",
        number=Number(least=1, whole=True),
        group=GROUP,
    )
    population: float | None = option(
        None, "Number of subjects in the population, if finite.", number=POSITIVE, group=GROUP
    )
    rater_population: float | None = option(
        None,
        "Number of raters in the population, if finite.",
        doc="Number of raters in the population, if raters are a sample from a finite one; "
        "implies ``sample_raters``.",
        number=POSITIVE,
        group=GROUP,
    )
    sample_raters: bool = option(
        False,
        "Treat raters as a random sample.",
        doc="Treat raters as a random sample: the variance due to them is added.",
        group=GROUP,
    )
    progress: Progress | None = option(
        None,
        doc="Called with (name of the step, steps done, steps in total) during long computations.",
        python_only=True,
    )

    def __post_init__(self) -> None:
        check_declared(self)
        if self.rater_population is not None:
            object.__setattr__(self, "sample_raters", True)
        if self.p_method in PERMUTATIONS and self.null != 0:
            raise OptionError(
                f"null is {self.null:g}, and the null hypothesis of a permutation test is chance "
                "agreement.",
                option="null",
                value=self.null,
                remedy="Leave null out, or choose another p_method.",
            )
        if self.se == "null":
            self._check_null()
        quantiles = self.ci in (*RESAMPLED, "dirichlet")
        least = FEWEST_REPLICATES if quantiles else 2 if self.se == "bootstrap" else 1
        check_number("replicates", self.replicates, Number(least=least, whole=True))

    def _check_null(self) -> None:
        """Refuse options that contradict a standard error under chance agreement."""
        if self.null != 0:
            raise OptionError(
                f"null is {self.null:g}, and se='null' is the standard error under chance "
                "agreement, for tests against 0 only.",
                option="null",
                value=self.null,
                remedy="Leave one of them out.",
            )
        if self.p_method in ("dirichlet", "t", *DECLARED_INTERVALS):
            raise OptionError(
                f"p_method is {self.p_method!r}, and se='null' implies a normal test.",
                option="p_method",
                value=self.p_method,
                remedy="Leave one of them out, or use p_method='permutation'.",
            )
        if self.finite:
            raise OptionError(
                "se='null' does not allow for finite populations or for raters as a sample.",
                option="se",
                value=self.se,
                remedy="Use another standard error, or leave population, rater_population and "
                "sample_raters out.",
            )

    @property
    def finite(self) -> bool:
        """Whether the population of subjects is finite, or raters are a sample."""
        return self.population is not None or self.sample_raters

    def progress_of(self, what: str) -> Callable[[int, int], None] | None:
        """Return a function of (done, total) that reports the progress of one step."""
        report = self.progress
        return None if report is None else lambda done, total: report(what, done, total)


def resolve_seed(seed: int | None) -> int:
    """Return the given seed, or the default."""
    return SEED if seed is None else seed
