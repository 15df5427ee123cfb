"""Qualtrics' CSV: three header rows; a row is a rater and a column an item."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

from accord.errors import NotATableError, RaggedRowError
from accord.io.readers.delimited import detected_encoding
from accord.io.readers.documents import Rating, long_sheet
from accord.io.readers.registry import reader
from accord.io.readers.sheet import Dialect, Sheet

__all__ = ["read_qualtrics"]

ABOUT = {
    "StartDate", "EndDate", "Status", "IPAddress", "Progress", "Duration (in seconds)", "Finished",
    "RecordedDate", "ResponseId", "RecipientLastName", "RecipientFirstName", "RecipientEmail",
    "ExternalReference", "LocationLatitude", "LocationLongitude", "DistributionChannel",
    "UserLanguage", "Q_RecaptchaScore", "Consent",
}  # fmt: skip
PREVIEW = ("Survey Preview", "1")


@reader("qualtrics", "Qualtrics' CSV", knows=lambda head: '""ImportId""' in head.text)
def read_qualtrics(path: Path, dialect: Dialect) -> Sheet:
    """Read each respondent's answers; previews of the survey are left out."""
    encoding = dialect.encoding or detected_encoding(path)
    with path.open(encoding=encoding, newline="") as stream:
        first = stream.readline().removeprefix("\ufeff")
        stream.seek(0)
        mark = dialect.delimiter or ("\t" if first.count("\t") > first.count(",") else ",")
        rows = [row for row in csv.reader(stream, delimiter=mark) if row]
    rows[0][0] = rows[0][0].removeprefix("\ufeff")
    if len(rows) < 4 or "ResponseId" not in rows[0]:
        raise NotATableError(
            "a Qualtrics file has three header rows and a column ResponseId.", file=str(path)
        )
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise RaggedRowError(
                f"this row has {len(row)} fields where {len(rows[0])} are expected.",
                file=str(path),
                row=number,
                remedy="Export the file anew.",
            )
    names, imports = rows[0], rows[2]
    items = [
        place
        for place, name in enumerate(names)
        if name not in ABOUT and not name.endswith("_TEXT") and _question(imports[place])
    ]
    who = names.index("ResponseId")
    status = names.index("Status") if "Status" in names else None

    def ratings() -> Iterator[Rating]:
        for row in rows[3:]:
            if status is None or row[status] not in PREVIEW:
                for place in items:
                    yield Rating(names[place], row[who], row[place] or None)

    tried = sum(status is not None and row[status] in PREVIEW for row in rows[3:])
    notes = (f"{tried} previews of the survey are left out.",) if tried else ()
    return long_sheet(ratings(), path, notes)


def _question(cell: str) -> bool:
    """Whether a column answers a question, by its import id."""
    try:
        return str(json.loads(cell).get("ImportId", "")).startswith("QID")
    except (ValueError, AttributeError):
        return False
