"""What all pictures share: a calm look, colours that everybody can tell apart, and saving."""

from __future__ import annotations

import io
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
SHARP = 144  # dots per inch of what is not drawn as lines

_one_at_a_time = RLock()


@contextmanager
def style() -> Iterator[None]:
    """Settings under which pictures are drawn, by one thread at a time: they are global.

    Letters that no installed font has are drawn as boxes, and not complained about: the text of an
    SVG is drawn by whoever looks at it.
    """
    try:
        import matplotlib as mpl
    except ImportError:
        raise MissingExtraError("pictures", "plot") from None
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
    with _one_at_a_time, mpl.rc_context(settings), warnings.catch_warnings():
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
    ratios: Sequence[float] | None = None,
    share: bool = False,
) -> tuple[Any, Any]:
    """Figure without a window, and its axes atomic_path each other; they may share their rows."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    room = ConstrainedLayoutEngine(w_pad=0.08, h_pad=0.08)
    figure = Figure(figsize=(width, height), layout=room)
    FigureCanvasAgg(figure)
    axes = figure.subplots(1, columns, squeeze=False, width_ratios=ratios, sharey=share)
    return figure, axes[0]


def label(value: object, most: int = 28) -> str:
    r"""Text as a picture can bear it: no control characters, not too long, never mathematics.

    >>> label("a very long name of a very patient rater 7"), label("$x_1$") == r"\$x_1\$"
    ('a very long name o…t rater 7', True)
    """
    text = clean(show_label(value))
    if len(text) > most:  # in the middle: what tells names apart is often at their end
        end = most // 3
        text = f"{text[: most - 1 - end].rstrip()}…{text[-end:].lstrip()}"
    text = text.replace("$", r"\$")
    return f" {text}" if text.startswith("_") else text  # which legends leave out


def percent(share: float, _place: int = 0) -> str:
    """Share as an axis shows it: 12.5%, not 12%.

    >>> percent(0.125), percent(0.3)
    ('12.5%', '30%')
    """
    return f"{100 * share:.4g}%"


def save(figure: Any, path: Path) -> None:
    """Write a picture, wholly or not at all; the ending says how."""
    ending = path.suffix.lower()
    if ending not in FORMATS:
        raise OptionError(f"{path}: a picture ends in {', '.join(FORMATS)}.", option="path")
    with style(), atomic_path(path) as fresh:
        if ending == ".svg":
            fresh.write_text(f"{PROLOG}\n{as_svg(figure)}", encoding="utf-8")
            return
        _settle(figure)
        dated = {"CreationDate": None} if ending == ".pdf" else None
        figure.savefig(fresh, format=ending[1:], metadata=dated, dpi=SHARP)


def _settle(figure: Any) -> None:
    """Give all parts their places, once: they would move a little with every drawing."""
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    if isinstance(figure.get_layout_engine(), ConstrainedLayoutEngine):
        figure.draw_without_rendering()
        figure.set_layout_engine("none")


def _without_ids(tag: str, used: set[str]) -> str:
    """Tag without an id that nothing refers to."""
    return re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in used else "", tag)


def as_svg(figure: Any, alt: str = "") -> str:
    """SVG text of a picture, fit to stand in a page; the same picture gives the same text.

    Parameters
    ----------
    alt
        What the picture shows, for those who do not see it.
    """
    nameless = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    with style(), io.BytesIO() as stream:
        _settle(figure)
        figure.savefig(stream, format="svg", metadata=nameless, dpi=SHARP)
        whole = stream.getvalue().decode("utf-8")
    text = whole[whole.index("<svg") :]
    used = set(re.findall(r"(?:url\(#|href=\"#)([^)\"]+)", text))
    text = re.sub(r"<[^>]*>", lambda tag: _without_ids(tag[0], used), text)
    name = f'<svg role="img" aria-label={quoteattr(clean(alt))}' if alt else "<svg"
    return text.replace("<svg", name, 1)
