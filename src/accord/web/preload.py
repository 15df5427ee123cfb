"""Imports of every job, made once in the process that jobs are forked from.

The imports may not start threads: these would be missing in the forked processes.
"""

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

accord.cli.registered_commands()
