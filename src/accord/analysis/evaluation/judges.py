"""Error rates of judges of two categories, and the rate of positives corrected by them."""

from __future__ import annotations

from typing import Any

from accord.analysis.evaluation.scores import Column, Scores
from accord.data.scale import show_label
from accord.errors import OptionError
from accord.statistics.calculus import Quantity

__all__ = ["JudgeRates", "positive_code"]


POSITIVE = frozenset(
    ["yes", "y", "true", "t", "1", "pass", "passed", "correct", "good", "positive", "pos",
     "acceptable", "accept", "accepted", "safe", "relevant", "present", "valid", "agree"]
)  # fmt: skip


def positive_code(scores: Scores, positive: Any | None) -> int | None:
    """Return the code of the positive category; None where there are not two categories.

    If not stated, it is the one whose name is a usual positive word, otherwise the second.
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
    """Rates of a judge against the truth, as quantities of the table.

    The rate of positives is over all judged subjects, with those whose truth is unknown, and the
    corrected rate is an estimate for all of them.
    """

    def __init__(self, scores: Scores, system: Column, positive: int) -> None:
        self._scores = scores
        truth, judged = scores.gold.codes, system.codes
        true, positives = truth == positive, judged == positive
        both = (truth >= 0) & (judged >= 0)
        self._bases = {
            "true_positive_rate": true & both,
            "false_positive_rate": ~true & both,
            "precision": positives & both,
            "judged_rate": judged >= 0,
            "true_rate": truth >= 0,
            "corrected_rate": both,
        }
        self.true_positive_rate = scores.share(positives, true & both)
        self.false_positive_rate = scores.share(positives, ~true & both)
        self.precision = scores.share(true, positives & both)
        self.judged_rate = scores.share(positives, judged >= 0)
        self.true_rate = scores.share(true, truth >= 0)
        power = self.true_positive_rate - self.false_positive_rate
        self.corrected_rate = (self.judged_rate - self.false_positive_rate) / power

    def n(self, name: str) -> float:
        """Return the number of subjects that a rate is based on."""
        return float(self._scores.total(self._bases[name]).value[0])

    def quantities(self) -> dict[str, tuple[str, Quantity]]:
        """Return every rate with its title."""
        return {
            "true_positive_rate": ("true positive rate", self.true_positive_rate),
            "false_positive_rate": ("false positive rate", self.false_positive_rate),
            "precision": ("precision", self.precision),
            "judged_rate": ("rate of positives, as judged", self.judged_rate),
            "true_rate": ("rate of positives, where the truth is known", self.true_rate),
            "corrected_rate": ("rate of positives, corrected (Rogan-Gladen)", self.corrected_rate),
        }
