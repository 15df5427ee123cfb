"""How often is drawn where many estimates are wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from accord.data.patterns import Patterns
from accord.io import load
from accord.options import InferenceOptions, split_options

__all__ = ["loaded"]

DRAWS, FEWEST, IN_ALL = 2_000, 500, 100_000


def loaded(
    data: Any, options: Mapping[str, Any], number: Callable[[Patterns], int]
) -> tuple[Patterns, InferenceOptions]:
    """Ratings, and settings for so many estimates of them: the more, the fewer draws each."""
    patterns = load(data, **split_options(options)[1])
    each = max(FEWEST, min(DRAWS, IN_ALL // max(number(patterns), 1)))
    return patterns, split_options({"replicates": each, **options})[0]
