"""The ranking scorer, which orders texts by their features and maps the order to the scale.

It resembles the system that Yannakoudakis and Cummins (2015) evaluate: n-grams of words and of
shapes of words, length, rates of rare words, and a linear support vector machine that learns which
of two texts is better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.isotonic import IsotonicRegression
from sklearn.svm import LinearSVC, LinearSVR
from sklearn.utils.validation import check_is_fitted

from accord.data.scale import FloatArray
from accord.errors import OptionError
from accord.marking.features import measures, runs_of_shapes, shapes, words
from accord.marking.storage import load_arrays, save_arrays

__all__ = ["RankingScorer"]

METHODS = ("ranking", "regression")
COMMON = 2  # texts in which a word or run must occur, not to be rare


class RankingScorer(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Scorer of texts by a linear model of their words, shapes, length and rare words.

    Parameters
    ----------
    method
        ``ranking`` learns which of two texts is better; ``regression`` learns the marks.
    ngrams
        Largest number of words, or of shapes, in a term.
    strength
        C of the support vector machine.
    pairs
        Largest number of pairs of texts that are compared.
    random_state
        Seed of the choice of pairs.

    Examples
    --------
    >>> texts = ["Bad.", "Bad too.", "A fine and long answer.", "Another fine and long answer."]
    >>> scorer = RankingScorer().fit(texts, [1, 1, 5, 5])
    >>> low, high = scorer.predict(["Bad.", "A long and fine answer."])
    >>> bool(low < high)
    True
    """

    def __init__(
        self,
        method: str = "ranking",
        ngrams: int = 2,
        strength: float = 0.1,
        pairs: int = 20_000,
        random_state: int = 0,
    ) -> None:
        self.method = method
        self.ngrams = ngrams
        self.strength = strength
        self.pairs = pairs
        self.random_state = random_state

    def fit(self, X: Sequence[str], y: Sequence[float]) -> RankingScorer:
        """Fit the scorer to marked texts."""
        texts, marks = list(map(str, X)), np.asarray(y, dtype=np.float64)
        if len(texts) != marks.size or len(texts) < 2:
            raise OptionError(
                f"there are {len(texts)} texts and {marks.size} marks; a scorer needs two texts or "
                "more, each with a mark.",
                option="marks",
            )
        if not np.all(np.isfinite(marks)) or np.ptp(marks) == 0:
            raise OptionError(
                "the marks must be numbers, and not all of them equal.", option="marks"
            )
        if self.method not in METHODS:
            raise OptionError(
                f"method is {self.method!r}; it must be {' or '.join(METHODS)}.",
                option="method",
                value=self.method,
            )
        try:
            self.counters_ = [_counter(split, self.ngrams).fit(texts) for split in (words, shapes)]
        except ValueError:
            raise OptionError("the answers contain no words.", option="texts") from None
        self.known_ = _common([set(words(text)) for text in texts])
        self.runs_ = _common([set(runs_of_shapes(text)) for text in texts])
        values = measures(texts, self.known_, self.runs_)
        self.middle_, self.spread_ = values.mean(axis=0), values.std(axis=0) + 1e-9
        table = self._features(texts)
        self.direction_ = self._fit_direction(table, marks)
        raw = np.asarray(table @ self.direction_).ravel()
        scale = IsotonicRegression(out_of_bounds="clip").fit(raw, marks)
        self.from_, self.to_ = scale.X_thresholds_, scale.y_thresholds_
        return self

    def predict(self, X: Sequence[str]) -> FloatArray:
        """Return the marks of texts, on the scale of the training texts."""
        check_is_fitted(self, "direction_")
        raw = np.asarray(self._features(list(map(str, X))) @ self.direction_).ravel()
        return np.asarray(np.interp(raw, self.from_, self.to_))

    def _features(self, texts: list[str]) -> Any:
        """Return the features of texts: weights of terms, and standardised measures."""
        values = (measures(texts, self.known_, self.runs_) - self.middle_) / self.spread_
        terms = [counter.transform(texts) for counter in self.counters_]
        return sparse.hstack([*terms, sparse.csr_matrix(values)]).tocsr()

    def _fit_direction(self, table: Any, marks: FloatArray) -> FloatArray:
        """Return the direction in the space of features in which texts become better."""
        if self.method == "regression":
            model = LinearSVR(C=self.strength, random_state=self.random_state, max_iter=20_000)
            return np.asarray(model.fit(table, marks).coef_).ravel()
        rng = np.random.default_rng(self.random_state)
        a, b = rng.integers(0, marks.size, (2, 4 * self.pairs))
        kept = np.flatnonzero(marks[a] != marks[b])[: self.pairs]
        a, b = a[kept], b[kept]
        differences = table[a] - table[b]
        model = LinearSVC(
            C=self.strength, fit_intercept=False, random_state=self.random_state, max_iter=20_000
        )
        return np.asarray(model.fit(differences, marks[a] > marks[b]).coef_).ravel()

    def save(self, path: str | Path) -> None:
        """Write the scorer to a file of plain arrays."""
        check_is_fitted(self, "direction_")
        about = {
            **self.get_params(),
            "terms": [list(counter.get_feature_names_out()) for counter in self.counters_],
            "known": sorted(self.known_),
            "runs": sorted(self.runs_),
        }
        arrays = {
            "idf_words": self.counters_[0].idf_,
            "idf_shapes": self.counters_[1].idf_,
            "middle": self.middle_,
            "spread": self.spread_,
            "direction": self.direction_,
            "from": self.from_,
            "to": self.to_,
        }
        save_arrays(Path(path), "ranking", about, arrays)

    @classmethod
    def load(cls, path: str | Path) -> RankingScorer:
        """Read a scorer from a file."""
        about, arrays = load_arrays(Path(path), "ranking")
        terms, known, runs = about.pop("terms"), about.pop("known"), about.pop("runs")
        scorer = cls(**about)
        scorer.counters_ = []
        for split, vocabulary, idf in zip(
            (words, shapes), terms, (arrays["idf_words"], arrays["idf_shapes"]), strict=True
        ):
            counter = _counter(split, scorer.ngrams)
            counter.vocabulary = {term: k for k, term in enumerate(vocabulary)}
            counter.idf_ = idf
            scorer.counters_.append(counter)
        scorer.known_, scorer.runs_ = frozenset(known), frozenset(runs)
        for name in ("middle", "spread", "direction", "from", "to"):
            setattr(scorer, f"{name}_", arrays[name])
        return scorer


def _counter(split: Callable[[str], list[str]], ngrams: int) -> TfidfVectorizer:
    """Return a counter of terms of up to so many words or shapes."""
    return TfidfVectorizer(
        tokenizer=split, token_pattern=None, lowercase=False, ngram_range=(1, ngrams), min_df=1
    )


def _common(sets: list[set[str]]) -> frozenset[str]:
    """Return the elements that occur in several of the sets."""
    times = Counter(chain.from_iterable(sets))
    return frozenset(element for element, number in times.items() if number >= COMMON)
