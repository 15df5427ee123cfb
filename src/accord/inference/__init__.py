"""Uncertainty, one file per method; nothing here knows a coefficient's name."""

from accord.inference.analytic import (
    covariance,
    gwet_influence,
    gwet_units,
    influence_matrix,
    standard_errors,
)
from accord.inference.batches import Progress, batches
from accord.inference.bootstrap import bootstrap, resamples
from accord.inference.differ import Differ, differ
from accord.inference.dirichlet import drawn_tails, fewer
from accord.inference.enumeration import (
    MOST_ARRANGEMENTS,
    arrangements,
    enumerate_delta,
    sample_delta,
    sampled_moments,
)
from accord.inference.homogeneity import holm, homogeneity
from accord.inference.intervals import acceleration, confidence_interval, telling
from accord.inference.jackknife import jackknife
from accord.inference.moments import Moments, moments_of, permutation_moments, seconds
from accord.inference.null import null_standard_error
from accord.inference.paired import drawn_difference, drawn_side
from accord.inference.pearson import type_three_cdf
from accord.inference.permutation import permutation_p_value
from accord.inference.raters import rater_variance
from accord.inference.shuffles import dealt_differences, shuffle_p_value, swapped_differences
from accord.inference.tails import (
    DrawnTails,
    StudentTails,
    difference_range,
    p_value,
    two_sided,
)
from accord.inference.tests import t_test

__all__ = [
    "MOST_ARRANGEMENTS",
    "Differ",
    "DrawnTails",
    "Moments",
    "Progress",
    "StudentTails",
    "acceleration",
    "arrangements",
    "batches",
    "bootstrap",
    "confidence_interval",
    "covariance",
    "dealt_differences",
    "differ",
    "difference_range",
    "drawn_difference",
    "drawn_side",
    "drawn_tails",
    "enumerate_delta",
    "fewer",
    "gwet_influence",
    "gwet_units",
    "holm",
    "homogeneity",
    "influence_matrix",
    "jackknife",
    "moments_of",
    "null_standard_error",
    "p_value",
    "permutation_moments",
    "permutation_p_value",
    "rater_variance",
    "resamples",
    "sample_delta",
    "sampled_moments",
    "seconds",
    "shuffle_p_value",
    "standard_errors",
    "swapped_differences",
    "t_test",
    "telling",
    "two_sided",
    "type_three_cdf",
]
