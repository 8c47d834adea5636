"""A character as a card, V2 or V3. What came from a card goes back as it came; what was changed since is written
over it; what only this game knows goes into the extensions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rpg.exchange.cards.container import CardFile
from rpg.exchange.cards.fields import OURS, CardFields, joined_examples, read_fields
from rpg.exchange.cards.incoming import DEPTH_PROMPT, SCENARIO
from rpg.exchange.cards.kept import Kept
from rpg.exchange.cards.sheet import character_of, own_table
from rpg.exchange.lorebooks.exporting import export_lorebook
from rpg.exchange.lorebooks.importing import FORMAT
from rpg.exchange.lorebooks.kinds import Kind
from rpg.exchange.lorebooks.loose import rows, table
from rpg.exchange.report import Report
from rpg.world.lorebook import Lorebook, LoreEntry
from rpg.world.macros import expand
from rpg.world.model import Character, World

Target = Literal["card-v2", "card-v3"]

_FIELDS: Mapping[str, Any] = {
    "name": "",
    "description": "",
    "personality": "",
    "scenario": "",
    "first_mes": "",
    "mes_example": "",
    "creator_notes": "",
    "system_prompt": "",
    "post_history_instructions": "",
    "alternate_greetings": [],
    "tags": [],
    "creator": "",
    "character_version": "",
    "extensions": {},
}
_CARD_BOOKS: tuple[Kind, ...] = ("character_book", "lorebook_v3")
_NEW_IN_V3: Mapping[str, Any] = {"group_only_greetings": []}


@dataclass(frozen=True, slots=True)
class CardOut:
    """raw: ready for `json.dumps`."""

    raw: Mapping[str, Any]
    report: Report


def export_card(world: World, id: str, target: Target, kept: Kept | None = None) -> CardOut:
    """The card of a character. kept: the card it came from. Raises KeyError for an unknown character."""
    work = _Out(world, world.characters[id], target, kept)
    work.sheet()
    work.scenario()
    work.greetings()
    work.prompts()
    work.authorship()
    work.books()
    work.own()
    version = "3.0" if target == "card-v3" else "2.0"
    spec = f"chara_card_{target[-2:]}"
    outer = {} if kept is None or kept.card.spec == "v1" else kept.card.raw
    return CardOut({**outer, "spec": spec, "spec_version": version, "data": work.data}, work.report)


@dataclass(slots=True)
class _Out:
    world: World
    person: Character
    target: Target
    kept: Kept | None
    report: Report = field(default_factory=Report)
    data: dict[str, Any] = field(default_factory=dict)
    before: CardFields = field(default_factory=lambda: CardFields(""))

    def __post_init__(self) -> None:
        raw = self.kept.card.data if self.kept is not None else {}
        new = _NEW_IN_V3 if self.target == "card-v3" else {}
        self.data = {**_FIELDS, **new, **raw}
        self.data.pop("spec", None)
        self.data.pop("spec_version", None)
        self.before = read_fields(CardFile(raw, "v1"), "")

    def _put(self, name: str, before: Any, now: Any, written: Any = None) -> None:
        """Writes a field that is not what the card it came from says."""
        if before != now:
            self.data[name] = now if written is None else written

    def sheet(self) -> None:
        person, before = self.person, self.before
        self._put("name", before.name, person.name)
        self._put("description", before.description, person.description)
        self._put("personality", before.personality, person.personality)
        self._put("tags", before.tags, person.tags, list(person.tags))
        self._put("mes_example", before.examples, person.examples, joined_examples(person.examples))

    def scenario(self) -> None:
        entry = self._note(SCENARIO)
        if entry is not None:
            self._put("scenario", self._filled(self.before.scenario), entry.content)
        elif self.kept is None or "rules" in self.kept.took:
            self._put("scenario", self._filled(self.before.scenario), self.world.rules)

    def _filled(self, text: str) -> str:
        """As an import writes text that has no speaker."""
        return expand(text, {"char": self.before.name})

    def greetings(self) -> None:
        if self.kept is not None and "openings" not in self.kept.took:
            return
        greetings = (self.before.first_mes, *self.before.greetings)
        before = tuple(self._filled(text) for text in greetings if text)
        now = tuple(filter(None, (self.world.opening, *self.world.alternate_openings)))
        if now != before:
            self.data["first_mes"] = now[0] if now else ""
            self.data["alternate_greetings"] = list(now[1:])

    def prompts(self) -> None:
        preset = self.world.presets.get(self.kept.taken("preset")) if self.kept else None
        if preset is None:
            return
        texts = {entry.id: entry.text for entry in preset.entries}
        own = {
            "system_prompt": self.before.system_prompt,
            "post_history_instructions": self.before.post_history,
        }
        for name, before in own.items():
            self._put(name, expand(before, {"original": ""}).strip(), texts.get(name, ""))

    def authorship(self) -> None:
        if self.kept is not None and "author" not in self.kept.took:
            return
        self._put("creator", self.before.creator, self.world.author)
        self._put("character_version", self.before.version, self.world.version)

    def books(self) -> None:
        """Books bound to the character alone; of several the entries are put together."""
        notes = self.kept.taken("notes") if self.kept else ""
        books = [
            book
            for book in self.world.lorebooks.values()
            if book.bind == (self.person.id,) and book.id != notes
        ]
        self._depth_prompt()
        if not books:
            self.data.pop("character_book", None)
            return
        book = books[0] if len(books) == 1 else self._together(books)
        exported = export_lorebook(book, self._book_kind(book))
        self.report.losses(exported.losses)
        written = table(exported.data).get("data", exported.data)
        if self.target == "card-v3" and (self.kept is None or self.kept.card.spec != "v3"):
            entries = [{"use_regex": False, **entry} for entry in rows(written.get("entries"))]
            written = {**written, "entries": entries}
        self.data["character_book"] = written

    def _book_kind(self, book: Lorebook) -> Kind:
        """The kind it came as: books of V2 and V3 cards have the same form, and nothing is lost between them."""
        came: Kind | None = next((kind for kind in _CARD_BOOKS if kind == book.extra.get(FORMAT)), None)
        return came or ("lorebook_v3" if self.target == "card-v3" else "character_book")

    def _together(self, books: list[Lorebook]) -> Lorebook:
        self.report.add("changed", "books_together", "character_book", len(books))
        entries: dict[str, LoreEntry] = {}
        for book in books:
            for entry in book.entries.values():
                id = entry.id if entry.id not in entries else f"{book.id}-{entry.id}"
                entries[id] = replace(entry, id=id)
        return replace(books[0], entries=entries)

    def _depth_prompt(self) -> None:
        entry, before = self._note(DEPTH_PROMPT), self.before.depth_prompt
        if before is None and entry is None:
            return
        extensions = dict(table(self.data.get("extensions")))
        if entry is None:
            extensions.pop("depth_prompt", None)
        elif before is None or (self._filled(before.text), before.depth, before.role) != (
            entry.content,
            entry.depth,
            entry.role,
        ):
            old = table(extensions.get("depth_prompt"))
            new = {"prompt": entry.content, "depth": entry.depth, "role": entry.role}
            extensions["depth_prompt"] = {**old, **new}
        self.data["extensions"] = extensions

    def _note(self, id: str) -> LoreEntry | None:
        """An entry of the book that was made of the card's own notes."""
        book = self.world.lorebooks.get(self.kept.taken("notes")) if self.kept else None
        return book.entries.get(id) if book is not None else None

    def own(self) -> None:
        """What only this game knows, unless the card brought it and it is as it was."""
        before = character_of(self.before, self.person.id, None, self.world.locations)
        now = own_table(self.person)
        if now == own_table(before):
            return
        extensions = dict(table(self.data.get("extensions")))
        ours = {key: value for key, value in table(extensions.get(OURS)).items() if key != "character"}
        if now:
            ours["character"] = now
        extensions[OURS] = ours
        if not ours:
            del extensions[OURS]
        self.data["extensions"] = extensions
        for key in now:
            self.report.add("changed", "own_field", key)
