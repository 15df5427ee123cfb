"""The ranking scorer: texts are put in order by their features, and the order is put on the scale.

In the manner of the system that Yannakoudakis and Cummins (2015) evaluate: n-grams of words and of
shapes of words, length, rates of the unusual, and a linear support vector machine that learns which
of two texts is better.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from accord.marking.features import measures, shapes, words
from accord.marking.storage import load_arrays, save_arrays

__all__ = ["RankingScorer"]

METHODS = ("ranking", "regression")
COMMON = 2  # texts in which a word or run must occur to be a usual one


class RankingScorer(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Scores texts by a linear model of their words, shapes, length and unusual parts.

    Parameters
    ----------
    method
        ``ranking`` learns from pairs of texts which is better; ``regression`` learns the marks.
    ngrams
        Longest run of words, and of shapes.
    strength
        C of the support vector machine.
    pairs
        Pairs of texts that are learnt from, at most.
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
        """Learn from marked texts."""
        texts, marks = list(map(str, X)), np.asarray(y, dtype=np.float64)
        if len(texts) != marks.size or len(texts) < 2:
            raise OptionError("a scorer learns from two marked texts or more.", option="marks")
        if not np.all(np.isfinite(marks)) or np.ptp(marks) == 0:
            raise OptionError(
                "a scorer learns from different marks, all of them numbers.", option="marks"
            )
        if self.method not in METHODS:
            raise OptionError(
                f"the method is {self.method!r}; it can be {' or '.join(METHODS)}.", option="method"
            )
        self.counters_ = [_counter(tool, self.ngrams).fit(texts) for tool in (words, shapes)]
        self.known_ = _usual([set(words(text)) for text in texts])
        self.runs_ = _usual([_threes(text) for text in texts])
        own = measures(texts, self.known_, self.runs_)
        self.middle_, self.spread_ = own.mean(axis=0), own.std(axis=0) + 1e-9
        table = self._table(texts)
        self.direction_ = self._learnt(table, marks)
        raw = np.asarray(table @ self.direction_).ravel()
        scale = IsotonicRegression(out_of_bounds="clip").fit(raw, marks)
        self.from_, self.to_ = scale.X_thresholds_, scale.y_thresholds_
        return self

    def predict(self, X: Sequence[str]) -> FloatArray:
        """Marks of texts, on the scale of those that were learnt from."""
        check_is_fitted(self, "direction_")
        raw = np.asarray(self._table(list(map(str, X))) @ self.direction_).ravel()
        return np.asarray(np.interp(raw, self.from_, self.to_))

    def _table(self, texts: list[str]) -> Any:
        own = (measures(texts, self.known_, self.runs_) - self.middle_) / self.spread_
        counted = [counter.transform(texts) for counter in self.counters_]
        return sparse.hstack([*counted, sparse.csr_matrix(own)]).tocsr()

    def _learnt(self, table: Any, marks: FloatArray) -> FloatArray:
        """Direction in which texts get better."""
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
        for tool, own, idf in zip(
            (words, shapes), terms, (arrays["idf_words"], arrays["idf_shapes"]), strict=True
        ):
            counter = _counter(tool, scorer.ngrams)
            counter.vocabulary = {term: k for k, term in enumerate(own)}
            counter.idf_ = idf
            scorer.counters_.append(counter)
        scorer.known_, scorer.runs_ = frozenset(known), frozenset(runs)
        for name in ("middle", "spread", "direction", "from", "to"):
            setattr(scorer, f"{name}_", arrays[name])
        return scorer


def _counter(tool: Any, ngrams: int) -> TfidfVectorizer:
    return TfidfVectorizer(
        tokenizer=tool, token_pattern=None, lowercase=False, ngram_range=(1, ngrams), min_df=1
    )


def _threes(text: str) -> set[str]:
    forms = shapes(text)
    return {"_".join(forms[i : i + 3]) for i in range(max(0, len(forms) - 2))}


def _usual(sets: list[set[str]]) -> frozenset[str]:
    """What occurs in several of the sets."""
    times: dict[str, int] = {}
    for own in sets:
        for item in own:
            times[item] = times.get(item, 0) + 1
    return frozenset(item for item, number in times.items() if number >= COMMON)
