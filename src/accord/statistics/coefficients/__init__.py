"""Coefficients of agreement between raters, one file per family; importing one registers it."""

from accord.statistics.coefficients import (  # noqa: F401
    aickin,
    bangdiwala,
    berry_mielke,
    brennan_prediger,
    cohen,
    concordance,
    deviation,
    fleiss,
    gwet,
    icc,
    kendall,
    krippendorff,
    percent,
)
