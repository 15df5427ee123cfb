"""The command line in a process of its own."""

import os
import subprocess
import sys


def run(*arguments, **options):
    """Run a command as a user does; options are those of `subprocess.run`."""
    return subprocess.run(
        [sys.executable, "-m", "accord.cli", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": "100", "PYTHONWARNINGS": "error"},
        **options,
    )
