"""Mutations of bytes: flipped, replaced, moved and repeated, also within parts of archives."""

import io
import random
import zipfile

NUMBERS = (
    0, 1, 2, 4, 7, 8, 15, 16, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2**31 - 1, 2**31,
    2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1,
)  # fmt: skip
TOKENS = (
    b"", b",", b";", b"\t", b"\n", b"\r", b'"', b"'", b"\0", b"\xff", b"\xef\xbb\xbf",
    b"\xff\xfe", b"NA", b"nan", b"inf", b"-1", b"1e400", b"1e-400", b"9" * 40, b"0x1", b"true",
    b"null", b"{}", b"[]", b"{", b"]", b"[[[[", b'"a":', b"\\ud800", b"\\u0000", b"\xc2\x9b31m",
    b"\xe2\x80\xae", b"\xed\xa0\x80", b'<c r="XFD1048576"/>', b"<!DOCTYPE x [<!ENTITY a 'b'>]>",
    b"&a;", b'uniqueCount="4294967295"', b"A" * 300, b"1,2,3\n" * 50, b"item", b"rater",
    b"score", b"count", b"id", b"gold",
)  # fmt: skip
CHANGE_COUNTS = (1, 1, 1, 1, 1, 2, 2, 3, 6)


def mutated(data, rng, others=()):
    """A mutation of some bytes; others may lend it a piece."""
    if data.startswith(b"PK\x03\x04") and rng.random() < 0.8:
        return _mutated_archive(data, rng, others)
    changed = bytearray(data)
    for _ in range(rng.choice(CHANGE_COUNTS)):
        if not changed:
            return rng.choice(TOKENS)
        rng.choice(CHANGES)(changed, rng, others)
    return bytes(changed)


def _mutated_archive(data, rng, others):
    """The archive with a part or two changed, left out, doubled or renamed."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source:
        parts = [(entry.filename, source.read(entry)) for entry in source.infolist()]
    for _ in range(rng.randint(1, 2)):
        k = rng.randrange(len(parts))
        name, content = parts[k]
        chance = rng.random()
        if chance < 0.85:
            parts[k] = name, mutated(content, rng, others) if content else b"x"
        elif chance < 0.9:
            parts[k] = name.swapcase(), content
        elif chance < 0.95 and len(parts) > 1:
            del parts[k]
        else:
            parts[k] = name, content * rng.choice((2, 50))
    with zipfile.ZipFile(
        target, "w", rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    ) as out:
        for name, content in parts:
            out.writestr(name, content)
    return target.getvalue()


def _flip(data, rng, _):
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def _replace(data, rng, _):
    data[rng.randrange(len(data))] = rng.randrange(256)


def _number(data, rng, _):
    size = rng.choice((1, 2, 4, 8))
    start = rng.randrange(len(data))
    number = rng.choice(NUMBERS) % (1 << 8 * size)
    data[start : start + size] = number.to_bytes(size, rng.choice(("little", "big")))


def _insert(data, rng, _):
    start = rng.randrange(len(data) + 1)
    data[start:start] = rng.choice(TOKENS)


def _delete(data, rng, _):
    start = rng.randrange(len(data))
    del data[start : start + rng.choice((1, 1, 2, 8, 64))]


def _repeat(data, rng, _):
    start = rng.randrange(len(data))
    piece = data[start : start + rng.choice((1, 4, 16, 64, 256))]
    data[start:start] = piece * rng.choice((1, 2, 20))


def _move(data, rng, _):
    start, to = rng.randrange(len(data)), rng.randrange(len(data))
    size = rng.choice((1, 4, 16, 64))
    piece = data[start : start + size]
    data[to : to + len(piece)] = piece


def _cut(data, rng, _):
    del data[rng.randrange(len(data)) :]


def _borrow(data, rng, others):
    if others:
        other = rng.choice(others)
        start, to = rng.randrange(len(other)), rng.randrange(len(data))
        data[to:to] = other[start : start + rng.choice((4, 32, 256))]


CHANGES = (
    _flip,
    _flip,
    _replace,
    _number,
    _number,
    _insert,
    _insert,
    _delete,
    _repeat,
    _move,
    _cut,
    _borrow,
)


def sequence(data, seed, others=()):
    """An endless sequence of mutations of some bytes, the same for the same seed."""
    rng = random.Random(seed)
    while True:
        yield mutated(data, rng, others)
