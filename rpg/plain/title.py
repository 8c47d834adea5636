"""The list of stories in plain mode: go on with one, begin one, or set something up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from rpg.plain.asides import ASIDES
from rpg.plain.begin import begin_story
from rpg.plain.commands import ALIASES, BY_NAME
from rpg.plain.console import chosen_number
from rpg.plain.narrator import choose_narrator
from rpg.plain.sentence import sentence
from rpg.plain.table import Game
from rpg.session.library import saves, world_named, worlds
from rpg.session.newstory import own_first, world_name
from rpg.session.session import Session
from rpg.session.tellers import is_first_start
from rpg.store.errors import SaveError
from rpg.store.library import find_save
from rpg.text.clean import clean_line

Open = Callable[[], Awaitable[Session | None]]


@dataclass(frozen=True, slots=True)
class Offer:
    """A line of the list, and what choosing it opens."""

    label: str
    open: Open


async def open_target(game: Game, name: str) -> Session | None:
    """The session for a save or a world by name. Raises WorldNotFound, WorldError and SaveError."""
    path = _save_named(game, name)
    if path is not None:
        return Session.open(path, game.services)
    return await begin_story(game, world_named(game.services, name))


def _save_named(game: Game, name: str) -> Path | None:
    try:
        return find_save(game.services.paths.saves, name)
    except SaveError as error:
        if error.code != "missing":
            raise
        return None


async def choose_story(game: Game) -> Session | None:
    """What the player chooses; None when they quit or the input is over.

    Who tells the stories is asked first where nobody has said so and somebody is there to be asked.
    """
    if game.console.interactive and is_first_start(game.services):
        await choose_narrator(game)
    offers = _show(game)
    while (line := await game.console.ask()) is not None:
        word = line.strip()
        if ALIASES.get(word[1:], word[1:]) == "quit" and word.startswith("/"):
            return None
        try:
            session = await _answered(game, offers, word)
        except Exception as error:
            game.console.say(sentence(error, game.console.language))
            continue
        if session is not None:
            return session
        offers = _show(game, offers)
    return None


def _show(game: Game, before: tuple[Offer, ...] = ()) -> tuple[Offer, ...]:
    """The list as it is now; told again only where it is another than `before`."""
    offers = (*_kept(game), *_new(game))
    labels = [offer.label for offer in offers]
    if labels != [offer.label for offer in before]:
        game.console.menu(game.console.text("plain.title"), labels)
    game.console.tell("plain.title_hint", count=len(offers))
    return offers


def _kept(game: Game) -> list[Offer]:
    say = game.console.text
    found: list[Offer] = []
    for entry in saves(game.services):
        if entry.error is None:
            label = say("plain.go_on", name=clean_line(entry.name), place=clean_line(entry.card.place))
        else:
            label = say(
                "plain.broken",
                name=clean_line(entry.name),
                problem=sentence(entry.error, game.console.language),
            )

        async def opened(path: Path = entry.path) -> Session | None:
            return Session.open(path, game.services)

        found.append(Offer(label, opened))
    return found


def _new(game: Game) -> list[Offer]:
    say = game.console.text
    found: list[Offer] = []
    for world in own_first(worlds(game.services), game.console.language):
        label = say("plain.new_story", name=world_name(world, game.console.language))
        if world.problem is not None:
            problem = world.problem.sentence(game.console.language)
            label = say("plain.broken", name=clean_line(world.name), problem=clean_line(problem))

        async def opened(path: Path = world.path) -> Session | None:
            return await begin_story(game, world_named(game.services, str(path)))

        found.append(Offer(label, opened))
    return found


async def _answered(game: Game, offers: tuple[Offer, ...], word: str) -> Session | None:
    """The session that a line of the player opens; a command is run and opens none."""
    if word.startswith("/"):
        return await _command(game, word[1:])
    chosen = chosen_number(word, len(offers))
    if chosen is not None:
        return await offers[chosen].open()
    return await open_target(game, word) if word else None


async def _command(game: Game, text: str) -> Session | None:
    typed, _, rest = text.partition(" ")
    name = ALIASES.get(typed, typed)
    if name == "new":
        return await begin_story(game, world_named(game.services, rest.strip()) if rest.strip() else None)
    if name == "help" and not rest.strip():
        _help(game)
    elif name in ASIDES:
        await ASIDES[name](game, rest.strip())
    else:
        await game.outside(text)
    return None


def _help(game: Game) -> None:
    say = game.console.text
    game.console.tell("plain.title_help")
    outside = [name for name in game.shell.names if name not in BY_NAME]
    for name in ("new", "narrator", "language", "help", "quit", *outside):
        game.console.say(f"  {game.console.about(f'/{name}', say(f'plain.do_{name}'))}")
