"""The corpus: commands with ``--json`` and library calls, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import accord

EXAMPLES = Path(__file__).parents[2] / "examples"
ORACLES = Path(__file__).parents[1] / "oracles"


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
    for line in (*REPORTS, *COMPARISONS, *EVALUATIONS, *OTHERS):
        yield Command(line, tuple(_located(part) for part in line.split()))


def _located(part: str) -> str:
    """A file by its name: one of the examples, or of the data of the tests."""
    if not part.endswith((".csv", ".jsonl")):
        return part
    path = EXAMPLES / part
    return str(path if path.exists() else ORACLES / part)


DRAWN = "--replicates 400"  # drawn limits are compared exactly, so few draws will do
ESSAYS = "report essays.csv"
WEIGHTS = (
    "linear", "quadratic", "ordinal", "krippendorff_ordinal", "radical", "ratio", "power:1.5",
)  # fmt: skip
REPORTS = [
    *(f"report {file}.csv {DRAWN}" for file in ("essays", "news", "crowd", "verdicts", "before")),
    *(f"report {file}.csv {DRAWN}" for file in ("machines", "drift")),
    *(f"report {file}.csv --ci t" for file in "abcegjk"),
    *(f"{ESSAYS} --weights {name} --ci dirichlet {DRAWN}" for name in WEIGHTS),
    *(f"{ESSAYS} --weights {name} --ci t" for name in WEIGHTS),
    *(f"{ESSAYS} --level {level} {DRAWN}" for level in ("nominal", "ordinal", "interval", "ratio")),
    *(f"{ESSAYS} --se {se} {DRAWN}" for se in ("gwet", "jackknife", "bootstrap", "null")),
    *(f"{ESSAYS} --ci {ci} {DRAWN}" for ci in ("percentile", "basic", "bca", "normal")),
    *(f"{ESSAYS} {options} {DRAWN}" for options in (
        "--by class", "--details --weights quadratic", "--null .5 --alternative greater",
        "--population 500", "--sample-raters", "--rater-population 20", "--confidence .9",
        "--seed 7", "--raters adams,chen", "--categories 0,1,2,3,4,5,6", "--scale krippendorff",
        "--headline krippendorff_alpha",
    )),
    f"{ESSAYS} --p permutation --replicates 150",
    f"report crowd.csv --cluster batch {DRAWN}",
    f"report news.csv --details {DRAWN}",
    f"report faculty.csv --score clarity,grammar {DRAWN}",
    f"report articles.csv {DRAWN}",
    f"report emotions.csv --sets ; {DRAWN}",
    f"report emotions.csv --sets ; --weights jaccard {DRAWN}",
    "report entities.jsonl --ci t",
]  # fmt: skip

PAIR = "compare before.csv after.csv"
METHODS = ("dirichlet", "influence", "bootstrap", "permutation")
GOLD = "compare drift.csv --gold human --coefficient"
COMPARISONS = [
    *(f"{PAIR} --paired --method {method} {DRAWN}" for method in METHODS),
    *(f"{PAIR} --method {method} {DRAWN}" for method in METHODS),
    f"{PAIR} --paired --margin .1 {DRAWN}",
    f"{PAIR} --method cicchetti_heavens --coefficient cohen_kappa",
    f"compare essays.csv --by class {DRAWN}",
    "compare essays.csv --coefficient gwet_ac,fleiss_kappa,krippendorff_alpha --level ordinal",
    *(f"{GOLD} {name} {DRAWN}" for name in ("gwet_ac", "qwk", "qwk_continuous")),
    f"{GOLD} krippendorff_alpha {DRAWN}",
    "compare faculty.csv students.csv --score clarity,grammar --method differ "
    "--coefficient berry_mielke",
]

EVALUATIONS = [
    *(f"evaluate machines.csv --gold teacher --range 0,4 --ci {ci}" for ci in ("dirichlet", "t")),
    *(f"evaluate drift.csv --gold human --ci {ci}" for ci in ("dirichlet", "t")),
    "evaluate essays.csv --gold adams --systems chen --second brown --by class",
    "evaluate verdicts.csv --gold alice --positive pass",
    "evaluate prompts.csv --gold human --by prompt --ci t",
    f"compare prompts.csv --gold human --by prompt --method influence {DRAWN}",
    "sweep machines.csv --gold teacher",
    "sweep drift.csv --gold human --metric qwk",
]

OTHERS = [
    "plan --value .8 --coefficient cohen_kappa --width .3 --samples 40 --raters 2",
    "plan --value .7 --coefficient krippendorff_alpha --null .5 --ci t --raters 2,3 "
    "--categories 4 --weights quadratic",
    "agree faculty.csv --score spelling",
    "agree faculty.csv --score clarity,grammar",
    "agree faculty.csv --score clarity --level interval",
    "agree essays.csv --p monte_carlo --replicates 300",
    "differ --r1 .4 --mu1 1.5 --var1 .02 --skew1 -.2 --r2 .6 --mu2 1.4 --var2 .03 --skew2 -.1",
    *(f"preview {file}.csv" for file in ("essays", "crowd", "verdicts", "machines")),
]


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
    for function in (accord.icc, accord.ccc, accord.kendall_w, accord.panel_limits):
        for label, data in (("gaps", gaps), ("measured", measured)):
            yield Call(f"{function.__name__} {label}", lambda f=function, data=data: f(data))
    yield Call("marginal_homogeneity gaps", lambda: accord.marginal_homogeneity(gaps))
    yield Call("icc F", lambda: accord.icc(measured, ci="f"))
    yield Call("tdi", lambda: accord.tdi(measured[:, :2], share=0.9))
    yield Call("replicates", lambda: accord.replicates(measured.reshape(20, 3, 2)))
    yield Call("g_study", lambda: accord.g_study(measured))
    entities = EXAMPLES / "entities.jsonl"
    for name in ("unitizing_alpha", "cu_alpha", "span_f1", "character_f1", "unit_coverage"):
        yield Call(name, lambda name=name: getattr(accord, name)(entities))
    yield Call("missingness", lambda: accord.missingness(gaps))
    yield Call("prevalence", lambda: accord.prevalence_curve(gaps))
