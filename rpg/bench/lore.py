"""The lorebook engine under load: a first turn, and a following one. Source: docs/bench.md, docs/lorebook.md §8.

Books of three keys an entry, one of them two words; the chat names the same number of entries whatever the
size of the book; 50 messages of 120 words, all in view; recursion on. A following turn adds one reply and
one message.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from rpg.bench.result import Goal, Options, Result, at_most
from rpg.lore.budget import UNLIMITED
from rpg.lore.evaluate import Evaluation, LoreSettings, LoreTimers, evaluate
from rpg.lore.memory import LoreMemory
from rpg.lore.rolls import seeded
from rpg.lore.scene import LoreMessage, LoreScene
from rpg.lore.tavern.settings import TavernSettings
from rpg.world.lorebook import Dialect, Lorebook, LoreEntry

SEED = 20_260
WORDS_PER_MESSAGE = 120
NAMED_ENTRIES = 20
FOLLOWING_TURNS = 5
FLAT = 3.0
CEILING_MS = 50
_CONSONANTS, _VOWELS = "bcdfghklmnprstvz", "aeiou"
_HAN_FIRST, _HAN_LAST = 0x4E00, 0x9FA5


@dataclass(frozen=True, slots=True)
class Load:
    """One row: how many entries and messages, in which language and dialect."""

    entries: int
    messages: int = 50
    language: str = "en"
    whole_words: bool = True
    rules: Dialect = "rounds"

    @property
    def name(self) -> str:
        words = "words" if self.whole_words else "anywhere"
        return f"{self.rules} {self.language} {words} {self.entries} entries {self.messages} messages"


def run(options: Options) -> Result:
    """Times in milliseconds; `growth` compares the following turn of the largest and the smallest load."""
    quick = options.quick
    sizes = (100, 1_000) if quick else (100, 1_000, 10_000)
    figures: dict[str, dict[str, float]] = {}
    for load in _loads(sizes, quick):
        options.say(load.name)
        figures[load.name] = measure(load)
    histories = (50, 200) if quick else (50, 1_000)
    long = [Load(sizes[-1], count) for count in histories]
    for load in long:
        figures.setdefault(load.name, measure(load))
    goals = [_growth("entries", figures, Load(sizes[0]), Load(sizes[-1])), _growth("history", figures, *long)]
    goals.append(_ceiling(figures, Load(sizes[-1])))
    return Result("lore", SEED, figures, tuple(goals))


def _loads(sizes: Sequence[int], quick: bool) -> list[Load]:
    found = [Load(size) for size in sizes]
    for size in sizes[-1:] if quick else sizes:
        found += [Load(size, whole_words=False), Load(size, language="zh"), Load(size, rules="tavern")]
    return found


def _growth(what: str, figures: dict[str, dict[str, float]], small: Load, large: Load) -> Goal:
    value = figures[large.name]["following_ms"] / max(figures[small.name]["following_ms"], 0.05)
    return at_most(f"following turn, growth with {what}", value, FLAT)


def _ceiling(figures: dict[str, dict[str, float]], load: Load) -> Goal:
    return at_most(f"following turn at {load.name}, ms", figures[load.name]["following_ms"], CEILING_MS)


def measure(load: Load) -> dict[str, float]:
    """First and following turns of one load, and what was active."""
    dice = random.Random(SEED)
    names = _Names(load.language, dice)
    book = _book(load, names, dice)
    chat = [_message(names, dice, player=at % 2 == 0) for at in range(load.messages - 1)]
    chat.append(_message(names, dice, player=True))
    memory, timers, times = LoreMemory(), LoreTimers(), list[float]()
    for _ in range(FOLLOWING_TURNS + 1):
        started = time.perf_counter()
        result = _turn(book, chat, timers, memory)
        times.append((time.perf_counter() - started) * 1000)
        timers = result.timers
        chat += [_message(names, dice, player=False), _message(names, dice, player=True)]
    return {
        "first_ms": round(times[0], 2),
        "following_ms": round(median(times[1:]), 2),
        "active": float(len(result.activated)),
        "builds": float(memory.builds),
    }


def _turn(book: Lorebook, chat: list[LoreMessage], timers: LoreTimers, memory: LoreMemory) -> Evaluation:
    settings = LoreSettings(
        limits=UNLIMITED, max_context=10_000_000, tavern=TavernSettings(depth=50, budget_percent=100)
    )
    return evaluate(
        [book], chat, timers, LoreScene(), settings, seeded("bench"), len, lambda text: text, memory
    )


class _Names:
    """Made-up words of a language, drawn from seeded dice; those of the book rarely come up in the chat."""

    def __init__(self, language: str, dice: random.Random) -> None:
        self._zh = language == "zh"
        self._dice = dice
        self._common = [self.word() for _ in range(2_000)]
        self.keys: list[str] = []

    def word(self) -> str:
        if self._zh:
            return "".join(chr(self._dice.randint(_HAN_FIRST, _HAN_LAST)) for _ in range(3))
        return "".join(self._dice.choice(_CONSONANTS) + self._dice.choice(_VOWELS) for _ in range(4))

    def text(self, count: int, mention: str) -> str:
        words = [self._dice.choice(self._common) for _ in range(count)]
        if mention:
            words[self._dice.randrange(count)] = mention
        return ("" if self._zh else " ").join(words)


def _book(load: Load, names: _Names, dice: random.Random) -> Lorebook:
    joint = "" if load.language == "zh" else " "
    entries: dict[str, LoreEntry] = {}
    for at in range(load.entries):
        keys = (names.word(), names.word(), names.word() + joint + names.word())
        names.keys.append(keys[0])
        wakes = dice.choice(names.keys) if at % 20 == 0 else ""
        entries[str(at)] = LoreEntry(
            id=str(at), keys=keys, content=names.text(20, wakes), whole_words=load.whole_words
        )
    names.keys = names.keys[:NAMED_ENTRIES]
    plain = Lorebook(id="bench", rules=load.rules, scan_depth=50, entries=entries)
    return replace(plain, whole_words=load.whole_words)


def _message(names: _Names, dice: random.Random, player: bool) -> LoreMessage:
    return LoreMessage(names.text(WORDS_PER_MESSAGE, dice.choice(names.keys)), player=player)
