"""The ratings of each prompt: subgroups, variables, or both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from accord.analysis.tables import read_tables
from accord.data.patterns import Patterns
from accord.data.scale import show_label
from accord.errors import AccordError, OptionError
from accord.io import including
from accord.options import Progress, ReadOptions, declared

__all__ = ["PromptRatings", "on_each_prompt", "read_prompts", "split_reading"]

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class PromptRatings:
    """The ratings of each prompt.

    Parameters
    ----------
    tables
        Ratings by the name of the prompt, each on a scale of its own.
    independent
        Whether prompts have different subjects: subgroups do, variables do not.
    notes
        Remarks on the reading.
    """

    tables: Mapping[str, Patterns]
    independent: bool
    notes: tuple[str, ...] = ()


def read_prompts(
    data: Any, loading: Mapping[str, Any], named: Iterable[str], progress: Progress | None
) -> PromptRatings:
    """Read the ratings of each prompt.

    Parameters
    ----------
    data
        As in `agreement_table`; subgroups (``by``) and variables are prompts.
    loading
        Options of reading.
    named
        Names of the raters that are stated, to be read even if they look like something else.
    progress
        Called while a large file is read.
    """
    in_memory = isinstance(data, (Patterns, Mapping)) and not loading
    wanted = dict(loading) if in_memory else including(loading, list(named))
    tables, notes = read_tables(data, wanted, progress)
    several = len(tables) > 1
    prompts: dict[str, Patterns] = {}
    for name, patterns in tables.items():
        groups = patterns.split()
        for label, part in groups.items():
            group = show_label(label)
            prompts[f"{name}: {group}" if several else group] = _on_own_scale(part)
        if not groups:
            prompts[name] = patterns
    if len(prompts) < 2:
        raise OptionError(
            "there is one prompt only.",
            option="by",
            remedy="Name the column of the prompts, as in by='prompt' (--by prompt).",
        )
    return PromptRatings(prompts, not several, notes)


def split_reading(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the options of reading, and those of the analysis."""
    reading = {name: value for name, value in options.items() if name in declared(ReadOptions)}
    return reading, {name: value for name, value in options.items() if name not in reading}


def on_each_prompt(
    prompts: PromptRatings,
    analysis: Callable[[Patterns], Result],
    options: type,
    progress: Progress | None,
) -> tuple[dict[str, Result], dict[str, AccordError]]:
    """Return the result of an analysis on each prompt, and the errors on prompts without one.

    Parameters
    ----------
    prompts
        The ratings.
    analysis
        Function of the ratings of a prompt.
    options
        Options of the analysis; an error in one of these concerns all prompts.
    progress
        Called after each prompt.

    Raises
    ------
    AccordError
        If an option is wrong, or if there is no result on any prompt.
    """
    results: dict[str, Result] = {}
    failures: dict[str, AccordError] = {}
    for number, (name, patterns) in enumerate(prompts.tables.items()):
        if progress is not None:
            progress("prompts", number, len(prompts.tables))
        try:
            results[name] = analysis(patterns)
        except AccordError as error:
            if isinstance(error, OptionError) and error.option in declared(options):
                raise
            failures[name] = error
    if not results:
        raise next(iter(failures.values()))
    return results, failures


def _on_own_scale(patterns: Patterns) -> Patterns:
    """Return the ratings on the part of the scale that they use, unless it was declared."""
    scale = patterns.scale
    used = np.flatnonzero(patterns.category_totals())
    if scale.declared or scale.several or used.size == scale.size:
        return patterns
    own = replace(
        scale,
        values=None if scale.values is None else scale.values[used],
        texts=None if scale.texts is None else tuple(scale.texts[k] for k in used),
    )
    return patterns.on(own)
