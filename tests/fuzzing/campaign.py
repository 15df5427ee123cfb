"""A campaign: mutated files and random command lines for some minutes, in a process that may die.

    python -m fuzzing --minutes 10

Files are read in the process of the campaign, as in one of the page's processes, so that no process
has to be started for each. Where a compiled library ends that process or hangs, the file is read
again through the door that users take, in a new process, and only if that fails it is a finding.
A finding is a crash, an exception that is no error of accord, more than ten seconds, or two
gigabytes.
"""

# ruff: noqa: T201

import argparse
import faulthandler
import hashlib
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from fuzzing.door import OPTIONS, Outcome, random_command, use_command, use_file
from fuzzing.mutations import mutated
from fuzzing.seeds import seeds

FINDINGS = Path(__file__).parent / "findings"
SECONDS = 10.0  # of a processor that an input may take
HANG = 60.0  # seconds after which a process that waits for something is ended
MEMORY = 2_000_000_000  # bytes that an input may add to the process
COMMAND_SHARE = 0.02  # of inputs that are command lines
BATCH = 2_000  # inputs before a process is replaced, so that leaks do not add up


def inputs(seed, only, files):
    """Inputs without end: (name, content, options) of files, and words of command lines."""
    rng = random.Random(seed)
    names = [name for name in files if only in name]
    contents = [content[:4096] for content in files.values()]
    while True:
        if not only and rng.random() < COMMAND_SHARE:
            yield None, None, rng.randrange(1 << 60)
        else:
            name = rng.choice(names)
            yield name, mutated(files[name], rng, contents), rng.choice(OPTIONS)


def work(seed, only, folder):
    """Take inputs one after another, and report on each in a line."""
    import accord.analysis.agreement  # noqa: F401  (imported before the memory is limited)
    from accord.native.limits import MEMORY as LIMIT
    from accord.native.limits import set_memory_limit
    from accord.native.process import within_bounded_process

    answer = sys.stdout
    files = seeds()
    set_memory_limit(LIMIT)  # as in the processes of users
    valid = []
    for name in ("wide.csv", "long.csv", "table.csv", "marks.xlsx"):
        valid.append(Path(folder) / f"valid-{name}")
        valid[-1].write_bytes(files[name])
    reading = {"path": ""}

    def announce(path, _):
        reading["path"] = path
        print(json.dumps({"reading": path}), file=answer, flush=True)

    with open(os.devnull, "w") as nowhere, within_bounded_process(announce):  # noqa: PTH123
        for count, (name, content, choice) in enumerate(inputs(seed, only, files), start=1):
            start = time.process_time()
            faulthandler.dump_traceback_later(HANG, exit=True, file=nowhere)
            if name is None:
                words = random_command(random.Random(choice), valid)
                print(json.dumps({"words": words}), file=answer, flush=True)
                outcome, kind = use_command(words), "command"
            else:
                path = Path(folder) / f"input-{name}"
                path.write_bytes(content)
                print(json.dumps({"file": path.name, "options": choice}), file=answer, flush=True)
                outcome, kind = use_file(path, choice), name
            took = time.process_time() - start
            faulthandler.cancel_dump_traceback_later()
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
            print(json.dumps({"kind": kind, "end": outcome.kind, "detail": outcome.detail[:200],
                              "took": took, "peak": peak}), file=answer, flush=True)  # fmt: skip
            if count >= BATCH:
                return


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

    def __init__(self, seed, only, findings):
        self.seed, self.only, self.findings = seed, only, findings
        self.ends, self.kinds, self.found = Counter(), Counter(), []

    @property
    def total(self):
        return sum(self.kinds.values())

    def run(self, seconds, most=float("inf")):
        """Run for some seconds, or until there were so many inputs."""
        end = time.monotonic() + seconds

        def over():
            return time.monotonic() > end or self.total >= most

        while not over():
            with TemporaryDirectory() as folder:
                self._batch(Path(folder), over)
            self.seed += 1

    def _batch(self, folder, over):
        """Judge the inputs of one process, until it ends or everything is over."""
        with subprocess.Popen(
            [sys.executable, "-m", "fuzzing", "--work", str(folder), "--seed", str(self.seed),
             "--only", self.only],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment(),
        ) as process:  # fmt: skip
            current, reading = self._listen(process, folder, over)
        if current and not over():
            self._died(process.returncode, current, reading, folder)

    def _listen(self, process, folder, over):
        """Return the input and the file that were read when the process ended."""
        base = None
        current, reading = {}, ""
        for line in process.stdout:
            report = json.loads(line)
            if "reading" in report:
                reading = report["reading"]
            elif "end" not in report:
                current, reading = report, ""
            else:
                base = base or report["peak"]
                self._count(report, current, folder, report["peak"] - base)
                current = {}
                base = max(base, report["peak"])
            if over():
                process.kill()
                break
        return current, reading

    def _count(self, report, current, folder, added):
        self.ends[report["end"]] += 1
        self.kinds[report["kind"]] += 1
        slow = report["took"] > SECONDS or added > MEMORY
        if report["end"] == "fault" or slow:
            what = f"{report['took']:.0f} s, {added / 1e6:.0f} MB" if slow else report["detail"]
            self._keep(what, current, folder)

    def _died(self, status, current, reading, folder):
        """Judge the end of the process: a compiled library may end it, the door may not."""
        self.ends["died"] += 1
        if "file" in current:
            self.kinds[current["file"].removeprefix("input-")] += 1
            outcome = through_the_door(folder / current["file"], current["options"])
            if reading and not outcome.is_fault:
                self.ends["contained"] += 1
                return
            if not outcome.is_fault:
                outcome = Outcome("fault", "died outside of compiled readers")
        else:
            outcome = Outcome("fault", "died")
        self._keep(f"{outcome.detail} (status {status})", current, folder)

    def _keep(self, what, current, folder):
        record = {
            "what": what,
            "options": current.get("options", {}),
            "words": current.get("words"),
        }
        if "file" in current:
            content = (folder / current["file"]).read_bytes()
            digest = hashlib.sha256(content).hexdigest()[:10]
            name = f"{digest}-{current['file'].removeprefix('input-')}"
            self.findings.mkdir(exist_ok=True)
            (self.findings / name).write_bytes(content)
            record["file"] = name
        self.found.append(record)
        print(json.dumps(record), flush=True)


def main():
    parser = argparse.ArgumentParser(prog="fuzzing")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=0, help="0 for another one in every campaign")
    parser.add_argument("--only", default="", help="part of the names of seeds to use")
    parser.add_argument("--findings", type=Path, default=FINDINGS)
    parser.add_argument("--guided", action="store_true", help="let atheris follow the coverage")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    stated = parser.parse_args()
    seed = stated.seed or random.SystemRandom().randrange(1, 1 << 40)
    if stated.work:
        work(seed, stated.only, stated.work)
        return 0
    if stated.guided:
        from fuzzing.guided import run_guided

        return run_guided(60 * stated.minutes, seed)
    campaign = Campaign(seed, stated.only, stated.findings)
    campaign.run(60 * stated.minutes)
    print(f"{campaign.total:,} inputs from seed {seed}: {dict(campaign.ends)}")
    print(f"{len(campaign.found)} findings")
    print(json.dumps(campaign.kinds.most_common()))
    return 1 if campaign.found else 0
