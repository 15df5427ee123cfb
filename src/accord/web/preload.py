"""What every job needs, imported once; jobs are forked from the process that did.

Nothing here may do any work: threads that it started would be missing in the forks.
"""

import matplotlib.figure  # noqa: F401
import narwhals  # noqa: F401
import polars  # noqa: F401
import scipy.stats  # noqa: F401

import accord.analyze
import accord.cli
import accord.comparison
import accord.evaluation
import accord.loading.preview
import accord.plots
import accord.present
import accord.views
import accord.web.worker  # noqa: F401
