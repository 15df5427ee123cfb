"""A safety net: what the program says over a broad corpus, recorded and compared by name."""
