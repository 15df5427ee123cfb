"""Fuzzing: mutated files and options, which must end in a result or in a clear error.

``make fuzz MINUTES=10`` runs a campaign (`campaign.py`); ``make test`` runs a short slice of it.
"""
