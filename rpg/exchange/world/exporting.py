"""Parts of a world as files of other programs: cards, lorebooks; and the whole as one TOML text.

Source: docs/world-format.md, `rpg world export`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, assert_never, get_args

from rpg.exchange.archive import make_zip, read_zip
from rpg.exchange.cards.container import CARD_JSON
from rpg.exchange.cards.kept import Kept, kept_archive, read_kept
from rpg.exchange.cards.outgoing import Target, export_card
from rpg.exchange.cards.png import blank_picture, is_png, with_texts
from rpg.exchange.errors import ExchangeError
from rpg.exchange.lorebooks.exporting import export_lorebook
from rpg.exchange.lorebooks.kinds import Kind
from rpg.exchange.reading import read_file
from rpg.exchange.report import Report
from rpg.exchange.world.toml import world_to_toml
from rpg.exchange.writing import json_text
from rpg.world.model import World

Container = Literal[".json", ".png", ".charx"]
CONTAINERS: tuple[Container, ...] = get_args(Container)

BOOKS: dict[str, Kind] = {
    "tavern-lorebook": "tavern",
    "character-book": "character_book",
    "lorebook-v3": "lorebook_v3",
    "novelai": "novel",
    "agnai": "agnai",
    "risu": "risu",
    "story-cards": "story_cards",
}
CARDS: tuple[Target, ...] = ("card-v2", "card-v3")
FORMATS = (*BOOKS, *CARDS, "toml")
"""What `--to` takes."""


@dataclass(frozen=True, slots=True)
class Out:
    """data: the file's content. suffix: of its name."""

    data: bytes
    suffix: str
    report: Report = field(default_factory=Report)


def export_world(world: World, folder: Path, to: str, which: str = "", container: Container = ".json") -> Out:
    """A part of `world` in the format `to`. folder: where the world's files are. which: the id of the character or
    book, needed where there are several. container: what a card goes into.

    Raises ExchangeError "which_one", "nothing_to_export", "unknown_format".
    """
    if to == "toml":
        return Out(world_to_toml(world).encode(), ".toml")
    if to in BOOKS:
        id = _chosen(which, world.lorebooks, str(folder))
        exported = export_lorebook(world.lorebooks[id], BOOKS[to])
        out = Out(_json(exported.data), ".json")
        out.report.losses(exported.losses)
        return out
    target = next((one for one in CARDS if one == to), None)
    if target is None:
        raise ExchangeError("unknown_format", to, known=tuple(FORMATS))
    id = _chosen(which, world.characters, str(folder))
    return _card(world, folder, id, target, container)


def _json(value: object) -> bytes:
    return (json_text(value, 2) + "\n").encode()


def _chosen(which: str, known: Collection[str], place: str) -> str:
    names = tuple(known)
    if not known:
        raise ExchangeError("nothing_to_export", place)
    if which and which not in known:
        raise ExchangeError("no_such_part", place, which=which, known=names)
    if not which and len(known) > 1:
        raise ExchangeError("which_one", place, known=names)
    return which or next(iter(known))


def _card(world: World, folder: Path, id: str, target: Target, container: Container) -> Out:
    kept = read_kept(folder, id)
    card = export_card(world, id, target, kept)
    match container:
        case ".json":
            return Out(_json(card.raw), container, card.report)
        case ".png":
            return Out(_picture(world, folder, id, target, kept), container, card.report)
        case ".charx":
            files = [(CARD_JSON, _json(card.raw)), *_assets(folder, id)]
            return Out(make_zip(files), container, card.report)
    assert_never(container)


def _assets(folder: Path, id: str) -> list[tuple[str, bytes]]:
    """The other files of the archive that the card came in."""
    path = kept_archive(folder, id)
    if not path.is_file():
        return []
    archive = read_zip(read_file(path), str(path))
    return [(name, data) for name, data in archive.entries.items() if name != CARD_JSON]


def _picture(world: World, folder: Path, id: str, target: Target, kept: Kept | None) -> bytes:
    """The portrait with the card in it. A V3 card goes along as V2 too, for programs that know only that."""
    base = _portrait(world, folder, id)
    texts = {"chara": json_text(export_card(world, id, "card-v2", kept).raw).encode()}
    if target == "card-v3":
        texts["ccv3"] = json_text(export_card(world, id, "card-v3", kept).raw).encode()
    return with_texts(base, f"{id}.png", texts)


def _portrait(world: World, folder: Path, id: str) -> bytes:
    """The character's own picture where it is a PNG, else a plain one."""
    name = world.characters[id].portrait
    if name and folder.is_dir():
        path = folder.joinpath(*name.split("/"))
        if path.resolve().is_relative_to(folder.resolve()) and path.is_file():
            data = read_file(path)
            if is_png(data):
                return data
    return blank_picture()
