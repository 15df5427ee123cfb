"""Delimited text: the file and its encoding, its dialect, the width of rows, columns of numbers."""
