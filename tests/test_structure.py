"""How the source is built: functions that fit on a screen."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "accord"
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
