"""Files that mean harm or are broken: one clear error with file, place and remedy, and nothing is left behind."""

from __future__ import annotations

import base64
import json
import os
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rpg.exchange.archive import FREE, MOST_ENTRIES
from rpg.exchange.cards.png import SIGNATURE
from rpg.exchange.errors import ExchangeError, sentence
from rpg.exchange.story.importing import Target, import_story
from rpg.exchange.world.importing import import_into
from tests.exchange.files import (
    PICTURE,
    card_v2,
    charx,
    compressed_text,
    encoded,
    lines_of,
    png_card,
    png_of,
    zip_of,
)

CARD = png_card(card_v2())
MESSAGE = {"name": "A", "is_user": False, "mes": "x"}


def text_chunk(data: bytes, keyword: bytes = b"chara") -> bytes:
    return png_of((b"tEXt", keyword + b"\0" + data))


def b64(data: bytes) -> bytes:
    return base64.b64encode(data)


def broken_crc(data: bytes) -> bytes:
    at = data.index(b"tEXt") + 12
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def huge_chunk() -> bytes:
    return PICTURE[:33] + struct.pack(">I", 0x7FFFFFF0) + b"tEXt" + b"x" * 50


def endless_text() -> bytes:
    return png_of(compressed_text("chara", b"A" * (100 << 20)))


def link_entry() -> bytes:
    info = zipfile.ZipInfo("card.json")
    info.external_attr = 0o120777 << 16
    return zip_of([(info, b"/etc/passwd")])


def locked_entry() -> bytes:
    data = bytearray(zip_of([("card.json", b"{}")]))
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + flags] |= 1
    return bytes(data)


def twice() -> bytes:
    with pytest.warns(UserWarning, match="Duplicate"):
        return zip_of([("card.json", b"{}"), ("card.json", b"{}")])


def bomb() -> bytes:
    return zip_of([("card.json", encoded(card_v2())), ("assets/x.bin", b"\0" * (FREE * 4))])


def cut_zip() -> bytes:
    return charx(card_v2())[:-30]


def wrong_sum_zip() -> bytes:
    data = bytearray(zip_of([("card.json", encoded(card_v2()))]))
    at = data.index(b"card.json") + 15
    data[at] ^= 0xFF
    return bytes(data)


def many_entries() -> bytes:
    return zip_of([(f"{number}", b"") for number in range(MOST_ENTRIES + 1)])


def save(**changes: Any) -> bytes:
    """A whole save as JSON with something changed."""
    world = {
        "id": "w",
        "name": "W",
        "start": "here",
        "locations": [{"id": "here", "name": "Here"}],
    }
    from rpg.world.document import world_from_document, world_hash

    version = world_hash(world_from_document(world))
    document: dict[str, Any] = {
        "format": "rpg-save",
        "version": 1,
        "name": "s",
        "card": {},
        "meta": {},
        "base": version,
        "head": 1,
        "position": 1,
        "worlds": [{"version": version, "world": world}],
        "contents": [{"hash": "a", "kind": "opening", "parts": [{"part": "text", "text": "Hi"}]}],
        "nodes": [{"id": 1, "parent": None, "content": "a"}],
        "head_log": [[1, "begin", None, 1]],
    }
    return encoded({**document, **changes})


def bundle(files: list[tuple[str, bytes]]) -> bytes:
    manifest = encoded({"format": "rpg-bundle", "version": 1, "name": "s", "world": "w"})
    return zip_of([("rpg-bundle.json", manifest), *files])


