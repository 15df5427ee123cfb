"""Intervals that were considered, and intervals of other programs.

Each function takes an evaluation on a sample and returns (low, high) at 95 %.
"""

from __future__ import annotations

import numpy as np
from scipy.special import ndtri, stdtrit

from accord.inference.analytic import covariance, degrees_of_freedom

LEVEL = 0.975
STEPS, GRID = 30, 80


def moments(evaluation):
    """Return estimate, standard error and 97.5 % quantile of t."""
    patterns = evaluation.patterns
    variance = covariance(evaluation.influence[None], patterns)[0, 0]
    return evaluation.value, np.sqrt(max(variance, 0)), stdtrit(degrees_of_freedom(patterns), LEVEL)


def wald(evaluation):
    """Return estimate ± t × standard error, cut off at 1."""
    value, se, t = moments(evaluation)
    return value - t * se, min(1.0, value + t * se)


def null_error(evaluation):
    """Return the interval of Fleiss' kappa with the null-hypothesis standard error."""
    patterns = evaluation.patterns
    share = patterns.category_totals() / patterns.ratings
    n, r = patterns.n, patterns.ratings / patterns.n
    both = share * (1 - share)
    spread = both.sum() ** 2 - (both * (1 - 2 * share)).sum()
    se = np.sqrt(2 * max(spread, 0) / (n * r * (r - 1))) / both.sum() if both.sum() else np.nan
    return evaluation.value - ndtri(LEVEL) * se, evaluation.value + ndtri(LEVEL) * se


def log_t(evaluation):
    """Return the t interval of log(1 - value), transformed back."""
    value, se, t = moments(evaluation)
    if value >= 1 - 1e-12:
        return 1.0, 1.0
    reach = np.exp(t * se / (1 - value))
    return 1 - (1 - value) * reach, 1 - (1 - value) / reach


def wilson(evaluation):
    """Return Wilson's interval of observed agreement, with the effective n, transformed."""
    value, se, t = moments(evaluation)
    chance = float(evaluation.terms.chance.value[0])
    observed = min(max(value * (1 - chance) + chance, 0.0), 1.0)
    spread = observed * (1 - observed)
    n = evaluation.patterns.n
    if se > 0 and spread > 0:
        n = spread / (se * (1 - chance)) ** 2
    middle = (observed + t**2 / (2 * n)) / (1 + t**2 / n)
    reach = t / (1 + t**2 / n) * np.sqrt(spread / n + t**2 / (4 * n**2))
    return tuple((np.array([middle - reach, middle + reach]) - chance) / (1 - chance))


def empirical_likelihood(evaluation, adjusted=False):
    """Return the empirical likelihood interval of the mean of pseudo-values, with t² quantile."""
    value, _, t = moments(evaluation)
    m, pseudo = evaluation.patterns.multiplicity, value + evaluation.influence
    if np.ptp(pseudo) < 1e-12:
        return value, value
    return tuple(_profile(pseudo, m, value, t**2, side, adjusted) for side in (-1, 1))


def adjusted_likelihood(evaluation):
    """Return the adjusted empirical likelihood interval (Chen, Variyath and Abraham 2008)."""
    return empirical_likelihood(evaluation, adjusted=True)


def _profile(pseudo, m, value, limit, side, adjusted):
    """Return the limit of the interval: where the likelihood ratio reaches a quantile."""
    furthest = side * (side * pseudo).max()
    reach = 10 * np.ptp(pseudo) if adjusted else abs(furthest - value)
    means = value + side * reach * np.linspace(0, 1, GRID) ** 2
    beyond = np.flatnonzero(_ratio(pseudo[None] - means[:, None], m, adjusted) > limit)
    return means[beyond[0]] if beyond.size else means[-1]


def _ratio(gaps, m, adjusted):
    """Return -2 log empirical likelihood ratio of mean 0 for each row of gaps."""
    if adjusted:
        n = m.sum()
        beyond = -max(1.0, np.log(n) / 2) * (gaps @ m) / n
        gaps, m = np.column_stack([gaps, beyond]), np.append(m, 1.0)
    top, bottom = gaps.max(axis=1), gaps.min(axis=1)
    possible = (top > 0) & (bottom < 0)
    found = np.where(gaps @ m == 0, 0.0, np.inf)
    gaps = gaps[possible]
    low, high = -1 / top[possible] + 1e-12, -1 / bottom[possible] - 1e-12
    for _ in range(STEPS):
        middle = (low + high) / 2
        slope = (gaps / (1 + middle[:, None] * gaps)) @ m
        low, high = np.where(slope > 0, middle, low), np.where(slope > 0, high, middle)
    found[possible] = 2 * np.log1p(middle[:, None] * gaps) @ m
    return found
