"""How a server is set up: where it listens, who may come in, and how much it takes."""

from __future__ import annotations

import ipaddress
import os
import secrets
from dataclasses import dataclass, field

__all__ = ["MEGABYTE", "Settings", "is_loopback"]

MEGABYTE = 1_000_000
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a run of the server goes by.

    Parameters
    ----------
    host, port
        Where it listens.
    names
        Other names that clients may call this machine by.
    token
        Opens everything; new in every run.
    ticket
        Opens the page once: what is given to the browser, whose command line others may see.
    session
        Value of the cookie of those who came in.
    password
        What others on the network sign in with; None where only this machine can connect.
    workers, queue
        Jobs at a time, and jobs that may wait.
    time_limit, memory_limit, result_limit
        Seconds and bytes that a job may take, and bytes of its answer.
    upload_limit, store_limit
        Bytes of one request, and of everything that is kept.
    keep
        Seconds after which what nobody asked for is deleted.
    patience
        Seconds that a client may be silent in the middle of a request.
    """

    host: str = "127.0.0.1"
    port: int = 8765
    names: tuple[str, ...] = ()
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    ticket: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    session: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    password: str | None = field(default=None, repr=False)
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    queue: int = 100
    time_limit: float = 600.0
    memory_limit: int = 4_000 * MEGABYTE
    result_limit: int = 100 * MEGABYTE
    upload_limit: int = 200 * MEGABYTE
    store_limit: int = 2_000 * MEGABYTE
    keep: float = 3600.0
    patience: float = 60.0

    @property
    def cookie(self) -> str:
        """Name of the cookie; ports share cookies, so the port is part of it."""
        return f"accord_{self.port}"

    @property
    def address(self) -> str:
        """Address of the page, as a browser takes it."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "") else self.host  # noqa: S104
        host = "::1" if host == "::" else host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def is_called(self, host: str) -> bool:
        """Whether a Host header names this server, which a page of somebody else's cannot fake."""
        name, port = _split(host.lower())
        if name in (given.lower() for given in self.names):
            return True
        if port != str(self.port) and not (port == "" and self.port == 80):
            return False
        own = f"[{self.host}]" if ":" in self.host else self.host
        if name in (*LOOPBACK_NAMES, own.lower()):
            return True
        return not is_loopback(self.host) and _is_address(name)


def _split(host: str) -> tuple[str, str]:
    name, mark, port = host.rpartition(":")
    return (name, port) if mark and not host.endswith("]") else (host, "")


def _is_address(name: str) -> bool:
    """Whether a name is an IP address, which no name server can point elsewhere."""
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether only this machine can connect.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
