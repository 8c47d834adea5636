"""One request and its reply over the connection, with its time limits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Any

from rpg.narrator.endpoint import Endpoint, EndpointFault
from rpg.narrator.errors import Fault, understand
from rpg.narrator.protocol import Failure, NarratorError, NarratorEvent
from rpg.narrator.reply import Reply, StreamFault
from rpg.narrator.sse import SseDecoder, SseItem

if TYPE_CHECKING:
    import httpx2

_PAGE = 4096
_DRAIN = 0.05


async def attempt(
    endpoint: Endpoint, body: Mapping[str, Any], reply: Reply
) -> AsyncGenerator[NarratorEvent, None]:
    """The events of one reply; closing the iterator closes the connection.

    Raises EndpointFault, StreamFault and NarratorError; text that came before has been yielded.
    """
    decoder = SseDecoder()
    lost: NarratorError | None = None
    async with endpoint.open_stream(body) as response:
        await _refuse_page(response, endpoint)
        try:
            async with aclosing(_pieces(response, endpoint, reply)) as pieces:
                async for data in pieces:
                    for event in _told(reply, decoder.feed(data)):
                        yield event
        except EndpointFault as error:
            if not reply.started and reply.reason is None:
                raise
            lost = error.fault.error
    for event in _told(reply, decoder.finish()):
        yield event
    for event in reply.flush():
        yield event
    if lost is not None and reply.reason is None and not reply.done:
        raise lost
    for event in reply.outcome(decoder.stray):
        yield event


def _told(reply: Reply, items: Iterable[SseItem]) -> Iterator[NarratorEvent]:
    """The events of these items. Before an error of the server goes on, what was held back of the story is told."""
    for item in items:
        try:
            events = reply.take(item)
        except StreamFault:
            yield from reply.flush() if reply.started else ()
            raise
        yield from events


async def _pieces(response: httpx2.Response, endpoint: Endpoint, reply: Reply) -> AsyncGenerator[bytes, None]:
    """The bytes of the answer until its end mark. Raises EndpointFault when they stop coming."""
    loop = asyncio.get_running_loop()
    heard, chunks = loop.time(), -1
    async with aclosing(response.aiter_bytes()) as source:
        while not reply.done:
            now = loop.time()
            if reply.chunks != chunks:
                heard, chunks = now, reply.chunks
            try:
                async with asyncio.timeout_at(_deadline(endpoint, reply, now, heard)):
                    data = await anext(source)
            except StopAsyncIteration:
                return
            except Exception as error:
                raise EndpointFault(endpoint.fault_of(error)) from None
            yield data
        await _drain(source)


async def _drain(source: AsyncGenerator[bytes, None]) -> None:
    """Read the end of a finished answer if it is there, so that the connection can be used again."""
    with suppress(Exception):
        async with asyncio.timeout(_DRAIN):
            async for _ in source:
                pass


def _deadline(endpoint: Endpoint, reply: Reply, now: float, heard: float) -> float:
    """Until when the next bytes must come. heard: when the last piece of the reply came.

    Signs of life without a piece are believed for as long as a first piece may take.
    """
    limits = endpoint.limits
    if reply.reason is not None:
        return now + limits.linger
    return min(now + (limits.idle if reply.started else limits.first), heard + limits.first)


async def _refuse_page(response: httpx2.Response, endpoint: Endpoint) -> None:
    """Raises EndpointFault when the answer is a web page."""
    if "html" not in response.headers.get("content-type", "").lower():
        return
    page = b""
    async with aclosing(response.aiter_bytes()) as source:
        async for data in source:
            page += data
            if len(page) >= _PAGE:
                break
    words = understand(None, page[:_PAGE].decode("utf-8", "replace"), secrets=endpoint.secrets).error.detail
    raise EndpointFault(Fault(NarratorError(Failure.NOT_A_STREAM, words), "", response.status_code))
