"""The options of the command line that state how data were read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import narwhals as nw

from accord.data.scale import Scale, show_label
from accord.io.engines import MISSING
from accord.io.layouts import Contingency, Counts, Layout, Long, Variable, Wide
from accord.io.loaded import Loaded
from accord.io.reading import ParsedOptions

__all__ = ["flags_of"]

MAX_LISTED = 30  # up to so many categories are listed as an option


def flags_of(reader: str, loaded: Loaded, options: ParsedOptions) -> Iterator[str]:
    """Yield the options of the command line that state how files were read."""
    assert loaded.sheet is not None
    yield from ("--reader", reader)
    if options.question is not None:
        yield from ("--question", options.question)
    if loaded.each_file is not None and loaded.sheet.sheets == ():
        yield from ("--each-file", loaded.each_file)
    else:
        yield from _dialect_flags(loaded, options)
    if options.cell_rules.missing != MISSING:
        missing = ",".join(show_label(value) for value in options.cell_rules.missing)
        yield from ("--missing", missing)
    if loaded.holds_spans:
        yield from ("--layout", "spans", *_length_flags(options))
        return
    for name in ("recode", "where", "gold_file"):
        value = getattr(options, name)
        if isinstance(value, str):
            yield from (f"--{name.replace('_', '-')}", value)
    if options.duplicates != "error":
        yield from ("--duplicates", options.duplicates)
    if options.transpose:
        yield "--transpose"
    elif loaded.reading is not None and loaded.each_file is None:
        yield from _layout_flags(loaded, options)
    if isinstance(options.sets, str):
        yield from ("--sets", options.sets)
    elif options.sets:
        yield from ("--sets", "json")
    if len(loaded.tables) == 1:
        scale = loaded.only.scale
        yield from _category_flags(scale)
        if not scale.several and not scale.guessed:  # stating a guess changes numbers
            yield from ("--level", scale.level)
    if options.role is not None:
        yield from ("--role", options.role)


def _length_flags(options: ParsedOptions) -> list[str]:
    """Return the option that states the lengths of documents, if they were stated."""
    lengths = options.lengths
    if lengths is None:
        return []
    if isinstance(lengths, Mapping):
        return ["--lengths", ",".join(f"{name}={length:g}" for name, length in lengths.items())]
    return ["--lengths", f"{lengths:g}"]


def _dialect_flags(loaded: Loaded, options: ParsedOptions) -> Iterator[str]:
    """Yield the options that state how a file is written."""
    assert loaded.sheet is not None
    dialect = loaded.sheet.dialect or options.dialect
    for name in ("delimiter", "decimal", "encoding", "sheet"):
        value = getattr(dialect, name)
        if value is not None and not (name == "sheet" and loaded.each_file is not None):
            yield from (f"--{name}", "tab" if value == "\t" else value)
    if dialect.header is not None:
        yield "--header" if dialect.header else "--no-header"


def _layout_flags(loaded: Loaded, options: ParsedOptions) -> Iterator[str]:
    """Yield the options that state the layout and the columns."""
    assert loaded.reading is not None
    assert loaded.sheet is not None
    reading = loaded.reading
    variables = reading.variables
    layout = variables[0].layout
    columns = list(nw.from_native(loaded.sheet.frame).collect_schema())
    yield from ("--layout", layout.name)
    if isinstance(layout, Long):
        yield from ("--item", ",".join(reading.joined.get(layout.item, (layout.item,))))
        yield from ("--rater", layout.rater)
        if variables[0].rows is None and (reading.several or len(variables) > 1):
            yield from ("--variables", ",".join(variable.name for variable in variables))
        elif variables[0].rows is None:
            yield from ("--score", ",".join(layout.scores))
        if options.layout_options.raters is not None:
            yield from ("--raters", ",".join(map(str, options.layout_options.raters)))
    elif isinstance(layout, Wide):
        yield from _wide_flags(layout, variables, columns)
    elif isinstance(layout, Counts) and layout.item is not None:
        yield from ("--item", layout.item)
    elif isinstance(layout, Contingency) and layout.label is not None:
        yield from ("--item", layout.label)
    yield from _extra_flags(layout)


def _wide_flags(layout: Wide, variables: tuple[Variable, ...], columns: list[str]) -> Iterator[str]:
    """Yield the options that state the columns of a wide table."""
    raters = tuple(
        dict.fromkeys(name for v in variables if isinstance(v.layout, Wide) for name in
                      v.layout.raters)
    )  # fmt: skip
    grid = bool(layout.cells) and not layout.responses
    if grid and all(name.isdigit() for name in columns):
        yield from ("--coders", str(len(raters)))
    elif grid:
        yield from ("--variables", ",".join(variable.name for variable in variables))
        yield from ("--raters", ",".join(raters))
    else:
        plain = layout.responses or not any("," in name for name in raters)
        shown = raters if plain else [str(columns.index(name) + 1) for name in raters]
        yield from ("--raters", ",".join(shown))
    if layout.responses:
        yield from ("--score", ",".join(layout.responses))
    if layout.item is not None:
        yield from ("--item", layout.item)


def _extra_flags(layout: Layout) -> Iterator[str]:
    """Yield the options that state columns of attributes."""
    if isinstance(layout, Contingency):
        return
    for name in ("count", "cluster", "by"):
        value = getattr(layout.extras, name)
        if value is not None:
            yield from (f"--{name}", value.replace(", ", ","))


def _category_flags(scale: Scale) -> list[str]:
    """Return the option that lists the categories, with their values unless labels are numbers.

    Words in no known order are not listed, because a list would declare their order.
    """
    labels = [show_label(label) for label in scale.first(MAX_LISTED + 1)]
    commas = any("," in label or "=" in label for label in labels)
    unordered = not scale.ordered and scale.size > 2
    if len(labels) > MAX_LISTED or commas or unordered or scale.several or scale.holds_sets:
        return []
    if scale.values is not None and scale.order in ("codes", "declared") and not scale.numeric:
        labels = [f"{a}={show_label(b)}" for a, b in zip(labels, scale.values, strict=True)]
    return ["--categories", ",".join(labels)]
