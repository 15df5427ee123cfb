"""Options of `compare`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from accord.base.validation import Number
from accord.options.declaration import Progress, check_declared, like, option
from accord.options.inference import InferenceOptions
from accord.options.presets import HEADLINE

__all__ = ["METHODS", "READINGS", "CompareOptions", "ComparisonMethod", "Reading", "SideOptions"]

ComparisonMethod: TypeAlias = Literal[
    "dirichlet", "influence", "bootstrap", "permutation", "differ", "cicchetti_heavens"
]
Reading: TypeAlias = Literal["printed", "literal"]
Unmatched: TypeAlias = Literal["error", "drop"]
METHODS: tuple[str, ...] = get_args(ComparisonMethod)
READINGS: tuple[str, ...] = get_args(Reading)


@dataclass(frozen=True, slots=True)
class SideOptions:
    """What the command ``accord compare`` compares with what, and by which coefficient."""

    paired: bool = option(False, "Whether two files have the same subjects, matched by name.")
    gold: str | None = option(None, "Rater with whom each system is compared.")
    systems: str | None = option(
        None, "Raters compared with the gold standard; all others except people if not given."
    )
    coefficient: str | None = option(
        None,
        f"One or more coefficients (accord list coefficients); {HEADLINE} if not given. "
        "Two coefficients and one file: they are compared with each other.",
        choices="accord.statistics:COEFFICIENTS",
    )
    match: str | None = option(
        None,
        "Matching of spans: exact, overlap, or from this intersection over union, such as .5.",
    )
    labels: str | None = option(None, "Labels of the files: a,b.")

    def __post_init__(self) -> None:
        check_declared(self)


@dataclass(frozen=True, slots=True)
class CompareOptions:
    """Options of a comparison."""

    method: ComparisonMethod | None = option(
        None,
        "Test; dirichlet if not given, and influence for large samples, where both agree.",
        doc="Test: ``dirichlet`` (posterior draws, which also hold for small samples and high "
        "agreement), ``influence`` (t test by joint influence values), ``bootstrap``, "
        "``permutation`` (of subjects between groups, or of panels within subjects), and for "
        "independent groups ``differ`` (Berry and Mielke's) and ``cicchetti_heavens`` (Cohen's "
        "kappa). If not "
        "given: dirichlet; influence for large samples, where both agree, and for two coefficients "
        "of the same ratings.",
        choices=METHODS,
    )
    margin: float | None = option(
        None,
        "Margin of equivalence: adds tests of equivalence and of non-inferiority.",
        doc="Margin of equivalence, the largest difference that does not matter: adds tests of "
        "equivalence and of non-inferiority.",
        number=Number(above=0, below=1, example=".05"),
    )
    confidence: float = like(InferenceOptions, "confidence")
    seed: int | None = like(InferenceOptions, "seed")
    replicates: int | None = like(
        InferenceOptions,
        "replicates",
        None,
        help="Number of draws, resamples or permutations; 10,000, or fewer where each takes long.",
        doc="Number of draws, resamples or permutations; if not given 10,000, or fewer, but at "
        "least 2,000, where each takes long.",
        number=Number(least=100, whole=True),
    )
    reading: Reading = option(
        "printed",
        "DIFFER's p-value: printed is twice a tail, literal both tails.",
        doc="Interpretation of DIFFER's p-value, see `differ`.",
        choices=READINGS,
    )
    unmatched: Unmatched = option(
        "error",
        "Subjects without a partner in a paired comparison: an error, or drop them.",
        doc="What to do with subjects that lack a partner in a paired comparison: raise an "
        "``error``, or ``drop`` them and add a note.",
        choices=get_args(Unmatched),
    )
    progress: Progress | None = like(InferenceOptions, "progress")

    def __post_init__(self) -> None:
        check_declared(self)

    def progress_of(self, what: str) -> Callable[[int, int], None] | None:
        """Return a function of (done, total) that reports the progress of one step."""
        report = self.progress
        return None if report is None else lambda done, total: report(what, done, total)
