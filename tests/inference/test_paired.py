"""Draws of the sides of a comparison."""

import numpy as np

from accord import load
from accord.inference.paired import side_draws
from accord.statistics import evaluations_of, find


def test_draws_of_a_coefficient_do_not_depend_on_the_others() -> None:
    """Also where their agreement weights differ, as with the ordinal metric of alpha."""
    table = load("examples/essays.csv", level="ordinal")
    entries = [find("gwet_ac"), find("krippendorff_alpha")]
    evaluations = evaluations_of(entries, table.anonymous(), None, {})
    assert len({e.scheme.name for e in evaluations}) == 2
    together = side_draws(evaluations, None, [slice(0, 50)], 50, 7, 0)
    for k, evaluation in enumerate(evaluations):
        alone = side_draws([evaluation], None, [slice(0, 50)], 50, 7, 0)
        for limit, single in zip(together, alone, strict=True):
            np.testing.assert_array_equal(limit[k], single[0])
    assert not np.array_equal(*together[0])
