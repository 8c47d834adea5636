"""A plan in the making: the fixed texts of one request, each worked out at most once.

`rpg.context.choice` decides what of the history goes with them, `rpg.context.assemble` finishes the plan.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rpg.context import layout
from rpg.context.cast import Pinner, cast_of, departure, owners_of, text_of_person, text_of_place, texts_of
from rpg.context.frame_text import Teller
from rpg.context.frames import FRAMES, Cast, Owner, Standing, Texts, anew, standing_room, step
from rpg.context.lore_places import Lore, filler, lore_of, lore_section, named_outlets
from rpg.context.middle import begin_sections, gap_section, recalled_sections, standing_section
from rpg.context.past import message_section, unit_text
from rpg.context.record import Record, record_from_document
from rpg.context.result import Choice
from rpg.context.roster import roster_of
from rpg.context.sections import SETTING, Section, section, used
from rpg.context.space import space_of
from rpg.context.system import system_sections, tools_section
from rpg.context.tail import Told, tail_card, told_in
from rpg.context.values import PlanInputs, Recalled, ToolOffer, WireMessage
from rpg.runtime.detail import next_door
from rpg.text.labels import speaker


@dataclass(frozen=True, slots=True)
class Extras:
    """What a follow-up request adds.

    turn: its messages so far. staged: the frames that may stay when not all do; None: all. carried: what earlier
    requests of the turn carried, to be carried on while it fits.
    """

    turn: tuple[WireMessage, ...] = ()
    staged: frozenset[Owner] | None = None
    carried: tuple[Choice, ...] = ()


class Draft:
    """A plan in the making for fixed inputs. Everything is worked out at most once."""

    def __init__(self, inputs: PlanInputs, extras: Extras) -> None:
        self.inputs = inputs
        self.extras = extras
        self._cards: dict[Told, Section] = {}
        self.say = speaker(inputs.language)
        self.space = space_of(inputs.settings, inputs.quality)
        self.now = inputs.log.count + 1
        self._messages: dict[int, Section] = {}

    # -- what is fixed ------------------------------------------------------------------------

    @cached_property
    def last(self) -> Record | None:
        """The last record, if it can belong to this path."""
        record = record_from_document(self.inputs.last_record)
        return record if record is not None and record.message < self.now else None

    @cached_property
    def lore(self) -> Lore:
        return lore_of(self.inputs)

    @cached_property
    def cast(self) -> Cast:
        return cast_of(self.inputs.state, self.last, self.inputs.settings.digest_people)

    @cached_property
    def owners(self) -> tuple[Owner, ...]:
        staged = self.extras.staged
        return tuple(owner for owner in owners_of(self.cast) if staged is None or owner in staged)

    @cached_property
    def texts(self) -> Texts:
        inputs, state, settings = self.inputs, self.inputs.state, self.inputs.settings
        names = (0, 0) if settings.brief else (settings.roster_places, settings.roster_people)
        roster = roster_of(state, state.player_location, *names)
        teller = Teller(
            state,
            inputs.notes,
            inputs.language,
            self.say,
            filler(self.lore),
            roster,
            () if settings.brief else next_door(state),
            settings.digest_tokens,
        )
        return texts_of(teller, Pinner(inputs, self.last))

    @cached_property
    def head(self) -> tuple[Section, ...]:
        inputs = self.inputs
        return (*tools_section(inputs, offered(inputs)), *system_sections(inputs, self.lore, self.say))

    @cached_property
    def begin(self) -> tuple[Section, ...]:
        return tuple(begin_sections(self.inputs, self.lore, self.say))

    @cached_property
    def opening(self) -> tuple[Section, ...]:
        """The messages of kind "opening" at the beginning of the log."""
        found: list[Section] = []
        for ordinal in range(1, self.inputs.log.count + 1):
            if self.inputs.log.message(ordinal).kind != "opening":
                break
            found.append(self.message(ordinal))
        return tuple(found)

    @cached_property
    def outlets(self) -> tuple[Section, ...]:
        """Lore whose outlet stands in none of the texts that are sent."""
        inputs, state = self.inputs, self.inputs.state
        world = state.world
        scene = (
            text_of_place(state, self.cast.place),
            *(text_of_person(state, id) for id in self.cast.people),
        )
        texts = (world.rules, world.tone, world.player.description, *(e.text for e in inputs.presets), *scene)
        placed = named_outlets(texts) if self.lore.at("outlet") else frozenset()
        return tuple(
            lore_section(inputs, entry, "outlet", "user")
            for entry in self.lore.at("outlet")
            if entry.outlet.casefold() not in placed
        )

    @cached_property
    def before(self) -> tuple[Standing, ...]:
        """The blocks if the history stays as it was cut."""
        last = self.last
        stood = () if last is None else standing_room(last.stood, last.start, self.now)
        return step(stood, self.owners, self.cast, self.texts, self.now)

    @cached_property
    def base(self) -> tuple[Section, ...]:
        """Everything that is sent whatever the history carries, without blocks, tail card and memory."""
        fixed = layout.Layout(self.head, self.begin, (), (), (), self.outlets, (), (), self.turn)
        return layout.ordered(self.inputs, self.lore, fixed, self.say)

    @cached_property
    def turn(self) -> tuple[Section, ...]:
        """What this turn has said and called already, as one section."""
        said = self.extras.turn
        if not said:
            return ()
        text = unit_text(said)
        return (
            section(
                self.inputs.count, "turn", "log", "unit", text, reason="turn", place="turn", messages=said
            ),
        )

    def message(self, ordinal: int) -> Section:
        """A message of the log as a section."""
        found = self._messages.get(ordinal)
        if found is None:
            settings = self.inputs.settings
            found = self._messages[ordinal] = message_section(
                self.inputs.log.message(ordinal),
                self.inputs.count,
                calls=settings.past_tools == "slim",
                isolated=settings.isolated,
            )
        return found

    # -- sizes --------------------------------------------------------------------------------

    def setting_needed(self, blocks: tuple[Standing, ...] | None = None) -> int:
        """Tokens of setting content; the frames are those of `blocks`, else all placed anew."""
        blocks = self.frames if blocks is None else blocks
        return used((*self.base, *self.tail(blocks), *self.sections_of(blocks)), SETTING)

    def frame_sections(self) -> tuple[Section, ...]:
        """The frames of the scene as sections."""
        return self.sections_of(self.frames)

    @cached_property
    def frames(self) -> tuple[Standing, ...]:
        """The frames of the scene, all placed at this turn's message."""
        blocks = anew((), self.owners, self.cast, self.texts, self.now)
        return tuple(block for block in blocks if block.kind in FRAMES)

    def on_stage(self, blocks: tuple[Standing, ...]) -> tuple[Standing, ...]:
        """`blocks` without the frames of those who are not on the stage any more."""
        here = frozenset(self.owners)
        return tuple(one for one in blocks if one.kind not in FRAMES or (one.kind, one.owner) in here)

    def sections_of(self, blocks: tuple[Standing, ...]) -> tuple[Section, ...]:
        return tuple(standing_section(self.inputs, block) for block in blocks)

    def tail(self, blocks: tuple[Standing, ...], recalled: tuple[Recalled, ...] = ()) -> tuple[Section, ...]:
        """The tail card and what was recalled."""
        told = told_in(blocks)
        if told not in self._cards:
            self._cards[told] = self._card(told)
        return (self._cards[told], *recalled_sections(self.inputs, recalled, self.say))

    def _card(self, told: Told) -> Section:
        arrived = tuple(id for id in self.cast.people if self._came_in(id))
        card = tail_card(self.inputs, self.cast, told, arrived, self.say)
        return section(self.inputs.count, "tail", "scene", "user", card, reason="scene", place="tail")

    def _came_in(self, who: str) -> bool:
        """Whether somebody present came since the last turn: not framed then, or away in between."""
        last = self.last
        if last is None:
            return False
        framed = any(old.kind == "person" and old.owner == who for old in last.stood)
        return not framed or departure(self.inputs.state, who)[1] > last.departures

    def gap(self, start: int, covers: int) -> Section:
        """The line that stands for the messages left out before `start`."""
        return gap_section(self.inputs, len(self.opening) + 1, start, covers, self.say)


def offered(inputs: PlanInputs) -> tuple[ToolOffer, ...]:
    """The tools that are sent: none where the text protocol tells of them, under isolation none of other people's."""
    if inputs.tools_text:
        return ()
    return tuple(tool for tool in inputs.tools if not (tool.foreign and inputs.settings.isolated))
