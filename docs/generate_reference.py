"""Reference pages: weights, benchmark scales, metrics, readers, commands and the Python API."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from importlib import import_module
from typing import Any

import numpy as np
from generate_coefficients import FORMULAS, displayed, escaped, prose, sources, table

import accord
from accord.analysis.interpretation import SCALES, BenchmarkScale
from accord.base.docstrings import sections_of
from accord.base.wording import short
from accord.data.scale import Scale
from accord.io.readers import READERS
from accord.statistics import COEFFICIENTS, MEASURES, SPAN_STATISTICS, Measure
from accord.statistics.spans import SpanStatistic
from accord.statistics.weights import SCHEMES, SET_SCHEMES, Scheme, weights_for

__all__ = ["PUBLIC_MODULES", "reference_pages"]

BETTER = {
    "more": "high",
    "less": "low",
    "one": "1",
    "zero": "0",
}
KINDS = {
    "agreement": "Agreement",
    "association": "Association",
    "error": "Error",
    "bias": "Bias",
}


def reference_pages() -> dict[str, str]:
    """Return the texts of the pages by path."""
    return {
        "reference/weights.md": _weights(),
        "reference/spans.md": _spans(),
        "reference/scales.md": _scales(),
        "reference/metrics.md": _metrics(),
        "reference/readers.md": _readers(),
        "reference/commands.md": _commands(),
        "reference/api.rst": _api(),
    }


# --- weights ----------------------------------------------------------------------------------

WEIGHT_NOTES = {
    "ordinal": "Gwet's ordinal weights depend on the ranks of the categories only.",
    "krippendorff_ordinal": "The distance of two categories is the number of ratings from the "
    "middle of one to the middle of the other.",
    "circular": "The last category is next to the first, as with hours or directions.",
    "bipolar": "A difference has more weight near the ends of the scale.",
    "power": "The exponent follows the name: `power:1.5`. `power` alone is `power:2`.",
}


def _weights() -> str:
    sections = "\n\n".join(_scheme(scheme) for scheme in SCHEMES.values())
    sets = "\n\n".join(_set_scheme(scheme) for scheme in SET_SCHEMES.values())
    return f"""# Weights

A weight is the credit that a pair of ratings gets as agreement: 1 if the ratings are equal, less
the further apart they are, and 0 at the largest distance. `--weights` and `weights=` take the name
of a scheme or a matrix (a CSV file or an array). [Ordinal scales](../howto/ordinal.md) helps to
choose.

$x_k$ is the value of category $k$: the number itself, or the rank of a word. $q$ is the number of
categories and $n_k$ the number of ratings in category $k$. Each table shows the weights of the
categories 1 to 5.

{sections}

# Weights of sets of labels

Ratings that are [sets of labels](../howto/sets.md) $a$ and $b$ take identity weights or one of the
following; the weight is one minus the distance. Two empty sets have weight 1. $L$ is the number of
labels. A function of two sets, or of two labels, can be given as well: a distance, 0 for equal
ratings, or a similarity, 1 for equal ratings.

{sets}
"""


def _set_scheme(scheme: Scheme) -> str:
    parts = [
        f"## `{scheme.name}`",
        displayed(FORMULAS["weights"][scheme.name]),
        sources(scheme.references) if scheme.references else "",
    ]
    return "\n\n".join(filter(None, parts))


def _scheme(scheme: Scheme) -> str:
    matrix = weights_for(scheme, Scale.declare([1, 2, 3, 4, 5]), np.ones(5)).matrix
    shown = table(
        ["", *"12345"],
        [[f"**{k}**", *map(short, row)] for k, row in zip("12345", matrix, strict=True)],
    )
    data = (
        "\n\nThese weights depend on the data. The table is for equally frequent categories."
        if scheme.by_data
        else ""
    )
    formula = FORMULAS["weights"].get(scheme.name)
    definition = f"```text\n{scheme.summary}\n```" if formula is None else displayed(formula)
    note = WEIGHT_NOTES.get(scheme.name, "")
    parts = [
        f"## `{scheme.name}`",
        definition,
        f"{note}{data}".strip(),
        shown,
        sources(scheme.references),
    ]
    return "\n\n".join(filter(None, parts))


# --- spans ------------------------------------------------------------------------------------


def _spans() -> str:
    entries = sorted(SPAN_STATISTICS.values(), key=lambda entry: entry.order)
    sections = "\n\n".join(map(_span_statistic, entries))
    return f"""# Statistics of spans

