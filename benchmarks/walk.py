"""Number of modules and functions that a call passes through.

    python benchmarks/walk.py [--list [part of a call's name]]

Counted are the functions of accord with a name of their own that the second of two equal calls
enters, and the modules that define them: no lambdas, comprehensions, bodies of classes or code of
modules. What is imported or computed once for all calls is thus left out. The counts of the first
call with all of that, as this script printed them before, stand beside. They are a sign of
simplicity, to be compared before and after a change; not a target. ``--list`` prints the functions
by module.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

SOURCE = Path(__file__).parents[1] / "src" / "accord"
EXAMPLES = Path(__file__).parents[1] / "examples"


def walked(call: Callable[[], Any]) -> set[CodeType]:
    """Return the code of the package that a call enters."""
    seen: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            seen.add(frame.f_code)

    sys.setprofile(note)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            call()
    finally:
        sys.setprofile(None)
    return {code for code in seen if code.co_filename.startswith(str(SOURCE))}


def is_named_function(code: CodeType) -> bool:
    """Return whether code is a function with a name, not a class, a module or an expression."""
    return bool(code.co_flags & inspect.CO_OPTIMIZED) and not code.co_name.startswith("<")


def counts(codes: set[CodeType]) -> tuple[int, int]:
    """Return the number of modules and of functions."""
    functions = {(code.co_filename, code.co_qualname) for code in codes}
    return len({code.co_filename for code in codes}), len(functions)


def first_counts(codes: set[CodeType]) -> tuple[int, int]:
    """Return the number of modules and of everything but their own code."""
    functions = {(c.co_filename, c.co_qualname) for c in codes if c.co_name != "<module>"}
    return len({code.co_filename for code in codes}), len(functions)


def command(*arguments: str) -> Callable[[], Any]:
    """A command line as a call."""

    def run() -> None:
        from accord.cli import app

        app(list(arguments), standalone_mode=False)

    return run


def show(codes: set[CodeType]) -> None:
    """Print the functions of a call by module."""
    by_module: dict[str, list[CodeType]] = defaultdict(list)
    for code in codes:
        by_module[str(Path(code.co_filename).relative_to(SOURCE))].append(code)
    for module, functions in sorted(by_module.items()):
        names = [c.co_qualname for c in sorted(functions, key=lambda c: c.co_firstlineno)]
        print(f"  {module} ({len(names)}): {', '.join(dict.fromkeys(names))}")


def main(*arguments: str) -> None:
    import numpy as np

    import accord

    listed = arguments[1] if len(arguments) > 1 else ""
    table = np.array([[1, 1], [2, 2], [2, 3], [3, 3], [1, 2], [1, 1]])
    with tempfile.TemporaryDirectory() as folder:
        page = str(Path(folder) / "r.html")
        machines, essays = str(EXAMPLES / "machines.csv"), str(EXAMPLES / "essays.csv")
        walks = {
            "accord.gwet_ac(ndarray)": lambda: accord.gwet_ac(table),
            "accord evaluate": command("evaluate", machines, "--gold", "teacher"),
            "accord report --out r.html": command("report", essays, "--out", page),
        }
        print(f"{'call':30} {'modules':>8} {'functions':>10}   {'(first call, all code)':>22}")
        for name, call in walks.items():
            first = walked(call)
            second = {code for code in walked(call) if is_named_function(code)}
            modules, functions = counts(second)
            print(
                f"{name:30} {modules:8} {functions:10}   ({first_counts(first)[0]}, "
                f"{first_counts(first)[1]})"
            )
            if "--list" in arguments and listed in name:
                show(second)
    files = list(SOURCE.rglob("*.py"))
    lines = sum(len(file.read_text().splitlines()) for file in files)
    print(f"source: {lines:,} lines in {len(files)} modules")


if __name__ == "__main__":
    main(*sys.argv[1:])
