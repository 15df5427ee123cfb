"""Calibration sweeps: many runs of one system against a gold standard."""

from accord.analysis.sweeps.sweep import Run, Sweep, sweep

__all__ = ["Run", "Sweep", "sweep"]
