"""What a new story needs to be asked next: a function of what was answered so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rpg.memory.clip import clip
from rpg.session.begin import Opening, opening_name, openings
from rpg.text.cells import cell_width
from rpg.text.clean import clean_line, clean_text
from rpg.text.layout import prose_line
from rpg.text.messages import message
from rpg.world.find import FoundWorld
from rpg.world.macros import expand
from rpg.world.model import Question, World

Answers = Mapping[str, str]
"""Answers by key of their step, in the order they were given."""

OPENING_SHOWN = 260
"""Cells of an opening that are shown to choose it, whole sentences where one fits."""


@dataclass(frozen=True, slots=True)
class Option:
    """value: what is kept when it is chosen."""

    value: str
    label: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One question. free: may be answered with own words; an empty answer takes `default`."""

    key: str
    ask: str
    options: tuple[Option, ...] = ()
    free: bool = False
    default: str = ""
    help: str = ""


@dataclass(frozen=True, slots=True)
class Ground:
    """What the steps are made from.

    narrator: what is configured, as a spec. name: a free name for the save. earlier: whether there is an earlier
    story, from which something may carry over.
    """

    worlds: Sequence[FoundWorld]
    language: str
    narrator: str = "storyteller"
    name: str = ""
    earlier: bool = False


def next_step(ground: Ground, answers: Answers, world: World | None) -> Step | None:
    """The first step that has no answer yet; None when everything is known. world: once it is chosen."""
    if world is None:
        return _world_step(ground)
    return next((step for step in _steps(ground, world) if step.key not in answers), None)


def step_count(ground: Ground, world: World | None) -> int:
    """How many steps there are, the world included; without a world the fewest."""
    return 4 if world is None else 1 + len(_steps(ground, world))


def opening_of(answers: Answers, seed: int) -> Opening:
    """What the session needs to begin."""
    told = {key.removeprefix("answer:"): text for key, text in answers.items() if key.startswith("answer:")}
    return Opening(
        answers=told,
        premise=answers.get("premise", ""),
        number=int(answers.get("opening", "1")),
        seed=seed,
        narrator=answers.get("narrator") or None,
    )


def _steps(ground: Ground, world: World) -> list[Step]:
    steps = [] if len(openings(world)) == 1 else [_opening_step(ground, world)]
    steps.extend(_question_step(question, world) for question in world.questions)
    if ground.earlier:
        steps.append(_premise_step(ground.language))
    steps.append(_narrator_step(ground))
    steps.append(Step("name", message(ground.language, "tui.ask_name"), free=True, default=ground.name))
    return steps


def _premise_step(language: str) -> Step:
    ask, told = message(language, "tui.ask_premise"), message(language, "tui.help_premise")
    return Step("premise", ask, free=True, help=told)


def _world_step(ground: Ground) -> Step:
    """The worlds, those in the player's language first."""
    options = tuple(
        Option(
            str(world.path),
            world_name(world, ground.language),
            message(ground.language, "tui.world_broken") if world.problem else clean_line(world.summary),
        )
        for world in own_first(ground.worlds, ground.language)
    )
    help_key = "tui.help_world" if options else "tui.no_worlds"
    return Step(
        "world", message(ground.language, "tui.ask_world"), options, help=message(ground.language, help_key)
    )


def own_first(found: Sequence[FoundWorld], language: str) -> list[FoundWorld]:
    """Worlds, those in the player's language first."""
    return sorted(found, key=lambda world: world.language != language)


def world_name(world: FoundWorld, language: str) -> str:
    """A world's name, with its language where that is not the player's."""
    name = clean_line(world.name)
    if world.language == language or not world.language:
        return name
    key = f"tui.language_{world.language}"
    told = message(language, key)
    return message(
        language, "tui.world_in", name=name, language=clean_line(world.language) if told == key else told
    )


def _opening_step(ground: Ground, world: World) -> Step:
    names = {"user": world.player.name}
    options = tuple(
        Option(
            str(number),
            clean_line(opening_name(world, number)) or message(ground.language, "tui.opening", number=number),
            clip(prose_line(expand(text, names)), OPENING_SHOWN, cell_width),
        )
        for number, text in enumerate(openings(world), 1)
    )
    return Step("opening", message(ground.language, "tui.ask_opening"), options)


def _question_step(question: Question, world: World) -> Step:
    names = {"user": world.player.name}
    options = tuple(Option(choice, clean_line(expand(choice, names))) for choice in question.choices)
    return Step(
        f"answer:{question.id}",
        clean_text(expand(question.ask, names)),
        options,
        free=not options,
        default=question.default,
    )


def _narrator_step(ground: Ground) -> Step:
    language = ground.language
    storyteller = Option(
        "storyteller", message(language, "tui.storyteller"), message(language, "tui.storyteller_detail")
    )
    options = [storyteller]
    if ground.narrator != "storyteller":
        label = message(language, "tui.configured", narrator=clean_line(ground.narrator))
        options.insert(0, Option("", label, message(language, "tui.configured_detail")))
    return Step(
        "narrator",
        message(language, "tui.ask_narrator"),
        tuple(options),
        free=True,
        default=options[0].value,
        help=message(language, "tui.help_narrator"),
    )
