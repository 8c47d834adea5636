"""The title and the new-story questions of plain mode."""

from __future__ import annotations

import secrets
from pathlib import Path

from rpg.plain.console import Console
from rpg.session.begin import Opening, openings
from rpg.session.library import saves, world_named, worlds
from rpg.session.services import Services
from rpg.session.session import Session
from rpg.store.library import find_save, free_path
from rpg.world.model import Question, World


async def open_target(console: Console, services: Services, target: str | None) -> Session | None:
    """The session for a save, a world, or what the player chooses; None when they choose nothing.

    Raises WorldNotFound, WorldError and SaveError.
    """
    if target is None:
        return await _title(console, services)
    path = _save_named(services, target)
    if path is not None:
        return Session.open(path, services)
    return await begin_story(console, services, world_named(services, target))


def _save_named(services: Services, name: str) -> Path | None:
    from rpg.store.errors import SaveError

    try:
        return find_save(services.paths.saves, name)
    except SaveError as error:
        if error.code != "missing":
            raise
        return None


async def _title(console: Console, services: Services) -> Session | None:
    kept = [entry for entry in saves(services) if entry.error is None]
    found = [world for world in worlds(services) if world.problem is None]
    options = [console.text("plain.go_on", name=one.name, place=one.card.place) for one in kept]
    options += [console.text("plain.new_story", name=one.name) for one in found]
    chosen = await console.choose(console.text("plain.title"), options)
    if chosen is None:
        return None
    if chosen < len(kept):
        return Session.open(kept[chosen].path, services)
    return await begin_story(console, services, world_named(services, str(found[chosen - len(kept)].path)))


async def begin_story(console: Console, services: Services, world: World) -> Session:
    """Asks the opening questions and begins. An empty line takes the default."""
    console.say(world.name)
    if world.summary:
        console.say(world.summary)
    number = 0
    if len(openings(world)) > 1:
        first_lines = [" ".join(text.split())[:70] for text in openings(world)]
        number = await console.choose(console.text("plain.which_opening"), first_lines) or 0
    answers = {question.id: await _answer(console, question) for question in world.questions}
    opening = Opening(answers, "", number + 1, secrets.randbits(48), services.spec)
    return Session.create(free_path(services.paths.saves, world.name), world, opening, services)


async def _answer(console: Console, question: Question) -> str:
    if question.choices:
        chosen = await console.choose(question.ask, list(question.choices))
        return question.choices[chosen] if chosen is not None else question.default
    console.say(question.ask)
    if question.default:
        console.tell("plain.default", text=question.default)
    return (await console.ask() or "").strip() or question.default
