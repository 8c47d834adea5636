"""The context window that a server tells, each in its own way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rpg.narrator.endpoint import Endpoint, EndpointFault
from rpg.narrator.protocol import Failure

ASK_LIMIT = 3.0
"""Seconds that one question may take."""

OLLAMA_DEFAULT = 4096
"""Ollama's window where neither the model nor the server sets one. It cuts longer prompts off at the top
without a word, so the window must not be overestimated."""

_LISTED = ("max_model_len", "loaded_context_length", "context_length", "context_window", "max_context_length")


async def told_window(endpoint: Endpoint, model: str) -> int | None:
    """The window in tokens that the server gives this model, None when it does not tell.

    Servers without encryption are taken for local ones and asked in the ways of llama.cpp, Ollama and
    LM Studio too; all others only through their list of models. Never raises for a server that fails.
    """
    listed = _listed(await _ask(endpoint, "GET", "/models"), model)
    if listed is not None or endpoint.address.startswith("https"):
        return listed
    props = _props(await _ask(endpoint, "GET", "/props", root=True))
    if props is not None:
        return props
    return await _lm_studio(endpoint, model) or await _ollama(endpoint, model)


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


def _listed(answer: Any, model: str) -> int | None:
    """From the list of models (vLLM, OpenRouter, Mistral, Groq)."""
    entries = answer.get("data") if isinstance(answer, Mapping) else answer
    for entry in entries if isinstance(entries, list) else []:
        if isinstance(entry, Mapping) and entry.get("id") == model:
            return next((size for key in _LISTED if (size := _size(entry.get(key)))), None)
    return None


def _props(answer: Any) -> int | None:
    """From llama.cpp: the window of one slot."""
    if not isinstance(answer, Mapping):
        return None
    settings = answer.get("default_generation_settings")
    told = settings.get("n_ctx") if isinstance(settings, Mapping) else None
    return _size(told) or _size(answer.get("n_ctx"))


async def _lm_studio(endpoint: Endpoint, model: str) -> int | None:
    answer = await _ask(endpoint, "GET", "/api/v0/models", root=True)
    return _listed(answer, model)


async def _ollama(endpoint: Endpoint, model: str) -> int | None:
    """The window of the running model, else the one that it would be started with."""
    running = await _ask(endpoint, "GET", "/api/ps", root=True)
    for entry in running.get("models") or [] if isinstance(running, Mapping) else []:
        if isinstance(entry, Mapping) and model in (entry.get("name"), entry.get("model")):
            told = _size(entry.get("context_length"))
            if told:
                return told
    shown = await _ask(endpoint, "POST", "/api/show", {"model": model}, root=True)
    return _shown(shown) if isinstance(shown, Mapping) and "model_info" in shown else None


def _shown(shown: Mapping[str, Any]) -> int:
    info = shown.get("model_info")
    own = next(
        (size for key, value in info.items() if key.endswith(".context_length") and (size := _size(value))), None
    ) if isinstance(info, Mapping) else None  # fmt: skip
    found = re.search(r"(?m)^\s*num_ctx\s+(\d{1,9})", str(shown.get("parameters") or ""))
    wanted = int(found.group(1)) if found else OLLAMA_DEFAULT
    return min(wanted, own) if own else wanted
