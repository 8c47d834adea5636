"""What endpoints offer, and how one model fared when it was tried out: in JSON and in plain words."""

from __future__ import annotations

import time
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

from rpg.config.config import Config
from rpg.narrator.addresses import shown_address
from rpg.narrator.protocol import NarratorError
from rpg.session.narrators import OPENAI_URL, Endpoint, build_narrator, endpoint_of
from rpg.text.messages import message


@dataclass(frozen=True, slots=True)
class Offer:
    """A server and its models. address: may hold a login, so it is shown through `shown_address`. configured: it is the one that play would use. problem: why it did not answer."""

    name: str
    address: str
    models: tuple[str, ...] = ()
    configured: bool = False
    problem: NarratorError | None = None

    def document(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "base_url": shown_address(self.address),
            "models": list(self.models),
            "configured": self.configured,
            "reachable": self.problem is None,
            "error": str(self.problem.kind) if self.problem is not None else None,
        }


async def offered_models(config: Config, environ: Mapping[str, str]) -> tuple[Offer, ...]:
    """The configured endpoint, where one is set, and the servers found on this machine."""
    from rpg.narrator.discover import find_local_servers

    found = [Offer(one.name, one.address, one.models) for one in await find_local_servers()]
    if not has_endpoint(config, environ):
        return tuple(found)
    endpoint = endpoint_of(config, {}, environ)
    return (await _configured(endpoint), *(one for one in found if one.address != endpoint.base_url))


def has_endpoint(config: Config, environ: Mapping[str, str]) -> bool:
    """Whether a server is configured: an address, or a key for the usual one."""
    endpoint = endpoint_of(config, {}, environ)
    return endpoint.base_url != OPENAI_URL or bool(endpoint.key)


async def _configured(endpoint: Endpoint) -> Offer:
    from rpg.narrator.addresses import host_of
    from rpg.narrator.endpoint import Endpoint as Connection
    from rpg.narrator.endpoint import EndpointFault

    connection = Connection(endpoint.base_url, endpoint.key)
    try:
        models = await connection.models()
        return Offer(host_of(endpoint.base_url), endpoint.base_url, tuple(models), True)
    except EndpointFault as fault:
        return Offer(host_of(endpoint.base_url), endpoint.base_url, (), True, fault.fault.error)
    finally:
        await connection.close()


async def try_configured(
    config: Config,
    environ: Mapping[str, str],
    learned: MutableMapping[str, Any],
    model: str | None,
    language: str,
) -> dict[str, Any]:
    """The report of a trial of `model` (None: the configured one) at the configured endpoint."""
    from rpg.narrator.openai_client import OpenAINarrator
    from rpg.narrator.probe import try_model

    narrator = build_narrator(f"openai:{model}" if model else "openai", config, {}, environ, learned)
    assert isinstance(narrator, OpenAINarrator)
    try:
        report = await try_model(narrator, time.monotonic, language=language)
    finally:
        await narrator.close()
    error = report.error
    return {
        "address": report.address,
        "model": report.model,
        "models": list(report.models),
        "reachable": report.reachable,
        "streams": report.streams,
        "tools": report.tools,
        "json_schema": report.json_schema,
        "window": report.window,
        "window_source": report.window_source,
        "tokens_per_second": report.tokens_per_second,
        "first_token": report.first_token,
        "error": None if error is None else {"code": str(error.kind), "detail": error.detail},
    }


def trial_lines(report: Mapping[str, Any], language: str) -> tuple[str, ...]:
    """The report in plain words, one fact a line."""
    lines = [message(language, "models.reachable" if report["reachable"] else "models.unreachable", **report)]
    error = report["error"]
    if error is not None:
        lines.append(message(language, f"narrator.{error['code']}", **error))
        lines.append(message(language, f"narrator.{error['code']}_remedy", **error))
    for key in ("streams", "json_schema"):
        if report[key] is not None:
            lines.append(message(language, f"models.{key}_{'yes' if report[key] else 'no'}"))
    if report["tools"] is not None:
        lines.append(message(language, f"models.tools_{report['tools']}"))
    if report["window"] is not None:
        lines.append(message(language, "models.window", window=f"{report['window']:,}"))
    if report["tokens_per_second"] is not None:
        speed = {"speed": f"{report['tokens_per_second']:.0f}", "first": f"{report['first_token'] or 0:.1f}"}
        lines.append(message(language, "models.speed", **speed))
    return tuple(lines)
