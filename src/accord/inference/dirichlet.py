"""Posterior draws of coefficients: a Bayesian bootstrap with pseudo-observations.

A draw is a coefficient at random weights of the patterns: a gamma variable for each observed
pattern, with its count as shape, and small gamma variables for pseudo-observations (`pseudo`), a
set for the lower limit and another for the upper one. A bootstrap or a standard error would show no
uncertainty in a sample without disagreement. docs/intervals.md defines model and algorithm.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from accord.base.keys import distinct_rows
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray
from accord.inference.batches import CELLS, Progress, batches
from accord.inference.bias import bias_by_draws
from accord.inference.documents import DocumentSampler
from accord.inference.pseudo import design_effect, pseudo_observations
from accord.inference.stick_breaking import StickBreaking
from accord.inference.subject_weights import PSEUDO, SubjectWeights, WeightStream
from accord.inference.tails import PosteriorTails
from accord.statistics import Evaluation, functional_values
from accord.statistics.sums import Sums

__all__ = ["PosteriorSampler", "affordable_draws", "posterior_tails", "sampler_of"]

FEW_DRAWS = 1_000  # the quantiles of fewer vary too much
BIAS_DRAWS = 800  # noise of the bias is then a small part of the length of an interval
AT_ONCE = 2_500  # draws in a batch

# The C library keeps freed memory for as much as the largest array that was freed. Otherwise it
# returns that of each batch to the system, and new memory takes longer than the draws in it.
np.empty(3_000_000)


def posterior_tails(
    evaluations: Sequence[Evaluation],
    replicates: int,
    seed: int,
    *,
    steps: float = np.inf,
    progress: Progress = None,
) -> list[PosteriorTails]:
    """Draw coefficients of one pattern table, each from the part of the table that it uses.

    A coefficient that does not distinguish raters is drawn from the table without rater identity,
    and one that uses only subjects with two or more ratings from the table of these. Its draws
    then depend neither on the other coefficients nor on subjects that it does not use.

    Parameters
    ----------
    evaluations
        The coefficients.
    replicates
        Number of draws of each.
    seed
        Seed of the draws.
    steps
        Steps that all draws of a coefficient may take. The number of draws is halved until they
        do, but not below `FEW_DRAWS`.
    progress
        Called after each batch.
    """
    nothing = np.empty(0)
    results = [PosteriorTails(e.value, nothing, nothing, range=e.range) for e in evaluations]
    groups: dict[tuple[int, str, bool, int], list[tuple[int, Evaluation]]] = defaultdict(list)
    tables: dict[tuple[bool, bool], Patterns] = {}
    sums: dict[tuple[int, str, bool], Sums] = {}
    for k, e in enumerate(evaluations):
        alone = e.scheme.function is not None and e.patterns.q == 1  # no second one to compare
        alone = alone or (e.coefficient.spans and e.units < 2)
        if not np.isfinite(e.value) or alone or not e.patterns.n_paired:
            continue
        table = _used_table(e, tables)
        key = id(table), e.scheme.name, e.coefficient.directed and e.scheme.asymmetric
        on_table = e.on(table, e.sums if table is e.patterns else sums.get(key))
        sums[key] = on_table.sums
        draws = affordable_draws(replicates, steps / on_table.work)
        groups[*key, draws].append((k, on_table))
    longest = {table: draws for table, *_, draws in sorted(groups, key=lambda key: key[-1])}
    shared: dict[int, tuple[SubjectWeights, FloatArray | None]] = {}
    for (table_id, *_, draws), members in groups.items():
        if table_id not in shared:
            subjects, most = SubjectWeights(members[0][1].patterns), longest[table_id]
            shared[table_id] = subjects, subjects.first(most + min(most, BIAS_DRAWS), seed)
        subjects, drawn = shared[table_id]
        weights = WeightStream(subjects, seed, drawn)
        tails = _tails([on_table for _, on_table in members], draws, seed, weights, progress)
        for (k, _), member_tails in zip(members, tails, strict=True):
            results[k] = member_tails
    return results


def _used_table(e: Evaluation, tables: dict[tuple[bool, bool], Patterns]) -> Patterns:
    """Return the part of the table that a coefficient uses; ``tables`` keeps it for others."""
    keeps_raters = e.coefficient.needs_identity
    if (keeps_raters, False) not in tables:
        table = e.patterns if keeps_raters else e.patterns.anonymous()
        tables[keeps_raters, False] = table if table.q != 1 else _with_second_category(table)
        tables[keeps_raters, True] = tables[keeps_raters, False].pairable()
    return tables[keeps_raters, e.coefficient.pairable_only]


def _with_second_category(patterns: Patterns) -> Patterns:
    """Add an unused category to a table with a single one, so that raters can disagree."""
    scale = patterns.scale.with_second()
    columns = patterns.columns.recoded(np.arange(patterns.q), scale.size)
    return replace(patterns, scale=scale, columns=columns)


def affordable_draws(draws: int, affordable: float) -> int:
    """Return the number of draws, halved while too large, but not below `FEW_DRAWS`.

    >>> affordable_draws(10_000, 6_000), affordable_draws(10_000, 10)
    (5000, 1250)
    """
    while draws > affordable and draws >= 2 * FEW_DRAWS:
        draws //= 2
    return draws


def _tails(
    evaluations: list[Evaluation],
    draws: int,
    seed: int,
    stream: WeightStream,
    progress: Progress,
) -> list[PosteriorTails]:
    """Return the tails of coefficients of one table, from this number of draws."""
    table = evaluations[0].patterns
    sampler = sampler_of(evaluations, np.random.default_rng([seed, PSEUDO]))
    low, high = (np.empty((len(evaluations), draws)) for _ in range(2))
    width = max(sampler.low.size, *(e.width for e in evaluations))
    for span in batches(draws, width, progress, min(AT_ONCE * width, CELLS)):
        low[:, span], high[:, span] = sampler.at(stream.take(span.stop - span.start))
    weights = stream.take(min(draws, BIAS_DRAWS))
    bias = bias_by_draws(evaluations, weights)
    # The estimate is biased, and draws around it are biased once more.
    low -= 2 * np.maximum(bias, 0)[:, None]
    high -= 2 * np.minimum(bias, 0)[:, None]
    widened = evaluations[0].coefficient.widened
    df = table.paired_units - 1 if widened else np.inf
    results = []
    for e, lower, upper in zip(evaluations, low, high, strict=True):
        defined = [values[np.isfinite(values)] for values in (lower, upper)]
        lost = 1 - min(values.size for values in defined) / draws
        lower, upper = (np.clip(values, *e.range) for values in defined)
        results.append(PosteriorTails(e.value, lower, upper, df, lost=lost, range=e.range))
    return results


def sampler_of(
    evaluations: Sequence[Evaluation], rng: np.random.Generator
) -> PosteriorSampler | DocumentSampler:
    """Return the sampler of coefficients of one table, or of statistics of spans."""
    spans = evaluations[0].coefficient.spans
    return (DocumentSampler if spans else PosteriorSampler)(evaluations, rng)


class PosteriorSampler:
    """Posterior draws of coefficients, for the lower limit and for the upper one.

    Parameters
    ----------
    evaluations
        One or more coefficients of the same pattern table, with the same weights. At least one
        subject has two ratings.
    rng
        Draws the weights of pseudo-observations, and chooses among too many of them.

    Attributes
    ----------
    low, high
        (P,) masses of the patterns, observed and further ones, for the two limits.
    """

    def __init__(self, evaluations: Sequence[Evaluation], rng: np.random.Generator) -> None:
        patterns = evaluations[0].patterns
        pseudo = pseudo_observations(evaluations[0], rng)
        places, added = _places(patterns.columns.rows, pseudo.rows)
        extended = np.concatenate([patterns.columns.rows, added])
        self.low, self.high = (
            np.bincount(places, masses, len(extended)).astype(np.float64)
            for masses in (pseudo.lower_masses(), pseudo.upper_masses())
        )
        mirror = _exchanged(patterns, extended)
        effect = design_effect(evaluations[0])
        self._limits = [
            _LimitSampler(evaluations, extended, mass, mirror, effect, rng.spawn(3))
            for mass in (self.low, self.high)
        ]

    def at(self, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return (K, B) draws for the lower and for the upper limit, at subject weights (B, P)."""
        low, high = (limit.at(weights) for limit in self._limits)
        return low, high


