"""Argilla's records: responses of users to questions, and suggestions of machines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from accord.errors import NotATableError
from accord.io.readers.documents import Rating, long_sheet, parsed, parsed_lines
from accord.io.readers.registry import reader
from accord.io.readers.sheet import Dialect, Sheet

__all__ = ["read_argilla"]

USERS = ".responses.users"
RESPONSES = re.compile(r'"responses":\s*\{')


@reader(
    "argilla",
    "Argilla's records",
    knows=lambda head: f'{USERS}"' in head.text or _is_export(head.text),
    several_questions=True,
)
def read_argilla(path: Path, _: Dialect) -> Sheet:
    """Read the submitted responses to each question; suggestions are those of a machine."""
    lines = path.suffix.lower() in (".jsonl", ".ndjson")
    records = [record for _, record in parsed_lines(path)] if lines else parsed(path)
    if not isinstance(records, list) or not all(isinstance(record, dict) for record in records):
        raise NotATableError("this is not a list of records.", file=str(path))
    numbered = enumerate(records, start=1)
    return long_sheet((r for number, record in numbered for r in _ratings(record, number)), path)


def _ratings(record: dict[str, Any], number: int) -> Iterator[Rating]:
    """Yield the ratings of a record; its number is the subject if it has no id."""
    subject = record.get("id", number)
    if isinstance(record.get("responses"), dict):
        yield from _exported_ratings(record, subject, number)
        return
    for key in record:
        if not key.endswith(USERS):
            continue
        question = key.removesuffix(USERS)
        users, scores = record[key] or [], record.get(f"{question}.responses") or []
        status = record.get(f"{question}.responses.status") or ["submitted"] * len(users)
        if not len(users) == len(scores) == len(status):
            raise NotATableError(
                f"record {number} has {len(users)} users and {len(scores)} responses to "
                f"{question!r}."
            )
        for user, score, state in zip(users, scores, status, strict=True):
            if state == "submitted":
                yield Rating(subject, user, score, question, "human")
        suggestion = record.get(f"{question}.suggestion")
        if suggestion is not None:
            agent = record.get(f"{question}.suggestion.agent") or "suggestion"
            yield Rating(subject, agent, suggestion, question, "machine")


def _is_export(text: str) -> bool:
    """Return whether a text is the start of records as Argilla 2 exports them to a file."""
    return '"fields"' in text and RESPONSES.search(text) is not None


def _exported_ratings(record: dict[str, Any], subject: object, number: int) -> Iterator[Rating]:
    """Yield the ratings of a record in which each question has a list of responses."""
    for question, responses in record["responses"].items():
        if not isinstance(responses, list) or not all(isinstance(r, dict) for r in responses):
            raise NotATableError(f"record {number} has no list of responses to {question!r}.")
        for response in responses:
            if response.get("status") in (None, "submitted"):
                yield Rating(
                    subject, response.get("user_id"), response.get("value"), question, "human"
                )
    suggestions = record.get("suggestions")
    for question, suggestion in (suggestions if isinstance(suggestions, dict) else {}).items():
        if isinstance(suggestion, dict) and suggestion.get("value") is not None:
            agent = suggestion.get("agent") or "suggestion"
            yield Rating(subject, agent, suggestion["value"], question, "machine")
