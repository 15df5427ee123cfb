"""Pictures (extra ``plot``): a result in, a figure out."""

from accord.plots.study import plot_study
from accord.plots.sweep import plot_sweep

__all__ = ["plot_study", "plot_sweep"]
