"""Time of an evaluation of a million responses, printed by `make bench`.

Five systems, all metrics with intervals, tests of all pairs; marks, and continuous scores.
"""

import resource
import time

import numpy as np
import polars as pl

import accord

RESPONSES, SYSTEMS = 1_000_000, 5


def scores(continuous):
    rng = np.random.default_rng(1)
    gold = rng.integers(0, 7, RESPONSES)
    columns = {"gold": gold.astype(float) if continuous else gold}
    for k in range(SYSTEMS):
        given = gold + rng.normal(0.1 * k, 0.6 + 0.1 * k, RESPONSES)
        whole = np.clip(np.round(given), 0, 6).astype(np.int64)
        columns[f"m{k}"] = given if continuous else whole
    return pl.DataFrame(columns)


def main():
    for continuous, bar in ((False, 10), (True, 60)):
        table = scores(continuous)
        start = time.perf_counter()
        found = accord.evaluate(table, gold="gold", range=(0, 6))
        taken = time.perf_counter() - start
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
        kind = "continuous" if continuous else "whole"
        print(
            f"evaluation of {RESPONSES:,} responses by {SYSTEMS} systems, {kind} scores: "
            f"{taken:.1f} s (bar: {bar}), peak {used:.1f} GB, "
            f"{len(found.comparisons)} comparisons"
        )


if __name__ == "__main__":
    main()
