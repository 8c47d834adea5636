"""The narrator behind any server that speaks the OpenAI chat completions protocol."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, MutableMapping
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rpg.narrator.addresses import host_of
from rpg.narrator.attempt import attempt
from rpg.narrator.blocks import BlockFilter
from rpg.narrator.cache_hints import HintSetting, hint_for
from rpg.narrator.endpoint import Endpoint, EndpointFault, Limits
from rpg.narrator.envelope import EnvelopeFilter
from rpg.narrator.errors import Fault
from rpg.narrator.manners import Manners, ToolManner, adapted, from_record, to_record
from rpg.narrator.protocol import (
    Failure,
    NarratorError,
    NarratorEvent,
    Notice,
    Request,
    Traits,
    Waiting,
)
from rpg.narrator.reasoning import Opening, may_think_first
from rpg.narrator.reply import Reply, StreamFault
from rpg.narrator.retry import RetryRules, next_wait
from rpg.narrator.scrubbing import detail_of
from rpg.narrator.server_facts import count_tokens, server_facts
from rpg.narrator.windows import known_window
from rpg.narrator.wire import Body, WireSettings, build_body

_MOST_ADAPTATIONS = 8
_MOST_KEPT = 64


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """What a player may set for a server.

    window: context window in tokens, None: as known or told. tools: how tools are offered, None: as
    detected. cache_hints: what the server is told of its cache. send_reasoning: whether reasoning goes back inside a tool turn, "auto": once the server demands
    it. extra: further fields of the request such as temperature.
    """

    limits: Limits = field(default_factory=Limits)
    retry: RetryRules = field(default_factory=RetryRules)
    window: int | None = None
    tools: ToolManner | None = None
    send_reasoning: Literal["auto", "on", "off"] = "auto"
    cache_hints: HintSetting = "auto"
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class _Course:
    """How far one request has come: adaptations and repeated attempts so far, seconds waited."""

    adaptations: int = 0
    tried: int = 0
    waited: float = 0.0


class OpenAINarrator:
    """Streams replies from one model.

    base_url: the server's address as a player types it. model: "" for the first that the server lists.
    language: of the texts that are added for the model. store: where learned manners are kept, by address
    and model; sleep: how to wait, in seconds.
    """

    def __init__(
        self,
        base_url: str,
        model: str = "",
        api_key: str = "",
        *,
        language: str = "en",
        settings: ClientSettings | None = None,
        store: MutableMapping[str, Any] | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._settings = settings or ClientSettings()
        self._endpoint = Endpoint(base_url, api_key, limits=self._settings.limits)
        self._given_address = self._endpoint.address
        self._model = model
        self._language = language
        self._store: MutableMapping[str, Any] = {} if store is None else store
        self._sleep = sleep
        self._manners = self._remembered()
        self._asked = False
        self._signatures: dict[str, Any] = {}
        self._thoughts: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"OpenAINarrator({self._endpoint!r}, {self._model!r})"

    @property
    def traits(self) -> Traits:
        """The model as far as it is known now; the window may become known with an answer."""
        window = self._settings.window or self._manners.window or known_window(self._model)
        tools = self._tools() or "native"
        shown = "text" if tools == "schema" else tools
        return Traits(host_of(self._endpoint.address), self._model, window, shown)

    @property
    def endpoint(self) -> Endpoint:
        """The server behind this narrator."""
        return self._endpoint

    @property
    def set_window(self) -> int | None:
        """The window that the player has set, in tokens."""
        return self._settings.window

    @property
    def manners(self) -> Manners:
        """What is known of the server's manners."""
        reasoning = {"auto": self._manners.send_reasoning, "on": "reasoning_content", "off": ""}
        return replace(
            self._manners, tools=self._tools(), send_reasoning=reasoning[self._settings.send_reasoning]
        )

    def learn(self, manners: Manners) -> None:
        """Remember manners for this server and model."""
        self._manners = manners
        self._store[self._store_key()] = to_record(manners)

    async def ask_server(self) -> None:
        """Learn what the server tells of the model before the first request: name, window, tools.

        Raises EndpointFault when the server cannot be reached, NarratorError when it has no model.
        """
        await self._find_model()
        facts = await server_facts(self._endpoint, self._model)
        tools: ToolManner | None = "text" if facts.tools is False else None
        self.learn(
            replace(
                self._manners,
                window=facts.window or self._manners.window,
                tools=self._manners.tools or tools,
            )
        )

    async def prepare(self) -> None:
        """Ask the server once, so that the first prompt already fits. Faults come up in `stream` again.

        Each narrator asks anew: a local server may have been started with another window since.
        """
        if self._asked:
            return
        self._asked = True
        with suppress(EndpointFault, NarratorError):
            await self.ask_server()

    async def count_tokens(self, text: str) -> int | None:
        """Tokens of `text` by the server's own tokenizer; None where it has none, or does not answer."""
        with suppress(EndpointFault):
            return await count_tokens(self._endpoint, self._model, text)
        return None

    async def close(self) -> None:
        """Close all connections."""
        await self._endpoint.close()

    async def stream(self, request: Request) -> AsyncGenerator[NarratorEvent, None]:
        """The reply. Before its first piece, refusals are adapted to and passing faults waited out.

        Raises NarratorError; what came before it has been yielded.
        """
        course = _Course()
        while True:
            reply: Reply | None = None
            try:
                await self._find_model()
                body = self._body(request)
                reply = self._reply(request)
                async with aclosing(attempt(self._endpoint, body.fields, reply)) as events:
                    async for event in events:
                        yield event
                self._after(reply)
                return
            except (EndpointFault, StreamFault) as error:
                fault = error.fault
            except NarratorError as error:
                fault = Fault(error, "")
            if reply is not None and reply.started:
                raise fault.error
            async for event in self._recover(fault, body.sent if reply else None, course):
                yield event

    async def _recover(self, fault: Fault, sent: Any, course: _Course) -> AsyncGenerator[NarratorEvent, None]:
        """Make the next attempt possible, or raise the fault's error."""
        self._learn_limit(fault)
        changed = adapted(self._manners, fault, sent) if sent is not None else None
        if changed is not None and course.adaptations < _MOST_ADAPTATIONS:
            course.adaptations += 1
            to_text = changed.tools == "text" and self._tools() != "text"
            self.learn(changed)
            if to_text:
                yield Notice("tools_as_text", {"model": self._model})
            return
        if await self._other_address(fault):
            return
        wait = next_wait(fault, course.tried, course.waited, self._settings.retry)
        if wait is None:
            raise fault.error
        course.tried += not fault.loading
        course.waited += wait.seconds
        yield Waiting(wait.seconds, wait.reason)
        await self._sleep(wait.seconds)

    def _body(self, request: Request) -> Body:
        hint = hint_for(self._settings.cache_hints, self._endpoint.address)
        settings = WireSettings(
            self._model, self._language, self._settings.extra, self._signatures, self._thoughts, hint
        )
        return build_body(request, self.manners, settings)

    def _reply(self, request: Request) -> Reply:
        names = {tool.name for tool in request.tools}
        taken = {call.id for message in request.messages for call in message.tool_calls}
        thinks = self._manners.thinks_first
        doubt = may_think_first(self._model) if thinks is None else thinks
        return Reply(
            names,
            seed=str(len(request.messages)),
            taken=taken,
            opening=Opening.MAYBE if doubt else Opening.TEXT,
            force_text=request.force_text,
            secrets=self._endpoint.secrets,
            hide=(EnvelopeFilter if self.manners.tools == "schema" else BlockFilter)(names),
        )

    def _after(self, reply: Reply) -> None:
        """Remember what the reply showed of the server."""
        if reply.thought_first is not None and reply.thought_first != self._manners.thinks_first:
            self.learn(replace(self._manners, thinks_first=reply.thought_first))
        self._signatures.update(reply.signatures)
        self._thoughts.update(reply.thoughts)
        for kept in (self._signatures, self._thoughts):
            while len(kept) > _MOST_KEPT:
                del kept[next(iter(kept))]

    async def _find_model(self) -> None:
        if self._model:
            return
        models = await self._endpoint.models()
        if not models:
            raise NarratorError(Failure.UNKNOWN_MODEL)
        self._model = models[0]
        self._manners = self._remembered()

    async def _other_address(self, fault: Fault) -> bool:
        """Try the API under /v1 where the given address answers with something else."""
        if fault.error.kind is not Failure.NOT_A_STREAM or self._manners.suffix:
            return False
        if "/v1" in self._endpoint.address:
            return False
        self._manners = replace(self._manners, suffix="/v1")
        await self._endpoint.move(self._given_address + "/v1")
        return True

    def _learn_limit(self, fault: Fault) -> None:
        limit = fault.error.limit
        if limit is not None and limit != self._manners.window:
            self.learn(replace(self._manners, window=limit))

    def _tools(self) -> ToolManner | None:
        return self._settings.tools or self._manners.tools

    def _store_key(self) -> str:
        return f"{detail_of(self._given_address)} {self._model}"

    def _remembered(self) -> Manners:
        manners = from_record(self._store.get(self._store_key()))
        if manners.suffix:
            self._endpoint.address = self._given_address + manners.suffix
        if self._store_key() not in self._store and host_of(self._given_address) == "api.openai.com":
            manners = replace(manners, max_field="max_completion_tokens")
        return manners
