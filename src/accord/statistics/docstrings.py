"""Docstrings of the functions of coefficients, from the docstrings of their formulas."""

from __future__ import annotations

import inspect

from accord.base.docstrings import sections_of
from accord.statistics.references import cite
from accord.statistics.registry import Statistic

__all__ = ["function_doc"]

DATA = """\
data
    Data that `load` accepts, or its result; or the ratings of each rater as separate
    arguments."""
WEIGHTS = """\
weights
    Agreement weights: the name of a scheme, or a matrix. If not given, a stated ``level``
    chooses them; identity otherwise."""
UNWEIGHTED = """\
weights
    Not used: the coefficient is defined for identity weights only."""
OPTIONS = """\
**options
    Options of inference and of reading."""
RETURNS = """\
Estimate
    Value, standard error, confidence interval, p-value, n and notes."""


def function_doc(entry: Statistic) -> str:
    """Return the docstring of the function of a coefficient.

    Summary, notes and example come from the docstring of its formula, the rest from its
    declaration.
    """
    text, sections = sections_of(inspect.getdoc(entry.formula) or "")
    weights = WEIGHTS if entry.weighted else UNWEIGHTED
    named = [f"{key}\n    See above." for key in entry.options]
    cited = (f".. [{k}] {t}" for k, t in enumerate(cite(*entry.references), start=1))
    numpydoc = {
        "Parameters": "\n".join([DATA, weights, *named, OPTIONS]),
        "Returns": RETURNS,
        "Notes": f"{sections.get('Notes', '')}\n\nMissing ratings: {entry.missing}.",
        "References": "\n".join(cited),
        "Examples": sections.get("Examples", ""),
    }
    written = [f"{title}\n{'-' * len(title)}\n{t.strip()}" for title, t in numpydoc.items() if t]
    return "\n\n".join(
        part for part in (f"Estimate {entry.title}.", text, entry.use, *written) if part
    )
