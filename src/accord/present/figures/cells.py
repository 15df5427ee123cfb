"""Tables of numbers as shaded cells, with the numbers in them if they fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from accord.data.scale import FloatArray
from accord.present.figures.canvas import SHADES, percent
from accord.present.figures.rows import label_columns, thinned

__all__ = ["ROOM", "draw_cells", "shading", "size_of"]

ROOM = 20  # largest number of rows or columns whose cells show numbers
EMPTY = "#E4E4E4"
TONES = 64  # more cannot be distinguished and make large files larger
LIGHT = 0.18  # relative luminance below which white text stands out more than black


def shading() -> Any:
    """Return a colour map from light to dark in even steps."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("accord", SHADES, TONES)


def draw_cells(
    figure: Any,
    ax: Any,
    values: FloatArray,
    texts: Sequence[Sequence[str]] | None,
    rows: Sequence[object],
    columns: Sequence[object],
    *,
    low: float,
    high: float,
    legend: str,
    shares: bool = False,
) -> None:
    """Shade each cell by its value, with numbers in the cells, or a colour bar for many cells.

    Parameters
    ----------
    figure, ax
        Figure and axes to draw on.
    values
        Values of the cells; NaN for an empty cell.
    texts
        Numbers to show in the cells, if they fit.
    rows, columns
        Labels.
    low, high
        Values of the lightest and the darkest shade.
    legend
        Label of the colour bar.
    shares
        Whether values are shares, shown in percent.
    """
    from matplotlib.colors import Normalize

    shades = shading().with_extremes(bad=EMPTY)
    norm = Normalize(low, high if high > low else low + 1)
    masked = np.ma.masked_invalid(values)
    numbered = texts is not None and max(values.shape) <= ROOM
    if numbered:
        image = ax.pcolormesh(masked, cmap=shades, norm=norm, edgecolors="white", linewidth=0.8)
        shift = 0.5
    else:
        image = ax.imshow(masked, cmap=shades, norm=norm, aspect="auto", interpolation="none")
        shift = 0.0
    _ticks(ax, rows, columns, shift, values.shape)
    if not numbered:
        bar = figure.colorbar(image, ax=ax, shrink=0.8, pad=0.02)
        bar.set_label(legend)
        if shares:
            bar.ax.yaxis.set_major_formatter(percent)
        bar.outline.set_visible(False)
        return
    assert texts is not None
    longest = max((len(text) for row in texts for text in row), default=1)
    room = (figure.get_figwidth() - 1.6) * 72 / values.shape[1]  # points
    size = float(np.clip(room / (0.7 * max(longest, 1)), 5, 9 if max(values.shape) <= 12 else 7))
    for (i, j), value in np.ndenumerate(values):
        colour = "black"
        if np.isfinite(value) and _luminance(shades(norm(value))) < LIGHT:
            colour = "white"
        ax.text(
            j + 0.5, i + 0.5, texts[i][j], ha="center", va="center", color=colour, fontsize=size
        )


def _ticks(
    ax: Any,
    rows: Sequence[object],
    columns: Sequence[object],
    shift: float,
    shape: tuple[int, ...],
) -> None:
    places, names = thinned(rows, 24)
    ax.set_yticks([k + shift for k in places], names)
    label_columns(ax, columns, [k + shift for k in range(len(columns))])
    if max(len(rows), len(columns)) > ROOM:
        ax.tick_params(labelsize=7)
    ax.set(xlim=(shift - 0.5, shape[1] - 0.5 + shift), ylim=(shape[0] - 0.5 + shift, shift - 0.5))
    ax.tick_params(length=0)
    ax.grid(visible=False)
    for side in ax.spines.values():
        side.set_visible(False)


def _luminance(colour: tuple[float, float, float, float]) -> float:
    """Return the relative luminance of an sRGB colour, as WCAG defines it."""
    rgb = np.array(colour[:3])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def size_of(rows: int, columns: int) -> tuple[float, float]:
    """Return the width and height of a figure with so many cells, in inches."""
    least = 2.6 if max(rows, columns) <= ROOM else 3.6  # for the colour bar
    return (
        float(np.clip(2.2 + 0.55 * columns, 4.5, 9.0)),
        float(np.clip(1.5 + 0.38 * rows, least, 9.0)),
    )
