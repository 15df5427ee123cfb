"""Label Studio's JSON export: tasks with annotations, and predictions of models."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from accord.data.patterns import Role
from accord.errors import NotATableError
from accord.io.readers.documents import Rating, long_sheet, parsed
from accord.io.readers.registry import Head, reader
from accord.io.readers.sheet import Dialect, Sheet

__all__ = ["answer_in", "read_label_studio"]

VALUES = ("choices", "rating", "number", "text", "labels", "taxonomy")


def _is_export(head: Head) -> bool:
    text = head.text
    return text.startswith("[") and '"annotations"' in text and '"result"' in text


@reader("label_studio", "Label Studio's JSON export", knows=_is_export, asks=True)
def read_label_studio(path: Path, _: Dialect) -> Sheet:
    """Read the annotations of each task; cancelled ones are left out."""
    tasks = parsed(path)
    if not isinstance(tasks, list) or not all(isinstance(task, dict) for task in tasks):
        raise NotATableError("this is not a list of tasks.", file=str(path))
    cancelled = sum(bool(a.get("was_cancelled")) for task in tasks for a in _annotations(task))
    notes = (f"{cancelled} cancelled annotations are left out.",) if cancelled else ()
    return long_sheet((r for task in tasks for r in _ratings(task)), path, notes)


def _annotations(task: dict[str, Any]) -> list[dict[str, Any]]:
    found = task.get("annotations") or task.get("completions") or []
    return [one for one in found if isinstance(one, dict)]


def _ratings(task: dict[str, Any]) -> Iterator[Rating]:
    item = task.get("id")
    for annotation in _annotations(task):
        if annotation.get("was_cancelled"):
            continue
        if annotation.get("ground_truth"):
            yield from _answers(annotation, item, "gold", "gold")
        else:
            yield from _answers(annotation, item, _name(annotation.get("completed_by")), "human")
    for prediction in task.get("predictions") or []:
        if isinstance(prediction, dict):
            model = prediction.get("model_version") or "model"
            yield from _answers(prediction, item, str(model), "machine")


def _name(who: Any) -> str:
    if isinstance(who, dict):
        return str(who.get("email") or who.get("username") or who.get("id"))
    return str(who)


def _answers(answer: dict[str, Any], item: Any, who: str, role: Role) -> Iterator[Rating]:
    for part in answer.get("result") or []:
        value = part.get("value") if isinstance(part, dict) else None
        found = answer_in(value) if isinstance(value, dict) else None
        if found is not None:
            yield Rating(item, who, found, str(part.get("from_name", "")), role)


def answer_in(value: dict[str, Any]) -> Any:
    """Answer about the whole item; None of a value that marks a part of it."""
    if "start" in value or "x" in value:
        return None
    return next((value[kind] for kind in VALUES if kind in value), None)
