"""Makes the example data sets; run it to see that they are what it says.

All data are invented: a latent truth per subject, and raters who see it with error.
"""

import csv
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent


def write(name, header, rows):
    with (HERE / name).open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def essays(rng):
    """60 essays, marks 0 to 5 by three teachers; one is severe, some marks are missing."""
    quality = rng.normal(2.8, 1.2, 60)
    teachers = {"adams": (0.2, 0.5), "brown": (0.0, 0.5), "chen": (-0.6, 0.7)}
    rows = []
    for number, true in enumerate(quality, start=1):
        marks = []
        for leaning, error in teachers.values():
            mark = int(np.clip(np.rint(true + leaning + rng.normal(0, error)), 0, 5))
            marks.append("" if rng.random() < 0.08 else mark)
        rows.append([f"E{number:02}", ["A", "B"][number % 2], *marks])
    write("essays.csv", ["essay", "class", *teachers], rows)


def news(rng):
    """150 news items by two coders; the category "threat" is rare."""
    categories = ["neutral", "praise", "blame", "threat"]
    shares = [0.82, 0.09, 0.07, 0.02]
    rows = []
    for number in range(1, 151):
        true = rng.choice(4, p=shares)
        codes = [
            categories[true if rng.random() < 0.9 else rng.choice(4, p=shares)] for _ in range(2)
        ]
        rows.append([number, *codes])
    write("news.csv", ["item", "coder1", "coder2"], rows)


def crowd(rng):
    """400 images, each labelled by 3 to 6 of 45 workers of differing care; a row per label."""
    labels = ["bird", "cat", "dog", "none"]
    care = rng.beta(8, 2, 45)
    rows = []
    for image in range(1, 401):
        true = rng.choice(4, p=[0.3, 0.25, 0.35, 0.1])
        for worker in sorted(rng.choice(45, size=rng.integers(3, 7), replace=False)):
            label = true if rng.random() < care[worker] else rng.integers(4)
            batch = f"batch{(image - 1) // 20 + 1:02}"
            rows.append([f"img{image:03}", f"w{worker + 1:02}", labels[label], batch])
    write("crowd.csv", ["image", "worker", "label", "batch"], rows)


if __name__ == "__main__":
    generator = np.random.default_rng(20260101)
    for make in (essays, news, crowd):
        make(generator)
