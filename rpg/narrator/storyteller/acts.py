"""What a player can mean: a closed set of acts, with what they are about already looked up.

People and places are ids. `words` is the player's own wording, for quoting and for hints.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Look:
    """Looks around."""


@dataclass(frozen=True, slots=True)
class ExamineDetail:
    """Looks at a detail of the place; detail: its name as the author wrote it."""

    detail: str


@dataclass(frozen=True, slots=True)
class ExaminePerson:
    person: str


@dataclass(frozen=True, slots=True)
class ExaminePlace:
    place: str


@dataclass(frozen=True, slots=True)
class ExamineSelf:
    """Looks at themselves."""


@dataclass(frozen=True, slots=True)
class Handle:
    """Takes, opens, uses or touches a detail."""

    detail: str


@dataclass(frozen=True, slots=True)
class Unseen:
    """Wants to look at or handle something that is not here."""

    words: str


@dataclass(frozen=True, slots=True)
class Go:
    """Goes to a place, taking `companions` along."""

    place: str
    companions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GoBack:
    """Goes back to where they came from."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Wants out of here, no matter where."""


@dataclass(frozen=True, slots=True)
class NoSuchPlace:
    """Wants to go somewhere that has no known name."""

    words: str


@dataclass(frozen=True, slots=True)
class NoSuchWay:
    """Wants to go in a direction, such as north, in which no way leads."""

    words: str


@dataclass(frozen=True, slots=True)
class Talk:
    """Greets someone or starts to talk. person: None for whoever is here. brief: what there is to say follows."""

    person: str | None
    brief: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Ask:
    """Asks someone about something."""

    person: str | None
    words: str


@dataclass(frozen=True, slots=True)
class Tell:
    """Says something to someone."""

    person: str | None
    words: str


@dataclass(frozen=True, slots=True)
class Give:
    """Gives or shows something to someone."""

    person: str | None
    words: str


@dataclass(frozen=True, slots=True)
class TakeAlong:
    """Asks someone to come along; None for whoever is meant by the situation."""

    person: str | None


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Asks someone to stop following; None for everyone who follows."""

    person: str | None


@dataclass(frozen=True, slots=True)
class SendTo:
    """Asks someone to go to a place without the player."""

    person: str | None
    place: str


@dataclass(frozen=True, slots=True)
class FollowPerson:
    """Goes after someone."""

    person: str | None


@dataclass(frozen=True, slots=True)
class Wait:
    """Lets time pass. minutes: how long; until: minutes since midnight; both None: a while.

    rest: sits down or sleeps meanwhile. either: until that hour of either half of the day.
    ahead: the day of `until` in days from today; date: its number in the story; both None: not said. weekday: a
    day of the week was named. part: `until` stands for a part of the day, such as the evening.
    nap: by day no more than a while.
    """

    minutes: int | None = None
    until: int | None = None
    rest: bool = False
    either: bool = False
    ahead: int | None = None
    date: int | None = None
    weekday: bool = False
    part: bool = field(default=False, compare=False)
    nap: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class WhoIsHere:
    """elsewhere: and where are those whom the player has met?"""

    elsewhere: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Ways:
    """Where can I go?"""


@dataclass(frozen=True, slots=True)
class WhereAmI:
    pass


@dataclass(frozen=True, slots=True)
class WhatTime:
    pass


@dataclass(frozen=True, slots=True)
class WherePerson:
    """Where is someone?"""

    person: str


@dataclass(frozen=True, slots=True)
class WherePlace:
    """Where is a place, and how to get there?"""

    place: str


@dataclass(frozen=True, slots=True)
class Inventory:
    """What do I carry?"""


@dataclass(frozen=True, slots=True)
class Recall:
    """What has happened, what do I know?"""


@dataclass(frozen=True, slots=True)
class Roll:
    """Rolls dice such as "2d6+3"."""

    dice: str


@dataclass(frozen=True, slots=True)
class Help:
    pass


About = Literal["save", "undo", "quit", "restart", "teller"]


@dataclass(frozen=True, slots=True)
class Meta:
    """Speaks of the game, not of the story."""

    about: About


@dataclass(frozen=True, slots=True)
class Unclear:
    """Several people or places may be meant; options: their ids. people: whether they are characters."""

    words: str
    options: tuple[str, ...]
    people: bool


@dataclass(frozen=True, slots=True)
class NoSuchPerson:
    """Speaks of someone nobody knows by that name."""

    words: str


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    words: str


Act = (
    Look
    | ExamineDetail
    | ExaminePerson
    | ExaminePlace
    | ExamineSelf
    | Handle
    | Unseen
    | Go
    | GoBack
    | Leave
    | NoSuchPlace
    | NoSuchWay
    | Talk
    | Ask
    | Tell
    | Give
    | TakeAlong
    | Dismiss
    | SendTo
    | FollowPerson
    | Wait
    | WhoIsHere
    | Ways
    | WhereAmI
    | WhatTime
    | WherePerson
    | WherePlace
    | Inventory
    | Recall
    | Roll
    | Help
    | Meta
    | Unclear
    | NoSuchPerson
    | NotUnderstood
)

MOVES = (Go, GoBack, Leave, FollowPerson)
"""Acts that may take the player elsewhere."""
