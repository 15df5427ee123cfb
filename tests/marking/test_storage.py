"""Files of markers that are none, or damaged, or hostile."""

import io
import json
import pickle
import zipfile

import numpy as np
import pytest

from accord.marking.storage import FORMAT, VERSION
from helpers.paths import EXAMPLES
from helpers.running import run

ANSWERS = EXAMPLES / "answers.csv"


@pytest.fixture(scope="module", name="model")
def trained(tmp_path_factory):
    path = tmp_path_factory.mktemp("marker") / "lsa.npz"
    assert run("mark", "train", ANSWERS, "--out", path).returncode == 0
    return path


def refused(path):
    done = run("mark", "score", ANSWERS, "--model", path)
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith(f"accord: {path}: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


def rewritten(model, path, **changed):
    with np.load(model) as file:
        arrays = {name: file[name] for name in file.files}
    np.savez(path, **{name: a for name, a in {**arrays, **changed}.items() if a is not None})
    return path


@pytest.mark.parametrize("name", ["weights", "components", "marks", "answers"])
@pytest.mark.parametrize("array", [None, np.zeros(3), np.zeros((2, 2, 2)), np.array(["x"])])
def test_arrays_of_other_kinds(model, tmp_path, name, array):
    refused(rewritten(model, tmp_path / "other.npz", **{name: array}))


@pytest.mark.parametrize("about", [b"", b"[]", b"{}", b"\xff", b"[" * 100_000, b'{"format": 1}'])
def test_descriptions_of_other_kinds(model, tmp_path, about):
    refused(rewritten(model, tmp_path / "other.npz", about=np.frombuffer(about, dtype=np.uint8)))


def test_a_description_without_terms(model, tmp_path):
    about = {"format": FORMAT, "version": VERSION, "accord": "0", "kind": "lsa"}
    text = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    refused(rewritten(model, tmp_path / "other.npz", about=text))


def test_pickles_are_not_run(model, tmp_path):
    class Hostile:
        def __reduce__(self):
            return (print, ("run",))

    content = io.BytesIO()
    np.save(content, np.array([Hostile()], dtype=object), allow_pickle=True)
    path = tmp_path / "pickle.npz"
    with zipfile.ZipFile(model) as source, zipfile.ZipFile(path, "w") as target:
        for entry in source.infolist():
            changed = entry.filename == "marks.npy"
            target.writestr(entry.filename, content.getvalue() if changed else source.read(entry))
    assert "pickle" in refused(path)
    path.write_bytes(pickle.dumps(Hostile()))
    refused(path)


def test_arrays_larger_than_their_bytes(model, tmp_path):
    path = tmp_path / "large.npz"
    header = "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999,), }"
    array = b"\x93NUMPY\x01\x00" + (len(header) + 1).to_bytes(2, "little") + header.encode() + b"\n"
    with zipfile.ZipFile(model) as source, zipfile.ZipFile(path, "w") as target:
        for entry in source.infolist():
            changed = entry.filename == "marks.npy"
            target.writestr(entry.filename, array if changed else source.read(entry))
    refused(path)
    path.write_bytes(path.read_bytes()[:-100])
    refused(path)