class _LimitSampler:
    """Posterior draws for one of the two limits.

    Parameters
    ----------
    evaluations
        The coefficients, on the table of the subjects.
    rows
        Cells of all patterns, those of the table first.
    mass
        (P,) masses of the patterns; those of the pseudo-observations for the limit are positive.
    mirror
        (P,) places of the patterns with raters exchanged, if these share their masses.
    design_effect
        Number of subjects that a pseudo-observation stands for.
    streams
        Random numbers of `StickBreaking`.
    """

    def __init__(
        self,
        evaluations: Sequence[Evaluation],
        rows: npt.NDArray[np.int64],
        mass: FloatArray,
        mirror: npt.NDArray[np.intp] | None,
        design_effect: float,
        streams: Sequence[np.random.Generator],
    ) -> None:
        patterns = evaluations[0].patterns
        used = mass > 0
        used[: len(patterns)] = True
        if mirror is not None:
            used |= used[mirror]
            used[mirror[used]] = True
            mirror = (np.cumsum(used) - 1)[mirror[used]]
        self.pseudo_weights = StickBreaking(mass[used], streams, mirror)
        self._design_effect = design_effect
        first = evaluations[0].on(_with_rows(patterns, rows[used]))
        self._evaluations = [
            first,
            *(e.on(first.patterns, first.sums) for e in evaluations[1:]),
        ]

    def at(self, weights: FloatArray) -> FloatArray:
        """Return (K, B) draws at weights (B, P) of the patterns of the table."""
        extended = self.pseudo_weights.draw(len(weights))
        if self._design_effect != 1:
            extended *= self._design_effect
        extended[:, : weights.shape[1]] += weights
        return functional_values(self._evaluations, extended)


