"""A short deterministic slice of the fuzzing, and the findings of former campaigns."""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from itertools import islice

import pytest

from accord.native.process import within_bounded_process
from fuzzing.campaign import FINDINGS, Campaign, environment
from fuzzing.door import OPTIONS, Outcome, random_command, use_command, use_file
from fuzzing.inputs import FileInput, FolderInput, Source, TableInput
from fuzzing.mutations import sequence
from fuzzing.seeds import folders, seeds

COMPILED = (".sav", ".zsav", ".dta", ".sas7bdat", ".xlsx", ".xls", ".xlsb", ".ods", ".parquet",
            ".patterns")  # fmt: skip
TEXTS = [name for name in seeds() if not name.endswith(COMPILED)]
EACH = 12  # mutations of each text
COMMANDS = 60


@pytest.mark.parametrize("name", sorted(seeds()))
def test_seeds_are_valid(name, tmp_path):
    path = tmp_path / name
    path.write_bytes(seeds()[name])
    options = {"studio.json": {"question": "tone"}, "variables.csv": {"question": "tone"}}.get(
        name, {}
    )
    outcome = use_file(path, options)
    assert not outcome.is_fault, outcome
    if name not in (
        "rows.ods",
        "sample.sas7bdat",
        "variables.csv",
    ):  # no ratings, or several variables
        assert outcome.kind == "ok", outcome


@pytest.mark.parametrize("name", TEXTS)
def test_mutations_of_texts(name, tmp_path):
    rng = random.Random(name)
    for content in islice(sequence(seeds()[name], name, [seeds()[other] for other in TEXTS]), EACH):
        path = tmp_path / name
        path.write_bytes(content)
        outcome = use_file(path, rng.choice(OPTIONS))
        assert not outcome.is_fault, (outcome, content)


@pytest.mark.parametrize("name", ["marks.xlsx", "grades.sav", "zstd.parquet", "new.dta"])
def test_mutations_of_compiled_formats(name, tmp_path):
    """Through the door that users take; a campaign does not start a process for each."""
    for content in islice(sequence(seeds()[name], 1), 3):
        path = tmp_path / name
        path.write_bytes(content)
        outcome = use_file(path, {})
        assert not outcome.is_fault, (outcome, content)


def test_random_commands(tmp_path):
    paths = [tmp_path / name for name in ("wide.csv", "long.csv", "table.csv")]
    for path in paths:
        path.write_bytes(seeds()[path.name])
    rng = random.Random(1)
    for _ in range(COMMANDS):
        words = random_command(rng, paths)
        outcome = use_command(words)
        assert not outcome.is_fault, (outcome, words)


OPTIONS_OF = json.loads((FINDINGS / "options.json").read_text())


@pytest.mark.parametrize("name", sorted(p.name for p in FINDINGS.iterdir() if p.suffix != ".json"))
def test_findings_stay_fixed(name, tmp_path):
    path = tmp_path / name
    path.write_bytes((FINDINGS / name).read_bytes())
    outcome = use_file(path, OPTIONS_OF.get(name, {}))
    assert outcome.kind == "refused", outcome
    assert path.name in outcome.detail


# --- the fuzzer itself ---


def test_faults_are_seen(tmp_path, monkeypatch):
    def fail(*_, **__):
        raise KeyError("x")

    path = tmp_path / "a.csv"
    path.write_bytes(seeds()["wide.csv"])
    assert use_file(path, {}).kind == "ok"
    monkeypatch.setattr("accord.load", fail)
    assert use_file(path, {}).is_fault
    monkeypatch.setattr("accord.cli.ending._status_of", fail)
    assert use_command(["report", str(path)]).is_fault


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="campaigns fork their processes")


@needs_fork
def test_a_short_campaign_counts_its_inputs(tmp_path):
    words = ["--minutes=2", "--inputs=40", "--seed=1", "--only=wide", f"--findings={tmp_path}"]
    done = subprocess.run(
        [sys.executable, "-m", "fuzzing", *words],
        capture_output=True, text=True, check=False, env=environment(),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "40 inputs from seed 1" in done.stdout
    assert "0 findings" in done.stdout
    counts = json.loads(done.stdout.splitlines()[-1])
    assert set(counts) == {"wide.csv", "wide16.csv", "table", "command"}
    assert sum(counts.values()) == 40
    assert counts["table"] == 0


@needs_fork
@pytest.mark.parametrize(
    ("reading", "found"), [(True, []), (False, ["died outside of compiled readers (status -11)"])]
)
def test_a_process_that_dies_is_judged_by_what_users_see(tmp_path, reading, found):
    crash = (FINDINGS / "crash.sav").read_bytes()
    source = OneInput(FileInput("grades.sav", crash, {}))
    campaign = Campaign(source, tmp_path / "found")
    campaign.judge_death(-11, 0, reading, tmp_path)
    assert [record["what"] for record in campaign.found] == found
    assert campaign.deaths == Counter(contained=1) if reading else Counter(died=1)
    for record in campaign.found:
        assert (tmp_path / "found" / record["file"]).read_bytes() == crash


class OneInput(Source):
    """A source of one input."""

    def __init__(self, item):
        super().__init__(1, "")
        self.__dict__["item"] = item

    def input(self, _):
        return self.item


class Failing:
    """An input at fault, or one that ends the process."""

    kind, options = "table", {}

    def __init__(self, signal=None):
        self.signal = signal

    def use(self, _):
        if self.signal:
            os.kill(os.getpid(), self.signal)
        return Outcome("fault", "KeyError: 'x'")


@needs_fork
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # the child uses no threads
@pytest.mark.parametrize("signal", [None, 9])
def test_faults_and_deaths_are_findings(tmp_path, signal):
    campaign = Campaign(OneInput(Failing(signal)), tmp_path)
    campaign.run(60, most=2)
    assert campaign.total == 2
    assert [record["number"] for record in campaign.found] == [0, 1]
    assert campaign.alike.total() == 2


def test_inputs_follow_from_their_number(tmp_path):
    """A finding can be made again from the seed of its campaign and its number."""
    items = [Source(5, "").input(number) for number in range(300)]
    assert items == [Source(5, "").input(number) for number in range(300)]
    kinds = {type(item).__name__ for item in items}
    assert kinds == {"FileInput", "FolderInput", "TableInput", "CommandInput"}
    for item in items:
        if isinstance(item, TableInput):
            assert not item.use(tmp_path).is_fault


@pytest.mark.parametrize("name", folders())
def test_folders(name, tmp_path):
    assert (
        use_file(FolderInput(name, folders()[name], {}).write(tmp_path / "valid"), {}).kind == "ok"
    )
    source = Source(2, name)
    for number in range(EACH):
        (tmp_path / str(number)).mkdir()
        outcome = source.input(number).use(tmp_path / str(number))
        assert not outcome.is_fault, outcome


def test_campaigns_read_within_their_process(tmp_path):
    path = tmp_path / "grades.sav"
    path.write_bytes(seeds()["grades.sav"])
    with within_bounded_process(lambda *_: None):
        assert use_file(path, {}).kind == "ok"
