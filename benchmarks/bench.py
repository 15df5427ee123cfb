"""Speed of accord relative to other packages, in one run: `make bench`.

Writes `results.md` and `results.json`. The tables show which requirements are not met.
"""

from __future__ import annotations

import importlib.metadata
import json
import math
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import clock
import numpy as np
import peers
from rich.console import Console
from sketch import floor

import accord

HERE = Path(__file__).parent
PEERS = {
    "scikit-learn": "sklearn.metrics",
    "statsmodels": "statsmodels.stats.inter_rater",
    "krippendorff": "krippendorff",
    "irrCAC": "irrCAC.raw",
    "interrater": "interrater",
    "NLTK": "nltk.metrics.agreement",
    "pingouin": "pingouin",
    "simpledorff": "simpledorff",
}
BESIDE = ("numpy", "scipy", "polars", "pandas", "narwhals")
console = Console(stderr=True)


@dataclass(frozen=True)
class Bar:
    """Required ratio of the time of other programs to that of accord."""

    ratio: float
    against: tuple[str, ...] = ()  # all that do the job, if empty

    def words(self) -> str:
        """What must hold."""
        whom = ", ".join(self.against) or "the fastest peer"
        if self.ratio >= 1:
            return f"≥ {self.ratio:g} × as fast as {whom}"
        return f"≤ {1 / self.ratio:g} × {whom}"


@dataclass
class Race:
    """A task, the times of the programs, and the requirements."""

    title: str
    job: peers.Job
    bars: tuple[Bar, ...]
    weigh: tuple[str, ...] = ("accord",)
    runs: dict[str, clock.Run] = field(default_factory=dict)

    def run(self) -> None:
        """Measure the time of all programs and the memory of some."""
        self.runs = clock.race(self.job())
        ours = self.runs["accord"].value
        for name, run in self.runs.items():
            if run.value is not None and not np.isclose(run.value, ours, rtol=1e-6):
                raise AssertionError(f"{self.title}: {name} says {run.value}, accord {ours}")
        for name in self.weigh:
            self.runs[name].megabytes = clock.memory(self.job, name)

    def ratio(self, name: str) -> float:
        """Return the time of a program relative to accord."""
        return self.runs[name].least / self.runs["accord"].least

    def verdicts(self) -> list[tuple[Bar, float, bool]]:
        """Return each requirement with its measured ratio, and whether it is met."""
        found = []
        for bar in self.bars:
            names = bar.against or tuple(
                name for name, run in self.runs.items() if name != "accord" and not run.failed
            )
            least = min(self.ratio(name) for name in names)
            found.append((bar, least, least >= bar.ratio))
        return found


def races(place: Path) -> list[Race]:
    """Return all tasks with their requirements."""
    tenfold = (Bar(10),)
    return [
        Race("α", peers.alpha, tenfold, ("accord", "krippendorff", "irrCAC")),
        Race("AC1", peers.ac1, tenfold, ("accord", "irrCAC")),
        Race("Fleiss", peers.fleiss, tenfold, ("accord", "statsmodels")),
        Race("Conger", peers.conger, tenfold),
        Race("Brennan-Prediger", peers.brennan_prediger, tenfold),
        Race(
            "Cohen",
            peers.cohen,
            (Bar(10, ("scikit-learn", "statsmodels")), Bar(5, ("pandas crosstab alone",))),
            ("accord", "scikit-learn"),
        ),
        Race(
            "Cohen, quadratic",
            peers.quadratic,
            (Bar(10, ("scikit-learn", "statsmodels")), Bar(5, ("pandas crosstab alone",))),
        ),
        Race("bootstrap of Fleiss", peers.bootstrap_fleiss, (Bar(40),)),
        Race("bootstrap of AC1", peers.bootstrap_ac1, (Bar(100),)),
        Race("bootstrap of α", peers.bootstrap_alpha, (Bar(100),)),
        Race("α of sets, MASI", peers.sets, (Bar(10, ("NLTK",)),)),
        Race("scores, interval", peers.scores_interval, ()),
        Race("scores, ordinal", peers.scores_ordinal, ()),
        Race("scores, ratio", peers.scores_ratio, ()),
        Race("ICC of pairs", peers.icc_pairs, (Bar(10, ("pingouin, all six",)),)),
        Race("ICC of many", peers.icc_many, ()),
        Race(
            "wide file",
            partial(peers.wide_file, place),
            (Bar(1 / 2, ("Polars scan and group",)),),
            ("accord", "Polars scan and group"),
        ),
        Race(
            "long file",
            partial(peers.long_file, place),
            (Bar(1 / 2, ("Polars scan and group",)),),
            ("accord", "Polars scan and group"),
        ),
        Race("floor", floor, (Bar(1 / 3, ("bare sketch",)),), ("accord", "bare sketch")),
    ]


