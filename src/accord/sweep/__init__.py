"""Calibration sweeps: many runs of one system against a gold standard."""

from accord.sweep.facade import Run, Sweep, sweep

__all__ = ["Run", "Sweep", "sweep"]
