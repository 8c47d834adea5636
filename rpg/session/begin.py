"""How a session begins: a save with its world, the answers, and the opening as its first node."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rpg.runtime.edits import Edit, SetAnswer, SetPremise
from rpg.runtime.index import index_world
from rpg.runtime.scene import scene
from rpg.runtime.state import State, initial_state
from rpg.session.commits import card_of
from rpg.session.errors import SessionError
from rpg.session.services import Services
from rpg.session.settings import SETTINGS
from rpg.store.errors import SaveError
from rpg.store.save import Save
from rpg.store.transaction import Step, Transaction
from rpg.timeline.fold import fold_node
from rpg.timeline.nodes import NewNode, new_ref, text_content
from rpg.world.macros import expand
from rpg.world.model import World


@dataclass(frozen=True, slots=True)
class Opening:
    """What the player chose. number: which opening, from 1. seed: of dice and lore rolls."""

    answers: Mapping[str, str] = field(default_factory=dict)
    premise: str = ""
    number: int = 1
    seed: int = 0
    narrator: str | None = None


def openings(world: World) -> tuple[str, ...]:
    """All openings of a world as they are told, the main one first; there is always one."""
    start = initial_state(index_world(world))
    first = world.opening or world.summary or world.name
    return tuple(_told(start, text) for text in (first, *world.alternate_openings))


def opening_name(world: World, number: int) -> str:
    """What an opening is called, from 1; "" when the author gave it no name."""
    return "".join(world.opening_names[number - 1 : number]).strip()


def begin(path: Path, world: World, opening: Opening, services: Services) -> Save:
    """A new save. Raises SaveError, and SessionError for an unknown question or opening."""
    index = index_world(world)
    content = text_content("opening", _opening_text(world, opening), _edits(world, opening))
    state = fold_node(initial_state(index), content, lambda version: index).state
    settings = {"narrator": opening.narrator} if opening.narrator else {}
    transaction = Transaction(
        nodes=(NewNode(None, content, made=int(services.now())),),
        head=Step("begin", new_ref(0)),
        card=card_of(state, content.text),
    )
    meta = {"seed": opening.seed, **({SETTINGS: settings} if settings else {})}
    _make_folder(path)
    return Save.create(path, world, meta, transaction)


def _make_folder(path: Path) -> None:
    """The folder of a new save. Raises SaveError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        detail = error.strerror or str(error)
        raise SaveError("unwritable_folder", path, folder=path.parent, detail=detail) from error


def _opening_text(world: World, opening: Opening) -> str:
    told = openings(world)
    if not 1 <= opening.number <= len(told):
        raise SessionError("no_such_opening", number=opening.number, count=len(told))
    return told[opening.number - 1]


def _told(state: State, text: str) -> str:
    """The opening with its macros filled in from the state it begins in."""
    now = scene(state)
    language = state.world.language
    values = {"user": state.world.player.name, "location": now.name, "time": now.clock_text(language)}
    return expand(text, values)


def _edits(world: World, opening: Opening) -> tuple[Edit, ...]:
    known = {question.id: question for question in world.questions}
    unknown = [id for id in opening.answers if id not in known]
    if unknown:
        raise SessionError("unknown_question", question=unknown[0], known=tuple(known) or "-")
    edits: list[Edit] = [
        SetAnswer(id, text.strip(), "player") for id, text in opening.answers.items() if text.strip()
    ]
    if opening.premise.strip():
        edits.append(SetPremise(opening.premise.strip(), "player"))
    return tuple(edits)
