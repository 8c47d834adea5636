"""A new story in plain mode: the same questions as on the screen, one after the other."""

from __future__ import annotations

from typing import Final

from rpg.narrator.protocol import NarratorError
from rpg.plain.console import Console, chosen_number
from rpg.plain.sentence import sentence
from rpg.plain.table import Game
from rpg.session.errors import SessionError
from rpg.session.library import has_story, world_named, worlds
from rpg.session.narrators import chosen_spec
from rpg.session.newstory import Answers, Ground, Step, next_step, opening_of
from rpg.session.session import Session
from rpg.store.errors import SaveError
from rpg.store.library import free_path, path_for
from rpg.text.clean import clean_line
from rpg.world.model import World
from rpg.world.problem import WorldError

BACK: Final = "/back"
"""Typed instead of an answer: one question back."""

OUT: Final = frozenset({"/quit", "/q", "/exit", "/leave", "/退出", "/返回"})
"""Typed instead of an answer: no story after all."""


async def begin_story(game: Game, world: World | None = None) -> Session | None:
    """Asks what a new story needs and begins it; None when the player turns back, or the input is over.

    world: the one that is wanted, None: it is asked for. Raises WorldNotFound.
    """
    given = world
    told: dict[str, str] = {} if game.services.spec is None else {"narrator": game.services.spec}
    answers: dict[str, str] = {}
    if world is not None:
        _introduce(game.console, world)
    while True:
        step = next_step(_ground(game, world), {**told, **answers}, world)
        if step is None:
            assert world is not None
            made = _create(game, world, {**told, **answers})
            if made is not None:
                return made
            answers.pop("name", None)
            continue
        answer = await _asked(game.console, step)
        if answer is None or (answer == BACK and not answers and world is given):
            return None
        if answer == BACK:
            world = world if answers else given
            if answers:
                answers.popitem()
        elif step.key == "world":
            world = _chosen(game, answer)
        elif step.key != "narrator" or _can_tell(game, answer):
            answers[step.key] = answer


def _ground(game: Game, world: World | None) -> Ground:
    services = game.services
    configured = chosen_spec(services.spec, services.config, {}, services.environ)
    name = free_path(services.paths.saves, world.name).stem if world is not None else ""
    earlier = has_story(services)
    return Ground(worlds(services), game.console.language, configured, name, earlier)


def _chosen(game: Game, name: str) -> World | None:
    """The world, introduced; None when it cannot be played, which is told."""
    try:
        world = world_named(game.services, name)
    except WorldError as error:
        for line in error.lines(game.console.language):
            game.console.say(clean_line(line))
        return None
    _introduce(game.console, world)
    return world


def _can_tell(game: Game, spec: str) -> bool:
    """Whether there is such a narrator; what is wrong with it is told."""
    try:
        game.services.narrator(spec or None, {}, game.console.language)
    except (SessionError, NarratorError) as error:
        game.console.say(sentence(error, game.console.language))
        return False
    return True


def _introduce(console: Console, world: World) -> None:
    console.say(world.name)
    if world.summary:
        console.say(world.summary)
    console.tell("plain.how_to_answer")


def _create(game: Game, world: World, answers: Answers) -> Session | None:
    """The new session; None when its name will not do, which is told."""
    services = game.services
    seed = int(services.now() * 1000)
    try:
        path = path_for(services.paths.saves, answers["name"])
        return Session.create(path, world, opening_of(answers, seed), services)
    except SaveError as error:
        game.console.say(sentence(error, game.console.language))
        return None


async def _asked(console: Console, step: Step) -> str | None:
    """The answer to a question; "/back", or None at the end of the input."""
    console.say(step.ask)
    if step.key == "narrator":  # the screen's help names keys
        console.tell("plain.help_narrator")
    elif step.help:
        console.say(step.help)
    for number, option in enumerate(step.options, 1):
        detail = clean_line(option.detail)
        console.say(f"  {number}. {console.about(option.label, detail) if detail else option.label}")
    default = _default(step)
    if default:
        console.tell("plain.default", text=default)
    while (line := await console.ask()) is not None:
        word = line.strip()
        if word.startswith("/") and word != BACK:
            if word in OUT:
                return None
            console.tell("plain.how_to_answer")
            continue
        answer = _meant(step, word)
        if answer is not None:
            return answer
        console.tell("plain.choose_number", count=len(step.options))
    return None


def _default(step: Step) -> str:
    """What an empty line means, as it is shown."""
    if step.options:
        values = [option.value for option in step.options]
        return step.options[values.index(step.default) if step.default in values else 0].label
    return step.default


def _meant(step: Step, word: str) -> str | None:
    """What a line answers; None when it is no answer."""
    if word == BACK:
        return BACK
    if not word:
        values = [option.value for option in step.options]
        return step.default if step.default in values or not values else values[0]
    chosen = chosen_number(word, len(step.options))
    if chosen is not None:
        return step.options[chosen].value
    return word if step.free else None
