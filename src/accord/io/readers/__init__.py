"""Readers, a module for each format: a path becomes a lazy frame of cells."""

from accord.io.readers import (  # noqa: F401  (importing a reader registers it)
    argilla,
    brat,
    conll,
    delimited,
    doccano,
    excel,
    jsonlines,
    label_studio,
    label_studio_csv,
    mturk,
    parquet,
    prodigy,
    qualtrics,
    records,
    span_records,
    statistics,
    toloka,
    webanno,
)
from accord.io.readers.registry import (
    PLUGINS,
    READERS,
    Head,
    Reader,
    read,
    read_with,
    reader,
    reader_for,
    recognise,
)
from accord.io.readers.sheet import Dialect, Sheet
from accord.io.readers.spark import read_with_spark

RECOGNITION_ORDER = (
    "parquet",
    "excel",
    "spss",
    "stata",
    "sas",
    "label_studio",
    "label_studio_csv",
    "argilla",
    "span_lines",
    "prodigy",
    "brat",
    "webanno",
    "conll",
    "doccano",
    "toloka",
    "mturk",
    "qualtrics",
    "judgements",
    "json_columns",
    "json",
    "json_lines",
    "delimited",
)
for _name in RECOGNITION_ORDER:  # the first reader that recognises a file reads it
    READERS[_name] = READERS.pop(_name)

__all__ = [
    "PLUGINS",
    "READERS",
    "Dialect",
    "Head",
    "Reader",
    "Sheet",
    "read",
    "read_with",
    "read_with_spark",
    "reader",
    "reader_for",
    "recognise",
]
