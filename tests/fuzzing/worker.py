"""The process that takes inputs one after another, until it is replaced or dies.

It is forked from a process that has imported everything. It counts in memory that both processes
share, so that nothing is lost when it dies, and sends a message for findings only.
"""

import json
import mmap
import os
import resource
import time

import numpy as np

SECONDS = 10.0  # of a processor that an input may take
MEMORY = 2_000_000_000  # bytes that an input may add to the process
BATCH = 2_000  # inputs before a process is replaced, so that leaks do not add up
AGAIN = 77  # exit status of a process that leaves an input to a new one
ENDS = ("ok", "refused", "fault")


class Board:
    """Counts by kind of input and by end, and the present input, in shared memory."""

    def __init__(self, kinds):
        self.kinds = list(kinds)
        size = 2 + len(self.kinds) * len(ENDS)
        self._cells = np.frombuffer(mmap.mmap(-1, 8 * size), dtype=np.int64)
        self.counts = self._cells[2:].reshape(len(self.kinds), len(ENDS))

    @property
    def number(self):
        """Number of the present input."""
        return int(self._cells[0])

    @number.setter
    def number(self, value):
        self._cells[0] = value

    @property
    def reading(self):
        """Whether a compiled library reads a file."""
        return bool(self._cells[1])

    @reading.setter
    def reading(self, value):
        self._cells[1] = value

    def count(self, kind, end):
        self.counts[self.kinds.index(kind), ENDS.index(end)] += 1


def work(board, source, folder, connection, stop):
    """Take inputs from the number on the board, before the number ``stop``.

    An input that is at fault is used again as the first one of a new process, because former inputs
    may have left this one without memory.
    """
    from accord.native.limits import MEMORY as LIMIT
    from accord.native.limits import set_memory_limit
    from accord.native.process import within_bounded_process

    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    set_memory_limit(LIMIT)  # as in the processes of users

    def announce(path, _):
        board.reading = bool(path)

    before, first = _peak(), board.number
    with within_bounded_process(announce):
        for number in range(board.number, stop):
            board.number, board.reading = number, False
            start = time.process_time()
            item = source.input(number)
            outcome = item.use(folder)
            took = time.process_time() - start
            added, before = _peak() - before, _peak()
            if outcome.is_fault and number > first:
                os._exit(AGAIN)
            board.count(item.kind, outcome.kind)
            if outcome.is_fault or took > SECONDS or added > MEMORY:
                what = f"{outcome.kind} {outcome.detail[:300]} ({took:.1f} s, {added / 1e6:.0f} MB)"
                connection.send_bytes(json.dumps({"number": number, "what": what}).encode())
    board.number = stop


def _peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
