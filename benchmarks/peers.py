"""The tasks, and how each program performs them.

A task is a function that returns for each program a function that prepares its input (not timed)
and returns the call to be timed. accord always computes standard error and confidence interval; the
other programs compute only the value.
"""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import accord

Work = Callable[[], Any]
Contenders = Mapping[str, Callable[[], Work]]
Job = Callable[[], Contenders]
SIZE, RATERS, CATEGORIES = 1_000_000, 5, 5


def ratings(n: int = SIZE, r: int = RATERS, q: int = CATEGORIES, seed: int = 1) -> np.ndarray:
    """Return simulated ratings that are correct with probability .8 and guesses otherwise."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, q, n)
    guess = rng.integers(0, q, (n, r))
    return np.where(rng.random((n, r)) < 0.8, truth[:, None], guess)


def _quiet(work: Work) -> Work:
    def run() -> Any:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            return work()

    return run


def ready(work: Work) -> Callable[[], Work]:
    """Return a program that needs no preparation."""
    return lambda: work


def _ours(name: str, table: np.ndarray, **options: Any) -> Work:
    def run() -> float:
        found = getattr(accord, name)(table, **options)
        assert np.isfinite([found.value, found.se, *found.interval]).all()
        return found.value

    return run


def _irrcac(table: np.ndarray, method: str) -> Work:
    import pandas as pd
    from irrCAC.raw import CAC

    frame = pd.DataFrame(table)
    return _quiet(lambda: getattr(CAC(frame, digits=9), method)()["est"]["coefficient_value"])


def _interrater(table: np.ndarray, module: str, function: str) -> Work:
    import importlib

    import interrater

    labels = [str(k) for k in range(int(table.max()) + 1)]
    semantics = interrater.RatingsSemantics(table.shape[1], interrater.UnorderedCategories(labels))
    known = interrater.Ratings(table, semantics)
    work = getattr(
        importlib.import_module(f"interrater.analyzers.agreement_functions.{module}"), function
    )
    if module == "individual_marginals":
        from interrater.intermediates import estimator_parts

        parts = estimator_parts.EstimatorInput
        return lambda: work(parts(known.category_index, len(labels)))
    return lambda: work(known.to_nij_matrix())


def _nltk(table: np.ndarray, method: str) -> Work:
    from nltk.metrics.agreement import AnnotationTask

    rows = [(j, i, int(v)) for i, row in enumerate(table.tolist()) for j, v in enumerate(row)]
    return lambda: getattr(AnnotationTask(data=rows), method)()


def _simpledorff(table: np.ndarray) -> Work:
    import pandas as pd
    import simpledorff

    n, r = table.shape
    frame = pd.DataFrame(
        {"item": np.repeat(np.arange(n), r), "rater": np.tile(np.arange(r), n), "c": table.ravel()}
    )
    return _quiet(
        lambda: simpledorff.calculate_krippendorffs_alpha_for_df(
            frame, experiment_col="item", annotator_col="rater", class_col="c"
        )
    )


def alpha(n: int = SIZE, r: int = RATERS, q: int = CATEGORIES) -> Contenders:
    """Krippendorff's alpha, nominal."""
    import krippendorff

    table = ratings(n, r, q)
    nominal = partial(krippendorff.alpha, table.T, level_of_measurement="nominal")
    return {
        "accord": partial(_ours, "krippendorff_alpha", table),
        "krippendorff": ready(nominal),
        "irrCAC": partial(_irrcac, table, "krippendorff"),
        "interrater": partial(_interrater, table, "krippendorff", "krippendorff_alpha"),
        "NLTK": partial(_nltk, table, "alpha"),
        "simpledorff": partial(_simpledorff, table),
    }


def label_sets(n: int = 500_000, r: int = 2, distinct: int = 1_000) -> list[list[frozenset[str]]]:
    """Return simulated sets of twelve labels, a given number of them distinct."""
    rng = np.random.default_rng(1)
    chosen: dict[frozenset[str], None] = {}
    while len(chosen) < distinct:
        labels = np.array(list("abcdefghijkl"))[rng.random(12) < 0.35].tolist()
        if labels:  # NLTK divides by zero where both sets are empty
            chosen[frozenset(labels)] = None
    table = ratings(n, r, distinct)
    sets = list(chosen)
    return [[sets[k] for k in row] for row in table.tolist()]


def sets(n: int = 500_000, r: int = 2, distinct: int = 1_000) -> Contenders:
    """Krippendorff's alpha of sets of labels with the MASI distance."""
    rows = label_sets(n, r, distinct)

    def ours() -> float:
        found = accord.krippendorff_alpha(rows, weights="masi")
        assert np.isfinite([found.value, found.se, *found.interval]).all()
        return found.value

    def theirs() -> Work:
        from nltk.metrics import masi_distance
        from nltk.metrics.agreement import AnnotationTask

        triples = [(j, i, label) for i, row in enumerate(rows) for j, label in enumerate(row)]
        return lambda: AnnotationTask(data=triples, distance=masi_distance).alpha()

    return {"accord": ready(ours), "NLTK": theirs}


