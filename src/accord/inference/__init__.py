"""Inference: standard errors, intervals and tests, a file per method.

No module here names a coefficient.
"""
