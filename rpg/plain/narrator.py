"""Who tells the stories, in plain mode: servers are looked for, one is tried, and the choice is remembered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rpg.narrator.addresses import api_address, is_loopback, shown_address
from rpg.narrator.keys import store_key
from rpg.narrator.protocol import NarratorError
from rpg.plain.sentence import sentence
from rpg.plain.table import Game
from rpg.session.models import Offer, offered_models, trial_lines, try_configured
from rpg.session.narrators import STORYTELLER
from rpg.session.tellers import Teller, tellers
from rpg.text.clean import clean_line


async def choose_narrator(game: Game) -> bool:
    """Asks, tries what was chosen, and keeps it; whether anything was kept."""
    console = game.console
    console.tell("tui.first_lead")
    console.tell("tui.first_searching")
    found = tellers(await _found(game), console.language)
    console.tell("tui.first_found" if len(found) > 1 else "tui.first_none")
    labels = [console.about(one.label, one.detail) if one.detail else one.label for one in found]
    while True:
        chosen = await console.choose(
            console.text("tui.first_title"), [*labels, console.text("tui.first_other")]
        )
        if chosen is None:
            return False
        teller = found[chosen] if chosen < len(found) else await _other(game)
        if teller is not None and await _took(game, teller):
            return True


async def _found(game: Game) -> tuple[Offer, ...]:
    return await offered_models(game.services.config, game.services.environ)


async def _other(game: Game) -> Teller | None:
    """A server that was not found by itself; a key for one elsewhere goes into the system's keyring only."""
    console = game.console
    console.tell("tui.first_address")
    console.tell("tui.first_address_lead")
    address = (await console.ask() or "").strip()
    if not address:
        return None
    if not is_loopback(api_address(address)):
        console.tell("tui.first_key")
        console.tell("tui.first_key_lead")
        key = (await console.ask_secret()).strip()
        if key and not store_key(address, key):
            console.tell("tui.first_no_keyring")
    return Teller(address, "", address)


async def _took(game: Game, teller: Teller) -> bool:
    """Tries a teller and keeps it when the player says so; nothing of a trial stays otherwise."""
    if not teller.address:
        _remember(game, {"narrator": STORYTELLER})
        game.console.tell("plain.storyteller_kept")
        return True
    console = game.console
    console.tell("tui.first_trying", model=teller.model or shown_address(teller.address))
    before = {key: game.services.config.values.get(key) for key in ("base_url", "narrator", "model")}
    _remember(game, {"base_url": teller.address, "narrator": None, "model": teller.model or None})
    works = await _tried(game, teller)
    use = console.text("tui.first_use" if works else "tui.first_use_anyway")
    if await console.choose("", [use, console.text("tui.first_again")]) != 0:
        _remember(game, before)
        return False
    _remember(game, {"narrator": "openai"})
    return True


async def _tried(game: Game, teller: Teller) -> bool:
    services, language = game.services, game.console.language
    model = teller.model or None
    try:
        report = await try_configured(services.config, services.environ, services.learned, model, language)
    except NarratorError as error:
        game.console.say(sentence(error, language))
        return False
    for line in trial_lines(report, language):
        game.console.say(clean_line(line))
    return bool(report["reachable"]) and report["error"] is None


def _remember(game: Game, values: Mapping[str, object]) -> None:
    """Keeps settings of the player."""
    config = game.services.config
    for key, value in values.items():
        config = config.with_value(key, value)
    game.take(game.shell.renewed(replace(game.services, config=config)))
