"""Number of modules and functions that a call passes through.

    python benchmarks/walk.py

A sign of simplicity, to be compared before and after a change; not a target.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

SOURCE = Path(__file__).parents[1] / "src" / "accord"
EXAMPLES = Path(__file__).parents[1] / "examples"


def walked(call: Callable[[], Any]) -> tuple[int, int]:
    """Return the modules and functions of the package that a call passes through."""
    seen: set[tuple[str, str]] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(str(SOURCE)):
            seen.add((frame.f_code.co_filename, frame.f_code.co_qualname))

    sys.setprofile(note)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            call()
    finally:
        sys.setprofile(None)
    functions = {pair for pair in seen if pair[1] != "<module>"}
    return len({file for file, _ in functions}), len(functions)


def command(*arguments: str) -> Callable[[], Any]:
    """A command line as a call."""

    def run() -> None:
        from accord.cli import app

        app(list(arguments), standalone_mode=False)

    return run


def main() -> None:
    import numpy as np

    import accord

    table = np.array([[1, 1], [2, 2], [2, 3], [3, 3], [1, 2], [1, 1]])
    with tempfile.TemporaryDirectory() as folder:
        page = str(Path(folder) / "r.html")
        machines, essays = str(EXAMPLES / "machines.csv"), str(EXAMPLES / "essays.csv")
        walks = {
            "accord.gwet_ac(ndarray)": lambda: accord.gwet_ac(table),
            "accord evaluate": command("evaluate", machines, "--gold", "teacher"),
            "accord report --out r.html": command("report", essays, "--out", page),
        }
        print(f"{'call':30} {'modules':>8} {'functions':>10}")
        for name, call in walks.items():
            modules, functions = walked(call)
            print(f"{name:30} {modules:8} {functions:10}")
    files = list(SOURCE.rglob("*.py"))
    lines = sum(len(file.read_text().splitlines()) for file in files)
    print(f"source: {lines:,} lines in {len(files)} modules")


if __name__ == "__main__":
    main()
