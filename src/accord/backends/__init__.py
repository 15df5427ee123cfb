"""Backends: a table and its layout become patterns.

`accord.backends.frames` is imported where a frame comes in, because Narwhals takes its time.
"""

from accord.backends.arrays import compress_array
from accord.backends.cells import MISSING, Rules, encode_responses

__all__ = ["MISSING", "Rules", "compress_array", "encode_responses"]
