"""Standard errors of differences of independent groups."""

import math

import numpy as np
import pytest

from accord import load
from accord.inference.joint import IndependentTerms
from accord.statistics import Evaluation, find


def test_independent_groups_have_welch_degrees_of_freedom() -> None:
    """As in the textbook formula, from the standard errors of two groups."""
    rng = np.random.default_rng(1)
    tables = [load(rng.integers(0, 3, (size, 2))) for size in (12, 30)]
    terms = IndependentTerms([Evaluation(find("percent_agreement"), table) for table in tables])
    shares = [float(terms.evaluations[k].value) for k in (0, 1)]
    first, second = (p * (1 - p) / (n - 1) for p, n in zip(shares, (12, 30), strict=True))
    se, df = terms.difference(0, 1)
    assert se == pytest.approx(math.sqrt(first + second), rel=1e-12)
    assert df == pytest.approx((first + second) ** 2 / (first**2 / 11 + second**2 / 29), rel=1e-12)
    assert terms.covariance[0, 1] == 0
