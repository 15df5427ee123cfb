"""How close the library comes to a bare NumPy sketch of the same job.

The job: Gwet's AC1 with standard error and interval from an int8 array of 1,000,000 subjects by
5 raters with 10 % of the ratings missing. The sketch knows the categories and the missing code,
does no checking and makes no objects; it is the floor. Run with `make bench`.
"""

import subprocess
import sys
import time
import tracemalloc

import numpy as np

import accord

SUBJECTS, RATERS, CATEGORIES = 1_000_000, 5, 5


def ratings(n=SUBJECTS, seed=1):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, CATEGORIES, n)
    table = np.where(
        rng.random((n, RATERS)) < 0.8, truth[:, None], rng.integers(0, CATEGORIES, (n, RATERS))
    )
    table[rng.random((n, RATERS)) < 0.1] = -1
    return table.astype(np.int8)


def sketch(table):
    """AC1, its standard error and t-like interval: mixed radix, bincount, the formula."""
    from scipy.special import stdtrit

    q, r = CATEGORIES, table.shape[1]
    key = np.zeros(len(table), dtype=np.int32)
    for j in range(r):
        key = key * (q + 1) + (table[:, j] + 1)
    totals = np.bincount(key, minlength=(q + 1) ** r)
    present = np.flatnonzero(totals)
    m = totals[present].astype(float)
    counts = np.zeros((present.size, q + 1))
    rest = present
    for _ in range(r):
        rest, digit = np.divmod(rest, q + 1)
        counts[np.arange(present.size), digit] += 1
    counts = counts[:, 1:]
    each = counts.sum(axis=1)
    m, counts, each = m[each > 0], counts[each > 0], each[each > 0]
    n = m.sum()
    paired = each >= 2
    a = np.where(paired, (counts * (counts - 1)).sum(axis=1) / np.maximum(each * (each - 1), 1), 0)
    n2 = m[paired].sum()
    pa = m @ a / n2
    pi = m @ (counts / each[:, None]) / n
    pe = (pi * (1 - pi)).sum() / (q - 1)
    ac = (pa - pe) / (1 - pe)
    d_pe = (counts / each[:, None]) @ (1 - 2 * pi) - pi @ (1 - 2 * pi)
    u = (n / n2 * paired * (a - pa) - (1 - ac) * d_pe / (q - 1)) / (1 - pe)
    se = np.sqrt(m @ u**2 / (n * (n - 1)))
    reach = stdtrit(n - 1, 0.975) * se
    return ac, se, ac - reach, ac + reach


def best(work, times=5):
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        result = work()
        taken.append(time.perf_counter() - start)
    return min(taken), result


def extra_memory(work):
    tracemalloc.start()
    work()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def started(*command):
    taken = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        taken.append(time.perf_counter() - start)
    return min(taken)


def generalized():
    """Berry and Mielke's measure with exact moments: continuous responses, and many subjects."""
    cube = np.random.default_rng(3).random((5, 2000, 3))
    taken, found = best(lambda: accord.berry_mielke(cube, level="interval"), 1)
    memory = extra_memory(lambda: accord.berry_mielke(cube, level="interval")) / 1e9
    print(
        f"exact moments, 2,000 subjects, 5 raters, 3 responses: {taken:6.2f} s (bar: 60), "
        f"{memory:.2f} GB (bar: 2), p = {found.p_value:.3f}"
    )
    patterns = accord.load(ratings() % CATEGORIES)
    taken, _ = best(lambda: accord.berry_mielke(patterns, level="interval"), 3)
    print(f"exact moments, 1,000,000 subjects, compressed: {taken * 1e3:6.1f} ms (bar: 1000)")


def main():
    table = ratings()
    floor, expected = best(lambda: sketch(table))
    ours, found = best(lambda: accord.gwet_ac(table, missing=-1))
    assert np.allclose([found.value, found.se, *found.interval], expected, rtol=1e-10)
    memory = extra_memory(lambda: accord.gwet_ac(table, missing=-1))
    print(f"sketch            {floor * 1e3:8.1f} ms")
    print(f"accord.gwet_ac    {ours * 1e3:8.1f} ms   ratio {ours / floor:.2f} (bar: 3)")
    print(f"extra memory      {memory / table.size:8.2f} bytes per rating (bar: 4)")
    everything, _ = best(lambda: accord.agreement(table, missing=-1))
    print(f"all coefficients  {everything * 1e3:8.1f} ms")
    for n in (1_000, 1_000_000):
        patterns = accord.load(ratings(n), missing=-1)
        options = {"se": "bootstrap", "replicates": 10_000, "seed": 1}
        taken, _ = best(lambda p=patterns, o=options: accord.gwet_ac(p, **o), 3)
        print(f"10,000 bootstrap replicates of AC1, n = {n:9,}: {taken:6.2f} s")
    scores = np.random.default_rng(1).normal(size=(500_000, 1)) + np.random.default_rng(2).normal(
        0, 0.5, (500_000, 2)
    )
    for weights in ("quadratic", "linear"):
        taken, alpha = best(lambda w=weights: accord.krippendorff_alpha(scores, weights=w), 2)
        print(f"alpha, 1,000,000 distinct scores, {weights:9}: {taken:6.2f} s ({alpha.value:.4f})")
    taken, alpha = best(lambda: accord.krippendorff_alpha(np.exp(scores), weights="ratio"), 1)
    print(f"alpha, 1,000,000 distinct scores, ratio    : {taken:6.2f} s ({alpha.value:.4f})")
    generalized()
    print(f"import accord     {started(sys.executable, '-c', 'import accord'):8.2f} s (bar: .35)")
    command = (sys.executable, "-m", "accord.cli", "--help")
    print(f"accord --help     {started(*command):8.2f} s (bar: .5)")


if __name__ == "__main__":
    main()
