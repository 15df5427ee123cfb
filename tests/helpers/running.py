"""The command line, in the process of the tests or in one of its own."""

import io
import os
import subprocess
import sys
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from unittest.mock import patch

from accord.cli import main

ENVIRONMENT = {"COLUMNS": "100", "PYTHONWARNINGS": "error"}


def run(*arguments, cwd=None):
    """Run a command in this process: its exit status, and what it wrote where.

    A process of its own takes a second to start; `run_process` is for what only that can show.
    """
    words = ["accord", *map(str, arguments)]
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2)]
    status = 0
    with ExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, ENVIRONMENT))
        stack.enter_context(patch.object(sys, "argv", words))
        stack.enter_context(redirect_stdout(streams[0]))
        stack.enter_context(redirect_stderr(streams[1]))
        if cwd is not None:
            stack.enter_context(chdir(cwd))
        try:
            main()
        except SystemExit as end:
            status = end.code or 0
    stdout, stderr = (stream.buffer.getvalue().decode() for stream in streams)
    return subprocess.CompletedProcess(words, status, stdout, stderr)


def run_process(*arguments, **options):
    """Run a command in a process of its own; options are those of `subprocess.run`."""
    return subprocess.run(
        [sys.executable, "-m", "accord.cli", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **ENVIRONMENT},
        **options,
    )
