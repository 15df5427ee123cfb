"""One-minute benchmark for regressions: times of tasks as multiples of a fixed computation.

    python benchmarks/guard.py record    # store the measured times
    python benchmarks/guard.py           # compare with the stored times

Times vary with the machine and its load; a task that is 1.5 times as slow as stored is a reason to
look, not a proof.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import accord

KEPT = Path(__file__).with_name("guard.json")
EXAMPLES = Path(__file__).parents[1] / "examples"
TIMES = 5
SLOWER = 1.5


def seconds(job: Callable[[], object]) -> float:
    """Return the minimum time in seconds."""
    best = float("inf")
    for _ in range(TIMES):
        start = time.perf_counter()
        job()
        best = min(best, time.perf_counter() - start)
    return best


def fixed() -> None:
    """Run the fixed computation: sorting, products and random numbers."""
    rng = np.random.default_rng(1)
    values = rng.standard_gamma(2.0, (500, 2_000))
    np.sort(values, axis=1)
    values @ values.T


def jobs() -> dict[str, Callable[[], object]]:
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 5, 1_000_000)
    big = np.where(
        rng.random((1_000_000, 5)) < 0.8, truth[:, None], rng.integers(0, 5, (1_000_000, 5))
    )
    small, continuous = big[:50], rng.normal(size=(20_000, 3)).round(4)
    wide = np.where(
        rng.random((30_000, 200)) < 0.7, truth[:30_000, None], rng.integers(0, 5, (30_000, 200))
    )
    essays, machines = EXAMPLES / "essays.csv", EXAMPLES / "machines.csv"
    return {
        "one coefficient, t": lambda: accord.gwet_ac(small, ci="t"),
        "one coefficient, draws": lambda: accord.gwet_ac(small),
        "all coefficients, five million ratings": lambda: accord.agreement(big, ci="t"),
        "alpha of continuous values": lambda: accord.krippendorff_alpha(
            continuous, level="interval"
        ),
        "pairs of raters": lambda: accord.pairwise(big[:20_000], ci="t"),
        "pairs of 200 raters": lambda: accord.pairwise(wide),
        "200 raters left out": lambda: accord.leave_one_out(wide),
        "evaluation": lambda: accord.evaluate(machines, gold="teacher"),
        "comparison": lambda: accord.compare(essays, by="class"),
        "import": lambda: subprocess.run([sys.executable, "-c", "import accord"], check=True),
        "report": lambda: subprocess.run(
            [sys.executable, "-m", "accord", "report", str(essays)], check=True, capture_output=True
        ),
    }


def main(action: str) -> int:
    unit = seconds(fixed)
    found = {name: seconds(job) / unit for name, job in jobs().items()}
    if action == "record":
        KEPT.write_text(json.dumps(found, indent=2) + "\n")
        return 0
    kept = json.loads(KEPT.read_text())
    slow = 0
    for name, ratio in found.items():
        before = kept.get(name, float("nan"))
        mark = "  slower" if ratio > SLOWER * before else ""
        slow += bool(mark)
        print(f"{name:40} {ratio:8.2f} (was {before:.2f}){mark}")
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:] or ["compare"]))
