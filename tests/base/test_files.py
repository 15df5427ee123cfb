"""Outputs are complete or not there, wherever they go."""

import os
import threading
from pathlib import Path

import pytest

from accord.base.files import write_atomically
from accord.errors import OptionError


def test_a_full_disk_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "out.txt"
    path.write_text("old")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_bytes", fail)
    with pytest.raises(OSError, match="No space left") as caught:
        write_atomically(path, "new")
    assert caught.value.filename == str(path)
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["out.txt"]


def test_a_full_device():
    with pytest.raises(OSError, match="No space left") as caught:
        write_atomically(_path("/dev/full"), "x" * 100_000)
    assert caught.value.filename == "/dev/full"


def _path(name):
    path = Path(name)
    if not path.exists():
        pytest.skip(f"needs {name}")
    return path


def test_a_pipe_without_a_reader_is_refused(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(OptionError, match="no program reads from it"):
        write_atomically(path, "x")


def test_a_pipe_with_a_reader(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    content = "x" * 300_000  # more than a pipe holds
    read = []
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(handle, True)

    def consume():
        text = b""
        while len(text) < len(content):  # before the writer comes, reads are empty
            text += os.read(handle, 1 << 16)
        read.append(text.decode())

    reader = threading.Thread(target=consume, daemon=True)
    reader.start()
    write_atomically(path, content)
    reader.join(30)
    os.close(handle)
    assert read == [content]
    assert path.is_fifo()


def test_links_stay_links_and_loops_are_refused(tmp_path):
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old")
    link.symlink_to(target)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    loop = tmp_path / "loop.txt"
    loop.symlink_to(loop)
    with pytest.raises(OptionError, match="leads to itself"):
        write_atomically(loop, "x")


def test_a_file_that_appears_meanwhile_is_replaced_and_not_followed(tmp_path):
    """Somebody who may write to the folder puts a link in the place while a command runs."""
    from accord.base.files import atomic_path

    secret, path = tmp_path / "secret.txt", tmp_path / "out.txt"
    secret.write_text("secret")
    with atomic_path(path) as temporary:
        temporary.write_text("result")
        path.symlink_to(secret)
    assert secret.read_text() == "secret"
    assert path.read_text() == "result"
