"""Coverage of the intervals of intra- and inter-rater reliability, by simulation.

``python studies/replicates.py`` writes ``replicates.md``. Subjects, raters, their interaction and
the replicates are drawn anew in each sample. Random raters are a sample from a population; the true
value of fixed raters is that of their interaction and error, which all raters have in common.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np

import accord
from accord.inference.profile_likelihood import ProfileTails
from accord.inference.tails import p_value
from accord.statistics.restricted_fit import RestrictedModel
from accord.statistics.restricted_likelihood import RatingCells
from accord.statistics.restricted_profile import INTER, INTRA, ReliabilityProfile

SAMPLES = 300
SIZES = (10, 25, 50)
RATERS, TIMES = 3, 2
VARIANCES = np.array([4.0, 1.0, 0.5, 0.5])  # subjects, raters, interaction, error
TRUTH = {
    "inter_random": VARIANCES[0] / VARIANCES.sum(),
    "intra_random": VARIANCES[:3].sum() / VARIANCES.sum(),
    "inter_fixed": VARIANCES[0] / VARIANCES[[0, 2, 3]].sum(),
    "intra_fixed": VARIANCES[[0, 2]].sum() / VARIANCES[[0, 2, 3]].sum(),
}
Draw = Callable[[np.random.Generator, tuple[int, ...]], np.ndarray]


def normal(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Return normal deviates."""
    return rng.normal(size=shape)


def skewed(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Return standardised gamma deviates of shape 2, with skewness 1.4."""
    return (rng.gamma(2.0, 1.0, shape) - 2) / np.sqrt(2)


POPULATIONS: dict[str, Draw] = {"normal": normal, "skewed": skewed}


def sample(rng: np.random.Generator, draw: Draw, n: int) -> np.ndarray:
    """Return n subjects × raters × replicates."""
    shapes = (n, 1, 1), (1, RATERS, 1), (n, RATERS, 1), (n, RATERS, TIMES)
    terms = [draw(rng, shape) for shape in shapes]
    return sum(np.sqrt(v) * term for v, term in zip(VARIANCES, terms, strict=True))


def contained(y: np.ndarray) -> dict[str, bool]:
    """Return whether each 95 % interval contains the true value."""
    moments = accord.replicates(y)
    found = {f"{name}, moments": TRUTH[name] in moments[name].interval for name in TRUTH}
    subject, rater, _ = (index.ravel() for index in np.indices(y.shape))
    cells = RatingCells.of(subject, rater, y.ravel())
    model = RestrictedModel(cells, interaction=True)
    fit = model.fit()
    for name, reliability in (("inter_random", INTER), ("intra_random", INTRA)):
        profile = ReliabilityProfile(model, fit, reliability)
        tails = ProfileTails(profile.value, profile.deviance)
        found[f"{name}, reml"] = p_value(tails, TRUTH[name]) >= 0.05
    return found


def coverage(samples: int, population: str, n: int) -> dict[str, float]:
    """Return the share of intervals that contain the true value."""
    rng = np.random.default_rng([n, list(POPULATIONS).index(population)])
    hits = [contained(sample(rng, POPULATIONS[population], n)) for _ in range(samples)]
    return {name: float(np.mean([each[name] for each in hits])) for name in hits[0]}


def main() -> None:
    """Simulate, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    samples = parser.parse_args().samples
    warnings.simplefilter("ignore")
    cells = [(population, n) for population in POPULATIONS for n in SIZES]
    found = {cell: coverage(samples, *cell) for cell in cells}
    head = " | ".join(f"{population}, n = {n}" for population, n in cells)
    rows = [
        f"| {name} | " + " | ".join(f"{found[cell][name]:.3f}"[1:] for cell in cells) + " |"
        for name in found[cells[0]]
    ]
    text = [
        "# Coverage of intra- and inter-rater reliability",
        "",
        f"Coverage of nominal 95 % intervals in {samples:,} samples of n subjects × {RATERS} "
        f"raters × {TIMES} replicates, by `studies/replicates.py`. The variances of subjects, "
        f"raters, interaction and error are {', '.join(f'{v:g}' for v in VARIANCES)}. Rows of "
        "`moments` have jackknife intervals, which for fixed raters are those of `reml` as well, "
        "because the data are balanced; rows of `reml` have profile likelihood intervals.",
        "",
        f"| reliability, estimator | {head} |",
        "|---|" + "---|" * len(cells),
        *rows,
        "",
    ]
    Path(__file__).with_name("replicates.md").write_text("\n".join(text), encoding="utf-8")


if __name__ == "__main__":
    main()
