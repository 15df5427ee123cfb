"""Correlations as SPSS prints them: value, asymptotic error, approximate T and significance."""

from __future__ import annotations

import math

from accord.analysis.evaluation.score_panel import ScorePanel
from accord.analysis.evaluation.system_results import Association
from accord.inference.analytic import ROUNDING_ERROR
from accord.options.presets import ASSOCIATIONS
from accord.statistics import MEASURES

__all__ = ["associations"]


def associations(panel: ScorePanel) -> tuple[Association, ...]:
    """Return Kendall's tau-b and tau-c, Spearman's and Pearson's correlation.

    The asymptotic standard error does not assume the null hypothesis; T does. The reference
    distribution of T is normal for the taus and Student's t for the correlations.
    """
    from scipy.special import ndtr, stdtr  # here: slow to import

    n = panel.n
    if n < 3:
        return ()
    net, each = float(panel.sums.net_concordance.value[0]), panel.sums.concordant
    null = math.sqrt(max(4 * float(panel.m @ each**2 - net**2 / panel.m.sum()), 0.0))
    approximate = net / null if null > 0 else math.nan
    results = []
    for name in ASSOCIATIONS:
        metric = MEASURES[name]
        quantity = metric.of(panel)
        value = float(quantity.value[0])
        if not math.isfinite(value):
            results.append(Association(name, metric.title, *[math.nan] * 4))
            continue
        ase = math.sqrt(float(panel.m @ quantity.slope**2))
        if metric.statistic.association_test == "normal":
            statistic = approximate
            p = 2 * float(ndtr(-abs(statistic)))
        else:
            rest = 1 - value**2
            statistic = value * math.sqrt((n - 2) / rest) if rest > ROUNDING_ERROR else math.nan
            p = 2 * float(stdtr(n - 2, -abs(statistic)))
        results.append(Association(name, metric.title, value, ase, statistic, p))
    return tuple(results)
