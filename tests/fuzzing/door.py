"""What is done with a file or a command line, and whether it ends as it should."""

import contextlib
import io
import os
import traceback
import warnings
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from unittest.mock import patch

import accord
from accord.cli import app
from accord.cli.ending import BUG, run_to_end
from accord.errors import AccordError

OPTIONS = (
    *([{}] * 40), {"transpose": True}, {"layout": "wide"}, {"layout": "long"},
    {"layout": "counts"}, {"layout": "contingency"}, {"level": "interval"}, {"level": "ordinal"},
    {"level": "nominal"}, {"level": "ratio"}, {"header": False}, {"header": True},
    {"delimiter": ";"}, {"count": 1}, {"cluster": 1}, {"by": 1}, {"item": 1}, {"raters": [1, 2]},
    {"decimal": ","}, {"encoding": "latin-1"}, {"encoding": "utf-16"}, {"missing": ["1"]},
    {"categories": [1, 2, 3]}, {"question": "tone"}, {"sheet": 2},
    {"layout": "long", "item": 1, "rater": 2, "score": 3},
)  # fmt: skip
TABLE_OPTIONS = ("level", "layout", "missing", "categories", "transpose")
FUNCTIONS = (
    accord.load,
    accord.load,
    accord.preview,
    accord.percent_agreement,
    accord.krippendorff_alpha,
    accord.gwet_ac,
    accord.icc_1,
)
WORDS = (
    "", "a", "0", "-1", "1", "2", "nan", "inf", "1e308", "1e-308", "9" * 20, ",", "a,b", "1,1",
    "a=b", "1=2,2=3", "=", "\udcff", "\ud800", "\x1b[31m", "\u202e", "\0x", "None", "true", ".5",
    "%s", "{0}", "t", "dirichlet", "nominal", "quadratic", "power:2", "power:nan", "exact",
    "gwet_ac", "--", "x" * 5000,
)  # fmt: skip
COMMANDS = (
    "report",
    "agree",
    "compare",
    "evaluate",
    "preview",
    "plan",
    "g-study",
    "diagnostic",
    "replicates",
    "differ",
    "sweep",
    "list",
    "schema",
    "compress",
)


@dataclass
class Outcome:
    """How an input ended: ``ok``, ``refused`` with an error of accord, or a fault."""

    kind: str
    detail: str = ""
    options: dict = field(default_factory=dict)

    @property
    def is_fault(self):
        return self.kind == "fault"


def use_file(path: Path, options) -> Outcome:
    """Load a file and compute a coefficient of it."""

    def use():
        patterns = accord.load(path, **options)
        accord.percent_agreement(patterns, ci="t")

    return _outcome_of(use, options)


def use_table(kind, table, function, options) -> Outcome:
    """Give a table in memory to a function of the library."""
    stated = {name: options[name] for name in options if name in TABLE_OPTIONS}
    outcome = _outcome_of(lambda: function(table, **stated), options)
    return replace(outcome, detail=f"{function.__name__} of {kind}: {outcome.detail}")


def _outcome_of(use, options) -> Outcome:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            use()
        except AccordError as error:
            return Outcome("refused", str(error))
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            where = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(where.filename).name}:{where.lineno}"
            return Outcome("fault", f"{type(error).__name__} at {place}: {error}", options)
    return Outcome("ok")


@cache
def parser_of_commands():
    """Return the parser of all commands, which takes longer to build than most commands to run."""
    import typer

    return typer.main.get_command(app)


def flags_of(command):
    """Flags of a command, and whether each takes a value."""
    return [
        (option, not parameter.is_flag)
        for parameter in parser_of_commands().commands[command].params
        if parameter.param_type_name == "option"
        for option in parameter.opts
        if option
        not in ("--help", "--out", "-o", "--plots", "--plot", "--debug", "--master", "--engine")
    ]


def random_command(rng, files):
    """A command line with random options."""
    command = rng.choice(COMMANDS)
    words = [command, *(str(rng.choice(files)) for _ in range(rng.choice((0, 1, 1, 1, 2))))]
    flags = flags_of(command)
    for _ in range(rng.randint(0, 4)):
        if flags:
            flag, takes_value = rng.choice(flags)
            words += [flag, rng.choice(WORDS)] if takes_value else [flag]
    if "--replicates" in dict(flags):
        words += ["--replicates", "20"]
    return [word.replace("\0", "") for word in words]


def use_command(words) -> Outcome:
    """Run a command line in this process."""
    output, errors = io.StringIO(), io.StringIO()
    parser = parser_of_commands()
    with (
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(errors),
        warnings.catch_warnings(),
        patch.dict(os.environ, {"COLUMNS": "80"}),
    ):
        warnings.simplefilter("ignore")
        try:
            status = run_to_end(
                lambda: parser(words, prog_name="accord", standalone_mode=False), debug=False
            )
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            return Outcome("fault", f"{type(error).__name__}: {error}")
    message = errors.getvalue()
    if status == BUG or "Traceback" in message:
        return Outcome("fault", message[:300])
    return Outcome("refused" if status else "ok", message)
