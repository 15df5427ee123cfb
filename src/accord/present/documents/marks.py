"""Distribution of score differences, of systems and of runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.data.scale import show_label
from accord.present.cells import share, words
from accord.present.document import Column, Row, Table

__all__ = ["differences_table"]

STEPS = 8  # columns of differences; larger ones are added up in a further column


def differences_table(systems: Sequence[Mapping[str, Any]], path: str) -> list[Table]:
    """Return a table of the share of marks at each distance from the gold standard."""
    marked = [(k, system) for k, system in enumerate(systems) if system["differences"]]
    if not marked:
        return []
    every = sorted({abs(m["difference"]) for _, system in marked for m in system["differences"]})
    steps, beyond = every[:STEPS], every[STEPS:]
    rows = []
    for k, system in marked:
        share_at = dict.fromkeys(every, 0.0)
        for m in system["differences"]:
            share_at[abs(m["difference"])] += m["share"]
        shares = [share_at[step] for step in steps]
        shares += [sum(share_at[step] for step in beyond)] if beyond else []
        cells = [share(value, f"{path}/{k}/differences/{j}") for j, value in enumerate(shares)]
        rows.append(Row(f"{path}/{k}/differences", (words(system["name"]), *cells)))
    heads = ["0" if step == 0 else f"±{show_label(step)}" for step in steps]
    heads += ["more"] if beyond else []
    return [Table.of((Column("Points"), *map(Column, heads)), rows)]
