"""Import of all modules of a package, so that what they declare is registered."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

__all__ = ["import_modules"]


def import_modules(package: str) -> None:
    """Import every module of a package that is imported already.

    A declaration in a new module then needs no line elsewhere.
    """
    for module in iter_modules(import_module(package).__path__, f"{package}."):
        import_module(module.name)
