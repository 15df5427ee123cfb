"""Error rates of judges of two categories, and the rate of positives corrected by them."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.analysis.evaluation.estimates import MetricEstimate
from accord.analysis.evaluation.measuring import estimate_quantity
from accord.analysis.evaluation.scores import Column, Scores
from accord.data.scale import show_label
from accord.errors import OptionError
from accord.inference.quantities import unit_df, used_units
from accord.statistics.calculus import Quantity
from accord.statistics.links import LinkName

__all__ = ["judge_rates", "positive_code"]


Mask: TypeAlias = npt.NDArray[np.bool_]
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


def judge_rates(
    scores: Scores, system: Column, positive: int, confidence: float
) -> tuple[MetricEstimate, ...]:
    """Return the rates of a judge against the truth; the last one is the corrected rate.

    The rate of positives is over all judged subjects, with those whose truth is unknown, and the
    corrected rate is an estimate for all of them.
    """
    truth, judged = scores.gold.codes, system.codes
    true, positives = truth == positive, judged == positive
    both = (truth >= 0) & (judged >= 0)
    sensitivity = scores.share(positives, true & both)
    false_positives = scores.share(positives, ~true & both)
    judged_rate = scores.share(positives, judged >= 0)
    corrected = (judged_rate - false_positives) / (sensitivity - false_positives)
    known, seen = truth >= 0, judged >= 0
    share = scores.share
    rates: tuple[tuple[str, str, Quantity, Mask, Mask, LinkName], ...] = (
        ("true_positive_rate", "true positive rate", sensitivity, true & both, both, "rate"),
        ("false_positive_rate", "false positive rate", false_positives, ~true & both, both, "rate"),
        ("precision", "precision", share(true, positives & both), positives & both, both, "rate"),
        ("judged_rate", "rate of positives, as judged", judged_rate, seen, seen, "rate"),
        (
            "true_rate",
            "rate of positives, where the truth is known",
            share(true, known),
            known,
            known,
            "rate",
        ),
        (
            "corrected_rate",
            "rate of positives, corrected (Rogan-Gladen)",
            corrected,
            both,
            seen,
            "real",
        ),
    )
    estimates = []
    for name, title, quantity, base, used, link in rates:
        n = float(scores.total(base).value[0])
        estimates.append(
            estimate_quantity(
                name,
                title,
                quantity,
                scores.table,
                link=link,
                n=n,
                df=unit_df(scores.table, max(n, 2.0)),
                units=used_units(scores.table, used),
                confidence=confidence,
            )
        )
    return tuple(estimates)
