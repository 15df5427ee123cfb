"""Pages generated from the registries before every build."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

__all__ = ["COPIES", "Copy", "generate"]

HERE = Path(__file__).parent
FOLDERS = ("coefficients", "reference", "project")


@dataclass(frozen=True, slots=True)
class Copy:
    """A page that is a copy of a file elsewhere in the repository."""

    page: str
    title: str = ""  # for files without a heading


COPIES = {
    "ARCHITECTURE.md": Copy("project/architecture.md"),
    "CHANGELOG.md": Copy("project/changelog.md"),
    "CONTRIBUTING.md": Copy("project/contributing.md"),
    "examples/README.md": Copy("project/examples.md"),
    "studies/coverage.md": Copy("project/coverage.md", "Coverage of intervals"),
    "studies/metrics.md": Copy("project/metrics.md", "Intervals and tests of metrics"),
    "studies/sparse.md": Copy("project/sparse.md", "Sparse designs"),
    "studies/measurements.md": Copy("project/measurements.md", "Intervals of measurements"),
    "studies/replicates.md": Copy("project/replicates.md", "Intervals of repeated ratings"),
    "studies/decisions.md": Copy("project/decisions.md", "Intervals of decision studies"),
    "benchmarks/results.md": Copy("project/benchmarks.md", "Speed compared with other packages"),
    "benchmarks/scale.md": Copy("project/scale.md", "Time and memory for large data"),
}


def generate(root: Path) -> dict[str, str]:
    """Write every generated page below ``root`` and return their texts by path."""
    from generate_coefficients import coefficient_pages
    from generate_pictures import picture_pages
    from generate_reference import reference_pages

    pages = {**coefficient_pages(), **reference_pages(), **picture_pages(), **_copies()}
    for folder in FOLDERS:
        (root / folder).mkdir(parents=True, exist_ok=True)
        for path in (root / folder).iterdir():
            if f"{folder}/{path.name}" not in pages:
                path.unlink()
    for name, text in pages.items():
        path = root / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    return pages


def _copies() -> dict[str, str]:
    return {copy.page: _copied(name, copy) for name, copy in COPIES.items()}


def _copied(name: str, copy: Copy) -> str:
    """Return the text of a file, with links adapted to its new location."""
    text = (HERE.parent / name).read_text(encoding="utf-8")
    text = re.sub(r"\]\(([\w./-]+\.md)", lambda link: f"]({_address(name, link[1])}", text)
    return f"# {copy.title}\n\n{text}" if copy.title and not text.startswith("# ") else text


def _address(name: str, link: str) -> str:
    """Return the address in the documentation of a link in a copied file."""
    target = ((HERE.parent / name).parent / link).resolve().relative_to(HERE.parent.resolve())
    if target.parts[0] == "docs":
        return "/" + "/".join(target.parts[1:])
    return "/" + COPIES[str(target)].page


if __name__ == "__main__":
    generate(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
