"""Configuration of Sphinx. Pages made from the registries are generated before each build."""

import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

project = "accord"
author = "the accord developers"
project_copyright = author
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "mathml"]
exclude_patterns = ["_build"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
highlight_language = "none"
default_role = "py:obj"

myst_heading_anchors = 3
myst_enable_extensions = ["dollarmath"]
myst_dmath_allow_space = False
myst_dmath_allow_digits = False  # prices are no formulas
html_math_renderer = "mathml"
autodoc_typehints = "none"
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_param = False
napoleon_use_ivar = True  # a property in the section "Attributes" is documented once
smartquotes_action = "q"  # two hyphens start an option

html_theme = "furo"
html_title = "accord"
html_static_path = ["_static"]
html_css_files = ["accord.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_show_sphinx = False


def setup(app: Any) -> None:
    """Generate pages before Sphinx collects them, and redirect links out of this folder."""
    app.connect("builder-inited", _generate)
    app.connect("source-read", _stay_inside)
    app.connect("source-read", _close_examples)
    app.connect("autodoc-process-docstring", _name_examples, priority=100)  # before napoleon
    app.connect("autodoc-process-docstring", _dash, priority=900)  # after it
    app.connect("autodoc-process-docstring", _list_references)


def _generate(app: Any) -> None:
    from generate import generate

    generate(Path(app.srcdir))


def _stay_inside(_: Any, docname: str, source: list[str]) -> None:
    """Redirect links to Markdown files elsewhere in the repository to their copies."""
    up = "../" * docname.count("/")
    source[0] = re.sub(rf"\]\({re.escape(up)}\.\./(\w[\w/-]*\.md)", _copy_of, source[0])


def _close_examples(_: Any, __: str, source: list[str]) -> None:
    """Remove the blank line that ends an example, which only doctest needs."""
    source[0] = re.sub(r"\n\n```$", "\n```", source[0], flags=re.MULTILINE)


def _name_examples(*event: Any) -> None:
    """Add a heading to examples that follow the parameters without one."""
    lines = event[-1]
    first = next((at for at, line in enumerate(lines) if line.startswith(">>>")), None)
    if first is not None and "Examples" not in lines:
        lines[first:first] = ["Examples", "--------"]


def _dash(*event: Any) -> None:
    """Separate a parameter from its description by a dash instead of two hyphens."""
    event[-1][:] = [line.replace("** -- ", "** – ") for line in event[-1]]


def _copy_of(link: re.Match[str]) -> str:
    from generate import COPIES

    return f"](/{COPIES[link[1]].page}"


def _list_references(*event: Any) -> None:
    """Show the references of a docstring as a numbered list; citations are plain numbers."""
    lines = [re.sub(r"^\.\. \[(\d+)\] ", r"\1. ", line) for line in event[-1]]
    event[-1][:] = [re.sub(r"\[(\d+)\]_", r"[\1]", line) for line in lines]
