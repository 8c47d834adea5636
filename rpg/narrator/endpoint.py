"""The connection to one server through the openai package, which is imported when it is first needed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rpg.narrator.addresses import api_address, host_of, is_loopback, server_root
from rpg.narrator.errors import Fault, understand
from rpg.narrator.protocol import Failure, NarratorError
from rpg.narrator.scrubbing import detail_of

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI

NO_KEY = "no-key"
"""Sent where no key is set: local servers do not look at it, and the package refuses an empty one."""


class EndpointFault(Exception):
    """The server could not be reached or refused; `fault` is free of keys."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault.error))
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Limits:
    """Time limits in seconds. connect: to reach the server. idle: between two pieces of a reply. first:
    until the first piece, which on a small machine reads the whole prompt before it speaks. linger: for
    what may follow once the reply has ended."""

    connect: float = 10.0
    idle: float = 60.0
    first: float = 300.0
    linger: float = 2.0


class Endpoint:
    """One server and key.

    The key is in no representation, and every error is scrubbed of it.
    """

    def __init__(self, base_url: str, api_key: str = "", *, limits: Limits | None = None) -> None:
        self.address = api_address(base_url)
        self.limits = limits or Limits()
        self._key = api_key.strip()
        self._client: AsyncOpenAI | None = None

    def __repr__(self) -> str:
        return f"Endpoint({detail_of(self.address, self.secrets)!r})"

    @property
    def secrets(self) -> Sequence[str]:
        """What must never be shown."""
        return (self._key,) if self._key else ()

    @property
    def loopback(self) -> bool:
        """Whether the server runs on this machine."""
        return is_loopback(self.address)

    async def close(self) -> None:
        """Close all connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def move(self, address: str) -> None:
        """Use another address from now on."""
        await self.close()
        self.address = address

    async def get_json(self, path: str, *, root: bool = False, limit: float | None = None) -> Any:
        """The JSON answer to a GET, path relative to the API (root: to the server). Raises EndpointFault."""
        return await self._json("GET", path, None, root, limit)

    async def post_json(
        self, path: str, body: Mapping[str, Any], *, root: bool = False, limit: float | None = None
    ) -> Any:
        """The JSON answer to a POST. Raises EndpointFault."""
        return await self._json("POST", path, dict(body), root, limit)

    async def models(self) -> list[str]:
        """The models that the server lists, in its order. Raises EndpointFault."""
        return model_names(await self.get_json("/models"))

    @asynccontextmanager
    async def open_stream(self, body: Mapping[str, Any]) -> AsyncIterator[httpx2.Response]:
        """The open answer to a chat completion; leaving the context closes it, and the server stops.

        Raises EndpointFault when the server refuses or cannot be reached.
        """
        rest = {name: value for name, value in body.items() if name not in ("model", "messages", "stream")}
        try:
            client = await self._ready()
            manager = client.chat.completions.with_streaming_response.create(
                model=body["model"], messages=body["messages"], stream=True, extra_body=rest
            )
            response = await manager.__aenter__()
        except Exception as error:
            raise EndpointFault(self.fault_of(error)) from None
        try:
            yield response.http_response
        finally:
            await manager.__aexit__(None, None, None)

    def fault_of(self, error: Exception) -> Fault:
        """What an exception of the openai package or of its transport means."""
        import httpx2
        import openai

        if isinstance(error, openai.APIStatusError):
            return understand(error.status_code, error.body, error.response.headers, self.secrets)
        cause = error.__cause__ if isinstance(error, openai.APIConnectionError) else error
        if isinstance(
            cause, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.ProxyError | httpx2.InvalidURL
        ):
            return self._fault(Failure.NO_SERVER, cause)
        if isinstance(cause, httpx2.UnsupportedProtocol):
            return self._fault(Failure.NO_SERVER, cause)
        if isinstance(cause, httpx2.TimeoutException | TimeoutError):
            return self._fault(Failure.STALLED, cause, retryable=True)
        if isinstance(cause, httpx2.RequestError):
            return self._fault(Failure.DISCONNECTED, cause, retryable=True)
        return self._fault(Failure.BAD_REPLY, error)

    def _fault(self, kind: Failure, cause: BaseException | None, *, retryable: bool = False) -> Fault:
        words = "" if kind is Failure.STALLED else str(cause or "") or type(cause).__name__
        if kind is Failure.NO_SERVER:
            words = f"{host_of(self.address)}: {words}"
        words = detail_of(words, self.secrets)
        return Fault(NarratorError(kind, words, retryable=retryable), "")

    async def _json(self, method: str, path: str, body: Any, root: bool, limit: float | None) -> Any:
        try:
            client = await self._ready()
            url = f"{server_root(self.address)}{path}" if root else path
            async with asyncio.timeout(limit):
                response = await _fetch(client, method, url, body)
        except Exception as error:
            raise EndpointFault(self.fault_of(error)) from None
        try:
            return response.json()
        except ValueError:
            fault = understand(None, response.text, secrets=self.secrets)
            raise EndpointFault(
                Fault(NarratorError(Failure.NOT_A_STREAM, fault.error.detail), fault.message)
            ) from None

    async def _ready(self) -> AsyncOpenAI:
        if self._client is None:
            self._client = await asyncio.to_thread(self._connect)
        return self._client

    def _connect(self) -> AsyncOpenAI:
        """A client that retries nothing by itself and, on this machine, uses no proxy."""
        import httpx2
        from openai import AsyncOpenAI, DefaultAsyncHttpxClient

        timeout = httpx2.Timeout(self.limits.first, connect=self.limits.connect)
        client = AsyncOpenAI(
            api_key=self._key or NO_KEY,
            base_url=self.address,
            timeout=timeout,
            max_retries=0,
            http_client=DefaultAsyncHttpxClient(trust_env=not self.loopback, timeout=timeout),
        )
        # The package takes these from the environment and would send them to any server.
        client.organization = None
        client.project = None
        return client


async def _fetch(client: AsyncOpenAI, method: str, url: str, body: Any) -> httpx2.Response:
    import httpx2

    if method == "GET":
        return await client.get(url, cast_to=httpx2.Response)
    return await client.post(url, cast_to=httpx2.Response, body=body)


def model_names(answer: object) -> list[str]:
    """The names in an answer to `/models`, whichever of the known shapes it has."""
    if isinstance(answer, Mapping):
        answer = answer.get("data") or answer.get("models") or []
    entries = answer if isinstance(answer, list) else []
    names = [_model_name(entry) for entry in entries]
    return list(dict.fromkeys(name for name in names if name))


def _model_name(entry: object) -> str:
    if isinstance(entry, str):
        return entry
    if not isinstance(entry, Mapping):
        return ""
    name = entry.get("id") or entry.get("model") or entry.get("name") or entry.get("key") or ""
    return str(name)
