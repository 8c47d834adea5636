from __future__ import annotations

import base64
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.exchange.cards.png import blank_picture, chunks, from_base64, texts, with_texts, without_texts
from rpg.exchange.errors import ExchangeError
from tests.exchange.files import PICTURE, compressed_text, png_of

TEXT = b'{"name": "x"}'


@pytest.mark.parametrize(
    "chunk",
    [
        (b"tEXt", b"Chara\0" + TEXT),
        (b"iTXt", b"chara\0\0\0en\0translated\0" + TEXT),
        compressed_text("chara", TEXT),
        compressed_text("CHARA", TEXT, kind=b"zTXt"),
    ],
)
def test_every_kind_of_text_is_read(chunk: tuple[bytes, bytes]) -> None:
    assert texts(png_of(chunk), "f") == {"chara": TEXT}


@pytest.mark.parametrize("data", [b"no end of keyword", b"iTXt\0\1", b"iTXt\0\0\0"])
def test_a_text_that_is_none_is_passed_over(data: bytes) -> None:
    assert set(texts(png_of((b"iTXt", data)), "f").values()) <= {b""}


@given(st.binary(max_size=400))
def test_any_bytes_behind_the_signature_end_in_an_error(data: bytes) -> None:
    with pytest.raises(ExchangeError) as caught:
        list(chunks(PICTURE[:33] + data, "f"))
    assert caught.value.code in ("png_cut", "png_crc", "png_chunk")


@given(st.binary(max_size=200), st.binary(max_size=200))
def test_texts_are_replaced_and_the_picture_stays(first: bytes, second: bytes) -> None:
    once = with_texts(PICTURE, "f", {"chara": first})

    twice = with_texts(once, "f", {"chara": second})

    assert from_base64(texts(twice, "f")["chara"], "f") == second
    assert without_texts(twice, "f") == PICTURE


def test_what_stands_behind_the_end_is_dropped() -> None:
    assert without_texts(PICTURE + b"<script>", "f") == PICTURE


@pytest.mark.parametrize("ending", ["", "\n", " \r\n"])
def test_base64_is_read_with_breaks_and_without_padding(ending: str) -> None:
    plain = base64.b64encode(b"hello").decode().rstrip("=")

    assert from_base64(f"{plain[:3]}\n{plain[3:]}{ending}".encode(), "f") == b"hello"


def test_a_blank_picture_is_one() -> None:
    found = {chunk.kind: chunk.data for chunk in chunks(blank_picture(3, 2), "f")}

    assert zlib.decompress(found[b"IDAT"]) == (b"\0" + b"<" * 3) * 2
