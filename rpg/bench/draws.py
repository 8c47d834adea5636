"""What random play draws: words, tool calls, operations, changes by hand, other versions of a world."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Any

from rpg.world.model import Character, Location, World

_WORDS = ("rain", "the", "lamp", "nobody", "waits", "雨", "says")
_MARK = re.compile(r"(?<!\w)k\d+")

FACTS = ("condition", "relationship", "position", "knows")

HandEdit = tuple[str, str, str]
"""Kind, what it is about, value: as for `rpg set`."""


class Draws:
    """Random things of one world. Every text it makes holds a mark that no other text has."""

    def __init__(self, dice: Random, world: World) -> None:
        self.dice = dice
        self._world = world
        self.places = tuple(world.locations)
        self.people = tuple(world.characters)
        self.ways = tuple((start.id, exit.to) for start in world.locations.values() for exit in start.exits)
        self._names = {place.id: place.name for place in world.locations.values()}
        self._people_named = {person.id: person.name for person in world.characters.values()}
        self._marks = 0

    def words(self) -> str:
        """A dozen words and their mark."""
        self._marks += 1
        return f"{' '.join(self.dice.choices(_WORDS, k=12))} k{self._marks}"

    def prose_move(self) -> str:
        """A reply that moves somebody in words alone."""
        place, person = self._names[self.place()], self._people_named[self.person()]
        told = (f"You go to {place}.", f"{person} leaves.", f"{person} comes in.")
        return f"{self.words()}. {self.dice.choice(told)}"

    def place(self) -> str:
        return self.dice.choice(self.places)

    def person(self) -> str:
        return self.dice.choice(self.people)

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    # -- what the model calls ---------------------------------------------------------------

    def call(self) -> tuple[str, dict[str, Any]]:
        """A call of any tool of the game but the registry."""
        person = self.person()
        return self.dice.choice(
            (
                ("update_character", {"character": person, "condition": self.words()}),
                ("update_character", {"character": person, "relationship": self.words()}),
                ("update_character", {"character": person, "knows": [self.words()]}),
                ("set_flag", {"name": "flooded", "value": self.chance(0.5)}),
                ("advance_time", {"minutes": self.dice.randrange(600)}),
                ("roll_dice", {"dice": "2d6+1", "who": self.dice.choice(("player", "world"))}),
                ("look_up", {"name": person}),
                ("show_widget", {"title": "Tides", "rows": [["High", self.words()]]}),
                ("save_memory", {"text": self.words()}),
                ("ask_user_input", {"question": "Which?", "choices": ["One", "Two", self.words()]}),
            )
        )

    def operations(self) -> list[dict[str, Any]]:
        return [self._operation() for _ in range(self.dice.randrange(1, 4))]

    def _operation(self) -> dict[str, Any]:
        place, person = self.place(), self.person()
        start, end = self.dice.choice(self.ways)
        made = f"Hut {self.dice.randrange(4)}"
        new = {"name": made, "summary": "A hut.", "description": "Dry."}
        return self.dice.choice(
            (
                {"op": "move_player", "to": place},
                {"op": "move_player", "to": place, "with": [person]},
                {"op": "move_player", "to": place, "without": [person]},
                {"op": "move_character", "character": person, "to": place},
                {"op": "move_character", "character": person, "to": None},
                {"op": "follow", "character": person},
                {"op": "unfollow", "character": person},
                {"op": "create_location", **new, "connect_to": place},
                {"op": "remove_location", "location": made},
                {
                    "op": "create_character",
                    **new,
                    "name": f"Guest {self.dice.randrange(3)}",
                    "location": place,
                },
                {"op": "connect", "from": start, "to": place},
                {"op": "disconnect", "from": start, "to": end},
                {"op": "set_exit", "from": start, "to": end, "hidden": False},
                {"op": "set_exit", "from": start, "to": end, "locked": self.dice.choice((None, "barred"))},
                {"op": "reveal", "location": place},
                {"op": "update_location", "location": place, "note": self.words()},
            )
        )

    # -- what the player sets by hand -------------------------------------------------------

    def hand_edit(self, kind: str) -> HandEdit:
        """A change by hand of that kind; some take a fact away."""
        start, end = self.dice.choice(self.ways)
        text = self.words() if self.chance(0.8) else ""
        match kind:
            case "player":
                return kind, "", self.place()
            case "position":
                return kind, self.person(), self.place() if self.chance(0.7) else ""
            case "condition" | "relationship" | "knows" | "forgets":
                return kind, self.person(), text
            case "note":
                return kind, self.place(), text
            case "exit":
                return kind, f"{start}:{end}", self.dice.choice(("open", "hidden", "barred"))
            case "flag":
                return kind, "flooded", self.dice.choice(("true", "false", "", "high"))
            case "clock":
                return kind, "", f"Day {self.dice.randrange(1, 4)} {self.dice.randrange(24):02d}:00"
            case "lock" | "unlock":
                return kind, f"{self.dice.choice(FACTS)}:{self.person()}", ""
            case _:
                return kind, f"the {kind}", text

    # -- other versions of a world ----------------------------------------------------------

    def other_world(self, world: World) -> World:
        """The world as its author may have changed it: a name, a sheet, a person gone, a place gone."""
        change: Callable[[World], World] = self.dice.choice(
            (self._renamed, self._without_person, self._without_place, *(self._as_it_began,) * 3)
        )
        return change(world)

    def _as_it_began(self, world: World) -> World:
        return self._world

    def _renamed(self, world: World) -> World:
        place = world.locations[self.dice.choice(tuple(world.locations))]
        other = replace(place, name=f"{self._names[place.id]} {self.dice.randrange(9)}", summary="Rebuilt.")
        return replace(world, locations={**world.locations, place.id: other})

    def _without_person(self, world: World) -> World:
        gone = self.dice.choice(self.people)
        people = {id: _unrelated(who, gone) for id, who in world.characters.items() if id != gone}
        return replace(world, characters=people)

    def _without_place(self, world: World) -> World:
        gone = self.dice.choice([id for id in self.places if id != world.start])
        places = {id: _no_way(place, gone) for id, place in world.locations.items() if id != gone}
        people = {id: _never_at(person, gone) for id, person in world.characters.items()}
        return replace(world, locations=places, characters=people)


def _no_way(place: Location, gone: str) -> Location:
    return replace(place, exits=tuple(exit for exit in place.exits if exit.to != gone))


def _unrelated(person: Character, gone: str) -> Character:
    return replace(person, relations=tuple(one for one in person.relations if one[0] != gone))


def _never_at(person: Character, gone: str) -> Character:
    blocks = tuple(block for block in person.schedule if block.location != gone)
    place = None if person.location == gone else person.location
    return replace(_unrelated(person, gone), location=place, schedule=blocks)


def marks_in(texts: Iterable[str]) -> frozenset[str]:
    """The marks of all words drawn that stand in the texts."""
    return frozenset(mark for text in texts for mark in _MARK.findall(text))
