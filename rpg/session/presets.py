"""What the player does with presets: list them, use one, switch, place, order and rewrite its entries."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from rpg.session.errors import SessionError
from rpg.session.shelf import NO_PRESET, Shelved, active_preset, changed, changes_of, preset_texts
from rpg.text.messages import message
from rpg.world.ids import id_from
from rpg.world.model import Preset, PresetEntry
from rpg.world.presets import presets_text

if TYPE_CHECKING:
    from rpg.session.session import Session

LONG_PRESET = 10_000
"""Tokens from which the player is warned. Source: docs/context.md §4, docs/world-format.md."""

Position = Literal["system", "before_input"]


@dataclass(frozen=True, slots=True)
class PresetCost:
    """What a preset costs. tokens: of the entries that are on, in every request. share: of what is available.
    turns: what a hundred turns send of it, in tokens, the part that is cached included."""

    tokens: int
    share: float
    turns: int

    @property
    def long(self) -> bool:
        return self.tokens >= LONG_PRESET


def active(session: Session) -> Shelved | None:
    """The active preset as this save has changed it."""
    return active_preset(session.settings, session.world, session.shelf)


def preset_cost(session: Session, preset: Preset | None = None) -> PresetCost:
    """What a preset (the active one by default) costs with the narrator there is."""
    from rpg.context.space import space_of
    from rpg.session.settings import context_settings

    telling = session.telling()
    preset = preset or telling.preset
    tokens = sum(telling.counter.count(text.text) for text in preset_texts(preset))
    sizes = context_settings(telling.settings, telling.traits, isolated=telling.isolated, limit=telling.limit)
    available = space_of(sizes, telling.counter.quality).available
    return PresetCost(tokens, tokens / available if available else 0.0, 100 * tokens)


def preset_warning(session: Session) -> str:
    """What to tell the player of an active preset that is long; "" when it is not."""
    shelved = active(session)
    cost = preset_cost(session, shelved.preset if shelved is not None else None)
    if shelved is None or not cost.long:
        return ""
    values = {"name": shelved.preset.name, "tokens": cost.tokens, "percent": f"{cost.share * 100:.0f}"}
    return message(session.services.language, "presets.long", turns=cost.turns, **values)


def preset_rows(session: Session) -> list[dict[str, Any]]:
    """Every preset for a list, the world's first, entries in the order in which they are sent."""
    current, count = active(session), session.telling().counter.count
    rows = []
    for id, shelved in session.shelf.all(session.world).items():
        preset = changed(shelved.preset, changes_of(session.settings, id))
        cost = preset_cost(session, preset)
        rows.append(
            {
                "id": id,
                "name": preset.name,
                "source": shelved.source,
                "file": str(shelved.file) if shelved.file is not None else None,
                "active": current is not None and current.preset.id == id,
                "tokens": cost.tokens,
                "share": round(cost.share, 4),
                "long": cost.long,
                "entries": [_entry_row(entry, count) for entry in preset.entries],
            }
        )
    return rows


def _entry_row(entry: PresetEntry, count: Callable[[str], int]) -> dict[str, Any]:
    return {
        "id": entry.id,
        "enabled": entry.enabled,
        "position": entry.position,
        "tokens": count(entry.text),
        "text": entry.text,
    }


def use_preset(session: Session, id: str) -> None:
    """Makes a preset the active one of this save; "none" uses none. Raises SessionError."""
    known = session.shelf.all(session.world)
    if id != NO_PRESET and id not in known:
        raise SessionError("unknown_preset", preset=id, known=(*known, NO_PRESET))
    session.set_setting("session.preset", id)


def switch_entry(session: Session, entry: str, on: bool) -> None:
    """Switches an entry of the active preset for this save. Raises SessionError."""
    _change(session, "on", entry, on)


def place_entry(session: Session, entry: str, position: Position) -> None:
    """Moves an entry into the system message or before the player's words. Raises SessionError."""
    _change(session, "position", entry, position)


def rewrite_entry(session: Session, entry: str, text: str) -> None:
    """Another text for this save; "" brings the preset's own text back. Raises SessionError."""
    _change(session, "text", entry, text.strip() or None)


def order_entry(session: Session, entry: str, number: int) -> None:
    """Makes an entry the `number`-th, from 1. Raises SessionError."""
    preset = _preset_with(session, entry)
    others = [one.id for one in preset.entries if one.id != entry]
    place = min(max(number, 1), len(preset.entries)) - 1
    _store(session, preset.id, {"order": [*others[:place], entry, *others[place:]]})


def copy_preset(session: Session, name: str) -> Path:
    """Copies the active preset, as this save has changed it, into the player's library and uses the copy.

    name: of the copy; its id is made from it. Raises SessionError when there is one already, OSError.
    """
    shelved = active(session)
    if shelved is None:
        raise SessionError("no_preset")
    id = id_from(name)
    file = session.shelf.folder / f"{id}.toml"
    if id in session.shelf.all(session.world) or file.exists():
        raise SessionError("preset_exists", preset=id)
    _write_new(file, presets_text([replace(shelved.preset, id=id, name=name.strip(), default=False)]))
    use_preset(session, id)
    return file


def _write_new(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_name(f".{file.name}.{os.getpid()}")
    temporary.write_text(text, "utf-8")
    os.replace(temporary, file)


def _preset_with(session: Session, entry: str) -> Preset:
    shelved = active(session)
    if shelved is None:
        raise SessionError("no_preset")
    known = [one.id for one in shelved.preset.entries]
    if entry not in known:
        raise SessionError(
            "unknown_preset_entry", entry=entry, preset=shelved.preset.id, known=tuple(known) or "-"
        )
    return shelved.preset


def _change(session: Session, kind: str, entry: str, value: Any) -> None:
    preset = _preset_with(session, entry)
    table = {**changes_of(session.settings, preset.id).get(kind, {}), entry: value}
    _store(session, preset.id, {kind: {id: one for id, one in table.items() if one is not None}})


def _store(session: Session, id: str, more: dict[str, Any]) -> None:
    kept = {key: value for key, value in {**changes_of(session.settings, id), **more}.items() if value}
    session.set_setting(f"preset.{id}", kept or None)
