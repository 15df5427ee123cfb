"""Label Studio's JSON export: tasks with annotations and predictions of models."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from accord.data.patterns import Role
from accord.errors import NotATableError
from accord.io.readers.documents import Rating, long_sheet, parsed
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet
from accord.io.readers.span_tables import Annotation, Mark, span_frame, span_roles

__all__ = ["answer_in", "read_label_studio"]

VALUES = ("choices", "rating", "number", "text", "labels", "taxonomy")


def _is_export(head: Head) -> bool:
    text = head.text
    return text.startswith("[") and '"annotations"' in text and '"result"' in text


@reader("label_studio", "Label Studio's JSON export", knows=_is_export, several_questions=True)
def read_label_studio(path: Path, _: Dialect) -> Sheet:
    """Read the annotations of each task; cancelled ones are left out."""
    tasks = parsed(path)
    if not isinstance(tasks, list) or not all(isinstance(task, dict) for task in tasks):
        raise NotATableError("this is not a list of tasks.", file=str(path))
    cancelled = sum(bool(a.get("was_cancelled")) for task in tasks for a in _annotations(task))
    notes = (f"{cancelled} cancelled annotations are left out.",) if cancelled else ()
    annotations = [annotation for task in tasks for annotation in _marked(task)]
    frame = span_frame(annotations)
    ratings = [rating for task in tasks for rating in _ratings(task)]
    if frame is not None and not ratings:
        roles = span_roles(annotations)
        return Sheet(frame, str(path), layout="spans", roles=roles, notes=notes)
    return replace(long_sheet(ratings, path, notes), spans=frame)


def _annotations(task: dict[str, Any]) -> list[dict[str, Any]]:
    annotations = task.get("annotations") or task.get("completions") or []
    return [annotation for annotation in annotations if isinstance(annotation, dict)]


def _ratings(task: dict[str, Any]) -> Iterator[Rating]:
    """Yield the ratings of a task, by annotators, by the ground truth and by models."""
    for annotation, rater, role in _answered(task):
        yield from _answers(annotation, task.get("id"), rater, role)


def _answered(task: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str, Role]]:
    """Yield the annotations of a task, with the rater and the role of each."""
    for annotation in _annotations(task):
        if annotation.get("was_cancelled"):
            continue
        if annotation.get("ground_truth"):
            yield annotation, "gold", "gold"
        else:
            yield annotation, _name(annotation.get("completed_by")), "human"
    for prediction in task.get("predictions") or []:
        if isinstance(prediction, dict):
            yield prediction, str(prediction.get("model_version") or "model"), "machine"


def _marked(task: dict[str, Any]) -> Iterator[Annotation]:
    """Yield the spans that people and models marked in the text of a task."""
    data = task.get("data")
    texts = [text for text in data.values() if isinstance(text, str)] if data else []
    stated = data.get("text") if isinstance(data, dict) else None
    text = stated if isinstance(stated, str) else max(texts, key=len, default=None)
    length = None if text is None else len(text)
    for annotation, rater, role in _answered(task):
        marks = [
            Mark(int(value["start"]), int(value["end"]), str(label))
            for part in annotation.get("result") or []
            if isinstance(part, dict) and isinstance(value := part.get("value"), dict)
            if "start" in value and "end" in value and "x" not in value
            for label in value.get("labels") or value.get("hypertextlabels") or ["span"]
        ]
        yield Annotation(task.get("id"), rater, marks, length, role)


def _name(annotator: Any) -> str:
    """Return the name of an annotator, who is an object or an id."""
    if isinstance(annotator, dict):
        name = annotator.get("email") or annotator.get("username") or annotator.get("id")
        return str(name)
    return str(annotator)


def _answers(answer: dict[str, Any], subject: Any, rater: str, role: Role) -> Iterator[Rating]:
    """Yield the ratings of one annotation, a rating for each question."""
    for part in answer.get("result") or []:
        value = part.get("value") if isinstance(part, dict) else None
        score = answer_in(value) if isinstance(value, dict) else None
        if score is not None:
            yield Rating(subject, rater, score, str(part.get("from_name", "")), role)


def answer_in(value: dict[str, Any]) -> Any:
    """Return the answer about the whole subject; None for a value that marks a part of it."""
    if "start" in value or "x" in value:
        return None
    return next((value[kind] for kind in VALUES if kind in value), None)