WORLD_CASES: dict[str, tuple[Callable[[], bytes], str, str]] = {
    # name of the case: what makes the file, the code of the error, what its place must name
    "nothing": (lambda: b"", "empty", "f"),
    "only blanks": (lambda: b" \n\0\0", "empty", "f"),
    "no json": (lambda: b"hello", "not_json", "f:1:1"),
    "json cut": (lambda: encoded(card_v2())[:200], "not_json", "f:1:"),
    "json with a trailing comma": (lambda: b'{"name": "A",\n "x": 1,}', "not_json", "f:2:"),
    "deep lists": (lambda: b"[" * 100_000 + b"]" * 100_000, "too_deep", "f"),
    "deep objects": (lambda: b'{"a":' * 3_000 + b"1" + b"}" * 3_000, "too_deep", "f"),
    "deeper than is sensible": (lambda: encoded({"name": "A", "x": nested(150)}), "too_deep", "f"),
    "millions of values": (lambda: b"[" + b"1," * 4_000_001 + b"1]", "too_many", "f"),
    "endless number": (lambda: b'{"name": ' + b"9" * 10_000 + b"}", "not_json", "f"),
    "latin-1": (lambda: b'{"name": "Ren\xe9", "description": "x"}', "not_utf8", "f:1:"),
    "utf-16": (lambda: json.dumps(card_v2()).encode("utf-16"), "not_utf8", "f"),
    "json of nothing known": (lambda: b'{"hello": 1}', "unknown_kind", "f"),
    "json list": (lambda: b"[1, 2]", "unknown_kind", "f"),
    "json text": (lambda: b'"card"', "unknown_kind", "f"),
    "template for text completion": (lambda: b'{"input_sequence": "a"}', "text_template", "f"),
    "preset without prompts": (lambda: b'{"prompts": [], "temperature": 1}', "empty_preset", "f"),
    "chat": (lambda: lines_of(MESSAGE), "is_a_story", "f"),
    "save": (save, "is_a_story", "f"),
    "sqlite": (lambda: b"SQLite format 3\0" + b"x" * 100, "is_a_story", "f"),
    "png signature alone": (lambda: SIGNATURE, "png_cut", "byte 8"),
    "png without end": (lambda: PICTURE[:-12], "png_cut", "byte"),
    "png cut in the card": (lambda: CARD[: CARD.index(b"tEXt") + 40], "png_cut", "byte"),
    "png with a wrong check sum": (lambda: broken_crc(CARD), "png_crc", "byte"),
    "png with a huge chunk": (huge_chunk, "png_cut", "byte 33"),
    "png with a negative length": (lambda: PICTURE[:33] + b"\xff" * 8 + b"x" * 20, "png_chunk", "byte 33"),
    "png with a nameless chunk": (lambda: png_of((b"\0\1\2\3", b"")), "png_chunk", "byte"),
    "png without a card": (lambda: PICTURE, "png_no_card", "f"),
    "png whose card is no base64": (lambda: text_chunk(b"$$$$"), "bad_base64", "chara"),
    "png whose card is no json": (lambda: text_chunk(b64(b"hello")), "not_json", "chara"),
    "png whose card is no card": (lambda: text_chunk(b64(b"{}")), "not_a_card", "chara"),
    "png whose card is no utf-8": (lambda: text_chunk(b64(b'{"name": "\xff"}')), "not_utf8", "chara"),
    "png whose text unpacks without end": (endless_text, "zip_bomb", "byte"),
    "png whose text cannot be unpacked": (
        lambda: png_of((b"zTXt", b"chara\0\0" + b"nonsense")),
        "png_packed",
        "byte",
    ),
    "png whose packed text is cut": (
        lambda: png_of((b"zTXt", b"chara\0\0" + zlib.compress(b"x" * 1000)[:-6])),
        "png_cut",
        "byte",
    ),
    "zip that leads out": (lambda: zip_of([("../evil.toml", b"x")]), "zip_path", "../evil.toml"),
    "zip that leads out by windows rules": (lambda: zip_of([("..\\evil", b"x")]), "zip_path", "evil"),
    "zip with an absolute path": (lambda: zip_of([("/etc/cron.d/x", b"x")]), "zip_path", "/etc"),
    "zip with a drive": (lambda: zip_of([("C:/x", b"x")]), "zip_path", "C:"),
    "zip with a link": (link_entry, "zip_link", "card.json"),
    "zip with a password": (locked_entry, "zip_encrypted", "card.json"),
    "zip with a name twice": (twice, "zip_twice", "card.json"),
    "zip bomb": (bomb, "zip_bomb", "assets/x.bin"),
    "zip with too many files": (many_entries, "zip_many", "f"),
    "zip cut": (cut_zip, "zip_broken", "f"),
    "zip with a wrong check sum": (wrong_sum_zip, "zip_broken", "f"),
    "zip that is only a signature": (lambda: b"PK\x03\x04", "zip_broken", "f"),
    "zip without a card": (lambda: zip_of([("readme.txt", b"x")]), "zip_missing", "f"),
    "charx whose card is a list": (lambda: zip_of([("card.json", b"[]")]), "not_a_card", "card.json"),
    "bundle": (lambda: bundle([]), "is_a_story", "f"),
}


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("name", WORLD_CASES)
def test_a_hostile_file_for_a_world_gives_one_clear_error_and_leaves_nothing(
    name: str, tmp_path: Path
) -> None:
    make, code, place = WORLD_CASES[name]
    file = tmp_path / "f"
    file.write_bytes(make())

    with pytest.raises(ExchangeError) as caught:
        import_into(file, tmp_path / "world", "en")

    assert caught.value.code == code
    assert_told(caught.value, file, place)
    assert not (tmp_path / "world").exists()


