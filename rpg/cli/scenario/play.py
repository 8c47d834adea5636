"""Playing a scenario in a session of its own, which leaves nothing behind."""

from __future__ import annotations

import json
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from rpg.cli.scenario.form import Act, Expect, Reply, Scenario, Step
from rpg.config.config import Config
from rpg.config.paths import Paths
from rpg.narrator.protocol import Narrator
from rpg.narrator.scripted import ScriptedNarrator, Turn
from rpg.runtime.errors import EditError
from rpg.runtime.routes import is_known
from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.session.begin import Opening
from rpg.session.errors import SessionError
from rpg.session.events import BlockedEvent, Event, FailedEvent
from rpg.session.library import with_narrator
from rpg.session.request import exact_request
from rpg.session.services import Services
from rpg.session.session import Session
from rpg.world.model import World
from rpg.world.problem import Place
from rpg.world.times import moment_text

SHOWN = 80
"""Characters of a text that are shown for what it lacks."""


@dataclass(frozen=True, slots=True)
class Miss:
    """An expectation that did not hold: what was asked, and what was found instead."""

    place: Place
    what: str
    wanted: str
    found: str


def _unwatched(session: Session) -> None:
    """Nobody looks on."""


async def play_scenario(
    scenario: Scenario, world: World, language: str, watch: Callable[[Session], None] = _unwatched
) -> tuple[Miss, ...]:
    """Plays every step and returns what did not come out as expected. watch: looks at the session after each."""
    with tempfile.TemporaryDirectory(prefix="rpg-scenario-") as folder:
        services = _services(Path(folder), language, _narrator(scenario))
        opening = Opening(dict(scenario.answers), number=scenario.opening, seed=scenario.seed)
        try:
            session = Session.create(Path(folder, "saves", "scenario.rpg"), world, opening, services)
        except SessionError as error:
            return (Miss(Place(), "begin", "-", error.code),)
        async with session:
            misses: list[Miss] = []
            for step in scenario.steps:
                misses += await _step(session, step)
                watch(session)
            return tuple(misses)


def _narrator(scenario: Scenario) -> Narrator:
    if scenario.scripted:
        replies = [reply for step in scenario.steps for reply in step.replies]
        return ScriptedNarrator([_turn(reply) for reply in replies])
    from rpg.narrator.storyteller import Storyteller

    return Storyteller()


def _turn(reply: Reply) -> Turn:
    calls = [(reply.call, reply.arguments)] if reply.call else []
    return Turn(text=reply.text, calls=calls)


def _services(folder: Path, language: str, narrator: Narrator) -> Services:
    """Folders of their own and no configuration, so that a scenario comes out alike everywhere."""
    paths = Paths(folder / "config", folder / "data", folder / "cache", folder / "saves", ())
    config = Config(paths.config_file, {"background": "off"})
    plain = Services(
        paths, config, language, {}, lambda spec, settings, language: narrator, {}, now=lambda: 0.0
    )
    return with_narrator(plain, narrator)


async def _step(session: Session, step: Step) -> list[Miss]:
    refusal = await _refusal(session, step)
    if bool(refusal) != step.expect.refused:
        wanted = "refused" if step.expect.refused else "done"
        return [Miss(step.place, "outcome", wanted, refusal or "done")]
    return [Miss(step.place, *miss) for miss in _misses(session, step.expect)]


async def _refusal(session: Session, step: Step) -> str:
    """Plays the step; why it was refused or failed, "" when it was done."""
    try:
        if step.say:
            return await _followed(session.play(step.say))
        if step.travel:
            return await _followed(session.travel(step.travel, step.companions))
        return await _act(session, step.act)
    except (EditError, SessionError) as error:
        return error.code


async def _act(session: Session, act: Act | None) -> str:
    match act:
        case "retry":
            return await _followed(session.retry())
        case "undo":
            await session.undo()
        case "redo":
            await session.redo()
        case None:
            pass
        case _:
            assert_never(act)
    return ""


async def _followed(events: AsyncIterator[Event]) -> str:
    refusal = ""
    async for event in events:
        match event:
            case BlockedEvent(status=status):
                refusal = status
            case FailedEvent(code=code):
                refusal = code
            case _:
                pass
    return refusal


def _misses(session: Session, expect: Expect) -> Iterator[tuple[str, str, str]]:
    state = session.head_state
    yield from _state_misses(state, expect)
    last = session.log(session.log_length - 1, session.log_length)
    yield from _lacking("says", last[-1].text if last else "", expect.says)
    if expect.prompt_has or expect.prompt_lacks:
        prompt = _prompt(session)
        yield from _lacking("prompt_has", prompt, expect.prompt_has)
        yield from (("prompt_lacks", part, part) for part in expect.prompt_lacks if part in prompt)


def _state_misses(state: State, expect: Expect) -> Iterator[tuple[str, str, str]]:
    now = scene(state)
    if expect.location is not None and expect.location != now.location:
        yield "location", expect.location, now.location
    here = ", ".join(now.present) or "-"
    yield from (("present", id, here) for id in expect.present if id not in now.present)
    yield from (("absent", id, here) for id in expect.absent if id in now.present)
    yield from (("known", id, "unknown") for id in expect.known if not is_known(state, id))
    yield from (("unknown", id, "known") for id in expect.unknown if is_known(state, id))
    if expect.clock is not None and expect.clock != state.clock:
        found = "-" if state.clock is None else moment_text(state.clock, state.world.language)
        yield "clock", moment_text(expect.clock, state.world.language), found
    flags = state.flags()
    yield from (
        ("flags", flag, json.dumps(flags, ensure_ascii=False))
        for flag in expect.flags
        if not _holds(flag, state)
    )


def _holds(flag: str, state: State) -> bool:
    name, given, value = flag.partition("=")
    found = state.flag(name.strip())
    return str(found) == value.strip() if given else bool(found)


def _lacking(what: str, text: str, parts: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    short = " ".join(text.split())[:SHOWN]
    yield from ((what, part, short) for part in parts if part not in text)


def _prompt(session: Session) -> str:
    """The text of the request that the next turn would send."""
    request = exact_request(session.plan(), session.narrator.traits)
    return "\n".join(str(message["content"]) for message in request["messages"])
