"""The corpus: commands with ``--json`` and library calls, by name."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import accord

EXAMPLES = Path(__file__).parents[2] / "examples"
DATA = Path(__file__).parents[1] / "data"
SHORT = ["--replicates", "400"]  # drawn limits are compared exactly, so few draws will do


@dataclass(frozen=True)
class Command:
    """A command line, printed as JSON."""

    name: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Call:
    """A call of the library, whose result has ``to_dict``, or is a tuple of such."""

    name: str
    function: Callable[[], Any]


def commands() -> Iterator[Command]:
    """Every command that prints JSON, over the examples and their options."""
    yield from _reports()
    yield from _comparisons()
    yield from _evaluations()
    yield from _others()


def _command(name: str, *arguments: object) -> Command:
    return Command(name, tuple(map(str, arguments)))


def _reports() -> Iterator[Command]:
    files = ("essays", "news", "crowd", "verdicts", "before", "machines", "drift")
    for file in files:
        yield _command(f"report {file}", "report", EXAMPLES / f"{file}.csv", *SHORT)
    for data in "abcegjk":
        yield _command(f"report data {data}", "report", DATA / f"{data}.csv", "--ci", "t")
    for weights, ci in itertools.product(
        ("linear", "quadratic", "ordinal", "krippendorff_ordinal", "radical", "ratio", "power:1.5"),
        ("t", "dirichlet"),
    ):
        yield _command(
            f"report essays {weights} {ci}", "report", EXAMPLES / "essays.csv",
            "--weights", weights, "--ci", ci, *SHORT,
        )  # fmt: skip
    for level in ("nominal", "ordinal", "interval", "ratio"):
        yield _command(
            f"report essays level {level}", "report", EXAMPLES / "essays.csv", "--level", level, *SHORT
        )
    for options in (
        ("--se", "gwet"),
        ("--se", "jackknife"),
        ("--se", "bootstrap"),
        ("--se", "null"),
        ("--ci", "percentile"),
        ("--ci", "basic"),
        ("--ci", "bca"),
        ("--ci", "normal"),
        ("--by", "class"),
        ("--details", "--weights", "quadratic"),
        ("--p", "permutation", "--replicates", "150"),
        ("--null", ".5", "--alternative", "greater"),
        ("--population", "500"),
        ("--sample-raters",),
        ("--rater-population", "20"),
        ("--confidence", ".9"),
        ("--seed", "7"),
        ("--raters", "adams,chen"),
        ("--categories", "0,1,2,3,4,5,6"),
        ("--scale", "krippendorff"),
        ("--headline", "krippendorff_alpha"),
    ):
        draws = [] if "--replicates" in options else SHORT
        yield _command(
            f"report essays {' '.join(options)}", "report", EXAMPLES / "essays.csv", *options, *draws
        )
    yield _command(
        "report crowd clusters", "report", EXAMPLES / "crowd.csv", "--cluster", "batch", *SHORT
    )
    yield _command("report news details", "report", EXAMPLES / "news.csv", "--details", *SHORT)
    yield _command(
        "report faculty responses", "report", EXAMPLES / "faculty.csv",
        "--score", "clarity,grammar", *SHORT,
    )  # fmt: skip


def _comparisons() -> Iterator[Command]:
    pair = (EXAMPLES / "before.csv", EXAMPLES / "after.csv")
    for method in ("dirichlet", "influence", "bootstrap", "permutation"):
        yield _command(f"compare paired {method}", "compare", *pair, "--paired", "--method", method, *SHORT)
        yield _command(f"compare groups {method}", "compare", *pair, "--method", method, *SHORT)
    yield _command("compare margin", "compare", *pair, "--paired", "--margin", ".1", *SHORT)
    yield _command(
        "compare cicchetti", "compare", *pair, "--method", "cicchetti_heavens",
        "--coefficient", "cohen_kappa",
    )  # fmt: skip
    yield _command("compare by", "compare", EXAMPLES / "essays.csv", "--by", "class", *SHORT)
    yield _command(
        "compare coefficients", "compare", EXAMPLES / "essays.csv",
        "--coefficient", "gwet_ac,fleiss_kappa,krippendorff_alpha", "--level", "ordinal", *SHORT,
    )  # fmt: skip
    for coefficient in ("gwet_ac", "qwk", "qwk_continuous", "krippendorff_alpha"):
        yield _command(
            f"compare gold {coefficient}", "compare", EXAMPLES / "drift.csv", "--gold", "human",
            "--coefficient", coefficient, *SHORT,
        )  # fmt: skip
    yield _command(
        "compare differ", "compare", EXAMPLES / "faculty.csv", EXAMPLES / "students.csv",
        "--score", "clarity,grammar", "--method", "differ", "--coefficient", "berry_mielke",
    )  # fmt: skip


def _evaluations() -> Iterator[Command]:
    for ci in ("dirichlet", "t"):
        yield _command(
            f"evaluate machines {ci}", "evaluate", EXAMPLES / "machines.csv", "--gold", "teacher",
            "--range", "0,4", "--ci", ci,
        )  # fmt: skip
        yield _command(
            f"evaluate drift {ci}", "evaluate", EXAMPLES / "drift.csv", "--gold", "human", "--ci", ci
        )
    yield _command(
        "evaluate answers", "evaluate", EXAMPLES / "essays.csv", "--gold", "adams",
        "--systems", "chen", "--second", "brown", "--by", "class",
    )  # fmt: skip
    yield _command(
        "evaluate verdicts", "evaluate", EXAMPLES / "verdicts.csv", "--gold", "alice", "--positive", "pass"
    )
    yield _command("sweep machines", "sweep", EXAMPLES / "machines.csv", "--gold", "teacher")
    yield _command("sweep drift", "sweep", EXAMPLES / "drift.csv", "--gold", "human", "--metric", "qwk")


def _others() -> Iterator[Command]:
    yield _command(
        "plan width", "plan", "--value", ".8", "--coefficient", "cohen_kappa", "--width", ".3",
        "--samples", "40", "--raters", "2",
    )  # fmt: skip
    yield _command(
        "plan t", "plan", "--value", ".7", "--coefficient", "krippendorff_alpha", "--null", ".5",
        "--ci", "t", "--raters", "2,3", "--categories", "4", "--weights", "quadratic",
    )  # fmt: skip
    for options in ((), ("--score", "clarity,grammar"), ("--score", "clarity", "--level", "interval")):
        yield _command(
            f"agree faculty {' '.join(options)}", "agree", EXAMPLES / "faculty.csv",
            *(options or ("--score", "spelling")),
        )  # fmt: skip
    yield _command("agree essays", "agree", EXAMPLES / "essays.csv", "--p", "monte_carlo", "--replicates", "300")
    yield _command("differ", "differ", *DIFFER)
    for file in ("essays", "crowd", "verdicts", "machines"):
        yield _command(f"preview {file}", "preview", EXAMPLES / f"{file}.csv")


DIFFER = (
    "--r1", ".4", "--mu1", "1.5", "--var1", ".02", "--skew1", "-.2",
    "--r2", ".6", "--mu2", "1.4", "--var2", ".03", "--skew2", "-.1",
)  # fmt: skip


def calls() -> Iterator[Call]:
    """Views, and single functions on arrays, frames and tables in memory."""
    rng = np.random.default_rng(20)
    truth = rng.integers(0, 4, 60)
    table = np.where(rng.random((60, 4)) < 0.7, truth[:, None], rng.integers(0, 4, (60, 4)))
    gaps = table.astype(float)
    gaps[rng.random(gaps.shape) < 0.2] = np.nan
    measured = np.round(rng.normal(30, 8, (40, 1)) + rng.normal(0, 1.5, (40, 3)), 1)
    options: dict[str, Any] = {"replicates": 400}
    for label, data in (("table", table), ("gaps", gaps), ("measured", measured)):
        for level in (None, "ordinal", "interval"):
            yield Call(
                f"agreement {label} {level}",
                lambda data=data, level=level: accord.agreement(data, level=level, **options),
            )
        for view in (accord.pairwise, accord.leave_one_out):
            yield Call(
                f"{view.__name__} {label}",
                lambda view=view, data=data: view(data, weights="quadratic", **options),
            )
    yield Call("by_category gaps", lambda: accord.by_category(gaps, **options))
    yield Call("diagnose two", lambda: accord.diagnose(table[:, :2], **options))
    yield Call("within", lambda: accord.within(gaps, 1, **options))
    yield Call("disagreements", lambda: accord.disagreements(gaps, 10))
    yield Call("confusion", lambda: accord.confusion(gaps))
    yield Call("distributions", lambda: accord.distributions(gaps))
    yield Call("limits", lambda: accord.limits_of_agreement(measured[:, :2]))
    yield Call("missingness", lambda: accord.missingness(gaps))
    yield Call("prevalence", lambda: accord.prevalence_curve(gaps))
