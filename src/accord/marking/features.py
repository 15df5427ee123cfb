"""Features of texts: words, their shapes, length, and rates of rare words."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from accord.data.scale import FloatArray

__all__ = ["measures", "runs_of_shapes", "shapes", "words"]

TOKEN = re.compile(r"\w+(?:'\w+)?|[^\w\s]")
SENTENCE = re.compile(r"[.!?]+")
FUNCTION_WORDS = {
    "a", "an", "the", "and", "or", "but", "if", "because", "while", "although", "of", "in",
    "on", "at", "by", "for", "with", "to", "from", "as", "than", "that", "this", "these",
    "those", "it", "its", "he", "she", "they", "we", "you", "i", "me", "him", "her", "them",
    "us", "my", "your", "his", "their", "our", "is", "are", "was", "were", "be", "been",
    "being", "am", "do", "does", "did", "have", "has", "had", "will", "would", "can", "could",
    "should", "may", "might", "must", "not", "no", "nor", "so", "such", "there", "here", "who",
    "which", "what", "when", "where", "why", "how", "all", "any", "some", "more", "most",
    "much", "very", "too", "also", "only", "just", "then",
}  # fmt: skip
ENDINGS = (
    "ing", "ed", "ly", "tion", "ment", "ness", "ity", "able", "ous", "ful", "est", "er", "es",
    "s",
)  # fmt: skip


def words(text: str) -> list[str]:
    """Return the words and punctuation marks of a text, in lower case."""
    return [token.lower() for token in TOKEN.findall(text)]


def shapes(text: str) -> list[str]:
    """Return the shapes of words, similar to a parser's tags: function words, or endings.

    >>> shapes("The dogs barked loudly.")
    ['the', '-s', '-ed', '-ly', '.']
    """
    return [_shape(token) for token in TOKEN.findall(text)]


def _shape(token: str) -> str:
    """Return the shape of one word or punctuation mark."""
    lower = token.lower()
    if lower in FUNCTION_WORDS or not token[0].isalnum():
        return lower
    if token[0].isdigit():
        return "#"
    ending = next((e for e in ENDINGS if lower.endswith(e) and len(lower) > len(e) + 2), None)
    return f"-{ending}" if ending else "Name" if token[0].isupper() else "word"


def runs_of_shapes(text: str) -> list[str]:
    """Return the runs of three shapes of a text."""
    forms = shapes(text)
    return ["_".join(forms[i : i + 3]) for i in range(max(0, len(forms) - 2))]


def measures(texts: Sequence[str], known: frozenset[str], runs: frozenset[str]) -> FloatArray:
    """Return seven measures of each text: length, variety, and shares of rare words and runs.

    Parameters
    ----------
    texts
        The n texts.
    known, runs
        Words, and runs of three shapes, that occur in several training texts. The share of others
        approximates a rate of errors.

    Returns
    -------
    array
        (n, 7) logarithms of the numbers of words and of sentences, words per sentence, word
        length, variety of words, and shares of other words and of other runs.
    """
    rows = []
    for text in texts:
        terms = [word for word in words(text) if word[0].isalnum()]
        n = max(1, len(terms))
        sentences = len(SENTENCE.findall(text))
        runs_of_text = runs_of_shapes(text)
        rows.append(
            (
                np.log1p(len(terms)),
                np.log1p(sentences),
                n / max(1, sentences) / 20,
                sum(map(len, terms)) / n / 5,
                len(set(terms)) / n**0.5,
                sum(term not in known for term in terms) / n,
                sum(run not in runs for run in runs_of_text) / max(1, len(runs_of_text)),
            )
        )
    return np.array(rows, dtype=np.float64).reshape(len(texts), 7)
