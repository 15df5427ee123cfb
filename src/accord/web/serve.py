"""``accord serve``: the page and its interface, on this machine."""

from __future__ import annotations

import ipaddress
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
    from accord.web.settings import ServerSettings

__all__ = ["serve"]

PORT = 8765
PORTS_TRIED = 50  # from the default port on
SHORTEST_PASSWORD = 8  # characters
VARIABLE = "ACCORD_PASSWORD"
PROXIES = ("127.0.0.1", "::1")
SMALLEST_STORE = 2_000  # megabytes for uploads and results


def _check_positive(parameter: typer.CallbackParam, value: float | None) -> float | None:
    """Refuse a number that is not above 0."""
    if value is not None and not value > 0:
        name = str(parameter.name)
        flag = f"--{name.replace('_', '-')}"
        raise OptionError(f"{flag} is {value:g}; it must be more than 0.", option=name)
    return value


def _check_proxies(values: list[str] | None) -> list[str] | None:
    """Refuse a proxy that is neither an address nor a network."""
    for value in values or ():
        try:
            ipaddress.ip_network(value, strict=False)
        except ValueError:
            raise OptionError(
                f"--proxy is {value!r}; it must be an address or a network, as 192.0.2.0/24.",
                option="proxy",
            ) from None
    return values


Names = Annotated[
    list[str] | None,
    typer.Option(help="Further host name by which browsers reach this server; repeatable."),
]
Proxies = Annotated[
    list[str] | None,
    typer.Option(
        help="Address or network of a proxy, which names the clients in X-Forwarded-For; "
        "repeatable. This machine if not given.",
        callback=_check_proxies,
    ),
]


@app.command()
def serve(
    host: Annotated[
        str,
        typer.Option(help="Address to listen at; addresses that others can reach need a password."),
    ] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(help=f"Port; {PORT} or the next free one if not given.")
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Whether to open the page in a browser.")
    ] = True,
    workers: Annotated[
        int | None,
        typer.Option(
            help="Requests processed at a time; one per processor if not given.",
            callback=_check_positive,
        ),
    ] = None,
    time_limit: Annotated[
        float, typer.Option(help="Time limit of a request, in seconds.", callback=_check_positive)
    ] = 600.0,
    memory_limit: Annotated[
        int, typer.Option(help="Memory limit of a request, in megabytes.", callback=_check_positive)
    ] = 4000,
    upload_limit: Annotated[
        int, typer.Option(help="Size limit of an upload, in megabytes.", callback=_check_positive)
    ] = 200,
    name: Names = None,
    password: Annotated[
        bool, typer.Option("--password", help=f"Ask for a password, instead of using {VARIABLE}.")
    ] = False,
    password_file: Annotated[
        Path | None, typer.Option(help="File with the password in its first line.")
    ] = None,
    proxy: Proxies = None,
) -> None:
    """Serve the web page and its JSON interface, by default to this machine only."""
    _check_environment()
    from accord.web.settings import MEGABYTE, ServerSettings

    secret = _read_password(host, password, password_file)
    listening = _listen(host, port)
    settings = ServerSettings(
        host=host,
        port=listening.getsockname()[1],
        names=tuple(name or ()),
        password=secret,
        time_limit=time_limit,
        memory_limit=memory_limit * MEGABYTE,
        upload_limit=upload_limit * MEGABYTE,
        store_limit=max(SMALLEST_STORE, 10 * upload_limit) * MEGABYTE,
        workers=workers or os.cpu_count() or 1,
        proxies=tuple(proxy or PROXIES),
    )
    _run(settings, listening, browser)


def _check_environment() -> None:
    """Refuse to start where the server cannot run."""
    if os.name != "posix":
        raise UnsupportedError("accord serve needs Linux or macOS; on Windows, run it in WSL.")
    try:
        import fastapi  # noqa: F401
        import python_multipart  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        raise MissingExtraError("The page and its interface", "web") from None


def _run(settings: ServerSettings, listening: socket.socket, browser: bool) -> None:
    import uvicorn

    from accord.web.app import create_app
    from accord.web.connections import ConnectionLimits, bounded_protocol, most_connections
    from accord.web.storage import private_folder

    logging.getLogger().addHandler(logging.NullHandler())  # log messages might quote the data
    signal.signal(signal.SIGTERM, _exit)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup ignores it
        signal.signal(signal.SIGHUP, _exit)
    limits = ConnectionLimits(most=most_connections())
    with private_folder() as folder:
        config = uvicorn.Config(
            create_app(settings, folder),
            access_log=False,
            log_level="error",
            server_header=False,
            lifespan="on",
            ws="none",
            loop="asyncio",
            http=bounded_protocol(limits),
            timeout_keep_alive=2 * int(limits.idle),  # the protocol closes it before
            forwarded_allow_ips=list(settings.proxies),
            timeout_graceful_shutdown=2,
        )
        _print_address(settings)
        if browser:
            threading.Thread(target=_open_browser, args=(settings,), daemon=True).start()
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listening])
    sys.stderr.write("accord has stopped. All uploads and results have been deleted.\n")


def _exit(number: int, frame: Any) -> None:
    """Exit on a signal, so that the private folder is removed."""
    del frame
    sys.exit(128 + number)


def _print_address(settings: ServerSettings) -> None:
    from accord.web.settings import is_loopback

    typer.echo(f"accord is at {settings.address}?token={settings.token}")
    typer.echo(f"Programs send the header: Authorization: Bearer {settings.token}")
    if not is_loopback(settings.host):
        typer.echo(
            "Other machines can sign in with the password. The connection is not encrypted: put "
            "it behind a server with HTTPS, unless you trust the network."
        )
    typer.echo("Stop it with Ctrl-C.")
    sys.stdout.flush()


def _open_browser(settings: ServerSettings) -> None:
    import webbrowser

    webbrowser.open(f"{settings.address}?token={settings.ticket}")


def _read_password(host: str, ask: bool, file: Path | None) -> str | None:
    """Return the password, if one is given or needed, and remove it from the environment.

    Jobs inherit the environment and must not see it.
    """
    from accord.web.settings import is_loopback

    password = os.environ.pop(VARIABLE, None)
    if file is not None:
        try:
            password = file.read_text(encoding="utf-8").partition("\n")[0].strip()
        except (OSError, UnicodeDecodeError) as error:
            raise OptionError(
                f"--password-file {file}: it cannot be read ({error}).", option="password_file"
            ) from None
    needed = ask or (password is None and not is_loopback(host))
    if needed and file is None:
        if not sys.stdin.isatty():
            raise OptionError(
                f"--host {host} gives other machines access, which needs a password. Set "
                f"{VARIABLE}, or use --password-file.",
                option="host",
            )
        password = typer.prompt("Password for this server", hide_input=True)
    if password is not None and len(password) < SHORTEST_PASSWORD:
        raise OptionError(
            f"the password has fewer than {SHORTEST_PASSWORD} characters.", option="password"
        )
    return password


def _listen(host: str, port: int | None) -> socket.socket:
    """Return a socket at the port, or at the first free one from the default port on."""
    ports = range(PORT, PORT + PORTS_TRIED) if port is None else (port,)
    for number in ports:
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(
                host, number, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
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
        f"--host {host} --port {ports[0]}: the server cannot listen there ({reason}).",
        option="port",
    )
