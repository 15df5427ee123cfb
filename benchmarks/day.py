"""A day of requests: thousands of them over all routes of a server, whose memory must not grow.

Requests are drawn at random: pages, static files, lists, uploads, jobs of all commands, their
downloads and figures, deletions, and requests that are refused: damaged files, wrong options, no
token, unknown keys and paths, and bodies that end early.

    python benchmarks/day.py --minutes 30

Memory is that of the server and its processes, with shared pages counted once. The last run is in
`load.md`.
"""

from __future__ import annotations

import argparse
import random
import re
import socket
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

import httpx
from load import memory

COMMANDS = ("report", "agree", "preview", "compare", "evaluate", "report", "preview")
FORMS = ("html", "md", "tex", "xlsx", "csv", "json", "txt", "pdf")
LISTS = ("health", "examples", "coefficients", "choices", "options/report", "options/nothing")
PAGES = ("/", "/login", "/static/page.js", "/static/../secret", "/api/docs", "/nothing")
WARM = 300  # requests before memory is compared
GROWTH = 1.15  # factor by which memory may grow, and
ROOM = 40.0  # megabytes beyond it


@dataclass
class Day:
    """A client that sends random requests and counts the answers."""

    client: httpx.Client
    rng: random.Random
    counts: Counter[str] = field(default_factory=Counter)
    jobs: list[str] = field(default_factory=list)
    uploads: list[str] = field(default_factory=list)

    def once(self) -> None:
        """Send a request of some kind."""
        actions = (self.page, self.listing, self.upload, self.job, self.job, self.at_once,
                   *[self.look] * 3, self.delete, self.stranger, self.cut_short)  # fmt: skip
        action = self.rng.choice(actions)
        status = action()
        self.counts[f"{action.__name__} {status}"] += 1

    def page(self) -> int:
        return self.client.get(self.rng.choice(PAGES)).status_code

    def listing(self) -> int:
        return self.client.get(f"/api/{self.rng.choice(LISTS)}").status_code

    def data(self) -> tuple[str, bytes]:
        rng = self.rng
        rows = [f"s{i},{rng.randint(1, 4)},{rng.randint(1, 4)},{rng.choice('1234 ')}"
                for i in range(rng.choice((5, 50, 2_000)))]  # fmt: skip
        content = "\n".join(["id,ann,bo,gold", *rows]).encode()
        chance = rng.random()
        if chance < 0.1:
            return "bad.csv", content[: rng.randrange(1, 40)]
        if chance < 0.2:
            return "bad.sav", b"$FL2" + rng.randbytes(700)
        if chance < 0.25:
            return "bad.xlsx", b"PK\x03\x04" + rng.randbytes(300)
        return "ratings.csv", content

    def upload(self) -> int:
        sent = self.client.post("/api/uploads", files={"file": self.data()})
        if sent.status_code == 201:
            self.uploads = [*self.uploads[-20:], sent.json()["upload"]]
        return sent.status_code

    def options(self) -> dict[str, object]:
        few = {"coefficients": "percent_agreement,gwet_ac"}
        return self.rng.choice((few, few, few, {"level": "ordinal", **few}, {"weights": "nonsense"},
                                {"details": True, **few}, {"nothing": 1}))  # fmt: skip

    def job(self) -> int:
        chosen = [self.rng.choice(self.uploads)] if self.uploads else ["none"]
        order = {"command": self.rng.choice(COMMANDS), "uploads": chosen, "options": self.options()}
        started = self.client.post("/api/jobs", json=order)
        if started.status_code == 202:
            self.jobs = [*self.jobs[-20:], started.json()["job"]]
        return started.status_code

    def at_once(self) -> int:
        command = self.rng.choice(COMMANDS)
        answer = self.client.post(f"/api/{command}", files={"file": self.data()},
                                  data={k: str(v) for k, v in self.options().items()})  # fmt: skip
        return answer.status_code

    def look(self) -> int:
        key = self.rng.choice(self.jobs or ["none"])
        part = self.rng.choice(("", "/fragment", f"/download/{self.rng.choice(FORMS)}",
                                "/pictures/coefficients.svg"))  # fmt: skip
        return self.client.get(f"/api/jobs/{key}{part}").status_code

    def delete(self) -> int:
        key = self.jobs.pop() if self.jobs and self.rng.random() < 0.5 else "none"
        return self.client.delete(f"/api/jobs/{key}").status_code

    def stranger(self) -> int:
        path = self.rng.choice(("/api/health", "/api/examples", "/"))
        return httpx.get(self.client.base_url.join(path), timeout=60).status_code

    def cut_short(self) -> int:
        url = self.client.base_url
        with socket.create_connection((url.host, url.port), 10) as connection:
            head = f"POST /api/uploads HTTP/1.1\r\nHost: {url.host}:{url.port}\r\n"
            connection.sendall((head + "Content-Length: 99999\r\n\r\nabc").encode())
        return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    stated = parser.parse_args()
    words = [sys.executable, "-m", "accord", "serve", "--no-browser", "--port=0"]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        started = re.match(r"accord is at (\S+)/\?token=(\S+)", server.stdout.readline())
        address, token = started.groups()
        client = httpx.Client(
            base_url=address, headers={"Authorization": f"Bearer {token}"}, timeout=600
        )
        day = Day(client, random.Random(stated.seed))
        end, before, shown = time.monotonic() + 60 * stated.minutes, 0.0, 0.0
        while time.monotonic() < end:
            day.once()
            total = day.counts.total()
            if total == WARM:
                before = settled(server.pid)
            if total % 500 == 0 and total > shown:
                shown = total
                print(f"{total:,} requests, {settled(server.pid):.0f} MB", flush=True)
        after = settled(server.pid)
    finally:
        server.terminate()
        server.wait(30)
    print(f"{day.counts.total():,} requests: {dict(sorted(day.counts.items()))}")
    print(f"memory: {before:.0f} MB after {WARM} requests, {after:.0f} MB in the end")
    failures = sum(n for kind, n in day.counts.items() if kind.endswith((" 500", " 502")))
    grown = after > GROWTH * before + ROOM
    print("it has not grown" if not (grown or failures) else f"FAILED ({failures} status 500)")
    return 1 if grown or failures else 0


def settled(pid: int) -> float:
    """Return the megabytes of a server, once its jobs have ended."""
    time.sleep(3)
    return memory(pid)


if __name__ == "__main__":
    sys.exit(main())
