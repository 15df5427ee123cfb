"""Features of texts that need no downloads: words, their shapes, length, rates of the unusual."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from accord.data.scale import FloatArray

__all__ = ["measures", "shapes", "words"]

TOKEN = re.compile(r"\w+(?:'\w+)?|[^\w\s]")
SENTENCE = re.compile(r"[.!?]+")
FUNCTION = frozenset(
    [
        "a",
        "an",
        "the",
        "and",
        "or",
        "but",
        "if",
        "because",
        "while",
        "although",
        "of",
        "in",
        "on",
        "at",
        "by",
        "for",
        "with",
        "to",
        "from",
        "as",
        "than",
        "that",
        "this",
        "these",
        "those",
        "it",
        "its",
        "he",
        "she",
        "they",
        "we",
        "you",
        "i",
        "me",
        "him",
        "her",
        "them",
        "us",
        "my",
        "your",
        "his",
        "their",
        "our",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "being",
        "am",
        "do",
        "does",
        "did",
        "have",
        "has",
        "had",
        "will",
        "would",
        "can",
        "could",
        "should",
        "may",
        "might",
        "must",
        "not",
        "no",
        "nor",
        "so",
        "such",
        "there",
        "here",
        "who",
        "which",
        "what",
        "when",
        "where",
        "why",
        "how",
        "all",
        "any",
        "some",
        "more",
        "most",
        "much",
        "very",
        "too",
        "also",
        "only",
        "just",
        "then",
    ]
)
ENDINGS = (
    "ing",
    "ed",
    "ly",
    "tion",
    "ment",
    "ness",
    "ity",
    "able",
    "ous",
    "ful",
    "est",
    "er",
    "es",
    "s",
)


def words(text: str) -> list[str]:
    """Words and marks, in small letters."""
    return [token.lower() for token in TOKEN.findall(text)]


def shapes(text: str) -> list[str]:
    """Words by what they look like, as a parser's tags: function words as they are, or endings.

    >>> shapes("The dogs barked loudly.")
    ['the', '-s', '-ed', '-ly', '.']
    """
    return [_shape(token) for token in TOKEN.findall(text)]


def _shape(token: str) -> str:
    low = token.lower()
    if low in FUNCTION or not token[0].isalnum():
        return low
    if token[0].isdigit():
        return "#"
    ending = next((e for e in ENDINGS if low.endswith(e) and len(low) > len(e) + 2), None)
    return f"-{ending}" if ending else "Name" if token[0].isupper() else "word"


def measures(texts: Sequence[str], known: frozenset[str], runs: frozenset[str]) -> FloatArray:
    """(n, 7) length, sentences, word length, variety, and how much of a text is unusual.

    Parameters
    ----------
    known, runs
        Words, and runs of three shapes, that occur in several of the texts learnt from; the share
        of others stands for a rate of errors.
    """
    rows = []
    for text in texts:
        own, forms = words(text), shapes(text)
        real = [w for w in own if w[0].isalnum()]
        n = max(1, len(real))
        threes = ["_".join(forms[i : i + 3]) for i in range(max(0, len(forms) - 2))]
        rows.append(
            (
                np.log1p(len(real)),
                np.log1p(len(SENTENCE.findall(text))),
                n / max(1, len(SENTENCE.findall(text))) / 20,
                sum(map(len, real)) / n / 5,
                len(set(real)) / n**0.5,
                sum(w not in known for w in real) / n,
                sum(t not in runs for t in threes) / max(1, len(threes)),
            )
        )
    return np.array(rows, dtype=np.float64).reshape(len(texts), 7)
