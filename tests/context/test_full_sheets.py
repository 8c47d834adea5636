"""Every authored word of the scene is in the first request of every turn, and no secret of anyone else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rpg.context.plan import plan
from rpg.runtime.edits import MoveCharacter, MovePlayer
from rpg.world.model import Character, Clock, Exit, Location, Player, Question, ScheduleBlock, World
from tests.context.stories import Play, begin, prose, wire_text


def location(n: int, exits: tuple[Exit, ...]) -> Location:
    return Location(
        f"loc{n}",
        f"LocName{n}",
        (f"LocAlias{n}",),
        f"LocSummary{n}",
        f"LocDescription{n}\nLocSecondLine{n}",
        f"LocRules{n}",
        f"LocRegion{n}",
        details=((f"LocThing{n}", f"LocDetail{n}"),),
        exits=exits,
    )


def character(n: int, at: str) -> Character:
    return Character(
        f"char{n}",
        f"CharName{n}",
        (f"CharAlias{n}",),
        at,
        f"CharSummary{n}",
        f"CharDescription{n}",
        f"CharPersonality{n}",
        f"CharSpeech{n}",
        (f"CharExample{n}",),
        f"CharGoals{n}",
        f"CharSecrets{n}",
        f"CharBoundaries{n}",
        relations=(("player", f"CharRelation{n}"),),
        topics=((f"CharTopic{n}", f"CharFact{n}"),),
        schedule=(ScheduleBlock(23 * 60, 23 * 60 + 59, "loc1"),),
    )


def world(language: str) -> World:
    places = [
        location(0, (Exit("loc1", "ExitLabel0", 5), Exit("loc2", "ExitLabel1", 5, locked="LockReason1"))),
        location(1, (Exit("loc2", "ExitLabel2", 5, hidden=True),)),
        location(2, ()),
    ]
    people = [character(0, "loc0"), character(1, "loc1"), character(2, "loc1"), character(3, "loc2")]
    return World(
        "w",
        "W",
        "loc0",
        language,
        rules="WorldRules",
        tone="WorldTone",
        opening="Opening.",
        player=Player("Ada", "PlayerDescription"),
        questions=(Question("origin", "OriginAsk", (), "OriginAnswer"),),
        clock=Clock(480, 1),
        locations={place.id: place for place in places},
        characters={person.id: person for person in people},
    )


def texts(thing: Location | Character) -> Iterator[str]:
    """Every text that an author wrote for a thing, ids, tags and exits left out."""
    for name in thing.__slots__:
        if name in ("id", "location", "exits", "schedule", "temporary", "map", "tags", "portrait"):
            continue
        yield from flat(getattr(thing, name))


def flat(value: object) -> Iterator[str]:
    if isinstance(value, tuple):
        for item in value:
            yield from flat(item)
    elif isinstance(value, str) and value and value != "player":
        yield from value.splitlines()


def check(played: Play, here: int, people: set[int], language: str) -> None:
    made = plan(played.inputs("now"))
    assert not made.refused
    text, authored = wire_text(made), world(language)
    for word in ("WorldRules", "WorldTone", "PlayerDescription", "OriginAsk", "OriginAnswer"):
        assert word in text
    for word in texts(authored.locations[f"loc{here}"]):
        assert word in text
    for exit in authored.locations[f"loc{here}"].exits:
        assert exit.label in text
        assert exit.locked in text
    for n in range(4):
        person = authored.characters[f"char{n}"]
        mine = [word for word in texts(person) if word not in (person.name, person.summary)]
        assert [word in text for word in mine] == [n in people] * len(mine)
    assert ("23:00" in text) == bool(people)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("window", [4600, 20_000])
def test_at_arrival_while_dwelling_after_moves_and_after_cuts(language, window):
    played = begin(world(language), window)
    check(played, 0, {0}, language)
    for n in range(25):
        played.turn(f"say {n}", prose(str(n), 60))
        check(played, 0, {0}, language)
    played.turn("come", "ok", [MoveCharacter("char3", "loc0", "model")])
    check(played, 0, {0, 3}, language)
    played.turn("go", "ok", [MovePlayer("loc1", "model", companions=("char3",))])
    check(played, 1, {1, 2, 3}, language)
    played.turn("leave", "ok", [MoveCharacter("char1", None, "model")])
    check(played, 1, {2, 3}, language)
    for n in range(40):
        played.turn(f"more {n}", prose(f"m{n}", 60))
        check(played, 1, {2, 3}, language)
    played.turn("to LocName0", "back", [MovePlayer("loc0", "player")], kind="travel")
    check(played, 0, {0}, language)
