"""The LSA marker, which gives an answer the marks of the most similar marked answers.

Terms of the answers are weighted, the table of answers and terms is reduced to a few dimensions
by a singular value decomposition, and the mark of an answer is the mean of the marks of its nearest
neighbours, weighted by their cosine similarity (Haley, Thomas, Petre & De Roeck 2008).
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

from accord.base.validation import Number, check_number
from accord.data.scale import FloatArray
from accord.errors import OptionError
from accord.marking.storage import load_arrays, save_arrays
from accord.marking.weighting import global_weights, weighted

__all__ = ["LSAMarker"]

FOLDING = ("project", "classical")
POSITIVE_COUNT = Number(least=1, whole=True)
TINY = 1e-12  # singular values and lengths below it are rounding errors


class LSAMarker(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Marker of short answers by latent semantic analysis.

    Parameters
    ----------
    dimensions
        Number of singular values; fewer if there are not so many answers or terms.
    neighbours
        Number of marked answers whose marks are averaged.
    weighting
        ``log-entropy``, ``tf-idf`` or ``raw``.
    folding
        Projection into the reduced space: ``project`` by the singular vectors, or ``classical``,
        which also divides by the singular values.
    ngrams
        Largest number of words in a term.
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
        """Fit the marker to marked answers."""
        texts, marks = list(map(str, X)), np.asarray(y, dtype=np.float64)
        if len(texts) != marks.size or len(texts) < 2:
            raise OptionError(
                f"there are {len(texts)} answers and {marks.size} marks; a marker needs two "
                "answers or more, each with a mark.",
                option="marks",
            )
        if not np.all(np.isfinite(marks)):
            raise OptionError("a mark is missing or not a number.", option="marks")
        if self.folding not in FOLDING:
            raise OptionError(
                f"folding is {self.folding!r}; it must be {' or '.join(FOLDING)}.",
                option="folding",
                value=self.folding,
            )
        check_number("dimensions", self.dimensions, POSITIVE_COUNT)
        check_number("neighbours", self.neighbours, POSITIVE_COUNT)
        counter = self._counter()
        try:
            counts = counter.fit_transform(texts)
        except ValueError:
            raise OptionError("the answers contain no words.", option="texts") from None
        self.terms_ = list(counter.get_feature_names_out())
        self.weights_ = global_weights(counts, self.weighting)
        table = weighted(counts, self.weights_, self.weighting)
        rank = max(1, min(self.dimensions, min(table.shape) - 1))
        _, self.singular_, self.components_ = randomized_svd(
            table, rank, random_state=self.random_state
        )
        self.marks_ = marks
        self.answers_ = self._project(table)
        return self

    def predict(self, X: Sequence[str]) -> FloatArray:
        """Return the marks of answers; those without a known word get the mean mark."""
        check_is_fitted(self, "answers_")
        counts = self._counter(self.terms_).transform(list(map(str, X)))
        answers = self._project(weighted(counts, self.weights_, self.weighting))
        cosine = answers @ self.answers_.T
        k = min(self.neighbours, self.marks_.size)
        nearest = np.argpartition(-cosine, k - 1, axis=1)[:, :k]
        similarity = np.maximum(np.take_along_axis(cosine, nearest, axis=1), 0.0)
        total = similarity.sum(axis=1)
        marks = (similarity * self.marks_[nearest]).sum(axis=1)
        mean = float(self.marks_.mean())
        return np.where(total > 0, marks / np.where(total > 0, total, 1.0), mean)

    def _counter(self, terms: list[str] | None = None) -> CountVectorizer:
        """Return a counter of terms: of the given ones, or of all."""
        pattern = r"(?u)\b\w+\b"
        return CountVectorizer(
            vocabulary=terms, ngram_range=(1, self.ngrams), token_pattern=pattern
        )

    def _project(self, table: Any) -> FloatArray:
        """Return the (n, k) answers in the reduced space, of length 1, or 0 without words."""
        points = np.asarray(table @ self.components_.T)
        if self.folding == "classical":
            points = points / np.where(self.singular_ > TINY, self.singular_, np.inf)
        length = np.linalg.norm(points, axis=1, keepdims=True)
        return np.where(length > TINY, points / np.where(length > TINY, length, 1), 0.0)

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
