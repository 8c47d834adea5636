"""Small worlds built in code, for the tests of every layer above the world."""

from __future__ import annotations

from rpg.runtime.index import index_world
from rpg.runtime.state import State, initial_state
from rpg.world.model import (
    Character,
    Clock,
    Exit,
    Location,
    Player,
    Question,
    ScheduleBlock,
    World,
)

MORNING = 8 * 60


def harbour(clock: bool = True) -> World:
    """Six places, five people. The cellar is behind a hidden way, the tower behind a locked one.

    Mira is at the quay and sleeps in the lighthouse from 20:00 to 06:00; Tomas works at the market from 09:00
    to 17:00 and is at the quay otherwise; Old Ferrin is not yet in the story.
    """
    places = [
        Location(
            "quay",
            "The Quay",
            ("docks", "harbour"),
            "Wet stone, three moored boats.",
            "Tarred rope and gulls.",
            "Nobody fishes at night.",
            "Old Town",
            details=(("notice board", "Three notices, one torn."),),
            exits=(
                Exit("market", "up the steps", 5),
                Exit("lighthouse", "the lighthouse path", 20),
                Exit("cellar", "a loose flagstone", 1, hidden=True),
            ),
        ),
        Location(
            "market",
            "The Market",
            summary="Stalls under sailcloth.",
            description="Fish, lamp oil, gossip.",
            exits=(
                Exit("castle", "the high street", 15),
                Exit("tower", "an iron door", 2, locked="rusted shut"),
            ),
        ),
        Location("lighthouse", "The Lighthouse", ("lamp",), "A lamp on a rock.", "It turns all night."),
        Location("cellar", "The Cellar", summary="Casks and dust.", description="It smells of brine."),
        Location("castle", "The Castle", summary="Old walls.", description="A gate, a yard."),
        Location("tower", "The Tower", summary="A thin tower.", description="Ninety steps."),
    ]
    people = [
        Character(
            "mira",
            "Mira Vale",
            ("the harbourmaster",),
            "quay",
            "Harbourmaster.",
            "Grey coat, short answers.",
            secrets="She sank the ferry.",
            relations=(("tomas", "her brother"), ("player", "distrusts strangers")),
            topics=(("ledger", "It was on her desk at dusk."),),
            schedule=(ScheduleBlock(20 * 60, 6 * 60, "lighthouse"),),
        ),
        Character(
            "tomas",
            "Tomas Vale",
            (),
            "quay",
            "A fisherman.",
            "Broad and quiet.",
            schedule=(ScheduleBlock(9 * 60, 17 * 60, "market"),),
        ),
        Character("ana", "Ana", (), "market", "Sells lamp oil.", "Quick hands."),
        Character("guard", "The Guard", ("watchman",), "castle", "Keeps the gate.", "Bored."),
        Character("ferrin", "Old Ferrin", (), None, "A drowned man, some say.", "Not yet in the story."),
    ]
    return World(
        "harbour",
        "Lantern Harbour",
        "quay",
        player=Player("Traveller"),
        questions=(Question("origin", "Where from?", default="the salt road"),),
        clock=Clock(MORNING, 10) if clock else None,
        locations={place.id: place for place in places},
        characters={person.id: person for person in people},
    )


def teahouse() -> World:
    """A Chinese world with ids in Chinese: three places, two people, no clock."""
    places = [
        Location(
            "茶馆", "清风茶馆", ("茶楼",), "竹帘半卷。", "说书人拍响醒木。", exits=(Exit("码头", "下石阶"),)
        ),
        Location(
            "码头", "旧码头", (), "江水浑黄。", "三条乌篷船。", exits=(Exit("寺", "山路", locked="山门已闭"),)
        ),
        Location("寺", "寒山寺", (), "钟声远。", "古柏森森。"),
    ]
    people = [
        Character("阿秀", "林阿秀", ("阿秀姑娘",), "茶馆", "茶馆掌柜。", "眉眼利落。"),
        Character("老周", "周伯", (), "码头", "摆渡人。", "一身蓑衣。"),
    ]
    return World(
        "teahouse",
        "江城旧梦",
        "茶馆",
        "zh",
        locations={place.id: place for place in places},
        characters={person.id: person for person in people},
    )


def crowd(people: int, places: int = 1000) -> World:
    """Many characters spread over a ring of places."""
    locations = {
        f"p{n}": Location(f"p{n}", f"Place {n}", exits=(Exit(f"p{(n + 1) % places}", minutes=5),))
        for n in range(places)
    }
    characters = {
        f"c{n}": Character(f"c{n}", f"Person {n}", location=f"p{n % places}") for n in range(people)
    }
    return World("crowd", "Crowd", "p0", clock=Clock(MORNING, 10), locations=locations, characters=characters)


def start(world: World | None = None) -> State:
    """The first state of a world; of the harbour when none is given."""
    return initial_state(index_world(world if world is not None else harbour()))
