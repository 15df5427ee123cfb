"""Backends: a table and its layout become patterns.

`accord.io.engines.frames` is imported where a frame comes in, because Narwhals takes its time.
"""

from accord.io.engines.arrays import compress_array
from accord.io.engines.cells import MISSING, Rules, encode_responses

__all__ = ["MISSING", "Rules", "compress_array", "encode_responses"]
