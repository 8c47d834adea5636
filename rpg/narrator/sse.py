"""Server-sent events as servers really send them: bytes in, JSON objects out.

Strict event streams are read, and so are the near misses: no blank line between events or at the end,
objects without the `data:` prefix, one whole JSON document instead of a stream.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MAX_STRAY = 4_000_000
"""Characters kept of a body that is not an event stream, to read it as one document at its end."""


@dataclass(frozen=True, slots=True)
class Payload:
    """One JSON object of the stream. event: the name of the server-sent event, "" when it has none."""

    value: dict[str, Any]
    event: str = ""


@dataclass(frozen=True, slots=True)
class Broken:
    """Data that is no JSON object; text: what was sent."""

    text: str


@dataclass(frozen=True, slots=True)
class Done:
    """The end mark `[DONE]`."""


SseItem = Payload | Broken | Done


def json_object(text: str) -> dict[str, Any] | None:
    """The JSON object that `text` is, or None. A list of one object counts as that object."""
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value if isinstance(value, dict) else None


class SseDecoder:
    """Cuts a byte stream into items; how the bytes are split does not matter."""

    def __init__(self) -> None:
        self._text = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._rest = ""
        self._after_cr = False
        self._data: list[str] = []
        self._event = ""
        self._stray: list[str] = []
        self._stray_size = 0
        self._first_line = True

    @property
    def stray(self) -> str:
        """What was sent outside of events (a web page, an error as plain text)."""
        return "\n".join(self._stray)

    def feed(self, data: bytes) -> Iterator[SseItem]:
        """The items that `data` completes."""
        yield from self._lines(self._text.decode(data))

    def finish(self) -> Iterator[SseItem]:
        """The items left when the connection has closed."""
        yield from self._lines(self._text.decode(b"", final=True))
        if self._rest:
            line, self._rest = self._rest, ""
            yield from self._line(line)
        yield from self._flush()
        whole = json_object(self.stray) if self._stray else None
        if whole is not None:
            self._stray.clear()
            yield Payload(whole)

    def _lines(self, text: str) -> Iterator[SseItem]:
        if self._after_cr and text:
            text = text.removeprefix("\n")
            self._after_cr = False
        if "\n" not in text and "\r" not in text:
            self._rest += text
            return
        self._after_cr = text.endswith("\r")
        *lines, rest = (self._rest + text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._rest = rest
        for line in lines:
            yield from self._line(line)

    def _line(self, line: str) -> Iterator[SseItem]:
        if self._first_line:
            line = line.removeprefix("\ufeff")
            self._first_line = False
        if not line.strip():
            yield from self._flush()
        elif line.startswith("data:"):
            yield from self._data_line(line[5:].removeprefix(" "))
        elif line.startswith("event:"):
            yield from self._flush()
            self._event = line[6:].strip()
        elif not line.startswith((":", "id:", "retry:")):
            yield from self._stray_line(line)

    def _data_line(self, data: str) -> Iterator[SseItem]:
        if data.strip() == "[DONE]":
            yield from self._flush()
            yield Done()
            return
        value = json_object(data) if data.lstrip().startswith(("{", "[")) else None
        if value:
            yield from self._flush()
            yield Payload(value, self._take_event())
        else:
            self._data.append(data)

    def _stray_line(self, line: str) -> Iterator[SseItem]:
        value = json_object(line) if line.startswith("{") else None
        if value and not self._stray:
            yield from self._flush()
            yield Payload(value, self._take_event())
        elif self._stray_size < MAX_STRAY:
            self._stray.append(line)
            self._stray_size += len(line)

    def _flush(self) -> Iterator[SseItem]:
        if not self._data:
            return
        text = "\n".join(self._data)
        self._data.clear()
        if not text.strip():
            return
        value = json_object(text)
        yield Broken(text) if value is None else Payload(value, self._take_event())

    def _take_event(self) -> str:
        event, self._event = self._event, ""
        return event
