"""Chats of the tavern program as values: a header line, then a message on each line.

Only what is needed is read; all other fields are kept as they are. No field of the wrong type makes a chat fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rpg.exchange.errors import ExchangeError
from rpg.exchange.reading import MIB, read_json
from rpg.exchange.story.dates import parse_date

LARGEST_LINE = 16 * MIB
MOST_MESSAGES = 200_000
MOST_SWIPES = 1_000
"""Alternatives of one message."""

_HEADER = ("user_name", "character_name", "create_date", "chat_metadata")
_READ = ("mes", "swipes", "swipe_id", "swipe_info")


@dataclass(frozen=True, slots=True)
class Message:
    """A message with its alternatives.

    swipes: at least one. chosen: which of them is told, from 0. info: what the file says of each alternative.
    swiped: whether the file had alternatives at all. made: seconds since 1970. fields: everything else.
    """

    name: str
    is_user: bool
    hidden: bool
    swipes: tuple[str, ...]
    chosen: int
    swiped: bool
    made: int | None
    info: tuple[Mapping[str, Any], ...]
    fields: Mapping[str, Any]

    @property
    def text(self) -> str:
        return self.swipes[self.chosen]


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat. header: its first line, empty when it has none."""

    header: Mapping[str, Any]
    messages: tuple[Message, ...]


def is_chat(data: bytes) -> bool:
    """Whether the first line looks like that of a chat."""
    first = data.lstrip(b"\xef\xbb\xbf \r\n\t").partition(b"\n")[0]
    if not first.startswith(b"{") or len(first) > LARGEST_LINE:
        return False
    try:
        found = read_json(first, "")
    except ExchangeError:
        return False
    return isinstance(found, Mapping) and (_is_header(found) or _is_message(found))


def read_chat(data: bytes, file: str) -> Chat:
    """Raises ExchangeError with the line for what is no JSON, "not_a_chat", "empty_chat", "too_many"."""
    header: Mapping[str, Any] = {}
    messages: list[Message] = []
    for number, line in _lines(data):
        value = read_json(line, file, first_line=number, most=LARGEST_LINE)
        if not isinstance(value, Mapping):
            raise ExchangeError("chat_line", f"{file}:{number}:1")
        if not messages and not header and _is_header(value) and not _is_message(value):
            header = value
            continue
        if not _is_message(value):
            raise ExchangeError("not_a_chat" if not messages else "chat_line", f"{file}:{number}:1")
        if len(messages) >= MOST_MESSAGES:
            raise ExchangeError("too_many", f"{file}:{number}:1", most=MOST_MESSAGES)
        messages.append(_message(value))
    if not messages:
        raise ExchangeError("empty_chat", file)
    return Chat(header, tuple(messages))


def _lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Lines that are not blank, with their numbers. The file is not copied as a whole."""
    start, number = 0, 0
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        number += 1
        line = data[start:end].strip()
        if line:
            yield number, line
        start = end + 1


def _is_header(value: Mapping[str, Any]) -> bool:
    return any(name in value for name in _HEADER)


def _is_message(value: Mapping[str, Any]) -> bool:
    return "mes" in value


def _message(raw: Mapping[str, Any]) -> Message:
    text = as_text(raw.get("mes"))
    swipes, chosen = _swipes(raw, text)
    info = raw.get("swipe_info")
    infos = tuple(one if isinstance(one, Mapping) else {} for one in info) if isinstance(info, list) else ()
    fields = {name: value for name, value in raw.items() if name not in _READ}
    return Message(
        as_text(raw.get("name")).strip(),
        as_switch(raw.get("is_user")),
        as_switch(raw.get("is_system")),
        swipes,
        chosen,
        isinstance(raw.get("swipes"), list),
        parse_date(raw.get("send_date")),
        infos[:MOST_SWIPES],
        fields,
    )


def _swipes(raw: Mapping[str, Any], text: str) -> tuple[tuple[str, ...], int]:
    """The alternatives and which is told. What the message says wins over what its alternative says."""
    listed = raw.get("swipes")
    swipes = [as_text(one) for one in listed][:MOST_SWIPES] if isinstance(listed, list) else []
    chosen = raw.get("swipe_id")
    if isinstance(chosen, str) and chosen.strip().isdecimal() and len(chosen) < 6:
        chosen = int(chosen)
    if isinstance(chosen, int) and not isinstance(chosen, bool) and 0 <= chosen < len(swipes):
        swipes[chosen] = text
        return tuple(swipes), chosen
    if text in swipes:
        return tuple(swipes), swipes.index(text)
    return (*swipes, text), len(swipes)


def as_text(value: Any) -> str:
    """Text of any value: nothing for nothing, numbers as written."""
    match value:
        case str():
            return value
        case bool() | None:
            return ""
        case int() | float():
            return str(value)
    return ""


def as_switch(value: Any) -> bool:
    match value:
        case str():
            return value.strip().lower() in ("true", "1", "yes")
        case _:
            return bool(value)
