"""Broken JSON of a tool call, read where there is only one way to read it.

A repair never invents a value: a string or a number that may have been cut, an unquoted word, a quote
inside a quoted text are refused, because the wrong guess would change the story without a word.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn

MAX_DEPTH = 64

LONGEST_NUMBER = 400
"""Letters of a number that is read."""

_FENCE = re.compile(r"\A`{3,}[ \t]*[A-Za-z_]*[ \t]*\n?(.*?)\n?[ \t]*`{3,}\Z", re.DOTALL)
_TAILS = ("</tool_call>", "</function_call>", "<|im_end|>", "<|eot_id|>", "<|eom_id|>", "</s>", ";", "`")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_\-]*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_WORDS: dict[str, object] = {
    "true": True,
    "True": True,
    "false": False,
    "False": False,
    "null": None,
    "None": None,
}
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’"}
_BLANK = " \t\r\n\u00a0\u3000\ufeff"
_COMMAS = ",，"
_COLONS = ":："
_ESCAPES = {
    '"': '"',
    "\\": "\\",
    "/": "/",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "'": "'",
    "\n": "\n",
}


@dataclass(frozen=True, slots=True)
class Repaired:
    """arguments: compact JSON text of one object, "{}" when unreadable. problem: why, "" when readable."""

    arguments: str
    problem: str = ""


class Unreadable(ValueError):
    """The text cannot be read in exactly one way; the message says where and why."""


def compact(value: object) -> str:
    """JSON text without spaces, keys in the order given, readable letters, and always valid Unicode."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return join_surrogates(text)


