"""The report as people read it in a terminal."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from accord.coefficients import find
from accord.interpret import BenchmarkScale, benchmark
from accord.report.pieces import bullets, say, show_list
from accord.results import Agreement, Data, Estimate
from accord.scale import show_label
from accord.views import Details, Diagnosis
from accord.wording import capital, counted, short

__all__ = ["described", "headline", "render"]

METHODS = {"dirichlet": "Dirichlet"}  # as people write them
SHOWN = 12


def render(
    found: Agreement,
    scale: BenchmarkScale,
    diagnosis: Diagnosis | None,
    source: str,
    details: Details | None = None,
) -> RenderableType:
    """Whole report."""
    parts: list[RenderableType] = [
        say(f"accord {found.version}  {source}", style="bold"),
        Text(),
        *_summary(found.data),
        Text(),
        say(headline(found, scale), style="bold"),
        Text(),
        _table(found, scale),
    ]
    if diagnosis is not None and diagnosis.sentence:
        parts += [Text(), say(diagnosis.sentence)]
    for label, group in found.groups.items():
        parts += [Text(), say(f"Group {show_label(label)}", style="bold")]
        parts += [say(_counts(group.data)), _table(group, scale)]
    if details is not None:
        parts += _detailed(details)
    warnings = list(found.warnings)
    for label, group in found.groups.items():
        own = [w for w in group.warnings if w not in found.warnings]
        warnings += [f"{show_label(label)}: {w}" for w in own]
    if warnings:
        parts += [Text(), say("Please note", style="bold")]
        parts += bullets(warnings)
    parts += [Text(), say(" ".join([_method(found), *_equalities(found)]), style="dim")]
    return Group(*parts)


def headline(found: Agreement, scale: BenchmarkScale) -> str:
    """The result in one sentence.

    Percent agreement comes first, then the coefficient that keeps closest to it for a reason:
    Gwet's AC where it is there.
    """
    data = found.data
    start = f"{counted(len(data.raters), 'rater')} rated {counted(data.subjects, 'subject')}"
    parts = []
    if "percent_agreement" in found and not math.isnan(found["percent_agreement"].value):
        share = found["percent_agreement"]
        verb = "agreed on" if share.weights == "identity" else "had a weighted agreement of"
        parts.append(f"they {verb} {share.value:.1%}")
    chosen = _headline_estimate(found)
    if chosen is not None:
        parts.append(_reported(chosen))
        level = benchmark(chosen, scale=scale)
        if level is not None and not math.isnan(chosen.lower):
            sure = f" (with 95% probability {level.secured} or better)"
            parts[-1] += f": {level.band} by {scale.title}"
            known = level.secured not in (level.band, scale.bands[-1].label)
            parts[-1] += sure if known else ""
    text = f"{start}; {', '.join(parts)}." if parts else f"{start}; nothing can be measured."
    return capital(text)


def _headline_estimate(found: Agreement) -> Estimate | None:
    plain = ("percent_agreement", "bangdiwala_b")  # not corrected for chance
    others = [e for e in found if e.name not in plain and not math.isnan(e.value)]
    return next((e for e in others if e.name == "gwet_ac"), others[0] if others else None)


def _reported(e: Estimate) -> str:
    digits = _digits(e.se)
    ends = f"[{short(e.lower, digits)}, {short(e.upper, digits)}]"
    level = f"{e.interval.confidence:.0%} CI"
    interval = "no interval" if math.isnan(e.lower) else f"{level} {ends}"
    return f"{e.title} = {short(e.value, digits)}, {interval}"


def _summary(data: Data) -> list[Text]:
    names = ", ".join(data.raters[:SHOWN]) + (", …" if len(data.raters) > SHOWN else "")
    categories = ", ".join(show_label(c) for c in data.categories[:SHOWN])
    more = ", …" if data.category_count > SHOWN else ""
    guessed = " (guessed)" if data.level_guessed else ""
    layout = (
        data.layout
        if data.layout_reason == "as stated"
        else (f"{data.layout} (guessed: {data.layout_reason})")
    )
    return [
        say(_counts(data)),
        say(f"Raters      {names}"),
        *([say(f"Responses   {', '.join(data.responses)}")] if data.responses else []),
        say(f"Categories  {data.category_count}: {categories}{more}"),
        say(f"Level       {data.level}{guessed}"),
        say(f"Layout      {layout}"),
    ]


def described(data: Data) -> str:
    """What was measured, in a line: subjects, raters by name, ratings, missing ones."""
    names = ", ".join(data.raters[:SHOWN]) + (", …" if len(data.raters) > SHOWN else "")
    return f"{_counts(data)} ({names})"


def _counts(data: Data) -> str:
    text = (
        f"{counted(data.subjects, 'subject')}, {counted(len(data.raters), 'rater')}, "
        f"{counted(data.ratings, 'rating')}"
    )
    if data.missing:
        text += (
            f", {data.missing:,.0f} missing ({data.missing / (data.ratings + data.missing):.1%})"
        )
    if data.clusters:
        text += f", {counted(data.clusters, 'cluster')}"
    return capital(text)


def _table(found: Agreement, scale: BenchmarkScale) -> Table:
    first = next(iter(found), None)
    level = f"{first.interval.confidence:.0%} interval" if first is not None else "interval"
    gap = 1 if any(_digits(e.se) > 2 for e in found) else 2
    table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="bold")
    for name, side in (
        ("Coefficient", "left"), ("value", "right"), (level, "left"), ("SE", "right"),
        ("p", "right"), ("chance", "right"), (scale.title, "left"),
    ):  # fmt: skip
        table.add_column(name, justify="right" if side == "right" else "left", no_wrap=True)
    for e in _merged(found)[0]:
        title = escape(e.title)
        if math.isnan(e.value):
            table.add_row(title, "–", "undefined", "", "", "", "see below")
            continue
        level_of = benchmark(e, scale=scale) if e.name != "percent_agreement" else None
        table.add_row(
            title,
            short(e.value, 4),
            _interval(e),
            short(e.se, 4),
            _p(e.p_value) if e.name != "percent_agreement" else "",
            short(e.chance, 3) if e.chance else "",
            level_of.band if level_of is not None else "",
        )
    return table


def _interval(e: Estimate) -> str:
    digits = _digits(e.se)
    return escape(f"[{short(e.lower, digits)}, {short(e.upper, digits)}]")


def _merged(found: Agreement) -> tuple[list[Estimate], dict[str, list[str]]]:
    """Estimates to show, and those that are the same thing here under another name.

    For two raters many-rater forms are what they reduce to; without missing ratings some are
    what they are then called.
    """
    names = {e.name for e in found}
    alike: dict[str, list[str]] = {}
    shown = []
    for e in found:
        entry = find(e.name)
        two, complete = len(found.data.raters) == 2, found.data.missing == 0
        same = entry.reduces_to if two else entry.completes_to if complete else None
        if same in names and _same(e, found[str(same)]):
            alike.setdefault(str(same), []).append(e.title)
        else:
            shown.append(e)
    return shown, alike


def _equalities(found: Agreement) -> list[str]:
    """Remarks on estimates that are not shown because they equal another one."""
    when = "For two raters" if len(found.data.raters) == 2 else "Without missing ratings"
    return [
        f"{when} {_and(others)} {'equals' if len(others) == 1 else 'equal'} {found[name].title}."
        for name, others in _merged(found)[1].items()
    ]


def _and(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _same(a: Estimate, b: Estimate) -> bool:
    return abs(a.value - b.value) < 1e-9 or (math.isnan(a.value) and math.isnan(b.value))


def _method(found: Agreement) -> str:
    first = next(iter(found), None)
    if first is None:
        return ""
    seed = f", seed {first.seed}" if first.seed is not None else ""
    interval = _by_most([(e.title, e.interval.method) for e in found])
    p = _by_most([(e.title, e.p_method) for e in found])
    tested = f"p: {p} test against {first.null:g}, {first.alternative}"
    return (
        f"Weights: {first.weights}. Standard errors: {first.se_method}. Intervals: {interval}. "
        f"{tested}{seed}."
    )


def _by_most(ways: Sequence[tuple[str, str]]) -> str:
    """The method that most have, and who has another."""
    most = Counter(method for _, method in ways).most_common(1)[0][0]
    others = [f"{METHODS.get(m, m)} for {title}" for title, m in ways if m != most]
    return f"{METHODS.get(most, most)}" + (f" ({', '.join(others)})" if others else "")


def _detailed(details: Details) -> list[RenderableType]:
    """Tables of the views."""
    parts: list[RenderableType] = []

    def add(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        parts.extend([Text(), show_list(title, rows, columns)])

    if details.categories:
        add(
            "Agreement per category",
            ("category", "share", "specific agreement", "kappa against the rest"),
            [
                (
                    show_label(row.category),
                    f"{row.share:.1%}",
                    _with_interval(row.specific),
                    _with_interval(row.kappa),
                )
                for row in details.categories
            ],
        )
    if details.pairs is not None:
        raters = details.pairs.raters
        add(
            "Cohen's kappa of each pair of raters",
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
                (row.rater, _with_interval(row.estimate), f"{row.change:+.3f}")
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
                    ", ".join(f"{name} {_rating(label)}" for name, label in row.ratings.items()),
                )
                for row in details.disagreements
            ],
        )
    return parts


def _rating(label: object) -> str:
    return "–" if label is None else show_label(label)


def _with_interval(e: Estimate) -> str:
    if math.isnan(e.value):
        return "–"
    return f"{short(e.value)} [{short(e.lower)}, {short(e.upper)}]"


def _digits(se: float) -> int:
    """Decimals that an interval needs: two, or more where the standard error is tiny."""
    return 2 if math.isnan(se) or se >= 0.005 or se == 0 else 3 if se >= 0.0005 else 4


def _p(value: float) -> str:
    if math.isnan(value):
        return "–"
    return "<.001" if value < 0.001 else short(value, 3)
