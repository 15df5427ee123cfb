"""Inference: standard errors, intervals and tests, a file per method.

No module here names a coefficient.
"""

from accord.inference.analytic import (
    covariance,
    gwet_influence,
    gwet_units,
    influence_matrix,
    standard_errors,
)
from accord.inference.batches import batches
from accord.inference.bootstrap import bootstrap, resamples
from accord.inference.differ import Differ, differ
from accord.inference.dirichlet import posterior_tails
from accord.inference.enumeration import (
    enumerate_delta,
    sampled_moments,
)
from accord.inference.homogeneity import holm, homogeneity
from accord.inference.intervals import acceleration, confidence_interval, effective_subjects
from accord.inference.jackknife import jackknife, rater_variance
from accord.inference.moments import permutation_moments
from accord.inference.null import null_standard_error
from accord.inference.paired import side_draws
from accord.inference.pearson import type_three_cdf
from accord.inference.permutation import (
    difference_p_value,
    permutation_p_values,
    permuted_group_differences,
    permuted_panel_differences,
)
from accord.inference.tails import (
    PosteriorTails,
    StudentTails,
    difference_range,
    p_value,
    two_sided,
)

__all__ = [
    "Differ",
    "PosteriorTails",
    "StudentTails",
    "acceleration",
    "batches",
    "bootstrap",
    "confidence_interval",
    "covariance",
    "differ",
    "difference_p_value",
    "difference_range",
    "effective_subjects",
    "enumerate_delta",
    "gwet_influence",
    "gwet_units",
    "holm",
    "homogeneity",
    "influence_matrix",
    "jackknife",
    "null_standard_error",
    "p_value",
    "permutation_moments",
    "permutation_p_values",
    "permuted_group_differences",
    "permuted_panel_differences",
    "posterior_tails",
    "rater_variance",
    "resamples",
    "sampled_moments",
    "side_draws",
    "standard_errors",
    "two_sided",
    "type_three_cdf",
]
