"""How a comparison is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accord.errors import OptionError
from accord.inference import READINGS
from accord.validation import CONFIDENCE, WHOLE, Number, check_fields

__all__ = ["FEW_DRAWS", "MANY_DRAWS", "METHODS", "Plan"]

METHODS = (
    "dirichlet",
    "influence",
    "bootstrap",
    "permutation",
    "differ",
    "cicchetti_heavens",
)
MANY_DRAWS, FEW_DRAWS = 10_000, 2_000
NUMBERS = {
    "margin": Number(above=0, below=1, example=".05"),
    "confidence": CONFIDENCE,
    "seed": WHOLE,
    "replicates": Number(least=100, whole=True),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """How a comparison is made; see `compare` for the meaning of each."""

    method: str | None = None
    margin: float | None = None
    confidence: float = 0.95
    seed: int | None = None
    replicates: int | None = None
    reading: str = "printed"
    unmatched: str = "error"
    progress: Callable[[str, int, int], None] | None = None

    def __post_init__(self) -> None:
        for name, value, known in (
            ("method", self.method or METHODS[0], METHODS),
            ("reading", self.reading, READINGS),
            ("unmatched", self.unmatched, ("error", "drop")),
        ):
            if value not in known:
                raise OptionError(
                    f"{name} {value!r} is not one of {', '.join(known)}.", option=name
                )
        check_fields(self, NUMBERS)

    def told(self, what: str) -> Callable[[int, int], None] | None:
        """Progress of one piece of work."""
        tell = self.progress
        return None if tell is None else lambda done, total: tell(what, done, total)