Statistics of [spans](../howto/spans.md), stretches of text that raters mark and label. Each has a
function of the same name, which returns an estimate with an interval over documents; raters are
fixed. `accord report` shows those of all raters.

{sections}
"""


def _span_statistic(entry: SpanStatistic) -> str:
    _, sections = sections_of(inspect.getdoc(entry.formula) or "")
    text = " ".join(entry.doc.split("\n\n")[-1].split())
    formula = sections["Notes"].replace(".. math::", "").strip()
    options = ", ".join(f"`{key}={value!r}`" for key, value in entry.options.items())
    parts = [
        f"## {entry.title}",
        f"`{entry.name}`" + (f", with {options}" if options else ""),
        f"{entry.summary} {entry.use}",
        displayed(" ".join(formula.split())),
        prose(text),
        sources(entry.references),
    ]
    return "\n\n".join(parts)


# --- benchmark scales -------------------------------------------------------------------------


def _scales() -> str:
    sections = "\n\n".join(_benchmark(scale) for scale in SCALES.values())
    return f"""# Benchmark scales

A benchmark scale gives a verbal label to a range of values. `--scale` selects one.

The bounds are conventions. Each scale was proposed for one coefficient, and the same value is not
the same achievement with two categories and with ten. If you use a scale, name it and report the
confidence interval.

Reports give two labels: the band that contains the estimate, and the best band that is reached with
95 % confidence (`accord.benchmark`). Quote the second.

{sections}
"""


def _benchmark(scale: BenchmarkScale) -> str:
    rows = []
    top = "1"
    for band in scale.bands:
        low = "below" if band.low <= -1 else f"{short(band.low)} to"
        rows.append([f"{low} {top}", band.label])
        top = short(band.low)
    return (
        f"## {scale.title}\n\n`{scale.name}`\n\n{table(['value', 'band'], rows)}\n\n"
        f"{sources([scale.reference])}"
    )


# --- metrics ----------------------------------------------------------------------------------


def _metrics() -> str:
    sections = "\n\n".join(
        f"## {title}\n\n" + _metric_table(m for m in MEASURES.values() if m.kind == kind)
        for kind, title in KINDS.items()
    )
    return f"""# Metrics of systems

`accord evaluate` computes these metrics of a system against human scores, each with a confidence
interval. [Evaluating systems](../evaluating.md) explains how to read them.

$x_i$ is the true score of subject $i$ and $y_i$ that of the system; $n$ is the number of subjects
with both, and $s_x$, $s_y$ and $s_{{xy}}$ are standard deviations and the covariance with divisor
$n$. *Marks* are scores rounded to the nearest mark of the scale; *scores* are used as they are.

{sections}

## Notation

| symbol | meaning |
|---|---|
| $z_1, \\ldots, z_{{2n}}$ | true scores and scores of the system together |
| $R(x)$ | mid-ranks of the scores |
| $C$, $D$ | number of pairs of subjects that are concordant, and discordant |
| $U_x$, $U_y$ | number of pairs of subjects that are not tied in $x$, and in $y$ |
| $q$ | number of different true scores; in $\\tau_c$ the smaller number of different scores |
| $n_k$ | number of subjects with true score $k$ |
| $W$ | highest mark minus lowest mark |

PRMSE uses the $c_i$ human ratings of subject $i$, with mean $\\bar H_i$ and variance $V_i$, and
$c = \\sum_i c_i$:

