"""Analyses: from data to results, one module or package for each."""
