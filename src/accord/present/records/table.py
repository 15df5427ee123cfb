"""Record of a table of several variables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from accord.analysis.tables import AgreementTable
from accord.present.records.common import INLINE, Summary

__all__ = ["TableSummary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSummary(Summary):
    """The table of several variables as a notebook shows it, without the report on each."""

    kind: Literal["table"] = "table"
    result: AgreementTable = field(metadata=INLINE)
