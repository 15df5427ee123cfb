"""Uncertainty, one file per method; nothing here knows a coefficient's name."""

from accord.inference.analytic import (
    covariance,
    gwet_influence,
    gwet_subjects,
    influence_matrix,
    standard_errors,
)
from accord.inference.bootstrap import bootstrap
from accord.inference.enumeration import (
    MOST_ARRANGEMENTS,
    arrangements,
    enumerate_delta,
    sample_delta,
)
from accord.inference.intervals import INTERVALS, confidence_interval
from accord.inference.jackknife import jackknife
from accord.inference.moments import Moments, moments_of, permutation_moments
from accord.inference.pearson import type_three_cdf
from accord.inference.permutation import permutation_p_value
from accord.inference.raters import rater_variance
from accord.inference.tests import ALTERNATIVES, t_test

__all__ = [
    "ALTERNATIVES",
    "INTERVALS",
    "MOST_ARRANGEMENTS",
    "Moments",
    "arrangements",
    "bootstrap",
    "confidence_interval",
    "covariance",
    "enumerate_delta",
    "gwet_influence",
    "gwet_subjects",
    "influence_matrix",
    "jackknife",
    "moments_of",
    "permutation_moments",
    "permutation_p_value",
    "rater_variance",
    "sample_delta",
    "standard_errors",
    "t_test",
    "type_three_cdf",
]
