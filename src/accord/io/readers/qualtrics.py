"""Qualtrics' CSV: three header rows, then a row per rater, with a column per subject."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

from accord.errors import NotATableError, RaggedRowError
from accord.io.readers.documents import Rating, long_sheet
from accord.io.readers.registry import reader
from accord.io.readers.sheet import Dialect, Sheet
from accord.io.readers.text.file import detected_encoding

__all__ = ["read_qualtrics"]

METADATA = {
    "StartDate", "EndDate", "Status", "IPAddress", "Progress", "Duration (in seconds)", "Finished",
    "RecordedDate", "ResponseId", "RecipientLastName", "RecipientFirstName", "RecipientEmail",
    "ExternalReference", "LocationLatitude", "LocationLongitude", "DistributionChannel",
    "UserLanguage", "Q_RecaptchaScore", "Consent",
}  # fmt: skip
PREVIEW = ("Survey Preview", "1")


@reader("qualtrics", "Qualtrics' CSV", knows=lambda head: '""ImportId""' in head.text)
def read_qualtrics(path: Path, dialect: Dialect) -> Sheet:
    """Read the answers of each respondent, except previews of the survey."""
    encoding = dialect.encoding or detected_encoding(path)
    with path.open(encoding=encoding, newline="") as stream:
        first = stream.readline().removeprefix("\ufeff")
        stream.seek(0)
        delimiter = dialect.delimiter or ("\t" if first.count("\t") > first.count(",") else ",")
        rows = [row for row in csv.reader(stream, delimiter=delimiter) if row]
    rows[0][0] = rows[0][0].removeprefix("\ufeff")
    if len(rows) < 4 or "ResponseId" not in rows[0]:
        raise NotATableError(
            "a Qualtrics file has three header rows and a column ResponseId.", file=str(path)
        )
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise RaggedRowError(
                f"this row has {len(row)} fields, and the first row has {len(rows[0])}.",
                file=str(path),
                row=number,
                remedy="Export the file again.",
            )
    names, imports = rows[0], rows[2]
    subjects = [
        column
        for column, name in enumerate(names)
        if name not in METADATA and not name.endswith("_TEXT") and _is_question(imports[column])
    ]
    rater = names.index("ResponseId")
    status = names.index("Status") if "Status" in names else None

    def ratings() -> Iterator[Rating]:
        for row in rows[3:]:
            if status is None or row[status] not in PREVIEW:
                for column in subjects:
                    yield Rating(names[column], row[rater], row[column] or None)

    previews = sum(status is not None and row[status] in PREVIEW for row in rows[3:])
    notes = (f"{previews} previews of the survey are left out.",) if previews else ()
    return long_sheet(ratings(), path, notes)


def _is_question(cell: str) -> bool:
    """Return whether a column has answers to a question, by its import id."""
    try:
        return str(json.loads(cell).get("ImportId", "")).startswith("QID")
    except (ValueError, AttributeError):
        return False
