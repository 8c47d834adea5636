"""A card out of its container: JSON, PNG, APNG, or CHARX (a zip with `card.json`).

Other assets of a card are listed, never fetched: an address in a card is text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from rpg.exchange.archive import Archive
from rpg.exchange.cards.png import KEYWORDS, from_base64, is_png, texts, without_texts
from rpg.exchange.errors import ExchangeError
from rpg.exchange.lorebooks.loose import rows, table
from rpg.exchange.reading import MIB, read_json

Spec = Literal["v1", "v2", "v3"]

CARD_JSON = "card.json"
LARGEST_PORTRAIT = 32 * MIB
LOREBOOK_WORD = "naidata"
"""Keyword of a picture that holds a lorebook instead of a card."""

_EMBEDDED = ("embeded://", "embedded://")
_PICTURES: Mapping[str, bytes] = {
    "png": b"\x89PNG\r\n\x1a\n",
    "jpg": b"\xff\xd8\xff",
    "gif": b"GIF8",
    "webp": b"RIFF",
}


@dataclass(frozen=True, slots=True)
class Portrait:
    """A picture and the suffix of its kind, which its first bytes tell."""

    data: bytes
    suffix: str


@dataclass(frozen=True, slots=True)
class CardFile:
    """A card as it came. raw: its JSON. assets: other files of its container, by name."""

    raw: Mapping[str, Any]
    spec: Spec
    portrait: Portrait | None = None
    assets: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def data(self) -> Mapping[str, Any]:
        """The fields of the card: inside `data`, or at the top for V1 and for cards that mix both."""
        inner = table(self.raw.get("data"))
        return {**self.raw, **inner} if inner and "name" not in inner else inner or self.raw


def is_card(value: Any) -> bool:
    """Whether parsed JSON is a card of any version."""
    whole = table(value)
    if str(whole.get("spec")) in ("chara_card_v2", "chara_card_v3"):
        return True
    holder = table(whole.get("data")) or whole
    return isinstance(holder.get("name"), str) and any(
        isinstance(holder.get(name), str)
        for name in ("first_mes", "mes_example", "description", "personality")
    )


def card_of(value: Any, file: str) -> CardFile:
    """A card of parsed JSON. Raises ExchangeError "not_a_card"."""
    if not is_card(value):
        raise ExchangeError("not_a_card", file)
    raw = table(value)
    return CardFile(raw, _spec(raw), _asset_portrait(table(raw.get("data")) or raw, {}))


def _spec(raw: Mapping[str, Any]) -> Spec:
    spec, version = str(raw.get("spec")), str(raw.get("spec_version"))
    if spec == "chara_card_v3" or (spec != "chara_card_v2" and version.startswith("3")):
        return "v3"
    return "v2" if spec == "chara_card_v2" or isinstance(raw.get("data"), Mapping) else "v1"


def card_of_png(data: bytes, file: str) -> CardFile:
    """The card in a picture; `ccv3` wins over `chara`. Raises ExchangeError."""
    found = texts(data, file)
    word = next((word for word in KEYWORDS if word in found), None)
    if word is None:
        raise ExchangeError("png_no_card", file)
    place = f"{file}: {word}"
    card = card_of(read_json(from_base64(found[word], place), place), place)
    return CardFile(card.raw, card.spec, Portrait(without_texts(data, file), "png"))


def lorebook_of_png(data: bytes, file: str) -> Any:
    """The JSON of a lorebook in a picture; None when it has none."""
    found = texts(data, file)
    if LOREBOOK_WORD not in found:
        return None
    place = f"{file}: {LOREBOOK_WORD}"
    return read_json(from_base64(found[LOREBOOK_WORD], place), place)


def card_of_charx(archive: Archive) -> CardFile:
    """The card of an archive, with its assets. Raises ExchangeError."""
    place = f"{archive.file}: {CARD_JSON}"
    card = card_of(read_json(archive.need(CARD_JSON), place), place)
    assets = {name: data for name, data in archive.entries.items() if name != CARD_JSON}
    return CardFile(card.raw, card.spec, _asset_portrait(card.data, assets), assets)


def _asset_portrait(data: Mapping[str, Any], assets: Mapping[str, bytes]) -> Portrait | None:
    """The main icon among a V3 card's assets, when it is in the file itself."""
    icons = [one for one in rows(data.get("assets")) if one.get("type") == "icon"]
    for icon in sorted(icons, key=lambda one: one.get("name") != "main"):
        picture = _picture(icon.get("uri"), assets)
        if picture is not None:
            return picture
    return None


def _picture(uri: Any, assets: Mapping[str, bytes]) -> Portrait | None:
    if not isinstance(uri, str):
        return None
    for scheme in _EMBEDDED:
        if uri.startswith(scheme):
            return as_portrait(assets.get(uri[len(scheme) :].lstrip("/"), b""))
    if uri.startswith("data:") and ";base64," in uri[:100] and len(uri) < 2 * LARGEST_PORTRAIT:
        try:
            return as_portrait(from_base64(uri.partition(";base64,")[2].encode(), ""))
        except ExchangeError:
            return None
    return None


def as_portrait(data: bytes) -> Portrait | None:
    """The picture, if its first bytes are those of a picture and it is not too large."""
    if len(data) > LARGEST_PORTRAIT:
        return None
    suffix = next((name for name, magic in _PICTURES.items() if data.startswith(magic)), None)
    return None if suffix is None or (suffix == "webp" and data[8:12] != b"WEBP") else Portrait(data, suffix)


__all__ = [
    "CardFile",
    "Portrait",
    "as_portrait",
    "card_of",
    "card_of_charx",
    "card_of_png",
    "is_card",
    "is_png",
    "lorebook_of_png",
]
