"""The names of places and people in a reply, put into marks: ⟦n⟧ for a place, ⟨n⟩ for somebody.

A name may stand in part ("the pier" for North Pier, "Reyes" for Commander Reyes, 寒潭 for 后山寒潭) where the part
belongs to nothing else in the world.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rpg.runtime.state import State
from rpg.session.prose.claims import PLAYER
from rpg.session.prose.words import words
from rpg.text.folding import fold
from rpg.world.model import Character, Location, World

SHORTEST_NAME = 2
"""Letters of a name that is looked for; one letter stands in too many words."""

_MARKS = str.maketrans("⟦⟧⟨⟩", "    ")
_MARK = re.compile(r"[⟦⟨]\d+[⟧⟩]")
_HAN = re.compile(r"[\u3400-\u9fff]")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_LETTER = r"[0-9A-Za-z_\u00c0-\u024f\u0370-\u052f]"
_RUN = re.compile(rf"{_LETTER}+")
_TITLES = words(
    "captain sister brother dr doctor mrs mr ms miss ser sir lady lord queen king prince princess master mistress "
    "commander lieutenant sergeant detective inspector officer father mother old young saint st professor uncle aunt "
    "the of von van de la le da di"
)
_RANKS = words(
    "captain doctor queen king prince princess commander lieutenant sergeant detective inspector professor"
)
_CALLED = {
    "she": words("sister mrs ms miss lady queen princess mother mistress aunt"),
    "he": words("brother mr ser sir lord king prince father master uncle"),
}
_COMMON = words(
    "house room place road street way end side door town city village world old new great north south east west upper "
    "lower inner outer one two three four five six seven eight nine ten big little grand the of and at on in to a an "
    "first second third red black white green blue grey gray golden silver iron stone walk way run place point side hill"
)
_HEADS = words(
    "hotel pier fort castle port camp cafe café bar club station temple tower gate dock platform deck hold airlock lab "
    "laboratory shrine palace museum library warehouse farm mill mine bridge market inn tavern church chapel school "
    "hospital clinic theatre theater court yard garden cave cavern ruins village harbor harbour island apartment"
)
"""Words for what a place is, which may stand for it wherever they stand in its name."""
_ZH_TITLES = words(
    "大夫 警官 医生 掌柜 师兄 师姐 师弟 师妹 师傅 姑娘 先生 夫人 老爷 公子 小姐 大人 大哥 老板 将军 道长 和尚"
)
_ZH_COMMON = words("门口 房间 里面 外面 中心 大厅 大门 地方 对面 旁边 后面 前面")


@dataclass(frozen=True, slots=True)
class Name:
    """One way to write a name. text: folded. proper: whether it must be written with a capital letter.
    definite: whether "the" must stand before it."""

    text: str
    id: str
    person: bool
    proper: bool = False
    definite: bool = False


@dataclass(frozen=True, slots=True)
class Marked:
    """A text with marks. owners: whose name each mark stands for, by its number. written: the name as it was."""

    text: str
    owners: Sequence[str]
    written: Sequence[str]

    def unmarked(self, text: str) -> str:
        """A piece of the text with the names as they were written."""
        return _MARK.sub(lambda mark: self.written[int(mark[0][1:-1])], text)


Table = Mapping[str, tuple[Name, ...]]
"""Names by how they begin."""


def names_in(text: str, state: State) -> tuple[Name, ...]:
    """The ways to write names that stand in `text`, longest first."""
    folded = fold(text)
    authored = _authored(_Same(state.world))
    made = _table(
        [place for id in state.temporary_locations() if (place := state.location(id)) is not None],
        [person for id in state.walk_ons() if (person := state.character(id)) is not None],
    )
    found = {
        name
        for beginning in _beginnings(folded)
        for table in (authored, made)
        for name in table.get(beginning, ())
        if name.text in folded
    }
    return tuple(
        sorted(found, key=lambda name: (-len(name.text), name.definite, name.proper, name.text, name.id))
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Same:
    """A world that equals only itself: what is computed for it is looked up without comparing its content."""

    world: World

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.world is other.world

    def __hash__(self) -> int:
        return id(self.world)


@lru_cache(maxsize=4)
def _authored(same: _Same) -> Table:
    return _table(list(same.world.locations.values()), list(same.world.characters.values()))


def _table(places: Sequence[Location], people: Sequence[Character]) -> Table:
    """The ways to write these names; costs a pass over them."""
    found: dict[str, dict[Name, None]] = {}
    for name in (*_whole(places), *_parts(places), *_whole(people), *_parts(people)):
        if len(name.text) >= SHORTEST_NAME:
            found.setdefault(_beginning(name.text), {})[name] = None
    return {beginning: tuple(names) for beginning, names in found.items()}


def _beginning(name: str) -> str:
    """The first word of a name, or its first two letters where there are no words."""
    word = _RUN.match(name)
    return word[0] if word is not None else name[:2]


def _beginnings(text: str) -> set[str]:
    return {
        *_RUN.findall(text),
        *(text[at : at + 2] for at in range(len(text) - 1) if not text[at].isascii()),
    }


def marked(text: str, names: Iterable[Name], player: str) -> Marked:
    """`text` with marks for names; the player's own name is owned by `PLAYER`."""
    text = text.translate(_MARKS)
    owners: list[str] = []
    written: list[str] = []
    own = [Name(fold(player), PLAYER, True)] if len(fold(player)) >= SHORTEST_NAME else []
    for name in (*own, *names):
        text = _pattern(name).sub(lambda found, name=name: _mark(found[0], name, owners, written), text)  # type: ignore[misc]
    return Marked(text, tuple(owners), tuple(written))


