"""Pictures (extra ``plot``): a result in, a figure out."""

from accord.plots.plan import plot_plan
from accord.plots.study import plot_study
from accord.plots.sweep import plot_sweep

__all__ = ["plot_plan", "plot_study", "plot_sweep"]
