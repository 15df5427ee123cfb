"""Spark on this machine, for the tests that need it; without Java they are skipped.

Where ACCORD_REQUIRE_SPARK is set, as it is for a change that is to land, none may be.
"""

import functools
import importlib.util
import os
import shutil

import pytest

REQUIRED = "ACCORD_REQUIRE_SPARK" in os.environ
THERE = importlib.util.find_spec("pyspark") is not None and shutil.which("java") is not None
needs_spark = (
    pytest.mark.slow,
    pytest.mark.xdist_group("spark"),
    pytest.mark.skipif(not (THERE or REQUIRED), reason="needs pyspark and Java"),
)


@functools.cache
def session():
    """The one session of a test process."""
    from pyspark.sql import SparkSession

    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    return (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.log.level", "ERROR")
        .getOrCreate()
    )
