"""A page for each coefficient: its declaration, its formula and a computed example."""

from __future__ import annotations

import contextlib
import inspect
import io
import math
import re
import textwrap
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from accord import agreement, load
from accord.analysis.agreement import estimate
from accord.base.docstrings import sections_of
from accord.base.wording import short
from accord.inference.results import Estimate
from accord.statistics import COEFFICIENTS, Statistic
from accord.statistics.references import REFERENCES

__all__ = [
    "FORMULAS",
    "coefficient_pages",
    "displayed",
    "escaped",
    "prose",
    "session",
    "sources",
    "table",
]

HERE = Path(__file__).parent
FORMULAS = tomllib.loads((HERE / "formulas.toml").read_text(encoding="utf-8"))
SYMBOLS = re.compile(  # w_kl, p_k+, p_+l, and pa and pe for observed and expected agreement
    r"(?<![\w`])(?:(?P<name>[^\W\d_]\w?)_(?P<index>[a-z]{1,2}\+?|\+[a-z])|p(?P<term>[ae]))(?![\w+])"
)
DIRECTIVE = re.compile(r"^\.\. math::\n\n((?:    .*\n?|\n)+)", re.MULTILINE)

ANN = [1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 1, 2]
BO = [1, 1, 1, 2, 2, 2, 3, 3, 3, 2, 1, 2]
CY = [1, 1, 2, 2, 2, 2, 2, 3, 3, 1, None, 2]
TWO = {"ann": ANN, "bo": BO}
THREE = {**TWO, "cy": CY}

MEASURED = {
    "ann": [12.1, 9.8, 15.0, 11.2, 13.4, 10.5, 14.2, 8.9, 12.7, 11.8, 16.1, 10.0],
    "bo": [12.6, 10.1, 15.9, 11.0, 14.1, 11.2, 14.4, 9.8, 12.9, 12.5, 16.8, 10.2],
    "cy": [11.9, 9.5, 15.2, 11.6, 13.0, 10.1, 14.9, 8.8, 12.1, 11.5, 15.7, 10.4],
}
STATED = {"delta": 1.0}  # options of the examples that have no default
BALANCED = [[45, 5], [5, 45]]
SKEWED = [[90, 5], [5, 0]]

WEIGHTS = ("identity", "linear", "quadratic", "ordinal")


def coefficient_pages() -> dict[str, str]:
    """Return the texts of the pages by path."""
    peers = tomllib.loads((HERE / "peers.toml").read_text(encoding="utf-8"))
    pages = {
        f"coefficients/{entry.name}.md": _page(entry, peers.get(entry.name, []))
        for entry in COEFFICIENTS.values()
    }
    return {"coefficients/index.md": _index(), **pages}


# --- pieces -----------------------------------------------------------------------------------


def prose(text: str) -> str:
    r"""Return escaped text with symbols typeset.

    >>> prose("pe is the sum of w_kl p_k+.")
    '$p_{e}$ is the sum of $w_{kl}$ $p_{k+}$.'
    """
    parts, start, text = [], 0, text.replace("``", "`")
    for symbol in SYMBOLS.finditer(text):
        parts += [escaped(text[start : symbol.start()]), _typeset(symbol)]
        start = symbol.end()
    return "".join([*parts, escaped(text[start:])])


def _typeset(symbol: re.Match[str]) -> str:
    name, index = ("p", symbol["term"]) if symbol["term"] else (symbol["name"], symbol["index"])
    return f"${name}_{{{index}}}$"


def displayed(formula: str) -> str:
    """Return a block with a LaTeX formula."""
    return f"```{{math}}\n{formula.strip()}\n```"


def escaped(text: str) -> str:
    """Return text with the characters escaped that Markdown interprets, except in code."""
    parts = text.split("`")
    parts[::2] = [
        part.replace("_", r"\_").replace("*", r"\*").replace("|", r"\|").replace("<", r"\<")
        for part in parts[::2]
    ]
    return "`".join(parts)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def sources(keys: Iterable[str]) -> str:
    """Return a list of references, with links to the publications."""
    lines = []
    for key in keys:
        it = REFERENCES[key]
        link = f" <https://doi.org/{it.doi}>" if it.doi else ""
        lines.append(f"- {escaped(f'{it.authors} ({it.year}). {it.title}. {it.venue}.')}{link}")
    return "\n".join(lines)