def ac1(n: int = SIZE, r: int = RATERS, q: int = CATEGORIES) -> Contenders:
    """Gwet's AC1."""
    table = ratings(n, r, q)
    return {
        "accord": partial(_ours, "gwet_ac", table),
        "irrCAC": partial(_irrcac, table, "gwet"),
        "interrater": partial(_interrater, table, "group_agreement", "gwet_ac1"),
    }


def fleiss(n: int = SIZE, r: int = RATERS, q: int = CATEGORIES) -> Contenders:
    """Fleiss' kappa."""
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    table = ratings(n, r, q)
    return {
        "accord": partial(_ours, "fleiss_kappa", table),
        "statsmodels": ready(lambda: fleiss_kappa(aggregate_raters(table)[0])),
        "irrCAC": partial(_irrcac, table, "fleiss"),
        "interrater": partial(_interrater, table, "group_agreement", "fleiss_kappa"),
        "NLTK": partial(_nltk, table, "pi"),
    }


def conger() -> Contenders:
    """Conger's kappa."""
    table = ratings()
    return {
        "accord": partial(_ours, "conger_kappa", table),
        "irrCAC": partial(_irrcac, table, "conger"),
        "interrater": partial(_interrater, table, "individual_marginals", "conger_kappa"),
    }


def brennan_prediger() -> Contenders:
    """Brennan and Prediger's coefficient."""
    table = ratings()
    return {
        "accord": partial(_ours, "brennan_prediger", table),
        "irrCAC": partial(_irrcac, table, "bp"),
        "interrater": partial(_interrater, table, "group_agreement", "brennan_prediger"),
    }


def cohen(weights: str | None = None) -> Contenders:
    """Cohen's kappa of two raters."""
    import pandas as pd
    from sklearn.metrics import cohen_kappa_score
    from statsmodels.stats.inter_rater import cohens_kappa, to_table

    table = ratings(r=2)
    first, second = np.ascontiguousarray(table.T)
    options: dict[str, Any] = {} if weights is None else {"weights": weights}
    contenders: dict[str, Callable[[], Work]] = {
        "accord": partial(_ours, "cohen_kappa", table, **options),
        "scikit-learn": ready(lambda: cohen_kappa_score(first, second, **options)),
        "statsmodels": ready(
            lambda: cohens_kappa(to_table(table)[0], return_results=False, wt=weights)
        ),
        "pandas crosstab alone": ready(lambda: pd.crosstab(first, second) is None or None),
    }
    if weights is None:
        contenders["interrater"] = partial(
            _interrater, table, "individual_marginals", "cohen_kappa"
        )
        contenders["NLTK"] = partial(_nltk, table, "kappa")
    return contenders


def quadratic() -> Contenders:
    """Cohen's kappa of two raters, with quadratic weights."""
    return cohen("quadratic")


REPLICATES = 10_000


def _bootstrapped(name: str, table: np.ndarray) -> Work:
    options = {"se": "bootstrap", "ci": "percentile", "replicates": REPLICATES, "seed": 1}
    return _ours(name, table, **options)


def _interrater_bootstrap(table: np.ndarray, name: str) -> Work:
    import interrater

    semantics = interrater.RatingsSemantics(
        table.shape[1], interrater.UnorderedCategories([str(k) for k in range(CATEGORIES)])
    )
    counts = interrater.Ratings(table, semantics).to_nij_matrix()
    analyzer = getattr(interrater, name + "Analyzer")
    config = getattr(interrater, name + "Config")(n_resamples=REPLICATES)

    def run() -> float:
        return analyzer.build_from_nij_matrix(counts, config).estimate_from_nij_matrix().point

    return run


def bootstrap_fleiss() -> Contenders:
    """Fleiss' kappa with 10,000 bootstrap replicates, 10,000 subjects."""
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    table = ratings(10_000)
    counts, _ = aggregate_raters(table)

    def resampled() -> float:
        rng = np.random.default_rng(1)
        n = len(counts)
        draws = [fleiss_kappa(counts[rng.integers(0, n, n)]) for _ in range(REPLICATES)]
        np.percentile(draws, [2.5, 97.5])
        return fleiss_kappa(counts)

    return {
        "accord": partial(_bootstrapped, "fleiss_kappa", table),
        "statsmodels on ready counts": ready(resampled),
        "interrater on ready counts": partial(_interrater_bootstrap, table, "FleissKappa"),
    }


def bootstrap_ac1() -> Contenders:
    """AC1 with 10,000 bootstrap replicates, 10,000 subjects."""
    table = ratings(10_000)
    return {
        "accord": partial(_bootstrapped, "gwet_ac", table),
        "interrater on ready counts": partial(_interrater_bootstrap, table, "GwetAC1"),
    }


