"""Settings of a server: its address, its secrets and its limits."""

from __future__ import annotations

import ipaddress
import os
import secrets
from dataclasses import dataclass, field
from typing import Any

__all__ = ["MEGABYTE", "ServerSettings", "is_loopback"]

MEGABYTE = 1_000_000
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")


def _secret() -> Any:
    """Declare a random secret, which is new in every run and not printed."""
    return field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Settings of a server.

    Parameters
    ----------
    host, port
        Address and port that the server listens at.
    names
        Further host names that clients may use.
    token
        Secret that gives access to everything.
    ticket
        Secret that opens the page once. The browser gets it as an argument, which other users of
        the machine may see.
    session
        Value of the cookie that signed-in browsers send.
    password
        Password for other machines; None where only this machine can connect.
    workers, queue
        Largest numbers of jobs that run at a time, and that wait.
    time_limit, memory_limit, result_limit
        Limits of a job: seconds, bytes of memory, and bytes of its result.
    upload_limit, store_limit
        Limits in bytes: of one request, and of everything that is stored.
    keep
        Seconds without use after which uploads and results are deleted.
    proxies
        Addresses and networks of proxies, whose X-Forwarded-For and X-Forwarded-Proto are believed.
    """

    host: str = "127.0.0.1"
    port: int = 8765
    names: tuple[str, ...] = ()
    token: str = _secret()
    ticket: str = _secret()
    session: str = _secret()
    password: str | None = field(default=None, repr=False)
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    queue: int = 100
    time_limit: float = 600.0
    memory_limit: int = 4_000 * MEGABYTE
    result_limit: int = 100 * MEGABYTE
    upload_limit: int = 200 * MEGABYTE
    store_limit: int = 2_000 * MEGABYTE
    keep: float = 3600.0
    proxies: tuple[str, ...] = ()

    @property
    def cookie(self) -> str:
        """Name of the cookie; it contains the port, because ports share cookies."""
        return f"accord_{self.port}"

    @property
    def address(self) -> str:
        """Address of the page for a browser."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "") else self.host  # noqa: S104
        host = "::1" if host == "::" else host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def accepts_host(self, header: str) -> bool:
        """Return whether a Host header names this server.

        The check defends against DNS rebinding: a page of another site cannot forge the header.
        """
        name, port = _split(header.lower())
        if name in (given.lower() for given in self.names):
            return True
        if port != str(self.port) and not (port == "" and self.port == 80):
            return False
        host = f"[{self.host}]" if ":" in self.host else self.host
        if name in (*LOOPBACK_NAMES, host.lower()):
            return True
        return not is_loopback(self.host) and _is_address(name)


def _split(host: str) -> tuple[str, str]:
    name, colon, port = host.rpartition(":")
    return (name, port) if colon and not host.endswith("]") else (host, "")


def _is_address(name: str) -> bool:
    """Return whether a name is an IP address, which no name server can redirect."""
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Return whether only this machine can connect to a host.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
