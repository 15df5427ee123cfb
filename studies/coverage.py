"""Coverage of 95 % confidence intervals.

Samples are drawn from populations with a known value. Every interval that accord offers, that
other programs print or that was tried (`candidates`) is computed on the same samples. The grid is
large, so cells are simulated in random order (with a fixed seed), cells with guessing raters first:
whenever the study is stopped, the finished cells are a random sample. The lowest of many simulated
coverages is biased downward, so the cells with the lowest ones are simulated again with more
samples.

Run with ``make coverage`` (``make coverage MINUTES=30`` stops after 30 minutes). All cores are
used, and finished cells are stored in ``coverage.jsonl``, so that the study can be resumed.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
import time
import zlib
from collections import defaultdict
from functools import cached_property
from itertools import product
from multiprocessing import Pool
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import candidates
import numpy as np
from rich.progress import track

from accord.analysis.planning import Population
from accord.errors import EmptyInputError
from accord.inference.bootstrap import bootstrap
from accord.inference.dirichlet import posterior_tails
from accord.inference.intervals import confidence_interval
from accord.statistics import REGISTRY, Evaluation
from accord.statistics.weights import scheme_named

HERE = Path(__file__).parent
KEPT, TABLE, PAGE, PICTURE = (HERE / f"coverage.{end}" for end in ("jsonl", "csv", "md", "svg"))
SEED = 7
SAMPLES, AGAIN, WORST = 100, 1_000, 40
DRAWS, RESAMPLES = 600, 300
SLOW_EVERY = 10  # bootstraps and likelihoods are computed on one sample in ten

SIZES = (10, 20, 30, 50, 100, 400)
RATERS = (2, 3, 5, 10)
CATEGORIES = (2, 3, 5)
PREVALENCES = ("balanced", "90/10", "99/1")
SKILLS = (0.2, 0.6, 0.9, 0.98)
MISSING = (0.0, 0.3)
WEIGHTS = ("identity", "quadratic")
ERRORS = ("guess", "hard", "adjacent", "mixed")
KEYS = ("n", "raters", "categories", "prevalence", "skill", "missing", "weights", "errors")
COEFFICIENTS = (
    "percent_agreement",
    "cohen_kappa",
    "conger_kappa",
    "light_kappa",
    "fleiss_kappa",
    "brennan_prediger",
    "gwet_ac",
    "krippendorff_alpha",
    "aickin_alpha",
    "bangdiwala_b",
)
TITLES = {
    "dirichlet": "dirichlet",
    "t": "t (irrCAC and others)",
    "normal_null": "Fleiss, null-hypothesis SE (irr and others)",
    "percentile": "percentile bootstrap",
    "bca": "BCa bootstrap",
    "log_t": "t of log(1 - value)",
    "wilson": "Wilson, effective subjects",
    "likelihood": "empirical likelihood",
    "adjusted": "adjusted empirical likelihood",
}


def cells():
    """Return all cells of the grid in random order, cells with guessing raters first."""
    grid = [
        cell
        for cell in product(
            SIZES, RATERS, CATEGORIES, PREVALENCES, SKILLS, MISSING, WEIGHTS, ERRORS
        )
        if not (cell[2] == 2 and cell[6] == "quadratic")  # the same as identity
        and not (cell[7] in ("adjacent", "mixed") and cell[6] == "identity")
    ]
    mixed = [grid[k] for k in np.random.default_rng(SEED).permutation(len(grid))]
    return sorted(mixed, key=lambda cell: cell[7] != "guess")


def population(raters, categories, prevalence, skill, missing, errors):
    """Return a population whose kappa is the skill, unless errors are of one step."""
    if prevalence == "balanced":
        shares = (1 / categories,) * categories
    else:
        top = float(prevalence.split("/")[0]) / 100
        shares = (top, *((1 - top) / (categories - 1),) * (categories - 1))
    seen = {"guess": skill**0.5, "hard": skill}.get(errors, 1 - (1 - skill) / 2)
    if errors == "mixed":
        return Mixed(shares, raters, seen, "adjacent", missing)
    return Population(shares, raters, seen, errors, missing)


class Mixed(Population):
    """A population in which four of five errors are of one step, the others of any size."""

    @cached_property
    def mistakes(self):
        return 0.8 * super().mistakes + 0.2 * self._share


def measured(raters, weights):
    """Return the coefficients that are defined, without those that equal another one."""
    unsuited = {"conger_kappa", "light_kappa"} if raters == 2 else {"cohen_kappa"}
    if raters != 2 or weights != "identity":
        unsuited |= {"aickin_alpha", "bangdiwala_b"}
    if raters > 3:
        unsuited.add("light_kappa")  # slow, and hardly ever far from Conger's kappa
    return [REGISTRY[name] for name in COEFFICIENTS if name not in unsuited]


def intervals(evaluations, number, slow):
    """Return (low, high) of each coefficient by each method on one sample."""
    found = {
        "dirichlet": [tuple(t.interval(0.95)) for t in posterior_tails(evaluations, DRAWS, number)]
    }
    for name, interval in (
        ("t", candidates.wald),
        ("log_t", candidates.log_t),
        ("wilson", candidates.wilson),
    ):
        found[name] = [interval(e) for e in evaluations]
    found["normal_null"] = [
        candidates.null_error(e) if e.coefficient.name == "fleiss_kappa" else None
        for e in evaluations
    ]
    if slow:
        drawn = bootstrap(evaluations, RESAMPLES, number)
        for method in ("percentile", "bca"):
            found[method] = [
                tuple(confidence_interval(method, e, se=0, df=1, confidence=0.95, replicates=row))
                for e, row in zip(evaluations, drawn, strict=True)
            ]
        found["likelihood"] = [candidates.empirical_likelihood(e) for e in evaluations]
        found["adjusted"] = [candidates.adjusted_likelihood(e) for e in evaluations]
    return found


def run(job):
    """Tallies of one cell: per coefficient and method, intervals, misses on each side, length."""
    cell, samples, stage = job
    n, raters, categories, prevalence, skill, missing, weights, errors = cell
    rng = np.random.default_rng([SEED, stage, zlib.crc32(repr(cell).encode())])
    people = population(raters, categories, prevalence, skill, missing, errors)
    scheme, entries = scheme_named(weights), measured(raters, weights)
    truths = [people.value(entry, scheme) for entry in entries]
    tallies = {entry.name: defaultdict(lambda: [0, 0, 0, 0.0]) for entry in entries}
    undefined = dict.fromkeys(tallies, 0)
    for number in range(samples):
        try:
            sample = people.draw(n, rng)
        except EmptyInputError:
            sample = None
        evaluations = []
        for entry in entries if sample is not None else ():
            table = evaluations[0].table if evaluations else None
            evaluations.append(Evaluation(entry, sample, scheme, {}, table))
        known = [k for k, e in enumerate(evaluations) if np.isfinite(e.value)]
        for k, entry in enumerate(entries):
            undefined[entry.name] += k not in known
        if not known:
            continue
        slow = stage == 0 and number % SLOW_EVERY == 0
        found = intervals([evaluations[k] for k in known], number, slow)
        for method, ends in found.items():
            for k, pair in zip(known, ends, strict=True):
                if pair is None or not np.isfinite(pair).all():
                    continue
                tally = tallies[entries[k].name][method]
                tally[0] += 1
                tally[1] += bool(truths[k] < pair[0] - 1e-9)
                tally[2] += bool(truths[k] > pair[1] + 1e-9)
                tally[3] += float(pair[1] - pair[0])
    return {
        "stage": stage,
        "cell": cell,
        "samples": samples,
        "undefined": undefined,
        "tallies": {name: dict(own) for name, own in tallies.items()},
    }


def kept():
    rows = []
    if KEPT.exists():
        rows = [json.loads(line) for line in KEPT.read_text().splitlines()]
    for row in rows:
        row["cell"] = tuple(row["cell"])
    return rows


def shares(rows, stage):
    """One line per cell, coefficient and method."""
    for row in rows:
        if row["stage"] != stage:
            continue
        for name, tallies in row["tallies"].items():
            if row["undefined"][name] > row["samples"] * 3 / 4:
                continue
            for method, (number, left, right, length) in tallies.items():
                if number:
                    yield {
                        **dict(zip(KEYS, row["cell"], strict=True)),
                        "cell": row["cell"],
                        "coefficient": name,
                        "method": method,
                        "number": number,
                        "coverage": 1 - (left + right) / number,
                        "left": left / number,
                        "right": right / number,
                        "length": length / number,
                        "undefined": row["undefined"][name] / row["samples"],
                    }


def worst_cells(rows):
    """Return the cells with n >= 20 in which the default interval has the lowest coverage."""
    lowest = {}
    for line in shares(rows, 0):
        if line["method"] == "dirichlet" and line["n"] >= 20:
            cell = line["cell"]
            lowest[cell] = min(lowest.get(cell, 1.0), line["coverage"])
    return sorted(lowest, key=lowest.get)[:WORST]


def work(jobs, stop, rows):
    with Pool() as pool, KEPT.open("a") as stream:
        done = pool.imap_unordered(run, jobs)
        for row in track(done, "cells", total=len(jobs), disable=not sys.stderr.isatty()):
            stream.write(json.dumps(row) + "\n")
            stream.flush()
            rows.append(row)
            if time.monotonic() > stop:
                pool.terminate()
                return


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=600.0)
    stop = time.monotonic() + 60 * parser.parse_args().minutes
    rows = kept()
    known = {row["cell"] for row in rows if row["stage"] == 0}
    share = 0.72 if stop < time.monotonic() + 36_000 else 1.0  # the rest is for the worst cells
    left = [(cell, SAMPLES, 0) for cell in cells() if cell not in known]
    work(left, time.monotonic() + share * (stop - time.monotonic()), rows)
    again = {row["cell"] for row in rows if row["stage"] == 1}
    work([(cell, AGAIN, 1) for cell in worst_cells(rows) if cell not in again], stop, rows)
    summarise(rows)


def mean(lines, key):
    return float(np.mean([line[key] for line in lines]))


def summarise(rows):
    screened = list(shares(rows, 0))
    groups = defaultdict(list)
    by = ("n", "prevalence", "weights", "coefficient", "method")
    for line in screened:
        groups[tuple(line[key] for key in by)].append(line)
    with TABLE.open("w", newline="") as stream:
        out = csv.writer(stream, lineterminator="\n")
        out.writerow([*by, "cells", "coverage", "lowest", "left", "right", "length", "undefined"])
        for key, lines in sorted(groups.items(), key=str):
            out.writerow(
                [
                    *key,
                    len(lines),
                    f"{mean(lines, 'coverage'):.3f}",
                    f"{min(line['coverage'] for line in lines):.3f}",
                    *(f"{mean(lines, k):.3f}" for k in ("left", "right", "length", "undefined")),
                ]
            )
    PAGE.write_text(page(rows, screened))
    print(PAGE.read_text())
    picture(screened)


def page(rows, screened):
    kinds = [row["cell"][7] for row in rows if row["stage"] == 0]
    parts = [
        f"{kinds.count(kind):,} of {sum(cell[7] == kind for cell in cells()):,} with {words}"
        for kind, words in (
            ("guess", "guessing raters"),
            ("hard", "subjects that are hard for all raters"),
            ("adjacent", "errors of one step"),
            ("mixed", "four of five errors of one step"),
        )
    ]
    text = [
        "Each entry of the tables has four figures over cells and coefficients: mean coverage at "
        "the nominal 95 %, share of cells significantly below 93 %, lowest coverage, and median "
        "length relative to t.",
        "",
        "A cell is a population, a number of subjects and raters, a share of missing ratings and a "
        f"weight scheme. {len(kinds):,} of the {len(cells()):,} cells of the grid were simulated "
        f"({', '.join(parts)}), chosen at random (seed {SEED}), with {SAMPLES} samples per cell "
        f"(bootstraps and likelihoods on one in {SLOW_EVERY}), {DRAWS:,} draws and {RESAMPLES} "
        "resamples. Samples with an undefined coefficient are excluded.",
        "",
    ]
    for title, chosen in (
        ("Prevalence balanced or 90/10", ("balanced", "90/10")),
        ("Prevalence 99/1", ("99/1",)),
    ):
        text += [f"**{title}**", "", f"| interval | {' | '.join(f'n = {n}' for n in SIZES)} |"]
        text.append("|---" * (len(SIZES) + 1) + "|")
        for method, name in TITLES.items():
            shown = [summary(screened, method, n, chosen) for n in SIZES]
            text.append(f"| {name} | {' | '.join(shown)} |")
        text.append("")
    text += worst_page(rows)
    return "\n".join(text) + "\n"


def summary(screened, method, n, prevalences):
    lines = [x for x in screened if x["n"] == n and x["prevalence"] in prevalences]
    own = [x for x in lines if x["method"] == method]
    if not own:
        return "–"
    plain = {(x["cell"], x["coefficient"]): x["length"] for x in lines if x["method"] == "t"}
    both = [(x["length"], plain.get((x["cell"], x["coefficient"]))) for x in own]
    ratio = np.median([one / t for one, t in both if t])
    low = sum(x["coverage"] < 0.93 - noise(x["number"]) for x in own) / len(own)
    lowest = min(x["coverage"] for x in own)
    return f"{mean(own, 'coverage'):.3f}, {low:.0%}, {lowest:.2f}, ×{ratio:.2f}"


def noise(number):
    """Return two standard errors of a share of .05."""
    return 2 * (0.05 * 0.95 / number) ** 0.5


def worst_page(rows):
    """Return the table of the cells with the lowest coverage, simulated again."""
    again = [x for x in shares(rows, 1) if x["method"] == "dirichlet"]
    if not again:
        return []
    lowest = {}
    for line in again:
        if line["coverage"] < lowest.get(line["cell"], {"coverage": 2})["coverage"]:
            lowest[line["cell"]] = line
    ranked = sorted(lowest.values(), key=lambda x: x["coverage"])
    text = [
        f"**Lowest coverage.** The {len(ranked)} cells with n ≥ 20 and the lowest coverage of "
        f"`dirichlet` were simulated again with {AGAIN:,} new samples each (two standard errors "
        f"are {noise(AGAIN):.3f}). The table shows the 15 lowest, with the coefficient of lowest "
        "coverage.",
        "",
        "| n | raters | categories | prevalence | skill | missing | weights | errors "
        "| coefficient | coverage | value below | value above | undefined | coverage of t |",
        "|---" * 14 + "|",
    ]
    plain = {
        (x["cell"], x["coefficient"]): x["coverage"] for x in shares(rows, 1) if x["method"] == "t"
    }
    for line in ranked[:15]:
        facts = " | ".join(str(line[key]) for key in KEYS)
        text.append(
            f"| {facts} | {line['coefficient']} | {line['coverage']:.3f} | {line['left']:.3f} "
            f"| {line['right']:.3f} | {line['undefined']:.2f} "
            f"| {plain[line['cell'], line['coefficient']]:.3f} |"
        )
    return text


def picture(screened):
    """Draw the coverage of every cell by n, for methods computed on every sample."""
    from accord.present.figures.canvas import COLOURS, canvas, save, style

    shown = ("dirichlet", "t", "log_t", "wilson")
    with style():
        figure, (axes,) = canvas(9, 4.5)
        rng = np.random.default_rng(SEED)
        for k, method in enumerate(shown):
            for place, n in enumerate(SIZES):
                values = [c["coverage"] for c in screened if (c["method"], c["n"]) == (method, n)]
                x = place + (k - 1.5) / 5 + rng.uniform(-0.06, 0.06, len(values))
                axes.plot(
                    x, values, ".", ms=2, alpha=0.35, color=COLOURS[k], rasterized=True,
                    label=TITLES[method] if place == 0 else None,
                )  # fmt: skip
        axes.axhline(0.95, color="black", lw=0.8)
        axes.set(
            xlabel="subjects", ylabel="coverage", xticks=range(len(SIZES)), xticklabels=SIZES,
            title="How often 95 % intervals hold the value: a dot per cell and coefficient",
        )  # fmt: skip
        legend = axes.legend(markerscale=6, loc="upper left", bbox_to_anchor=(1.0, 0.9))
        for mark in legend.legend_handles:
            mark.set_alpha(1)
        save(figure, PICTURE)


if __name__ == "__main__":
    main()
