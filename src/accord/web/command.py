"""``accord serve``: the page, on this machine."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from accord.cli import app
from accord.errors import MissingExtraError, OptionError, UnsupportedError

if TYPE_CHECKING:
    from accord.web.settings import Settings

__all__ = ["serve"]

PORT = 8765
TRIED = 50  # ports after the usual one
SHORTEST = 8  # characters of a password
VARIABLE = "ACCORD_PASSWORD"


@app.command()
def serve(
    host: Annotated[
        str,
        typer.Option(help="Address to listen at; anything but this machine demands a password."),
    ] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(help=f"Port; {PORT} or the next free one if not given.")
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Whether to open the page.")
    ] = True,
    workers: Annotated[
        int | None, typer.Option(help="Requests worked on at a time; one per processor.")
    ] = None,
    time_limit: Annotated[float, typer.Option(help="Seconds that a request may take.")] = 600.0,
    memory_limit: Annotated[
        int, typer.Option(help="Megabytes of memory that a request may take.")
    ] = 4000,
    upload_limit: Annotated[int, typer.Option(help="Megabytes that may be sent at once.")] = 200,
    name: Annotated[
        list[str] | None,
        typer.Option(help="Another name by which browsers may call this server; repeatable."),
    ] = None,
    password: Annotated[
        bool, typer.Option("--password", help=f"Ask for a password, else {VARIABLE} may hold one.")
    ] = False,
    password_file: Annotated[
        Path | None, typer.Option(help="Read the password from the first line of a file.")
    ] = None,
) -> None:
    """Serve the page and its interface for programs, on this machine and to nobody else."""
    if os.name != "posix":
        raise UnsupportedError("accord serve needs Linux or macOS; on Windows, run it in WSL.")
    try:
        import fastapi  # noqa: F401
        import python_multipart  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        raise MissingExtraError("The page and its interface", "web") from None
    from accord.web.settings import MEGABYTE, Settings

    _check_limits(
        workers=1 if workers is None else workers,
        time_limit=time_limit,
        memory_limit=memory_limit,
        upload_limit=upload_limit,
    )
    secret = _password(host, password, password_file)
    listening = _listen(host, port)
    settings = Settings(
        host=host,
        port=listening.getsockname()[1],
        names=tuple(name or ()),
        password=secret,
        time_limit=time_limit,
        memory_limit=memory_limit * MEGABYTE,
        upload_limit=upload_limit * MEGABYTE,
        store_limit=max(2_000, 10 * upload_limit) * MEGABYTE,
        workers=workers or os.cpu_count() or 1,
    )
    _run(settings, listening, browser)


def _check_limits(**numbers: float) -> None:
    """Refuse limits that leave nothing."""
    for option, number in numbers.items():
        if not number > 0:
            flag = f"--{option.replace('_', '-')}"
            raise OptionError(f"{flag} is {number:g}; it must be more than 0.", option=option)


def _run(settings: Settings, listening: socket.socket, browser: bool) -> None:
    import uvicorn

    from accord.web.app import create_app
    from accord.web.storage import private_folder

    logging.getLogger().addHandler(logging.NullHandler())  # libraries might quote the data
    signal.signal(signal.SIGTERM, _leave)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as nohup has it
        signal.signal(signal.SIGHUP, _leave)
    with private_folder() as folder:
        config = uvicorn.Config(
            create_app(settings, folder),
            access_log=False,
            log_level="error",
            server_header=False,
            lifespan="on",
            ws="none",
            loop="asyncio",
            http="h11",
            timeout_keep_alive=30,
            limit_concurrency=settings.queue + 400,
            timeout_graceful_shutdown=2,
        )
        _greet(settings)
        if browser:
            threading.Thread(target=_open, args=(settings,), daemon=True).start()
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listening])
    sys.stderr.write("accord has stopped, and has deleted what it was sent.\n")


def _leave(number: int, frame: Any) -> None:
    """End in good order when told to: what was sent is deleted."""
    del frame
    sys.exit(128 + number)


def _greet(settings: Settings) -> None:
    from accord.web.settings import is_loopback

    typer.echo(f"accord is at {settings.address}?token={settings.token}")
    typer.echo(f"Programs send the header: Authorization: Bearer {settings.token}")
    if not is_loopback(settings.host):
        typer.echo(
            "Others reach it with the password. The traffic is not encrypted: put it behind a "
            "server that speaks HTTPS, unless you trust the network."
        )
    typer.echo("Stop it with Ctrl-C.")
    sys.stdout.flush()


def _open(settings: Settings) -> None:
    import webbrowser

    webbrowser.open(f"{settings.address}?token={settings.ticket}")


def _password(host: str, asked: bool, file: Path | None) -> str | None:
    """The password, if one is given or needed; jobs do not inherit it."""
    from accord.web.settings import is_loopback

    given = os.environ.pop(VARIABLE, None)
    if file is not None:
        try:
            given = file.read_text(encoding="utf-8").partition("\n")[0].strip()
        except (OSError, UnicodeDecodeError) as error:
            raise OptionError(
                f"--password-file {file}: it cannot be read ({error}).", option="password_file"
            ) from None
    needed = asked or (given is None and not is_loopback(host))
    if needed and file is None:
        if not sys.stdin.isatty():
            raise OptionError(
                f"--host {host} lets others in, which takes a password: set {VARIABLE}, or give "
                "--password-file.",
                option="host",
            )
        given = typer.prompt("Password for those who come in", hide_input=True)
    if given is not None and len(given) < SHORTEST:
        raise OptionError(f"the password has fewer than {SHORTEST} characters.", option="password")
    return given


def _listen(host: str, port: int | None) -> socket.socket:
    """Socket at the port, or at the first free one from the usual one on."""
    ports = range(PORT, PORT + TRIED) if port is None else (port,)
    for tried in ports:
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(
                host, tried, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            listening = socket.socket(family, kind, protocol)
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listening.bind(address)
            except OSError:
                listening.close()
                raise
        except OSError as error:
            reason = error.strerror or str(error)
            continue
        listening.listen(128)
        return listening
    raise OptionError(
        f"--host {host} --port {ports[0]}: it is not possible to listen ({reason}).", option="port"
    )
