"""Files of other programs for the tests of exchange, made in code."""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rpg.exchange.cards.png import SIGNATURE, blank_picture, packed_chunk, with_texts
from rpg.exchange.story.chatfile import read_chat
from rpg.exchange.story.chatin import story_of_chat
from rpg.exchange.story.restore import Restored, build_save, restore_save
from rpg.exchange.story.savefile import save_json
from rpg.store.save import Save

PICTURE = blank_picture(4, 4)


def card_v2(**data: Any) -> dict[str, Any]:
    """A V2 card with something in every field."""
    fields: dict[str, Any] = {
        "name": "Mira",
        "description": "{{char}} keeps the light.\n\nTall.",
        "personality": "wry",
        "scenario": "{{char}} meets {{user}} on the quay.",
        "first_mes": "{{char}} looks up at {{user}}.",
        "mes_example": "<START>\n{{user}}: hi\n{{char}}: hm\n<START>\n{{char}}: bye",
        "creator_notes": "Be kind to her.",
        "system_prompt": "{{original}} Be brief.",
        "post_history_instructions": "Stay in role.",
        "alternate_greetings": ["It rains on {{char}}.", "Later."],
        "tags": ["keeper", "harbour"],
        "creator": "somebody",
        "character_version": "1.1",
        "extensions": {
            "depth_prompt": {"prompt": "She lies.", "depth": 2, "role": "user"},
            "talkativeness": "0.5",
            "someone/else": {"x": [1, None]},
        },
        "character_book": {
            "name": "The sea",
            "extensions": {"kept": 1},
            "entries": [
                {
                    "id": 3,
                    "keys": ["sea"],
                    "content": "The sea is cold.",
                    "extensions": {"depth": ""},
                    "enabled": True,
                    "insertion_order": 10,
                    "odd": True,
                }
            ],
        },
    }
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": {**fields, **data}}


def card_v3(**data: Any) -> dict[str, Any]:
    """A V3 card with something in every field."""
    assets = [{"type": "icon", "uri": "embeded://assets/main.png", "name": "main", "ext": "png"}]
    fields = {
        **card_v2()["data"],
        "nickname": "Mi",
        "group_only_greetings": ["All look up."],
        "creator_notes_multilingual": {"zh": "好"},
        "source": ["somewhere"],
        "creation_date": 1,
        "assets": assets,
    }
    return {"spec": "chara_card_v3", "spec_version": "3.0", "data": {**fields, **data}}


CARD_V1: Mapping[str, Any] = {
    "name": "Tom",
    "description": "A boatman.",
    "personality": "slow",
    "scenario": "",
    "first_mes": "Ahoy.",
    "mes_example": "",
    "avatar": "none",
}


def encoded(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def png_card(card: Any, *, word: str = "chara", picture: bytes = PICTURE) -> bytes:
    return with_texts(picture, "test.png", {word: encoded(card)})


def png_of(*chunks: tuple[bytes, bytes]) -> bytes:
    """A picture with these chunks before its end."""
    body = PICTURE.removesuffix(packed_chunk(b"IEND", b""))
    return body + b"".join(packed_chunk(*chunk) for chunk in chunks) + packed_chunk(b"IEND", b"")


def animated(card: Any) -> bytes:
    """An animated picture with a card in it."""
    control = packed_chunk(b"acTL", struct.pack(">II", 1, 0))
    frame = packed_chunk(b"fcTL", struct.pack(">IIIIIHHBB", 0, 4, 4, 0, 0, 1, 10, 0, 0))
    head = len(SIGNATURE) + 25
    return png_card(card, picture=PICTURE[:head] + control + frame + PICTURE[head:])


def zip_of(files: Sequence[tuple[str | zipfile.ZipInfo, bytes]]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return buffer.getvalue()


def charx(card: Any) -> bytes:
    return zip_of([("card.json", encoded(card)), ("assets/main.png", PICTURE), ("assets/song.ogg", b"OggS")])


def compressed_text(keyword: str, text: bytes, *, kind: bytes = b"iTXt") -> tuple[bytes, bytes]:
    """A chunk of packed text, as some programs write cards."""
    packed = zlib.compress(text)
    if kind == b"zTXt":
        return kind, keyword.encode() + b"\0\0" + packed
    return kind, keyword.encode() + b"\0\1\0\0\0" + packed


def lines_of(*rows: Mapping[str, Any]) -> bytes:
    return "\n".join(json.dumps(row) for row in rows).encode()


def saved_chat(data: bytes, path: Path, **more: Any) -> Restored:
    """A chat as a save at `path`."""
    story = story_of_chat(read_chat(data, "chat.jsonl"), path.stem, **more)
    return build_save(story.document, "chat.jsonl", path)


def exported(path: Path) -> str:
    with Save.open(path, write=False) as save:
        return "".join(save_json(save))


def restored(text: str, path: Path) -> Restored:
    return restore_save(json.loads(text), "save.json", path)