def bootstrap_alpha() -> Contenders:
    """Krippendorff's alpha with 10,000 bootstrap replicates, 10,000 subjects."""
    import krippendorff

    table = ratings(10_000)
    counts = np.stack([(table == k).sum(axis=1) for k in range(CATEGORIES)], axis=1)
    nominal = partial(krippendorff.alpha, level_of_measurement="nominal")

    def resampled() -> float:
        rng = np.random.default_rng(1)
        n = len(counts)
        for _ in range(REPLICATES):
            nominal(value_counts=counts[rng.integers(0, n, n)])
        return nominal(value_counts=counts)

    return {
        "accord": partial(_bootstrapped, "krippendorff_alpha", table),
        "krippendorff on ready counts": ready(resampled),
        "interrater on ready counts": partial(_interrater_bootstrap, table, "KrippendorffAlpha"),
    }


def distinct(weights: str) -> Contenders:
    """Krippendorff's alpha of 1,000,000 distinct scores."""
    import krippendorff

    rng = np.random.default_rng(1)
    scores = rng.normal(size=(SIZE // 2, 1)) + rng.normal(0, 0.5, (SIZE // 2, 2))
    scores = np.exp(scores) if weights == "ratio" else scores
    level = {"quadratic": "interval", "ordinal": "ordinal", "ratio": "ratio"}[weights]
    return {
        "accord": partial(_ours, "krippendorff_alpha", scores, level=level),
        "krippendorff": ready(partial(krippendorff.alpha, scores.T, level_of_measurement=level)),
    }


def scores_interval() -> Contenders:
    """Krippendorff's alpha of 1,000,000 distinct scores, interval."""
    return distinct("quadratic")


def scores_ordinal() -> Contenders:
    """Krippendorff's alpha of 1,000,000 distinct scores, ordinal."""
    return distinct("ordinal")


def scores_ratio() -> Contenders:
    """Krippendorff's alpha of 1,000,000 distinct scores, ratio."""
    return distinct("ratio")


def _pingouin(table: np.ndarray) -> Work:
    import pandas as pd
    import pingouin

    n, r = table.shape
    subject, rater = np.repeat(np.arange(n), r), np.tile(np.arange(r), n)
    frame = pd.DataFrame({"subject": subject, "rater": rater, "rating": table.ravel()})

    def run() -> float:
        found = pingouin.intraclass_corr(frame, targets="subject", raters="rater", ratings="rating")
        return float(found["ICC"].iloc[1])

    return _quiet(run)


def measurements(n: int, r: int) -> np.ndarray:
    """Return simulated measurements with a reliability of one half."""
    rng = np.random.default_rng(1)
    return rng.normal(size=(n, 1)) + rng.normal(size=(n, r))


def icc_pairs() -> Contenders:
    """ICC(A,1) of 60,000 pairs of measurements."""
    table = measurements(60_000, 2)
    return {
        "accord": partial(_ours, "icc_a1", table, ci="f"),
        "pingouin, all six": partial(_pingouin, table),
    }


def icc_many() -> Contenders:
    """ICC(A,1) of 1,000,000 subjects measured by 5 raters."""
    return {"accord": partial(_ours, "icc_a1", measurements(SIZE, RATERS))}


NAMES = ["ann", "bob", "cat", "dan", "eve"]


def wide_file(place: Path) -> Contenders:
    """CSV of 1,000,000 subjects by 5 raters to a full report."""
    import polars as pl

    path = place / "wide.csv"
    if not path.exists():
        table = ratings()
        columns = {name: table[:, j] for j, name in enumerate(NAMES)}
        pl.DataFrame({"item": np.arange(len(table)), **columns}).write_csv(path)
    grouped = pl.scan_csv(path).group_by(NAMES).len()
    return {
        "accord": ready(lambda: accord.agreement(path)["gwet_ac"].value),
        "Polars scan and group": ready(lambda: grouped.collect() is None or None),
        "reading the bytes": ready(lambda: path.read_bytes() is None or None),
    }


def long_file(place: Path) -> Contenders:
    """CSV of 5,000,000 ratings, long, to a full report."""
    import polars as pl

    path = place / "long.csv"
    if not path.exists():
        table = ratings()
        columns = {
            "item": np.repeat(np.arange(SIZE), RATERS),
            "rater": np.tile(np.array(NAMES), SIZE),
            "score": table.ravel(),
        }
        pl.DataFrame(columns).write_csv(path)
    own = [pl.col("score").filter(pl.col("rater") == name).first().alias(name) for name in NAMES]
    grouped = pl.scan_csv(path).group_by("item").agg(own).group_by(NAMES).len()
    return {
        "accord": ready(lambda: accord.agreement(path)["gwet_ac"].value),
        "Polars scan and group": ready(lambda: grouped.collect() is None or None),
        "reading the bytes": ready(lambda: path.read_bytes() is None or None),
    }
