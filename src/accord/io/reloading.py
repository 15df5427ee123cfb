"""Options that apply to ratings that were loaded before."""

from __future__ import annotations

from dataclasses import replace

from accord.data.patterns import Patterns
from accord.data.scale import Scale, SetScale
from accord.errors import OptionError
from accord.io.engines import CellRules
from accord.io.layouts import LayoutOptions
from accord.io.reading import ParsedOptions

__all__ = ["reload_patterns"]


def reload_patterns(patterns: Patterns, options: ParsedOptions) -> Patterns:
    """Apply options to ratings that were loaded before: raters, categories and levels only."""
    stated = replace(options.layout_options, include=())  # nothing is set apart in a table
    raters = stated.raters
    if options.describes_source or stated != LayoutOptions(raters=raters):
        raise OptionError(
            "the data are a pattern table already, and some options apply only when ratings are "
            "read.",
            option="data",
            remedy="Give these options to load().",
        )
    selected = patterns if raters is None else patterns.select([str(name) for name in raters])
    return _declare_scale(selected, options.cell_rules)


def _declare_scale(patterns: Patterns, rules: CellRules) -> Patterns:
    """Return the pattern table with the categories or the levels that the user states."""
    if rules.categories is not None and patterns.scale.several:
        raise OptionError(
            "the ratings have several responses, and their categories can be stated only when they "
            "are read.",
            option="categories",
            value=rules.categories,
            remedy="Give categories to load().",
        )
    if rules.categories is not None and patterns.scale.holds_sets:
        declared = replace(SetScale.of_cells([], members=rules.categories), guessed=False)
        return patterns.on(patterns.scale.union(declared))
    if rules.categories is not None:
        return patterns.on(Scale.declare(rules.categories, level=rules.level))
    scale = patterns.scale
    rules.check_levels(len(scale.parts))
    levels = rules.levels or ((rules.level,) if rules.level is not None else ())
    return patterns.on(scale.at_level(*levels)) if levels else patterns
