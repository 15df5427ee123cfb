"""Helpers without a subject of their own: keys, wording, validation, files."""
