"""A card as files of a world: character, books, preset, openings, portrait, and the card itself, kept.

Source: docs/world-format.md, `rpg world import`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rpg.exchange.cards.container import CardFile
from rpg.exchange.cards.fields import KEPT, OURS, UNDERSTOOD, CardFields, read_fields
from rpg.exchange.cards.kept import kept_bytes, kept_name
from rpg.exchange.cards.sheet import character_of
from rpg.exchange.lorebooks.importing import import_lorebook
from rpg.exchange.lorebooks.kinds import Kind
from rpg.exchange.lorebooks.loose import table
from rpg.exchange.lorebooks.tables import lorebook_table
from rpg.exchange.report import Report
from rpg.exchange.world.toml import sheet_table, toml_text
from rpg.world.ids import PLAYER, id_from
from rpg.world.lorebook import Lorebook, LoreEntry
from rpg.world.macros import expand
from rpg.world.model import Preset, PresetEntry, World

SCENARIO, DEPTH_PROMPT = "scenario", "depth_prompt"
"""Ids of the entries that a card's own notes become."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A card ready to be written. world: the world to begin with when there is none yet; `files` go into its
    folder, by name."""

    id: str
    name: str
    files: tuple[tuple[str, bytes], ...]
    report: Report
    openings: tuple[str, ...] = ()
    rules: str = ""
    author: str = ""
    version: str = ""


def bring_card(
    card: CardFile, source: str, world: World | None, place: str, archive: bytes | None = None
) -> Brought:
    """The files of a card. source: the name of its file. world: what it joins, None for a new one. place: where
    the character stands. archive: the CHARX it came in."""
    fields = read_fields(card, fallback=_stem(source))
    taken = {PLAYER, *world.locations, *world.characters} if world else {PLAYER, place}
    work = _Work(card, fields, source, world, free_id(id_from(fields.name, "character"), taken))
    work.sheet(place)
    work.book()
    work.notes()
    work.preset()
    openings, rules = work.openings(), work.rules()
    work.rest(archive)
    return Brought(work.id, fields.name, tuple(work.files), work.report, openings, rules, *work.authorship())


def free_id(wanted: str, taken: Collection[str]) -> str:
    """An id like `wanted` that is not taken, whatever the case."""
    used = {one.casefold() for one in taken}
    id, number = wanted, 2
    while id.casefold() in used:
        id, number = f"{wanted[:70]}_{number}", number + 1
    return id


def _stem(source: str) -> str:
    return source.rsplit("/", 1)[-1].rsplit(".", 1)[0] or "character"


@dataclass(slots=True)
class _Work:
    card: CardFile
    fields: CardFields
    source: str
    world: World | None
    id: str
    report: Report = field(default_factory=Report)
    files: list[tuple[str, bytes]] = field(default_factory=list)
    took: list[str] = field(default_factory=list)

    def sheet(self, place: str) -> None:
        places = self.world.locations if self.world else (place,)
        person = character_of(self.fields, self.id, place, places)
        portrait = self.card.portrait
        if portrait is not None:
            person = replace(person, portrait=f"portraits/{self.id}.{portrait.suffix}")
            self.files.append((person.portrait, portrait.data))
            self.report.add("kept", "portrait", "portrait", person.portrait)
        self._toml(f"characters/{self.id}.toml", sheet_table("characters", person))
        for name in ("description", "personality", "examples", "tags"):
            if getattr(person, name):
                self.report.add("kept", "field", name)
        self.report.add("changed", "stands_at", person.name, place)
        if self.fields.nickname:
            self.report.add("kept", "nickname", "nickname", self.fields.nickname)
        if self.world and any(one.name == person.name for one in self.world.characters.values()):
            self.report.add("changed", "same_name", person.name, self.id)

    def book(self) -> None:
        if self.fields.book is None:
            return
        kind: Kind = "lorebook_v3" if self.card.spec == "v3" else "character_book"
        id = self._book_id(self.id)
        imported = import_lorebook({"character_book": self.fields.book}, id, kind)
        self._book(replace(imported.book, id=id, bind=(self.id,)))
        self.took.append(f"book:{id}")
        self.report.add("kept", "book", "character_book", len(imported.book.entries))
        self.report.losses(imported.losses)

    def notes(self) -> None:
        """A scenario in a world that has rules of its own, and text for a depth: entries that are always there
        while the character is."""
        entries: list[LoreEntry] = []
        if self.world is not None and self.fields.scenario:
            entries.append(_always(SCENARIO, self._filled(self.fields.scenario), position="system_after"))
            self.report.add("changed", "scenario_entry", "scenario")
        depth = self.fields.depth_prompt
        if depth is not None:
            at = {"position": "at_depth", "depth": depth.depth, "role": depth.role}
            entries.append(_always(DEPTH_PROMPT, self._filled(depth.text), **at))
            self.report.add("changed", "depth_prompt", "extensions.depth_prompt", depth.depth)
        if entries:
            id = self._book_id(f"{self.id[:70]}_card")
            named = {entry.id: entry for entry in entries}
            self._book(Lorebook(id, self.fields.name, bind=(self.id,), entries=named))
            self.took.append(f"notes:{id}")

    def preset(self) -> None:
        texts = {
            "system_prompt": (self.fields.system_prompt, "system"),
            "post_history_instructions": (self.fields.post_history, "before_input"),
        }
        entries = tuple(
            PresetEntry(
                name, _without_original(text), position="system" if at == "system" else "before_input"
            )
            for name, (text, at) in texts.items()
            if _without_original(text)
        )
        if not entries:
            return
        id = free_id(self.id, self.world.presets if self.world else ())
        only = self.world is None
        preset = Preset(id, self.fields.name, default=only, entries=entries)
        self._toml(f"presets/{id}.toml", sheet_table("presets", preset))
        self.took.append(f"preset:{id}")
        for entry in entries:
            self.report.add("changed", "preset_on" if only else "preset_off", entry.id, id)

    def openings(self) -> tuple[str, ...]:
        """The greetings as openings: of a new world, or of one that has none of its own."""
        greetings = tuple(filter(None, (self.fields.first_mes, *self.fields.greetings)))
        openings = tuple(map(self._filled, greetings))
        if not openings:
            return ()
        if self.world is None:
            self._took_openings(openings)
            return openings
        if self.world.opening or self.world.alternate_openings:
            self.report.add("unused", "greetings_unused", "first_mes", len(openings))
            return ()
        head: dict[str, Any] = {"opening": openings[0]}
        if openings[1:]:
            head["alternate_openings"] = list(openings[1:])
        self._toml(f"openings/{self.id}.toml", {"world": head})
        self._took_openings(openings)
        return ()

    def _took_openings(self, openings: tuple[str, ...]) -> None:
        self.took.append("openings")
        self.report.add("kept", "openings", "first_mes, alternate_greetings", len(openings))
        if any("{{char}}" in text.lower() for text in (self.fields.first_mes, *self.fields.greetings)):
            self.report.add("changed", "char_filled", "{{char}}", self.fields.name)

    def rules(self) -> str:
        if self.world is not None or not self.fields.scenario:
            return ""
        self.took.append("rules")
        self.report.add("changed", "scenario_rules", "scenario")
        return self._filled(self.fields.scenario)

    def _filled(self, text: str) -> str:
        """Text that has no speaker, with the name of the character in it."""
        return expand(text, {"char": self.fields.name})

    def authorship(self) -> tuple[str, str]:
        if self.world is not None:
            return "", ""
        return self.fields.creator, self.fields.version

    def rest(self, archive: bytes | None) -> None:
        """The card itself, and the names of everything in it that has no effect here."""
        if self.world is None:
            self.took.append("author")
        self.files.append((kept_name(self.id), kept_bytes(self.card, self.source, tuple(self.took))))
        if archive is not None and self.card.assets:
            self.files.append((f"cards/{self.id}.charx", archive))
            self.report.add("unused", "assets", "assets", len(self.card.assets))
        data = self.card.data
        for name in data:
            if name not in UNDERSTOOD and not _is_empty(data[name]):
                self.report.add("unused" if name in KEPT else "unknown", "field_kept", str(name))
        for name, value in table(data.get("extensions")).items():
            if name not in (OURS, "depth_prompt") and not _is_empty(value):
                self.report.add("unused", "field_kept", f"extensions.{name}")

    def _book_id(self, wanted: str) -> str:
        return free_id(wanted, self.world.lorebooks if self.world else ())

    def _book(self, book: Lorebook) -> None:
        self._toml(f"lorebooks/{book.id}.toml", {"lorebooks": {book.id: lorebook_table(book)}})

    def _toml(self, name: str, table: Mapping[str, Any]) -> None:
        self.files.append((name, toml_text(table).encode()))


def _always(id: str, text: str, **more: Any) -> LoreEntry:
    return LoreEntry(
        id, text, constant=True, ignore_budget=True, recursive=False, feeds_recursion=False, **more
    )


def _without_original(text: str) -> str:
    """A prompt without the macro for the program's own prompt, which is always there here."""
    return expand(text, {"original": ""}).strip()


def _is_empty(value: Any) -> bool:
    return value in (None, "", False) or value == [] or value == {}
