"""Figures of results (extra ``plot``): the public name of `accord.present.figures`."""

from accord.present.figures import *  # noqa: F403
from accord.present.figures import __all__ as __all__
