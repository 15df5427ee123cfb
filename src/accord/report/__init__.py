"""Reports: one summary of a result, in several forms."""

from accord.report.files import write_beside
from accord.report.table import to_csv
from accord.report.text import render, show_list

__all__ = ["render", "show_list", "to_csv", "write_beside"]
