"""Tables of many variables: a row for each, with the details inside."""

from accord.analysis.tables.flags import Flag
from accord.analysis.tables.table import (
    AgreementTable,
    VariableRow,
    WorstRater,
    agreement_table,
    diagnosis_of,
    grouped,
    table_coefficients,
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
    "diagnosis_of",
    "grouped",
    "read_tables",
    "stated_of",
    "study_variables",
    "table_coefficients",
    "table_of",
    "variable_rows",
]
