"""Standard errors and default intervals on sparse designs: many raters, few ratings each.

Ratings follow a latent category model: a subject has a true category, and a rater reports it with
an individual probability, or else guesses from an individual distribution. Raters are fixed;
subjects, and which raters rate them, are drawn anew in every replicate. Coverage is of the mean
of the estimates; the bias is that mean less the value with 50 times as many subjects. Run with
``python studies/sparse.py``; the seeds are fixed.
"""

from __future__ import annotations

import os
from multiprocessing import Pool
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from accord.data.patterns import Patterns
from accord.data.scale import Scale
from accord.inference.estimate import measure
from accord.options import InferenceOptions
from accord.statistics import Evaluation, find
from accord.statistics.weights import scheme_named

TABLE = Path(__file__).parent / "sparse.md"
REPLICATES = 250  # of t intervals
DRAWN = 50  # of default intervals
LARGE = 50  # times as many subjects, for the large-sample value
DESIGNS = (  # raters, subjects, ratings of each subject, categories
    (70, 300, 3, 3),
    (30, 100, 2, 3),
    (200, 400, 2, 4),
    (300, 300, 2, 3),
    (10, 60, 4, 4),
)
NAMES = (
    "percent_agreement",
    "conger_kappa",
    "berry_mielke",
    "light_kappa",
    "fleiss_kappa",
    "brennan_prediger",
    "gwet_ac",
    "krippendorff_alpha",
)


def ratings(rng, raters, subjects, each, q, accuracy, habits):
    """Return codes (subjects, raters), -1 for a missing rating."""
    prevalence = np.arange(q, 0, -1) / np.arange(q, 0, -1).sum()
    truth = rng.choice(q, subjects, p=prevalence)
    codes = np.full((subjects, raters), -1, dtype=np.int8)
    chosen = np.stack([rng.choice(raters, each, replace=False) for _ in range(subjects)])
    guess = (rng.random((subjects, each, 1)) > habits.cumsum(axis=1)[chosen]).sum(axis=2)
    sure = rng.random((subjects, each)) < accuracy[chosen]
    rows = np.arange(subjects)[:, None]
    codes[rows, chosen] = np.where(sure, truth[:, None], np.minimum(guess, q - 1))
    return codes


def table(codes, q):
    """Return the pattern table of one data set."""
    labels = [f"r{j}" for j in range(codes.shape[1])]
    return Patterns.build(Scale.observed(list(range(q))), labels, codes)


def estimates(codes, q, **how):
    """Return the estimates of one data set."""
    entries = [find(name) for name in NAMES]
    return measure(table(codes, q), entries, scheme_named("identity"), InferenceOptions(**how), {})


def covered(found, means):
    """Return the share of the defined intervals that contain the mean."""
    ends = np.array([[list(e.interval) for e in one] for one in found])
    inside = (ends[:, :, 0] <= means) & (means <= ends[:, :, 1])
    return inside.sum(axis=0) / np.isfinite(ends[:, :, 0]).sum(axis=0)


def run(design):
    """Return the rows of the table for one design."""
    raters, subjects, each, q = design
    rng = np.random.default_rng(raters)
    accuracy, habits = rng.beta(12, 6, raters), rng.dirichlet(np.full(q, 2.0), raters)
    drawn = [ratings(rng, *design, accuracy, habits) for _ in range(REPLICATES)]
    by_t = [estimates(codes, q, ci="t") for codes in drawn]
    default = [estimates(codes, q) for codes in drawn[:DRAWN]]
    values = np.array([[e.value for e in one] for one in by_t])
    errors = np.array([[e.se for e in one] for one in by_t])
    means = values.mean(axis=0)
    large = ratings(rng, raters, LARGE * subjects, each, q, accuracy, habits)
    limits = [Evaluation(find(name), table(large, q)).value for name in NAMES]
    shown = f"{raters} / {subjects} / {each}"
    return [
        f"| {shown} | {find(name).title} | {means[k]:.3f} | {means[k] - limits[k]:+.3f} "
        f"| {values[:, k].std(ddof=1):.4f} | {np.sqrt(np.nanmean(errors[:, k] ** 2)):.4f} "
        f"| {by_t[0][name].se_method} | {t_cover:.3f} | {cover:.2f} |"
        for k, (name, t_cover, cover) in enumerate(
            zip(NAMES, covered(by_t, means), covered(default, means), strict=True)
        )
    ]


def main():
    with Pool(int(os.environ.get("JOBS", "2"))) as pool:
        rows = [row for part in pool.imap(run, DESIGNS) for row in part]
    text = (
        "Standard errors and intervals on sparse designs. A design is given as raters / subjects / "
        "ratings of each subject. SD is the standard deviation of the estimates and SE the root "
        f"mean square of the standard errors, over {REPLICATES} replicates; t intervals use all of "
        f"them, default intervals {DRAWN} (two standard errors of a coverage of .95 are "
        f"{2 * (0.05 * 0.95 / REPLICATES) ** 0.5:.3f} and {2 * (0.05 * 0.95 / DRAWN) ** 0.5:.2f}). "
        f"The bias is relative to a sample with {LARGE} times as many subjects; its standard error "
        "is about a seventh of the SD. Percent agreement is unbiased.\n\n"
        "| design | coefficient | mean | bias | SD | SE | SE by | coverage, t | coverage, default |"
        "\n" + "|---" * 9 + "|\n"
    )
    TABLE.write_text(text + "\n".join(rows) + "\n")
    print(TABLE.read_text())


if __name__ == "__main__":
    main()
