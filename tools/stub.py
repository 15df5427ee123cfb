"""Write ``src/accord/__init__.pyi``: the types of the public functions, for editors and mypy.

Signatures follow from the registry of coefficients and the dataclasses of options, so they exist
only at run time; the stub is what a type checker reads instead. Run ``python tools/stub.py`` after
a change of either; a test compares the file with `stub`.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import accord

PATH = Path(__file__).parents[1] / "src" / "accord" / "__init__.pyi"
WIDTH = 100
HEADER = '''\
"""Types of the public functions; written by ``tools/stub.py``, not by hand."""

# fmt: off
'''


def stub() -> str:
    """Return the text of the stub."""
    public = {name: getattr(accord, name) for name in accord.__all__ if name != "__version__"}
    functions = {n: f for n, f in public.items() if not isinstance(f, type)}
    imports = {line for n, f in public.items() if isinstance(f, type) for line in [_public(n, f)]}
    written = []
    for name, function in functions.items():
        imports |= {line for part in _names(function) for line in _imported(part, function)}
        written.append(_declaration(name, function))
    if any("@overload" in text for text in written):
        imports.add("from typing import overload")
    names = textwrap.fill(
        ", ".join(f'"{name}"' for name in accord.__all__),
        WIDTH,
        initial_indent="    ",
        subsequent_indent="    ",
    )
    return (
        f"{HEADER}{_sorted(imports)}\n\n__all__ = [\n{names},\n]\n\n__version__: str\n\n"
        + "\n".join(written)
    )


def _public(name: str, kind: type) -> str:
    return f"from {kind.__module__} import {name} as {name}"


def _sorted(imports: set[str]) -> str:
    """Order the imports: the standard library, other packages, accord."""
    library = sys.stdlib_module_names
    standard = {line for line in imports if line.split()[1].partition(".")[0] in library}
    own = {line for line in imports if line.split()[1].startswith("accord")}
    parts = (standard, imports - standard - own, own)
    return "\n\n".join("\n".join(sorted(part)) for part in parts if part)


def _declaration(name: str, function: Callable[..., Any]) -> str:
    signature = inspect.signature(function)
    summary = (inspect.getdoc(function) or "").partition("\n")[0]
    doc = f'    r"""{summary}"""\n' if "\\" in summary else f'    """{summary}"""\n'
    whole = _signature(name, list(signature.parameters.values()), signature.return_annotation)
    if not getattr(function, "separate_raters", False):
        return f"{whole}\n{doc}"
    keywords = [
        parameter.replace(kind=parameter.KEYWORD_ONLY)
        for parameter in list(signature.parameters.values())[1:]
        if parameter.kind is not parameter.VAR_POSITIONAL
    ]
    kinds = inspect.Parameter
    several = kinds("more", kinds.VAR_POSITIONAL, annotation="Sequence[Any]")
    raters = [
        kinds(each, kinds.POSITIONAL_ONLY, annotation="Sequence[Any]")
        for each in ("first", "second")
    ]
    separate = _signature(name, [*raters, several, *keywords], signature.return_annotation)
    return f"@overload\n{whole}\n{doc}@overload\n{separate}\n{doc}"


def _signature(name: str, parameters: list[inspect.Parameter], returned: Any) -> str:
    texts: list[str] = []
    previous = None
    for parameter in parameters:
        if previous is parameter.POSITIONAL_ONLY and parameter.kind is not previous:
            texts.append("/")
        starred = parameter.VAR_POSITIONAL in (p.kind for p in parameters)
        if parameter.kind is parameter.KEYWORD_ONLY and previous is not parameter.kind:
            texts += [] if starred else ["*"]
        texts.append(_parameter(parameter))
        previous = parameter.kind
    listed = textwrap.fill(
        ", ".join(texts).replace(" ", "\0").replace(",\0", ", "),
        WIDTH - 4,
        initial_indent="    ",
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    ).replace("\0", " ")
    return f"def {name}(\n{listed},\n) -> {_text(returned)}:"


def _parameter(parameter: inspect.Parameter) -> str:
    star = "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
    text = f"{star}{parameter.name}: {_text(parameter.annotation)}"
    if parameter.default is parameter.empty:
        return text
    shown = repr(parameter.default)
    return f"{text} = {'...' if shown == 'nan' else shown}"  # NaN has no literal


def _text(annotation: Any) -> str:
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def _names(function: Callable[..., Any]) -> Iterator[str]:
    """Names in the annotations of a function that are not built in."""
    signature = inspect.signature(function)
    texts = [_text(p.annotation) for p in signature.parameters.values()]
    if getattr(function, "separate_raters", False):
        texts.append("Sequence[Any]")
    for text in (*texts, _text(signature.return_annotation)):
        for node in ast.walk(ast.parse(text, mode="eval")):
            if isinstance(node, ast.Name) and not hasattr(builtins, node.id):
                yield node.id


def _imported(name: str, function: Callable[..., Any]) -> list[str]:
    """Statement that imports a name used in the annotations of a function."""
    spaces = [vars(m) for n, m in sorted(sys.modules.items()) if n.startswith("accord.options.")]
    spaces += [vars(inspect.getmodule(inspect.unwrap(function))), vars(sys.modules["typing"])]
    value = next(space[name] for space in spaces if name in space)
    if isinstance(value, ModuleType):
        return [f"import {name}"]
    if name in accord.__all__:
        return []
    home = getattr(value, "__module__", "")
    if getattr(sys.modules.get(home), name, None) is not value or (
        home == "typing" and name != "Any"
    ):
        home = _assigning(name, value)
    return [f"from {home} import {name}"]


def _assigning(name: str, value: Any) -> str:
    """Module of accord that defines an alias of a type."""
    for module, loaded in sorted(sys.modules.items()):
        if module.startswith("accord.") and getattr(loaded, name, None) is value:
            source = Path(str(loaded.__file__)).read_text(encoding="utf-8")
            if re.search(rf"^{name}(:| =)", source, re.MULTILINE):
                return module
    raise LookupError(name)


if __name__ == "__main__":
    PATH.write_text(stub(), encoding="utf-8")
