"""The narrator behind a model file of the player's own (`gguf:FILE`), which needs the extra `rpg[local]`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

from rpg.narrator.endpoint import Endpoint
from rpg.narrator.local_server import DEFAULT_WINDOW, LocalServer
from rpg.narrator.openai_client import ClientSettings, OpenAINarrator
from rpg.narrator.protocol import (
    Failure,
    NarratorError,
    NarratorEvent,
    Request,
    Traits,
    Waiting,
)

_GONE = frozenset({Failure.NO_SERVER, Failure.DISCONNECTED})


def local_narrator(file: Path, settings: Mapping[str, Any]) -> LocalNarrator:
    """The narrator of a model file; nothing is started yet. settings: of the save, by option key."""
    window = settings.get("context.window")
    threads = max((os.cpu_count() or 2) - 1, 1)
    server = LocalServer(
        file.expanduser(), window=window if isinstance(window, int) else None, threads=threads
    )
    return LocalNarrator(server, ClientSettings())


class LocalNarrator:
    """Starts the server at the first request and shows that it is loading; starts it anew if it is gone.

    tick: seconds from one sign of life to the next while the model is loading.
    """

    def __init__(
        self, server: LocalServer, settings: ClientSettings, *, language: str = "en", tick: float = 1.0
    ) -> None:
        self._server = server
        self._settings = settings
        self._language = language
        self._tick = tick
        self._client: OpenAINarrator | None = None
        self._starting: asyncio.Task[OpenAINarrator] | None = None
        self._window = settings.window or DEFAULT_WINDOW

    @property
    def traits(self) -> Traits:
        """The model; before it is loaded, with the window that it will be loaded with."""
        if self._client is not None:
            return replace(self._client.traits, name="gguf")
        return Traits("gguf", self._server.alias, self._window)

    @property
    def client(self) -> OpenAINarrator:
        """The client of the server that is up. Raises NarratorError when there is none."""
        if self._client is None:
            raise NarratorError(Failure.NO_SERVER)
        return self._client

    @property
    def endpoint(self) -> Endpoint:
        """The server that is up. Raises NarratorError when there is none."""
        return self.client.endpoint

    @property
    def child(self) -> int | None:
        """The process id of the child, None when there is none."""
        return self._server.process_id

    async def prepare(self) -> None:
        """Load the model. Raises NarratorError when that fails."""
        await asyncio.shield(self._loading())

    async def count_tokens(self, text: str) -> int | None:
        """Tokens of `text` by the model's own tokenizer; None before it is loaded."""
        return None if self._client is None else await self._client.count_tokens(text)

    async def stream(self, request: Request) -> AsyncGenerator[NarratorEvent, None]:
        """The reply; while the model is loading, a Waiting at each tick. Raises NarratorError."""
        loading = self._loading()
        while not loading.done():
            await asyncio.wait({loading}, timeout=self._tick)
            if not loading.done():
                yield Waiting(self._tick, "waiting_loading")
        client = await self._loaded(loading)
        try:
            async with aclosing(client.stream(request)) as events:
                async for event in events:
                    yield event
        except NarratorError as error:
            raise await self._cause(error) from None

    async def close(self) -> None:
        """End the server, whatever it is doing."""
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.wait({self._starting})
            self._starting = None
        if self._client is not None:
            await self._client.close()
            self._client = None
        await self._server.close()

    def _loading(self) -> asyncio.Task[OpenAINarrator]:
        """The start of the server that is under way or done; a new one when the server is gone."""
        if self._starting is None or (self._starting.done() and not self._server.running):
            self._starting = asyncio.create_task(self._start())
        return self._starting

    async def _loaded(self, loading: asyncio.Task[OpenAINarrator]) -> OpenAINarrator:
        try:
            return await loading
        except NarratorError:
            self._starting = None
            raise

    async def _start(self) -> OpenAINarrator:
        await self._server.close()
        served = await self._server.start()
        client = OpenAINarrator(
            served.address, self._server.alias, served.key, language=self._language, settings=self._settings
        )
        await client.prepare()
        self._client = client
        return client

    async def _cause(self, error: NarratorError) -> NarratorError:
        """What really happened when the connection failed because the child is gone."""
        code = await self._server.exit_code() if error.kind in _GONE else None
        return error if code is None else self._server.failure(code)