def session(*lines: str) -> str:
    """Run lines of Python and return a block of code with their output."""
    shown: list[str] = []
    names: dict[str, Any] = {}
    for line in lines:
        stream = io.StringIO()
        with contextlib.redirect_stdout(stream):
            exec(compile(line, "example", "single"), names)  # noqa: S102  (lines are our own)
        shown += [f">>> {line}", *stream.getvalue().splitlines()]
    return "\n".join(["```python", *shown, "```"])


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

This page lists the coefficients. Each has a page with its formula, an example and references.
[Choosing a coefficient](../which.md) helps to choose.

{table(["coefficient", "description", "symbol", "raters", "weights"], rows)}

## Notation

| symbol | meaning |
|---|---|
| $n$, $q$, $r$ | number of subjects, of categories and of raters |
| $r_i$, $r_{{ik}}$ | number of ratings of subject $i$, and of those in category $k$ |
| $w_{{kl}}$, $T_w$ | weight of the pair of categories $k$ and $l$, and the sum of all weights |
| $p_{{k+}}$, $p_{{+k}}$ | proportion of category $k$ in the ratings of rater 1, and of rater 2 |
| $p_{{gk}}$ | proportion of category $k$ among the ratings of rater $g$ |
| $\\pi_k$ | proportion of category $k$ among all ratings |
| $p_a$, $p_e$ | observed agreement, and agreement expected by chance |

