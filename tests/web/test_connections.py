"""Limits of connections: clients that are silent, slow, or many."""

import asyncio
import contextlib
import socket
import time

import pytest
import uvicorn

from accord.web.addresses import network_of
from accord.web.connections import ConnectionLimits, bounded_protocol, most_connections
from accord.web.security import TRUSTED

QUICK = ConnectionLimits(most=40, most_waiting=30, head=0.5, idle=0.6, pause=0.5, rate=1_000)
WRITERS = []  # of the connections of a test
LARGE = b"x" * 30_000_000  # bytes, more than the buffers of both ends


async def _app(scope, receive, send):
    """Answer when the body is complete, with as many bytes as the path says."""
    if scope["type"] == "lifespan":
        while (message := await receive())["type"] != "lifespan.shutdown":
            await send({"type": f"{message['type']}.complete"})
        await send({"type": "lifespan.shutdown.complete"})
        return
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size += len(message.get("body", b""))
        if not message.get("more_body"):
            break
    if scope["path"] == "/trusted":
        scope["state"][TRUSTED] = True
    if scope["path"] == "/slow":
        await asyncio.sleep(1.5)
    body = LARGE if scope["path"] == "/large" else str(size).encode()
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def serve(test, limits=QUICK):
    """Run a test with the port of a server that has these limits."""

    async def main():
        listening = socket.create_server(("127.0.0.1", 0))
        config = uvicorn.Config(
            _app, http=bounded_protocol(limits), log_level="error", timeout_keep_alive=60
        )
        server = uvicorn.Server(config)
        running = asyncio.create_task(server._serve([listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            await asyncio.wait_for(test(listening.getsockname()[1]), 30)
        finally:
            for writer in WRITERS:
                writer.transport.abort()
            WRITERS.clear()
            server.should_exit = server.force_exit = True
            await running

    asyncio.run(main())


async def connect(port, *, source=None):
    address = (source, 0) if source else None
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=address)
    WRITERS.append(writer)
    return reader, writer


def head(path="/", *lines, method="GET"):
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: x", *lines, "", ""]).encode()


async def until_closed(reader):
    """Return what arrives until the server closes the connection, and how long that takes."""
    began = time.monotonic()
    with contextlib.suppress(ConnectionError):
        return await reader.read(), time.monotonic() - began
    return b"", time.monotonic() - began


def is_refusal(content):
    """Whether the answer is 408; a client that goes on sending may not receive it."""
    return content.startswith(b"HTTP/1.1 408 ") and b"SlowRequestError" in content


async def answer(port, path="/", *, source=None):
    reader, writer = await connect(port, source=source)
    writer.write(head(path, "Connection: close"))
    content, _ = await until_closed(reader)
    writer.close()
    return content.partition(b"\r\n")[0], content.rpartition(b"\r\n\r\n")[2]


async def drip(writer, data, pause):
    """Send bytes one by one until the server no longer accepts them."""
    with contextlib.suppress(ConnectionError):
        for byte in data:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(pause)


def test_a_silent_connection_is_closed_without_an_answer():
    async def test(port):
        reader, _ = await connect(port)
        content, seconds = await until_closed(reader)
        assert content == b""
        assert 0.4 < seconds < 5

    serve(test)


def test_headers_that_arrive_byte_by_byte_are_refused():
    async def test(port):
        reader, writer = await connect(port)
        dripping = asyncio.create_task(drip(writer, head() * 50, 0.05))
        content, seconds = await until_closed(reader)
        assert is_refusal(content) or content == b""
        assert 0.4 < seconds < 5
        dripping.cancel()

    serve(test)


@pytest.mark.parametrize("pause", [0.02, 10])
def test_a_body_that_arrives_slower_than_the_lowest_rate_is_refused(pause):
    async def test(port):
        reader, writer = await connect(port)
        writer.write(head("/", "Content-Length: 100000", method="POST"))
        dripping = asyncio.create_task(drip(writer, b"x" * 1000, pause))
        content, seconds = await until_closed(reader)
        assert is_refusal(content) if pause == 10 else is_refusal(content) or content == b""
        assert 0.4 < seconds < 5
        dripping.cancel()

    serve(test)


def test_a_fast_beginning_earns_no_long_pause():
    async def test(port):
        reader, writer = await connect(port)
        writer.write(head("/", "Content-Length: 5000000", method="POST"))
        writer.write(b"x" * 2_000_000)
        content, seconds = await until_closed(reader)
        assert is_refusal(content)
        assert seconds < 5

    serve(test)


def test_a_body_that_keeps_the_lowest_rate_is_accepted():
    async def test(port):
        reader, writer = await connect(port)
        writer.write(head("/", "Content-Length: 6000", "Connection: close", method="POST"))
        for _ in range(12):  # 5,000 bytes in a second; the lowest rate is 1,000
            writer.write(b"x" * 500)
            await asyncio.sleep(0.1)
        content, _ = await until_closed(reader)
        assert content.startswith(b"HTTP/1.1 200 ")
        assert content.endswith(b"6000")

    serve(test)


def test_a_client_may_wait_for_the_server():
    async def test(port):
        assert await answer(port, "/slow") == (b"HTTP/1.1 200 OK", b"0")

    serve(test)


def test_a_connection_is_closed_after_its_last_request():
    async def test(port):
        reader, writer = await connect(port)
        for _ in range(4):  # each within the limit, all together longer
            writer.write(head())
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
            assert await reader.readexactly(1) == b"0"
            await asyncio.sleep(0.3)
        content, seconds = await until_closed(reader)
        assert content == b""
        assert seconds < 5

    serve(test)


def test_the_second_request_may_not_drip_either():
    async def test(port):
        reader, writer = await connect(port)
        writer.write(head())
        await reader.readuntil(b"\r\n\r\n0")
        dripping = asyncio.create_task(drip(writer, head() * 50, 0.05))
        content, seconds = await until_closed(reader)
        assert is_refusal(content) or content == b""
        assert seconds < 5
        dripping.cancel()

    serve(test)


def test_an_answer_that_nobody_receives_is_given_up():
    async def test(port):
        reader, writer = await connect(port)
        writer.write(head("/large"))
        writer.transport.pause_reading()
        await asyncio.sleep(2)
        writer.transport.resume_reading()
        content, _ = await until_closed(reader)
        assert 0 < len(content) < len(LARGE)

    serve(test)


def test_an_answer_that_is_received_slowly_arrives():
    async def test(port):
        reader, writer = await connect(port)
        writer.write(head("/large", "Connection: close"))
        size = 0
        while piece := await reader.read(1_000_000):
            size += len(piece)
            await asyncio.sleep(0.01)
        assert size > len(LARGE)

    serve(test)


def test_silent_connections_of_one_address_give_way_to_a_newer_one():
    async def test(port):
        silent = [await connect(port) for _ in range(QUICK.most_waiting)]
        assert not silent[0][0].at_eof()
        working = asyncio.create_task(answer(port, "/slow"))
        await asyncio.sleep(0.2)
        for _ in range(10):
            await connect(port)
        content, seconds = await until_closed(silent[0][0])
        assert content == b""
        assert seconds < 1
        assert (await working)[0] == b"HTTP/1.1 200 OK"

    serve(test, ConnectionLimits(most=1000, most_waiting=QUICK.most_waiting, head=60))


def test_connections_that_carried_a_token_give_way_last():
    async def test(port):
        reader, writer = await connect(port)
        for path in ("/trusted", "/"):
            writer.write(head(path))
            await reader.readuntil(b"\r\n\r\n0")
        for _ in range(100):
            await connect(port)
        assert await answer(port) == (b"HTTP/1.1 200 OK", b"0")
        writer.write(head("/", "Connection: close"))
        content, _ = await until_closed(reader)
        assert content.startswith(b"HTTP/1.1 200 OK")

    serve(test, ConnectionLimits(most=30, most_waiting=20, head=60, idle=60))


def test_where_all_connections_are_open_those_that_wait_give_way():
    async def test(port):
        many = [await connect(port, source="127.0.0.2") for _ in range(25)]
        for _, writer in many:
            writer.write(head("/", "Content-Length: 1000", method="POST"))
        few = [await connect(port, source="127.0.0.3") for _ in range(10)]
        for number in range(30):
            status, _ = await answer(port, source=f"127.0.1.{number + 1}")
            assert status == b"HTTP/1.1 200 OK"
        assert not any(reader.at_eof() for reader, _ in few)

    serve(test, ConnectionLimits(most=30, most_waiting=30, head=60, pause=60))


def test_requests_that_are_answered_are_never_given_up():
    async def test(port):
        limits = [asyncio.create_task(answer(port, "/slow")) for _ in range(5)]
        await asyncio.sleep(0.5)
        status, body = await answer(port)
        assert status.startswith(b"HTTP/1.1 503 ")
        assert b"BusyError" in body
        assert {(await task)[0] for task in limits} == {b"HTTP/1.1 200 OK"}
        assert (await answer(port))[0] == b"HTTP/1.1 200 OK"

    serve(test, ConnectionLimits(most=5))


def test_what_counts_as_one_client():
    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2:ffff::1") == "2001:db8:1:2::"
    assert network_of("2001:db8:1:3::") != network_of("2001:db8:1:2::")
    assert network_of("fe80::1%eth0") == "fe80::"
    assert network_of("::1") == "::"
    assert network_of("unknown" * 20) == ("unknown" * 20)[:50]


def test_as_many_files_as_the_system_allows():
    assert 50 <= most_connections() <= 1_000
