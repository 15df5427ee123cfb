"""Inputs by number: mutated files and folders, tables in memory, and command lines.

An input follows from the seed of the campaign and its number, so that only its number has to be
known when a process dies of it.
"""

import datetime as dt
import random
from dataclasses import dataclass, field
from pathlib import Path

from fuzzing.door import FUNCTIONS, OPTIONS, random_command, use_command, use_file, use_table
from fuzzing.mutations import mutated
from fuzzing.seeds import folders, seeds

COMMAND_SHARE = 0.01  # of inputs that are command lines, which take longest
TABLE_SHARE = 0.05  # of inputs that are tables in memory
LENT = 4096  # bytes of another file that a mutation may take a piece of
NAMED = ("wide.csv", "long.csv", "table.csv", "marks.xlsx")  # files that command lines name
CELLS = (
    None, 0, 1, 2, 3, -1, 1.5, float("nan"), float("inf"), -float("inf"), 1e308, 5e-324, 10**30,
    True, False, "", " ", "a", "b", "1", "1.0", "NA", "nan", "\ud800", "\x1b[31m", "\u202e",
    "x" * 300, b"a", b"\xff", 1j, (), (1, 2), ["a", "b"], {"a"}, {"a": 1}, dt.date(2026, 11, 19),
    dt.datetime(9999, 12, 31, tzinfo=dt.UTC), dt.timedelta(days=-1), object(),
)  # fmt: skip
USUAL = (1, 2, 3, "a", "b", None)
NAMES = ("item", "rater", "score", "count", "gold", "ann", "bo", "", "start", "end", 0, None, "ann")


@dataclass(frozen=True)
class Source:
    """Valid files and folders, from which inputs are made.

    Parameters
    ----------
    seed
        Seed of the campaign.
    only
        Part of the names of the seeds to use; if it is empty, commands and tables are made too.
    """

    seed: int
    only: str
    files: dict = field(default_factory=seeds)
    folders: dict = field(default_factory=folders)

    def input(self, number):
        """Return the input with a number."""
        rng = random.Random((self.seed << 40) + number)
        chance = rng.random() if not self.only else 1.0
        if chance < COMMAND_SHARE:
            return CommandInput("command", rng.randrange(1 << 60))
        if chance < COMMAND_SHARE + TABLE_SHARE:
            return TableInput("table", rng.randrange(1 << 60))
        name = rng.choice([n for n in (*self.files, *self.folders) if self.only in n])
        lent = [content[:LENT] for content in self.files.values()]
        if name in self.files:
            return FileInput(name, mutated(self.files[name], rng, lent), rng.choice(OPTIONS))
        parts = dict(self.folders[name])
        part = rng.choice(sorted(parts))
        parts[part] = mutated(parts[part], rng, lent)
        return FolderInput(name, parts, rng.choice(OPTIONS))


@dataclass(frozen=True)
class FileInput:
    """A mutated file, and options to read it with."""

    kind: str
    content: bytes
    options: dict

    def write(self, folder):
        """Write it to a folder, and return its path."""
        path = folder / f"input-{self.kind}"
        path.write_bytes(self.content)
        return path

    def use(self, folder):
        """Use it, and return its outcome."""
        return use_file(self.write(folder), self.options)


@dataclass(frozen=True)
class FolderInput(FileInput):
    """A folder of files, one of which is mutated."""

    def write(self, folder):
        path = folder / f"input-{self.kind}"
        for name, content in self.content.items():
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            (path / name).write_bytes(content)
        return path


@dataclass(frozen=True)
class TableInput:
    """A table in memory with cells of all kinds."""

    kind: str
    seed: int
    options: dict = field(default_factory=dict)

    def use(self, _):
        rng = random.Random(self.seed)
        name, table = random_table(rng)
        return use_table(name, table, rng.choice(FUNCTIONS), rng.choice(OPTIONS))


@dataclass(frozen=True)
class CommandInput:
    """A command line with random options."""

    kind: str
    seed: int
    options: dict = field(default_factory=dict)

    def use(self, folder):
        paths = [folder / name for name in NAMED]
        for path in paths:
            if not path.exists():
                path.write_bytes(seeds()[path.name])
        return use_command(random_command(random.Random(self.seed), paths))


def random_table(rng):
    """Return the kind of a table in memory, and the table."""
    import numpy as np
    import polars as pl

    height, width = rng.choice((0, 1, 2, 3, 6)), rng.choice((0, 1, 2, 2, 3, 4))
    strange = rng.choice((0.0, 0.05, 0.3, 1.0))
    rows = [
        [rng.choice(CELLS if rng.random() < strange else USUAL) for _ in range(width)]
        for _ in range(height)
    ]
    if rows and rng.random() < 0.1:
        rows[-1] = rows[-1][:-1]  # a row that is too short
    names = [rng.choice(NAMES) if rng.random() < 0.3 else f"r{k}" for k in range(width)]
    kind = rng.choice(("rows", "columns", "records", "ratings", "array", "objects", "polars"))
    columns = {name: [row[k] if k < len(row) else None for row in rows]
               for k, name in enumerate(names)}  # fmt: skip
    if kind == "rows":
        return kind, rows
    if kind == "columns":
        return kind, columns
    if kind == "records":
        return kind, [dict(zip(names, row, strict=False)) for row in rows]
    if kind == "ratings":
        return kind, {n: dict(enumerate(cells)) for n, cells in columns.items()}
    if kind == "array":
        return kind, np.array([[rng.choice((0.0, 1.0, 2.0, np.nan, np.inf, 1e308)) for _ in row]
                               for row in columns.values()])  # fmt: skip
    if kind == "objects":
        array = np.empty((height, width), dtype=object)
        for i, row in enumerate(rows):
            for k, cell in enumerate(row):
                array[i, k] = cell
        return kind, array
    plain = {str(n): [c if isinstance(c, (int, str, type(None))) else None for c in cells]
             for n, cells in columns.items()}  # fmt: skip
    try:
        return kind, pl.DataFrame(plain, strict=False)
    except (pl.exceptions.PolarsError, OverflowError, TypeError, ValueError):
        return "rows", rows


def written(item, folder):
    """Return the path of an input that is a file or a folder, else None."""
    return item.write(Path(folder)) if isinstance(item, FileInput) else None
