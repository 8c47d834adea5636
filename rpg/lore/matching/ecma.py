"""Translation of ECMAScript regular expressions for the `regex` engine.

The source must already be valid ECMAScript. Without the `u` flag both pattern and text are sequences of
UTF-16 units, so the text has to go through `subject` first. Source: docs/tavern-lorebook.md §3.4, §17.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rpg.lore.matching.charsets import BORDER, LAST, NO_BORDER, NOT_WORD, char, class_escape, join_ranges
from rpg.lore.matching.units import lone_letters, subject
from rpg.lore.matching.weight import UnsupportedPattern, Weight

LINE_ENDS = "\\n\\r\\u2028\\u2029"
_CONTROL = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_QUANTIFIER = re.compile(r"\{(\d+)(?:,\d*)?\}")
_GROUP = re.compile(r"\(\?(?:[:=!]|<[=!]|<([^>]*)>|(-?[ims]+(?:-[ims]+)?):)")


def translate(source: str, flags: str) -> str:
    """`source` in the dialect of `regex` (version 0, case flag given separately).

    Raises UnsupportedPattern.
    """
    return _Translator(subject(source, flags), flags).run()


def _group_names(source: str) -> list[str | None]:
    """Capturing groups in order, with their names."""
    names: list[str | None] = []
    for token in re.finditer(
        r"\\.|\[\^?(?:\\.|[^\]\\])*\]|\((?!\?)|\(\?<(?![=!])([^>]*)>", source, re.DOTALL
    ):
        if token.group().startswith("("):
            names.append(token.group(1))
    return names


@dataclass(slots=True)
class _Translator:
    source: str
    flags: str
    at: int = 0
    out: list[str] = field(default_factory=list)
    names: list[str | None] = field(default_factory=list)
    opened: int = 0
    stack: list[int] = field(default_factory=list)
    closed: set[int] = field(default_factory=set)
    weight: Weight = field(default_factory=Weight)

    def run(self) -> str:
        self.names = _group_names(self.source)
        while self.at < len(self.source):
            if self.source[self.at] not in "{()*+?|":
                self.weight.add(1)
            self.out.append(self._token())
        return "".join(self.out)

    def _count(self) -> str:
        """A brace: a quantifier, which repeats the last piece, or a plain character."""
        quantifier = _QUANTIFIER.match(self.source, self.at)
        if quantifier is None:
            self.weight.add(1)
            return char(ord(self._take()))
        self.weight.repeat(int(quantifier.group(1)[:9]))
        return self._take(len(quantifier.group()))

    def _take(self, count: int = 1) -> str:
        piece = self.source[self.at : self.at + count]
        self.at += count
        return piece

    def _token(self) -> str:
        character = self.source[self.at]
        match character:
            case "\\":
                return self._escape()
            case "[":
                return self._set()
            case "(":
                return self._open()
            case ")":
                return self._close()
            case "{":
                return self._count()
            case "*" | "+" | "?":
                self.weight.choice()
                return self._take()
            case "|":
                return self._take()
            case "." | "^" | "$":
                return self._anchor(self._take())
        return char(ord(self._take()))

    def _anchor(self, character: str) -> str:
        many = "m" in self.flags
        match character:
            case ".":
                return f"[{char(0)}-{char(LAST)}]" if "s" in self.flags else f"[^{LINE_ENDS}]"
            case "^":
                return f"(?:(?<=[{LINE_ENDS}])|\\A)" if many else "\\A"
        return f"(?=[{LINE_ENDS}]|\\Z)" if many else "\\Z"

    def _open(self) -> str:
        self.weight.open()
        opening = _GROUP.match(self.source, self.at)
        if opening is None:
            self._take()
            return self._capture()
        self._take(len(opening.group()))
        if opening.group(1) is not None:
            return self._capture()
        self.stack.append(0)
        modifiers = opening.group(2)
        if modifiers is not None and set(modifiers) - {"i", "-"}:
            raise UnsupportedPattern(f"(?{modifiers}:")
        return opening.group()

    def _capture(self) -> str:
        self.opened += 1
        self.stack.append(self.opened)
        return "("

    def _close(self) -> str:
        self._take()
        if self.stack:
            self.closed.add(self.stack.pop())
            self.weight.close()
        return ")"

    def _escape(self) -> str:
        letter = self.source[self.at + 1]
        if letter in "dDwWsS":
            self._take(2)
            return NOT_WORD if letter == "W" else f"[{class_escape(letter)}]"
        if letter in "bB":
            self._take(2)
            return BORDER if letter == "b" else NO_BORDER
        if letter == "k" and (named := self._named_reference()) is not None:
            return named
        if letter in "123456789" and (numbered := self._numbered_reference()) is not None:
            return numbered
        if letter in "pP" and (prop := self._property()) is not None:
            return prop
        return char(self._code())

    def _named_reference(self) -> str | None:
        name = re.compile(r"\\k<([^>]*)>").match(self.source, self.at)
        if name is None or not any(self.names):
            return None
        self._take(len(name.group()))
        numbers = [at + 1 for at, own in enumerate(self.names) if own == name.group(1)]
        return "".join(self._reference(number) for number in numbers)

    def _numbered_reference(self) -> str | None:
        digits = re.compile(r"\\(\d+)").match(self.source, self.at)
        if digits is None or int(digits.group(1)[:6]) > len(self.names):
            return None
        self._take(len(digits.group()))
        return self._reference(int(digits.group(1)))

    def _reference(self, number: int) -> str:
        """A group that has not matched counts as empty, as does one that is not closed yet."""
        return f"(?({number})\\g<{number}>|)" if number in self.closed else "(?:)"

    def _property(self) -> str | None:
        if "u" not in self.flags:
            return None
        name = re.compile(r"\\[pP]\{[A-Za-z0-9_=]+\}").match(self.source, self.at)
        return self._take(len(name.group())) if name else None

    def _code(self) -> int:
        """The code of the single character that the escape at `at` stands for; moves past it."""
        lone = lone_letters(self.flags)
        if "u" in self.flags and (found := _CODE_POINT.match(self.source, self.at)):
            self._take(len(found.group()))
            code = _code_point(found)
            return lone.get(code, code)
        for form in (_HEX, _CONTROL_LETTER, _OCTAL):
            if found := form.match(self.source, self.at):
                self._take(len(found.group()))
                code = _value(found)
                return lone.get(code, code)
        if self.source.startswith("\\c", self.at):
            return ord(self._take())
        letter = self._take(2)[1]
        return _CONTROL.get(letter, ord(letter))

    def _set(self) -> str:
        self._take()
        negated = self.source.startswith("^", self.at)
        if negated:
            self._take()
        items: list[str | int] = []
        while self.source[self.at] != "]":
            items.append(self._set_item())
        self._take()
        return self._joined(items, negated)

    def _joined(self, items: list[str | int], negated: bool) -> str:
        others = [item for item in items if item != NOT_WORD]
        inside = join_ranges(others, lone_letters(self.flags))
        if len(others) < len(items):
            choice = f"{NOT_WORD}|[{inside}]" if inside else NOT_WORD
            return f"(?:(?!{choice})[{char(0)}-{char(LAST)}])" if negated else f"(?:{choice})"
        if inside:
            return f"[{'^' if negated else ''}{inside}]"
        return f"[{char(0)}-{char(LAST)}]" if negated else "(?!)"

    def _set_item(self) -> str | int:
        """The inside of a set for a class, the code for a character, "-" for a bare hyphen."""
        if self.source[self.at] != "\\":
            character = self._take()
            return "-" if character == "-" else ord(character)
        letter = self.source[self.at + 1]
        if letter in "dDwWsS":
            self._take(2)
            return NOT_WORD if letter == "W" else class_escape(letter)
        if letter == "b":
            self._take(2)
            return 8
        if letter in "pP" and (prop := self._property()) is not None:
            return prop
        return self._code()


_HEX = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4}))")
_CONTROL_LETTER = re.compile(r"\\c([A-Za-z])")
_OCTAL = re.compile(r"\\([0-3][0-7]{0,2}|[4-7][0-7]?)")
_CODE_POINT = re.compile(
    r"\\u(?:\{([0-9A-Fa-f]+)\}|([dD][89abAB][0-9A-Fa-f]{2})\\u([dD][c-fC-F][0-9A-Fa-f]{2}))"
)


def _value(found: re.Match[str]) -> int:
    if found.re is _CONTROL_LETTER:
        return ord(found.group(1)) & 31
    if found.re is _OCTAL:
        return int(found.group(1), 8)
    return int(found.group(1) or found.group(2), 16)


def _code_point(found: re.Match[str]) -> int:
    if found.group(1):
        return min(int(found.group(1), 16), LAST)
    high, low = int(found.group(2), 16), int(found.group(3), 16)
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
