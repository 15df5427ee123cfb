"""Calibration sweeps: many runs of one system against a gold standard."""

from accord.sweeps.facade import Run, Sweep, sweep

__all__ = ["Run", "Sweep", "sweep"]
