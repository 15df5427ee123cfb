"""The façade: groups, panels, systems or coefficients, compared pair by pair."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from accord.coefficients import Coefficient, Evaluation, find
from accord.comparison.contest import DRAWN, Contest, Plan, Side
from accord.comparison.results import Comparison, Difference, Equivalence, Homogeneity
from accord.errors import OptionError, UnsupportedError
from accord.estimation import Settings, measure
from accord.inference import StudentTails, holm, homogeneity
from accord.joint import JointScale
from accord.loading import load
from accord.pairing import Panel, abreast, panel_of
from accord.patterns import Patterns
from accord.results import Agreement, Data, Interval
from accord.scale import show_label
from accord.version import __version__
from accord.weights import Scheme, WeightsLike, scheme_for

__all__ = ["compare"]


def compare(
    *data: Any,
    coefficient: str | Sequence[str] | None = None,
    weights: WeightsLike | None = None,
    paired: bool = False,
    panels: Mapping[str, Sequence[str]] | None = None,
    gold: str | None = None,
    systems: str | Sequence[str] | None = None,
    labels: Sequence[str] | None = None,
    unmatched: str = "error",
    method: str | None = None,
    margin: float | None = None,
    confidence: float = 0.95,
    seed: int | None = None,
    replicates: int = 10_000,
    reading: str = "printed",
    progress: Callable[[str, int, int], None] | None = None,
    options: Mapping[str, Any] | None = None,
    **loading: Any,
) -> Comparison:
    """Compare agreement: of groups, of panels, of systems against a gold standard, of coefficients.

    Parameters
    ----------
    *data
        Two or more sets of ratings, each as `load` takes it: independent groups, or with
        ``paired`` the same subjects rated by two panels (before and after training, say). One set
        of ratings with ``by=`` (groups inside it), with ``panels`` or ``gold`` (panels inside it),
        or with two or more coefficients (compared on the same subjects).
    coefficient
        Registry name, or several; ``gwet_ac`` if not given, ``berry_mielke`` for ratings with
        several responses.
    weights
        Agreement weights.
    paired
        The sets have the same subjects, matched by their names.
    panels
        Names of panels and their raters, inside one set of ratings.
    gold, systems
        A rater and others that are each compared with him: the panels (gold, system).
    labels
        What to call the sets; file names if not given.
    unmatched
        What to do with subjects that lack a partner in a paired comparison: ``error``, or ``drop``
        them and say so.
    method
        ``dirichlet`` (draws that also hold for small samples and high agreement), ``influence``
        (t test by joint influence values), ``bootstrap``, ``permutation`` (subjects change groups,
        or panels change places), and for independent groups ``differ`` (Berry and Mielke's) and
        ``cicchetti_heavens`` (Cohen's kappa). If not given: dirichlet for fewer than 2,000
        subjects, influence for more.
    margin
        Differences up to this do not matter: adds tests of equivalence and of non-inferiority.
    confidence
        Level of intervals.
    seed, replicates
        Of whatever is drawn.
    reading
        Of DIFFER's p-value: ``printed`` or ``literal``, see `differ`.
    progress
        Called with (what, done, total) during long work.
    options
        Options of single coefficients.
    **loading
        Keywords of `load`.

    Examples
    --------
    >>> import accord
    >>> before = {"ann": [1, 2, 3, 1, 2, 3, 1, 2], "bo": [1, 3, 3, 2, 1, 3, 2, 2]}
    >>> after = {"ann": [1, 2, 3, 1, 2, 3, 1, 2], "bo": [1, 2, 3, 1, 2, 3, 1, 3]}
    >>> found = accord.compare(before, after, paired=True, coefficient="cohen_kappa", seed=1)
    >>> round(found.difference, 3)
    -0.558
    """
    plan = Plan(method, margin, confidence, seed, replicates, reading, progress)
    if unmatched not in ("error", "drop"):
        raise OptionError(f"unmatched is {unmatched!r}; it can be 'error' or 'drop'.")
    field = _field(data, paired, panels, gold, systems, labels, unmatched == "drop", loading)
    entries = _entries(coefficient, field)
    scheme = _scheme(weights, field, entries)
    contests = _contests(field, entries, scheme, plan, options or {})
    return _compared(field, contests, plan)


@dataclass(frozen=True, slots=True)
class Field:
    """What is compared: independent tables by name, or panels of one table by name."""

    tables: Mapping[str, Patterns]
    panels: Mapping[str, Panel] | None = None
    warnings: tuple[str, ...] = ()


def _field(
    data: Sequence[Any],
    paired: bool,
    panels: Mapping[str, Sequence[str]] | None,
    gold: str | None,
    systems: str | Sequence[str] | None,
    labels: Sequence[str] | None,
    drop: bool,
    loading: Mapping[str, Any],
) -> Field:
    """Read the data and see what is to be compared with what."""
    if not data:
        raise OptionError("there is nothing to compare.")
    if (gold is None) != (systems is None) and gold is None:
        raise OptionError("systems are compared with a gold standard: name it with gold.")
    inside = panels is not None or gold is not None
    if len(data) == 1:
        if paired:
            raise OptionError("a paired comparison of one set of ratings needs panels or gold.")
        return _inside(load(data[0], **loading), panels, gold, systems)
    if inside or loading.get("by") is not None:
        raise OptionError("panels, gold and by are for one set of ratings; several are given.")
    names = _names(data, labels)
    tables = [load(item, **loading) for item in data]
    if not paired:
        return Field(dict(zip(names, _on_one_scale(tables), strict=True)))
    if len(tables) != 2:
        raise OptionError(
            f"a paired comparison is of two sets of ratings; {len(tables)} are given."
        )
    joint, first, second, notes = abreast(tables[0], tables[1], names, drop=drop)
    found = {name: panel_of(joint, own) for name, own in zip(names, (first, second), strict=True)}
    own = dict.fromkeys(warning for table in tables for warning in table.warnings)
    return Field({n: p.patterns for n, p in found.items()}, found, (*own, *notes))


def _inside(
    patterns: Patterns,
    panels: Mapping[str, Sequence[str]] | None,
    gold: str | None,
    systems: str | Sequence[str] | None,
) -> Field:
    """Groups, panels or nothing but coefficients to compare inside one set of ratings."""
    if patterns.groups:
        if panels is not None or gold is not None:
            raise OptionError("compare groups, or panels inside them: not both at once.")
        parts = {show_label(label): part for label, part in patterns.split().items()}
        if len(parts) < 2:
            raise OptionError("there is only one group; nothing to compare it with.")
        return Field(parts)
    if gold is not None:
        if panels is not None:
            raise OptionError("name panels, or gold and systems: not both.")
        others = _listed(systems) or [name for name in patterns.raters if name != gold]
        if gold in others:
            raise OptionError(f"{gold!r} is the gold standard and cannot be a system as well.")
        panels = {name: [gold, name] for name in others}
    if panels is None:
        return Field({"": patterns}, {"": _everyone(patterns)})
    if len(panels) < 2:
        raise OptionError("there is only one panel; nothing to compare it with.")
    found = {str(name): panel_of(patterns, _listed(own)) for name, own in panels.items()}
    return Field({n: p.patterns for n, p in found.items()}, found, patterns.warnings)


def _everyone(patterns: Patterns) -> Panel:
    return Panel(patterns, patterns, np.arange(len(patterns)))


def _listed(names: str | Sequence[str] | None) -> list[str]:
    if names is None:
        return []
    parts = names.split(",") if isinstance(names, str) else names
    return [str(name).strip() for name in parts]


def _names(data: Sequence[Any], labels: Sequence[str] | None) -> list[str]:
    """Names of the sets of ratings, all different."""
    if labels is not None:
        if len(set(labels)) != len(data):
            raise OptionError(f"{len(data)} sets of ratings need as many different labels.")
        return [str(label) for label in labels]
    paths = [Path(item) if isinstance(item, (str, os.PathLike)) else None for item in data]
    for shown in (lambda path: path.stem, lambda path: path.name, str):
        names = [
            shown(path) if path is not None else f"set {number}"
            for number, path in enumerate(paths, start=1)
        ]
        if len(set(names)) == len(names):
            return names
    return [f"{name} ({number})" for number, name in enumerate(names, start=1)]


def _on_one_scale(tables: Sequence[Patterns]) -> list[Patterns]:
    """Tables on the union of their scales, so that weights mean the same in all."""
    scale = tables[0].scale
    for table in tables[1:]:
        scale = scale.union(table.scale)
    return [table.on(scale) for table in tables]


def _entries(coefficient: str | Sequence[str] | None, field: Field) -> list[Coefficient]:
    names = _listed(coefficient)
    if not names:
        joint = any(isinstance(table.scale, JointScale) for table in field.tables.values())
        names = ["berry_mielke" if joint else "gwet_ac"]
    entries = [find(name) for name in dict.fromkeys(names)]
    if len(field.tables) == 1 and len(entries) < 2:
        raise OptionError(
            "one set of ratings and one coefficient leave nothing to compare. Give a second file, "
            "groups (by), panels, gold and systems, or two coefficients."
        )
    return entries


def _scheme(weights: WeightsLike | None, field: Field, entries: Sequence[Coefficient]) -> Scheme:
    """Weights asked for, or what a stated level stands for where all coefficients have it so."""
    scale = next(iter(field.tables.values())).scale
    if weights is None and not scale.guessed:
        chosen = {entry.metrics.get(scale.level) for entry in entries}
        weights = chosen.pop() if len(chosen) == 1 else None
    return scheme_for(weights, scale)


def _contests(
    field: Field,
    entries: Sequence[Coefficient],
    scheme: Scheme,
    plan: Plan,
    options: Mapping[str, Any],
) -> list[tuple[Contest, Mapping[str, Agreement]]]:
    """A contest of the groups or panels for each coefficient; or one of the coefficients."""
    settings = Settings(confidence=plan.confidence)
    found: dict[str, Agreement] = {}
    sides: dict[str, list[Side]] = {entry.name: [] for entry in entries}
    for label, table in field.tables.items():
        for entry in entries:
            why = entry.unsuited(table, scheme.name == "identity")
            if why is not None:
                raise UnsupportedError(f"{label}: {why}" if label else why)
        found[label] = measure(table, entries, scheme, settings, options)
        panel = None if field.panels is None else field.panels[label]
        apart = panel is not None or any(entry.needs_identity for entry in entries)
        own = table if apart else table.anonymous()
        for entry in entries:
            estimate = found[label][entry.name]
            evaluation = Evaluation(entry, own, scheme, options)
            sides[entry.name].append(Side(label or estimate.title, evaluation, estimate, panel))
    seed = plan.seed
    if seed is None:
        seed = int(np.random.SeedSequence().generate_state(1)[0])
    if len(field.tables) == 1:
        return [(Contest([own[0] for own in sides.values()], plan, seed), found)]
    return [(Contest(own, plan, seed), found) for own in sides.values()]


def _compared(
    field: Field, contests: Sequence[tuple[Contest, Mapping[str, Agreement]]], plan: Plan
) -> Comparison:
    differences: list[Difference] = []
    together: list[Homogeneity] = []
    for contest, _ in contests:
        family = [_difference(contest, i, j) for i, j in combinations(range(len(contest.sides)), 2)]
        adjusted = holm(np.array([item.p_value for item in family]))
        differences += [
            replace(item, p_adjusted=float(p)) for item, p in zip(family, adjusted, strict=True)
        ]
        if contest.whole is None:
            together.append(_homogeneity(contest, plan))
    found = contests[0][1]
    drawn = any(contest.method in DRAWN for contest, _ in contests)
    return Comparison(
        differences=tuple(differences),
        estimates={label: part.estimates for label, part in found.items()},
        data={label: _data(part) for label, part in found.items()},
        paired=field.panels is not None,
        homogeneity=tuple(together),
        warnings=_warnings(field, found, differences),
        seed=contests[0][0].seed if drawn else None,
        version=__version__,
    )


def _data(found: Agreement) -> Data:
    return found.data


def _difference(contest: Contest, i: int, j: int) -> Difference:
    one, other = contest.sides[i], contest.sides[j]
    paired = contest.whole is not None
    undefined = next((s for s in (one, other) if s.estimate.reason is not None), None)
    plan = contest.plan
    nan = float("nan")
    facts: dict[str, Any] = {
        "a": one.label,
        "b": other.label,
        "first": one.estimate,
        "second": other.estimate,
        "method": contest.method,
        "paired": paired,
    }
    if undefined is not None:
        return Difference(
            **facts,
            value=nan,
            se=nan,
            interval=Interval(nan, nan, plan.confidence, contest.method),
            statistic=nan,
            df=nan,
            p_value=nan,
            reason=f"{undefined.label}: {undefined.estimate.reason}",
        )
    found = contest.finding(i, j)
    margin = plan.margin
    equivalence = None
    if margin is not None:
        worse, better = found.tails.at_most(-margin), found.tails.at_least(margin)
        equivalence = Equivalence(margin, max(worse, better), worse, better)
    return Difference(
        **facts,
        value=one.estimate.value - other.estimate.value,
        se=found.se,
        interval=found.tails.interval(plan.confidence),
        statistic=found.statistic,
        df=found.df,
        p_value=found.p_value,
        equivalence=equivalence,
        notes=found.notes,
    )


def _homogeneity(contest: Contest, plan: Plan) -> Homogeneity:
    first = contest.sides[0].estimate
    k = len(contest.sides)
    nan = float("nan")
    undefined = [side.label for side in contest.sides if side.estimate.reason is not None]
    variances = None if undefined else contest.variances()
    if variances is None or not np.all(variances > 0):
        why = (
            f"undefined in {', '.join(undefined)}"
            if undefined
            else "a group has a standard error of 0; use method dirichlet"
        )
        nothing = Interval(nan, nan, plan.confidence, "normal")
        return Homogeneity(
            first.name, first.title, nan, k - 1, nan, nan, nan, nothing, k, reason=why
        )
    values = np.array([side.estimate.value for side in contest.sides])
    chi_square, p, pooled, se = homogeneity(values, variances)
    interval = StudentTails(pooled, se, method="normal").interval(plan.confidence)
    return Homogeneity(first.name, first.title, chi_square, k - 1, p, pooled, se, interval, k)


def _warnings(
    field: Field, found: Mapping[str, Agreement], differences: Sequence[Difference]
) -> tuple[str, ...]:
    """Warnings of every part, named where they are not of all."""
    notes = list(field.warnings)
    shared = [set(part.warnings) for part in found.values()]
    for label, part in found.items():
        for warning in part.warnings:
            common = all(warning in others for others in shared)
            notes.append(warning if common or not label else f"{label}: {warning}")
    notes += [note for item in differences for note in item.notes]
    return tuple(dict.fromkeys(notes))
