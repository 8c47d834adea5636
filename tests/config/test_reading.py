"""A configuration file that cannot be used is told with its place; it never breaks the program."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.config.config import Config, ConfigError, config_problems, load_config
from rpg.config.reading import LARGEST, decoded, parsed
from rpg.session.explain import explain

FILE = Path("config.toml")
DEEP = 2_000


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        (b"a = [1,\nb = 2", "syntax", ":2:1"),
        (b"a = 1\na = 2\n", "syntax", ":2:6"),
        (b"[a\n", "syntax", ":1:3"),
        (b"a = " + b"[" * DEEP + b"]" * DEEP, "deep", ""),
        (b"a = " + b"{b = " * DEEP + b"1" + b"}" * DEEP, "deep", ""),
        (b"a" + b".a" * 5 * DEEP + b" = 1", "deep", ""),
        (b"a = " + b"9" * 6_000, "number", ""),
        (b'a = 1\nb = "caf\xe9"\n', "encoding", ":2:9"),
        ("a = 1".encode("utf-16"), "encoding", ":1:1"),
        (b"a = \0", "syntax", ":1:5"),
        (b"#" * (LARGEST + 1), "large", ""),
    ],
    ids=lambda value: str(value)[:24],
)
def test_a_fault_has_a_code_and_a_place(text: bytes, code: str, place: str, tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_bytes(text)
    with pytest.raises(ConfigError) as caught:
        load_config(file)
    assert caught.value.code == code
    assert caught.value.place == f"{file}{place}"
    with pytest.raises(ConfigError):
        Config(file).with_value("language", "en")
    assert file.read_bytes() == text
    for language in ("en", "zh"):
        said = explain(caught.value, language)[1]
        assert said.startswith(str(file))
        assert "config_" not in said


@pytest.mark.parametrize("text", [b"", b"\xef\xbb\xbflanguage = 'zh'\r\n", b"language = 'zh'\r\n\r\n# end"])
def test_marks_and_line_ends_of_other_systems_are_read(text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_bytes(text)
    assert load_config(file).get("language") in {None, "zh"}


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(tmp_path)
    assert caught.value.code == "unreadable"


def test_a_value_that_a_setting_does_not_take_names_the_file_and_what_it_takes(tmp_path: Path) -> None:
    config = Config(tmp_path / "config.toml", {"context.window": "many", "langage": "en"})
    with pytest.raises(ConfigError) as caught:
        config.get("context.window")
    said = explain(caught.value, "en")[1]
    assert said.startswith(str(config.file))
    assert "512–10000000 tokens" in said
    assert [one.code for one in config_problems(config)] == ["bad_value", "unknown_key"]


@settings(max_examples=60)
@given(st.one_of(st.binary(max_size=60), st.text("a=[]{}\".'\n #1\\u0é", max_size=60).map(str.encode)))
def test_no_bytes_break_it(data: bytes) -> None:
    with suppress(ConfigError):
        assert isinstance(parsed(FILE, decoded(FILE, data)), dict)
