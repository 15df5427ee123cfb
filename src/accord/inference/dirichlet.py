"""Dirichlet draws: the same function at random weights of the patterns, seen and unseen.

A resample of subjects who all agree agrees again, so neither a bootstrap nor a standard error can
tell how little a small sample without disagreement knows. Here each pattern's weight is drawn from
a gamma distribution around its count (a Bayesian bootstrap), and a little weight goes to patterns
that might have been seen: a panel in full agreement, and a panel that is divided. How the little
is divided is chosen against the claim. Where a low value is in question, half a subject agrees and
half a one does not, on categories as common as they were seen to be, because agreement on a rare
category is what kappa prizes most; the dissent is as severe, and by as many, as may be feared.
Where a high one is in question, a whole subject agrees, on any category, and the dissent is mild
and by one. As raters are seen to differ, agreement need not be assumed: after five subjects (on
whom most say the same, where a high value is in question), half as much is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from accord.base.keys import distinct_rows
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, Scale
from accord.inference.batches import Progress, batches
from accord.inference.pseudo import ASSUMED, pseudo_patterns, spread, subjects_each
from accord.inference.tails import DrawnTails
from accord.statistics import Evaluation, functional_values
from accord.statistics.sums import Sums

__all__ = ["Dirichlet", "drawn_tails", "fewer", "gamma_weights"]

LOW = (0.5, 0.5)  # pseudo-subjects in agreement and in dissent, where low values are in question
HIGH = (1.0, 0.5)  # where high ones are
FEW_DRAWS = 1_000
BIAS_DRAWS = 800
PIECES = 20  # after so many, about a millionth of a stick is left


def drawn_tails(
    evaluations: Sequence[Evaluation],
    replicates: int,
    seed: int,
    *,
    steps: float = np.inf,
    progress: Progress = None,
) -> list[DrawnTails]:
    """Draw coefficients on one pattern table, each from what it uses of it.

    A coefficient that does not distinguish raters is drawn from the table without their identity,
    and one that uses only subjects with two or more ratings from the table of those, so that its
    draws depend neither on the other coefficients nor on subjects that it does not use. If all
    draws of a coefficient would take more than so many ``steps``, there are fewer of them, but a
    thousand at least.
    """
    nothing = np.empty(0)
    results = [DrawnTails(e.value, nothing, nothing, range=e.range) for e in evaluations]
    groups: dict[tuple[int, str, bool, int], list[tuple[int, Evaluation]]] = defaultdict(list)
    tables: dict[tuple[bool, bool], Patterns] = {}
    sums: dict[tuple[int, str, bool], Sums] = {}
    for k, e in enumerate(evaluations):
        if not np.isfinite(e.value):
            continue
        table = _drawable(e, tables)
        key = id(table), e.scheme.name, e.coefficient.directed and e.scheme.asymmetric
        drawable = e.on(table, e.sums if table is e.patterns else sums.get(key))
        sums[key] = drawable.sums
        groups[*key, fewer(replicates, steps / drawable.work)].append((k, drawable))
    for (*_, draws), members in groups.items():
        tails = _tails([drawable for _, drawable in members], draws, seed, progress)
        for (k, _), own in zip(members, tails, strict=True):
            results[k] = own
    return results


def _drawable(e: Evaluation, made: dict[tuple[bool, bool], Patterns]) -> Patterns:
    """Table on which a coefficient is drawn, without what it does not use; made once for all."""
    keeps_raters = e.coefficient.needs_identity
    if (keeps_raters, False) not in made:
        table = e.patterns if keeps_raters else e.patterns.anonymous()
        made[keeps_raters, False] = table if table.q != 1 else _with_another(table)
        made[keeps_raters, True] = made[keeps_raters, False].pairable()
    return made[keeps_raters, e.coefficient.pairable_only]


def _with_another(patterns: Patterns) -> Patterns:
    """Add a category that nobody used to a table of one category, so that raters may disagree."""
    scale = Scale.observed([False, True])
    columns = patterns.columns.recoded(np.arange(patterns.q), scale.size)
    return replace(patterns, scale=scale, columns=columns)


def fewer(draws: int, affordable: float) -> int:
    """Draws, halved until they can be afforded."""
    while draws > affordable and draws >= 2 * FEW_DRAWS:
        draws //= 2
    return draws


def _tails(
    evaluations: list[Evaluation], draws: int, seed: int, progress: Progress
) -> list[DrawnTails]:
    """Draws of coefficients on the same table."""
    table = evaluations[0].patterns
    subjects = np.random.default_rng([seed, 1])
    drawn = Dirichlet(evaluations, np.random.default_rng([seed, 2]))
    low, high = (np.empty((len(evaluations), draws)) for _ in range(2))
    widest = max(drawn.low.size, *(e.width for e in evaluations))
    for span in batches(draws, widest, progress):
        weights = gamma_weights(table, span.stop - span.start, subjects)
        low[:, span], high[:, span] = drawn.at(weights)
    bias = drawn.bias(gamma_weights(table, min(draws, BIAS_DRAWS), subjects))
    low -= 2 * np.maximum(bias, 0)[:, None]
    high -= 2 * np.minimum(bias, 0)[:, None]
    df = table.paired_units - 1
    found = []
    for e, below, above in zip(evaluations, low, high, strict=True):
        defined = [values[np.isfinite(values)] for values in (below, above)]
        lost = 1 - min(values.size for values in defined) / draws
        low_draws, high_draws = (np.clip(values, *e.range) for values in defined)
        found.append(DrawnTails(e.value, low_draws, high_draws, df, lost=lost, range=e.range))
    return found


class Dirichlet:
    """Coefficients at weights that are drawn.

    Parameters
    ----------
    evaluations
        One or more coefficients on the same pattern table, with the same weights. Some subject
        has two ratings.
    rng
        Chooses among too many pseudo-patterns, and draws the weights of those chosen.
    """

    def __init__(self, evaluations: Sequence[Evaluation], rng: np.random.Generator) -> None:
        patterns = evaluations[0].patterns
        self.seen = len(patterns)
        self._observed = evaluations
        pseudo = pseudo_patterns(evaluations[0], rng)
        observed = patterns.columns.rows
        rows = (pseudo.agreeing, pseudo.dissenting, pseudo.split)
        places, unseen = _places(observed, np.concatenate(rows))
        extended = np.concatenate([observed, unseen])
        mild = pseudo.apart <= np.min(pseudo.apart, where=pseudo.apart > 0, initial=np.inf)
        divided = pseudo.divided
        need, need_by = ASSUMED / (ASSUMED + float(divided.sum())), ASSUMED / (ASSUMED + divided)
        nothing = np.zeros(len(pseudo.dissenting))
        self.low, self.high = (
            np.bincount(places, np.concatenate(masses), len(extended)).astype(np.float64)
            for masses in (
                (
                    spread(need * LOW[0], pseudo.usual * pseudo.prevalence[pseudo.agreed]),
                    nothing,
                    spread(LOW[1], pseudo.common * pseudo.prevalence[pseudo.held] * pseudo.severe),
                ),
                (
                    spread(HIGH[0], pseudo.usual) * need_by[pseudo.agreed],
                    spread(need * HIGH[1], pseudo.common * mild),
                    nothing,
                ),
            )
        )
        self.each = subjects_each(evaluations[0])
        mirror = _exchanged(patterns, extended)
        self._broken = [Broken(mass, rng.spawn(3), mirror) for mass in (self.low, self.high)]
        table = _with_rows(patterns, extended)
        first = evaluations[0].on(table)
        self._evaluations = [first, *(e.on(table, first.sums) for e in evaluations[1:])]

    def bias(self, weights: FloatArray) -> FloatArray:
        """(K,) how far values at drawn weights lie from those at the weights that were seen.

        A function that bends is too high on average, or too low: AC, because its chance term is
        largest where categories are equally common, which in few subjects they never are. So the
        estimate is off by as much, and draws by twice that. What influence values explain adds up
        to nothing, and taking it away leaves little noise; as much as noise may be is not counted.
        """
        found = []
        seen = self._observed[0].patterns.multiplicity
        values = functional_values(self._observed, np.concatenate([seen[None], weights]))
        for e, whole in zip(self._observed, values, strict=True):
            explained = weights @ e.influence / _expected(e.patterns)
            away = whole[1:] - whole[0] - explained
            away = away[np.isfinite(away)]
            if away.size < 2:
                found.append(0.0)
                continue
            mean, noise = away.mean(), 2 * away.std() / np.sqrt(away.size)
            found.append(float(np.sign(mean) * max(abs(mean) - noise, 0.0)))
        return np.array(found)

    def at(self, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        """(K, B) values for low claims and for high ones, at weights (B, P) of the patterns."""
        seen = np.zeros((len(weights), self.low.size))
        seen[:, : self.seen] = weights
        low, high = (
            functional_values(self._evaluations, seen + self.each * pseudo.drawn(len(seen)))
            for pseudo in self._broken
        )
        return low, high


class Broken:
    """Gamma variables of small shapes; where there are many, their sum is broken like a stick.

    Hardly any of hundreds of pseudo-patterns has a weight worth the name in any one draw, so the
    few that do are chosen (Sethuraman's form), in place of drawing hundreds of zeros.

    Parameters
    ----------
    mass
        (P,) shapes, a few in all.
    streams
        Random numbers for sums, pieces and places; three streams, so that draws do not depend on
        how many are made at a time.
    mirror
        (P,) places of patterns that get half the weight of each, if any.
    """

    def __init__(
        self,
        mass: FloatArray,
        streams: Sequence[np.random.Generator],
        mirror: npt.NDArray[np.intp] | None = None,
    ) -> None:
        self._mirror = mirror
        self._mass = mass
        self._some = np.flatnonzero(mass)
        self._whole = float(mass.sum())
        self._until = np.cumsum(mass) / np.cumsum(mass)[-1]
        self._streams = streams

    def drawn(self, size: int) -> FloatArray:
        """(B, P) weights."""
        weights = self._gammas(size) if self._some.size <= PIECES else self._pieces(size)
        return weights if self._mirror is None else (weights + weights[:, self._mirror]) / 2

    def _gammas(self, size: int) -> FloatArray:
        weights = np.zeros((size, self._mass.size))
        shapes = self._mass[self._some]
        weights[:, self._some] = self._streams[0].standard_gamma(shapes, (size, shapes.size))
        return weights

    def _pieces(self, size: int) -> FloatArray:
        sums, breaks, chosen = self._streams
        left = np.exp(-breaks.standard_exponential((size, PIECES)).cumsum(axis=1) / self._whole)
        left[:, -1] = 0.0  # the last piece is what remains
        pieces = -np.diff(left, axis=1, prepend=1.0)
        pieces *= sums.standard_gamma(self._whole, size)[:, None]
        places = np.searchsorted(self._until, chosen.random((size, PIECES)), side="right")
        width = self._until.size
        places += np.arange(0, size * width, width)[:, None]
        flat = np.bincount(places.ravel(), pieces.ravel(), size * width)
        return np.asarray(flat.reshape(size, width), dtype=np.float64)


def gamma_weights(patterns: Patterns, size: int, rng: np.random.Generator) -> FloatArray:
    """(B, P) weights of the patterns: a gamma variable for each subject, or for each cluster.

    Their shapes add up to one less than there are, as the variance of a sample divides by n - 1.
    """
    m = patterns.multiplicity.astype(np.float64)
    if patterns.cluster is None:
        return rng.standard_gamma(m * _one_less(patterns.paired_units), (size, m.size))
    drawn = rng.standard_gamma(_one_less(patterns.clusters), (size, patterns.clusters))
    return np.asarray(drawn[:, patterns.cluster] * m)


def _expected(patterns: Patterns) -> float:
    """What `gamma_weights` add up to on average."""
    units = patterns.paired_units if patterns.cluster is None else patterns.clusters
    return patterns.n * _one_less(units)


def _one_less(units: float) -> float:
    """(n - 1)/n, and a half at least."""
    return max(0.5, 1 - 1 / units) if units > 0 else 0.5


def _places(
    table: npt.NDArray[np.integer], rows: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.int64]]:
    """Place of each row in the table and what is appended to it, and what that is."""
    together = np.concatenate([table, rows]) + 1
    first, kind = distinct_rows(together, [int(together.max()) + 1] * table.shape[1])
    earliest = first[kind[len(table) :]]
    unseen = np.unique(earliest[earliest >= len(table)])
    added = len(table) + np.searchsorted(unseen, earliest)
    return np.where(earliest < len(table), earliest, added), rows[unseen - len(table)]


def _exchanged(patterns: Patterns, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.intp] | None:
    """Place of each row with its two raters exchanged; its own where there is none.

    Two raters who differ may as well differ the other way round. Which way it is matters to
    Aickin's alpha: were all dissent of one kind, none could be chance. A row that occurs more than
    once, in several clusters, is exchanged where it occurs first.
    """
    if not patterns.is_pair:
        return None
    own = np.arange(len(rows))
    (first, _), (places, _) = _places(rows, rows), _places(rows, rows[:, ::-1])
    return np.where((first == own) & (places < len(rows)), places, own)


def _with_rows(patterns: Patterns, rows: npt.NDArray[np.int64]) -> Patterns:
    """Table with further patterns, of which there are none yet."""
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
