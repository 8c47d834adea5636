from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.exchange.errors import ExchangeError
from rpg.exchange.writing import json_text, write_all, write_new


@given(st.dictionaries(st.text(max_size=8), st.text() | st.sampled_from(["\x9b31m", "\ud800", "灯"])))
def test_json_says_the_same_and_steers_no_terminal(value: dict[str, Any]) -> None:
    text = json_text(value)

    assert json.loads(text) == value
    assert text.encode()
    assert not any(letter < " " or "\x7f" <= letter <= "\x9f" for letter in text)


def test_a_file_that_cannot_be_finished_is_not_there(tmp_path: Path) -> None:
    def pieces() -> Iterator[str]:
        yield "begins"
        raise KeyError

    with pytest.raises(KeyError):
        write_new(tmp_path / "f", pieces())
    assert not list(tmp_path.iterdir())


def test_all_files_or_none(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")

    with pytest.raises(ExchangeError) as caught:
        write_all(tmp_path, [("a/b", b"1"), ("taken", b"2")])

    assert caught.value.code == "exists"
    assert (tmp_path / "taken").read_text() == "mine"
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path.name != "taken"]
