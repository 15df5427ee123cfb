"""Engines: compress a table of a known layout into patterns.

`accord.io.engines.frames` is imported where a frame is read, because Narwhals is slow to import.
"""

from accord.io.engines.arrays import compress_array
from accord.io.engines.cell_rules import MISSING, CellRules, VariableRules
from accord.io.engines.cells import encode_responses

__all__ = ["MISSING", "CellRules", "VariableRules", "compress_array", "encode_responses"]
