"""Coverage of intervals of metrics, and type I error of their tests.

A truth and two systems of equal quality, whose errors have a correlation of .5, are simulated. Each
metric of scores is computed for the first system with its 95 % interval, and the difference of the
two systems is tested at 5 %. Run with ``make metrics``; the seed is fixed, and all cores are used.
"""

from __future__ import annotations

import os
import sys
import zlib
from itertools import product
from multiprocessing import Pool
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from rich.progress import track

from accord.analysis.evaluation.measuring import measure_panels
from accord.analysis.evaluation.score_panel import ScorePanel
from accord.analysis.evaluation.scores import Scores
from accord.analysis.evaluation.system_contrasts import contrasts
from accord.options import InferenceOptions
from accord.statistics import MEASURES

TABLE = Path(__file__).parent / "metrics.md"
SAMPLES = 1000
SIZES = (10, 20, 50, 200)
CORRELATIONS = (0.3, 0.6, 0.9)
KINDS = ("scores", "marks")
SAME = {"l1", "l2", "l1_normalised", "l2_normalised"}  # as MAE and RMSE, but for a factor
NAMES = [
    name for name, m in MEASURES.items() if not m.marks and name not in SAME and name != "prmse"
]


def drawn(rng, n, correlation, kind):
    """Return a truth and two systems."""
    truth, shared = rng.standard_normal((2, n))
    table = {"gold": truth}
    for system in "ab":
        error = np.sqrt(0.5) * (shared + rng.standard_normal(n))
        table[system] = 0.2 + correlation * truth + np.sqrt(1 - correlation**2) * error
    if kind == "marks":
        table = {name: np.clip(np.round(1.2 * v + 3), 0, 6) for name, v in table.items()}
    return table


def run(cell):
    """Return the coverage and the share of rejections of each metric in one cell."""
    n, correlation, kind = cell
    rng = np.random.default_rng(zlib.crc32(repr(cell).encode()))
    large = drawn(rng, 400_000, correlation, kind)
    match = ScorePanel(None, large["gold"], large["a"], np.ones(400_000), None)
    missed, rejected, told = (dict.fromkeys(NAMES, 0) for _ in range(3))
    true = {name: float(MEASURES[name].of(match).value[0]) for name in NAMES}
    for _ in range(SAMPLES):
        scores = Scores.read(
            drawn(rng, n, correlation, kind),
            gold=["gold"],
            systems=["a", "b"],
            second=(),
            combine="mean",
            ends=None,
            loading={},
        )
        matches = [[scores.panel(scores.gold, system)] for system in scores.systems]
        for name in NAMES:
            done = measure_panels(MEASURES[name], matches, scores.table)
            value = done.estimate(0, InferenceOptions())
            (gap,) = contrasts(done, [(0, 1)], scores, InferenceOptions())
            if np.isfinite([value.lower, value.upper, gap.p_value]).all():
                told[name] += 1
                missed[name] += not value.lower <= true[name] <= value.upper
                rejected[name] += gap.p_value < 0.05
    return cell, {k: (1 - missed[k] / told[k], rejected[k] / told[k]) for k in NAMES if told[k]}


def summary(found):
    """Return Markdown tables: mean and worst value over the cells by metric and n."""
    lines = [
        "Each entry has the mean and the worst value over the cells. Cells combine continuous "
        "scores and marks from 0 to 6 with correlations with the truth of .3, .6 and .9. There are "
        f"{SAMPLES} samples per cell (two standard errors are "
        f"{2 * (0.05 * 0.95 / SAMPLES) ** 0.5:.3f}).",
        "",
    ]
    for number, title, worst in (
        (0, "Coverage of 95 % intervals", min),
        (1, "Rejections of tests at 5 %", max),
    ):
        sizes = " | ".join(f"n = {n}" for n in SIZES)
        lines += [f"**{title}**", "", f"| metric | {sizes} |", "|---" * (len(SIZES) + 1) + "|"]
        for name in NAMES:
            shown = []
            for n in SIZES:
                own = [row[name][number] for cell, row in found if cell[0] == n and name in row]
                shown.append(f"{np.mean(own):.3f} / {worst(own):.3f}")
            lines.append(f"| {MEASURES[name].title} | {' | '.join(shown)} |")
        lines.append("")
    return "\n".join(lines)


def main():
    cells = list(product(reversed(SIZES), CORRELATIONS, KINDS))
    with Pool() as pool:
        work = pool.imap_unordered(run, cells)
        found = list(track(work, "cells", total=len(cells), disable=not sys.stderr.isatty()))
    TABLE.write_text(summary(found))
    print(TABLE.read_text())


if __name__ == "__main__":
    main()
