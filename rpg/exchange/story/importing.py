"""A story out of a file: a bundle, a save as JSON, a chat. Nothing that exists is overwritten.

Source: docs/interface.md §1, `rpg import`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from rpg.exchange.archive import is_zip, read_zip
from rpg.exchange.cards.png import is_png
from rpg.exchange.errors import ExchangeError
from rpg.exchange.reading import read_file
from rpg.exchange.report import Report
from rpg.exchange.story.bundle import LARGEST_SAVE, install_world, is_bundle, read_bundle, read_save_json
from rpg.exchange.story.chatfile import is_chat, read_chat
from rpg.exchange.story.chatin import story_of_chat
from rpg.exchange.story.library import Arrival, arrival
from rpg.exchange.story.restore import SETTINGS, Restored, build_save, restore_save
from rpg.exchange.story.savefile import Progress, no_progress
from rpg.exchange.story.saveshape import is_save_document
from rpg.store.library import free_path, path_for
from rpg.world.model import World

What = Literal["bundle", "json", "chat"]


@dataclass(frozen=True, slots=True)
class Target:
    """Where a story goes. name: of the new save; "" takes the file's, with a number where that is taken.

    worlds: folder for the world of a bundle. world: what a chat plays in; None makes a small one.
    known: folders where the world of a bundle may be already. data: the data folder, whose library takes what a
    bundle brings; None leaves it out.
    """

    saves: Path
    worlds: Path
    name: str = ""
    world: World | None = None
    known: tuple[Path, ...] = ()
    data: Path | None = None


@dataclass(frozen=True, slots=True)
class ImportedStory:
    """world: folder of the world that came along; installed: it was written now."""

    what: What
    path: Path
    nodes: int
    report: Report = field(default_factory=Report)
    world: Path | None = None
    installed: bool = False


def import_story(source: Path, target: Target, progress: Progress = no_progress) -> ImportedStory:
    """Makes a save of a file. Raises ExchangeError and SaveError; then there is no save."""
    data, file = read_file(source, LARGEST_SAVE), str(source)
    if is_zip(data):
        return _bundle(data, file, target, progress)
    if is_png(data):
        raise ExchangeError("is_for_a_world", file)
    if data.startswith(b"SQLite format 3\0"):
        raise ExchangeError("is_a_save", file)
    if is_chat(data):
        return _chat(data, source, target, progress)
    value = read_save_json(data, file)
    if not is_save_document(value):
        raise ExchangeError("unknown_story", file)
    return _json(value, source, target, progress)


def _bundle(data: bytes, file: str, target: Target, progress: Progress) -> ImportedStory:
    archive = read_zip(data, file)
    if not is_bundle(archive):
        raise ExchangeError("is_for_a_world" if "card.json" in archive.entries else "unknown_story", file)
    bundle = read_bundle(archive)
    path = _path(target, bundle.name)
    arriving = arrival(bundle.library, target.data) if target.data is not None else None
    save = bundle.save if arriving is None else _with_library(bundle.save, arriving, bundle.world)
    with _folder_made(target.saves):
        restored = restore_save(save, file, path, progress)
    world, installed = install_world(bundle, target.worlds, target.known)
    report = _report(restored)
    if arriving is not None and target.data is not None:
        arriving.write(target.data)
        arriving.tell(report)
    return ImportedStory("bundle", path, restored.nodes, report, world, installed)


def _with_library(save: Any, arriving: Arrival, world: World | None) -> Any:
    """The save's JSON with settings by which the library takes part; what is no save stays what it is."""
    meta = save.get("meta") if isinstance(save, dict) else None
    if not isinstance(meta, dict) or not isinstance(own := meta.get(SETTINGS, {}), dict):
        return save
    settings = arriving.settings(own, world)
    return {**save, "meta": {**meta, SETTINGS: settings}} if settings else save


def _json(value: Any, source: Path, target: Target, progress: Progress) -> ImportedStory:
    name = value.get("name")
    path = _path(target, name if isinstance(name, str) and name else source.stem)
    with _folder_made(target.saves):
        restored = restore_save(value, str(source), path, progress)
    return ImportedStory("json", path, restored.nodes, _report(restored))


def _chat(data: bytes, source: Path, target: Target, progress: Progress) -> ImportedStory:
    story = story_of_chat(read_chat(data, str(source)), source.stem, target.world)
    path = _path(target, source.stem)
    with _folder_made(target.saves):
        restored = build_save(story.document, str(source), path, progress)
    if story.made:
        story.report.add("changed", "chat_world", "world", next(iter(story.document.worlds.values())).name)
    return ImportedStory("chat", path, restored.nodes, story.report)


def _path(target: Target, name: str) -> Path:
    return path_for(target.saves, target.name) if target.name else free_path(target.saves, name)


@contextmanager
def _folder_made(folder: Path) -> Iterator[None]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ExchangeError("unwritable", str(folder), reason=error.strerror or "") from None
    yield


def _report(restored: Restored) -> Report:
    report = Report()
    report.add("kept", "nodes", "nodes", restored.nodes)
    if restored.altered:
        report.add("changed", "altered", "nodes", ", ".join(map(str, restored.altered[:20])))
    for key in restored.settings:
        report.add("left_out", "setting", key)
    return report
