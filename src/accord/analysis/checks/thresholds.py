"""Thresholds of a check, as they are stated."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from accord.errors import OptionError, UnknownNameError
from accord.options import (
    CheckOptions,
)
from accord.statistics import COEFFICIENTS, SPAN_STATISTICS, find

__all__ = ["Requirement", "Thresholds"]

Requirement: TypeAlias = Literal["min", "min_lower", "no_worse_than"]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Thresholds by requirement, variable (None for all) and coefficient."""

    by_place: Mapping[tuple[Requirement, str | None, str], float]

    @classmethod
    def of(cls, options: CheckOptions, variables: Sequence[str]) -> Thresholds:
        """Return the thresholds that are stated."""
        found: dict[tuple[Requirement, str | None, str], float] = {}
        stated: tuple[tuple[Requirement, Any], ...] = (
            ("min", options.min),
            ("min_lower", options.min_lower),
        )
        for requirement, thresholds in stated:
            for (variable, name), value in _pairs(thresholds, requirement, variables):
                found[requirement, variable, name] = value
        return cls(found)

    @property
    def names(self) -> tuple[str, ...]:
        """Coefficients with a threshold."""
        return tuple(dict.fromkeys(name for _, _, name in self.by_place))

    def of_variable(self, variable: str) -> Iterator[tuple[Requirement, str, float]]:
        """Yield requirement, coefficient and threshold of a variable; its own ones count first."""
        keys = dict.fromkeys((requirement, name) for requirement, _, name in self.by_place)
        for requirement, name in keys:
            for place in ((requirement, variable, name), (requirement, None, name)):
                if place in self.by_place:
                    yield requirement, name, self.by_place[place]
                    break


def _pairs(
    stated: Any, option: str, variables: Sequence[str]
) -> Iterator[tuple[tuple[str | None, str], float]]:
    """Yield variable (None for all), coefficient and threshold."""
    if stated is None:
        return
    entries: Mapping[str, Any] = _texts(stated, option) if isinstance(stated, str) else stated
    for key, value in entries.items():
        if isinstance(value, Mapping):
            for name, threshold in value.items():
                yield (_known(key, variables, option), find(name).name), _number(threshold, option)
            continue
        variable, dot, name = str(key).rpartition(".")
        place = _known(variable, variables, option) if dot else None
        yield (place, _coefficient(name, option)), _number(value, option)


def _coefficient(name: str, option: str) -> str:
    if name not in COEFFICIENTS and name not in SPAN_STATISTICS:
        raise UnknownNameError("coefficient", name, COEFFICIENTS, option=option)
    return name


def _known(variable: str, variables: Sequence[str], option: str) -> str:
    if variable not in variables:
        raise UnknownNameError("variable", variable, variables, option=option)
    return variable


def _texts(text: str, option: str) -> dict[str, str]:
    entries = {}
    for part in text.split(","):
        name, equals, value = part.rpartition("=")
        if not equals:
            raise OptionError(
                f"{option}: {part!r} is not of the form coefficient=threshold.",
                option=option,
                value=text,
            )
        entries[name.strip()] = value.strip()
    return entries


def _number(value: Any, option: str) -> float:
    try:
        number = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise OptionError(f"{option}: {value!r} is not a number.", option=option, value=value)
    return number
