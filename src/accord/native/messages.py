"""Messages between a process and its child: plain values as JSON, and buffers of bytes.

A message is the length of a header, the header, and the buffers one after another. The header is
JSON with the plain values, and the names and lengths of the buffers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Message", "MessageError"]

LENGTH = 8  # bytes of the length of a header


class MessageError(ValueError):
    """Bytes that are not a complete message."""


@dataclass(frozen=True, slots=True)
class Message:
    """Plain values and buffers that one process sends to another.

    Parameters
    ----------
    facts
        Values that JSON has.
    buffers
        Bytes by name.

    Examples
    --------
    >>> Message.decode(Message({"rows": 2}, {"a": b"xy"}).encode())
    Message(facts={'rows': 2}, buffers={'a': b'xy'})
    """

    facts: dict[str, Any]
    buffers: Mapping[str, bytes] = field(default_factory=dict)

    def encode(self) -> bytes:
        """Return the message as bytes."""
        sizes = {name: len(buffer) for name, buffer in self.buffers.items()}
        header = json.dumps({"facts": self.facts, "sizes": sizes}).encode()
        return b"".join([len(header).to_bytes(LENGTH, "big"), header, *self.buffers.values()])

    @classmethod
    def decode(cls, data: bytes) -> Message:
        """Return the message in some bytes, which must be complete and have nothing else."""
        start = LENGTH + int.from_bytes(data[:LENGTH], "big")
        if len(data) < start:
            raise MessageError("the message is incomplete")
        try:
            header = json.loads(data[LENGTH:start])
            facts, sizes = header["facts"], header["sizes"]
            buffers = {}
            for name, size in sizes.items():
                buffers[name] = data[start : start + size]
                start += size
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise MessageError(f"the header is invalid ({error})") from None
        if not isinstance(facts, dict) or start != len(data):
            raise MessageError("the message has another length than its header says")
        return cls(facts, buffers)
