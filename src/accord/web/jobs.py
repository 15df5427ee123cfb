"""Jobs: a process each, a few at a time, the others in a queue; all of them can be ended."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import secrets
import signal
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from accord.web.faults import RefusedError
from accord.web.fields import Command
from accord.web.orders import Prepared, prepare
from accord.web.settings import Settings
from accord.web.storage import remove, size_of
from accord.web.uploads import Upload
from accord.web.worker import ANSWER, Order, work

__all__ = ["Job", "Jobs"]

MOST_JOBS = 1_000
LONGEST_REPORT = 1_000_000  # bytes that a process may say at once
SETTLE = 0.5  # seconds until a process that was killed is known to be gone
LINGER = 5.0  # seconds that a process may take to end after its last word
RETRY = 5  # seconds after which a client may ask again


@dataclass(slots=True, eq=False)
class Job:
    """One command at work, or its answer.

    Parameters
    ----------
    key
        What clients refer to it by; nobody can guess it.
    command, prepared, folder
        What is run, and where.
    state
        ``waiting``, ``running``, ``done``, ``failed`` or ``cancelled``.
    progress
        What is being done, how much of it is done, and how much there is.
    fault
        Why it failed.
    """

    key: str
    command: Command
    prepared: Prepared
    folder: Path
    state: str = "waiting"
    progress: dict[str, Any] | None = None
    fault: RefusedError | None = None
    size: int = 0
    used: float = field(default_factory=time.monotonic)
    process: Any = None
    task: asyncio.Task[None] | None = None
    finished: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.state in ("done", "failed", "cancelled")

    def answer(self) -> str:
        """What the command printed."""
        return (self.folder / ANSWER).read_text(encoding="utf-8")

    def end(self) -> None:
        """Kill the process, if there is one."""
        if self.process is not None and self.process.is_alive():
            self.process.kill()


class Jobs:
    """All jobs of a run."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder = folder
        self.settings = settings
        self.limit = settings.store_limit // 2
        self._jobs: dict[str, Job] = {}
        self._slots = asyncio.Semaphore(settings.workers)
        self._tasks: set[asyncio.Task[None]] = set()
        self._listeners = ThreadPoolExecutor(settings.workers, "listen")
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["accord.web.preload"])
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    @property
    def busy(self) -> int:
        """Jobs at work."""
        return sum(job.state == "running" for job in self._jobs.values())

    def warm(self) -> None:
        """Start the process that jobs are forked from."""
        forkserver.ensure_running()

    def submit(
        self,
        command: Command,
        uploads: Sequence[Upload],
        options: Iterable[tuple[str, Any]],
        *,
        drawn: bool = False,
    ) -> Job:
        """Put a job into the queue; it also draws pictures, if it should and can."""
        waiting = sum(job.state == "waiting" for job in self._jobs.values())
        if waiting >= self.settings.queue:
            raise _busy(f"{waiting} requests are waiting already")
        size = sum(upload.size for upload in uploads)
        self._make_room(size)
        key = secrets.token_hex(16)
        folder = self.folder / key
        folder.mkdir(mode=0o700)
        try:
            prepared = prepare(command, uploads, options, folder, drawn=drawn)
            job = Job(key, command, prepared, folder, size=size)
        except BaseException:
            remove(folder)
            raise
        self._jobs[key] = job
        job.task = asyncio.create_task(self._attend(job))
        self._tasks.add(job.task)
        job.task.add_done_callback(self._tasks.discard)
        return job

    def find(self, key: str) -> Job:
        """Job of that key."""
        if key not in self._jobs:
            raise RefusedError(
                404,
                "UnknownJobError",
                "there is no such job, or its answer has been deleted because nobody asked for it.",
            )
        job = self._jobs[key]
        job.used = time.monotonic()
        return job

    def cancel(self, job: Job) -> None:
        """End a job that is not over; its process is killed."""
        if job.over:
            return
        if job.state == "waiting" and job.task is not None:
            job.task.cancel()  # it need not wait for its turn to do nothing
            job.finished.set()
            remove(job.folder)
        job.state = "cancelled"
        job.end()

    async def forget(self, job: Job) -> None:
        """Delete a job and its answer."""
        self.cancel(job)
        self._jobs.pop(job.key, None)
        await asyncio.to_thread(remove, job.folder)

    async def expire(self, keep: float) -> None:
        """Delete answers that nobody asked for in so many seconds."""
        before = time.monotonic() - keep
        for job in [job for job in self._jobs.values() if job.over and job.used < before]:
            await self.forget(job)

    async def close(self) -> None:
        """End all jobs."""
        for job in list(self._jobs.values()):
            self.cancel(job)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._listeners.shutdown(wait=False, cancel_futures=True)

    def _make_room(self, more: int) -> None:
        """Forget the answers that were not asked for for longest, until there is room."""
        oldest = sorted((job for job in self._jobs.values() if job.over), key=lambda job: job.used)
        size = more + sum(job.size for job in self._jobs.values())
        while oldest and (size > self.limit or len(self._jobs) >= MOST_JOBS):
            job = oldest.pop(0)
            size -= job.size
            del self._jobs[job.key]
            remove(job.folder)
        if size > self.limit:
            raise _busy("the files that are waiting take all room")

    async def _attend(self, job: Job) -> None:
        """Wait for a free place, run the job, and note how it ended."""
        try:
            async with self._slots:
                if job.state == "waiting":
                    job.state = "running"
                    await self._run(job)
        except Exception as error:  # the job failed; the server lives on
            job.fault = RefusedError(500, "InternalError", f"the job could not be run ({error}).")
            job.state = "failed"
        finally:
            job.end()
            job.process = None
            job.used = time.monotonic()
            job.finished.set()
            if job.state == "cancelled" or job.key not in self._jobs:
                remove(job.folder)

    async def _run(self, job: Job) -> None:
        ours, theirs = self._context.Pipe()
        try:
            job.process = await asyncio.to_thread(self._start, theirs, self._order(job))
            report = None if job.state == "cancelled" else await self._report(job, ours)
            await asyncio.to_thread(_ended, job, report is not None)
            self._conclude(job, report)
            job.size = await asyncio.to_thread(_tidied, job)
        finally:
            ours.close()

    def _start(self, theirs: Connection, order: Order) -> Any:
        """Start the process; once more, if the one that it is forked from has just ended."""
        process = self._context.Process(target=work, args=(theirs, order), daemon=True)
        try:
            process.start()
        except (OSError, EOFError):
            time.sleep(SETTLE)
            process = self._context.Process(target=work, args=(theirs, order), daemon=True)
            process.start()
        theirs.close()
        return process

    def _order(self, job: Job) -> Order:
        return Order(
            str(job.folder),
            job.prepared.arguments,
            job.prepared.names,
            job.command.options,
            self.settings.time_limit,
            self.settings.memory_limit,
            self.settings.result_limit,
        )

    async def _report(self, job: Job, ours: Connection) -> dict[str, Any] | None:
        """What the process says in the end; None if it ends without a word."""
        loop = asyncio.get_running_loop()
        listening = loop.run_in_executor(self._listeners, _listen, job, ours)
        await asyncio.wait({listening}, timeout=self.settings.time_limit)
        if listening.done():
            return listening.result()
        job.end()
        await listening
        return {"fault": _late(self.settings.time_limit)}

    def _conclude(self, job: Job, report: dict[str, Any] | None) -> None:
        if job.state == "cancelled":
            return
        if report is not None and "done" in report:
            job.state = "done"
            return
        job.state = "failed"
        fault = report["fault"] if report is not None else _lost(job.process.exitcode)
        job.fault = RefusedError(
            fault["status"], fault["kind"], fault["message"], fault.get("option")
        )


