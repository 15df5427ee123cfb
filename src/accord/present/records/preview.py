"""Record of ``accord preview``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from accord.io.preview import Preview
from accord.present.records.common import INLINE, Summary

__all__ = ["PreviewSummary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewSummary(Summary):
    """What ``accord preview`` prints."""

    kind: Literal["preview"] = "preview"
    result: Preview = field(metadata=INLINE)
