"""Whether agreement reaches thresholds, and is no worse than before."""

from accord.analysis.checks.check import Check, CheckedLimit, check

__all__ = ["Check", "CheckedLimit", "check"]
