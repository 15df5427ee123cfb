"""Time and memory by the size of the data, for ratings in a folder of Parquet files.

Folders of 1, 10 and 100 million ratings (five raters, unsorted, long) are written to a temporary
folder. Each is loaded and measured in a separate process. Run with `make scale`, which writes
`benchmarks/scale.md`.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import polars as pl
from rich.progress import track

RATERS, PART = 5, 1_000_000
SIZES = (1_000_000, 10_000_000, 100_000_000)
JOB = """
import json, resource, sys, time
import accord
start = time.perf_counter()
patterns = accord.load(sys.argv[1])
loaded = time.perf_counter() - start
found = accord.agreement(patterns)
print(json.dumps({
    "load": loaded,
    "whole": time.perf_counter() - start,
    "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6,
    "subjects": patterns.n,
    "patterns": len(patterns),
    "ac1": found["gwet_ac"].value,
}))
"""


def make(folder, ratings):
    """A folder of ratings: items in order of files, shuffled inside each."""
    rng = np.random.default_rng(ratings)
    items = ratings // RATERS
    for part in track(range(0, items, PART), f"{ratings:,} ratings", transient=True):
        n = min(PART, items - part)
        truth = rng.integers(0, 5, n)
        right = rng.random(n * RATERS) < 0.8
        score = np.where(right, np.repeat(truth, RATERS), rng.integers(0, 5, n * RATERS))
        order = rng.permutation(n * RATERS)
        frame = pl.DataFrame(
            {
                "item": np.repeat(np.arange(part, part + n), RATERS)[order],
                "rater": np.tile(np.arange(RATERS, dtype=np.int32), n)[order],
                "score": score[order].astype(np.int8),
            }
        )
        frame.write_parquet(folder / f"part{part // PART:03}.parquet")


def main():
    lines = [
        "Ratings by five raters in a folder of Parquet files, in the long layout, unsorted. Time",
        "to load them, and time to load them and compute all coefficients with standard errors and",
        "confidence intervals, in a separate process for each size.",
        "",
        "| ratings | subjects | patterns | load, s | total, s | peak memory, GB |",
        "|---|---|---|---|---|---|",
    ]
    for size in SIZES:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            make(folder, size)
            command = [sys.executable, "-c", JOB, str(folder)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
        r = json.loads(done.stdout)
        lines.append(
            f"| {size:,} | {r['subjects']:,} | {r['patterns']:,} | {r['load']:.1f} | "
            f"{r['whole']:.1f} | {r['memory']:.2f} |"
        )
        print(lines[-1], flush=True)
    text = "\n".join([*lines, ""])
    (Path(__file__).parent / "scale.md").write_text(text)
    print(text)


if __name__ == "__main__":
    started = time.perf_counter()
    main()
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"{time.perf_counter() - started:.0f} s in all, {used:.1f} GB to make the data")
