"""What a server tells of a model when it is asked, each in its own way: the context window, tool calling."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rpg.narrator.endpoint import Endpoint, EndpointFault
from rpg.narrator.protocol import Failure

ASK_LIMIT = 3.0
"""Seconds that one question may take."""

OLLAMA_DEFAULT = 4096
"""Ollama's window where neither the model nor the server sets one. It cuts longer prompts off at the top
without a word, so the window must not be overestimated."""

_LISTED = ("max_model_len", "loaded_context_length", "context_length", "context_window", "max_context_length")


@dataclass(frozen=True, slots=True)
class Facts:
    """window: in tokens, tools: whether the model takes native tool calls; None: the server does not tell."""

    window: int | None = None
    tools: bool | None = None


async def server_facts(endpoint: Endpoint, model: str) -> Facts:
    """What the server tells of this model.

    Servers without encryption are taken for local ones and asked in the ways of llama.cpp, Ollama and
    LM Studio too; all others only through their list of models. Raises EndpointFault when there is no
    server; one that fails to answer has told nothing.
    """
    listed = Facts(_window(_entry(await _ask(endpoint, "GET", "/models"), model)))
    if endpoint.address.startswith("https"):
        return listed
    for ask in (_llama_cpp, _lm_studio, _ollama):
        facts = await ask(endpoint, model)
        if facts != Facts():
            return Facts(listed.window or facts.window, facts.tools)
    return listed


async def count_tokens(endpoint: Endpoint, model: str, text: str) -> int | None:
    """How many tokens the server's own tokenizer makes of `text` (llama.cpp, vLLM); None where it has none.

    Only servers without encryption are asked. Raises EndpointFault when there is no server.
    """
    if endpoint.address.startswith("https"):
        return None
    body = {"model": model, "content": text, "prompt": text, "add_special_tokens": False}
    answer = await _ask(endpoint, "POST", "/tokenize", body, root=True)
    tokens = answer.get("tokens") if isinstance(answer, Mapping) else None
    return len(tokens) if isinstance(tokens, list) and (tokens or not text) else None


async def _ask(endpoint: Endpoint, method: str, path: str, body: Any = None, *, root: bool = False) -> Any:
    """The JSON answer, or None for any fault but a server that is not there."""
    try:
        if method == "GET":
            return await endpoint.get_json(path, root=root, limit=ASK_LIMIT)
        return await endpoint.post_json(path, body, root=root, limit=ASK_LIMIT)
    except EndpointFault as error:
        if error.fault.error.kind is Failure.NO_SERVER:
            raise
        return None


def _size(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def _entry(answer: Any, model: str) -> Mapping[str, Any]:
    """What a list of models says of this one."""
    entries = answer.get("data") if isinstance(answer, Mapping) else answer
    for entry in entries if isinstance(entries, list) else []:
        if isinstance(entry, Mapping) and entry.get("id") == model:
            return entry
    return {}


def _window(entry: Mapping[str, Any]) -> int | None:
    """The window in a list of models (vLLM, OpenRouter, Mistral, Groq, LM Studio)."""
    return next((size for key in _LISTED if (size := _size(entry.get(key)))), None)


def _able(entry: Mapping[str, Any], word: str) -> bool | None:
    """Whether a list of abilities holds this one; None without a list."""
    abilities = entry.get("capabilities")
    return word in abilities if isinstance(abilities, list) else None


async def _llama_cpp(endpoint: Endpoint, model: str) -> Facts:
    """The window of one slot, and what the chat template can express."""
    answer = await _ask(endpoint, "GET", "/props", root=True)
    if not isinstance(answer, Mapping):
        return Facts()
    settings = answer.get("default_generation_settings")
    told = settings.get("n_ctx") if isinstance(settings, Mapping) else None
    able = answer.get("chat_template_caps")
    tools = able.get("supports_tools") if isinstance(able, Mapping) else None
    return Facts(_size(told) or _size(answer.get("n_ctx")), tools if isinstance(tools, bool) else None)


async def _lm_studio(endpoint: Endpoint, model: str) -> Facts:
    entry = _entry(await _ask(endpoint, "GET", "/api/v0/models", root=True), model)
    return Facts(_window(entry), _able(entry, "tool_use"))


async def _ollama(endpoint: Endpoint, model: str) -> Facts:
    """The window of the running model, else the one that it would be started with."""
    shown = await _ask(endpoint, "POST", "/api/show", {"model": model}, root=True)
    shown = shown if isinstance(shown, Mapping) and "model_info" in shown else {}
    running = _running(await _ask(endpoint, "GET", "/api/ps", root=True), model)
    window = running or (_shown(shown) if shown else None)
    return Facts(window, _able(shown, "tools"))


def _running(answer: Any, model: str) -> int | None:
    entries = answer.get("models") if isinstance(answer, Mapping) else None
    for entry in entries if isinstance(entries, list) else []:
        if isinstance(entry, Mapping) and model in (entry.get("name"), entry.get("model")):
            return _size(entry.get("context_length"))
    return None


def _shown(shown: Mapping[str, Any]) -> int:
    info = shown.get("model_info")
    sizes = info.items() if isinstance(info, Mapping) else ()
    own = next(
        (size for key, told in sizes if key.endswith(".context_length") and (size := _size(told))), None
    )
    found = re.search(r"(?m)^\s*num_ctx\s+(\d{1,9})", str(shown.get("parameters") or ""))
    wanted = int(found.group(1)) if found else OLLAMA_DEFAULT
    return min(wanted, own) if own else wanted
