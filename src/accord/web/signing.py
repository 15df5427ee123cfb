"""Signing in: checks of tokens and passwords, and the pace at which a client may guess."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from accord.web.errors import RequestError
from accord.web.security import equal_secrets
from accord.web.settings import ServerSettings

__all__ = ["SignIn"]

PENALTY = 1.0  # seconds before a wrong password is answered
PACE = 0.5  # seconds between two wrong passwords of an address
MOST_ATTEMPTS = 100  # of an address that wait at a time


@dataclass(slots=True)
class _Attempts:
    """The attempts of one address, which are checked one after the other."""

    waiting: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class SignIn:
    """Checks tokens and passwords, and makes guessing slow.

    The passwords of one address wait in a queue, and a wrong one delays the next. Those of other
    addresses are not delayed, and a right one is accepted when its turn comes, so that nobody who
    guesses can lock out others.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.ticket: str | None = settings.ticket
        self._by_address: dict[str, _Attempts] = {}

    def accepts_token(self, token: str) -> bool:
        """Return whether this is the token, or the ticket, which is valid once."""
        if self.ticket is not None and equal_secrets(token, self.ticket):
            self.ticket = None
            return True
        return equal_secrets(token, self.settings.token)

    async def accepts(self, secret: str, address: str, left: Callable[[], Awaitable[bool]]) -> bool:
        """Return whether this is the password or the token.

        Parameters
        ----------
        secret
            What the client sent.
        address
            Network of the client (see `network_of`).
        left
            Function that tells whether the client has gone; its attempt then takes no time.
        """
        attempts = self._by_address.setdefault(address, _Attempts())
        if attempts.waiting >= MOST_ATTEMPTS:
            raise RequestError(
                429,
                "BusyError",
                "Too many attempts to sign in from your address. Try again later.",
                headers={"Retry-After": "10"},
            )
        attempts.waiting += 1
        try:
            async with attempts.turn:
                if await left():
                    return False
                if self._is_right(secret):
                    return True
                await asyncio.sleep(PACE)
        finally:
            attempts.waiting -= 1
            if not attempts.waiting:
                self._by_address.pop(address, None)
        await asyncio.sleep(PENALTY - PACE)
        return False

    def _is_right(self, secret: str) -> bool:
        password = self.settings.password
        return self.accepts_token(secret) or (
            password is not None and equal_secrets(secret, password)
        )
