"""Berry and Mielke's generalized measure: many raters, several responses, any level."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from accord.data.scale import FloatArray
from accord.statistics.calculus import Quantity
from accord.statistics.registry import DISTANCES, Terms, coefficient
from accord.statistics.sparsity import few_ratings_per_rater
from accord.statistics.sums import Sums

__all__ = ["berry_mielke"]

CELLS = 4_000_000  # of a block of sums over panels: 32 MB
SPARSE = 10  # panels with less than 1 of 10 raters are summed member by member


@coefficient(
    "berry_mielke",
    order=60,
    prevalence_sensitive=True,
    function="accord.analysis.berry_mielke:berry_mielke",
    tests=("differ",),
    methods=dict.fromkeys(("exact", "moments", "monte_carlo"), "accord.inference.delta:by_delta"),
    symbol="ℜ",
    title="Berry-Mielke's ℜ",
    use="Ratings with several responses, distances rather than categories, and exact tests in "
    "small studies.",
    references=("berry1988", "berry1990", "berrymielke1997", "janson2001"),
    missing="available pairs of ratings; each rater's distribution is over all their ratings",
    needs_identity=True,
    not_smooth=few_ratings_per_rater,
    reduces_to="cohen_kappa",
    completes_to="conger_kappa",
    level_weights={
        "nominal": "identity",
        "ordinal": "linear",
        "interval": "linear",
        "ratio": "linear",
    },
    number_weights="linear",
    weight_titles=DISTANCES,
)
def berry_mielke(t: Sums) -> Terms:
    """Agreement of responses beyond that of raters who answer independently of the subject.

    ℜ = 1 - δ/μ_δ,  δ = mean distance of the pairs of ratings of a subject,  μ_δ = its mean when
    each rater's ratings are permuted among the subjects that they rated

    The distance is 0 or 1 for a nominal response and Euclidean for others, over all responses
    together. With complete ratings ℜ is the (weighted) kappa of Conger, for two raters that of
    Cohen; with squared distances it is Janson and Olsson's iota.
    """
    pairs = t.r * (t.r - 1)
    total = t.total(pairs)
    pa = t.total(t.agreement * pairs) / total
    return Terms.corrected(pa, _expected_by_permutation(t) / total)


def _expected_by_permutation(t: Sums) -> Quantity:
    """Return the agreement expected, in sum, if each rater's ratings are permuted.

    A subject rated by the raters of a panel z contributes Σ_{g≠h} z_g z_h p_g·p_h, which is
    |Σ_g z_g p_g|² - Σ_g z_g |p_g|² in the norm of the weights. Equal panels are combined.
    """
    p = t.marginals
    shares = np.nan_to_num(p.value.reshape(-1, t.patterns.r, t.q))
    image = t.weights.apply(shares)
    norms = np.einsum("bgk,bgk->bg", shares, image)
    panels, panel = t.panels
    subjects = _subjects_of(panel, len(panels), t.m)
    blocks = _membership(panels, t.q * len(shares))
    agreement = np.concatenate(
        [
            np.einsum("buk,buk->bu", z.sums(shares), z.sums(image))
            - z.sums(norms[:, :, None])[:, :, 0]
            for z in blocks
        ],
        axis=1,
    )  # (B, U) expected agreement of the pairs of a subject with that panel

    @cache  # used twice, and expensive
    def slope() -> FloatArray:
        """Return the slope through the numbers of subjects of panels and raters' distributions."""
        rows = len(image) if p.per_weighting else 1
        gradient = np.zeros_like(image[:rows])
        for z in blocks:
            gradient += z.spread(subjects[:rows, z.span, None] * z.sums(image[:rows]))
        gradient -= (subjects[:rows] @ panels)[:, :, None] * image[:rows]
        by_panels = agreement[:, panel] if p.per_weighting else agreement[0, panel]
        return np.asarray(by_panels + p.slope(2 * gradient.reshape(rows, -1)))

    return Quantity(np.einsum("bu,bu->b", subjects, agreement), slope)


def _subjects_of(panel: npt.NDArray[np.intp], number: int, m: FloatArray) -> FloatArray:
    """Return (B, U) numbers of subjects of each panel, at weights (B, P)."""
    if len(m) <= number:
        return np.stack([np.bincount(panel, weights=row, minlength=number) for row in m])
    members = (panel == np.arange(number)[:, None]).astype(np.float64)
    return np.asarray(m @ members.T)


@dataclass(frozen=True, slots=True, eq=False)
class _Members:
    """A block of panels, (U, r) of 0 and 1; sums over sparse ones use their members only."""

    span: slice
    dense: FloatArray
    sparse: bool

    def sums(self, x: FloatArray) -> FloatArray:
        """Return (B, U, q) sums over the members of each panel, given (B, r, q) values."""
        if not self.sparse:
            columns = x.transpose(1, 0, 2).reshape(x.shape[1], -1)  # one product for all
            sums = (self.dense @ columns).reshape(-1, len(x), x.shape[2])
            return np.asarray(sums.transpose(1, 0, 2))
        panel, rater = np.nonzero(self.dense)
        starts = np.searchsorted(panel, np.arange(len(self.dense)))
        return np.asarray(np.add.reduceat(x[:, rater], starts, axis=1))

    def spread(self, x: FloatArray) -> FloatArray:
        """Return (B, r, q) sums over the panels of each rater, given (B, U, q) values."""
        if not self.sparse:
            columns = x.transpose(1, 0, 2).reshape(x.shape[1], -1)
            total = (self.dense.T @ columns).reshape(-1, len(x), x.shape[2])
            return np.asarray(total.transpose(1, 0, 2))
        panel, rater = np.nonzero(self.dense)
        total = np.zeros((self.dense.shape[1], len(x), x.shape[2]))
        np.add.at(total, rater, x.transpose(1, 0, 2)[panel])
        return np.asarray(total.transpose(1, 0, 2))


def _membership(panels: FloatArray, width: int) -> list[_Members]:
    """Return blocks of panels whose sums, of ``width`` numbers each, fit into memory."""
    sparse = bool(np.count_nonzero(panels) * SPARSE < panels.size)
    step = max(1, CELLS // width)
    spans = (slice(k, min(k + step, len(panels))) for k in range(0, len(panels), step))
    return [_Members(span, panels[span], sparse) for span in spans]
