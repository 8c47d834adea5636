"""A bundle: one zip file with a save and its world, readable without this program.

`rpg-bundle.json` says what it is, `save.json` is everything of the save, `world/world.toml` the world it plays
in as its head has it, `library/` what it uses of the player's own lorebooks and presets. Nothing in a bundle is run and nothing is unpacked by its own name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

from rpg.exchange.archive import Archive, make_zip
from rpg.exchange.errors import ExchangeError
from rpg.exchange.reading import MIB, as_table, decode_text, read_json
from rpg.exchange.story.library import Library, library_files, read_library
from rpg.exchange.story.savefile import Progress, no_progress, save_json
from rpg.exchange.world.toml import world_to_toml
from rpg.exchange.writing import json_text, remove, write_all
from rpg.store.save import Save
from rpg.world.document import world_hash
from rpg.world.files import FIRST
from rpg.world.ids import id_from, is_id
from rpg.world.load import read_text_world, read_world
from rpg.world.model import World

FORMAT, VERSION = "rpg-bundle", 1
MANIFEST, SAVE, WORLD = "rpg-bundle.json", "save.json", f"world/{FIRST}"

LARGEST_SAVE = 256 * MIB
MOST_SAVE_VALUES = 16_000_000


@dataclass(frozen=True, slots=True)
class Bundle:
    """name: of the save. save: parsed JSON. world: as its text says; None when the bundle has none."""

    name: str
    save: Any
    world: World | None
    world_text: str
    library: Library = field(default_factory=Library)


def bundle_bytes(save: Save, library: Library | None = None, progress: Progress = no_progress) -> bytes:
    """The whole bundle. library: what the story uses of the player's own. Raises SaveError "damaged"."""
    own = library or Library()
    head = save.head
    world = save.fold().state_at(head).world if head is not None else save.world()
    manifest: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "name": save.path.stem,
        "world": world.id,
    }
    if own.settings:
        manifest["library"] = dict(own.settings)
    text = "".join(save_json(save, progress))
    files = (
        (MANIFEST, json_text(manifest, 2)),
        (SAVE, text),
        (WORLD, world_to_toml(world)),
        *library_files(own),
    )
    return make_zip((name, text.encode()) for name, text in files)


def is_bundle(archive: Archive) -> bool:
    return MANIFEST in archive.entries


def read_bundle(archive: Archive) -> Bundle:
    """Raises ExchangeError for what is no bundle, a newer one or a broken one."""
    file = archive.file
    manifest = as_table(read_json(archive.need(MANIFEST), f"{file}: {MANIFEST}"), f"{file}: {MANIFEST}")
    version = manifest.get("version")
    if manifest.get("format") != FORMAT or not isinstance(version, int):
        raise ExchangeError("wrong_shape", f"{file}: {MANIFEST}", expected=FORMAT)
    if version > VERSION:
        raise ExchangeError("newer", file, version=version, known=VERSION)
    save = read_save_json(archive.need(SAVE), f"{file}: {SAVE}")
    text, world = _world(archive, manifest.get("world"))
    name = manifest.get("name")
    library = read_library(archive, manifest.get("library"))
    return Bundle(name if isinstance(name, str) else Path(file).stem, save, world, text, library)


def read_save_json(data: bytes, file: str) -> Any:
    """A save's JSON, which may be larger than other JSON."""
    return read_json(data, file, most=LARGEST_SAVE, values=MOST_SAVE_VALUES)


def _world(archive: Archive, id: Any) -> tuple[str, World | None]:
    if WORLD not in archive.entries:
        return "", None
    place = f"{archive.file}: {WORLD}"
    text = decode_text(archive.entries[WORLD], place)
    legal = id if isinstance(id, str) and is_id(id) else id_from(str(id), "world")
    reading = read_text_world(text, id=legal, file=place)
    if reading.world is None:
        problem = next(one for one in reading.problems if one.severity == "error")
        raise ExchangeError("bad_world", str(problem.place) or place, detail=problem.sentence("en"))
    return text, reading.world


def install_world(bundle: Bundle, folder: Path, known: Iterable[Path] = ()) -> tuple[Path | None, bool]:
    """The bundle's world as a folder in `folder`, and whether it was written now.

    One with the same text, there or in the folders `known`, is used; another of the same name is left alone and
    the new one gets a number. None when the bundle has no world. Raises ExchangeError.
    """
    world = bundle.world
    if world is None:
        return None, False
    for target in _homes(world.id, known):
        if _is_same(target, world):
            return target, False
    for target in _places(folder, world.id):
        if _is_same(target, world):
            return target, False
        if not target.exists() and not target.with_name(f"{target.name}.toml").exists():
            return _written(target, bundle.world_text), True
    raise AssertionError("names with numbers never end")


def _homes(id: str, known: Iterable[Path]) -> Iterator[Path]:
    return (path for folder in known for path in (folder / id, folder / f"{id}.toml"))


def _places(folder: Path, id: str) -> Iterator[Path]:
    yield folder / id
    yield from (folder / f"{id}-{number}" for number in count(2))


def _written(target: Path, text: str) -> Path:
    written = write_all(target, [(FIRST, text.encode())])
    if read_world(target).world is None:
        remove(written)
        raise ExchangeError("bad_world", str(target), detail="")
    return target


def _is_same(path: Path, world: World) -> bool:
    if not path.exists():
        return False
    found = read_world(path).world
    if found is None:
        return False
    return world_hash(replace(found, id=world.id)) == world_hash(world)