def _mark(found: str, name: Name, owners: list[str], written: list[str]) -> str:
    """A new mark for what was found, unless it is one already."""
    if found[0] in "⟦⟨":
        return found
    owners.append(name.id)
    written.append(found)
    return f"⟨{len(owners) - 1}⟩" if name.person else f"⟦{len(owners) - 1}⟧"


def pronouns_of(state: State, owners: Iterable[str]) -> dict[str, str]:
    """ "he" or "she" for those of whom a title or the sheet tells it."""
    found: dict[str, str] = {}
    for id in set(owners):
        person = state.character(id)
        if person is not None and (pronoun := _pronoun(person)):
            found[id] = pronoun
    return found


def _pronoun(person: Character) -> str:
    words = _WORD.findall(fold(" ".join((person.name, *person.aliases))))
    for pronoun, titles in _CALLED.items():
        if not titles.isdisjoint(words):
            return pronoun
    sheet = Counter(_WORD.findall(fold(f"{person.summary} {person.description}"[:600])))
    she, he = sheet["she"] + sheet["her"], sheet["he"] + sheet["his"] + sheet["him"]
    return "she" if she > 2 * he else "he" if he > 2 * she else ""


def _whole(things: Iterable[Location | Character]) -> Iterator[Name]:
    for thing in things:
        person = isinstance(thing, Character)
        for called in (thing.name, *thing.aliases):
            folded = fold(called)
            bare = folded.removeprefix("the ").removeprefix("a ").removeprefix("an ")
            if _is_han(called) or bare == folded:
                yield Name(folded, thing.id, person, proper=person and called[:1].isupper())
            else:
                yield Name(bare, thing.id, person, definite=person, proper=False)


def _parts(things: Sequence[Location | Character]) -> Iterator[Name]:
    """Parts of names that belong to one thing only."""
    owners: dict[Name, set[str]] = {}
    words = Counter(word for thing in things for word in {*_words_of(thing)})
    for thing in things:
        for called in (thing.name, *thing.aliases):
            for part in _han_parts(called, thing) if _is_han(called) else _latin_parts(called, thing, words):
                owners.setdefault(part, set()).add(thing.id)
    whole = {name.text for name in _whole(things)}
    texts: dict[str, set[str]] = {}
    for part, ids in owners.items():
        texts.setdefault(part.text, set()).update(ids)
    yield from (part for part in owners if len(texts[part.text]) == 1 and part.text not in whole)


def _words_of(thing: Location | Character) -> set[str]:
    return {word for called in (thing.name, *thing.aliases) for word in _WORD.findall(fold(called))}


def _latin_parts(called: str, thing: Location | Character, words: Counter[str]) -> Iterator[Name]:
    spoken = _WORD.findall(fold(called))
    if len(spoken) < 2:
        return
    if isinstance(thing, Character):
        for word in (spoken[0], spoken[-1]):
            if word in _RANKS and words[word] == 1:
                yield Name(word, thing.id, True, definite=True)
            elif len(word) > 2 and word not in _TITLES:
                yield Name(word, thing.id, True, proper=True)
        return
    if len(spoken) == 2 and spoken[0] == "the" and spoken[1].endswith("s") and len(spoken[1]) > 4:
        yield Name(spoken[1][:-1], thing.id, False, definite=True)
    for at, word in enumerate(spoken):
        head = at == len(spoken) - 1 or word in _HEADS
        if head and len(word) > 2 and words[word] == 1 and word not in _COMMON and not word.isdigit():
            yield Name(word, thing.id, False, definite=True)
    for size in range(2, len(spoken)):
        for at in range(len(spoken) - size + 1):
            if not {*spoken[at : at + size]} <= _COMMON:
                yield Name(" ".join(spoken[at : at + size]), thing.id, False, proper="'" in called)


def _han_parts(called: str, thing: Location | Character) -> Iterator[Name]:
    person = isinstance(thing, Character)
    ends = (2,) if person and len(called) == 3 else range(2, len(called)) if not person else ()
    for size in ends:
        part = fold(called[-size:])
        if part not in (_ZH_TITLES if person else _ZH_COMMON) and "的" not in part:
            yield Name(part, thing.id, person)


def _is_han(text: str) -> bool:
    return _HAN.search(text) is not None


def _pattern(name: Name) -> re.Pattern[str]:
    if _is_han(name.text):
        return re.compile(rf"[⟦⟨]\d*[⟧⟩]|{re.escape(name.text)}", re.IGNORECASE)
    body = re.escape(name.text).replace("'", "['’]")
    article = r"\b(?i:the )" if name.definite else r"(?:\b(?i:the ))?"
    if name.proper:
        first = re.escape(name.text[0].upper())
        rest = re.escape(name.text[1:]).replace("'", "['’]")
        body = f"{first}(?i:{rest})"
    else:
        body = f"(?i:{body})"
    return re.compile(rf"[⟦⟨]\d*[⟧⟩]|{article}(?<!{_LETTER}){body}(?!{_LETTER})")
