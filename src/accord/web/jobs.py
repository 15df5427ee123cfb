"""Jobs: commands that run in processes of their own, a few at a time, the others in a queue."""

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
from typing import Any, Literal, TypeAlias

from accord.native.process import exit_error
from accord.web.errors import MEMORY_MESSAGE, RequestError, log_error, log_unexpected
from accord.web.fields import Command
from accord.web.preparation import PreparedJob, prepare
from accord.web.settings import ServerSettings
from accord.web.storage import remove, size_of
from accord.web.uploads import Upload
from accord.web.worker import RESULT, WorkerTask, work

__all__ = ["Job", "Jobs", "State"]

State: TypeAlias = Literal["waiting", "running", "done", "failed", "cancelled"]

MOST_JOBS = 1_000
LONGEST_REPORT = 1_000_000  # bytes of one message of a process
RESTART_PAUSE = 0.5  # seconds after which a killed fork server is known to be gone
EXIT_PATIENCE = 5.0  # seconds that a process may take to exit after its last message
UNEXPECTED = ("InternalError", "WorkerLostError")  # errors that are logged
RETRY_AFTER = 5  # seconds after which a client may try again


@dataclass(slots=True, eq=False)
class Job:
    """A command that waits, runs or has ended.

    Parameters
    ----------
    key
        Random key by which clients refer to it.
    command, prepared, folder
        The command, its arguments and files, and the folder that it runs in.
    state
        The state of the job.
    progress
        Current work: what it is, how much of it is done, and how much there is.
    reading
        The file that a compiled library reads, and how many seconds it may take; None if none does.
    error
        Reason for a failure.
    size
        Number of bytes of the files in the folder.
    used
        Time of the last request for it, on the monotonic clock.
    """

    key: str
    command: Command
    prepared: PreparedJob
    folder: Path
    state: State = "waiting"
    progress: dict[str, Any] | None = None
    reading: dict[str, Any] | None = None
    error: RequestError | None = None
    size: int = 0
    used: float = field(default_factory=time.monotonic)
    process: Any = None
    task: asyncio.Task[None] | None = None
    finished: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def ended(self) -> bool:
        """Whether the state is final."""
        return self.state in ("done", "failed", "cancelled")

    def result(self) -> str:
        """Return the JSON that the command printed."""
        return (self.folder / RESULT).read_text(encoding="utf-8")

    def kill(self) -> None:
        """Kill the process, if it runs."""
        if self.process is not None and self.process.is_alive():
            self.process.kill()


class Jobs:
    """All jobs of a server."""

    def __init__(self, folder: Path, settings: ServerSettings) -> None:
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
    def running(self) -> int:
        """Number of running jobs."""
        return sum(job.state == "running" for job in self._jobs.values())

    def warm_up(self) -> None:
        """Start the process that jobs are forked from."""
        forkserver.ensure_running()

    def submit(
        self,
        command: Command,
        uploads: Sequence[Upload],
        options: Iterable[tuple[str, Any]],
        *,
        with_figures: bool = False,
    ) -> Job:
        """Add a job to the queue; it also draws figures, if the command can."""
        waiting = sum(job.state == "waiting" for job in self._jobs.values())
        if waiting >= self.settings.queue:
            raise _busy(f"{waiting} requests are waiting already")
        size = sum(upload.size for upload in uploads)
        self._make_room(size)
        key = secrets.token_hex(16)
        folder = self.folder / key
        folder.mkdir(mode=0o700)
        try:
            prepared = prepare(command, uploads, options, folder, with_figures=with_figures)
            job = Job(key, command, prepared, folder, size=size)
        except BaseException:
            remove(folder)
            raise
        self._jobs[key] = job
        job.task = asyncio.create_task(self._process(job))
        self._tasks.add(job.task)
        job.task.add_done_callback(self._tasks.discard)
        return job

    def find(self, key: str) -> Job:
        """Return the job with a key."""
        if key not in self._jobs:
            raise RequestError(
                404,
                "UnknownJobError",
                "There is no such job; unused results are deleted after a while.",
            )
        job = self._jobs[key]
        job.used = time.monotonic()
        return job

    def cancel(self, job: Job) -> None:
        """Cancel a job that has not ended; its process is killed."""
        if job.ended:
            return
        if job.state == "waiting" and job.task is not None:
            job.task.cancel()  # it need not wait for a slot
            job.finished.set()
            remove(job.folder)
        job.state = "cancelled"
        job.kill()

    async def delete(self, job: Job) -> None:
        """Delete a job and its result."""
        self.cancel(job)
        self._jobs.pop(job.key, None)
        await asyncio.to_thread(remove, job.folder)

    async def expire(self, keep: float) -> None:
        """Delete the results that nobody has asked for in a number of seconds."""
        before = time.monotonic() - keep
        for job in [job for job in self._jobs.values() if job.ended and job.used < before]:
            await self.delete(job)

    async def close(self) -> None:
        """Cancel all jobs and wait for their processes."""
        for job in list(self._jobs.values()):
            self.cancel(job)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._listeners.shutdown(wait=False, cancel_futures=True)

    def _make_room(self, size: int) -> None:
        """Delete the results that have not been used for longest, until there is room."""
        oldest = sorted((job for job in self._jobs.values() if job.ended), key=lambda job: job.used)
        total = size + sum(job.size for job in self._jobs.values())
        while oldest and (total > self.limit or len(self._jobs) >= MOST_JOBS):
            job = oldest.pop(0)
            total -= job.size
            del self._jobs[job.key]
            remove(job.folder)
        if total > self.limit:
            raise _busy("The waiting files take all of the storage")

    async def _process(self, job: Job) -> None:
        """Wait for a free slot, run the job, and clean up."""
        try:
            async with self._slots:
                if job.state == "waiting":
                    job.state = "running"
                    await self._run(job)
        except Exception as error:  # the job failed; the server keeps running
            job.error = log_unexpected(error, "a job")
            job.state = "failed"
        finally:
            job.kill()
            job.process = None
            job.used = time.monotonic()
            job.finished.set()
            if job.state == "cancelled" or job.key not in self._jobs:
                remove(job.folder)

    async def _run(self, job: Job) -> None:
        server_end, worker_end = self._context.Pipe()
        try:
            job.process = await asyncio.to_thread(self._start, worker_end, self._task(job))
            report = None if job.state == "cancelled" else await self._report(job, server_end)
            await asyncio.to_thread(_wait_for_exit, job, report is not None)
            _conclude(job, report)
            job.size = await asyncio.to_thread(_delete_data, job)
        finally:
            server_end.close()

    def _start(self, worker_end: Connection, task: WorkerTask) -> Any:
        """Start the process, with a second attempt if the fork server has just ended."""
        process = self._context.Process(target=work, args=(worker_end, task), daemon=True)
        try:
            process.start()
        except (OSError, EOFError):
            time.sleep(RESTART_PAUSE)
            process = self._context.Process(target=work, args=(worker_end, task), daemon=True)
            process.start()
        worker_end.close()
        return process

    def _task(self, job: Job) -> WorkerTask:
        return WorkerTask(
            str(job.folder),
            job.prepared.arguments,
            job.prepared.names,
            job.command.options,
            self.settings.time_limit,
            self.settings.memory_limit,
            self.settings.result_limit,
        )

    async def _report(self, job: Job, server_end: Connection) -> dict[str, Any] | None:
        """Return the last message of the process; None if it ended without one."""
        loop = asyncio.get_running_loop()
        listening = loop.run_in_executor(self._listeners, _listen, job, server_end)
        await asyncio.wait({listening}, timeout=self.settings.time_limit)
        if listening.done():
            return listening.result()
        job.kill()
        await listening
        return {"error": _time_limit_error(self.settings.time_limit)}


