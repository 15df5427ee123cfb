"""Sheets, as readers return them, become the pattern tables of their variables."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from accord.base.wording import first_line
from accord.data.patterns import Patterns
from accord.errors import EngineError, NotATableError, OptionError
from accord.io.engines import CellRules
from accord.io.frames import tables_of_frame
from accord.io.joining import Part
from accord.io.layouts import LayoutOptions
from accord.io.loaded import Loaded
from accord.io.locating import Origin
from accord.options import Progress

if TYPE_CHECKING:
    from accord.io.readers import Sheet

__all__ = ["select_question", "tables_of_sheet"]


def select_question(sheet: Sheet, question: str | None) -> Sheet:
    """Return the answers to one question of a file that has several."""
    import polars as pl

    if not sheet.questions:
        if question is not None:
            raise OptionError(
                f"question is {question!r}, and {sheet.source} does not distinguish questions.",
                option="question",
                value=question,
                remedy="Leave it out.",
            )
        return sheet
    known = ", ".join(sheet.questions)
    if question is None:
        raise OptionError(
            f"{sheet.source} has answers to several questions: {known}.",
            option="question",
            remedy="Choose one with question (--question).",
        )
    if question not in sheet.questions:
        raise OptionError(
            f"{sheet.source} has no question {question!r}; its questions are {known}.",
            option="question",
            value=question,
        )
    return replace(sheet, frame=sheet.frame.filter(pl.col("question") == question).drop("question"))


def tables_of_sheet(
    sheet: Sheet,
    options: LayoutOptions,
    rules: CellRules,
    *,
    transpose: bool = False,
    progress: Progress | None = None,
    single: bool = False,
    gold: Part | None = None,
) -> Loaded:
    """Compress every variable of the sheet that a reader returned."""
    import narwhals as nw
    from polars.exceptions import PolarsError

    rules = replace(
        rules,
        decimal=sheet.decimal or rules.decimal,
        orders=sheet.orders,
        measures=sheet.measures,
        value_labels=sheet.value_labels,
    )
    options = replace(options, layout=options.layout or sheet.layout)
    spans = sheet.spans if options.layout == "spans" else None
    frame = nw.from_native(sheet.frame if spans is None else spans)
    try:
        loaded = tables_of_frame(
            frame,
            options,
            rules,
            transpose=transpose,
            origin=Origin(sheet.source, sheet.first_row, sheet.line_of),
            numbers=sheet.numbers,
            progress=progress,
            single=single,
            gold=gold,
        )
    except (PolarsError, nw.exceptions.NarwhalsError) as error:
        raise NotATableError(
            f"the file cannot be read to its end: {first_line(error)}",
            file=sheet.source,
            remedy="Check that each column has values of one kind and that quotes match.",
        ) from None
    except sheet.faults as error:
        raise EngineError(f"{sheet.source}: the engine failed. {first_line(error)}") from None

    def complete(patterns: Patterns) -> Patterns:
        roles = {name: role for name, role in sheet.roles.items() if name in patterns.raters}
        notes = (*sheet.notes, *patterns.warnings)
        return replace(patterns, roles=roles or patterns.roles, warnings=notes)

    tables = {name: complete(patterns) for name, patterns in loaded.tables.items()}
    return replace(loaded, tables=tables, sheet=sheet)