```{{toctree}}
:hidden:

{names}
```
"""


def _page(entry: Statistic, peers: Sequence[dict[str, str]]) -> str:
    text, sections = sections_of(inspect.getdoc(entry.formula) or "")
    summary, plain, *reading = text.split("\n\n")
    ratings = TWO if entry.raters == 2 else THREE
    if entry.numbers:
        ratings = {name: MEASURED[name] for name in ratings}
    parts = [
        f"# {entry.title}",
        prose(summary),
        table(["", ""], _facts(entry)),
        "## Formula",
        *_formula(entry.name, sections.get("Notes", ""), plain),
        *(prose(paragraph) for paragraph in reading),
        "## Example",
        *_example(entry, ratings),
        *_by_weights(entry, ratings),
        *_by_level(entry, ratings),
        *_by_prevalence(entry),
        *_peers(peers),
        "## References",
        sources(entry.references),
    ]
    return "\n\n".join(parts) + "\n"


def _formula(name: str, notes: str, plain: str) -> list[str]:
    """Return the formula in LaTeX; as plain text if there is none."""
    formulas = [textwrap.dedent(body) for body in DIRECTIVE.findall(notes)]
    if not formulas and name in FORMULAS["coefficients"]:
        formulas = [FORMULAS["coefficients"][name]]
    explained = [FORMULAS["notation"][name].strip()] if name in FORMULAS["notation"] else []
    return [*map(displayed, formulas or []), *explained] or [f"```text\n{plain}\n```"]


def _facts(entry: Statistic) -> list[list[str]]:
    rows = [
        ["symbol", entry.symbol],
        ["Python", f"`accord.{entry.name}(data)`"],
        ["command", f"`accord report FILE --coefficients {entry.name}`"],
        ["raters", "two" if entry.raters == 2 else "two or more"],
        ["weights", "[any](../reference/weights.md)" if entry.weighted else "identity only"],
        ["use it for", escaped(entry.use)],
        ["missing ratings", escaped(entry.missing)],
        ["rater identity needed", "yes" if entry.needs_identity else "no"],
    ]
    if entry.options:
        options = ", ".join(_option(*item) for item in entry.options.items())
        rows.append(["options (default)", options])
    if entry.lists_categories:
        rows.append(
            [
                "number of categories",
                "affects the value: declare categories that are not in the data",
            ]
        )
    if entry.reduces_to:
        rows.append(["for two raters", f"equals {_link(entry.reduces_to)}"])
    if entry.completes_to:
        rows.append(["with complete ratings", f"equals {_link(entry.completes_to)}"])
    return rows


def _option(name: str, default: Any) -> str:
    return f"`{name}` (must be stated)" if default is None else f"`{name}` ({default:g})"


def _link(name: str) -> str:
    return f"[{COEFFICIENTS[name].title}]({name}.md)"


def _example(entry: Statistic, ratings: dict[str, list[Any]]) -> list[str]:
    """Return the example: twelve subjects, the Python session and the calculation."""
    shown = table(
        ["rater", *map(str, range(1, 13))],
        [[name, *("" if x is None else str(x) for x in row)] for name, row in ratings.items()],
    )
    many = "Two raters rated" if len(ratings) == 2 else "Three raters rated"
    gap = "" if len(ratings) == 2 else " One rating is missing."
    scale = f"twelve subjects on a scale from 1 to 3.{gap}"
    if entry.numbers:
        many, scale = many.replace("rated", "measured"), "twelve subjects."
    stated = {key: STATED[key] for key, default in entry.options.items() if default is None}
    call = "ratings" if entry.numbers else "ratings, weights='identity'"
    call += "".join(f", {key}={value:g}" for key, value in stated.items())
    python = session(
        "import accord",
        *(f"{name} = {row}" for name, row in ratings.items()),
        f"ratings = dict({', '.join(f'{name}={name}' for name in ratings)})",
        f"print(accord.{entry.name}({call}))",
    )
    return [
        f"{many} {scale}",
        shown,
        python,
        *_by_hand(estimate(entry.name, ratings, "identity", **stated)),
    ]


def _by_hand(result: Estimate) -> list[str]:
    """Return the calculation from observed and expected agreement."""
    pa, pe = result.observed, result.chance
    if not pe or math.isnan(pe) or not math.isfinite(pa):
        return []
    if not math.isclose((pa - pe) / (1 - pe), result.value, abs_tol=1e-9):
        return [f"The means over pairs of raters are $p_a = {pa:.4f}$ and $p_e = {pe:.4f}$."]
    return [
        f"With the observed agreement $p_a = {pa:.4f}$ and the agreement expected by chance "
        f"$p_e = {pe:.4f}$ the value is",
        displayed(rf"\frac{{{pa:.4f} - {pe:.4f}}}{{1 - {pe:.4f}}} = {result.value:.4f}"),
    ]


def _by_weights(entry: Statistic, ratings: dict[str, list[Any]]) -> list[str]:
    if not entry.weighted:
        return []
    found = [estimate(entry.name, ratings, weights) for weights in WEIGHTS]
    return [
        "With **weights**, near misses count as partial agreement:",
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
        "A stated **level of measurement** selects the weights, unless `weights=` is given:",
        table(
            ["`level=`", "weights", "value"],
            [[f"`{level}`", f"`{e.weights}`", short(e.value)] for level, e in found.items()],
        ),
    ]


def _by_prevalence(entry: Statistic) -> list[str]:
    """Return the section on the effect of prevalence at constant percent agreement."""
    if entry.numbers:
        return []
    rows = []
    for name, counts in (("50/50", BALANCED), ("95/5", SKEWED)):
        found = agreement(
            load(counts, layout="contingency"), ["percent_agreement", entry.name], "identity"
        )
        pa, it = found["percent_agreement"], found[entry.name]
        rows.append([name, f"`{counts}`", short(pa.value), short(it.value), _interval(it)])
    return [
        "## Effect of prevalence",
        "In both tables two raters agree on 90 of 100 subjects. In the first the two categories "
        "are equally frequent; in the second one category has 95 % of the ratings.",
        table(["categories", "table", "agreement", entry.title, "95 % interval"], rows),
    ]


def _interval(e: Estimate) -> str:
    if math.isnan(e.lower):
        return "–"
    return f"[{short(e.lower)}, {short(e.upper)}]"


def _peers(peers: Sequence[dict[str, str]]) -> list[str]:
    if not peers:
        return []
    return [
        "## Differences from other programs",
        table(
            ["program", "its behaviour", "in accord"],
            [[peer["program"], escaped(peer["there"]), peer["here"]] for peer in peers],
        ),
        "[Differences from other programs](../differences.md) has examples.",
    ]