{displayed(FORMULAS["true_score"]["prmse"])}

It can lie outside 0 to 1 in small samples.
"""


def _metric_table(metrics: Iterable[Measure]) -> str:
    return table(
        ["name", "metric", "definition", "input", "best value"],
        [
            [
                f"`{m.name}`",
                escaped(m.title),
                _definition(m),
                "spans" if m.statistic.spans else "marks" if m.marks else "scores",
                BETTER[m.better],
            ]
            for m in sorted(metrics, key=lambda m: m.statistic.spans)
        ],
    )


def _definition(metric: Measure) -> str:
    """Return the formula of a metric, a link to the page of its coefficient, or its docstring."""
    if metric.name in FORMULAS["metrics"]:
        return rf"$\displaystyle {FORMULAS['metrics'][metric.name]}$"
    if metric.statistic.spans:
        return f"[{metric.statistic.title}](spans.md)"
    if not metric.statistic.truth:
        return f"[{metric.statistic.title}](../coefficients/{metric.statistic.name}.md)"
    return prose(" ".join(metric.statistic.doc.split()))


# --- readers ----------------------------------------------------------------------------------


def _readers() -> str:
    rows = [
        [f"`{r.name}`", escaped(r.summary), "yes" if r.several_questions else ""]
        for r in READERS.values()
    ]
    return f"""# Readers

These file formats are read. Files are recognised by their content, not by their names. `accord
preview FILE` shows which reader was used and how the file was interpreted; `--reader` selects
another. A file with several questions gives a report for each, or `--question` selects one.

{table(["name", "format", "several questions"], rows)}

Excel needs `accord[excel]`; SPSS, Stata and SAS need `accord[stats-files]`. Other packages can add
readers through the entry point group `accord.readers`.
"""


# --- commands ---------------------------------------------------------------------------------


def _commands() -> str:
    from typer.main import get_command

    from accord.__main__ import app
    from accord.options.reading import GROUP as DATA

    root: Any = get_command(app)
    commands = dict(_walk(root, "accord"))
    shared = next(params for command in commands.values() if (params := _panel(command, DATA)))
    sections = "\n\n".join(_command(name, it, DATA) for name, it in commands.items())
    return f"""# Commands

{root.help}

