"""Calibration sweeps: many runs of one system, compared with a gold standard."""

from accord.analysis.sweeps.sweep import Run, Sweep, sweep

__all__ = ["Run", "Sweep", "sweep"]
