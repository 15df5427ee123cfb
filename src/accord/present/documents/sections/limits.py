"""Blocks on limits of agreement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.base.wording import p_text, percent, short
from accord.data.scale import show_label
from accord.present.cells import ends, number, spread, words
from accord.present.document import Block, Column, Paragraph, Row, Table
from accord.present.documents.sections import blocks_of

TITLES = {"mean": "Mean difference", "lower": "Lower limit", "upper": "Upper limit"}
CLEAR = 0.05  # p-values below it are worth a sentence on bias


@blocks_of("limits")
def limits_blocks(limits: Mapping[str, Any], path: str) -> list[Block]:
    """Make the table of the limits of agreement of two raters, and sentences on bias."""
    rows = []
    for key, title in TITLES.items():
        cell = spread(_with_ends(limits, key), key=f"{path}/{key}")
        rows.append(Row(f"{path}/{key}_interval", (words(title), cell)))
    level = percent(limits["confidence"])
    title = (
        "Limits of agreement, between which 95% of the differences "
        f"{limits['a']} − {limits['b']} are expected"
    )
    table = Table.of((Column(""), Column(f"Value and {level} CI")), rows, title)
    remarks: list[Block] = [Paragraph(text) for text in _remarks(limits)]
    return [table, *remarks]


def _with_ends(limits: Mapping[str, Any], key: str) -> dict[str, Any]:
    low, high = limits[f"{key}_interval"]
    return {"value": limits[key], "lower": low, "upper": high}


def _remarks(limits: Mapping[str, Any]) -> list[str]:
    """Return sentences on constant and proportional bias, and on the spread."""
    bias = limits.get("bias")
    if not bias:
        return []
    remarks = []
    if bias["p_value"] is not None and bias["p_value"] < CLEAR:
        higher, lower = limits["a"], limits["b"]
        if limits["mean"] < 0:
            higher, lower = lower, higher
        remarks.append(
            f"{higher} is higher than {lower} by {short(abs(limits['mean']), 3)} on average "
            f"({p_text(bias['p_value'])})."
        )
    if bias["slope_p_value"] is not None and bias["slope_p_value"] < CLEAR:
        remarks.append(
            f"Proportional bias: the difference changes by {short(bias['slope'], 3)} per unit of "
            f"the mean ({p_text(bias['slope_p_value'])}), so that the limits do not hold for all "
            "sizes. Unequal error variances have the same effect."
        )
    if bias["spread_p_value"] is not None and bias["spread_p_value"] < CLEAR:
        change = "increases" if bias["spread_slope"] > 0 else "decreases"
        remarks.append(
            f"The spread of the differences {change} with the size of the measurement "
            f"({p_text(bias['spread_p_value'])}); logarithms of the ratings may be better."
        )
    return remarks


@blocks_of("agreement_limits")
def panel_blocks(result: Mapping[str, Any], path: str) -> list[Block]:
    """Make the tables of the limits of pairs, and of single ratings against the mean."""
    pairs = result["pairs"]
    if len(pairs) == 1:
        return list(limits_blocks(pairs[0], f"{path}/pairs/0"))
    blocks: list[Block] = []
    if pairs:
        blocks.append(_pair_table(pairs, path))
    blocks += [
        Paragraph(f"{pair['a']} and {pair['b']}: {text}")
        for pair in pairs
        for text in _remarks(pair)
    ]
    return [*blocks, _panel_table(result, path)]


def _pair_table(pairs: Sequence[Mapping[str, Any]], path: str) -> Table:
    rows = []
    for k, pair in enumerate(pairs):
        at = f"{path}/pairs/{k}"
        cells = []
        for key in TITLES:
            cells += [
                number(pair[key], key=f"{at}/{key}"),
                ends(_with_ends(pair, key)),
            ]
        name = f"{show_label(pair['a'])} − {show_label(pair['b'])}"
        rows.append(Row(at, (words(name), *cells)))
    level = percent(pairs[0]["confidence"])
    columns = [Column("Difference")]
    for key, title in TITLES.items():
        columns += [Column(title, key), Column(f"{level} CI", f"{key}_interval")]
    title = "Limits of agreement, between which 95% of the differences are expected"
    return Table.of(columns, rows, title)


def _panel_table(result: Mapping[str, Any], path: str) -> Table:
    low, high = result["limit_interval"]
    limit = spread({"value": result["limit"], "lower": low, "upper": high}, key=f"{path}/limit")
    texts = {
        "reproducibility": "Difference of ratings by two raters drawn at random, at most",
        "pair_limit": "The same, without constant differences between these raters",
    }
    rows = [
        Row(f"{path}/limit", (words("Distance of a rating from the mean of all raters"), limit)),
        *(
            Row(f"{path}/{key}", (words(text), number(result[key], key=f"{path}/{key}")))
            for key, text in texts.items()
            if result[key] is not None
        ),
    ]
    return Table.of((Column("In 95% of the cases"), Column("Limit")), rows)
