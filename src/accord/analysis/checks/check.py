"""`check`: whether agreement reaches stated thresholds, and is no worse than before."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from accord.analysis.agreement import agreement
from accord.analysis.checks.earlier import Earlier, coefficients_in, earlier_values, values_of
from accord.analysis.checks.thresholds import Requirement, Thresholds
from accord.analysis.tables import (
    AgreementTable,
    Codebook,
    StudyVariable,
    grouped,
    read_tables,
    stated_of,
    study_variables,
)
from accord.base.serialise import Record, written
from accord.base.showing import Displayed
from accord.base.wording import counted, digits_apart, short
from accord.data.scale import Label, show_label
from accord.errors import OptionError
from accord.inference.results import Agreement, Estimate
from accord.options import (
    CheckOptions,
    InferenceOptions,
    Progress,
    ReadOptions,
    presets,
    split_options,
    with_options,
)
from accord.statistics.weights import WeightsLike
from accord.version import __version__

__all__ = ["Check", "CheckedLimit", "check"]


@dataclass(frozen=True, slots=True)
class CheckedLimit(Record):
    """A requirement, and whether a coefficient meets it.

    Parameters
    ----------
    variable
        Name of the variable; null if there is one only.
    group
        The subgroup; null for all subjects.
    name
        Name of the coefficient.
    title
        Name in texts.
    weights
        Name of the agreement weights.
    requirement
        ``min`` (of the value), ``min_lower`` (of the lower confidence limit) or ``no_worse_than``
        (of the value, by an earlier result).
    value
        The coefficient.
    lower
        Lower limit of its confidence interval.
    threshold
        Number that must be reached.
    passed
        Whether it is reached. A number that is undefined does not reach it.
    reason
        Why the requirement could not be checked; null if it could.
    """

    variable: str | None
    group: Label | None
    name: str
    title: str
    weights: str
    requirement: Requirement
    value: float
    lower: float
    threshold: float
    passed: bool
    reason: str | None = None

    @property
    def checked(self) -> float:
        """The number that is compared with the threshold."""
        return self.lower if self.requirement == "min_lower" else self.value

    @property
    def place(self) -> str:
        """Variable and subgroup; empty for all subjects of the only variable."""
        group = [] if self.group is None else [show_label(self.group)]
        return ": ".join([*([self.variable] if self.variable else []), *group])

    def __str__(self) -> str:
        what = "lower limit" if self.requirement == "min_lower" else "value"
        verdict = "holds" if self.passed else "fails"
        before = " (earlier value less the margin)" if self.requirement == "no_worse_than" else ""
        start = f"{self.place}: " if self.place else ""
        digits = digits_apart(self.checked, self.threshold)
        known = short(self.checked, digits) if math.isfinite(self.checked) else "undefined"
        reason = f": {self.reason}" if self.reason else ""
        threshold = f"threshold {short(self.threshold, digits)}{before}"
        return f"{start}{self.title}, {what} {known}, {threshold}: {verdict}{reason}"


@dataclass(frozen=True, slots=True)
class Check(Displayed):
    """Whether all requirements hold.

    Parameters
    ----------
    limits
        The requirements, for each variable and subgroup.
    confidence
        Confidence level of the intervals.
    margin
        How much lower than before a value may be.
    compared_with
        File with the earlier results; null if there is none.
    warnings
        Remarks on the data.
    version
        Version of accord.
    """

    limits: tuple[CheckedLimit, ...]
    confidence: float
    margin: float = 0.0
    compared_with: str | None = None
    warnings: tuple[str, ...] = ()
    version: str = field(default=__version__, repr=False, metadata=written(key="accord"))

    _derived: ClassVar[Mapping[str, str]] = {"passed": "passed"}

    @property
    def passed(self) -> bool:
        """Whether all requirements hold."""
        return all(limit.passed for limit in self.limits)

    @property
    def failures(self) -> tuple[CheckedLimit, ...]:
        """The requirements that do not hold."""
        return tuple(limit for limit in self.limits if not limit.passed)

    @property
    def sentence(self) -> str:
        """How many of the requirements hold."""
        failed = len(self.failures)
        if not failed:
            return f"{counted(len(self.limits), 'requirement')} checked: all hold."
        verb = "fails" if failed == 1 else "fail"
        return f"{counted(len(self.limits), 'requirement')} checked: {failed} {verb}."

    def __bool__(self) -> bool:
        return self.passed

    def __iter__(self) -> Iterator[CheckedLimit]:
        return iter(self.limits)

    def __str__(self) -> str:
        return "\n".join([*map(str, self.limits), self.sentence])


@with_options(CheckOptions, InferenceOptions, ReadOptions)
def check(
    data: Any,
    min: str | Mapping[str, Any] | None = None,  # noqa: A002 (as the option is called)
    min_lower: str | Mapping[str, Any] | None = None,
    *,
    no_worse_than: str | os.PathLike[str] | Agreement | AgreementTable | None = None,
    margin: float = 0.0,
    weights: WeightsLike | Mapping[str, WeightsLike] | None = None,
    levels: str | Mapping[str, str] | None = None,
    codebook: str | os.PathLike[str] | Codebook | None = None,
    **options: Any,
) -> Check:
    """Check whether coefficients reach thresholds, with unrounded numbers.

    Coefficients are those that their functions return: weights are the stated ones, or those of
    the stated level, or identity. Each variable and each subgroup must meet the requirements.

    Parameters
    ----------
    data
        As in `agreement_table`.
    no_worse_than
        An earlier result, or the file with its JSON, as `accord report --json` or `accord check
        --json` print it. No coefficient with a threshold may be lower than there by more than the
        margin; without thresholds, none of those of `agreement_table` that it contains.
    weights, levels, codebook
        As in `agreement_table`.
    **options
        Thresholds, and options of inference and of reading.

    Returns
    -------
    Check
        The requirements with value, limit, threshold and verdict; true if all hold.

    Examples
    --------
    >>> import accord
    >>> result = accord.check(
    ...     {"ann": ["a", "b", "a", "b"], "bo": ["a", "b", "b", "b"]}, min={"gwet_ac": 0.5}
    ... )
    >>> result.passed, round(result.limits[0].value, 3)
    (True, 0.529)
    """
    settings, loading = split_options(options)
    limits = CheckOptions(min, min_lower, margin)
    book, common = stated_of(loading.get("variables"), levels, weights, codebook)
    tables, notes = read_tables(data, loading, settings.progress)
    chosen, further = study_variables(tables, book, common)
    thresholds = Thresholds.of(limits, [each.name for each in chosen])
    earlier = None if no_worse_than is None else earlier_values(no_worse_than)
    names = thresholds.names or ([] if earlier is None else coefficients_in(earlier))
    if not names:
        raise OptionError(
            "there is nothing to check.",
            option="min",
            remedy=f"State min (--min {presets.HEADLINE}=.8), min_lower or no_worse_than.",
        )
    inference = {name: value for name, value in options.items() if name not in loading}
    rows: list[CheckedLimit] = []
    remarks: dict[str, tuple[str, ...]] = {}
    for variable in chosen:
        result = _measured(variable, names, inference, settings.progress)
        remarks[variable.label] = result.warnings
        shown = variable.name if len(chosen) > 1 else None
        rows += _checked(result, variable.name, shown, thresholds, earlier, limits.margin)
    source = os.fspath(no_worse_than) if isinstance(no_worse_than, (str, os.PathLike)) else None
    texts = dict.fromkeys([*notes, *further, *grouped(remarks)])
    return Check(tuple(rows), settings.confidence, limits.margin, source, tuple(texts))


def _measured(
    variable: StudyVariable,
    names: Sequence[str],
    inference: Mapping[str, Any],
    progress: Progress | None,
) -> Agreement:
    """Return the coefficients of a variable, and those of its subgroups."""
    how = {**inference, "progress": progress}
    return agreement(variable.patterns, list(names), variable.weights, **how)


def _checked(
    result: Agreement,
    variable: str,
    shown: str | None,
    thresholds: Thresholds,
    earlier: Earlier | None,
    margin: float,
) -> Iterator[CheckedLimit]:
    """Yield the requirements of a variable, of all subjects and of each subgroup."""
    parts: list[tuple[Label | None, Agreement]] = [(None, result), *result.groups.items()]
    for group, part in parts:
        for requirement, name, threshold in thresholds.of_variable(variable):
            yield _limit(part[name], shown, group, requirement, threshold)
        if earlier is None:
            continue
        known = values_of(earlier, variable, group, single=shown is None)
        for e in part:
            yield _compared(e, shown, group, known.get(e.name), margin)


def _limit(
    e: Estimate,
    variable: str | None,
    group: Label | None,
    requirement: Requirement,
    threshold: float,
    reason: str | None = None,
) -> CheckedLimit:
    """Return the verdict on an estimate; what is undefined does not pass."""
    number = e.lower if requirement == "min_lower" else e.value
    if reason is None and math.isnan(number):
        what = "the lower limit" if requirement == "min_lower" else "the coefficient"
        reason = f"{what} is undefined" + (f": {e.reason.rstrip('.')}" if e.reason else "")
    passed = reason is None and number >= threshold
    return CheckedLimit(
        variable, group, e.name, e.title, e.weights, requirement, e.value, e.lower, threshold,
        passed, reason,
    )  # fmt: skip


def _compared(
    e: Estimate,
    variable: str | None,
    group: Label | None,
    before: tuple[float, str] | None,
    margin: float,
) -> CheckedLimit:
    """Return the verdict on an estimate against its earlier value."""
    value, weights = before if before is not None else (math.nan, e.weights)
    reason = None
    if before is None:
        reason = "the earlier result does not contain it"
    elif weights != e.weights:
        reason = f"the earlier value has other weights ({weights})"
    elif math.isnan(value) and not math.isnan(e.value):
        reason = "the earlier value is undefined"
    return _limit(e, variable, group, "no_worse_than", value - margin, reason)
