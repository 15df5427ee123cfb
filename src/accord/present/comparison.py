"""Comparisons as people read them in a terminal."""

from __future__ import annotations

import math

from rich.console import Group, RenderableType
from rich.text import Text

from accord.comparison import Comparison, Difference
from accord.inference import Differ
from accord.present.pieces import bullets, say, show_list
from accord.present.words import described, p_cell
from accord.results import Estimate
from accord.wording import p_text, percent, short

__all__ = ["render_comparison", "render_differ"]

LEVEL = 0.05


def render_comparison(found: Comparison, source: str) -> RenderableType:
    """Estimates, differences, and the result in words."""
    parts: list[RenderableType] = [say(f"accord {found.version}  {source}", style="bold"), Text()]
    kind = "the same subjects" if found.paired else "independent groups"
    parts += [say(f"Compared: {kind}."), Text()]
    parts += [say(sentence, style="bold") for sentence in found.sentences]
    parts.append(Text())
    parts += [say(f"{label or 'All'}: {described(data)}") for label, data in found.data.items()]
    parts += [Text(), show_list("", _groups(found), ("", "coefficient", "value", "SE"))]
    shown = 7 if len(found) > 1 else 6  # one pair needs no adjusting
    head = ("first − second", "", "difference", _level(found), "SE", "p", "p (Holm)")[:shown]
    parts += [Text(), show_list("", [_row(item)[:shown] for item in found], head)]
    margins = [item for item in found if item.equivalence is not None]
    if margins:
        columns = ("margin", "", "equivalent, p", "not worse, p", "not better, p")
        parts += [Text(), show_list("", [_margin(item) for item in margins], columns)]
    if found.warnings:
        parts += [Text(), say("Please note", style="bold"), *bullets(found.warnings)]
    seed = f" ({found.replicates:,} draws, seed {found.seed})" if found.seed is not None else ""
    methods = ", ".join(dict.fromkeys(item.method for item in found))
    holm = " p (Holm): adjusted for all pairs of a coefficient." if len(found) > 1 else ""
    parts += [Text(), say(f"Method: {methods}{seed}.{holm}", style="dim")]
    return Group(*parts)


def _groups(found: Comparison) -> list[tuple[str, ...]]:
    return [
        (
            label or "all subjects",
            e.title,
            _with_interval(e),
            short(e.se, 4),
        )
        for label, own in found.estimates.items()
        for e in own
    ]


def _with_interval(e: Estimate) -> str:
    if math.isnan(e.value):
        return "undefined"
    return f"{short(e.value, 4)} [{short(e.lower)}, {short(e.upper)}]"


def _level(found: Comparison) -> str:
    return f"{percent(found.interval.confidence)} interval"


def _row(d: Difference) -> tuple[str, ...]:
    name = d.first.title if d.first.name == d.second.name else ""
    pair = f"{d.a} − {d.b}"
    if d.reason is not None:
        return (pair, name, "–", d.reason, "", "", "")
    ends = f"[{short(d.interval.low)}, {short(d.interval.high)}]"
    tested = (p_cell(d.p_value), p_cell(d.p_adjusted))
    return (pair, name, short(d.value, 4), ends, short(d.se, 4), *tested)


def _margin(d: Difference) -> tuple[str, ...]:
    e = d.equivalence
    assert e is not None
    tested = (e.p_equivalent, e.p_not_worse, e.p_not_better)
    return (f"±{short(e.margin)}", f"{d.a} − {d.b}", *(p_cell(p) for p in tested))


def render_differ(found: Differ) -> RenderableType:
    """What program DIFFER printed."""
    rows = [
        ("D", "difference of the two measures", f"{found.difference:.6g}"),
        ("σ²", "its variance", f"{found.variance:.6g}"),
        ("T", "D/σ", f"{found.t:.6g}"),
        ("γ", "skewness", f"{found.skewness:.6g}"),
        ("P", f"{found.reading} reading", f"{found.p_value:.6g}"),
    ]
    other = "literal" if found.reading == "printed" else "printed"
    value = found.p_literal if found.reading == "printed" else found.p_printed
    rows.append(("", f"{other} reading", f"{value:.6g}"))
    note = (
        "The published example prints twice the tail that D falls in; its text speaks of both "
        "tails beyond ±D. The distribution is skewed, so these are two numbers."
    )
    verdict = "differ" if found.p_value < LEVEL else "were not shown to differ"
    sentence = f"The two measures {verdict} ({p_text(found.p_value)})."
    parts: list[RenderableType] = [say(sentence, style="bold"), Text()]
    parts.append(show_list("", rows, ("", "", "")))
    if abs(found.p_printed - found.p_literal) > 1e-12:
        parts += [Text(), say(note, style="dim")]
    return Group(*parts)
