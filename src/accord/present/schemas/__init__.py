"""JSON Schemas of the results, as files."""

from importlib.resources import files

__all__ = ["schema_of"]


def schema_of(kind: str) -> str:
    """JSON Schema of a kind of result."""
    return (files("accord.present") / "schemas" / f"{kind}.json").read_text(encoding="utf-8")
