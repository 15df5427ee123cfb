"""Judges of yes or no: their rates of error, and what a corrected rate is worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from accord.analysis.evaluation.scores import Column, Scores
from accord.data.scale import FloatArray, show_label
from accord.errors import OptionError
from accord.statistics.calculus import Quantity

__all__ = ["JudgeRates", "positive_code"]


POSITIVE = frozenset(
    ["yes", "y", "true", "t", "1", "pass", "passed", "correct", "good", "positive", "pos",
     "acceptable", "accept", "accepted", "safe", "relevant", "present", "valid", "agree"]
)  # fmt: skip


def positive_code(scores: Scores, positive: Any | None) -> int | None:
    """Code of the category that counts as positive; None where there are not two categories.

    If it is not stated, it is the one that sounds like yes, or else the second.
    """
    scale = scores.scale
    if scale is None:
        return None
    if positive is not None:
        texts = [show_label(label) for label in scale.labels]
        if show_label(positive) not in texts:
            raise OptionError(
                f"the positive category {positive!r} is none of {', '.join(texts[:12])}.",
                option="positive",
            )
        return texts.index(show_label(positive))
    if scale.size != 2:
        return None
    yes = [k for k, label in enumerate(scale.labels) if show_label(label).casefold() in POSITIVE]
    return yes[0] if len(yes) == 1 else 1


class JudgeRates:
    """Rates of a judge by the truth, as quantities over the whole table.

    The rate of positives is over all that the judge saw, so subjects without a truth count in it,
    and the corrected rate is of them all.
    """

    def __init__(self, scores: Scores, system: Column, positive: int) -> None:
        self._m = scores.table.multiplicity.astype(np.float64)
        truth, judged = scores.gold.codes, system.codes
        yes, said = truth == positive, judged == positive
        both = (truth >= 0) & (judged >= 0)
        self._among = {
            "true_positive_rate": yes & both,
            "false_positive_rate": ~yes & both,
            "precision": said & both,
            "judged_rate": judged >= 0,
            "true_rate": truth >= 0,
            "corrected_rate": both,
        }
        self.true_positive_rate = self._share(said, yes & both)
        self.false_positive_rate = self._share(said, ~yes & both)
        self.precision = self._share(yes, said & both)
        self.judged_rate = self._share(said, judged >= 0)
        self.true_rate = self._share(yes, truth >= 0)
        power = self.true_positive_rate - self.false_positive_rate
        self.corrected_rate = (self.judged_rate - self.false_positive_rate) / power

    def _share(self, which: Any, among: Any) -> Quantity:
        """Share of some subjects among others."""
        top, bottom = (np.asarray(v, dtype=np.float64) for v in (which & among, among))
        return self._total(top) / self._total(bottom)

    def _total(self, values: FloatArray) -> Quantity:
        return Quantity(np.array([self._m @ values]), lambda: values)

    def n(self, name: str) -> float:
        """Subjects that a rate is of."""
        return float(self._m @ self._among[name])

    def quantities(self) -> dict[str, tuple[str, Quantity]]:
        """Every rate with its title."""
        return {
            "true_positive_rate": ("true positive rate", self.true_positive_rate),
            "false_positive_rate": ("false positive rate", self.false_positive_rate),
            "precision": ("precision", self.precision),
            "judged_rate": ("rate of positives, as judged", self.judged_rate),
            "true_rate": ("rate of positives, where the truth is known", self.true_rate),
            "corrected_rate": ("rate of positives, corrected (Rogan-Gladen)", self.corrected_rate),
        }
