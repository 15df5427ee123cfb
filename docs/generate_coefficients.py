"""A page per coefficient: what the registry says of it, and an example worked out on the spot."""

from __future__ import annotations

import contextlib
import io
import math
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from accord import agreement, load
from accord.analysis.agreement import estimate
from accord.base.wording import short
from accord.inference.results import Estimate
from accord.statistics import COEFFICIENTS, Statistic
from accord.statistics.references import REFERENCES

__all__ = ["coefficient_pages", "escaped", "session", "sources", "table"]

ANN = [1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 1, 2]
BO = [1, 1, 1, 2, 2, 2, 3, 3, 3, 2, 1, 2]
CY = [1, 1, 2, 2, 2, 2, 2, 3, 3, 1, None, 2]
TWO = {"ann": ANN, "bo": BO}
THREE = {**TWO, "cy": CY}

BALANCED = [[45, 5], [5, 45]]
SKEWED = [[90, 5], [5, 0]]

WEIGHTS = ("identity", "linear", "quadratic", "ordinal")


def coefficient_pages() -> dict[str, str]:
    """Texts of the pages by path."""
    with (Path(__file__).parent / "peers.toml").open("rb") as stream:
        peers = tomllib.load(stream)
    pages = {
        f"coefficients/{entry.name}.md": _page(entry, peers.get(entry.name, []))
        for entry in COEFFICIENTS.values()
    }
    return {"coefficients/index.md": _index(), **pages}


# --- pieces -----------------------------------------------------------------------------------


def escaped(text: str) -> str:
    """Text in which Markdown sees no marks, code in backticks apart."""
    parts = text.split("`")
    parts[::2] = [
        part.replace("_", r"\_").replace("*", r"\*").replace("|", r"\|").replace("<", r"\<")
        for part in parts[::2]
    ]
    return "`".join(parts)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def sources(keys: Iterable[str]) -> str:
    """List of references, with links to the publications."""
    lines = []
    for key in keys:
        it = REFERENCES[key]
        link = f" <https://doi.org/{it.doi}>" if it.doi else ""
        lines.append(f"- {escaped(f'{it.authors} ({it.year}). {it.title}. {it.venue}.')}{link}")
    return "\n".join(lines)


def session(*lines: str) -> str:
    """What Python answers to these lines, as a block of code."""
    said: list[str] = []
    names: dict[str, Any] = {}
    for line in lines:
        stream = io.StringIO()
        with contextlib.redirect_stdout(stream):
            exec(compile(line, "example", "single"), names)  # noqa: S102  (lines are our own)
        said += [f">>> {line}", *stream.getvalue().splitlines()]
    return "\n".join(["```python", *said, "```"])


# --- the pages --------------------------------------------------------------------------------


def _index() -> str:
    rows = [
        [
            f"[{entry.title}]({entry.name}.md)",
            escaped(entry.summary),
            entry.symbol,
            "2" if entry.raters == 2 else "2 or more",
            "any" if entry.weighted else "identity",
        ]
        for entry in COEFFICIENTS.values()
    ]
    names = "\n".join(COEFFICIENTS)
    return f"""# Coefficients

Every coefficient is a function of the same kind, and has a page with its formula, an example and
its sources. [Which coefficient should I use?](../which.md) helps to choose.

{table(["coefficient", "what it says", "sign", "raters", "weights"], rows)}

In the formulas n is the number of subjects, r_i the number of ratings of subject i and r_ik how
many of them are category k. p_k+ and p_+k are the shares of category k among the ratings of the
first and of the second rater, π_k its share among all ratings, w_kl the weight of the pair of
categories k and l, and T_w the sum of all weights. pa is observed agreement and pe agreement
expected by chance.

```{{toctree}}
:hidden:

{names}
```
"""


def _page(entry: Statistic, peers: Sequence[dict[str, str]]) -> str:
    summary, formula, *reading = entry.doc.split("\n\n")
    ratings = TWO if entry.raters == 2 else THREE
    parts = [
        f"# {entry.title}",
        escaped(summary),
        table(["", ""], _facts(entry)),
        "## Formula",
        f"```text\n{formula}\n```",
        *(escaped(paragraph) for paragraph in reading),
        "## Example",
        *_example(entry, ratings),
        *_by_weights(entry, ratings),
        *_by_level(entry, ratings),
        *_by_prevalence(entry),
        *_peers(peers),
        "## Sources",
        sources(entry.references),
    ]
    return "\n\n".join(parts) + "\n"


