"""Basis of all figures: style, colours for colour-blind readers, labels, and saving."""

from __future__ import annotations

import io
import os
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any
from xml.sax.saxutils import quoteattr

from accord.base.files import atomic_path
from accord.data.scale import clean, show_label
from accord.errors import MissingExtraError, OptionError

__all__ = [
    "COLOURS",
    "DARK",
    "MARKERS",
    "SHADES",
    "as_svg",
    "canvas",
    "label",
    "mosaic",
    "percent",
    "save",
    "style",
]

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C8C8C")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
DARK = "#444444"
SHADES = ("#F3F7FA", "#B6CFE5", "#73A9D1", "#2184B7", "#005E8F", "#00395A")  # even steps of CIE L*
FORMATS = (".svg", ".png", ".pdf")
FONTS = ("DejaVu Sans", "Verdana", "Arial")
SCRIPTS = (  # fonts for other scripts, where they are installed
    "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans Arabic", "Noto Sans Devanagari",
    "Microsoft YaHei", "PingFang SC", "Hiragino Sans", "Malgun Gothic", "Arial Unicode MS",
)  # fmt: skip
PROLOG = '<?xml version="1.0" encoding="utf-8"?>'
DPI = 144  # dots per inch of pixel formats, and of the pixel parts of vector formats

_lock = RLock()


@contextmanager
def style() -> Iterator[None]:
    """Set the style of figures; one thread at a time, because matplotlib's settings are global.

    Warnings about letters that no installed font has are suppressed: an SVG contains them as text,
    and the viewer chooses the font.
    """
    try:
        import matplotlib as mpl
    except ImportError:
        raise MissingExtraError("figures", "plot") from None
    settings: Any = {
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": DARK,
        "axes.grid": True,
        "axes.axisbelow": True,
        "axes.titlesize": 10,
        "axes.titlelocation": "left",
        "grid.color": "#DDDDDD",
        "grid.linewidth": 0.6,
        "font.size": 9,
        "font.family": ["sans-serif", *_installed()],
        "font.sans-serif": list(FONTS),
        "legend.frameon": False,
        "svg.hashsalt": "accord",
        "svg.fonttype": "none",
        "figure.dpi": 120,
    }
    with _lock, mpl.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


@cache
def _installed() -> tuple[str, ...]:
    from matplotlib.font_manager import fontManager

    known = set(fontManager.get_font_names())
    return tuple(name for name in SCRIPTS if name in known)


def canvas(
    width: float = 7.0,
    height: float = 4.2,
    columns: int = 1,
    *,
    rows: int = 1,
    ratios: Sequence[float] | None = None,
    share: bool = False,
) -> tuple[Any, Any]:
    """Return a figure without a window, and its axes side by side.

    Parameters
    ----------
    width, height
        Size in inches.
    columns, rows
        Number of axes beside and below each other.
    ratios
        Relative widths of the axes.
    share
        Whether the axes share the vertical axis.
    """
    figure = _figure(width, height)
    axes = figure.subplots(rows, columns, squeeze=False, width_ratios=ratios, sharey=share)
    return figure, axes.ravel()


def mosaic(
    width: float,
    height: float,
    rows: Sequence[Sequence[str]],
    *,
    heights: Sequence[float],
    widths: Sequence[float],
) -> tuple[Any, dict[str, Any]]:
    """Return a figure, and its axes by name, which may take several cells of the rows.

    Parameters
    ----------
    width, height
        Size in inches.
    rows
        Name of the axes in each cell.
    heights, widths
        Relative heights of the rows and widths of the columns.
    """
    figure = _figure(width, height)
    cells = [list(row) for row in rows]
    return figure, figure.subplot_mosaic(cells, height_ratios=heights, width_ratios=widths)


def _figure(width: float, height: float) -> Any:
    """Return a figure without a window."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    room = ConstrainedLayoutEngine(w_pad=0.08, h_pad=0.08)
    figure = Figure(figsize=(width, height), layout=room)
    FigureCanvasAgg(figure)
    return figure


def label(value: object, most: int = 28) -> str:
    r"""Return a text for a figure: no control characters, not too long, no mathematics.

    >>> label("a very long name of a very patient rater 7"), label("$x_1$") == r"\$x_1\$"
    ('a very long name o…t rater 7', True)
    """
    text = clean(show_label(value))
    if len(text) > most:  # cut in the middle: names often differ at their end
        end = most // 3
        text = f"{text[: most - 1 - end].rstrip()}…{text[-end:].lstrip()}"
    text = text.replace("$", r"\$")
    return f" {text}" if text.startswith("_") else text  # legends leave out texts that start with _


def percent(share: float, _place: int = 0) -> str:
    """Format a share for an axis: 12.5%, not 12%.

    >>> percent(0.125), percent(0.3)
    ('12.5%', '30%')
    """
    return f"{100 * share:.4g}%"


def save(figure: Any, path: str | os.PathLike[str]) -> None:
    """Write a figure in the format of the suffix; the file is never partly written."""
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        raise OptionError(
            f"{path}: the name of a figure must end in {', '.join(FORMATS)}.", option="path"
        )
    with style(), atomic_path(path) as file:
        if suffix == ".svg":
            file.write_text(f"{PROLOG}\n{as_svg(figure)}", encoding="utf-8")
            return
        _fix_layout(figure)
        metadata = {"CreationDate": None} if suffix == ".pdf" else None
        figure.savefig(file, format=suffix[1:], metadata=metadata, dpi=DPI)


def _fix_layout(figure: Any) -> None:
    """Lay out the figure once: its parts would move a little with every drawing."""
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    if isinstance(figure.get_layout_engine(), ConstrainedLayoutEngine):
        figure.draw_without_rendering()
        figure.set_layout_engine("none")


def _without_ids(tag: str, used: set[str]) -> str:
    """Return a tag without its id, if nothing refers to it."""
    return re.sub(r' id="([^"]*)"', lambda match: match[0] if match[1] in used else "", tag)


def as_svg(figure: Any, alt: str = "") -> str:
    """Return a figure as SVG for a page; equal figures give equal texts.

    Parameters
    ----------
    figure
        The figure.
    alt
        Description in words, for screen readers.
    """
    no_metadata = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    with style(), io.BytesIO() as stream:
        _fix_layout(figure)
        figure.savefig(stream, format="svg", metadata=no_metadata, dpi=DPI)
        markup = stream.getvalue().decode("utf-8")
    text = markup[markup.index("<svg") :]
    used = set(re.findall(r"(?:url\(#|href=\"#)([^)\"]+)", text))
    text = re.sub(r"<[^>]*>", lambda tag: _without_ids(tag[0], used), text)
    name = f'<svg role="img" aria-label={quoteattr(clean(alt))}' if alt else "<svg"
    return text.replace("<svg", name, 1)
