"""No command opens a connection to another machine, nor asks a name server."""

import os
import subprocess
import sys

import pytest

from fuzzing.seeds import seeds
from helpers.paths import EXAMPLES

HOOK = """
import os, sys
NETWORK = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto")
def note(event, arguments):
    if event in NETWORK and not isinstance(arguments[-1], (str, bytes)):
        with open(os.environ["NETWORK_LOG"], "a") as log:
            log.write(f"{event} {arguments[1:]!r}\\n")
sys.addaudithook(note)
"""
NEWS, ESSAYS, MACHINES = (str(EXAMPLES / f"{name}.csv") for name in ("news", "essays", "machines"))
COMMANDS = {
    "report": ["report", NEWS, "--ci", "t", "--details", "--out", "a.html"],
    "figures": ["report", ESSAYS, "--ci", "t", "--plots", "figures"],
    "workbook": ["report", NEWS, "--ci", "t", "--out", "a.xlsx"],
    "compare": ["compare", NEWS, "--coefficient", "gwet_ac,scott_pi", "--method", "influence"],
    "evaluate": ["evaluate", MACHINES, "--gold", "teacher", "--ci", "t"],
    "list": ["list", "coefficients"],
    "spss": ["preview", "grades.sav"],
    "excel": ["preview", "marks.xlsx"],
    "parquet": ["preview", "ordered.parquet"],
}


def traced(words, folder):
    """The network events of a process and of those that it starts."""
    (folder / "sitecustomize.py").write_text(HOOK)
    log = folder / "network.log"
    places = [str(folder), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(places), "NETWORK_LOG": str(log)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return log.read_text() if log.exists() else ""


@pytest.mark.parametrize("name", list(COMMANDS))
def test_commands_open_no_connection(name, tmp_path):
    for file in ("grades.sav", "marks.xlsx", "ordered.parquet"):
        (tmp_path / file).write_bytes(seeds()[file])
    assert traced(["-m", "accord", *COMMANDS[name]], tmp_path) == ""


def test_connections_would_be_seen(tmp_path):
    code = (
        "import socket, subprocess, sys\n"
        "c = socket.socket(); c.settimeout(.1); c.connect_ex(('127.0.0.1', 9))\n"
    )
    assert "127.0.0.1" in traced(["-c", code], tmp_path)
