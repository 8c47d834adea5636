"""`rpg serve`: the terminal interface in a browser, through textual-serve (extra `rpg[web]`).

On loopback unless told otherwise. A page elsewhere cannot reach it: requests must name this host and come
from this page, and where others can reach the port, a token is asked for.
"""

from __future__ import annotations

import ipaddress
import secrets
import shlex
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from rpg.cli.output import CommandError, Desk

if TYPE_CHECKING:
    from aiohttp import web

COOKIE = "rpg_token"
Handler = Callable[["web.Request"], Awaitable["web.StreamResponse"]]


def serve(desk: Desk) -> int:
    """Serves until it is stopped."""
    args = desk.args
    try:
        server = _server(
            desk, args.host, args.port, None if is_loopback(args.host) else secrets.token_urlsafe(24)
        )
    except ImportError:
        raise CommandError(desk.text("cli.no_web_extra"), code="no_web_extra") from None
    server.serve()
    return 0


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server on `host`."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def command_line(desk: Desk) -> str:
    """The command that each visitor's game runs, quoted for a shell."""
    args = desk.args
    words = [sys.executable, "-m", "rpg.cli.main", "play", *([args.target] if args.target else [])]
    for option in ("narrator", "worlds", "saves", "language"):
        value = getattr(args, option, None)
        if value:
            words += [f"--{option}", str(value)]
    return shlex.join(words)


def allowed(host: str, origin: str, sent: str, token: str | None, bound: str) -> bool:
    """Whether a request may pass.

    host, origin: its headers ("" when missing). sent: the token it brought. bound: the host served on.
    """
    name = urlsplit(f"//{host}").hostname or ""
    if is_loopback(bound) and not is_loopback(name):
        return False
    if origin and urlsplit(origin).netloc != host:
        return False
    return token is None or secrets.compare_digest(sent.encode(), token.encode())


def _server(desk: Desk, host: str, port: int, token: str | None) -> Any:
    from aiohttp import web
    from textual_serve.server import Server

    class GuardedServer(Server):
        """textual-serve's server behind a check of every request."""

        async def _make_app(self) -> web.Application:
            app = await super()._make_app()
            app.middlewares.append(guard)
            return app

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        headers, cookies = request.headers, request.cookies
        sent = request.query.get("token") or cookies.get(COOKIE, "")
        if not allowed(headers.get("Host", ""), headers.get("Origin", ""), sent, token, host):
            raise web.HTTPForbidden(text="This game is not served to you.")
        response = await handler(request)
        if token is not None and "token" in request.query and not response.prepared:
            response.set_cookie(COOKIE, token, httponly=True, samesite="Strict")
        return response

    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}"
    desk.say(desk.text("cli.serving", address=f"{address}/?token={token}" if token else address))
    if token is not None:
        desk.say(desk.text("cli.serving_open"))
    desk.out.flush()
    return GuardedServer(command_line(desk), host=host, port=port, title="rpg", public_url=address)
