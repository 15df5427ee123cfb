"""A campaign: mutated files, tables and command lines for some minutes.

    python -m fuzzing --minutes 10

Inputs are used in a process that is forked from a warm one, and replaced when it dies, so that no
process has to be started for each. Where a compiled library ends that process or hangs, the file is
read again through the door that users take, in a new process, and only if that fails it is a
finding. A finding is a crash, an exception that is no error of accord, more than ten seconds, or
two gigabytes.
"""

# ruff: noqa: T201

import argparse
import hashlib
import json
import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from fuzzing.door import Outcome
from fuzzing.inputs import Source, written
from fuzzing.worker import AGAIN, BATCH, Board, work

FINDINGS = Path(__file__).parent / "findings"
HANG = 60.0  # seconds after which a process that waits for something is ended
LOOK = 0.5  # seconds between two looks at the process
SHOW = 600.0  # seconds between two lines with the counts
ALIKE = 3  # findings to keep with the same beginning
BEGINNING = 60  # characters by which findings are alike
MEMORY_FOLDER = Path("/dev/shm")


def environment():
    """Environment in which processes find the same modules as this one."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def through_the_door(path, options):
    """Use a file in a new process, as a user does."""
    code = (
        "import sys, json; from pathlib import Path; from fuzzing.door import use_file; "
        "outcome = use_file(Path(sys.argv[1]), json.loads(sys.argv[2])); "
        "sys.exit(3 if outcome.is_fault else 0)"
    )
    try:
        done = subprocess.run(
            [sys.executable, "-c", code, str(path), json.dumps(options)],
            capture_output=True, timeout=60, check=False, env=environment(),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Outcome("fault", "the time limit")
    return Outcome("refused" if done.returncode == 0 else "fault", f"exit {done.returncode}")


class Campaign:
    """The counts and findings of a campaign."""

    def __init__(self, source, findings):
        self.source, self.findings = source, findings
        kinds = [n for n in (*source.files, *source.folders) if source.only in n]
        self.board = Board([*kinds, "table", "command"])
        self.deaths, self.alike = Counter(), Counter()
        self.found = []
        self.context = multiprocessing.get_context("fork")

    @property
    def total(self):
        """Number of inputs that were used."""
        return int(self.board.counts.sum()) + sum(self.deaths.values())

    def run(self, seconds, most):
        """Run for some seconds, or until there were so many inputs."""
        end = time.monotonic() + seconds
        place = MEMORY_FOLDER if MEMORY_FOLDER.is_dir() else None
        shown = time.monotonic()
        while self.board.number < most and time.monotonic() < end:
            with TemporaryDirectory(dir=place) as folder:
                self._batch(Path(folder), end, min(most, self.board.number + BATCH))
            if time.monotonic() - shown > SHOW:
                shown = time.monotonic()
                print(self.summary(), flush=True)

    def summary(self):
        """Return the counts in a line."""
        ends = dict(zip(("ok", "refused", "fault"), self.board.counts.sum(axis=0), strict=True))
        counts = {name: int(count) for name, count in (ends | self.deaths).items()}
        return f"{self.total:,} inputs from seed {self.source.seed}: {counts}"

    def by_kind(self):
        """Return the number of inputs by kind."""
        sums = self.board.counts.sum(axis=1).tolist()
        return dict(sorted(zip(self.board.kinds, sums, strict=True), key=lambda pair: -pair[1]))

    def _batch(self, folder, end, stop):
        """Use the inputs before a number, and judge how their process ends."""
        here, there = self.context.Pipe(duplex=False)
        process = self.context.Process(
            target=work, args=(self.board, self.source, folder, there, stop)
        )
        process.start()
        there.close()
        first = number = self.board.number
        since = time.monotonic()
        try:
            while True:
                with suppress(EOFError):
                    if here.poll(LOOK):
                        finding = json.loads(here.recv_bytes())
                        self._keep(finding["what"], finding["number"], folder)
                        continue
                if not process.is_alive():
                    break
                if self.board.number != number:
                    since, number = time.monotonic(), self.board.number
                if time.monotonic() > end or time.monotonic() - since > HANG:
                    process.kill()
                process.join(LOOK / 10)
        finally:
            process.kill()
            process.join()
            here.close()
        again = process.exitcode == AGAIN or self.board.number > first
        if self.board.number < stop and time.monotonic() < end and not again:
            self.judge_death(process.exitcode, self.board.number, self.board.reading, folder)
            self.board.number += 1

    def judge_death(self, status, number, reading, folder):
        """Judge the end of the process: a compiled library may end it, the door may not."""
        item = self.source.input(number)
        path = written(item, folder)
        if path is None:
            outcome = Outcome("fault", "died")
        else:
            outcome = through_the_door(path, item.options)
            if reading and not outcome.is_fault:
                self.deaths["contained"] += 1
                return
            if not outcome.is_fault:
                outcome = Outcome("fault", "died outside of compiled readers")
        self.deaths["died"] += 1
        self._keep(f"{outcome.detail} (status {status})", number, folder)

    def _keep(self, what, number, folder):
        """Keep an input as a finding, unless there are several like it."""
        self.alike[what[:BEGINNING]] += 1
        if self.alike[what[:BEGINNING]] > ALIKE:
            return
        item = self.source.input(number)
        record = {"what": what, "seed": self.source.seed, "number": number, "kind": item.kind}
        path = written(item, folder)
        if path is not None:
            digest = hashlib.sha256(repr(item).encode()).hexdigest()[:10]
            record |= {"options": item.options, "file": f"{digest}-{item.kind}"}
            self.findings.mkdir(exist_ok=True)
            copy = shutil.copytree if path.is_dir() else shutil.copy
            copy(path, self.findings / record["file"])
        self.found.append(record)
        print(json.dumps(record), flush=True)


def build_source(seed, only):
    """Return the source; another process makes its files, because threads of Polars cannot fork."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(Source, (seed, only))


def main():
    parser = argparse.ArgumentParser(prog="fuzzing")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--inputs", type=int, default=sys.maxsize, help="the most to use")
    parser.add_argument("--seed", type=int, default=0, help="0 for another one in every campaign")
    parser.add_argument("--only", default="", help="part of the names of seeds to use")
    parser.add_argument("--findings", type=Path, default=FINDINGS)
    parser.add_argument("--guided", action="store_true", help="let atheris follow the coverage")
    stated = parser.parse_args()
    seed = stated.seed or random.SystemRandom().randrange(1, 1 << 40)
    if stated.guided:
        from fuzzing.guided import run_guided

        return run_guided(60 * stated.minutes, seed)
    import accord.web.preload  # noqa: F401  (all that inputs need, without starting a thread)

    campaign = Campaign(build_source(seed, stated.only), stated.findings)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        campaign.run(60 * stated.minutes, stated.inputs)
    print(campaign.summary())
    print(f"{len(campaign.found)} findings, {campaign.alike.total()} with those alike")
    print(json.dumps(campaign.by_kind()))
    return 1 if campaign.found else 0
