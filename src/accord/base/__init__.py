"""General helpers: grouping of rows, wording, validation, files."""
