"""Tables of many variables: a row for each, with the details inside."""

from accord.analysis.tables.flags import Flag
from accord.analysis.tables.results import AgreementTable, VariableRow, WorstRater
from accord.analysis.tables.table import (
    agreement_table,
    coefficients_of,
    diagnosis_of,
    grouped,
    named_coefficients,
    table_of,
    variable_rows,
)
from accord.analysis.tables.variables import (
    Codebook,
    StudyVariable,
    read_tables,
    stated_of,
    study_variables,
)

__all__ = [
    "AgreementTable",
    "Codebook",
    "Flag",
    "StudyVariable",
    "VariableRow",
    "WorstRater",
    "agreement_table",
    "coefficients_of",
    "diagnosis_of",
    "grouped",
    "named_coefficients",
    "read_tables",
    "stated_of",
    "study_variables",
    "table_of",
    "variable_rows",
]
