"""What all pictures share: a calm look, colours that everybody can tell apart, and saving."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from accord.errors import MissingExtraError, OptionError
from accord.files import beside

__all__ = ["COLOURS", "MARKERS", "canvas", "save", "style"]

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C8C8C")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
FORMATS = (".svg", ".png", ".pdf")


def style() -> AbstractContextManager[None]:
    """Settings under which pictures are drawn."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise MissingExtraError("pictures", "plot") from None
    context: AbstractContextManager[None] = mpl.rc_context(
        {
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "grid.color": "#DDDDDD",
            "grid.linewidth": 0.6,
            "font.size": 9,
            "legend.frameon": False,
            "svg.hashsalt": "accord",
            "figure.dpi": 120,
        }
    )
    return context


def canvas(width: float = 7.0, height: float = 4.2, columns: int = 1) -> tuple[Any, Any]:
    """Figure without a window, and its axes."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.subplots(1, columns, squeeze=False)[0]


def save(figure: Any, path: Path) -> None:
    """Write a picture, wholly or not at all; the ending says how."""
    ending = path.suffix.lower()
    if ending not in FORMATS:
        raise OptionError(f"{path}: a picture ends in {', '.join(FORMATS)}.")
    with style(), beside(path) as fresh:
        dated = {"Date": None} if ending in (".svg", ".pdf") else None
        dated = {"CreationDate": None} if ending == ".pdf" else dated
        figure.savefig(fresh, format=ending[1:], metadata=dated)
