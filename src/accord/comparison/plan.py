"""How a comparison is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accord.errors import OptionError
from accord.inference import READINGS
from accord.settings import is_whole, refuse_seed

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
                raise OptionError(f"{name} {value!r} is not one of {', '.join(known)}.")
        if self.margin is not None and not 0 < self.margin < 1:
            raise OptionError(
                f"the margin is {self.margin:g}; it must lie between 0 and 1, as .05 does."
            )
        if not 0 < self.confidence < 1:
            raise OptionError(
                f"confidence is {self.confidence:g}; it must lie between 0 and 1, as .95 does."
            )
        if self.replicates is not None and (not is_whole(self.replicates) or self.replicates < 100):
            raise OptionError(f"replicates is {self.replicates}; 100 or more are needed.")
        refuse_seed(self.seed)

    def told(self, what: str) -> Callable[[int, int], None] | None:
        """Progress of one piece of work."""
        tell = self.progress
        return None if tell is None else lambda done, total: tell(what, done, total)
