"""Marginal homogeneity: whether raters use the categories equally often."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from accord.analysis.views.sections import SectionRequest, section
from accord.base.forms import Count
from accord.base.lookup import named
from accord.base.serialise import Record, written
from accord.base.showing import Displayed
from accord.base.wording import counted, p_text
from accord.data.patterns import Patterns
from accord.data.scale import FloatArray, IntArray, Label
from accord.errors import UnsupportedError
from accord.inference.marginal_tests import (
    ChiSquared,
    Discordance,
    bhapkar,
    cochran_q,
    discordance,
    exact_cochran,
    stuart_maxwell,
    wald,
)
from accord.io import load, takes_raters
from accord.options import ReadOptions, with_options
from accord.version import __version__

__all__ = ["HomogeneityTest", "MarginalHomogeneity", "marginal_homogeneity"]

MOST_CATEGORIES = 100
MOST_CONTRASTS = 400  # raters times categories of the Wald test
SHOWN_CATEGORIES = 20  # of a report
SHOWN_RATERS = 20


@dataclass(frozen=True, slots=True)
class HomogeneityTest(Record):
    """A test of marginal homogeneity.

    Parameters
    ----------
    name
        ``mcnemar``, ``stuart_maxwell``, ``bhapkar``, ``rater_bias``, ``cochran_q`` or ``wald``.
    title
        Name in texts.
    statistic
        χ² statistic; undefined without any disagreement.
    df
        Degrees of freedom.
    p_value
        P-value by the χ² distribution.
    exact_p_value
        Exact p-value: binomial, or over all permutations within subjects.
    mid_p_value
        Mid-p-value of the binomial test.
    corrected_statistic
        Statistic with continuity correction.
    corrected_p_value
        Its p-value.
    b
        Number of subjects that the first rater places in a lower category than the second.
    c
        Number of subjects that the first rater places in a higher category than the second.
    """

    name: str
    title: str
    statistic: float
    df: float
    p_value: float
    exact_p_value: float = field(default=math.nan, metadata=written(optional=True))
    mid_p_value: float = field(default=math.nan, metadata=written(optional=True))
    corrected_statistic: float = field(default=math.nan, metadata=written(optional=True))
    corrected_p_value: float = field(default=math.nan, metadata=written(optional=True))
    b: float = field(default=math.nan, metadata=written(optional=True))
    c: float = field(default=math.nan, metadata=written(optional=True))


@dataclass(frozen=True, slots=True, eq=False)
class MarginalHomogeneity(Displayed):
    """Tests of whether raters use the categories equally often, by name.

    Parameters
    ----------
    tests
        The tests that apply.
    raters
        Names of the raters.
    categories
        Categories in use.
    n
        Number of subjects that all raters rated.
    warnings
        Remarks on data left out and on assumptions.
    version
        Version of accord.
    """

    tests: tuple[HomogeneityTest, ...]
    raters: tuple[str, ...]
    categories: tuple[Label, ...]
    n: Count
    warnings: tuple[str, ...] = ()
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))

    def __getitem__(self, name: str) -> HomogeneityTest:
        return named("test", name, self.tests)

    def __iter__(self) -> Iterator[HomogeneityTest]:
        return iter(self.tests)

    def __len__(self) -> int:
        return len(self.tests)

    def __contains__(self, name: object) -> bool:
        return any(test.name == name for test in self.tests)

    def __str__(self) -> str:
        lines = [
            f"{test.title}: undefined (no disagreement)"
            if math.isnan(test.statistic)
            else f"{test.title}: χ²({test.df:g}) = {test.statistic:.3f}, {p_text(test.p_value)}"
            for test in self.tests
        ]
        return "\n".join([*lines, *self.warnings])


@takes_raters
@with_options(ReadOptions)
def marginal_homogeneity(data: Any, **loading: Any) -> MarginalHomogeneity:
    """Test whether raters use the categories equally often.

    Parameters
    ----------
    data
        Anything that `load` takes, or what it returned; a square table of counts with
        ``layout="contingency"``. Subjects that not all raters rated are left out.
    **loading
        Options of reading.

    Returns
    -------
    MarginalHomogeneity
        For two raters Stuart and Maxwell's and Bhapkar's tests, McNemar's for two categories, and
        for three or more ordered categories the test of rater bias, which is McNemar's of the
        subjects above and below the diagonal. For more raters a Wald test, and Cochran's Q for two
        categories.

    Examples
    --------
    >>> vision = [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205],
    ...           [36, 82, 179, 492]]
    >>> test = marginal_homogeneity(vision, layout="contingency")["stuart_maxwell"]
    >>> round(test.statistic, 3), test.df, round(test.p_value, 4)
    (11.957, 3, 0.0075)
    """
    return _of(load(data, **loading))


def _of(patterns: Patterns) -> MarginalHomogeneity:
    codes = patterns.by_rater().rows
    complete = (codes >= 0).all(axis=1)
    weight = patterns.multiplicity[complete].astype(np.float64)
    if not weight.sum() > 0:
        raise UnsupportedError("no subject was rated by all raters.")
    cluster = None if patterns.cluster is None else patterns.cluster[complete]
    used, compact = np.unique(codes[complete], return_inverse=True)
    compact = compact.reshape(codes[complete].shape).astype(np.int64)
    if used.size > MOST_CATEGORIES:
        raise UnsupportedError(
            f"marginal homogeneity is tested for up to {MOST_CATEGORIES} categories; there are "
            f"{used.size:,}. For measurements, limits_of_agreement() and icc() test differences "
            "of the means."
        )
    if patterns.r == 2:
        tests = _of_two(compact, used.size, weight, ordered=patterns.scale.ordered)
    else:
        tests = _of_many(compact, used.size, weight, cluster)
    labels = patterns.scale.first(int(used.max()) + 1)
    return MarginalHomogeneity(
        tuple(tests),
        patterns.raters,
        tuple(labels[code] for code in used.tolist()),
        float(weight.sum()),
        _warnings(patterns, float(weight.sum())),
    )


def _warnings(patterns: Patterns, n: float) -> tuple[str, ...]:
    notes = list(patterns.warnings)
    if n < patterns.n:
        notes.append(f"left out: {counted(patterns.n - n, 'subject')} not rated by all raters.")
    if patterns.cluster is not None:
        notes.append("the tests assume independent subjects; only wald allows for the clusters.")
    return tuple(notes)


def _entry(name: str, title: str, test: ChiSquared, **more: float) -> HomogeneityTest:
    return HomogeneityTest(name, title, test.statistic, test.df, test.p_value, **more)


def _discordant(name: str, title: str, pair: Discordance) -> HomogeneityTest:
    corrected = pair.corrected
    return _entry(
        name,
        title,
        pair.test,
        exact_p_value=pair.exact_p_value,
        mid_p_value=pair.mid_p_value,
        corrected_statistic=corrected.statistic,
        corrected_p_value=corrected.p_value,
        b=pair.b,
        c=pair.c,
    )


def _of_two(
    codes: IntArray, size: int, weight: FloatArray, *, ordered: bool
) -> list[HomogeneityTest]:
    cells = codes[:, 0] * size + codes[:, 1]
    total = np.bincount(cells, weights=weight, minlength=size**2).astype(np.float64)
    counts: FloatArray = total.reshape(size, size)
    tests = [
        _entry("stuart_maxwell", "Stuart–Maxwell", stuart_maxwell(counts)),
        _entry("bhapkar", "Bhapkar", bhapkar(counts)),
    ]
    if size == 2:
        return [_discordant("mcnemar", "McNemar", discordance(counts)), *tests]
    if ordered:
        tests.append(_discordant("rater_bias", "Rater bias", discordance(counts)))
    return tests


def _of_many(
    codes: IntArray, size: int, weight: FloatArray, cluster: IntArray | None
) -> list[HomogeneityTest]:
    tests = []
    if size == 2:
        exact = exact_cochran(codes, weight)
        tests.append(
            _entry("cochran_q", "Cochran's Q", cochran_q(codes, weight), exact_p_value=exact)
        )
    if codes.shape[1] * size <= MOST_CONTRASTS:
        tests.append(_entry("wald", "Wald", wald(codes, size, weight, cluster)))
    return tests


def _suits(request: SectionRequest) -> bool:
    patterns = request.patterns
    if not (patterns.identity and request.categorical and patterns.n_complete > 1):
        return False
    return 2 <= patterns.r <= SHOWN_RATERS and 2 <= patterns.q <= SHOWN_CATEGORIES


@section(
    "marginal_homogeneity",
    "Marginal homogeneity",
    order=50,
    details_only=False,
    suits=_suits,
    text="Tests of whether raters use the categories equally often.",
)
def homogeneity_section(request: SectionRequest) -> MarginalHomogeneity | None:
    """Test whether raters use the categories equally often."""
    result = _of(request.patterns)
    reading = set(request.patterns.warnings)  # which the report has
    return replace(result, warnings=tuple(w for w in result.warnings if w not in reading))
