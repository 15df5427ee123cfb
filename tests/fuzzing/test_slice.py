"""A short deterministic slice of the fuzzing, and the findings of former campaigns."""

import json
import random
from itertools import islice
from pathlib import Path

import pytest

from accord.native.process import within_bounded_process
from fuzzing.campaign import FINDINGS, Campaign, through_the_door
from fuzzing.door import OPTIONS, Outcome, random_command, use_command, use_file
from fuzzing.mutations import sequence
from fuzzing.seeds import seeds

COMPILED = (".sav", ".zsav", ".dta", ".sas7bdat", ".xlsx", ".xls", ".xlsb", ".ods", ".parquet",
            ".patterns")  # fmt: skip
TEXTS = [name for name in seeds() if not name.endswith(COMPILED)]
EACH = 12  # mutations of each text
COMMANDS = 60


@pytest.mark.parametrize("name", sorted(seeds()))
def test_seeds_are_valid(name, tmp_path):
    path = tmp_path / name
    path.write_bytes(seeds()[name])
    options = {"studio.json": {"question": "tone"}}.get(name, {})
    outcome = use_file(path, options)
    assert not outcome.is_fault, outcome
    if name not in ("date.xls", "date.xlsb", "rows.ods", "sample.sas7bdat"):  # tables of no ratings
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


def test_a_short_campaign_counts_its_inputs(tmp_path):
    campaign = Campaign(1, "wide.csv", tmp_path / "found")
    campaign.run(60, most=20)
    assert campaign.found == []
    assert campaign.total == 20
    assert set(campaign.kinds) == {"wide.csv"}


def test_a_process_that_dies_is_judged_by_what_users_see(tmp_path):
    (tmp_path / "input-crash.sav").write_bytes((FINDINGS / "crash.sav").read_bytes())
    campaign = Campaign(1, "", tmp_path / "found")
    current = {"file": "input-crash.sav", "options": {}}
    campaign._died(-11, current, "input-crash.sav", tmp_path)
    assert (campaign.ends["contained"], campaign.found) == (1, [])
    campaign._died(-11, current, "", tmp_path)
    assert campaign.found[0]["what"].startswith("died outside")
    assert Path(tmp_path / "found" / campaign.found[0]["file"]).is_file()
    assert through_the_door(tmp_path / "input-crash.sav", {}) == Outcome("refused", "exit 0")


def test_campaigns_read_within_their_process(tmp_path):
    path = tmp_path / "grades.sav"
    path.write_bytes(seeds()["grades.sav"])
    with within_bounded_process(lambda *_: None):
        assert use_file(path, {}).kind == "ok"
