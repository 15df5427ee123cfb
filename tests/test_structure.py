"""How the source is built: functions that fit on a screen, and a description that follows it."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "accord"
MOST_LINES = 60  # of code, docstrings and inner functions aside
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def lines_of(function):
    """Lines of code of a function, from its name on."""

    def span(node):
        return node.end_lineno - node.lineno + 1

    inner = [
        node for part in function.body for node in ast.walk(part) if isinstance(node, FUNCTIONS)
    ]
    nested = {id(deep) for node in inner for deep in ast.walk(node) if deep is not node}
    outermost = [span(node) for node in inner if id(node) not in nested]
    documented = ast.get_docstring(function) is not None
    return span(function) - (span(function.body[0]) if documented else 0) - sum(outermost)


def functions(tree):
    return [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]


@pytest.mark.parametrize(
    "name", [path.relative_to(SOURCE).as_posix() for path in sorted(SOURCE.rglob("*.py"))]
)
def test_functions_are_short(name):
    tree = ast.parse((SOURCE / name).read_text(encoding="utf-8"))
    long = {f.name: lines_of(f) for f in functions(tree) if lines_of(f) > MOST_LINES}
    assert long == {}


def test_lines_are_counted_without_docstrings_and_inner_functions():
    code = '''\
def outer():
    """What.

    More.
    """
    x = 1

    def inner():
        def innermost():
            return 1
        return innermost
    return inner
'''
    tree = ast.parse(code)
    assert {f.name: lines_of(f) for f in functions(tree)} == {
        "outer": 4,
        "inner": 2,
        "innermost": 2,
    }


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_files_and_folders_that_are_named_exist(page):
    """A name may leave out the folders above it, where the text around it has them."""
    text = (ROOT / page).read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/-]+(?:/|\.py))`", text))
    folders = [ROOT / name for name in ("src", "tests", "docs", "tools", "benchmarks")]
    paths = [
        path for folder in folders for path in folder.rglob("*") if "__pycache__" not in path.parts
    ]
    there = {
        f"/{path.relative_to(ROOT).as_posix()}{'/' if path.is_dir() else ''}" for path in paths
    }
    there |= {f"/{folder.name}/" for folder in folders}
    assert len(named) > 10
    assert [name for name in sorted(named) if not any(p.endswith(f"/{name}") for p in there)] == []
