"""Label Studio's CSV export: a row per annotation, a column per question."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from accord.io.readers.crowds import answers_sheet, read_columns
from accord.io.readers.label_studio import answer_in
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet

__all__ = ["read_label_studio_csv"]

ITEM, RATER, ANNOTATION = "id", "annotator", "annotation_id"


def _is_export(head: Head) -> bool:
    """Return whether the header has the columns of an export, with answers after the id."""
    names = [name.strip('"') for name in head.text.partition("\n")[0].strip().split(",")]
    complete = {ITEM, RATER, ANNOTATION} <= set(names)
    return complete and names.index(ITEM) < names.index(RATER) - 1


@reader("label_studio_csv", "Label Studio's CSV export", knows=_is_export, several_questions=True)
def read_label_studio_csv(path: Path, dialect: Dialect) -> Sheet:
    """Read the answers in the columns between id and annotator, except marked regions."""
    columns = read_columns(path, dialect)
    names = list(columns)
    questions = names[names.index(ITEM) + 1 : names.index(RATER)]
    answers = {name: [_answer(cell) for cell in columns[name]] for name in questions}
    rated = {name: cells for name, cells in answers.items() if any(c is not None for c in cells)}
    return answers_sheet(
        columns | rated, path, item=[ITEM], rater=RATER, questions={name: name for name in rated}
    )


def _answer(cell: Any) -> Any:
    """Return the answer in a cell: plain, or JSON if there are several choices."""
    if not isinstance(cell, str) or not cell.startswith(("[", "{")):
        return cell
    try:
        value = json.loads(cell)
    except (ValueError, RecursionError):
        return cell
    parts = value if isinstance(value, list) else [value]
    answers: list[Any] = []
    for part in parts:
        answer = answer_in(part) if isinstance(part, dict) else part
        answers += answer if isinstance(answer, list) else [answer] if answer is not None else []
    return answers or None
