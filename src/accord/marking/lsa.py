"""The LSA marker: an answer gets the marks of the marked answers that it is most like.

Terms of the answers are weighted, the table of answers and terms is reduced to a few dimensions
by its singular values, and an answer's mark is the mean of the marks of its nearest neighbours,
weighted by their cosine with it. (Haley, Thomas, Petre & De Roeck 2008.)
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.utils.extmath import randomized_svd
from sklearn.utils.validation import check_is_fitted

from accord.data.scale import FloatArray
from accord.errors import OptionError
from accord.marking.storage import load_arrays, save_arrays
from accord.marking.weighting import global_weights, weighted

__all__ = ["LSAMarker"]

FOLDING = ("project", "classical")


class LSAMarker(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Marks short answers by latent semantic analysis.

    Parameters
    ----------
    dimensions
        Singular values that are kept; fewer where there are not so many answers or terms.
    neighbours
        Marked answers that decide.
    weighting
        ``log-entropy``, ``tf-idf`` or ``raw``.
    folding
        How an answer is laid into the reduced space: ``project`` by the singular vectors, or
        ``classical``, which also divides by the singular values.
    ngrams
        Longest run of words that counts as a term.
    random_state
        Seed of the randomised decomposition.

    Examples
    --------
    >>> answers = ["a tag opens", "a tag closes", "the sea is blue", "the sea is deep"]
    >>> marker = LSAMarker(dimensions=2, neighbours=1).fit(answers, [4, 4, 0, 0])
    >>> marker.predict(["tag", "deep sea"]).tolist()
    [4.0, 0.0]
    """

    def __init__(
        self,
        dimensions: int = 50,
        neighbours: int = 5,
        weighting: str = "log-entropy",
        folding: str = "project",
        ngrams: int = 1,
        random_state: int = 0,
    ) -> None:
        self.dimensions = dimensions
        self.neighbours = neighbours
        self.weighting = weighting
        self.folding = folding
        self.ngrams = ngrams
        self.random_state = random_state

    def fit(self, X: Sequence[str], y: Sequence[float]) -> LSAMarker:
        """Learn from marked answers."""
        texts, marks = list(map(str, X)), np.asarray(y, dtype=np.float64)
        if len(texts) != marks.size or len(texts) < 2:
            raise OptionError("a marker learns from two marked answers or more.", option="marks")
        if not np.all(np.isfinite(marks)):
            raise OptionError("a mark is missing or not a number.", option="marks")
        if self.folding not in FOLDING:
            raise OptionError(
                f"folding is {self.folding!r}; it can be {' or '.join(FOLDING)}.", option="folding"
            )
        if self.dimensions < 1 or self.neighbours < 1:
            raise OptionError(
                "dimensions and neighbours are whole numbers from 1 up.",
                option="dimensions" if self.dimensions < 1 else "neighbours",
            )
        counter = self._counter()
        try:
            counts = counter.fit_transform(texts)
        except ValueError:
            raise OptionError(
                "there is not a single word in the answers.", option="texts"
            ) from None
        self.terms_ = list(counter.get_feature_names_out())
        self.weights_ = global_weights(counts, self.weighting)
        table = weighted(counts, self.weights_, self.weighting)
        kept = max(1, min(self.dimensions, min(table.shape) - 1))
        _, self.singular_, self.components_ = randomized_svd(
            table, kept, random_state=self.random_state
        )
        self.marks_ = marks
        self.answers_ = self._laid(table)
        return self

    def predict(self, X: Sequence[str]) -> FloatArray:
        """Marks of answers; those without a known word get the mean mark."""
        check_is_fitted(self, "answers_")
        counts = self._counter(self.terms_).transform(list(map(str, X)))
        laid = self._laid(weighted(counts, self.weights_, self.weighting))
        cosine = laid @ self.answers_.T
        k = min(self.neighbours, self.marks_.size)
        nearest = np.argpartition(-cosine, k - 1, axis=1)[:, :k]
        like = np.maximum(np.take_along_axis(cosine, nearest, axis=1), 0.0)
        total = like.sum(axis=1)
        found = (like * self.marks_[nearest]).sum(axis=1)
        mean = float(self.marks_.mean())
        return np.where(total > 0, found / np.where(total > 0, total, 1.0), mean)

    def _counter(self, terms: list[str] | None = None) -> CountVectorizer:
        pattern = r"(?u)\b\w+\b"
        return CountVectorizer(
            vocabulary=terms, ngram_range=(1, self.ngrams), token_pattern=pattern
        )

    def _laid(self, table: Any) -> FloatArray:
        """(n, k) answers in the reduced space, of length 1; 0 where there is nothing."""
        place = np.asarray(table @ self.components_.T)
        if self.folding == "classical":
            place = place / np.where(self.singular_ > 1e-12, self.singular_, np.inf)
        length = np.linalg.norm(place, axis=1, keepdims=True)
        return np.where(length > 1e-12, place / np.where(length > 1e-12, length, 1), 0.0)

    def save(self, path: str | Path) -> None:
        """Write the marker to a file of plain arrays."""
        check_is_fitted(self, "answers_")
        arrays = {
            "weights": self.weights_,
            "singular": self.singular_,
            "components": self.components_,
            "answers": self.answers_,
            "marks": self.marks_,
        }
        save_arrays(Path(path), "lsa", {**self.get_params(), "terms": self.terms_}, arrays)

    @classmethod
    def load(cls, path: str | Path) -> LSAMarker:
        """Read a marker from a file."""
        about, arrays = load_arrays(Path(path), "lsa")
        terms = about.pop("terms")
        marker = cls(**about)
        marker.terms_ = terms
        for name in ("weights", "singular", "components", "answers", "marks"):
            setattr(marker, f"{name}_", arrays[name])
        return marker
