"""Who could tell the stories, as choices, and whether anybody has chosen yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rpg.narrator.addresses import shown_address
from rpg.session.services import Services
from rpg.text.clean import clean_line
from rpg.text.messages import message

if TYPE_CHECKING:
    from rpg.session.models import Offer

MOST_MODELS = 12
"""Models listed of one server."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Somebody to tell the story. address: "" for the storyteller. label, detail: as shown."""

    address: str
    model: str
    label: str
    detail: str = ""


def is_first_start(services: Services) -> bool:
    """Whether nobody has said yet who is to tell the stories."""
    config, environ = services.config, services.environ
    named = ("RPG_BASE_URL", "RPG_MODEL", "OPENAI_BASE_URL")
    return not (
        services.spec
        or config.get("narrator")
        or config.get("base_url")
        or any(environ.get(name) for name in named)
    )


def tellers(offers: Iterable[Offer], language: str) -> tuple[Teller, ...]:
    """The storyteller first, then every model that was found; a server without models stands alone."""
    return tuple(_tellers(offers, language))


def _tellers(offers: Iterable[Offer], language: str) -> Iterator[Teller]:
    yield Teller("", "", message(language, "tui.storyteller"), message(language, "tui.storyteller_detail"))
    for offer in offers:
        detail = f"{clean_line(offer.name)} · {clean_line(shown_address(offer.address))}"
        if offer.problem is not None:
            why = message(language, f"narrator.{offer.problem.kind}", detail=offer.problem.detail, limit="?")
            yield Teller(offer.address, "", detail, clean_line(why))
        for model in offer.models[:MOST_MODELS]:
            yield Teller(offer.address, model, clean_line(model), detail)
