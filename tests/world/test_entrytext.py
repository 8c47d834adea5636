"""An entry is changed in the text of its file; everything else stays as it is."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.world.entrytext import replace_file, spot_of, with_entry

SOURCE = """# A world.
[world]
name = "W"   # its name

[lorebooks."旧 事".entries.flood] # the flood
order = 5
keys = [
  "flood", # English
  "大水",
]
content = '''
Water came.'''
enabled = false

[lorebooks."旧 事".entries.other]
content = "Other."
"""


def test_only_the_value_changes() -> None:
    after = with_entry(SOURCE, "旧 事", "flood", {"content": 'He said "no".'})
    assert after == SOURCE.replace("'''\nWater came.'''", '"He said \\"no\\"."')


def test_a_new_key_stands_in_its_entry() -> None:
    after = with_entry(SOURCE, "旧 事", "other", {"enabled": False, "keys": ["a", "b"]})
    assert tomllib.loads(after)["lorebooks"]["旧 事"]["entries"]["other"] == {
        "content": "Other.",
        "enabled": False,
        "keys": ["a", "b"],
    }
    assert after.startswith(SOURCE.rstrip("\n"))


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\r\x00"), max_size=80))
def test_any_text_comes_back_and_the_rest_is_untouched(text: str) -> None:
    after = tomllib.loads(with_entry(SOURCE, "旧 事", "flood", {"content": text}))
    before = tomllib.loads(SOURCE)
    assert after["lorebooks"]["旧 事"]["entries"]["flood"].pop("content") == text
    before["lorebooks"]["旧 事"]["entries"]["flood"].pop("content")
    assert after == before


def test_an_entry_that_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        with_entry(SOURCE, "旧 事", "none", {"content": ""})
    with pytest.raises(ValueError):
        with_entry("[broken", "旧 事", "flood", {"content": ""})


def test_the_spot_is_the_line_in_the_first_file_that_has_it(tmp_path: Path) -> None:
    one, two, broken = tmp_path / "1.toml", tmp_path / "2.toml", tmp_path / "0.toml"
    broken.write_text("[", "utf-8")
    one.write_text("[world]\n", "utf-8")
    two.write_text(SOURCE, "utf-8")
    spot = spot_of([broken, one, two], ("lorebooks", "旧 事", "entries", "other"))
    assert spot is not None
    assert (spot.file, spot.line) == (two, 15)
    assert spot_of([one, two], ("characters", "nobody")) is None


def test_a_file_is_replaced_whole_with_its_rights(tmp_path: Path) -> None:
    file = tmp_path / "w.toml"
    file.write_text("old", "utf-8")
    file.chmod(0o640)
    replace_file(file, "new\r\n")
    assert file.read_bytes() == b"new\r\n"
    assert file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]
