"""What every job needs, imported once; jobs are forked from the process that did.

Nothing here may do any work: threads that it started would be missing in the forks.
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
import accord.web.worker  # noqa: F401
