"""Public modules: documented, importable, and the only ones that the documentation uses."""

import importlib
import pkgutil
import re
import subprocess
import sys

import pytest

import accord
from helpers.paths import ROOT

DOCS = ROOT / "docs"
GENERATED = ("_build", "coefficients", "project", "reference")
CONVENTION = "public: the names in ``__all__`` are stable"
PAGES = [
    *sorted(p for p in DOCS.rglob("*.md") if p.relative_to(DOCS).parts[0] not in GENERATED),
    ROOT / "README.md",
    *sorted(p for p in (ROOT / "examples").iterdir() if p.suffix in (".md", ".py")),
]


@pytest.fixture(scope="module")
def reference():
    """Return the module that writes the API page."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(DOCS))
        yield importlib.import_module("generate_reference")


@pytest.fixture(scope="module")
def page(reference):
    """Return the API page."""
    return reference.reference_pages()["reference/api.rst"]


def imported(text):
    """Return the modules of accord that a text imports from, and the names in them it mentions."""
    plain = re.compile(r"^[ >.]*(?:from|import) +(accord[\w.]*)", re.MULTILINE)
    return {*plain.findall(text), *re.findall(r"[`(](accord(?:\.[a-z_]\w*){2,})", text)}


def private(names, modules):
    """Return the names that are neither a public module nor a name in ``__all__`` of one."""

    def known(name):
        parent, _, child = name.rpartition(".")
        return name in modules or (parent in modules and child in names_of(parent))

    return {name for name in names if not known(name)}


def names_of(module):
    return set(importlib.import_module(module).__all__)


def test_public_names_are_documented(page):
    documented = re.findall(r"^\.\. (?:auto|py:)\w+:: accord\.(\w+)", page, re.MULTILINE)
    assert set(documented) == set(accord.__all__) - {"__version__"}


def test_public_modules_are_listed(reference, page):
    listed = re.findall(r"^``(accord\.\w+)``$", page.partition("Public modules")[2], re.MULTILINE)
    assert listed == sorted(reference.PUBLIC_MODULES)
    declared = [
        module
        for module in (f"accord.{info.name}" for info in pkgutil.iter_modules(accord.__path__))
        if module != "accord.__main__"
        and CONVENTION in (importlib.import_module(module).__doc__ or "")
    ]
    assert declared == listed


def test_names_of_public_modules_exist(reference):
    for name in reference.PUBLIC_MODULES:
        module = importlib.import_module(name)
        assert module.__all__, name
        assert all(hasattr(module, exported) for exported in module.__all__), name


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pages_use_public_modules_only(path, reference):
    modules = {"accord", *reference.PUBLIC_MODULES}
    assert private(imported(path.read_text(encoding="utf-8")), modules) == set()


@pytest.mark.parametrize(
    "text",
    [
        "from accord.data.patterns import Patterns",
        ">>> from accord.inference import differ",
        "    import accord.base.plain",
        "see `accord.statistics.registry.Statistic`",
    ],
)
def test_private_modules_are_seen(text, reference):
    assert private(imported(text), {"accord", *reference.PUBLIC_MODULES})


def test_no_module_hides_a_public_name(reference):
    """A module that is imported later would take the place of a function of the same name."""
    script = (
        "import importlib, pkgutil, types, accord\n"
        "for info in pkgutil.walk_packages(accord.__path__, 'accord.'):\n"
        "    if not info.name.endswith('__main__'):\n"
        "        importlib.import_module(info.name)\n"
        f"for name in {sorted(reference.PUBLIC_MODULES)}:\n"
        "    module = importlib.import_module(name)\n"
        "    for own in module.__all__:\n"
        "        if isinstance(getattr(module, own), types.ModuleType):\n"
        "            print(f'{name}.{own}')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")
