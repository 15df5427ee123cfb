"""Statistics are named where they are declared, and where the product chooses among them.

Everything else asks the registry, so that a new statistic needs no change elsewhere.
"""

import ast
import re
from pathlib import Path

import pytest

from accord.options import presets
from accord.statistics import MEASURES, REGISTRY, SPAN_STATISTICS

SOURCE = Path(__file__).parents[1] / "src" / "accord"
NAMES = frozenset(REGISTRY) | frozenset(MEASURES) | frozenset(SPAN_STATISTICS)
PRESETS = "options/presets.py"
DECLARED = (
    "statistics/coefficients/",
    "statistics/marginals.py",
    "statistics/metrics/",
    "statistics/documents/",
    "statistics/spans/",
)
OWN = {  # files that offer one statistic by its name
    "analysis/berry_mielke.py": {"berry_mielke"},
    "cli/agree.py": {"berry_mielke"},
    "scorers.py": {"qwk"},  # the name of a scorer
}
WORDS = {"exact", "adjacent", "bias", "pk"}  # names that are words, or subscripts, elsewhere
ELSEWHERE = {
    "analysis/views/spans.py",  # exact matches
    "analysis/views/limits.py",  # an exact interval, and tests of bias
    "analysis/views/limit_results.py",  # tests of bias
    "cli/options.py",  # weights of exact agreement
    "inference/delta.py",  # an exact test
    "inference/normal_limits.py",  # an exact interval
    "analysis/lead.py",  # exact agreement
    "analysis/planning/population.py",  # errors into adjacent categories
    "options/generalized.py",  # an exact test
    "options/inference.py",  # an exact test
    "present/cells.py",
    "present/documents/generalized.py",
    "present/documents/plan.py",
    "present/documents/report.py",
    "present/documents/sections/limits.py",  # tests of bias
    "present/summaries/report.py",
    "present/sentences.py",
    "statistics/registry.py",  # a kind of metric
    "statistics/weights/schemes.py",  # weights of exact agreement
}


def _docstrings(tree):
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield id(node.value)  # of an attribute, or of what is checked below
        if isinstance(node, kinds) and ast.get_docstring(node) is not None:
            yield id(node.body[0].value)


def mentioned(tree):
    """Statistics that a module names, in a string or as an attribute, an import or a keyword."""
    skipped = set(_docstrings(tree))
    pattern = re.compile(r"(?<![\w.:/-])(" + "|".join(sorted(NAMES - WORDS)) + r")(?![\w/-])")
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in skipped:
                yield from [node.value] if node.value in NAMES else pattern.findall(node.value)
        elif isinstance(node, ast.Attribute) and node.attr in NAMES - WORDS:
            yield node.attr
        elif isinstance(node, ast.alias) and node.name in NAMES - WORDS:
            yield node.name
        elif isinstance(node, ast.keyword) and node.arg in NAMES - WORDS:
            yield str(node.arg)


def _modules():
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if name != PRESETS and not name.startswith(DECLARED):
            yield name


@pytest.mark.parametrize("name", list(_modules()))
def test_no_module_names_a_statistic(name):
    tree = ast.parse((SOURCE / name).read_text(encoding="utf-8"))
    allowed = OWN.get(name, set()) | (WORDS if name in ELSEWHERE else set())
    assert set(mentioned(tree)) <= allowed


@pytest.mark.parametrize(
    "code",
    [
        'find("gwet_ac")',
        'f"use {x} or gwet_ac."',
        "accord.gwet_ac(data)",
        "from accord import gwet_ac",
        'row["exact"]',
        "dict(qwk=1)",
    ],
)
def test_the_check_sees_a_name(code):
    assert set(mentioned(ast.parse(code)))


def test_the_exceptions_are_needed():
    for name in ELSEWHERE | set(OWN):
        assert set(mentioned(ast.parse((SOURCE / name).read_text(encoding="utf-8")))), name


def test_presets_name_statistics():
    for option in presets.__all__:
        value = getattr(presets, option)
        names = [value] if isinstance(value, str) else [*getattr(value, "values", value.__iter__)()]
        if not option.endswith("_WEIGHTS"):
            assert set(names) <= NAMES, option
