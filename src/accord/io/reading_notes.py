"""Notes on how rows and columns were read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from accord.data.patterns import Patterns
from accord.data.scale import as_number
from accord.data.scale.labels import few_labels
from accord.io.ambiguity import (
    describe_long,
    is_unlabelled,
    note_many_raters,
    suggest_other_reading,
    warn,
)
from accord.io.engines import CellRules
from accord.io.layouts import RATER, LayoutOptions, Long, Reading, Variable, Wide, describe_apart

__all__ = ["notes_on_reading"]

MOST_CATEGORIES = 200  # of words that are compared between raters
MOST_RATERS = 200
PERSON = re.compile(
    r"(rater|coder|annotator|judge|marker|observer|reviewer|reader|grader|assessor|examiner|"
    r"labell?er)s?([ _-]?(id|no|nr|number|name))?",
    re.IGNORECASE,
)


def notes_on_reading(
    variable: Variable,
    reading: Reading,
    options: LayoutOptions,
    rules: CellRules,
    patterns: Patterns,
    sample: Mapping[str, Sequence[Any]],
) -> list[str]:
    """Return notes on how rows and columns were read, with warnings of what is doubtful.

    Parameters
    ----------
    variable
        The variable that was read.
    reading
        How all variables were read.
    options
        What the user stated about the layout and the columns.
    rules
        Meaning of the cells.
    patterns
        The ratings of the variable.
    sample
        Some cells of each column of the table.
    """
    layout = variable.layout
    stated = (rules.categories, options.layout, options.raters, options.include or None)
    notes = _notes_on_categories(patterns) if stated == (None,) * 4 else []
    if isinstance(layout, Long):
        several = reading.several or len(reading.variables) > 1
        return notes if several else notes + _notes_on_long(layout, options, sample)
    if isinstance(layout, Wide):
        notes += _notes_on_columns(layout, options)
        if options.layout is None and options.raters is None:
            rows = patterns.n + patterns.unrated
            notes += _notes_on_wide(layout, options, rules, rows, sample)
    return notes


def _notes_on_categories(patterns: Patterns) -> list[str]:
    """Return a warning about a rater whose categories no other rater uses, as yes and True."""
    scale = patterns.scale
    if not patterns.identity or scale.numeric or scale.holds_sets or scale.several:
        return []
    if scale.size > MOST_CATEGORIES or patterns.r > MOST_RATERS:
        return []
    if 2 * scale.size > patterns.ratings:  # measurements or names rather than categories
        return []
    used = [set(np.unique(column[column >= 0]).tolist()) for column in patterns.by_rater().rows.T]
    for own, name in zip(used, patterns.raters, strict=True):
        others = set().union(*(codes for codes in used if codes is not own))
        if len(own) < 2 or len(others) < 2 or own & others:
            continue
        numbers = any(as_number(scale.labels[code]) is not None for code in own | others)
        if numbers and len(own) != len(others):  # a column of another kind
            continue
        mine, theirs = (
            few_labels([scale.labels[code] for code in sorted(x)]) for x in (own, others)
        )
        return [
            warn(
                f"rater {name!r} has the categories {mine}, and the others have {theirs}: none in "
                "common. If some mean the same, use recode (--recode old=new,…)."
            )
        ]
    return []


def _notes_on_long(
    layout: Long, options: LayoutOptions, sample: Mapping[str, Sequence[Any]]
) -> list[str]:
    """Return a note on which columns were read as rater, subject and score."""
    if options.rater is not None and options.score is not None:
        return []
    certain = not is_unlabelled(list(sample)) or options != LayoutOptions()
    description = describe_long(layout, certain=certain)
    return [description if certain else warn(description)]


def _notes_on_wide(
    layout: Wide,
    options: LayoutOptions,
    rules: CellRules,
    rows: float,
    sample: Mapping[str, Sequence[Any]],
) -> list[str]:
    """Return a note on a wide table that may be of another layout, or has very many raters."""
    columns = list(sample)
    if replace(options, include=()) == LayoutOptions() and layout.raters == tuple(columns):
        message = suggest_other_reading(
            rows,
            len(columns),
            lambda: list(map(list, sample.values())),
            declared=rules.categories is not None,
            labelled=not is_unlabelled(columns),
        )
        if message is not None:
            return [warn(message)]
    if layout.item is not None and options.item is None and PERSON.fullmatch(layout.item.strip()):
        return [
            warn(
                f"column {layout.item!r} names the rows, so that raters may be in rows, and every "
                "row was read as a subject. If raters are in rows, use transpose=True "
                f"(--transpose); item={layout.item!r} (--item {layout.item!r}) confirms that rows "
                "are subjects."
            )
        ]
    note = note_many_raters(rows, len(layout.raters))
    return [] if note is None else [note]


def _notes_on_columns(layout: Wide, options: LayoutOptions) -> list[str]:
    """Return notes on the columns of a wide table that were not read as raters."""
    notes = []
    if layout.item is not None and options.item is None:
        notes.append(f"column {layout.item!r} names the subjects and is not a rater.")
    if layout.left_out:
        notes.append(describe_apart(layout.left_out))
    if not layout.responses:
        notes += [
            f"column {name!r} seems to name raters. If every row is a rating with several "
            "responses, list the columns of the responses with score (--score)."
            for name in layout.left_out
            if RATER.fullmatch(name)
        ]
    return notes
