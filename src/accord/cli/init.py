"""``accord init``: a study file that states how data were understood, to be edited."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from accord.cli.app import app, progress_bars
from accord.cli.options import takes_ratings
from accord.cli.output import confirm, refuse_overwriting
from accord.errors import OptionError
from accord.options import ReadOptions, defaults, presets

if TYPE_CHECKING:
    from accord.data.patterns import Patterns
    from accord.data.scale import Scale

__all__ = ["init", "study_text"]

LISTS = ("raters", "score", "missing", "variables")
OF_VARIABLES = ("level", "categories", "question")  # stated for each variable
MOST_LISTED = 30  # categories
WIDTH = 79  # columns of a comment
BARE = re.compile(r"[A-Za-z0-9_-]+")

START = """\
# Study file of accord. `accord run` does everything that is stated here;
# `accord report --config {name}` and `accord check --config {name}` do one part.
# Lines that begin with # state nothing: remove the # to state them.
"""
END = """
[inference]
# confidence = 0.95
# ci = "t"                     # intervals by standard errors instead of posterior draws

[report]
# coefficients = {coefficients}    # accord list coefficients
# scale = "landis_koch"                              # accord list scales

[check]                        # accord check fails if one of these does not hold
# min = {{ {measured} = 0.8 }}
# min_lower = {{ {headline} = 0.6 }}
# no_worse_than = "last.json"  # an earlier accord report --json
# margin = 0.02

# [evaluate]                   # systems against a gold standard
# gold = "{gold}"

[output]                       # the suffix says in which form
# report = ["report.html", "report.csv"]
# plots = "figures"
"""


@app.command()
@takes_ratings
def init(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Ratings.")],
    loading: dict[str, Any],
    out: Annotated[Path, typer.Option(help="Study file to write.")] = Path("accord.toml"),
    force: Annotated[
        bool, typer.Option("--force", help="Replace the study file if there is one.")
    ] = False,
) -> None:
    """Write a study file, accord.toml, that states how the ratings are read."""
    from accord.analysis.tables import read_tables
    from accord.base.files import write_atomically
    from accord.io.preview import preview

    if out.exists() and not force:
        raise OptionError(
            f"{out} exists.",
            option="out",
            value=str(out),
            remedy="--force replaces it; --out names another file.",
        )
    refuse_overwriting(out, [Path(file) for file in files])
    with progress_bars() as progress:
        tables, notes = read_tables(files, loading, progress)
    reading = {**_as_options(preview(*files, **loading).flags), **_stated(loading)}
    patterns = next(iter(tables.values()))
    write_atomically(out, study_text(files, out, reading, tables, [*notes, patterns.layout_reason]))
    confirm(f"written to {out}")


def study_text(
    files: Sequence[str],
    out: Path,
    reading: Mapping[str, Any],
    tables: Mapping[str, Patterns],
    notes: Sequence[str] = (),
) -> str:
    """Return the text of a study file.

    Parameters
    ----------
    files
        Files of ratings.
    out
        The study file; the paths of the files are relative to its folder.
    reading
        Options of reading, as stated or understood.
    tables
        Ratings by the name of the variable.
    notes
        How the data were understood.
    """
    from accord.data.scale import clean
    from accord.io.study_file import toml_value

    paths = [_relative(file, out.parent) for file in files]
    lines = [START.format(name=out.name), "[data]", f"files = {toml_value(paths)}"]
    lines += [line for text in notes for line in _comment(clean(text))]
    lines += [f"{name} = {toml_value(value)}" for name, value in reading.items()]
    for name, patterns in tables.items():
        lines += ["", f"[variables.{_key(name)}]", *_variable(name, patterns.scale)]
    raters = next(iter(tables.values())).raters
    end = END.format(
        gold=clean(raters[0]).replace('"', "'"),
        coefficients=toml_value(presets.TABLE_COEFFICIENTS),
        headline=presets.HEADLINE,
        measured=presets.MEASURED_COEFFICIENT,
    )
    return "\n".join([*lines, end])


def _comment(text: str) -> list[str]:
    """Return a text as lines of comments."""
    return textwrap.wrap(text, WIDTH, initial_indent="# ", subsequent_indent="#   ")


def _variable(name: str, scale: Scale) -> Iterator[str]:
    """Yield the lines of a variable: what is known is stated, what is guessed is a comment."""
    from accord.io.study_file import toml_value

    guessed = "# " if scale.guessed else ""
    why = "    # guessed; a stated level chooses the weights" if scale.guessed else ""
    if scale.several:
        return
    yield f"{guessed}level = {toml_value(scale.measure or scale.level)}{why}"
    if scale.size <= MOST_LISTED and not scale.measured:
        stated = "" if scale.declared and scale.ordered else "# "
        yield f"{stated}order = {toml_value(list(scale.first(MOST_LISTED)))}"
    if scale.guessed:
        yield '# weights = "quadratic"    # accord list weights'
    yield f"# label = {toml_value(name)}"


def _as_options(flags: Sequence[str]) -> dict[str, Any]:
    """Return the options of reading that flags state, without those of single variables."""
    options: dict[str, Any] = {}
    words = list(flags)
    while words:
        name = words.pop(0).removeprefix("--").replace("-", "_")
        if name in ("header", "no_header"):
            options["header"] = name == "header"
        elif name == "transpose":
            options["transpose"] = True
        else:
            options[name] = words.pop(0)
    kept = {name: value for name, value in options.items() if name not in OF_VARIABLES}
    return {
        name: value.split(",") if name in LISTS and "," in value else value
        for name, value in kept.items()
    }


def _stated(loading: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of reading that flags of the command line state."""
    usual = defaults(ReadOptions)
    return {name: value for name, value in loading.items() if value != usual[name]}


def _relative(file: str, folder: Path) -> str:
    return Path(os.path.relpath(file, folder)).as_posix()


def _key(name: str) -> str:
    """Return a name as a key of TOML.

    >>> _key("tone"), _key("tone of voice")
    ('tone', '"tone of voice"')
    """
    from accord.io.study_file import toml_value

    return name if BARE.fullmatch(name) else toml_value(name)
