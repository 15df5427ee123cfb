"""``accord mark``: train a marker on marked texts, mark other texts, and run it over a grid."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from accord.cli.app import app, progress_bars
from accord.cli.commands import Command, Subcommands
from accord.cli.options import names_of
from accord.cli.output import confirm, refuse_overwriting
from accord.errors import ColumnNotFoundError, InputError, MissingExtraError, OptionError

__all__ = ["mark"]

mark = typer.Typer(
    cls=Subcommands,
    no_args_is_help=True,
    help="Train automatic markers, mark texts, and make runs to evaluate.",
)
app.add_typer(mark, name="mark")

Texts = Annotated[str, typer.Option("--text", help="Column of the texts.")]
Marks = Annotated[str, typer.Option("--mark", help="Column of the marks.")]


@mark.command(cls=Command)
def train(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Marked texts.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="File to write: marker.npz.")],
    text: Texts = "answer",
    marks: Marks = "mark",
    marker: Annotated[str, typer.Option(help="Method: lsa or ranking.")] = "lsa",
    dimensions: Annotated[int, typer.Option(help="LSA: number of singular values.")] = 50,
    neighbours: Annotated[int, typer.Option(help="LSA: number of nearest marked texts.")] = 5,
    weighting: Annotated[
        str, typer.Option(help="LSA: weights of terms: log-entropy, tf-idf or raw.")
    ] = "log-entropy",
    method: Annotated[str, typer.Option(help="Ranking: ranking or regression.")] = "ranking",
) -> None:
    """Train a marker on marked texts and write it to a file."""
    refuse_overwriting(out, [file])
    _, texts, numbers = _read(file, text, marks)
    _require_sklearn()
    from accord.marking import LSAMarker, RankingScorer

    if marker == "lsa":
        model: Any = LSAMarker(dimensions, neighbours, weighting)
    elif marker == "ranking":
        model = RankingScorer(method)
    else:
        raise OptionError(f"--marker {marker}: it must be lsa or ranking.", option="marker")
    model.fit(texts, numbers).save(out)
    confirm(f"trained on {len(texts):,} texts, written to {out}")


@mark.command(cls=Command)
def score(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Texts to mark.")],
    model: Annotated[Path, typer.Option(help="File of the marker.")],
    text: Texts = "answer",
    name: Annotated[str, typer.Option(help="Column of the new scores.")] = "machine",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="CSV file to write.")] = None,
) -> None:
    """Mark texts: print the table with a column of scores added."""
    refuse_overwriting(out, [file, model])
    _require_sklearn()
    from accord.marking import LSAMarker, RankingScorer
    from accord.marking.storage import kind_of, refusing_damage

    kind = LSAMarker if kind_of(model) == "lsa" else RankingScorer
    columns = _columns(file)
    texts = _texts(columns, text, file)
    with refusing_damage(model):
        scores = kind.load(model).predict(texts)
    _write({**columns, name: [float(value) for value in scores]}, out)


@mark.command(cls=Command)
def runs(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Marked texts.")],
    text: Texts = "answer",
    marks: Marks = "mark",
    dimensions: Annotated[str, typer.Option(help="Numbers of singular values: 5,10,20.")] = "50",
    neighbours: Annotated[str, typer.Option(help="Numbers of nearest marked texts: 1,5,10.")] = "5",
    weighting: Annotated[
        str, typer.Option(help="Weights of terms: log-entropy,tf-idf,raw.")
    ] = "log-entropy",
    train_sizes: Annotated[
        str | None,
        typer.Option("--train", help="Numbers of texts to train on: 10,20,50; all if not given."),
    ] = None,
    folds: Annotated[int, typer.Option(help="Number of folds of the cross-validation.")] = 5,
    seed: Annotated[int, typer.Option(help="Seed of the folds.")] = 1,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="CSV file to write.")] = None,
) -> None:
    """Cross-validate the LSA marker over a grid, as a table for `accord sweep`."""
    refuse_overwriting(out, [file])
    columns, texts, numbers = _read(file, text, marks)
    _require_sklearn()
    from accord.marking import cross_validated

    choices: dict[str, list[Any]] = {
        "dimensions": _whole_numbers(dimensions, "--dimensions"),
        "neighbours": _whole_numbers(neighbours, "--neighbours"),
        "weighting": names_of(weighting) or [],
    }
    if train_sizes is not None:
        choices["train"] = _whole_numbers(train_sizes, "--train")
    single = [key for key, values in choices.items() if len(values) == 1]
    several = {key: values for key, values in choices.items() if key not in single}
    grid = {**{key: choices[key] for key in single}, **several}
    with progress_bars() as progress:
        runs, settings = cross_validated(
            texts, numbers, grid, folds=folds, seed=seed, progress=progress
        )
    table: dict[str, list[Any]] = {**columns, marks: numbers}
    for name, scores in runs.items():
        short = "_".join(f"{key}={settings[name][key]}" for key in several) or name
        table[short] = [float(value) for value in scores]
    _write(table, out)


def _require_sklearn() -> None:
    try:
        import sklearn  # noqa: F401
    except ImportError:
        raise MissingExtraError("markers", "marking") from None


def _columns(file: Path) -> dict[str, list[Any]]:
    from accord.io.readers import Dialect, read

    return read(file, Dialect()).columns()


def _texts(columns: dict[str, list[Any]], name: str, file: Path) -> list[str]:
    if name not in columns:
        raise ColumnNotFoundError(
            f"there is no column {name!r}; the columns are {', '.join(columns)}.",
            file=str(file),
            remedy="Name it with --text or --mark.",
        )
    return ["" if cell is None else str(cell) for cell in columns[name]]


def _read(file: Path, text: str, marks: str) -> tuple[dict[str, list[Any]], list[str], list[float]]:
    """Return the other columns, the texts and the marks, without rows whose mark is missing."""
    from accord.data.scale import as_number

    columns = _columns(file)
    texts, cells = _texts(columns, text, file), _texts(columns, marks, file)
    kept, numbers, rows = [], [], []
    for row, (content, cell) in enumerate(zip(texts, cells, strict=True), start=2):
        if not cell.strip():
            continue
        number = as_number(cell)
        if number is None:
            raise InputError(
                f"the mark {cell!r} is not a number.", file=str(file), row=row, column=marks
            )
        kept.append(content)
        numbers.append(number)
        rows.append(row - 2)
    others = {
        name: [cells[row] for row in rows]
        for name, cells in columns.items()
        if name not in (text, marks)
    }
    return others, kept, numbers


def _whole_numbers(text: str, option: str) -> list[int]:
    names = names_of(text) or []
    if not names or not all(name.isdigit() and int(name) > 0 for name in names):
        raise OptionError(
            f"{option} {text}: give whole numbers from 1 up, as in 5,10,20.",
            option=option.removeprefix("--"),
        )
    return [int(name) for name in names]


def _write(columns: dict[str, list[Any]], out: Path | None) -> None:
    from accord.base.files import write_atomically
    from accord.present.renderers.csv import written

    text = written(list(columns), zip(*columns.values(), strict=True))
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_atomically(out, text)
        confirm(f"written to {out}")
