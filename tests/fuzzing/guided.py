"""Inputs that atheris finds by following the coverage of the readers written in Python.

Compiled formats are left to the campaign: their code is not instrumented, and a crash would end
atheris.
"""

# ruff: noqa: T201

import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from fuzzing.door import OPTIONS, use_file
from fuzzing.seeds import TEXTS


def run_guided(seconds, seed):
    """Run atheris for some seconds; the exit status is that of libFuzzer."""
    try:
        import atheris
    except ImportError:
        print("atheris is not installed (extra fuzz), so no inputs are guided by coverage")
        return 0
    with atheris.instrument_imports(include=["accord.io", "accord.data"]):
        import accord.io
        import accord.io.readers  # noqa: F401
    names = sorted(TEXTS)
    with TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus"
        corpus.mkdir()
        for number, name in enumerate(names):
            (corpus / name).write_bytes(bytes([number, 0]) + TEXTS[name].encode())

        def use(data):
            if len(data) < 3:
                return
            path = Path(folder) / f"input-{names[data[0] % len(names)]}"
            path.write_bytes(data[2:])
            outcome = use_file(path, OPTIONS[data[1] % len(OPTIONS)])
            if outcome.is_fault:
                raise RuntimeError(f"{outcome.detail} {outcome.options}")

        findings = Path(__file__).parent / "findings" / "guided-"
        arguments = [
            f"-max_total_time={seconds:.0f}",
            f"-seed={random.Random(seed).getrandbits(31)}",
            f"-artifact_prefix={findings}",
            "-timeout=10",
            "-rss_limit_mb=3000",
            "-max_len=4096",
            "-print_final_stats=1",
            str(corpus),
        ]
        atheris.Setup([sys.argv[0], *arguments], use)
        atheris.Fuzz()
    return 0
