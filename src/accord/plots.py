"""Figures of results (extra ``plot``).

This module is public: the names in ``__all__`` are stable.
"""

from accord.present.figures import *  # noqa: F403
from accord.present.figures import __all__ as __all__
