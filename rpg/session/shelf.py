"""Where presets come from, and the active one as this save has changed it.

A world's presets come first, then the player's own library (`presets/` in the data folder), then those of
the game. One is active: the one chosen, else the world's default, else the game's plain prose. What a save
changes of a preset (entries on and off, their place, order and text) stands in its settings as
`preset.ID`. Source: docs/context.md §4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

from rpg.context.values import PresetText
from rpg.session.ownfiles import Own, OwnFiles
from rpg.session.settings import SessionSettings
from rpg.text.messages import catalogue_language
from rpg.text.presets import SHIPPED, shipped_text
from rpg.world.model import Preset, PresetEntry, World
from rpg.world.presets import read_presets

Source = Literal["world", "own", "game"]

NO_PRESET = "none"
"""What `session.preset` says when none is to be active."""

Changes = Mapping[str, Any]
"""What a save changes of a preset: on, position and text by entry; order, a list of entry ids."""


@dataclass(frozen=True, slots=True)
class Shelved:
    """A preset and where it comes from. file: of the player's own."""

    preset: Preset
    source: Source
    file: Path | None = None


class PresetShelf:
    """All presets that can be chosen. Remembers the library until one of its files changes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files = OwnFiles(folder, read_presets)

    def all(self, world: World) -> dict[str, Shelved]:
        """Every preset by id, the world's first."""
        found: dict[str, Shelved] = {}
        worlds = (Shelved(preset, "world") for preset in world.presets.values())
        own = (Shelved(one.sheet, "own", one.file) for one in self.own().sheets.values())
        for one in (*worlds, *own, *shipped(world.language)):
            found.setdefault(one.preset.id, one)
        return found

    def find(self, world: World, id: str) -> Shelved | None:
        """The preset of an id; files are only looked at when the world has none of that id."""
        if id in world.presets:
            return Shelved(world.presets[id], "world")
        return self.all(world).get(id)

    def own(self) -> Own[Preset]:
        """The player's library."""
        return self._files.all()


def shipped(language: str) -> tuple[Shelved, ...]:
    """The presets that come with the game, in the language of the prose."""
    return _shipped(catalogue_language(language))


@cache
def _shipped(tongue: str) -> tuple[Shelved, ...]:
    files = ((id, read_presets(shipped_text(tongue, id), f"{id}.toml")) for id in SHIPPED)
    return tuple(Shelved(file.sheets[id], "game") for id, file in files)


def active_preset(settings: SessionSettings, world: World, shelf: PresetShelf) -> Shelved | None:
    """The active preset with this save's changes."""
    chosen = settings["session.preset"]
    if chosen == NO_PRESET:
        return None
    found = shelf.find(world, str(chosen)) if chosen is not None else None
    found = found or _default(world)
    return replace(found, preset=changed(found.preset, changes_of(settings, found.preset.id)))


def _default(world: World) -> Shelved:
    own = next((preset for preset in world.presets.values() if preset.default), None)
    return Shelved(own, "world") if own is not None else shipped(world.language)[0]


def preset_texts(preset: Preset | None) -> tuple[PresetText, ...]:
    """The entries that are switched on, as a plan takes them."""
    if preset is None:
        return ()
    return tuple(
        PresetText(preset.id, entry.id, entry.text, entry.position)
        for entry in preset.entries
        if entry.enabled and entry.text.strip()
    )


def changes_of(settings: SessionSettings, id: str) -> Changes:
    """What this save changes of the preset `id`."""
    found = settings.values.get(f"preset.{id}")
    return found if isinstance(found, Mapping) else {}


def changed(preset: Preset, changes: Changes) -> Preset:
    """`preset` with a save's changes; what they say of entries that are no longer there is nothing."""
    entries = [_changed(entry, changes) for entry in preset.entries]
    order = {id: place for place, id in enumerate(_strings(changes.get("order")))}
    entries.sort(key=lambda entry: order.get(entry.id, len(order)))
    return replace(preset, entries=tuple(entries))


def _changed(entry: PresetEntry, changes: Changes) -> PresetEntry:
    return replace(
        entry,
        enabled=bool(_of(changes, "on", entry.id, entry.enabled)),
        position=_of(changes, "position", entry.id, entry.position),
        text=str(_of(changes, "text", entry.id, entry.text)),
    )


def _of(changes: Changes, kind: str, entry: str, otherwise: Any) -> Any:
    table = changes.get(kind)
    return table.get(entry, otherwise) if isinstance(table, Mapping) else otherwise


def _strings(value: object) -> Iterable[str]:
    return (item for item in value if isinstance(item, str)) if isinstance(value, list | tuple) else ()