STORY_CASES: dict[str, tuple[Callable[[], bytes], str, str]] = {
    "card": (lambda: CARD, "is_for_a_world", "f"),
    "charx": (lambda: charx(card_v2()), "is_for_a_world", "f"),
    "sqlite": (lambda: b"SQLite format 3\0" + b"x" * 100, "is_a_save", "f"),
    "unknown zip": (lambda: zip_of([("x", b"x")]), "unknown_story", "f"),
    "unknown json": (lambda: b"{}", "unknown_story", "f"),
    "chat with a broken line": (lambda: lines_of(MESSAGE) + b"\n{oops", "not_json", "f:2:2"),
    "chat with a line that is no message": (lambda: lines_of(MESSAGE, {"x": 1}), "chat_line", "f:2:1"),
    "chat with a line that is a list": (lambda: lines_of(MESSAGE) + b"\n[]", "chat_line", "f:2:1"),
    "chat of a header alone": (lambda: lines_of({"user_name": "A"}), "empty_chat", "f"),
    "chat with a deep line": (lambda: lines_of(MESSAGE) + b'\n{"mes":' + b"[" * 5_000, "too_deep", "f"),
    "chat in latin-1": (lambda: lines_of(MESSAGE) + b'\n{"mes": "\xe9"}', "not_utf8", "f:"),
    "newer save": (lambda: save(version=99), "newer", "f"),
    "save without a version": (lambda: save(version="1"), "wrong_shape", "version"),
    "save without a world": (lambda: save(worlds=[]), "unsound", "base"),
    "save with another world": (lambda: save(base="0" * 32), "unsound", "base"),
    "save whose nodes are an object": (lambda: save(nodes={}), "wrong_shape", "nodes"),
    "save with a node of a wrong type": (lambda: save(nodes=[{"id": "1"}]), "wrong_shape", "nodes[0].id"),
    "save with a negative node": (lambda: save(nodes=[{"id": -1}]), "wrong_shape", "nodes[0].id"),
    "save with a huge node": (lambda: save(nodes=[{"id": 1 << 70}]), "wrong_shape", "nodes[0].id"),
    "save with a node above itself": (
        lambda: save(nodes=[{"id": 1, "parent": 1, "content": "a"}]),
        "unsound",
        "nodes[0]",
    ),
    "save with a node twice": (
        lambda: save(nodes=[{"id": 1, "parent": None, "content": "a"}] * 2),
        "unsound",
        "nodes[1]",
    ),
    "save with an unknown content": (
        lambda: save(nodes=[{"id": 1, "parent": None, "content": "b"}]),
        "unsound",
        "nodes[0].content",
    ),
    "save with a head that is not there": (lambda: save(head=7), "unsound", "head"),
    "save with a log that does not join": (
        lambda: save(head_log=[[1, "begin", None, 1], [2, "turn", 9, 1]]),
        "unsound",
        "head_log[1]",
    ),
    "save with an unknown kind of node": (
        lambda: save(contents=[{"hash": "a", "kind": "shell"}]),
        "wrong_shape",
        "contents[0]",
    ),
    "save with an unknown kind of edit": (
        lambda: save(contents=[{"hash": "a", "kind": "opening", "edits": [{"edit": "exec"}]}]),
        "wrong_shape",
        "contents[0]",
    ),
    "save with an edit of wrong types": (
        lambda: save(
            contents=[
                {
                    "hash": "a",
                    "kind": "opening",
                    "edits": [{"edit": "move_player", "to": 5, "source": "hand"}],
                }
            ]
        ),
        "wrong_shape",
        "contents[0].edits[0]",
    ),
    "save that adopts a world it lacks": (
        lambda: save(contents=[{"hash": "a", "kind": "adopt", "detail": {"world": "nowhere"}}]),
        "unsound",
        "f",
    ),
    "save with a reserved value": (lambda: save(meta={"$cursor": 1}), "unsound", "meta"),
    "save with a note on nothing": (
        lambda: save(notes=[{"id": 1, "node": 5, "kind": "digest", "body": {}}]),
        "unsound",
        "notes",
    ),
    "save whose child is not its own": (
        lambda: save(nodes=[{"id": 1, "parent": None, "content": "a", "last_child": 1}]),
        "unsound",
        "nodes",
    ),
    "bundle without a save": (lambda: bundle([]), "zip_missing", "f"),
    "bundle whose save is broken": (lambda: bundle([("save.json", b"{")]), "not_json", "save.json"),
    "bundle whose save is none": (lambda: bundle([("save.json", b"{}")]), "not_a_save_json", "f"),
    "bundle whose world is broken": (
        lambda: bundle([("save.json", save()), ("world/world.toml", b"[world\n")]),
        "bad_world",
        "world/world.toml",
    ),
    "bundle whose world brings programs": (
        lambda: bundle([("save.json", save()), ("world/world.toml", b"[tools.x]\ncommand='rm'\n")]),
        "bad_world",
        "world/world.toml",
    ),
    "bundle that leads out": (lambda: bundle([("../../x", b"x")]), "zip_path", "../../x"),
}