def _facts(entry: Statistic) -> list[list[str]]:
    rows = [
        ["sign", entry.symbol],
        ["Python", f"`accord.{entry.name}(data)`"],
        ["command", f"`accord report FILE --coefficients {entry.name}`"],
        ["raters", "two" if entry.raters == 2 else "two or more"],
        ["weights", "[any](../reference/weights.md)" if entry.weighted else "identity only"],
        ["use it for", escaped(entry.use)],
        ["missing ratings", escaped(entry.missing)],
        ["must know who rated", "yes" if entry.needs_identity else "no"],
    ]
    if entry.options:
        said = ", ".join(f"`{name}` ({value:g})" for name, value in entry.options.items())
        rows.append(["options (default)", said])
    if entry.lists_categories:
        rows.append(["number of categories", "matters: declare those that nobody used"])
    if entry.reduces_to:
        rows.append(["for two raters", f"equals {_link(entry.reduces_to)}"])
    if entry.completes_to:
        rows.append(["with complete ratings", f"equals {_link(entry.completes_to)}"])
    return rows


def _link(name: str) -> str:
    return f"[{COEFFICIENTS[name].title}]({name}.md)"


def _example(entry: Statistic, ratings: dict[str, list[Any]]) -> list[str]:
    """Twelve subjects, what Python says of them, and the way there."""
    shown = table(
        ["rater", *map(str, range(1, 13))],
        [[name, *("" if x is None else str(x) for x in row)] for name, row in ratings.items()],
    )
    many = "Two raters rate" if len(ratings) == 2 else "Three raters rate"
    gap = "" if len(ratings) == 2 else " One rating is missing."
    said = session(
        "import accord",
        *(f"{name} = {row}" for name, row in ratings.items()),
        f"ratings = dict({', '.join(f'{name}={name}' for name in ratings)})",
        f"print(accord.{entry.name}(ratings, weights='identity'))",
    )
    return [
        f"{many} twelve subjects with 1, 2 or 3.{gap}",
        shown,
        said,
        *_by_hand(estimate(entry.name, ratings, "identity")),
    ]


def _by_hand(found: Estimate) -> list[str]:
    pa, pe = found.observed, found.chance
    if pe == 0:
        return []
    if not math.isclose((pa - pe) / (1 - pe), found.value, abs_tol=1e-9):
        return [f"The means over the pairs of raters are pa = {pa:.4f} and pe = {pe:.4f}."]
    return [
        f"Observed agreement is pa = {pa:.4f}, and chance agreement pe = {pe:.4f}, so",
        f"```text\n({pa:.4f} - {pe:.4f}) / (1 - {pe:.4f}) = {found.value:.4f}\n```",
    ]


def _by_weights(entry: Statistic, ratings: dict[str, list[Any]]) -> list[str]:
    if not entry.weighted:
        return []
    found = [estimate(entry.name, ratings, weights) for weights in WEIGHTS]
    return [
        "**With weights**, near misses count as part of an agreement:",
        table(
            ["weights", "value", "95 % interval"],
            [[f"`{e.weights}`", short(e.value), _interval(e)] for e in found],
        ),
    ]


def _by_level(entry: Statistic, ratings: dict[str, list[Any]]) -> list[str]:
    if not entry.weighted:
        return []
    found = {level: estimate(entry.name, ratings, level=level) for level in entry.level_weights}
    return [
        "**A stated level of measurement** chooses the weights, unless you name others:",
        table(
            ["`level=`", "weights", "value"],
            [[f"`{level}`", f"`{e.weights}`", short(e.value)] for level, e in found.items()],
        ),
    ]


def _by_prevalence(entry: Statistic) -> list[str]:
    """What becomes of the same percent agreement when one category prevails."""
    rows = []
    for name, counts in (("50/50", BALANCED), ("95/5", SKEWED)):
        found = agreement(
            load(counts, layout="contingency"), ["percent_agreement", entry.name], "identity"
        )
        pa, it = found["percent_agreement"], found[entry.name]
        rows.append([name, f"`{counts}`", short(pa.value), short(it.value), _interval(it)])
    return [
        "## When one category prevails",
        "Two raters agree on 90 of 100 subjects, once with two categories that are equally "
        "frequent and once with one that takes 95 % of the ratings.",
        table(["categories", "table", "agreement", entry.title, "95 % interval"], rows),
    ]


def _interval(e: Estimate) -> str:
    return f"[{short(e.lower)}, {short(e.upper)}]"


def _peers(peers: Sequence[dict[str, str]]) -> list[str]:
    if not peers:
        return []
    return [
        "## How other programs differ",
        table(
            ["program", "there", "here"],
            [[peer["program"], escaped(peer["there"]), peer["here"]] for peer in peers],
        ),
        "More, with examples to run, in [Why does my number differ?](../differences.md)",
    ]
