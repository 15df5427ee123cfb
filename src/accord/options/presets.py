"""Default statistics, used where no coefficient or metric is stated.

This is the only module that selects statistics by name. Properties of a statistic are declared with
its formula, in the registry; a test checks both rules. The module imports nothing heavy, because
the command line imports it at start-up.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = [
    "ASSOCIATIONS",
    "CATEGORY_COEFFICIENT",
    "CHANCE_CORRECTED",
    "CORRELATION",
    "CURVES",
    "DEPENDABILITY",
    "EVEN_CHANCE",
    "EXACT_AGREEMENT",
    "GENERALIZABILITY",
    "HEADLINE",
    "IDENTICAL",
    "LABEL_METRICS",
    "MEASURED_COEFFICIENT",
    "MEASURED_HEADLINE",
    "MEASURED_WEIGHTS",
    "METRIC",
    "PAIR_COEFFICIENT",
    "PASTED",
    "RANK_CORRELATION",
    "RAW_SCORE_METRIC",
    "RELIABILITIES",
    "RESPONSES_COEFFICIENT",
    "SCORERS",
    "SETS_COEFFICIENT",
    "SETS_METRIC",
    "SETS_WEIGHTS",
    "SHIFT",
    "SPANS_METRIC",
    "SPREAD",
    "TABLE_COEFFICIENTS",
    "WITHOUT_CATEGORIES",
    "WITHOUT_IDENTITY",
    "WITHOUT_PAIRS",
    "WORDS_METRIC",
]

# Coefficients of agreement between raters.
HEADLINE = "gwet_ac"  # of reports, comparisons, plans, raters left out
EXACT_AGREEMENT = "percent_agreement"  # observed agreement, shown with coefficients
MEASURED_COEFFICIENT = "krippendorff_alpha"  # for measured values
MEASURED_HEADLINE = ("icc_a1", "icc_1", "krippendorff_alpha")  # of reports on measured values
MEASURED_WEIGHTS = "quadratic"  # of MEASURED_COEFFICIENT, if no level or weights are stated
RELIABILITIES = ("icc_1", "icc_a1", "icc_c1", "icc_1k", "icc_ak", "icc_ck")  # in one table
DEPENDABILITY = "icc_a1"  # of one rater, for absolute decisions
GENERALIZABILITY = "icc_c1"  # of one rater, for relative decisions
RESPONSES_COEFFICIENT = "berry_mielke"  # for ratings with several responses
SETS_COEFFICIENT = "krippendorff_alpha"  # for sets of labels, and for each label
SETS_WEIGHTS = "masi"  # credit for common labels, where a report shows such credit
CATEGORY_COEFFICIENT = "fleiss_kappa"  # of one category against the rest
PAIR_COEFFICIENT = "cohen_kappa"  # of two raters
CHANCE_CORRECTED = ("brennan_prediger", "gwet_ac", "fleiss_kappa")  # for prevalence and bias
EVEN_CHANCE = "brennan_prediger"  # PABAK, with identity weights
PASTED = ("cohen_kappa", "fleiss_kappa", "gwet_ac", "krippendorff_alpha")  # in the text for a paper

TABLE_COEFFICIENTS = ("gwet_ac", "krippendorff_alpha")  # columns of a table of many variables

# Alternatives that an error suggests if a coefficient cannot be used.
WITHOUT_PAIRS = "conger_kappa"
WITHOUT_IDENTITY = ("fleiss_kappa", "gwet_ac", "krippendorff_alpha")
WITHOUT_CATEGORIES = ("berry_mielke", "conger_kappa", "fleiss_kappa", "krippendorff_alpha")

# Metrics of systems.
METRIC = "ac2_quadratic"  # ranks systems and runs
WORDS_METRIC = "ac1"  # ranks systems if the categories are words
SETS_METRIC = "alpha_masi"  # if ratings are sets of labels
SPANS_METRIC = "span_f1"  # if people and systems marked spans
LABEL_METRICS = ("span_precision", "span_recall", "span_f1")  # of the spans with one label
RAW_SCORE_METRIC = "qwk_continuous"  # if there is no scale of marks
IDENTICAL = "exact"  # stated with the headline
CORRELATION = "pearson"  # contrasted with agreement
RANK_CORRELATION = "kendall_tau_b"  # agreement of the order only
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
