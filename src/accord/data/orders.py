"""Recognition of ordered labels: well-known vocabularies, and numbers in labels.

A vocabulary lists ranks from the lowest to the highest, each with its synonyms. Labels are
recognised if all of them belong to one vocabulary, at distinct ranks. Labels that share their last
words ("low risk", "high risk") are also looked up without these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

__all__ = ["VOCABULARIES", "numbered_order", "recognised_order"]

Vocabulary: TypeAlias = tuple[tuple[str, ...], ...]

MAX_NUMBERED = 100  # more labels with numbers are identifiers rather than categories

# Degrees of a pole, strongest first; a line has synonyms, separated by commas.
DEGREES = (
    "strongly, extremely, completely, totally, fully, entirely, absolutely, very much",
    "very, highly, much",
    ", moderately, mostly, generally, tend to",
    "somewhat, slightly, a little, a bit, rather, minimally",
)
NEUTRAL = "neutral, neither, undecided, unsure, uncertain, indifferent"


def _words(text: str) -> tuple[str, ...]:
    """Return the synonyms of one rank, which are separated by commas."""
    return tuple(word.strip() for word in text.split(","))


def _ladder(text: str) -> Vocabulary:
    """Return the vocabulary of a text with < between ranks and commas between synonyms."""
    return tuple(_words(rank) for rank in text.split("<"))


def _opposites(low: str, high: str, middle: str) -> Vocabulary:
    """Return the vocabulary of two poles, each in several degrees, around a neutral middle."""
    low_pole, high_pole = (
        [
            tuple(f"{degree} {word}".strip() for degree in _words(degrees) for word in _words(pole))
            for degrees in DEGREES
        ]
        for pole in (low, high)
    )
    return (*low_pole, _words(f"{NEUTRAL}, {middle}"), *reversed(high_pole))


VOCABULARIES: tuple[Vocabulary, ...] = (
    _opposites("disagree", "agree", "neither agree nor disagree, neither disagree nor agree"),
    _opposites(
        "dissatisfied, unsatisfied",
        "satisfied",
        "neither satisfied nor dissatisfied, neither dissatisfied nor satisfied, "
        "neither satisfied nor unsatisfied, neither unsatisfied nor satisfied",
    ),
    _opposites("unlikely", "likely", "neither likely nor unlikely, possible, even chance"),
    _opposites("unimportant", "important", "neither important nor unimportant"),
    _opposites("negative", "positive", "equivocal, indeterminate, borderline, inconclusive, mixed"),
    _opposites("unhappy", "happy", "neither happy nor unhappy"),
    _opposites("difficult, hard", "easy", "neither easy nor difficult, medium, average"),
    _opposites("unfavorable, unfavourable", "favorable, favourable", "mixed"),
    _opposites("worse", "better", "same, the same, about the same, equal, unchanged, no change"),
    _opposites(
        "worse, worsened, deteriorated", "improved", "same, about the same, unchanged, no change"
    ),
    _opposites("weak", "strong", "medium, moderate, average"),
    _ladder(
        "none, no, absent, zero < extremely low, lowest < very low, minimal, negligible"
        "< low < medium low, moderately low, somewhat low, low medium, low moderate, below average"
        "< medium, mid, middle, moderate, average, intermediate, normal, neutral"
        "< medium high, moderately high, somewhat high, moderate high, above average < high"
        "< very high < extremely high, highest, extreme, critical"
    ),
    _ladder(
        "none, no, absent, normal < minimal, trace, very mild, questionable < mild, slight"
        "< mild to moderate, mild moderate < moderate < moderate to severe, moderate severe"
        "< severe, marked < very severe, extreme, critical, extremely severe, profound"
    ),
    _ladder(
        "none, no < negligible, trivial, cosmetic, insignificant < minor < moderate, normal, medium"
        "< major, serious < critical, severe < catastrophic, fatal, blocker"
    ),
    _ladder(
        "never < almost never, hardly ever, very rarely, nearly never < rarely, seldom"
        "< sometimes, occasionally, now and then < often, frequently"
        "< usually, very often, mostly, very frequently, most of the time"
        "< almost always, nearly always < always, all the time"
    ),
    _ladder(
        "never < less than yearly < yearly, annually, once a year < less than monthly"
        "< monthly, once a month < weekly, once a week < daily, daily or almost daily, once a day"
        "< hourly"
    ),
    _ladder(
        "very poor, terrible, awful < poor < fair, below average"
        "< average, satisfactory, acceptable, adequate < good, above average < very good"
        "< excellent, outstanding, exceptional < perfect"
    ),
    _ladder(
        "very bad, terrible, awful < bad < fair, so so, mediocre, ok, okay, neutral, average,"
        "acceptable, neither good nor bad, neither bad nor good < good < very good, great"
        "< excellent, outstanding < perfect"
    ),
    _ladder(
        "unsatisfactory, inadequate, unacceptable"
        "< needs improvement, requires improvement, marginal, partially met"
        "< satisfactory, adequate, acceptable, meets expectations"
        "< good, exceeds expectations < very good < excellent, outstanding"
    ),
    # The empty word is what is left of "relevant" in a list with "not relevant", "very relevant".
    _ladder(
        "not at all, not < slightly, a little, a bit, a little bit, minimally, marginally, hardly"
        "< somewhat, partially, partly < moderately, fairly, rather < , quite, quite a bit, mostly"
        "< very, very much, highly, a lot < extremely, completely, fully, totally, perfectly"
    ),
    _ladder(
        "definitely not, certainly not, definitely no < probably not, probably no"
        "< possibly, maybe, perhaps, might or might not, unsure, uncertain, not sure"
        "< probably, probably yes < definitely, certainly, definitely yes"
    ),
    _ladder(
        "incorrect, wrong, completely incorrect < mostly incorrect"
        "< partially correct, partly correct, somewhat correct"
        "< mostly correct, nearly correct < correct, fully correct, completely correct"
    ),
    _ladder(
        "very small, tiny, extra small < small < medium, mid, middle, moderate, average"
        "< large, big < very large, extra large, huge"
    ),
    _ladder("very short < short < medium, average < long, tall < very long, very tall"),
    _ladder("very slow < slow < medium, moderate, average, normal < fast, quick < very fast"),
    _ladder("very young < young < middle aged < old < very old"),
    _ladder("freezing, very cold < cold < cool < lukewarm, mild < warm < hot < very hot, boiling"),
    _ladder("very light < light < medium, moderate < heavy, dark < very heavy, very dark"),
    _ladder("very early < early < middle, mid, intermediate < late < very late"),
    _ladder(
        "none, nobody, nothing < almost none, very few, very little < few, a few, little, a little"
        "< some, several < about half, half < many, much, a lot < most < almost all, nearly all"
        "< all, everything, everybody"
    ),
    _ladder(
        "novice, beginner, below basic < basic, elementary, advanced beginner"
        "< intermediate, competent < proficient, upper intermediate < advanced < expert, master"
    ),
    _ladder("primary < secondary < tertiary < quaternary"),
    _ladder("first < second < third < fourth < fifth < sixth < seventh < eighth < ninth < tenth"),
    _ladder(
        "zero < one < two < three < four < five < six < seven < eight < nine < ten < eleven< twelve"
    ),
    _ladder("once < twice < three times, thrice < four times < five times"),
)

_SEPARATORS = re.compile(r"[\s\-_‐‑–—]+")
# A sign belongs to the number only after a blank, a bracket, = or :, because in "grade-3" it is a
# hyphen.
_NUMBER = re.compile(r"(?:(?<![^\s(=:])[+-])?\d+(?:\.\d+)?")


def _normal(label: str) -> str:
    """Return a label in lower case, with single blanks in place of hyphens and underscores."""
    return _SEPARATORS.sub(" ", label.casefold()).strip()


@lru_cache(maxsize=1)
def _rank_tables() -> tuple[dict[str, int], ...]:
    """Return the rank of each word, for each vocabulary."""
    return tuple(
        {word: rank for rank, words in enumerate(vocabulary) for word in words}
        for vocabulary in VOCABULARIES
    )


def recognised_order(labels: Sequence[str]) -> tuple[int, ...] | None:
    """Return the rank of each label in a well-known vocabulary; None if none has all labels.

    Parameters
    ----------
    labels
        Two or more labels. Case, hyphens, underscores and extra blanks do not matter.

    Examples
    --------
    >>> recognised_order(["high", "low", "mid"])
    (2, 0, 1)
    >>> recognised_order(["High risk", "low-risk", "Medium risk"])
    (2, 0, 1)
    >>> recognised_order(["mid", "medium"]) is None  # synonyms
    True
    """
    if len(labels) < 2 or len(labels) > max(map(len, VOCABULARIES)):
        return None
    words = [_normal(label) for label in labels]
    return _find_ranks(words) or _find_ranks(_strip_common_end(words))


def _find_ranks(labels: Sequence[str]) -> tuple[int, ...] | None:
    """Return the ranks of labels that all belong to one vocabulary, from 0 without gaps.

    None where two vocabularies have the labels in different orders: "normal" is the middle of low
    and high, and the lowest rank before mild and severe.
    """
    orders = set()
    for table in _rank_tables():
        if all(label in table for label in labels):
            ranks = [table[label] for label in labels]
            if len(set(ranks)) == len(ranks):
                orders.add(_dense_ranks(ranks))
    return orders.pop() if len(orders) == 1 else None


def _strip_common_end(labels: Sequence[str]) -> list[str]:
    """Return labels without the last words that they have in common."""
    words = [label.split(" ") for label in labels]
    common = 0
    for last in zip(*map(reversed, words), strict=False):
        if len(set(last)) > 1:
            break
        common += 1
    return [" ".join(parts[: len(parts) - common]) for parts in words]


def numbered_order(labels: Sequence[str]) -> tuple[int, ...] | None:
    """Return the rank of each label by the number at its start or end.

    None if a label has no number, several numbers or a number in the middle, or if two labels have
    the same number.

    Examples
    --------
    >>> numbered_order(["10 - best", "2 = fair", "1: poor"])
    (2, 1, 0)
    >>> numbered_order(["<5", "5-10"]) is None
    True
    """
    if not 2 <= len(labels) <= MAX_NUMBERED:
        return None
    numbers = []
    for label in labels:
        text = label.strip()
        matches = list(_NUMBER.finditer(text))
        if len(matches) != 1:
            return None
        (match,) = matches
        if match.start() > 0 and match.end() < len(text):
            return None
        numbers.append(float(match.group()))
    return _dense_ranks(numbers) if len(set(numbers)) == len(numbers) else None


def _dense_ranks(values: Sequence[float]) -> tuple[int, ...]:
    """Return the rank of each of several distinct values, from 0."""
    rank = {value: number for number, value in enumerate(sorted(values))}
    return tuple(rank[value] for value in values)