GROWTH = {
    "subjects": [{"n": n} for n in (10_000, 100_000, 1_000_000, 10_000_000)],
    "raters": [{"n": 100_000, "r": r} for r in (2, 5, 10, 20, 50)],
    "categories": [{"n": 100_000, "q": q} for q in (2, 5, 20, 100, 1000)],
}


def _growing(n: int, r: int = 5, q: int = 5) -> peers.Contenders:
    import krippendorff

    table = peers.ratings(n, r, q)
    one: dict[str, Callable[[], peers.Work]] = {
        "one coefficient": peers.ready(lambda: accord.krippendorff_alpha(table).value),
        "all coefficients": peers.ready(
            lambda: accord.agreement(table)["krippendorff_alpha"].value
        ),
        "copying the matrix": peers.ready(lambda: table.copy() is None or None),
    }
    if n * r * q <= 50_000_000:
        one["krippendorff"] = peers.ready(
            partial(krippendorff.alpha, table.T, level_of_measurement="nominal")
        )
    return one


def growth() -> dict[str, list[dict[str, Any]]]:
    """Return time and memory by the size of the data."""
    table = {}
    for what, sizes in GROWTH.items():
        rows = []
        for size in sizes:
            job = partial(_growing, **size)
            runs = clock.race(job(), 3)
            row: dict[str, Any] = {"n": 0, "r": 5, "q": 5, **size}
            row |= {name: run.seconds for name, run in runs.items()}
            row["megabytes"] = clock.memory(job, "one coefficient")
            row["input, megabytes"] = size["n"] * row["r"] * 8 / 2**20
            rows.append(row)
        table[what] = rows
    return table


