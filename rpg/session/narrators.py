"""Which narrator tells a session: chosen by spec, configuration or environment, built late.

In order: the command line's spec, the save's or the player's setting, `RPG_BASE_URL`/`RPG_MODEL`/
`RPG_API_KEY`, `OPENAI_BASE_URL`/`OPENAI_API_KEY`, else the offline storyteller. Source: docs/interface.md §2.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rpg.config.config import Config
from rpg.narrator.protocol import Narrator
from rpg.session.errors import SessionError

OPENAI_URL = "https://api.openai.com/v1"
STORYTELLER = "storyteller"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a model is served. key: never shown or stored."""

    base_url: str
    model: str = ""
    key: str = ""

    def __repr__(self) -> str:
        return f"Endpoint({self.base_url!r}, {self.model!r})"


def chosen_spec(
    spec: str | None, config: Config, settings: Mapping[str, Any], environ: Mapping[str, str]
) -> str:
    """The spec in force: "storyteller", "openai", "openai:MODEL", "gguf:FILE" or "script:FILE"."""
    named = spec or config.get("narrator", settings)
    if named:
        return str(named)
    reachable = config.get("base_url") or environ.get("RPG_BASE_URL") or environ.get("OPENAI_BASE_URL")
    keyed = environ.get("RPG_API_KEY") or environ.get("OPENAI_API_KEY")
    return "openai" if reachable or keyed else STORYTELLER


def endpoint_of(config: Config, settings: Mapping[str, Any], environ: Mapping[str, str]) -> Endpoint:
    """Server, model and key from the configuration and the environment; the key from the keyring at last.

    A key set for one server (`OPENAI_API_KEY`) is not sent to another one set as `RPG_BASE_URL`.
    """
    configured = config.get("base_url")
    own, common = environ.get("RPG_BASE_URL"), environ.get("OPENAI_BASE_URL")
    base_url = str(configured or own or common or OPENAI_URL)
    model = str(config.get("model", settings) or environ.get("RPG_MODEL") or "")
    key = environ.get("RPG_API_KEY") or ("" if configured or own else environ.get("OPENAI_API_KEY", ""))
    return Endpoint(base_url, model, key or _keyring_key(base_url))


def _keyring_key(base_url: str) -> str:
    from rpg.narrator.keys import key_from_keyring

    return key_from_keyring(base_url)


def build_narrator(
    spec: str,
    config: Config,
    settings: Mapping[str, Any],
    environ: Mapping[str, str],
    learned: MutableMapping[str, Any],
    language: str = "en",
) -> Narrator:
    """The narrator of a spec. language: of the prose, for texts that are added for the model.

    Raises SessionError("unknown_narrator"), and NarratorError for a bad script.
    """
    kind, _, rest = spec.partition(":")
    match kind:
        case "storyteller":
            from rpg.narrator.storyteller import Storyteller

            return Storyteller()
        case "openai":
            endpoint = endpoint_of(config, settings, environ)
            return _client(endpoint, rest, config, settings, learned, language)
        case "script" if rest:
            from rpg.narrator.script_file import load_script
            from rpg.narrator.scripted import ScriptedNarrator

            return ScriptedNarrator(load_script(Path(rest)))
        case "gguf" if rest:
            from rpg.narrator.local_model import local_narrator

            return local_narrator(Path(rest), settings)
        case _:
            raise SessionError("unknown_narrator", spec=spec)


def _client(
    endpoint: Endpoint,
    model: str,
    config: Config,
    settings: Mapping[str, Any],
    learned: MutableMapping[str, Any],
    language: str,
) -> Narrator:
    from rpg.narrator.endpoint import Limits
    from rpg.narrator.openai_client import ClientSettings, OpenAINarrator
    from rpg.narrator.retry import RetryRules

    tools = config.get("wire.tools", settings)
    temperature = config.get("wire.temperature", settings)
    return OpenAINarrator(
        endpoint.base_url,
        model or endpoint.model,
        endpoint.key,
        language=language,
        settings=ClientSettings(
            limits=Limits(idle=float(config.get("wire.idle"))),
            retry=RetryRules(attempts=int(config.get("wire.retries"))),
            window=config.get("context.window", settings),
            tools=None if tools == "auto" else tools,
            cache_hints=config.get("wire.cache_hints"),
            send_reasoning=config.get("wire.send_reasoning"),
            extra={} if temperature is None else {"temperature": temperature},
        ),
        store=learned,
    )
