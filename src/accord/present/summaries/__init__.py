"""Summaries of results: the plain values from which every form is made."""
