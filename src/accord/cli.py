"""The command line: ``accord report FILE`` and ``accord list``."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from accord.errors import AccordError, OptionError
from accord.version import __version__

__all__ = ["app", "main"]

app = typer.Typer(
    name="accord",
    help="How far raters agree, and how sure one may be of it.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Registry(StrEnum):
    """What `accord list` can list."""

    coefficients = "coefficients"
    weights = "weights"
    scales = "scales"


def main() -> None:
    """Run the command line; no traceback reaches a user."""
    try:
        app()
    except AccordError as error:
        _complain(str(error))
    except MemoryError:
        _complain("the data do not fit into memory.")
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        _complain(f"{error.strerror or error}.")
    except Exception as error:  # the last resort: a fault of ours, said in one line
        if "ACCORD_DEBUG" in os.environ:
            raise
        sys.stderr.write(
            f"accord: this should not have happened ({type(error).__name__}: {error}). "
            "Set ACCORD_DEBUG=1 to see where, and please report it.\n"
        )
        sys.exit(1)


def _complain(message: str) -> None:
    from accord.scale import clean

    sys.stderr.write(f"accord: {clean(message)}\n")
    sys.exit(2)


def _version(shown: bool) -> None:
    if shown:
        typer.echo(f"accord {__version__}")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """How far raters agree, and how sure one may be of it."""
    del version


@app.command()
def report(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV, TSV, Parquet or JSON lines.")],
    layout: Annotated[
        str | None, typer.Option(help="wide, long, counts or contingency; guessed if not given.")
    ] = None,
    raters: Annotated[
        str | None, typer.Option(help="Rater columns by name or number from 1: ann,bo or 2,3.")
    ] = None,
    item: Annotated[str | None, typer.Option(help="Column of the subjects.")] = None,
    rater: Annotated[str | None, typer.Option(help="Column of the raters (long).")] = None,
    score: Annotated[str | None, typer.Option(help="Column of the ratings (long).")] = None,
    categories: Annotated[
        str | None, typer.Option(help="The categories in order: low,mid,high or low=1,mid=2.")
    ] = None,
    level: Annotated[
        str | None, typer.Option(help="nominal, ordinal, interval or ratio; guessed if not given.")
    ] = None,
    weights: Annotated[
        str, typer.Option(help="A scheme's name (accord list weights) or a CSV file of a matrix.")
    ] = "identity",
    coefficients: Annotated[
        str | None,
        typer.Option(help="Names (accord list coefficients); all that suit if not given."),
    ] = None,
    se: Annotated[str, typer.Option(help="influence, gwet, jackknife or bootstrap.")] = "influence",
    ci: Annotated[str, typer.Option(help="t, normal, percentile, basic or bca.")] = "t",
    confidence: Annotated[float, typer.Option(help="Confidence level.")] = 0.95,
    null: Annotated[float, typer.Option(help="Value that the p-value tests against.")] = 0.0,
    alternative: Annotated[str, typer.Option(help="two-sided, greater or less.")] = "two-sided",
    p_method: Annotated[str, typer.Option("--p", help="t or permutation.")] = "t",
    replicates: Annotated[int, typer.Option(help="Bootstrap resamples, or permutations.")] = 10_000,
    population: Annotated[
        float | None, typer.Option(help="Subjects in the population, if finite.")
    ] = None,
    sample_raters: Annotated[
        bool, typer.Option("--sample-raters", help="Regard raters as a sample, too.")
    ] = False,
    rater_population: Annotated[
        float | None, typer.Option(help="Raters in the population, if finite.")
    ] = None,
    by: Annotated[str | None, typer.Option(help="Column of subgroups.")] = None,
    cluster: Annotated[str | None, typer.Option(help="Column of clusters of subjects.")] = None,
    count: Annotated[
        str | None, typer.Option(help="Column that says how many subjects a row stands for.")
    ] = None,
    missing: Annotated[
        str | None,
        typer.Option(
            help='Values that mean "no rating" instead of NA, NaN, null, . and #: "NA,-9".'
        ),
    ] = None,
    transpose: Annotated[bool, typer.Option("--transpose", help="Raters are in rows.")] = False,
    delimiter: Annotated[
        str | None, typer.Option(help="Field delimiter; detected if not given.")
    ] = None,
    header: Annotated[
        bool | None,
        typer.Option("--header/--no-header", help="Whether the first row names columns."),
    ] = None,
    decimal: Annotated[str | None, typer.Option(help="Decimal mark: . or ,")] = None,
    encoding: Annotated[str | None, typer.Option(help="Text encoding; detected.")] = None,
    scale: Annotated[
        str, typer.Option(help="Benchmark scale (accord list scales).")
    ] = "landis_koch",
    seed: Annotated[int | None, typer.Option(help="Seed of random draws.")] = None,
    pseudo_count: Annotated[
        float, typer.Option(help="Pseudo-subjects for Aickin's alpha, spread over all cells.")
    ] = 0.0,
    details: Annotated[
        bool,
        typer.Option(
            "--details",
            help="Also each category, each pair of raters, each rater left out, worst subjects.",
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    out: Annotated[
        Path | None, typer.Option(help="Write to a file: .json, .csv, else text.")
    ] = None,
) -> None:
    """Measure agreement in FILE by every coefficient that suits it, with intervals."""
    from accord.analyze import agreement
    from accord.interpret import scale_named
    from accord.loading import load
    from accord.report import render
    from accord.views import diagnose, look_closer

    chosen_scale = scale_named(scale)
    if out is not None and out.exists() and file.exists() and out.samefile(file):
        raise OptionError(f"--out {out} would overwrite the data.")
    with _progress() as progress:
        patterns = load(
            file,
            layout=layout,
            raters=raters,
            item=item,
            rater=rater,
            score=score,
            categories=_categories(categories),
            level=level,
            missing=missing,
            count=count,
            cluster=cluster,
            by=by,
            transpose=transpose,
            delimiter=_unescaped(delimiter),
            header=header,
            decimal=decimal,
            encoding=encoding,
        )
        found = agreement(
            patterns,
            _names(coefficients),
            _weights(weights),
            se,
            ci,
            confidence,
            seed,
            null=null,
            alternative=alternative,
            p_method=p_method,
            replicates=replicates,
            population=population,
            rater_population=rater_population,
            sample_raters=sample_raters,
            options={"pseudo_count": pseudo_count},
            progress=progress,
        )
    views = {"confidence": confidence, "se": se, "ci": ci, "seed": seed, "replicates": replicates}
    diagnosis = diagnose(patterns, **views)
    seen = look_closer(patterns, _weights(weights), **views) if details else None
    summary = {**found.to_dict(), "diagnosis": diagnosis.to_dict()}
    if seen is not None:
        summary["details"] = seen.to_dict()
    if out is not None and out.suffix.lower() not in (".json", ".csv"):
        _print_report(render(found, chosen_scale, diagnosis, str(file), seen), out)
    elif out is not None:
        from accord.report import to_csv, write_beside

        csv = out.suffix.lower() == ".csv"
        write_beside(out, to_csv(found) if csv else json.dumps(summary, indent=2) + "\n")
    if as_json:
        typer.echo(json.dumps(summary, indent=2, ensure_ascii=False))
    elif out is None:
        _print_report(render(found, chosen_scale, diagnosis, str(file), seen), None)
    else:
        sys.stderr.write(f"written to {out}\n")


def _print_report(rendered: Any, out: Path | None) -> None:
    import io

    from rich.console import Console

    from accord.report import write_beside

    if out is None:
        Console(highlight=False, soft_wrap=False).print(rendered)
        return
    stream = io.StringIO()
    Console(file=stream, width=110, highlight=False).print(rendered)
    write_beside(out, stream.getvalue())


@app.command("list")
def list_(
    what: Annotated[
        Registry, typer.Argument(metavar="coefficients|weights|scales", help="What to list.")
    ],
) -> None:
    """List the coefficients, weights or benchmark scales."""
    from rich.console import Console

    from accord.report import show_list

    columns, rows = _listing(what)
    Console(highlight=False).print(show_list(what.value, rows, columns))


def _listing(what: Registry) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    if what is Registry.coefficients:
        from accord.coefficients import REGISTRY, load_others

        load_others()
        return ("name", "raters", "weights", "what it says"), [
            (
                entry.name,
                "2" if entry.raters == 2 else "2 or more",
                "any" if entry.weighted else "identity",
                entry.summary,
            )
            for entry in REGISTRY.values()
        ]
    if what is Registry.weights:
        from accord.weights import SCHEMES

        return ("name", "weight of a pair of ratings a, b"), [
            (scheme.name, scheme.summary) for scheme in SCHEMES.values()
        ]
    from accord.interpret import SCALES

    return ("name", "bands, best first"), [
        (item.name, ", ".join(f"≥ {band.low:g} {band.label}" for band in item.bands))
        for item in SCALES.values()
    ]


def _names(text: str | None) -> list[str] | None:
    if text is None:
        return None
    return [name.strip() for name in text.split(",") if name.strip()]


def _categories(text: str | None) -> list[str] | dict[str, float] | None:
    """Categories in order, with values where all of them are written as label=value."""
    names = _names(text)
    if names is None or not names or not all("=" in name for name in names):
        return names
    values = {}
    for name in names:
        label, _, value = name.rpartition("=")
        try:
            values[label.strip()] = float(value)
        except ValueError:
            raise OptionError(f"--categories: {value!r} is not a number, in {name!r}.") from None
    return values


def _weights(text: str) -> Any:
    """Scheme's name, or the matrix in a file."""
    from accord.weights import SCHEMES

    if text.partition(":")[0] in SCHEMES:
        return text
    if not Path(text).is_file():
        if Path(text).suffix:
            raise OptionError(f"--weights {text}: there is no such file.")
        return text
    import numpy as np

    delimiter = ";" if ";" in Path(text).read_text(encoding="utf-8-sig")[:4096] else ","
    try:
        return np.loadtxt(text, delimiter=delimiter, ndmin=2, encoding="utf-8-sig")
    except ValueError as error:
        raise OptionError(f"--weights {text}: not a matrix of numbers ({error}).") from None


def _unescaped(delimiter: str | None) -> str | None:
    return "\t" if delimiter in ("\\t", "tab") else delimiter


@contextmanager
def _progress() -> Iterator[Callable[[str, int, int], None] | None]:
    """Progress bars on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, Any] = {}

        def tell(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total)
            bars.update(tasks[what], completed=done, total=total)

        yield tell


if __name__ == "__main__":
    main()