def _shown(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{seconds * 1e3:,.1f} ms" if seconds < 1 else f"{seconds:,.2f} s"


def _as_text(found: dict[str, Any], done: list[Race]) -> str:
    lines = [
        "# Speed compared with other packages",
        "",
        f"Minimum of {clock.TIMES} alternating runs (3 for the size of the data), by `make bench` "
        f"on {found['machine']}. accord computes standard error and confidence interval, the other "
        "programs only the value; all values agree to six digits. Conversion of the input to the "
        f"format of a program is not included. A run is stopped after {clock.PATIENCE} s and not "
        "repeated. Memory is the memory of a task beyond its input, in a separate process.",
        "",
        "Versions: " + ", ".join(f"{name} {v}" for name, v in found["versions"].items()) + ".",
        "pingouin has no coefficient of agreement for categories, only the ICC. irrCAC "
        "requires older versions of its dependencies and was installed without them.",
        "",
        "| task | program | time | relative to accord | memory, MB |",
        "|---|---|---|---|---|",
    ]
    for race in done:
        title = str(getattr(race.job, "func", race.job).__doc__).splitlines()[0].rstrip(".")
        for name, run in race.runs.items():
            least = "> " if run.seconds is None else ""
            ratio = "1" if name == "accord" else f"{least}{race.ratio(name):.3g}"
            ratio = "" if run.seconds is None and "stopped" not in run.why else ratio
            weight = "" if run.megabytes is None else f"{run.megabytes:,.0f}"
            lines.append(
                f"| {title if name == 'accord' else ''} | {name} | "
                f"{_shown(run.seconds) or run.why} | {ratio} | {weight} |"
            )
    lines += [
        "",
        "## Requirements",
        "",
        "| task | requirement | measured | met |",
        "|---|---|---|---|",
    ]
    for row in found["bars"]:
        lines.append(
            f"| {row['job']} | {row['bar']} | {row['measured']} | "
            f"{'yes' if row['holds'] else '**no**'} |"
        )
    lines += ["", "## Size of the data", ""]
    for what, rows in found["growth"].items():
        lines += [
            f"By number of {what}:",
            "",
            "| subjects | raters | categories | one coefficient | all coefficients | "
            "copying the matrix | krippendorff | memory beyond the input, MB | input, MB |",
            "|---|---|---|---|---|---|---|---|---|",
        ]
        lines += [
            f"| {row['n']:,} | {row['r']} | {row['q']} | {_shown(row['one coefficient'])} | "
            f"{_shown(row['all coefficients'])} | {_shown(row['copying the matrix'])} | "
            f"{_shown(row.get('krippendorff'))} | {row['megabytes'] or math.nan:,.0f} | "
            f"{row['input, megabytes']:,.0f} |"
            for row in rows
        ]
        lines.append("")
    lines += ["## Import time", "", "| package | seconds |", "|---|---|"]
    lines += [f"| {name} | {seconds:.2f} |" for name, seconds in found["imports"].items()]
    lines += [f"| the command `accord --help` | {found['help']:.2f} |", ""]
    return "\n".join(lines)


def _bars(done: list[Race], grown: dict[str, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    rows = [
        {
            "job": race.title,
            "bar": (
                f"≥ {bar.ratio:g} × as fast as " if bar.ratio >= 1 else f"≤ {1 / bar.ratio:g} × "
            )
            + (", ".join(bar.against) or "the fastest other program"),
            "measured": f"{ratio:.3g}" if bar.ratio >= 1 else f"{1 / ratio:.2f}",
            "holds": holds,
        }
        for race in done
        for bar, ratio, holds in race.verdicts()
    ]
    million, most = grown["subjects"][-2:]
    times = most["one coefficient"] / million["one coefficient"]
    rows.append(
        {
            "job": "1 M to 10 M subjects",
            "bar": "≤ 10.5 × the time (linear)",
            "measured": f"{times:.1f}",
            "holds": times <= 10.5,
        }
    )
    share = (most["megabytes"] or math.nan) / most["input, megabytes"]
    rows.append(
        {
            "job": "10 M subjects",
            "bar": "memory including the input ≤ 2 × the input",
            "measured": f"{1 + share:.2f}",
            "holds": share <= 1,
        }
    )
    for race in done:
        if race.title.startswith("scores"):
            seconds = race.runs["accord"].least
            rows.append(
                {
                    "job": race.title,
                    "bar": "interval of α of 1 M distinct scores under 2 s",
                    "measured": f"{seconds:.2f} s",
                    "holds": seconds < 2,
                }
            )
    return rows


def main() -> None:
    """Run all tasks and write the results."""
    with tempfile.TemporaryDirectory() as place:
        done = races(Path(place))
        for race in done:
            with console.status(race.title):
                race.run()
            fastest = {name: _shown(run.seconds) or run.why for name, run in race.runs.items()}
            console.print(race.title, fastest)
    with console.status("growth"):
        grown = growth()
    with console.status("imports"):
        imports = {name: clock.imported(module) for name, module in PEERS.items()}
        imports = {"accord": clock.imported("accord"), **imports}
        imports["accord, and a coefficient"] = clock.started(
            sys.executable, "-c", "import accord; accord.cohen_kappa([[1, 1], [1, 2], [2, 2]])"
        )
    found = {
        "machine": f"{os.cpu_count()} cores, {platform.system()}, Python "
        f"{platform.python_version()}",
        "versions": {
            name: importlib.metadata.version(name) for name in ("accord", *PEERS, *BESIDE)
        },
        "races": [
            {
                "job": race.title,
                "runs": {
                    name: {k: v for k, v in asdict(run).items() if k != "value"}
                    for name, run in race.runs.items()
                },
            }
            for race in done
        ],
        "bars": _bars(done, grown),
        "growth": grown,
        "imports": imports,
        "help": clock.started(sys.executable, "-m", "accord.cli", "--help"),
    }
    (HERE / "results.json").write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    text = _as_text(found, done)
    (HERE / "results.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
