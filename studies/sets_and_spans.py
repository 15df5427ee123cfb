"""Coverage of the default intervals of sets of labels and of spans, by simulation.

Prints tables in Markdown for docs/howto/sets.md and docs/howto/spans.md::

    python studies/sets_and_spans.py --repetitions 400
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np

import accord
from accord.data.spans import Spans
from accord.inference.results import Estimate

LARGE_SETS, LARGE_DOCUMENTS = 60_000, 6_000  # for the true values
LABELS = "abcde"


def set_ratings(rng: np.random.Generator, n: int, accuracy: float) -> list[list[frozenset[str]]]:
    """Return sets of labels of three raters, who err on each label independently."""
    prevalence = np.array([0.4, 0.3, 0.2, 0.15, 0.1])
    truth = rng.random((n, 1, 5)) < prevalence
    flips = rng.random((n, 3, 5)) < (1 - accuracy) * np.where(truth, 1.0, 0.4)
    marks = truth ^ flips
    return [[frozenset(LABELS[k] for k in np.flatnonzero(r)) for r in row] for row in marks]


def marked_spans(
    rng: np.random.Generator, documents: int, raters: int, found: float, right: float, jitter: int
) -> Spans:
    """Return spans of raters who find units, label them rightly and set ends with some error."""
    rows, lengths = [], []
    for document in range(documents):
        length = int(rng.integers(150, 500))
        lengths.append(float(length))
        share = rng.beta(8 * found, 8 * (1 - found))
        units, position = [], 0
        while True:
            start = position + int(rng.geometric(1 / 30))
            position = start + int(rng.integers(5, 25))
            if position >= length - 3:
                break
            units.append((start, position, int(rng.integers(3))))
        for rater in range(raters):
            last = 0
            for start, end, label in units:
                if rng.random() > share:
                    continue
                shift = rng.integers(-jitter, jitter + 1, 2) * (rng.random(2) < 0.5)
                first, until = max(last, start + int(shift[0])), min(length, end + int(shift[1]))
                said = label if rng.random() < right else int(rng.integers(3))
                if until > first:
                    rows.append((document, rater, said, first, until))
                    last = until
    table = np.array(rows, dtype=np.int64).reshape(-1, 5)
    names = tuple(f"d{k}" for k in range(documents))
    return Spans(
        names, tuple("ABC"[:raters]), ("x", "y", "z"), *table.T,
        np.array(lengths), np.ones((documents, raters), dtype=np.bool_),
    )  # fmt: skip


SET_STATISTICS: dict[str, Callable[[object], Estimate]] = {
    "alpha, MASI": lambda rows: accord.krippendorff_alpha(rows, weights="masi"),
    "mean over labels": lambda rows: accord.by_label(rows).mean,
}
SPAN_STATISTICS: dict[str, Callable[[object], Estimate]] = {
    "unitizing alpha": lambda spans: accord.unitizing_alpha(spans),
    "cu-alpha": lambda spans: accord.cu_alpha(spans),
    "span F1": lambda spans: accord.span_f1(spans),
    "span F1, overlap": lambda spans: accord.span_f1(spans, match="overlap"),
    "span precision, overlap": lambda spans: accord.span_precision(spans, match="overlap"),
    "character F1": lambda spans: accord.character_f1(spans),
}


def coverage(
    statistics: dict[str, Callable[[object], Estimate]],
    generate: Callable[[np.random.Generator, int], object],
    large: int,
    sizes: tuple[int, ...],
    repetitions: int,
) -> dict[str, list[str]]:
    """Return, for each statistic, its true value and the coverage and mean length by size."""
    population = generate(np.random.default_rng(1), large)
    table = {}
    for name, statistic in statistics.items():
        true = statistic(population).value
        cells = [f"{true:.2f}"]
        for size in sizes:
            hits, lengths = [], []
            for k in range(repetitions):
                low, high = statistic(generate(np.random.default_rng([size, k]), size)).interval
                if np.isfinite(low):
                    hits.append(low <= true <= high)
                    lengths.append(high - low)
            cells.append(f"{np.mean(hits):.3f} ({np.mean(lengths):.2f})")
        table[name] = cells
        print(name, *cells, sep=" | ", flush=True)
    return table


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=400)
    parser.add_argument("--only", choices=("sets", "spans"))
    arguments = parser.parse_args()
    repetitions = arguments.repetitions
    if arguments.only != "spans":
        print_sets(repetitions)
    if arguments.only != "sets":
        print_spans(repetitions)


def print_sets(repetitions: int) -> None:
    """Print the table of sets of labels."""
    print("sets | true | 10 | 20 | 50")
    for accuracy in (0.98, 0.85):
        print(f"accuracy {accuracy}")
        coverage(
            SET_STATISTICS, lambda rng, n, a=accuracy: set_ratings(rng, n, a), LARGE_SETS,
            (10, 20, 50), repetitions,
        )  # fmt: skip


def print_spans(repetitions: int) -> None:
    """Print the table of spans."""
    print("spans | true | 5 | 10 | 25")
    for design in ((2, 0.97, 0.99, 1), (2, 0.9, 0.95, 2), (3, 0.7, 0.8, 4)):
        print(f"raters, found, right, jitter: {design}")
        coverage(
            SPAN_STATISTICS, lambda rng, n, d=design: marked_spans(rng, n, *d), LARGE_DOCUMENTS,
            (5, 10, 25), repetitions,
        )  # fmt: skip


if __name__ == "__main__":
    main()
