"""Weights of terms, by how informative they are."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from accord.data.scale import FloatArray
from accord.errors import UnknownNameError

__all__ = ["WEIGHTINGS", "global_weights", "weighted"]

WEIGHTINGS = ("log-entropy", "tf-idf", "raw")


def global_weights(counts: Any, how: str) -> FloatArray:
    """Return the (t,) weights of the terms over all documents.

    Parameters
    ----------
    counts
        (N, t) number of times that each term occurs in each document.
    how
        ``log-entropy``, ``tf-idf`` or ``raw``.

    Notes
    -----
    The log-entropy weight is 1 + Σ_d p ln p / ln N with p = tf/gf: 1 for a term in one document
    only, 0 for a term that is spread evenly. The tf-idf weight is ln((1+N)/(1+df)) + 1.
    """
    if how not in WEIGHTINGS:
        raise UnknownNameError("weighting", how, WEIGHTINGS, option="weighting")
    table = sparse.csc_matrix(counts, dtype=np.float64)
    n, terms = table.shape
    if how == "raw":
        return np.ones(terms)
    if how == "tf-idf":
        documents = np.diff(table.indptr)
        return np.asarray(np.log((1 + n) / (1 + documents)) + 1)
    total = np.asarray(table.sum(axis=0)).ravel()
    share = table.copy()
    share.data = table.data / np.repeat(total, np.diff(table.indptr))
    share.data *= np.log(share.data)
    entropy = np.asarray(share.sum(axis=0)).ravel()
    return np.asarray(1 + entropy / np.log(max(n, 2)))


def weighted(counts: Any, weights: FloatArray, how: str) -> Any:
    """Return the table of documents × terms: ln(1+tf) or tf, times the weight of the term."""
    table = sparse.csr_matrix(counts, dtype=np.float64)
    if how == "log-entropy":
        table.data = np.log1p(table.data)
    return sparse.csr_matrix(table @ sparse.diags_array(weights))