`accord COMMAND --help` prints the same text in a terminal. Several commands share the options for
[reading the ratings](#reading-the-ratings).

{sections}

## {DATA}

{_options(shared)}
"""


def _walk(command: Any, name: str) -> Iterable[tuple[str, Any]]:
    """Yield each command with the words that call it."""
    for word, child in getattr(command, "commands", {}).items():
        if hasattr(child, "commands"):
            yield from _walk(child, f"{name} {word}")
        else:
            yield f"{name} {word}", child


def _panel(command: Any, panel: str) -> list[Any]:
    return [p for p in command.params if getattr(p, "rich_help_panel", None) == panel]


def _command(name: str, command: Any, panel: str) -> str:
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    shared = _panel(command, panel)
    own = [
        p
        for p in command.params
        if p not in shared and p not in arguments and "--help" not in p.opts
    ]
    usage = " ".join([name, *(_placeholder(p) for p in arguments), "[OPTIONS]"])
    parts = [
        f"## `{name}`",
        _help(command.help),
        f"```text\n{usage}\n```",
        *(f"`{_named(p)}`: {_help(p.help)}" for p in arguments if getattr(p, "help", None)),
    ]
    if own:
        parts.append(_options(own))
    if shared:
        parts.append("It also takes the options for [reading the ratings](#reading-the-ratings).")
    return "\n\n".join(parts)


def _help(text: str | None) -> str:
    """Return the help of a command or option, with options in the text as code."""
    plain = " ".join((text or "").split())
    return escaped(re.sub(r"(?<![\w`-])--[a-z][a-z-]*", r"`\g<0>`", plain))


def _named(argument: Any) -> str:
    return str(argument.metavar or argument.name.upper())


def _placeholder(argument: Any) -> str:
    return f"{_named(argument)}..." if argument.nargs == -1 else _named(argument)


def _options(options: Iterable[Any]) -> str:
    return table(
        ["option", "description", "default"],
        [
            [
                ", ".join(f"`{o}`" for o in (*option.opts, *option.secondary_opts)),
                _help(option.help),
                _default(option),
            ]
            for option in options
        ],
    )


def _default(option: Any) -> str:
    if option.required:
        return "required"
    if option.is_flag or option.default is None or option.default in ("", (), []):
        return ""
    return f"`{option.default}`"


# --- Python -----------------------------------------------------------------------------------

GROUPS = {
    "Reading": ("load", "preview", "merge"),
    "Agreement": ("agreement", "report", "agreement_table", "berry_mielke", "benchmark"),
    "Views of the data": (
        "by_category",
        "by_label",
        "pairwise",
        "leave_one_out",
        "disagreements",
        "within",
        "diagnose",
        "confusion",
        "distributions",
        "missingness",
        "prevalence_curve",
        "limits_of_agreement",
    ),
    "Spans": tuple(SPAN_STATISTICS),
    "Comparison, evaluation, planning": ("compare", "differ", "evaluate", "sweep", "study", "plan"),
}
PUBLIC_MODULES = (  # beside accord itself
    "accord.analysis",
    "accord.data",
    "accord.errors",
    "accord.io",
    "accord.marking",
    "accord.options",
    "accord.plots",
    "accord.present",
    "accord.scorers",
    "accord.statistics",
)


def _api() -> str:
    named = {name for names in GROUPS.values() for name in names}
    coefficients = [name for name in accord.__all__ if name in COEFFICIENTS and name not in named]
    rest = [n for n in accord.__all__ if n not in named | {"__version__"} and n not in COEFFICIENTS]
    functions = [n for n in rest if not inspect.isclass(getattr(accord, n))]
    classes = [n for n in rest if inspect.isclass(getattr(accord, n))]
    parts = [
        _title("Python API", "="),
        "Functions and classes of the package ``accord``. The argument ``data`` is anything that "
        ":py:obj:`accord.load` accepts.",
    ]
    for title, names in GROUPS.items():
        parts += [_title(title, "-"), *(f".. autofunction:: accord.{name}" for name in names)]
    if functions:
        parts += [
            _title("Other functions", "-"),
            *(f".. autofunction:: accord.{n}" for n in functions),
        ]
    parts += [
        _title("Coefficients", "-"),
        "There is a function for each coefficient. It accepts the same data as "
        ":py:obj:`accord.load`, and the keywords of ``load`` and of :py:obj:`accord.agreement`. "
        "It returns an :py:obj:`accord.Estimate`.",
        *(_coefficient(name) for name in coefficients),
        _title("Results", "-"),
        *(f".. autoclass:: accord.{name}()\n   :members:" for name in classes),
        _title("Public modules", "-"),
        "``accord`` and the packages and modules directly below it that are listed here are "
        "public: the names in their ``__all__`` change only with notice in the changelog. "
        "All other modules are private and may change at any time.",
        *map(_module, PUBLIC_MODULES),
    ]
    return "\n\n".join(parts) + "\n"


def _title(text: str, line: str) -> str:
    return f"{text}\n{line * len(text)}"


def _module(name: str) -> str:
    """Return the entry of a public module: what it is for, and its names."""
    module = import_module(name)
    summary = (inspect.getdoc(module) or "").partition("\n")[0]
    names = ", ".join(f"``{name}``" for name in module.__all__)
    return f"``{name}``\n   {summary}\n\n   {names}"


def _coefficient(name: str) -> str:
    entry = COEFFICIENTS[name]
    own = "".join(f", {key}={value}" for key, value in entry.options.items())
    return (
        f".. py:function:: accord.{name}(data, weights=None{own}, **options)\n\n"
        f"   {entry.summary} See :doc:`{entry.title} </coefficients/{name}>`."
    )
