"""Imports of every job, made once in the process that jobs are forked from.

The imports may not start threads: these would be missing in the forked processes. Jobs read files
with compiled libraries in their own process, which is bounded, so these are imported here as well.
"""

from contextlib import suppress

import matplotlib.figure  # noqa: F401
import narwhals  # noqa: F401
import polars  # noqa: F401
import scipy.stats  # noqa: F401

import accord.analysis.agreement
import accord.analysis.comparison
import accord.analysis.evaluation
import accord.analysis.views
import accord.cli
import accord.io.preview
import accord.present
import accord.present.figures
import accord.web.worker

with suppress(ImportError):  # an extra
    import fastexcel  # noqa: F401
with suppress(ImportError):  # an extra
    import pyreadstat  # noqa: F401

accord.cli.registered_commands()