def join_surrogates(text: str) -> str:
    """Halves of one character put together; a half that stands alone becomes U+FFFD."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def repair_object(text: str, *, complete: bool = True) -> Repaired:
    """Read `text` as one JSON object.

    complete: whether the model ended by itself; when it was cut (by length or a lost connection), missing
    brackets are not added, since whole members may be missing too.
    """
    try:
        value = read_value(text, complete=complete)
    except (Unreadable, RecursionError) as error:
        return Repaired("{}", str(error) or "nested too deeply")
    if isinstance(value, str):
        return _unwrapped(value, complete)
    if value is None:
        return Repaired("{}")
    if not isinstance(value, dict):
        return Repaired("{}", f"the arguments are {_kind(value)}, an object is needed")
    return Repaired(compact(value))


def read_value(text: str, *, complete: bool = True) -> Any:
    """The JSON value that `text` holds, strictly or by the only possible reading. Raises Unreadable."""
    text = _bare(text)
    if not text:
        return {}
    try:
        return json.loads(text, strict=False, object_pairs_hook=unique_keys, parse_constant=_constant)
    except Unreadable:
        raise
    except ValueError:
        return _Reader(text, complete).whole()


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of `pairs`. Raises Unreadable when a key comes twice with different values."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found and found[key] != value:
            raise Unreadable(f'the key "{key}" is given twice with different values')
        found[key] = value
    return found


def _unwrapped(text: str, complete: bool) -> Repaired:
    """An object that was sent as a JSON string of JSON."""
    if not text.lstrip().startswith("{"):
        return Repaired("{}", "the arguments are a text, an object is needed")
    try:
        value = read_value(text, complete=complete)
    except (Unreadable, RecursionError) as error:
        return Repaired("{}", str(error) or "nested too deeply")
    return Repaired(compact(value)) if isinstance(value, dict) else Repaired("{}", "an object is needed")


def _constant(name: str) -> NoReturn:
    raise Unreadable(f"{name} is not a JSON number")


def _kind(value: object) -> str:
    match value:
        case bool():
            return "true or false"
        case list():
            return "a list"
        case _:
            return "a number"


def _bare(text: str) -> str:
    """The text without code fence and without end marks of chat templates."""
    text = text.strip(_BLANK)
    fenced = _FENCE.match(text)
    if fenced:
        text = fenced.group(1).strip(_BLANK)
    changed = True
    while changed:
        changed = False
        for tail in _TAILS:
            if text.endswith(tail):
                text = text[: -len(tail)].rstrip(_BLANK)
                changed = True
    return text


class _Reader:
    """A reader of almost-JSON that stops at the first thing with two readings."""

    def __init__(self, text: str, complete: bool) -> None:
        self._text = text
        self._at = 0
        self._complete = complete

    def whole(self) -> Any:
        value = self._value(0)
        self._blank()
        if self._at < len(self._text):
            self._fail("there is more text behind the object")
        return value

    def _fail(self, why: str) -> NoReturn:
        raise Unreadable(f"{why} (at character {self._at + 1})")

    def _peek(self) -> str:
        return self._text[self._at] if self._at < len(self._text) else ""

    def _blank(self) -> None:
        """Step over space and comments."""
        while True:
            while self._peek() and self._peek() in _BLANK:
                self._at += 1
            opener = self._text[self._at : self._at + 2]
            if opener not in ("//", "/*"):
                return
            end = self._text.find("\n" if opener == "//" else "*/", self._at)
            if end < 0:
                self._fail("a comment does not end")
            self._at = end + len(opener) - (opener == "//")

    def _value(self, depth: int) -> Any:
        if depth > MAX_DEPTH:
            self._fail("nested too deeply")
        self._blank()
        char = self._peek()
        if char == "{":
            return self._object(depth)
        if char == "[":
            return self._list(depth)
        if char in _QUOTES:
            return self._string()
        return self._word_or_number()

    def _word_or_number(self) -> Any:
        number = _NUMBER.match(self._text, self._at)
        word = _NAME.match(self._text, self._at)
        found = number or word
        if found is None:
            self._fail("a value is missing" if self._peek() else "the text ends where a value is due")
        if found.end() == len(self._text):
            self._fail("the text may have been cut in a value")
        if word is not None and word.group() not in _WORDS:
            self._fail("a text without quotes")
        self._at = found.end()
        if word is not None:
            return _WORDS[word.group()]
        if self._peek() and self._peek() not in _BLANK + _COMMAS + "]}/":
            self._fail("not a number")
        if len(found.group()) > LONGEST_NUMBER:
            self._fail("a number is too long")
        return json.loads(found.group())

    def _string(self) -> str:
        closer = _QUOTES[self._peek()]
        self._at += 1
        parts: list[str] = []
        while True:
            char = self._peek()
            if not char:
                self._fail("a text does not end")
            self._at += 1
            if char == closer:
                return join_surrogates("".join(parts))
            parts.append(self._escape() if char == "\\" else char)

    def _escape(self) -> str:
        char = self._peek()
        self._at += 1
        if char == "u":
            digits = self._text[self._at : self._at + 4]
            if not re.fullmatch(r"[0-9a-fA-F]{4}", digits):
                self._fail("a broken escape")
            self._at += 4
            return chr(int(digits, 16))
        if char not in _ESCAPES:
            self._fail("an unknown escape")
        return _ESCAPES[char]

    def _closed(self, closer: str) -> bool:
        """Whether the object or list ends here by its bracket."""
        self._blank()
        if self._peek() == closer:
            self._at += 1
            return True
        if not self._peek():
            self._fail("the text ends where more was to come")
        return False

    def _ended(self, next_starts: str) -> bool:
        """Step over the comma behind a member; whether the text ends there without its brackets."""
        self._blank()
        char = self._peek()
        if not char and not self._complete:
            self._fail("the text was cut")
        if char and char in _COMMAS:
            self._at += 1
        elif char and char not in "]}" and char not in next_starts:
            self._fail("a comma or a bracket is missing")
        return not char

    def _object(self, depth: int) -> dict[str, Any]:
        self._at += 1
        pairs: list[tuple[str, Any]] = []
        while not self._closed("}"):
            key = self._key()
            pairs.append((key, self._value(depth + 1)))
            if self._ended("\"'“‘"):
                break
        return unique_keys(pairs)

    def _key(self) -> str:
        word = _NAME.match(self._text, self._at)
        if self._peek() in _QUOTES:
            key = self._string()
        elif word is not None:
            key = word.group()
            self._at = word.end()
        else:
            self._fail("a key is missing")
        self._blank()
        if not self._peek() or self._peek() not in _COLONS:
            self._fail("a colon is missing")
        self._at += 1
        return key

    def _list(self, depth: int) -> list[Any]:
        self._at += 1
        values: list[Any] = []
        while not self._closed("]"):
            values.append(self._value(depth + 1))
            if self._ended("{"):
                break
        return values