def _busy(why: str) -> RefusedError:
    return RefusedError(
        503, "BusyError", f"{why}. Try again in a while.", headers={"Retry-After": str(RETRY)}
    )


def _listen(job: Job, ours: Connection) -> dict[str, Any] | None:
    """Hear a process out, in a thread."""
    while True:
        try:
            message: dict[str, Any] = json.loads(ours.recv_bytes(LONGEST_REPORT))
        except (EOFError, OSError, ValueError):
            return None
        if "progress" not in message:
            return message
        job.progress = message["progress"]


def _ended(job: Job, by_itself: bool) -> None:
    """Wait until the process is gone, and see to it that it goes."""
    if by_itself:
        job.process.join(LINGER)
    job.end()
    job.process.join()


def _tidied(job: Job) -> int:
    """Bytes of the job's folder without its data."""
    for name in job.prepared.names:
        remove(job.folder / name)
    return size_of(job.folder) if job.folder.is_dir() else 0


def _late(limit: float) -> dict[str, Any]:
    return {
        "status": 422,
        "kind": "TimeLimitError",
        "message": f"this takes longer than the {limit:g} seconds that a request has here. Ask for "
        "less (fewer replicates, no details), or use the command line.",
    }


def _lost(status: int | None) -> dict[str, Any]:
    """A process that ended without a word."""
    if status == -signal.SIGABRT:  # what compiled code does when memory is refused
        return {
            "status": 422,
            "kind": "MemoryLimitError",
            "message": "this takes more memory than a request may have here. Use the command line.",
        }
    return {
        "status": 500,
        "kind": "WorkerLostError",
        "message": "the process that worked on this was ended from outside. Ask again.",
    }
