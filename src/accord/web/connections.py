"""Limits of connections: how long a client may keep the server waiting, and how many are open.

uvicorn limits the time between two requests only. A client that sends nothing, or a byte now and
then, would hold its connection forever, and enough of them would keep out everybody else.
"""

from __future__ import annotations

import asyncio
import json
import resource
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from accord.web.addresses import network_of
from accord.web.errors import RequestError
from accord.web.security import TRUSTED

__all__ = [
    "BoundedProtocol",
    "ConnectionLimits",
    "Connections",
    "bounded_protocol",
    "most_connections",
]

SLOW = RequestError(408, "SlowRequestError", "The rest of the request did not arrive in time.")
MOST_CONNECTIONS = 1_000  # open at a time
OTHER_FILES = 400  # open at a time: uploads that arrive, pipes of jobs
BUSY = RequestError(
    503, "BusyError", "All connections are in use. Try again later.", headers={"Retry-After": "5"}
)


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Limits of the connections of a server.

    Parameters
    ----------
    most
        Number of connections that are open at a time.
    most_waiting
        Number of connections of one address on which the server waits for the client, without those
        that have carried a token.
    head
        Seconds from the connection, or from the first byte of a later request, to the end of the
        headers.
    idle
        Seconds between two requests.
    pause
        Seconds that a client may pause while it sends a body or receives an answer.
    rate
        Bytes per second, on average, of a body or an answer beyond the first pause.
    """

    most: int = MOST_CONNECTIONS
    most_waiting: int = 200
    head: float = 10.0
    idle: float = 30.0
    pause: float = 20.0
    rate: float = 5_000.0


class Connections:
    """The open connections of a server, by address.

    Connections on which the server waits for the client give way to others: where there are too
    many, the one that has kept the server waiting for longest is closed, of those that have not
    carried a token before the others. A request that is being answered is never given up.
    """

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self.number = 0
        self._by_address: dict[str, set[BoundedProtocol]] = {}

    def add(self, connection: BoundedProtocol) -> None:
        """Add a new connection, for which another one may have to be closed."""
        same = self._by_address.setdefault(connection.address, set())
        same.add(connection)
        self.number += 1
        if len(same) > self.limits.most_waiting:
            waiting = [other for other in same if other.since is not None and not other.trusted]
            if len(waiting) > self.limits.most_waiting:
                _close_slowest(waiting)
        if self.number > self.limits.most:
            self._make_room(connection)

    def discard(self, connection: BoundedProtocol) -> None:
        """Remove a connection that has ended or is being closed."""
        same = self._by_address.get(connection.address, set())
        if connection in same:
            same.remove(connection)
            self.number -= 1
            if not same:
                del self._by_address[connection.address]

    def _make_room(self, newest: BoundedProtocol) -> None:
        """Close a connection of the address that keeps the server waiting on most of them."""
        waiting = [
            [other for other in same if other.since is not None and other is not newest]
            for same in self._by_address.values()
        ]
        most = max(waiting, key=len)
        if most:
            _close_slowest(most)
        else:
            newest.refuse(BUSY)


def _close_slowest(connections: list[BoundedProtocol]) -> None:
    min(connections, key=lambda one: (one.trusted, one.since or 0.0)).give_up()


class _Stage(Enum):
    """What a connection waits for."""

    IDLE = auto()  # a further request
    HEAD = auto()  # the first request, or the rest of the headers
    BODY = auto()  # the rest of a body
    WORK = auto()  # the server
    ANSWER = auto()  # the client to receive an answer


class BoundedProtocol(H11Protocol):
    """HTTP connection that ends if the client keeps the server waiting for too long.

    ``since`` is the time since when the server has waited for the client: for a request, for the
    rest of a body, or until an answer has been received. Bytes that arrive move it forward, though
    no faster than the lowest rate allows. It is None while the server works on a request.
    """

    registry: ClassVar[Connections]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self.address = network_of(self.client[0] if self.client else "")
        self.limits = self.registry.limits
        self.since: float | None = None
        self._allowance = 0.0  # seconds that the client has from then on
        self._timer: asyncio.TimerHandle | None = None
        self._trusted = False
        self._stage = _Stage.HEAD
        self._body_began = 0.0
        self._body_bytes = 0
        self._backlog = 0  # bytes of answers that had not been received at the last look
        self._wait(self.loop.time(), self.limits.head)
        self.registry.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        if self._timer is not None:
            self._timer.cancel()
        self.registry.discard(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Process a part of a request."""
        super().data_received(data)
        self._update(len(data))

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the rest of this one."""
        self._trusted = self.trusted  # the next request on the connection has a state of its own
        super().on_response_complete()
        self._update()

    def pause_writing(self) -> None:
        """Wait until the client has received the answer."""
        super().pause_writing()
        self._update()

    @property
    def trusted(self) -> bool:
        """Whether a request on this connection had the token or the cookie."""
        return self._trusted or (self.scope is not None and TRUSTED in self.scope["state"])

    def give_up(self) -> None:
        """Close the connection, with an answer if a part of a request has arrived."""
        if self.transport.is_closing() or self.transport.get_write_buffer_size():
            self.registry.discard(self)
            self.transport.abort()
        elif self.conn.their_state is h11.IDLE and not self._head_begun():
            self.registry.discard(self)
            self.transport.close()
        else:
            self.refuse(SLOW)

    def refuse(self, error: RequestError) -> None:
        """Answer with an error, unless there is an answer already, and close the connection."""
        self.registry.discard(self)
        with suppress(h11.LocalProtocolError):  # an answer has begun, or may have no body
            for event in _events_of(error):
                self.transport.write(self.conn.send(event) or b"")
        if self.cycle is not None:
            self.cycle.disconnected = True  # the application gets http.disconnect
            self.cycle.message_event.set()
        self.transport.close()
        self._update()

    def _head_begun(self) -> bool:
        """Return whether a part of the headers has arrived."""
        return bool(self.conn.trailing_data[0])

    def _update(self, received: int = 0) -> None:
        """Set the time since when the server waits, after an event."""
        now = self.loop.time()
        before, self._stage = self._stage, self._next_stage()
        changed = self._stage is not before
        if self._stage is _Stage.WORK:
            self.since = None
        elif self._stage is _Stage.BODY:
            if changed:
                self._body_began, self._body_bytes = now, 0
            self._body_bytes += received
            if changed or received:
                earned = self._body_began + self._body_bytes / self.limits.rate
                self._wait(min(now, earned), self.limits.pause)
        elif changed and self._stage is _Stage.ANSWER:
            self._backlog = self.transport.get_write_buffer_size()
            self._wait(now, self.limits.pause)
        elif changed:
            head = self._stage is _Stage.HEAD
            self._wait(now, self.limits.head if head else self.limits.idle)

    def _next_stage(self) -> _Stage:
        if self.transport.is_closing() or self.transport.get_write_buffer_size():
            return _Stage.ANSWER
        if self.conn.their_state is h11.SEND_BODY:
            return _Stage.BODY
        if self.conn.their_state is not h11.IDLE:
            return _Stage.WORK
        first = self._stage is _Stage.HEAD
        return _Stage.HEAD if first or self._head_begun() else _Stage.IDLE

    def _wait(self, since: float, allowance: float) -> None:
        """Give the client a number of seconds from a time on; an earlier timer looks again."""
        self.since, self._allowance = since, allowance
        end = since + allowance
        if self._timer is not None and self._timer.when() <= end:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_at(end, self._look)

    def _look(self) -> None:
        """Give the client up if its time is over, or wait on."""
        self._timer = None
        self._update()
        if self.since is None:
            return
        now = self.loop.time()
        backlog = self.transport.get_write_buffer_size()
        received = self._backlog - backlog
        if self._stage is _Stage.ANSWER and received >= self.limits.rate * self._allowance:
            self._backlog = backlog
            self._wait(now, self.limits.pause)
        elif self._stage is _Stage.BODY and self.flow.read_paused:  # the server is the slow one
            self._wait(now, self.limits.pause)
        elif now >= self.since + self._allowance:
            self.give_up()
        else:
            self._wait(self.since, self._allowance)


def _events_of(error: RequestError) -> list[h11.Event]:
    """Return an answer as events of HTTP."""
    body = json.dumps(error.body).encode()
    headers = {
        **error.headers,
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    response = h11.Response(status_code=error.status, headers=list(headers.items()))
    return [response, h11.Data(data=body), h11.EndOfMessage()]


def bounded_protocol(limits: ConnectionLimits) -> type[BoundedProtocol]:
    """Return the protocol of a server with these limits."""

    class Protocol(BoundedProtocol):
        registry = Connections(limits)

    return Protocol


def most_connections() -> int:
    """Return how many connections may be open, after allowing as many files as the system does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MOST_CONNECTIONS
    if hard == resource.RLIM_INFINITY or hard > soft:
        soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(soft - OTHER_FILES, soft // 2)