def _places(
    table: npt.NDArray[np.integer], rows: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.int64]]:
    """Return the place of each row in the table, and the rows to append because it lacks them."""
    combined = np.concatenate([table, rows]) + 1
    first, kind = distinct_rows(combined, [int(combined.max()) + 1] * table.shape[1])
    earliest = first[kind[len(table) :]]
    new = np.unique(earliest[earliest >= len(table)])
    appended = len(table) + np.searchsorted(new, earliest)
    return np.where(earliest < len(table), earliest, appended), rows[new - len(table)]


def _exchanged(patterns: Patterns, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.intp] | None:
    """Return the place of each row with its two raters exchanged; its own place if there is none.

    Disagreement (k, l) is as likely as (l, k). The direction matters to Aickin's alpha, in which
    disagreements in only one direction cannot be due to chance. A row that occurs in several
    clusters is exchanged where it occurs first.
    """
    if not patterns.is_pair:
        return None
    same = np.arange(len(rows))
    (first, _), (places, _) = _places(rows, rows), _places(rows, rows[:, ::-1])
    return np.where((first == same) & (places < len(rows)), places, same)


def _with_rows(patterns: Patterns, rows: npt.NDArray[np.int64]) -> Patterns:
    """Return a table with further patterns, each with multiplicity 0."""
    extra = len(rows) - len(patterns)
    return replace(
        patterns,
        columns=patterns.columns.with_rows(rows),
        multiplicity=np.concatenate([patterns.multiplicity, np.zeros(extra, dtype=np.int64)]),
        cluster=None,
        clusters=0,
        group=None,
        groups=(),
        subjects=None,
    )
