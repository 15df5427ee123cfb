"""`load_spans`: the spans of texts, from files, frames and records."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from accord.data.patterns import Patterns
from accord.data.spans import Spans
from accord.errors import InputError, OptionError
from accord.io.engines.objects import as_frame
from accord.io.layouts import LayoutOptions
from accord.io.reading import ParsedOptions
from accord.io.spans import spans_of_frame, spans_of_segments

__all__ = ["load_spans"]


def load_spans(source: Any, **options: Any) -> Spans:
    """Return the spans of a file, a frame, records, segments or a pattern table of spans.

    Unlike `load`, it does not need the lengths of the documents.
    """
    if isinstance(source, Spans):
        parsed = ParsedOptions(**options)
        return _selected_spans(source, parsed.layout_options)
    if isinstance(source, Patterns):
        if source.spans is None:
            raise OptionError(
                "these ratings are no spans.",
                option="data",
                remedy="Load them with layout='spans'.",
            )
        return load_spans(source.spans, **options)
    if isinstance(source, Mapping) and _are_segments(source):
        return load_spans(spans_of_segments(source), **options)
    parsed = ParsedOptions(**{**options, "layout": "spans"})
    if isinstance(source, (str, os.PathLike)):
        return _spans_of_file(Path(source), parsed)
    return spans_of_frame(as_frame(source), parsed.layout_options, parsed.layout_options.lengths)


def _are_segments(source: Mapping[Any, Any]) -> bool:
    """Return whether a mapping has the lengths of the segments of each rater."""
    return bool(source) and all(
        isinstance(each, (list, tuple, np.ndarray))
        and len(each)
        and all(isinstance(length, (int, np.integer)) for length in each)
        for each in source.values()
    )


def _selected_spans(spans: Spans, options: LayoutOptions) -> Spans:
    """Return spans that were read before, of some raters and with stated lengths."""
    spans = spans.with_lengths(options.lengths)
    if options.raters is None:
        return spans
    return spans.of_raters([str(name) for name in options.raters])


def _spans_of_file(path: Path, options: ParsedOptions) -> Spans:
    """Return the spans in a file."""
    import narwhals as nw

    from accord.io.readers import read

    sheet = read(path, options.dialect, options.reader)
    frame = sheet.frame if sheet.spans is None else sheet.spans
    try:
        return spans_of_frame(
            nw.from_native(frame),
            options.layout_options,
            options.layout_options.lengths,
            sheet.line_of or sheet.first_row.__add__,
        )
    except InputError as error:
        error.file = error.file or sheet.source
        raise
