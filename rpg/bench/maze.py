"""A small world with everything that can go wrong in it: hidden and locked ways, schedules that cross the story,
somebody who is not there yet, and lore that remembers."""

from __future__ import annotations

from rpg.world.lorebook import Lorebook, LoreEntry
from rpg.world.model import Character, Clock, Exit, Location, Player, ScheduleBlock, World

_MORNING = 8 * 60


def maze() -> World:
    """Six places, four people, a clock, a lorebook whose entries stick, wait and roll."""
    return World(
        "maze",
        "The Mill",
        "yard",
        opening="The mill stands still.",
        rules="Nobody swims here.",
        player=Player("Ada", "A traveller."),
        clock=Clock(_MORNING, 10),
        locations={place.id: place for place in _places()},
        characters={person.id: person for person in _people()},
        lorebooks={"mill": _book()},
    )


def _places() -> tuple[Location, ...]:
    return (
        Location(
            "yard",
            "The Yard",
            ("court",),
            "Cobbles and a trough.",
            "Chaff lies in the cracks.",
            exits=(
                Exit("mill", "the wide door", 1),
                Exit("orchard", "a gap in the wall", 5),
                Exit("well", "a loose board", 1, hidden=True),
            ),
        ),
        Location(
            "mill",
            "The Mill",
            summary="A wheel that does not turn.",
            description="Flour hangs in the air.",
            exits=(Exit("loft", "the ladder", 1), Exit("race", "a grate", 2, locked="rusted shut")),
        ),
        Location("orchard", "The Orchard", summary="Bare trees.", description="Ladders lean in the grass."),
        Location("loft", "The Loft", summary="Sacks.", description="Mice run along the beams."),
        Location("well", "The Well", summary="A dry shaft.", description="Somebody scratched a name."),
        Location("race", "The Mill Race", summary="Black water.", description="It is faster than it looks."),
    )


def _people() -> tuple[Character, ...]:
    return (
        Character(
            "ilse",
            "Ilse Brandt",
            ("the miller",),
            "yard",
            "Runs the mill.",
            "Flour to the elbows.",
            secrets="She sold the wheel.",
            relations=(("piet", "her son"),),
            topics=(("wheel", "It stopped on a Sunday."),),
            schedule=(ScheduleBlock(20 * 60, 6 * 60, "loft"),),
        ),
        Character(
            "piet",
            "Piet Brandt",
            (),
            "mill",
            "Sweeps and dreams.",
            "Ink on his fingers.",
            schedule=(ScheduleBlock(9 * 60, 17 * 60, "orchard"),),
        ),
        Character("oda", "Oda", (), "orchard", "Prunes the trees.", "A short knife."),
        Character("stranger", "The Stranger", (), None, "Nobody has met him yet.", "Wet boots."),
    )


def _book() -> Lorebook:
    entries = (
        LoreEntry("lamp", "A lamp burned here on the night it stopped.", ("lamp",), sticky=3),
        LoreEntry("rain", "Rain comes from the west.", ("rain",), probability=50, cooldown=4),
        LoreEntry("nobody", "Nobody counts the sacks.", ("nobody",), delay=2),
    )
    return Lorebook("mill", entries={entry.id: entry for entry in entries})
