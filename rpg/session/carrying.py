"""What a story uses of its player's library, so that a bundle can take it along."""

from __future__ import annotations

from rpg.exchange.story.library import Library
from rpg.session.books import BIND, USE, BookShelf, id_beside
from rpg.session.settings import SessionSettings
from rpg.session.shelf import NO_PRESET, PresetShelf
from rpg.world.model import World


def library_in_use(
    settings: SessionSettings, world: World, bookshelf: BookShelf, shelf: PresetShelf
) -> Library:
    """The books and the preset of the library that take part in a story, with the settings by which they do.

    What the player has chosen for all stories is told as well: where the story goes, others may be chosen.
    """
    own = bookshelf.own().sheets
    used = {id: one.sheet for id, one in own.items() if settings[f"{USE}{id}"]}
    keys = [f"{USE}{id}" for id in used]
    keys += [f"{BIND}{id}" for id in (*world.lorebooks, *(id_beside(world, id) for id in used))]
    chosen = settings["session.preset"]
    found = shelf.find(world, str(chosen)) if chosen not in (None, NO_PRESET) else None
    presets = (found.preset,) if found is not None and found.source == "own" else ()
    said = {key: settings[key] for key in (*keys, "session.preset")}
    return Library(tuple(used.values()), presets, {key: one for key, one in said.items() if one is not None})
