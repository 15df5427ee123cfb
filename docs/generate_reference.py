"""Reference pages: weights, benchmark scales, metrics, readers, the commands and the Python API."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import Any

import numpy as np
from generate_coefficients import escaped, sources, table

import accord
from accord.analysis.interpretation import SCALES, BenchmarkScale
from accord.base.wording import short
from accord.data.scale import Scale
from accord.io.readers import READERS
from accord.statistics import COEFFICIENTS, MEASURES, Measure
from accord.statistics.weights import SCHEMES, Scheme, weights_for

__all__ = ["reference_pages"]

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
    """Texts of the pages by path."""
    return {
        "reference/weights.md": _weights(),
        "reference/scales.md": _scales(),
        "reference/metrics.md": _metrics(),
        "reference/readers.md": _readers(),
        "reference/commands.md": _commands(),
        "reference/api.rst": _api(),
    }


# --- weights ----------------------------------------------------------------------------------


def _weights() -> str:
    sections = "\n\n".join(_scheme(scheme) for scheme in SCHEMES.values())
    return f"""# Weights

A weight says how much a pair of different ratings counts as agreement: 1 if they are equal, 0 if
they are as far apart as can be. Weights use the values of categories that are numbers, and the
ranks of those that are words; [ordinal scales](../howto/ordinal.md) shows both. `--weights` and
`weights=` take one of these names or a matrix of your own (in a CSV file, or as an array).

Below are the weights of the categories 1 to 5.

{sections}
"""


def _scheme(scheme: Scheme) -> str:
    matrix = weights_for(scheme, Scale.declare([1, 2, 3, 4, 5]), np.ones(5)).matrix
    shown = table(
        ["", *"12345"],
        [[f"**{k}**", *map(short, row)] for k, row in zip("12345", matrix, strict=True)],
    )
    data = (
        "\n\nThese weights follow the data. The table is for categories that are equally frequent."
        if scheme.by_data
        else ""
    )
    return (
        f"## `{scheme.name}`\n\n```text\n{scheme.summary}\n```{data}\n\n{shown}\n\n"
        f"{sources(scheme.references)}"
    )


# --- benchmark scales -------------------------------------------------------------------------


def _scales() -> str:
    sections = "\n\n".join(_benchmark(scale) for scale in SCALES.values())
    return f"""# Benchmark scales

A benchmark scale has words for values. The bounds are conventions, not findings, and were
proposed for one coefficient each; the same value is not the same achievement with two categories
and with ten. If you use one, say which, and give the interval.

Beside the band in which the value falls, `accord.benchmark` and reports name the best band that
is reached with 95 % probability. Quote that one. `--scale` chooses one of these.

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

`accord evaluate` measures systems against people by these metrics, each with an interval. x is
the truth and y the system's score. *Marks* are scores rounded to the nearest mark of the scale;
*scores* are taken as they are. [Machines against people](../evaluating.md) says how to read them.

{sections}
"""


def _metric_table(metrics: Iterable[Measure]) -> str:
    return table(
        ["name", "what it is", "of", "best"],
        [
            [
                f"`{m.name}`",
                escaped(f"{m.title}: {' '.join(m.statistic.doc.split())}"),
                "marks" if m.marks else "scores",
                BETTER[m.better],
            ]
            for m in metrics
        ],
    )


# --- readers ----------------------------------------------------------------------------------


def _readers() -> str:
    rows = [[f"`{r.name}`", escaped(r.summary), "yes" if r.asks else ""] for r in READERS.values()]
    return f"""# Readers

Files are recognised by their first bytes, not by their names; `accord preview FILE` says which
reader took a file and what it made of it. `--reader` names one of these where the guess is wrong.
Files with several questions are reported question by question, or `--question` chooses one.

{table(["name", "what it reads", "several questions"], rows)}

Excel needs `accord[excel]`; SPSS, Stata and SAS need `accord[stats-files]`. Other packages add
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

`accord COMMAND --help` prints the same in a terminal. Several commands share the options that say
[how ratings are read](#reading-the-ratings).

{sections}

## {DATA}

{_options(shared)}
"""


def _walk(command: Any, name: str) -> Iterable[tuple[str, Any]]:
    """Commands by the words that call them."""
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
        parts.append(
            "It also takes the options that say [how ratings are read](#reading-the-ratings)."
        )
    return "\n\n".join(parts)


def _help(text: str | None) -> str:
    """Help of a command or option, with other options as code."""
    plain = " ".join((text or "").split())
    return escaped(re.sub(r"(?<![\w`-])--[a-z][a-z-]*", r"`\g<0>`", plain))


def _named(argument: Any) -> str:
    return str(argument.metavar or argument.name.upper())


def _placeholder(argument: Any) -> str:
    return f"{_named(argument)}..." if argument.nargs == -1 else _named(argument)


def _options(options: Iterable[Any]) -> str:
    return table(
        ["option", "what it does", "default"],
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
        return "must be given"
    if option.is_flag or option.default is None or option.default in ("", (), []):
        return ""
    return f"`{option.default}`"


# --- Python -----------------------------------------------------------------------------------

GROUPS = {
    "Reading": ("load", "preview", "merge"),
    "Agreement": ("agreement", "berry_mielke", "benchmark"),
    "A closer look": (
        "by_category",
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
    "Comparing, evaluating, planning": ("compare", "differ", "evaluate", "sweep", "study", "plan"),
}


def _api() -> str:
    named = {name for names in GROUPS.values() for name in names}
    coefficients = [name for name in accord.__all__ if name in COEFFICIENTS and name not in named]
    rest = [n for n in accord.__all__ if n not in named | {"__version__"} and n not in COEFFICIENTS]
    functions = [n for n in rest if not inspect.isclass(getattr(accord, n))]
    classes = [n for n in rest if inspect.isclass(getattr(accord, n))]
    parts = [
        _title("Python", "="),
        "Everything below is in the package ``accord``. Data are what :py:obj:`accord.load` takes.",
    ]
    for title, names in GROUPS.items():
        parts += [_title(title, "-"), *(f".. autofunction:: accord.{name}" for name in names)]
    if functions:
        parts += [_title("Others", "-"), *(f".. autofunction:: accord.{n}" for n in functions)]
    parts += [
        _title("One function per coefficient", "-"),
        "Each takes what :py:obj:`accord.load` takes, with the keywords of ``load`` and of "
        ":py:obj:`accord.agreement`, and returns an :py:obj:`accord.Estimate`.",
        *(_coefficient(name) for name in coefficients),
        _title("Results", "-"),
        *(f".. autoclass:: accord.{name}()\n   :members:" for name in classes),
    ]
    return "\n\n".join(parts) + "\n"


def _title(text: str, line: str) -> str:
    return f"{text}\n{line * len(text)}"


def _coefficient(name: str) -> str:
    entry = COEFFICIENTS[name]
    own = "".join(f", {key}={value:g}" for key, value in entry.options.items())
    return (
        f".. py:function:: accord.{name}(data, weights=None{own}, **options)\n\n"
        f"   {entry.summary} See :doc:`{entry.title} </coefficients/{name}>`."
    )
