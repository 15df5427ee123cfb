"""Data: scales, tables of distinct rating patterns, panels, and files of patterns."""
