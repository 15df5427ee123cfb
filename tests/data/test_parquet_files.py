"""Damaged Parquet and pattern files: one clear error, wherever the damage is."""

import polars as pl
import pytest

import accord
from accord.base.panics import converting_panics, is_panic
from accord.data import parquet_files
from accord.data.parquet_files import check_parquet
from accord.data.pattern_files import write_patterns
from accord.errors import InputError, NotATableError
from fuzzing.campaign import FINDINGS
from helpers.running import run


@pytest.fixture(name="path")
def parquet_file(tmp_path):
    path = tmp_path / "ratings.parquet"
    pl.DataFrame({"ann": [1, 2, 2, 3] * 9, "bo": [1, 2, 3, 3] * 9}).write_parquet(path)
    return path


@pytest.mark.parametrize("cut", [1, 4, 8, 100])
@pytest.mark.parametrize("kind", ["table", "patterns"])
def test_files_cut_short(path, cut, kind):
    if kind == "patterns":
        write_patterns(accord.load(path), path)
    path.write_bytes(path.read_bytes()[:-cut])
    done = run("report", path)
    assert done.returncode == 2
    assert "ratings.parquet" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_footer_longer_than_the_file(path):
    content = path.read_bytes()
    path.write_bytes(content[:-8] + b"\xff\xff\xff\x7fPAR1")
    with pytest.raises(NotATableError, match="end is missing or damaged"):
        accord.load(path)


def test_encrypted_files(path):
    path.write_bytes(path.read_bytes()[:-4] + b"PARE")
    with pytest.raises(NotATableError, match="encrypted"):
        accord.load(path)


def test_the_damaged_one_of_several_files_is_named(path, tmp_path):
    (tmp_path / "zbad.parquet").write_bytes((FINDINGS / "abort.parquet").read_bytes())
    with pytest.raises(InputError) as caught:
        accord.load(tmp_path)
    assert caught.value.file.endswith("zbad.parquet")


def test_more_rows_than_bytes_can_hold(path, monkeypatch):
    monkeypatch.setattr(parquet_files, "SPARE_ROWS", 0)
    monkeypatch.setattr(parquet_files, "ROWS_PER_BYTE", 0.001)
    with pytest.raises(NotATableError, match="states 36 rows"):
        check_parquet([path])


def test_good_files_are_decoded_once(path, monkeypatch):
    parquet_files._decode_once.cache_clear()
    calls = []
    monkeypatch.setattr(parquet_files, "read_natively", lambda *a, **k: calls.append(a))
    accord.load(path)
    accord.load(path)
    assert len(calls) == 1


def test_large_files_are_only_scanned(path, monkeypatch):
    monkeypatch.setattr(parquet_files, "DECODED", 10)
    monkeypatch.setattr(parquet_files, "read_natively", None)
    assert accord.load(path).n == 36


def test_panics_while_a_large_file_is_scanned(path, monkeypatch):
    class PanicException(BaseException):
        pass

    def panic(*_, **__):
        raise PanicException("index out of bounds: the len is 3\nbacktrace")

    monkeypatch.setattr("accord.io.sources.tables_of_sheet", panic)
    with pytest.raises(NotATableError, match="failed: index out of bounds: the len is 3") as caught:
        accord.load(path)
    assert caught.value.file == str(path)
    assert is_panic(PanicException())
    with pytest.raises(KeyboardInterrupt), converting_panics(ValueError):
        raise KeyboardInterrupt


@pytest.mark.slow
def test_every_byte_of_a_pattern_file(path, tmp_path, monkeypatch):
    """Without the process of its own, whose start takes longer than all else."""
    from accord.native.process import within_bounded_process

    write_patterns(accord.load(path), path)
    content = path.read_bytes()
    changed_path = tmp_path / "changed.patterns"
    with within_bounded_process(lambda *_: None):
        for place in range(0, len(content), 3):
            changed = bytearray(content)
            changed[place] ^= 255
            changed_path.write_bytes(changed)
            try:
                accord.load(changed_path)
            except InputError:
                continue
