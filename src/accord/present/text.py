"""The report as people read it in a terminal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from accord.interpret import BenchmarkScale, benchmark
from accord.present.pieces import bullets, say, show_list
from accord.present.words import (
    SHOWN,
    counts,
    digits_of,
    equalities,
    following_title,
    headline,
    interval_cell,
    is_corrected,
    merged,
    methods,
    p_cell,
    rating,
    scale_fact,
    with_interval,
    z_cell,
)
from accord.presentation import Presentation
from accord.results import Agreement, Data, Estimate
from accord.scale import show_label
from accord.views import Details, Diagnosis
from accord.wording import percent, percentage, short

__all__ = ["render"]


def render(
    p: Presentation,
    scale: BenchmarkScale,
    diagnosis: Diagnosis | None,
    source: str,
    details: Details | None = None,
) -> RenderableType:
    """Whole report."""
    found = p.leading
    parts: list[RenderableType] = [
        say(f"accord {found.version}  {source}", style="bold"),
        Text(),
        *_summary(p.found.data),
        Text(),
        say(headline(p, scale), style="bold"),
        Text(),
        _table(p, found, scale),
    ]
    if p.following is not None:
        parts += [
            Text(),
            say(following_title(p), style="bold"),
            _table(p, p.following, scale, second=True),
        ]
    if diagnosis is not None and diagnosis.sentence:
        parts += [Text(), say(diagnosis.sentence)]
    for label, group in found.groups.items():
        parts += [Text(), say(f"Group {show_label(label)}", style="bold")]
        parts += [say(counts(group.data)), _table(p, group, scale)]
    if details is not None:
        parts += _detailed(details)
    warnings = list(p.notes)
    for label, group in found.groups.items():
        own = [w for w in group.warnings if w not in found.warnings]
        warnings += [f"{show_label(label)}: {w}" for w in own]
    if warnings:
        parts += [Text(), say("Please note", style="bold")]
        parts += bullets(warnings)
    remarks = [methods(p.leading_shown), *equalities(p.leading_shown)]
    parts += [Text(), say(" ".join(remarks), style="dim")]
    return Group(*parts)


def _summary(data: Data) -> list[Text]:
    names = ", ".join(data.raters[:SHOWN]) + (", …" if len(data.raters) > SHOWN else "")
    kind, values = scale_fact(data.level, data.categories, data.category_count)
    guessed = " (guessed)" if data.level_guessed else ""
    layout = (
        data.layout
        if data.layout_reason == "as stated"
        else (f"{data.layout} (guessed: {data.layout_reason})")
    )
    return [
        say(counts(data)),
        say(f"Raters      {names}"),
        *([say(f"Responses   {', '.join(data.responses)}")] if data.responses else []),
        say(f"{kind:11} {values}"),
        say(f"Level       {data.level}{guessed}"),
        say(f"Layout      {layout}"),
    ]


def _table(
    p: Presentation, found: Agreement, scale: BenchmarkScale, *, second: bool = False
) -> Table:
    first = next(iter(found), None)
    level = f"{percent(first.interval.confidence)} CI" if first is not None else "interval"
    null = first is not None and first.se_method == "null"  # whose z is what other programs print
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for name, side in (
        ("Coefficient", "left"), ("value", "right"), (level, "left"), ("SE", "right"),
        *((("z", "right"),) if null else ()), ("p", "right"), (scale.title, "left"),
    ):  # fmt: skip
        table.add_column(
            name,
            justify="right" if side == "right" else "left",
            no_wrap=name not in ("Coefficient", scale.title),  # words may wrap, numbers may not
        )
    suited = {e.name for e in p.shown(found, second=second)}
    for e in merged(found)[0]:
        if e.name not in suited:
            continue
        title = escape(e.title)
        if math.isnan(e.value):
            table.add_row(title, "–", "undefined", *[""] * (3 if null else 2), "see below")
            continue
        digits, tested = digits_of(e.se) + 1, is_corrected(e)
        level_of = benchmark(e, scale=scale) if tested else None
        table.add_row(
            title,
            short(e.value, digits),
            escape(interval_cell(e)),
            short(e.se, digits),
            *((z_cell(e.statistic) if tested else "",) if null else ()),
            p_cell(e.p_value) if tested else "",
            level_of.band if level_of is not None else "",
        )
    return table


def _null_cells(e: Estimate) -> tuple[str, str, str]:
    """Standard error, z and p under the null hypothesis."""
    return short(e.se, 3), z_cell(e.statistic), p_cell(e.p_value)


def _detailed(details: Details) -> list[RenderableType]:
    """Tables of the views."""
    parts: list[RenderableType] = []

    def add(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        parts.extend([Text(), show_list(title, rows, columns)])

    if details.categories:
        null = details.categories[0].kappa.se_method == "null"
        heads = ("category", "share", "specific agreement", "kappa against the rest")
        add(
            "Agreement per category",
            (*heads, *(("SE", "z", "p") if null else ())),
            [
                (
                    show_label(row.category),
                    percentage(row.share),
                    with_interval(row.specific),
                    with_interval(row.kappa),
                    *(_null_cells(row.kappa) if null else ()),
                )
                for row in details.categories
            ],
        )
    if details.pairs is not None:
        raters = details.pairs.raters
        add(
            f"{details.pairs.estimates[0].title} of each pair of raters",
            ("", *raters),
            [
                (name, *("" if math.isnan(value) else short(value) for value in values))
                for name, values in zip(raters, details.pairs.values.tolist(), strict=True)
            ],
        )
    if details.left_out:
        add(
            f"{details.left_out[0].estimate.title} without each rater",
            ("without", "value", "change"),
            [
                (row.rater, with_interval(row.estimate), f"{row.change:+.3f}")
                for row in details.left_out
            ],
        )
    if details.disagreements:
        add(
            "Subjects with most disagreement",
            ("subject", "disagreement", "ratings"),
            [
                (
                    show_label(row.subject),
                    short(row.disagreement),
                    ", ".join(f"{name} {rating(label)}" for name, label in row.ratings.items()),
                )
                for row in details.disagreements
            ],
        )
    return parts
