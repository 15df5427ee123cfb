"""Choices of the product: the statistics that stand for others where nothing is stated.

This is the only module that chooses statistics by name. What follows from a statistic itself is
declared with its formula, in the registry; a test holds both. The module is light, because the
command line imports it at start-up.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = [
    "ASSOCIATIONS",
    "CATEGORY_COEFFICIENT",
    "CHANCE_CORRECTED",
    "CORRELATION",
    "CURVES",
    "EVEN_CHANCE",
    "EXACT_AGREEMENT",
    "HEADLINE",
    "IDENTICAL",
    "MEASURED_COEFFICIENT",
    "MEASURED_WEIGHTS",
    "METRIC",
    "PAIR_COEFFICIENT",
    "PASTED",
    "RANK_CORRELATION",
    "RAW_SCORE_METRIC",
    "RESPONSES_COEFFICIENT",
    "SCORERS",
    "SHIFT",
    "SPREAD",
    "WITHOUT_CATEGORIES",
    "WITHOUT_IDENTITY",
    "WITHOUT_PAIRS",
    "WORDS_METRIC",
]

# Coefficients of the agreement of raters.
HEADLINE = "gwet_ac"  # stands for all: reports, comparisons, plans, raters left out
EXACT_AGREEMENT = "percent_agreement"  # observed agreement, shown beside coefficients
MEASURED_COEFFICIENT = "krippendorff_alpha"  # for measured values
MEASURED_WEIGHTS = "quadratic"  # of that, where nothing is stated about the values
RESPONSES_COEFFICIENT = "berry_mielke"  # for ratings with several responses
CATEGORY_COEFFICIENT = "fleiss_kappa"  # of one category against the rest
PAIR_COEFFICIENT = "cohen_kappa"  # of two raters
CHANCE_CORRECTED = ("brennan_prediger", "gwet_ac", "fleiss_kappa")  # in a diagnosis
EVEN_CHANCE = "brennan_prediger"  # PABAK, with identity weights
PASTED = ("cohen_kappa", "fleiss_kappa", "gwet_ac", "krippendorff_alpha")  # the text for a paper

# What an error suggests where a coefficient cannot be used.
WITHOUT_PAIRS = "conger_kappa"
WITHOUT_IDENTITY = ("fleiss_kappa", "gwet_ac", "krippendorff_alpha")
WITHOUT_CATEGORIES = ("berry_mielke", "conger_kappa", "fleiss_kappa", "krippendorff_alpha")

# Metrics of systems.
METRIC = "ac2_quadratic"  # ranks systems and runs
WORDS_METRIC = "ac1"  # where the categories are words
RAW_SCORE_METRIC = "qwk_continuous"  # where there is no scale of marks
IDENTICAL = "exact"  # said beside the headline
CORRELATION = "pearson"  # what agreement is contrasted with
RANK_CORRELATION = "kendall_tau_b"  # whether the order is right, whatever the marks are
SHIFT = "smd"  # whether scores are too high or too low
SPREAD = "sd_ratio"  # whether scores are too close together
ASSOCIATIONS = ("kendall_tau_b", "kendall_tau_c", "spearman", "pearson")  # in the order of SPSS

# Curves in the figure of a study, and scorers for scikit-learn.
CURVES = (
    "percent_agreement",
    "cohen_kappa",
    "gwet_ac",
    "brennan_prediger",
    "krippendorff_alpha",
    "kendall_tau_b",
)
SCORERS: Mapping[str, str] = {
    "ac2": "ac2_quadratic",
    "bp": "bp_quadratic",
    "qwk": "qwk",
    "alpha": "alpha_interval",
}
