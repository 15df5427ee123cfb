"""The same study written in every shape in which people keep ratings."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["SHAPES", "Study", "simulate", "table_of"]


@dataclass(frozen=True)
class Study:
    """Ratings of every subject by every rater on every variable; None where one is missing."""

    ratings: dict[str, dict[str, list[Any]]]  # variable → rater → label of each subject
    ids: list[str] = field(default_factory=list)

    @property
    def raters(self):
        return list(next(iter(self.ratings.values())))


def simulate(random_state, variables, raters, subjects=40, missing=0.03, error=0.25):
    """Raters who see the truth with error; each variable has categories of its own."""
    rng = random.Random(random_state)
    ratings = {}
    for name, categories in variables.items():
        truth = [rng.choice(categories) for _ in range(subjects)]
        ratings[name] = {
            rater: [
                None
                if rng.random() < missing
                else rng.choice(categories)
                if rng.random() < error
                else label
                for label in truth
            ]
            for rater in raters
        }
    return Study(ratings, [f"N{number:03}" for number in range(1, subjects + 1)])


def table_of(patterns, ids=True):
    """What a pattern table says: the label that each rater gave each subject."""
    labels, rows = patterns.subjects()
    scale = [None if patterns.scale.size == 0 else str(x) for x in patterns.scale.labels]
    cells = {
        (str(subject) if ids else None, rater): scale[code]
        for subject, row in zip(labels, rows, strict=True)
        for rater, code in zip(patterns.raters, row, strict=True)
        if code >= 0
    }
    if ids:
        return cells
    return sorted(
        tuple(sorted((r, scale[c]) for r, c in zip(patterns.raters, row, strict=True) if c >= 0))
        for row in rows
    )


def _write(path, header, rows, rng, delimiter=",", shuffle=True):
    order = list(range(len(header)))
    rows = list(rows)
    if shuffle:
        rng.shuffle(order)
        rng.shuffle(rows)
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
        writer.writerow([header[j] for j in order])
        writer.writerows(["" if row[j] is None else row[j] for j in order] for row in rows)
    return path


def _cells(study, i):
    return [(v, r, study.ratings[v][r][i]) for v in study.ratings for r in study.raters]


def grid(template: str):
    """A column for each variable and rater, named by a template."""

    def write(study, folder, rng):
        header = ["doc_id", *(template.format(v=v, r=r) for v, r, _ in _cells(study, 0))]
        rows = [[name, *(x for *_, x in _cells(study, i))] for i, name in enumerate(study.ids)]
        return [_write(folder / "grid.csv", header, rows, rng)]

    return write


def long_many(study, folder, rng):
    """A row per subject and rater, a column per variable."""
    header = ["article_id", "coder", *study.ratings]
    rows = [
        [name, rater, *(study.ratings[v][rater][i] for v in study.ratings)]
        for i, name in enumerate(study.ids)
        for rater in study.raters
    ]
    return [_write(folder / "long.tsv", header, rows, rng, "\t")]


def long_questions(study, folder, rng):
    """A row per subject, rater and variable."""
    rows = [[name, r, v, x] for i, name in enumerate(study.ids) for v, r, x in _cells(study, i)]
    return [
        _write(folder / "questions.csv", ["text", "annotator", "question", "answer"], rows, rng)
    ]


def files_of_raters(study, folder, rng):
    """A file per rater, a column per variable."""
    return [
        _write(
            folder / f"{rater}.csv",
            ["id", *study.ratings],
            [[n, *(study.ratings[v][rater][i] for v in study.ratings)] for i, n in
             enumerate(study.ids)],
            random.Random(rng.random()),
        )
        for rater in study.raters
    ]  # fmt: skip


def files_of_variables(study, folder, rng):
    """A file per variable, a column per rater."""
    return [
        _write(
            folder / f"{v}.csv",
            ["id", *study.raters],
            [[n, *(study.ratings[v][r][i] for r in study.raters)] for i, n in
             enumerate(study.ids)],
            random.Random(rng.random()),
        )
        for v in study.ratings
    ]  # fmt: skip


def json_annotations(study, folder, rng):
    """A line per subject with a list of annotations, each with all variables."""
    path = folder / "annotations.jsonl"
    lines = [
        json.dumps({
            "id": name, "text": f"This is the text of {name}, which nobody needs here.",
            "annotations": [
                {"annotator": r, **{v: study.ratings[v][r][i] for v in study.ratings}}
                for r in study.raters
            ],
        })
        for i, name in enumerate(study.ids)
    ]  # fmt: skip
    rng.shuffle(lines)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [path]


def json_labels(study, folder, rng):
    """A line per subject with an object of raters for each variable."""
    path = folder / "labels.jsonl"
    lines = [
        json.dumps(
            {"id": name, **{v: {r: study.ratings[v][r][i] for r in study.raters} for v in
             study.ratings}}
        )
        for i, name in enumerate(study.ids)
    ]  # fmt: skip
    rng.shuffle(lines)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [path]


SHAPES: dict[str, Callable[[Study, Path, random.Random], list[Path]]] = {
    "variable_rater": grid("{v}_{r}"),
    "rater_variable": grid("{r}_{v}"),
    "dots": grid("{v}.{r}"),
    "dashes": grid("{v} - {r}"),
    "long": long_many,
    "questions": long_questions,
    "a file per rater": files_of_raters,
    "a file per variable": files_of_variables,
    "annotations": json_annotations,
    "labels": json_labels,
}
