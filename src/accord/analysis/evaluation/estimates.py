"""Estimates of measures of systems."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from accord.inference.results import Estimate, Interval

__all__ = ["MetricEstimate"]

UNTESTED = ("p_method", "null", "alternative", "seed", "references", "notes")  # without a test


@dataclass(frozen=True, slots=True)
class MetricEstimate(Estimate):
    """A measure of a system with its uncertainty.

    The interval is by posterior draws (``dirichlet``), or by the t distribution of the measure or
    of a transformed measure (``wilson`` for rates, ``fisher_z``, ``log_t``). The standard error is
    by the ``jackknife`` or, with many subjects, by ``influence`` values.

    Parameters
    ----------
    value
        Value of the measure; NaN if undefined, with a ``reason``.
    form
        Scores that the measure uses: ``rounded`` to marks, or ``continuous``.
    flag
        Recommended threshold that the measure does not meet.
    """

    form: str = "rounded"
    flag: str | None = None

    _derived: ClassVar[Mapping[str, str]] = {}
    _fixed: ClassVar[Mapping[str, Any]] = {
        **dict.fromkeys(("symbol", "weights"), ""),
        **dict.fromkeys(("observed", "chance", "p_value"), math.nan),
        **{name: Estimate.__dataclass_fields__[name].default for name in UNTESTED},
    }

    @classmethod
    def of(
        cls,
        name: str,
        title: str,
        value: float,
        se: float,
        interval: Interval,
        n: float,
        **facts: Any,
    ) -> MetricEstimate:
        """Return an estimate without observed and chance agreement, and without a test."""
        nan = math.nan
        return cls(name, "", title, "", value, nan, nan, se, interval, nan, n, **facts)

    @classmethod
    def undefined(cls, name: str, title: str, n: float, form: str, reason: str) -> MetricEstimate:
        """Return an undefined estimate, with the reason."""
        nan = math.nan
        return cls.of(name, title, nan, nan, Interval(nan, nan), n, form=form, reason=reason)

    @property
    def ci_method(self) -> str:
        """Method of the interval."""
        return self.interval.method