def _conclude(job: Job, report: dict[str, Any] | None) -> None:
    """Set the final state of a job from the last message of its process."""
    if job.state == "cancelled":
        return
    if report is not None and "done" in report:
        job.state = "done"
        return
    job.state = "failed"
    job.error = RequestError(**(report["error"] if report is not None else _exit_error(job)))
    if job.error.kind in UNEXPECTED:
        log_error(f"a job failed: {job.error.message}")


def _busy(reason: str) -> RequestError:
    return RequestError(
        503,
        "BusyError",
        f"{reason}. Try again later.",
        headers={"Retry-After": str(RETRY_AFTER)},
    )


def _listen(job: Job, server_end: Connection) -> dict[str, Any] | None:
    """Receive the messages of a process until the last one; runs in a thread."""
    while True:
        try:
            message: dict[str, Any] = json.loads(server_end.recv_bytes(LONGEST_REPORT))
        except (EOFError, OSError, ValueError):
            return None
        if "reading" in message:
            job.reading = message["reading"]
        elif "progress" in message:
            job.progress = message["progress"]
        else:
            return message


def _wait_for_exit(job: Job, exits_itself: bool) -> None:
    """Wait until the process has exited, and kill it if it does not exit by itself."""
    if exits_itself:
        job.process.join(EXIT_PATIENCE)
    job.kill()
    job.process.join()


def _delete_data(job: Job) -> int:
    """Delete the data in a job's folder, and return the bytes of the remaining files."""
    for name in job.prepared.names:
        remove(job.folder / name)
    return size_of(job.folder) if job.folder.is_dir() else 0


def _time_limit_error(limit: float) -> dict[str, Any]:
    return {
        "status": 422,
        "kind": "TimeLimitError",
        "message": f"The analysis took longer than the limit of {limit:g} seconds. Reduce the "
        "work (fewer replicates, no details), use the command line, or start the server with a "
        "larger --time-limit.",
    }


def _exit_error(job: Job) -> dict[str, Any]:
    """Describe the end of a process that exited without a last message."""
    status = job.process.exitcode
    if job.reading is not None and status not in (0, -signal.SIGKILL):
        name = job.prepared.names.get(job.reading["file"], job.reading["file"])
        error = exit_error(name, status, job.reading["seconds"])
        return {"status": 422, "kind": type(error).__name__, "message": str(error)}
    if status == -signal.SIGABRT:  # what compiled code does when memory is refused
        return {"status": 422, "kind": "MemoryLimitError", "message": MEMORY_MESSAGE}
    return {
        "status": 500,
        "kind": "WorkerLostError",
        "message": "The process of this analysis was killed from outside. Try again.",
    }
