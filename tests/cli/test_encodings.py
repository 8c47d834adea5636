"""Terminals and pipes that are not UTF-8: plain signs for people, escapes in JSON, and no error."""

from __future__ import annotations

import io
import json
import sys

import pytest

from rpg.cli.main import main
from tests.cli.conftest import Rpg


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_lists_are_written_with_what_there_is(
    encoding: str, rpg: Rpg, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    assert main(["worlds"]) == 0
    assert main(["worlds", "--json"]) == 0
    assert main(["new", "雨港", "--save", "s"]) == 0
    assert main(["show", "nobody"]) == 1
    out.flush()
    said = out.buffer.getvalue().decode(encoding)
    assert "Lantern Harbour" in said
    at = said.index("{")
    document, _ = json.JSONDecoder().raw_decode(said[at:])
    assert "雨港" in {world["name"] for world in document["worlds"]}


def test_bytes_that_are_no_text_are_read_as_signs(rpg: Rpg, monkeypatch: pytest.MonkeyPatch) -> None:
    rpg("new", "lantern-harbour", "--save", "s", "--narrator", "storyteller")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"look \xff\xfe\n"), encoding="utf-8"))
    assert rpg("say", "s", "-").code == 0
    assert "look \ufffd\ufffd" in rpg("log", "s").out
