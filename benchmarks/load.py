"""Load test of the server: fifty users who upload a megabyte each, repeatedly.

A server of its own is started on this machine. Half of the users ask as a program does, with one
request; the others as the page does: upload, job, looking after it, and the report as HTML.
Meanwhile other clients hold connections: some send nothing, some a byte of their headers now and
then, some a byte of a body, and all come back when the server closes their connection. Every
request of the users must be answered, and the server must not grow.

    python benchmarks/load.py --users 50 --silent 500 --seconds 120

The last run is in `load.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import numpy as np

OPTIONS = {"coefficients": "percent_agreement,gwet_ac,krippendorff_alpha"}
PATIENCE = 600.0  # seconds that a user waits
OFTEN = 0.5  # seconds between two looks at a job
DRIP = 1.0  # seconds between two bytes of a slow client
ROOM = 30.0  # megabytes that memory may differ by without having grown


@dataclass
class Tally:
    """The responses that users received."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    def add(self, kind: str, began: float) -> None:
        self.seconds.setdefault(kind, []).append(time.monotonic() - began)


def megabyte() -> bytes:
    """Return a megabyte of ratings by three raters on a scale of five."""
    rng = np.random.default_rng(1)
    truth = rng.integers(1, 6, 100_000)
    marks = np.clip(truth[:, None] + rng.integers(-1, 2, (truth.size, 3)), 1, 5)
    rows = [f"s{k:06d},{a},{b},{c}" for k, (a, b, c) in enumerate(marks)]
    return "\n".join(["subject,ann,bo,cy", *rows])[:1_000_000].rpartition("\n")[0].encode()


def memory(pid: int) -> float:
    """Return the megabytes of a process and its children, counting shared pages once."""
    own = 0.0
    try:
        told = Path(f"/proc/{pid}/smaps_rollup").read_text()
        own = int(re.search(r"Pss:\s+(\d+)", told)[1]) / 1000
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (OSError, TypeError):
        return own
    return own + sum(memory(int(child)) for child in children)


async def ask_at_once(client: httpx.AsyncClient, data: bytes, tally: Tally) -> None:
    began = time.monotonic()
    answer = await client.post("/api/report", files={"file": ("marks.csv", data)}, data=OPTIONS)
    answer.raise_for_status()
    assert answer.json()["coefficients"]
    tally.add("one request", began)


async def ask_as_the_page(client: httpx.AsyncClient, data: bytes, tally: Tally) -> None:
    began = time.monotonic()
    sent = await client.post("/api/uploads", files={"file": ("marks.csv", data)})
    sent.raise_for_status()
    tally.add("upload", began)
    order = {"command": "report", "uploads": [sent.json()["upload"]], "options": OPTIONS}
    started = await client.post("/api/jobs", json=order)
    started.raise_for_status()
    job = started.json()["job"]
    state = "waiting"
    while state in ("waiting", "running"):
        await asyncio.sleep(OFTEN)
        looked = time.monotonic()
        found = await client.get(f"/api/jobs/{job}")
        found.raise_for_status()
        tally.add("look at a job", looked)
        state = found.json()["state"]
    assert state == "done", found.json()["error"]
    shown = await client.get(f"/api/jobs/{job}/fragment")
    shown.raise_for_status()
    tally.add("job to report", began)


async def user(number: int, until: float, client: httpx.AsyncClient, data: bytes, tally: Tally):
    """Send requests repeatedly, at least once."""
    ask = ask_at_once if number % 2 else ask_as_the_page
    while True:
        try:
            await ask(client, data, tally)
        except (httpx.HTTPError, AssertionError) as error:
            tally.errors.append(f"{type(error).__name__}: {error}")
            await asyncio.sleep(1)
        if time.monotonic() > until:
            return


async def crowd(users: int, seconds: float, address: str, token: str, data: bytes) -> Tally:
    tally = Tally()
    headers = {"Authorization": f"Bearer {token}"}
    bounds = httpx.Limits(max_connections=users)
    async with httpx.AsyncClient(
        base_url=address, headers=headers, timeout=PATIENCE, limits=bounds
    ) as client:
        until = time.monotonic() + seconds
        await asyncio.gather(*(user(k, until, client, data, tally) for k in range(users)))
    return tally


async def hold(number: int, port: int, closed: list[float]) -> None:
    """Hold a connection, silently or byte by byte, and open another one when it is closed."""
    head = f"POST /login HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 9000\r\n"
    form = "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
    sent = (b"", head.encode(), (head + form).encode())[number % 3]
    while True:
        began = time.monotonic()
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            closing = asyncio.create_task(reader.read())
            try:
                writer.write(sent)
                while not closing.done():
                    await asyncio.wait({closing}, timeout=DRIP)
                    if sent:
                        writer.write(b"x")
            finally:
                writer.close()
                closing.cancel()
                await asyncio.gather(closing, return_exceptions=True)
        closed.append(time.monotonic() - began)
        await asyncio.sleep(DRIP)


async def crowd_among_silent(
    users: int, silent: int, seconds: float, address: str, token: str, data: bytes
) -> tuple[Tally, list[float]]:
    """Return what users received while others held connections, and how long these lasted."""
    closed: list[float] = []
    port = int(address.rpartition(":")[2])
    holding = [asyncio.create_task(hold(number, port, closed)) for number in range(silent)]
    await asyncio.sleep(min(seconds, 2.0) if silent else 0)
    try:
        return await crowd(users, seconds, address, token, data), closed
    finally:
        for task in holding:
            task.cancel()
        await asyncio.gather(*holding, return_exceptions=True)


def show(tally: Tally, seconds: float) -> None:
    print("\n| request | number | per second | median s | 95 % | 99 % | longest |")
    print("|---|---|---|---|---|---|---|")
    for kind, times in tally.seconds.items():
        shares = " | ".join(f"{np.quantile(times, q):.2f}" for q in (0.5, 0.95, 0.99, 1))
        print(f"| {kind} | {len(times)} | {len(times) / seconds:.2f} | {shares} |")
    print(f"\nerrors: {len(tally.errors)}", *tally.errors[:5])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--users", type=int, default=50)
    parser.add_argument("--silent", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=120)
    given = parser.parse_args()
    server = subprocess.Popen(
        [sys.executable, "-m", "accord", "serve", "--no-browser", "--port=0"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        found = re.match(r"accord is at (\S+)/\?token=(\S+)", server.stdout.readline())
        address, token = found.groups()
        data = megabyte()
        print(
            f"{given.users} users, {len(data):,} bytes each, for {given.seconds:g} s and the rest, "
            f"among {given.silent} silent and slow clients"
        )
        asyncio.run(crowd(given.users, 0, address, token, data))
        time.sleep(3)
        before = memory(server.pid)
        began = time.monotonic()
        tally, closed = asyncio.run(
            crowd_among_silent(given.users, given.silent, given.seconds, address, token, data)
        )
        took = time.monotonic() - began
        time.sleep(3)
        after = memory(server.pid)
    finally:
        server.terminate()
        server.wait(30)
    show(tally, took)
    if closed:
        print(
            f"connections of silent and slow clients: {len(closed)} closed, "
            f"after {np.median(closed):.0f} s in the median, {max(closed):.0f} s at most"
        )
    print(f"memory of the server: {before:.0f} MB after the first round, {after:.0f} MB in the end")
    grown = after > 1.1 * before + ROOM
    print("all answered, and it has not grown" if not (tally.errors or grown) else "FAILED")
    return 1 if tally.errors or grown else 0


if __name__ == "__main__":
    sys.exit(main())
