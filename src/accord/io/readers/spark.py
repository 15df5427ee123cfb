"""Files that Spark reads, on one machine or several: Parquet, CSV and JSON lines."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from accord.base.wording import first_line
from accord.errors import EngineError, MissingExtraError, NotATableError, OptionError
from accord.io.readers.parquet import parquet_files, parquet_orders
from accord.io.readers.sheet import Dialect, Sheet

__all__ = ["read_with_spark"]

LOCAL = "local[*]"
TEXT = (".csv", ".tsv", ".txt", ".tab")
LINES = (".jsonl", ".ndjson", ".json")
FORMATS = {"parquet": (), "delimited": TEXT, "json_lines": LINES}


def read_with_spark(
    path: str, dialect: Dialect, *, master: str | None = None, reader: str | None = None
) -> Sheet:
    """Read a file, a folder or a pattern of files with Spark.

    Parameters
    ----------
    path
        Path or address, such as ``hdfs://…``, that the workers can read.
    dialect
        How a text file is written; with a header and commas if it does not say.
    master
        Address of the cluster, ``spark://host:7077``; the cores of this machine if not given.
    reader
        ``parquet``, ``delimited`` or ``json_lines``; by the ending of the path if not given.
    """
    try:
        from py4j.protocol import Py4JError
        from pyspark.errors import PySparkException
    except ImportError:
        raise MissingExtraError("files read by Spark", "spark", file=path) from None
    kind = reader or _kind(path)
    if kind not in FORMATS:
        raise OptionError(
            f"the reader is {kind!r}, and Spark reads {', '.join(FORMATS)} only.",
            option="engine",
            value="spark",
            remedy="Leave the engine out, or choose one of these readers.",
        )
    faults = (PySparkException, Py4JError)
    header = dialect.header is not False
    try:
        frame = _read_frame(_session(master), path, kind, dialect, header)
    except faults as error:
        raise _convert_error(error, path) from None
    return Sheet(
        frame,
        path,
        orders=_orders(path) if kind == "parquet" else {},
        first_row=2 if kind == "delimited" and header else 1,
        decimal=dialect.decimal,
        dialect=dialect,
        faults=faults,
    )


def _orders(path: str) -> dict[str, tuple[Any, ...]]:
    """Order of the categories in Parquet files of this machine, which Spark reads as text."""
    there = Path(path)
    return (parquet_orders(parquet_files(there)) or {}) if there.exists() else {}


def _kind(path: str) -> str:
    name = path.rstrip("/*").removesuffix(".gz").removesuffix(".bz2").lower()
    return next((kind for kind, endings in FORMATS.items() if name.endswith(endings)), "parquet")


def _session(master: str | None) -> Any:
    """Return the active session, or a new one."""
    from pyspark.sql import SparkSession

    active = SparkSession.getActiveSession()
    if active is not None:
        running = active.conf.get("spark.master", LOCAL)
        if master is not None and master != running:
            raise OptionError(
                f"master is {master!r}, and a Spark session is already running on {running}.",
                option="master",
                value=master,
                remedy="Stop that session, or leave master out.",
            )
        return active
    return (
        SparkSession.builder.appName("accord")
        .master(master or LOCAL)
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", str(sys.stderr.isatty()).lower())
        .config("spark.log.level", "ERROR")
        .getOrCreate()
    )


def _read_frame(session: Any, path: str, kind: str, dialect: Dialect, header: bool) -> Any:
    """Return the frame of Spark; a file without a header has columns named 1, 2, 3."""
    if kind == "parquet":
        return session.read.parquet(path)
    if kind == "json_lines":
        return session.read.json(path, mode="FAILFAST")
    tabs = path.rstrip("/*").removesuffix(".gz").lower().endswith((".tsv", ".tab"))
    # Without pruning, the fields of unused columns are counted, too, so that ragged rows fail.
    frame = session.read.option("columnPruning", "false").csv(
        path,
        sep=dialect.delimiter or ("\t" if tabs else ","),
        header=header,
        encoding=dialect.encoding or "UTF-8",
        escape='"',
        mode="FAILFAST",
        enforceSchema=False,
        inferSchema=False,
    )
    return frame if header else frame.toDF(*(str(j + 1) for j in range(len(frame.columns))))


def _convert_error(error: Exception, path: str) -> EngineError | NotATableError:
    """Return the error of accord for an exception of Spark."""
    text = str(error)
    if "JAVA_GATEWAY_EXITED" in text or "Java gateway" in text:
        return EngineError("Spark needs Java 17 or later, which was not found. Install a JRE.")
    if "PATH_NOT_FOUND" in text:
        return NotATableError("there is no such file.", file=path)
    return EngineError(f"Spark cannot read {path}: {first_line(error)}")