@pytest.mark.parametrize("name", STORY_CASES)
def test_a_hostile_story_gives_one_clear_error_and_leaves_nothing(name: str, tmp_path: Path) -> None:
    make, code, place = STORY_CASES[name]
    file = tmp_path / "f"
    file.write_bytes(make())
    target = Target(tmp_path / "saves", tmp_path / "worlds")

    with pytest.raises(ExchangeError) as caught:
        import_story(file, target)

    assert caught.value.code == code
    assert_told(caught.value, file, place)
    assert not list((tmp_path / "saves").glob("*"))
    assert not (tmp_path / "worlds").exists()


def assert_told(error: ExchangeError, file: Path, place: str) -> None:
    """The sentence names the file and the place, says what to do, and is one line in both languages."""
    assert str(file) in error.place
    assert place in error.place.replace(str(file), "f")
    for language in ("en", "zh"):
        told = sentence(error, language)
        assert told.startswith(str(file))
        assert "exchange." not in told
        assert "\n" not in told
        assert "{" not in told.replace("{…}", "")


def test_the_base_of_the_save_cases_is_a_whole_save(tmp_path: Path) -> None:
    file = tmp_path / "f.json"
    file.write_bytes(save())

    assert import_story(file, Target(tmp_path / "saves", tmp_path)).nodes == 1


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    for path, code in (
        (tmp_path / "none", "unreadable"),
        (tmp_path, "not_a_file"),
        (Path(os.devnull), "no_plain_file"),
    ):
        with pytest.raises(ExchangeError) as caught:
            import_story(path, Target(tmp_path, tmp_path))
        assert caught.value.code == code


def test_escape_sequences_in_names_and_values_never_reach_the_sentence(tmp_path: Path) -> None:
    file = tmp_path / "f"
    file.write_bytes(zip_of([("../\x1b[31mred\x07", b"x")]))

    with pytest.raises(ExchangeError) as caught:
        import_into(file, tmp_path / "world", "en")

    assert "\x1b" not in sentence(caught.value, "en")
