"""Qualtrics' CSV: three header rows; a row is a rater and a column an item."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

from accord.errors import NotATableError
from accord.readers.documents import Rating, long_sheet
from accord.readers.registry import reader
from accord.readers.sheet import Dialect, Sheet

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
    with path.open(encoding=dialect.encoding or "utf-8-sig", newline="") as stream:
        rows = list(csv.reader(stream, delimiter=dialect.delimiter or ","))
    if len(rows) < 4 or "ResponseId" not in rows[0]:
        raise NotATableError(
            "a Qualtrics file has three header rows and a column ResponseId.", source=str(path)
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
            if len(row) == len(names) and (status is None or row[status] not in PREVIEW):
                for place in items:
                    yield Rating(names[place], row[who], row[place] or None)

    return long_sheet(ratings(), path)


def _question(cell: str) -> bool:
    """Whether a column answers a question, by its import id."""
    try:
        return str(json.loads(cell).get("ImportId", "")).startswith("QID")
    except (ValueError, AttributeError):
        return False
