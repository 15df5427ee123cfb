"""Type I error of the tests of a difference.

Two groups (or two panels of the same subjects) are drawn from populations with the same
coefficient, and tested at the nominal 5 %; the share of rejections should be 5 %, within Monte
Carlo error. Raters are right with a given probability and otherwise guess by the prevalence, so
kappa is the square of that probability, whatever the prevalence. Run with ``make type-one``; the
seed is fixed, all cores are used, and finished cells are stored, so that the study can be resumed.
``make type-one AGAIN=dirichlet`` discards the results of a method and repeats it on the same
samples.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import zlib
from itertools import product
from multiprocessing import Pool
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from rich.progress import track

import accord
from accord.data.patterns import Patterns
from accord.data.scale import Scale

HERE = Path(__file__).parent
KEPT = HERE / "type_one.jsonl"
TABLE = HERE / "type_one.md"
SAMPLES, DRAWS = 300, 400
SIZES = (20, 50, 100, 500)
RATERS = (2, 4, 8)
PREVALENCES = {"balanced": 0.5, "skewed": 0.9}
SKILLS = (0.8, 0.95)  # kappa .64, .90
METHODS = {
    "independent": ("dirichlet", "influence", "bootstrap", "permutation", "cicchetti_heavens"),
    "unlike": ("dirichlet", "influence", "bootstrap", "permutation", "cicchetti_heavens"),
    "paired": ("dirichlet", "influence", "bootstrap", "permutation"),
    "guessing": ("differ",),
    "agreeing": ("differ",),
    "graded": ("dirichlet", "influence", "bootstrap", "permutation"),
}
TITLES = {
    "independent": "Independent groups, one population",
    "unlike": "Independent groups, equal kappa, different prevalence (balanced and 90/10)",
    "paired": "Two panels on the same subjects",
    "graded": "Independent groups, five grades, quadratic weights, errors of one or more steps",
    "guessing": "DIFFER, raters who guess (ℜ = 0)",
    "agreeing": "DIFFER, raters who agree",
}
KEYS = ("design", "n", "raters", "prevalence", "share", "skill", "coefficient")
SCALE = Scale.declare([0, 1], level="nominal")
GRADED = Scale.declare([1, 2, 3, 4, 5], level="interval")


def rated(rng, truth, raters, share, skill):
    """Return ratings of binary truths."""
    guesses = rng.random((truth.size, raters)) < share
    right = rng.random((truth.size, raters)) < skill
    return np.where(right, truth[:, None], guesses).astype(np.int64)


def graded(rng, n, raters, stepwise, skill):
    """Return ratings on five grades, with errors of one step or of any size."""
    truth = rng.integers(0, 5, (n, 1))
    step = np.clip(truth + rng.choice([-1, 1], (n, raters)), 0, 4)
    wrong = step if stepwise else rng.integers(0, 5, (n, raters))
    return np.where(rng.random((n, raters)) < skill, truth, wrong)


def table(codes, scale=SCALE):
    names = tuple(f"r{j}" for j in range(codes.shape[1]))
    return Patterns.build(scale, names, codes)


def sample(rng, design, n, raters, share, skill):
    """Return the data of one comparison under the null hypothesis, as arguments of `compare`."""
    if design == "paired":
        codes = rated(rng, rng.random(n) < share, 2 * raters, share, skill)
        joint = table(codes)
        return (joint,), {"panels": {"a": joint.raters[:raters], "b": joint.raters[raters:]}}
    if design == "graded":
        tables = (table(graded(rng, n, raters, share == 0.5, skill), GRADED) for _ in range(2))
        return tuple(tables), {"weights": "quadratic"}
    other = 0.5 if design == "unlike" else share
    return tuple(table(rated(rng, rng.random(n) < s, raters, s, skill)) for s in (share, other)), {}


def cells():
    for design, n, raters, (prevalence, share) in product(
        METHODS, SIZES, RATERS, PREVALENCES.items()
    ):
        if design == "unlike" and prevalence == "balanced":
            continue
        for skill in (0.0,) if design == "guessing" else SKILLS:
            kappa = "cohen_kappa" if raters == 2 else "conger_kappa"
            coefficients = (kappa,) if design == "unlike" else (kappa, "gwet_ac")
            if METHODS[design] == ("differ",):
                coefficients = ("berry_mielke",)
            if design == "graded":
                coefficients = ("gwet_ac",) if raters == 2 else ()
            for coefficient in coefficients:
                yield design, n, raters, prevalence, share, skill, coefficient


def methods_of(cell):
    """Return the methods that are defined for a cell."""
    design, *_, coefficient = cell
    return [m for m in METHODS[design] if m != "cicchetti_heavens" or coefficient == "cohen_kappa"]


def run(job):
    """Count the rejections of some methods in one cell."""
    cell, methods = job
    design, n, raters, _, share, skill, coefficient = cell
    rng = np.random.default_rng(zlib.crc32(repr(cell).encode()))
    rejected, tested = dict.fromkeys(methods, 0), dict.fromkeys(methods, 0)
    for number in range(SAMPLES):
        data, options = sample(rng, design, n, raters, share, skill)
        for method in methods:
            found = accord.compare(
                *data,
                coefficient=coefficient,
                method=method,
                seed=number,
                replicates=DRAWS,
                **options,
            )
            if np.isfinite(found.p_value):  # False if a value or every standard error is undefined
                tested[method] += 1
                rejected[method] += found.p_value < 0.05
    return {
        **dict(zip(KEYS, cell, strict=True)),
        "samples": SAMPLES,
        "draws": DRAWS,
        "rejected": rejected,
        "tested": tested,
    }


def summary(rows):
    """Return Markdown tables: mean and largest share of rejections by design, n and method."""
    lines = [
        f"Share of rejections at the nominal level of 5 %: mean and maximum over the cells. A cell "
        f"has {SAMPLES} samples (two standard errors of a share of .05 are "
        f"{2 * (0.05 * 0.95 / SAMPLES) ** 0.5:.3f}) and {DRAWS} draws per test. Cells combine 2, 4 "
        "and 8 raters, kappa .64 and .90, prevalence balanced and 90/10, and the coefficients "
        "kappa and AC. Samples with an undefined value, or without any standard error, are "
        "excluded.",
        "",
    ]
    for design, title in TITLES.items():
        own = [row for row in rows if row["design"] == design]
        if not own:
            continue
        methods = METHODS[design]
        lines += [f"**{title}**", "", f"| n | {' | '.join(methods)} |"]
        lines.append("|---" * (len(methods) + 1) + "|")
        for n in SIZES:
            shown = []
            for method in methods:
                shares = [
                    row["rejected"][method] / row["tested"][method]
                    for row in own
                    if row["n"] == n and row["tested"].get(method, 0) >= SAMPLES / 4
                ]
                shown.append(f"{np.mean(shares):.3f} / {max(shares):.3f}" if shares else "–")
            lines.append(f"| {n} | {' | '.join(shown)} |")
        lines.append("")
    return "\n".join(lines)


def kept():
    """Return the finished cells."""
    done = {}
    for line in KEPT.read_text().splitlines() if KEPT.exists() else ():
        row = json.loads(line)
        if (row["samples"], row["draws"]) == (SAMPLES, DRAWS):
            add(done, row)
    return done


def add(done, row):
    """Add the results of further methods to a cell."""
    own = done.setdefault(tuple(row[key] for key in KEYS), row)
    for key in ("rejected", "tested"):
        own[key].update(row[key])


def forget(done, method):
    """Remove a method from the finished cells."""
    for row in done.values():
        for key in ("rejected", "tested"):
            row[key].pop(method, None)
    beside = KEPT.with_suffix(".new")
    beside.write_text("".join(json.dumps(row) + "\n" for row in done.values()))
    beside.replace(KEPT)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--again", help="method to repeat on the same samples")
    method = parser.parse_args().again
    done = kept()
    if method is not None:
        forget(done, method)
    left = []
    for cell in cells():
        known = done[cell]["tested"] if cell in done else ()
        if missing := [m for m in methods_of(cell) if m not in known]:
            left.append((cell, missing))
    with Pool() as pool, KEPT.open("a") as stream:
        work = pool.imap_unordered(run, left)
        for row in track(work, "cells", total=len(left), disable=not sys.stderr.isatty()):
            stream.write(json.dumps(row) + "\n")
            stream.flush()
            add(done, row)
    TABLE.write_text(summary(done.values()))
    print(TABLE.read_text())


if __name__ == "__main__":
    main()
