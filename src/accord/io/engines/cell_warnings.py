"""Warnings about labels that may be mistakes in the data."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any

import numpy as np

from accord.base.wording import joined
from accord.data.scale import Scale, SetScale, as_number, show_label
from accord.io.engines.cell_rules import MISSING, CellRules

__all__ = ["label_warnings"]

SUSPECT_WORDS = frozenset(
    ["n/a", "n.a.", "n. a.", "n.a", "na", "nan", "null", "-", "--", "–", "—", "?", "missing",
     "no answer", "no rating", "not rated", "unrated", "skipped", "k.a.", "k. a.", "keine angabe",
     "s/d"]
)  # fmt: skip
SUSPECT_NUMBERS = frozenset(
    ["-7", "-8", "-9", "-77", "-88", "-99", "-999", "-9999", "77", "88", "97", "98", "99", "777",
     "888", "997", "998", "999", "9999"]
)  # fmt: skip
SEPARATORS = (";", "|", ",", "/", "+")  # of labels in a cell
MAX_SPELLINGS = 5  # groups of labels that a warning lists
MAX_INSPECTED = 200  # categories whose labels are checked; more are measured values or identifiers


def label_warnings(cells: Sequence[Any], scale: Scale, rules: CellRules) -> tuple[str, ...]:
    """Return warnings about labels that may be mistakes in the data."""
    warnings = []
    if scale.measure is not None:
        warnings.append(
            f"the file declares the level of the ratings: {scale.measure}. That decides what a "
            "report shows first; to use it in functions, state the level."
        )
    if rules.codes and _codes_contradict(scale, rules):
        warnings.append(
            "the value labels of the rater columns contradict each other, so the order of the "
            "codes is not used."
        )
    padded = [c for c in cells if isinstance(c, str) and c.strip() and c != c.strip()]
    if padded:
        labels = "1 label" if len(padded) == 1 else f"{len(padded):,} labels"
        warnings.append(f"spaces around {labels} were removed, such as {padded[0]!r}.")
    if rules.categories is not None or scale.size > MAX_INSPECTED:
        return tuple(warnings)
    if isinstance(scale, SetScale):
        return (*warnings, *_set_warnings(scale, rules))
    texts = [show_label(label) for label in scale.labels]
    suspects = _suspect_labels(scale, texts)
    if suspects:
        listed, one = ", ".join(map(repr, suspects)), len(suspects) == 1
        read, means = ("a category", "it means") if one else ("categories", "they mean")
        warnings.append(
            f"{listed}: read as {read}. If {means} that there is no rating, list all values that "
            f"do with missing (--missing {','.join(dict.fromkeys(['NA', *suspects]))})."
        )
    warnings += _spelling_warnings(texts)
    warnings += _list_warnings(texts)
    words = [text for text in texts if as_number(text) is None]
    if not scale.numeric and 0 < len(words) < len(texts) / 2:
        verb = "is" if len(words) == 1 else "are"
        warnings.append(
            f"most ratings are numbers, but {', '.join(map(repr, words[:3]))} {verb} not, so all "
            "were read as words."
        )
    return tuple(warnings)


def _spelling_warnings(texts: Sequence[str]) -> list[str]:
    """Return a warning about labels that differ in upper and lower case only."""
    spellings: dict[str, list[str]] = {}
    for text in texts:
        spellings.setdefault(text.casefold(), []).append(text)
    groups = [group for group in spellings.values() if len(group) > 1]
    if not groups:
        return []
    listed = "; ".join(joined(list(map(repr, group))) for group in groups[:MAX_SPELLINGS])
    more = "; …" if len(groups) > MAX_SPELLINGS else ""
    old, new = groups[0][0], groups[0][-1]
    return [
        f"{listed}{more} are different categories. To unite labels, use recode "
        f"(--recode {old}={new})."
    ]


def _list_warnings(texts: Sequence[str]) -> list[str]:
    """Return a warning where some labels list others, so that ratings may be sets of labels."""
    lists = [text for text in texts if text.startswith("[") and text.endswith("]")]
    if lists and len(lists) == len(texts):
        return [
            f"labels such as {lists[0]!r} are lists, and their order counts. If a rating is a set "
            "of labels, use sets (--sets json)."
        ]
    single = set(texts)
    for separator in SEPARATORS:
        several = [text for text in texts if separator in text]
        parts = [[part.strip() for part in text.split(separator)] for text in several]
        if len(several) > 1 and all(single.issuperset(labels) for labels in parts):
            return [
                f"labels such as {several[0]!r} list others. If a rating is a set of labels, state "
                f"the separator with sets (--sets '{separator}')."
            ]
    return []


def _set_warnings(scale: SetScale, rules: CellRules) -> tuple[str, ...]:
    """Return a warning where no set has several labels, so that a separator may be missing."""
    if not rules.sets or scale.sizes.max(initial=0) > 1:
        return ()
    return (
        "no rating has several labels. If labels are separated within a cell, state the separator "
        "with sets (--sets ';').",
    )


def _codes_contradict(scale: Scale, rules: CellRules) -> bool:
    """Return whether a label has several codes in the columns, or two labels the same code."""
    inferred = rules.categories is None and rules.order is None and not scale.numeric
    codes = [rules.codes[text] for text in map(show_label, scale.labels) if text in rules.codes]
    several = any(len(group) > 1 for group in codes)
    return inferred and (several or len(set(codes)) < len(codes))


def _suspect_labels(scale: Scale, texts: Sequence[str]) -> list[str]:
    """Return labels that often mean "no rating"; of numbers, those far from the others."""
    suspect = [
        text.casefold() in SUSPECT_WORDS
        or text in SUSPECT_NUMBERS
        or text in MISSING
        or text == "None"
        for text in texts
    ]
    if not scale.numeric or scale.values is None:
        return list(compress(texts, suspect))
    rest = scale.values[~np.array(suspect, dtype=bool)]
    if rest.size == 0:
        return []
    reach = max(float(np.ptp(rest)), 1.0)
    low, high = float(rest.min()) - reach, float(rest.max()) + reach
    return [
        text
        for text, value, suspected in zip(texts, scale.values, suspect, strict=True)
        if suspected and not low <= value <= high
    ]
