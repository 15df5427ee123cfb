"""Coverage of the default intervals of statistics of measurements, by simulation.

``python studies/measurements.py`` writes ``measurements.md``. Subjects are drawn at random and
raters are fixed, as the default intervals assume; the true value is that of a sample of 200,000
subjects. F intervals of the same samples are shown beside them.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

import accord

REPLICATES = 1_000
LARGE = 200_000
SIZES = (10, 20, 50)
SINGLE = ("icc_1", "icc_a1", "icc_c1", "icc_1k", "icc_ak", "icc_ck", "ccc", "kendall_w")
PAIRED = ("tdi", "coverage_probability")
SHIFTS = np.array([0.0, 0.5, -0.3, 0.2])  # of the fixed raters
DELTA = 1.5  # largest acceptable difference
Draw = Callable[[np.random.Generator, tuple[int, ...]], np.ndarray]


def normal(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Return normal deviates."""
    return rng.normal(size=shape)


def skewed(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Return standardised gamma deviates of shape 2, with skewness 1.4."""
    return (rng.gamma(2.0, 1.0, shape) - 2) / np.sqrt(2)


def heavy(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Return standardised t deviates with 5 degrees of freedom."""
    return rng.standard_t(5, shape) / np.sqrt(5 / 3)


def sample(rng: np.random.Generator, draw: Draw, n: int, k: int, spread: float) -> np.ndarray:
    """Return n subjects rated by k raters, with a standard deviation between subjects."""
    return spread * draw(rng, (n, 1)) + SHIFTS[:k] + draw(rng, (n, k))


def estimates(table: np.ndarray, names: tuple[str, ...], **options: object) -> accord.Agreement:
    """Return the default estimates."""
    return accord.agreement(
        table, list(names), options={"delta": DELTA}, layout="wide", level="interval", **options
    )


def populations() -> Iterator[tuple[str, Draw, int, float]]:
    """Yield the populations: name, deviates, raters and spread between subjects."""
    for title, draw in (("normal", normal), ("skewed", skewed), ("heavy tails", heavy)):
        for k, spread in ((2, 1.5), (4, 1.0)):
            yield title, draw, k, spread


def coverage(replicates: int, seed: int = 1) -> dict[tuple[str, str, int, int], list[float]]:
    """Return the share of intervals that contain the true value, and their median length."""
    found: dict[tuple[str, str, int, int], list[float]] = {}
    rng = np.random.default_rng(seed)
    for title, draw, k, spread in populations():
        names = (*SINGLE, *PAIRED) if k == 2 else SINGLE
        big = sample(rng, draw, LARGE, k, spread)
        truth = {}
        for name in names:
            extra = {"delta": DELTA} if name == "coverage_probability" else {}
            truth[name] = getattr(accord, name)(big, **extra).value
        for n in SIZES:
            inside = {name: [] for name in names} | {f"{name}, F": [] for name in SINGLE[:6]}
            length = {name: [] for name in inside}
            for _ in range(replicates):
                table = sample(rng, draw, n, k, spread)
                results = [(e.name, e) for e in estimates(table, names)]
                results += [(f"{e.name}, F", e) for e in estimates(table, SINGLE[:6], ci="f")]
                for name, e in results:
                    inside[name].append(e.lower <= truth[name.partition(",")[0]] <= e.upper)
                    length[name].append(e.upper - e.lower)
            for name, hits in inside.items():
                share = float(np.mean(hits))
                found[name, title, k, n] = [share, float(np.nanmedian(length[name]))]
    return found


def table_of(found: dict[tuple[str, str, int, int], list[float]]) -> list[str]:
    """Return the rows of the table: the lowest and the mean coverage at each size."""
    lines = [
        "| statistic | " + " | ".join(f"n = {n}" for n in SIZES) + " |",
        "|---|" + "---|" * len(SIZES),
    ]
    for name in dict.fromkeys(key[0] for key in found):
        cells = []
        for n in SIZES:
            shares = [v[0] for key, v in found.items() if key[0] == name and key[3] == n]
            cells.append(f"{np.mean(shares):.3f} ({min(shares):.3f})".replace("0.", "."))
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return lines


def main() -> None:
    """Simulate, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replicates", type=int, default=REPLICATES)
    replicates = parser.parse_args().replicates
    warnings.simplefilter("ignore")
    found = coverage(replicates)
    text = [
        "# Coverage of intervals of measurements",
        "",
        "Mean coverage of nominal 95 % intervals over six populations (normal, skewed and "
        "heavy-tailed deviates; two and four fixed raters), the lowest in parentheses, by "
        f"`studies/measurements.py` with {replicates:,} samples each. Rows marked F are the F "
        "intervals of the same samples; in ICC(A,1) and ICC(A,k) they are for other raters, too.",
        "",
        *table_of(found),
        "",
    ]
    Path(__file__).with_name("measurements.md").write_text("\n".join(text), encoding="utf-8")


if __name__ == "__main__":
    main()
