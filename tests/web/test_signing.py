"""Signing in: guessing is slow, and costs only those who guess."""

import asyncio
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from accord.web import signing
from accord.web.errors import RequestError
from accord.web.settings import ServerSettings
from accord.web.signing import SignIn
from helpers.serving import serving

PASSWORD = "correct horse"


async def stays():
    return False


async def has_left():
    return True


@pytest.fixture
def pace(monkeypatch):
    monkeypatch.setattr(signing, "PACE", 0.05)
    monkeypatch.setattr(signing, "PENALTY", 0.1)


@pytest.fixture
def sign_in():
    return SignIn(ServerSettings(password=PASSWORD))


def test_password_token_and_ticket(sign_in, pace):
    async def test():
        assert await sign_in.accepts(PASSWORD, "a", stays)
        assert await sign_in.accepts(sign_in.settings.token, "a", stays)
        for wrong in ("", "battery staple", "\ud800", PASSWORD + "\ud800"):
            assert not await sign_in.accepts(wrong, "a", stays)

    asyncio.run(test())
    ticket = sign_in.settings.ticket
    assert sign_in.accepts_token(ticket)
    assert not sign_in.accepts_token(ticket)


def test_without_a_password_only_the_token_is_right(pace):
    sign_in = SignIn(ServerSettings())
    assert not asyncio.run(sign_in.accepts("", "a", stays))
    assert not asyncio.run(sign_in.accepts("None", "a", stays))


def test_guessers_delay_their_own_address_and_lock_out_nobody(sign_in, pace):
    async def guess(address):
        while True:
            assert not await sign_in.accepts("wrong", address, stays)

    async def test():
        guessers = [asyncio.create_task(guess("attacker")) for _ in range(30)]
        await asyncio.sleep(0.1)
        for number in range(14):
            began = time.monotonic()
            assert await sign_in.accepts(PASSWORD, f"address {number}", stays)
            assert time.monotonic() - began < 0.5
        assert await sign_in.accepts(PASSWORD, "attacker", stays)  # after those before it
        for guesser in guessers:
            guesser.cancel()
        await asyncio.gather(*guessers, return_exceptions=True)
        assert not sign_in._by_address

    asyncio.run(test())


def test_an_address_checks_so_many_passwords_in_a_second(sign_in, pace):
    async def test():
        began = time.monotonic()
        await asyncio.gather(*(sign_in.accepts("wrong", "a", stays) for _ in range(10)))
        return time.monotonic() - began

    assert asyncio.run(test()) > 9.5 * signing.PACE


def test_clients_that_have_left_are_not_waited_for(sign_in, pace):
    async def test():
        began = time.monotonic()
        await asyncio.gather(*(sign_in.accepts(PASSWORD, "a", has_left) for _ in range(90)))
        return time.monotonic() - began

    assert asyncio.run(test()) < 1


def test_more_than_so_many_attempts_do_not_wait(sign_in, monkeypatch):
    monkeypatch.setattr(signing, "PACE", 60)

    async def test():
        waiting = [
            asyncio.create_task(sign_in.accepts("wrong", "a", stays))
            for _ in range(signing.MOST_ATTEMPTS)
        ]
        await asyncio.sleep(0.05)
        with pytest.raises(RequestError, match="from your address") as refused:
            await sign_in.accepts(PASSWORD, "a", stays)
        assert refused.value.status == 429
        assert await sign_in.accepts(PASSWORD, "b", stays)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(test())


def sign(served, secret, source, **headers):
    """Sign in from an address of this machine; return the status and the seconds."""
    transport = httpx.HTTPTransport(local_address=source)
    host = served.address.replace("0.0.0.0", "127.0.0.1")
    with httpx.Client(base_url=host, transport=transport, timeout=60) as client:
        began = time.monotonic()
        status = client.post("/login", data={"password": secret}, headers=headers).status_code
        return status, time.monotonic() - began


@pytest.mark.slow
def test_addresses_behind_a_proxy_are_those_that_it_names():
    password = {"ACCORD_PASSWORD": PASSWORD}
    with (
        serving("--host=0.0.0.0", "--proxy=127.0.0.0/29", environment=password) as served,
        ThreadPoolExecutor(25) as pool,
    ):
        proxied = {"X-Forwarded-For": "198.51.100.9, 192.0.2.1"}
        wrong = [pool.submit(sign, served, "wrong", "127.0.0.2", **proxied) for _ in range(12)]
        forged = [
            pool.submit(sign, served, "wrong", "127.0.0.9", **{"X-Forwarded-For": f"192.0.2.{k}"})
            for k in range(12)
        ]
        time.sleep(0.5)
        status, seconds = sign(
            served, PASSWORD, "127.0.0.2", **{"X-Forwarded-For": "192.0.2.1, 192.0.2.2"}
        )
        assert (status, seconds < 2) == (303, True)
        for attempts in (wrong, forged):
            results = [attempt.result() for attempt in attempts]
            assert {status for status, _ in results} == {401}
            assert max(seconds for _, seconds in results) > 8 * signing.PACE


def test_a_proxy_is_an_address():
    refused = subprocess.run(
        [sys.executable, "-m", "accord", "serve", "--no-browser", "--proxy=example.org"],
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert refused.returncode == 2
    assert "an address or a network" in refused.stderr
