"""Coverage of the intervals of decision studies with two facets.

Persons, raters and occasions are crossed, with one score in each cell, and all effects are normal.
The dependability depends on the variances of raters and occasions, of which a study has few. Its
interval holds for the raters and occasions of the study, so that the true value has the variance of
their effects. The column of other raters counts with the variances of all raters and occasions.

    nice python studies/decisions.py [--studies 2000]
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from accord.analysis.decision_intervals import reliability_parts
from accord.analysis.generalizability import g_study

Cube = npt.NDArray[np.float64]

DESIGNS: Mapping[str, Mapping[str, float]] = {
    "little error": {"p": 1, "r": 0.1, "o": 0.05, "pr": 0.1, "po": 0.1, "ro": 0.05, "pro": 0.3},
    "much error": {"p": 1, "r": 0.3, "o": 0.2, "pr": 0.4, "po": 0.3, "ro": 0.1, "pro": 1.5},
    "few interactions": {"p": 1, "r": 0.2, "o": 0.1, "pr": 0.02, "po": 0.02, "ro": 0, "pro": 1},
}
PERSONS = (10, 25, 50)
RATERS, OCCASIONS = 3, 2
PLANS: tuple[tuple[int, int, str | None], ...] = (
    (RATERS, OCCASIONS, None),
    (1, 1, None),
    (10, 3, None),
    (RATERS, OCCASIONS, "o"),
)


def scores(
    rng: np.random.Generator, parts: Mapping[str, float], n: int
) -> tuple[Cube, Mapping[str, float]]:
    """Return scores, and the components with the variances of these raters and occasions."""
    shape = {"p": n, "r": RATERS, "o": OCCASIONS}
    y, table = np.zeros(tuple(shape.values())), np.zeros((RATERS, OCCASIONS))
    for source, variance in parts.items():
        size = tuple(shape[facet] if facet in source else 1 for facet in shape)
        effect = rng.normal(0, np.sqrt(variance), size)
        y = y + effect
        if "p" not in source:
            table = table + effect[0]
    return y, {**parts, **variances_of(table)}


def variances_of(table: Cube) -> Mapping[str, float]:
    """Return the components of fixed effects of raters × occasions, as a study estimates them."""
    raters, occasions = table.mean(axis=1), table.mean(axis=0)
    rest = table - raters[:, None] - occasions + table.mean()
    ro = float((rest**2).sum() / ((RATERS - 1) * (OCCASIONS - 1)))
    return {
        "r": float(raters.var(ddof=1)) - ro / OCCASIONS,
        "o": float(occasions.var(ddof=1)) - ro / RATERS,
        "ro": ro,
    }


def reliabilities(
    parts: Mapping[str, float], size: Mapping[str, int], fixed: str | None
) -> tuple[float, float]:
    """Return the true coefficients of relative and of absolute decisions."""
    person, relative, absolute = reliability_parts(parts, size, fixed)
    return person / (person + relative), person / (person + absolute)


def rows(studies: int, seed: int) -> Iterator[str]:
    """Yield the rows of the table."""
    for name, parts in DESIGNS.items():
        for n in PERSONS:
            rng = np.random.default_rng([seed, n, len(name)])
            inside: defaultdict[tuple[object, ...], list[float]] = defaultdict(list)
            for _ in range(studies):
                y, here = scores(rng, parts, n)
                study = g_study(y)
                for plan in PLANS:
                    raters, occasions, fixed = plan
                    size = {"r": raters, "o": occasions}
                    found = study.decide(raters, occasions, fixed=fixed)
                    relative, everybody = reliabilities(parts, size, fixed)
                    absolute = reliabilities(here, size, fixed)[1]
                    low, high = found.generalizability_interval
                    inside[*plan, "g"].append(low <= relative <= high)
                    inside[*plan, "length"].append(high - low)
                    low, high = found.dependability_interval
                    inside[*plan, "phi"].append(low <= absolute <= high)
                    inside[*plan, "phi, others"].append(low <= everybody <= high)
                    inside[*plan, "length of phi"].append(high - low)
            for plan in PLANS:
                raters, occasions, fixed = plan
                true = reliabilities(parts, {"r": raters, "o": occasions}, fixed)
                means = [np.nanmean(inside[*plan, key]) for key in ("g", "length", "phi")]
                others = np.nanmean(inside[*plan, "phi, others"])
                length = np.nanmean(inside[*plan, "length of phi"])
                unknown = np.mean(np.isnan(inside[*plan, "length"]))
                yield (
                    f"| {name} | {n} | {raters} × {occasions}{' fixed' if fixed else ''} "
                    f"| {true[0]:.2f} | {means[0]:.3f} ({means[1]:.2f}) "
                    f"| {true[1]:.2f} | {means[2]:.3f} ({length:.2f}) | {others:.3f} "
                    f"| {unknown:.3f} |"
                )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print(
        "| design | persons | raters × occasions | Eρ² | coverage (length) | Φ "
        "| coverage (length) | of other raters | undefined |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for row in rows(arguments.studies, arguments.seed):
        print(row, flush=True)


if __name__ == "__main__":
    main()
