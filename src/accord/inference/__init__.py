"""Uncertainty, one file per method; nothing here knows a coefficient's name."""

from accord.inference.analytic import (
    covariance,
    gwet_influence,
    gwet_subjects,
    influence_matrix,
    standard_errors,
)
from accord.inference.bootstrap import bootstrap
from accord.inference.intervals import INTERVALS, confidence_interval
from accord.inference.jackknife import jackknife
from accord.inference.permutation import permutation_p_value
from accord.inference.raters import rater_variance
from accord.inference.tests import ALTERNATIVES, t_test

__all__ = [
    "ALTERNATIVES",
    "INTERVALS",
    "bootstrap",
    "confidence_interval",
    "covariance",
    "gwet_influence",
    "gwet_subjects",
    "influence_matrix",
    "jackknife",
    "permutation_p_value",
    "rater_variance",
    "standard_errors",
    "t_test",
]
