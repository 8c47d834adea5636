"""Foreign text made safe to show: no escape sequences, no controls, no hidden direction changes.

Text of worlds, models, cards and tools is data (docs/design.md §3, promise 8). All patterns here run in
time linear in the text: no alternative can be entered twice over the same characters.
"""

from __future__ import annotations

import re
from typing import Final

TAB_CELLS: Final = 4
"""What a tab becomes, in spaces."""

LONGEST_ESCAPE: Final = 256
"""Characters of an unfinished escape sequence that a stream holds back before it gives up on it."""

MOST_MARKS: Final = 8
"""Combining marks kept on one character; what stacks higher paints over neighbouring lines."""

_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"  # control sequences
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\n\x80-\x9f]*(?:\x07|\x1b\\|\x9c)"  # command strings
    r"|\x1b[\]PX^_]"  # the start of a command string that never ends
    r"|\x1b[ -/]*[0-~]?"  # short escapes
)
_BREAKS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_HIDDEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f"  # controls
    "\u00ad\u200b\u2060-\u2064"  # soft hyphen and invisible operators
    "\u061c\u202a-\u202e\u2066-\u2069\u206a-\u206f"  # direction overrides, embeddings, isolates
    "\ufeff\ufff9-\ufffb\ufffe\uffff"  # byte order mark, annotations, not characters
    "\U000e0000-\U000e007f]"  # tags: letters nobody sees
)
_SURROGATES = re.compile("[\ud800-\udfff]")
_MARK_RANGES = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_MARKS = re.compile(f"([{_MARK_RANGES}]{{{MOST_MARKS}}})[{_MARK_RANGES}]+")
_JOINER = "\u200d"
_LOOSE_JOINERS = re.compile(r"(?<!\S)\u200d+|\u200d+(?!\S)")
_SUSPECT = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200d\u2028-\u202e\u2060-\u206f\ud800-\udfff"
    f"\ufeff\ufff9-\uffff\U000e0000-\U000e007f{_MARK_RANGES}]"
)
_SPACE = re.compile(r"\s+")
_UNFINISHED = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*\Z|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\n\x80-\x9f]*\x1b?\Z|\x1b[ -/]*\Z|\r\Z|\u200d+\Z"
)


def clean_text(foreign: str) -> str:
    """`foreign` without anything that steers a terminal or hides from the reader.

    Line breaks of every kind become "\\n", tabs become spaces; escape sequences, controls, direction
    overrides and invisible letters go; halves of surrogate pairs become U+FFFD. Cleaning twice changes
    nothing more.
    """
    if not _SUSPECT.search(foreign):
        return foreign
    text = _ESCAPES.sub("", foreign)
    text = _BREAKS.sub("\n", text)
    text = _HIDDEN.sub("", text.replace("\t", " " * TAB_CELLS))
    text = _LOOSE_JOINERS.sub("", _SURROGATES.sub("\ufffd", text))
    return _MARKS.sub(r"\1", text)


def clean_line(foreign: str) -> str:
    """`foreign` cleaned and on one line: every run of white space is one space, none at the ends."""
    return _SPACE.sub(" ", clean_text(foreign)).strip()


class StreamCleaner:
    """Cleans a text that comes in pieces, so that a sequence cut in two by the wire is still removed.

    Joined signs and stacked marks depend on what stands before them, so the end of what was given stays known.
    """

    def __init__(self) -> None:
        self._held = ""
        self._given = ""

    def feed(self, piece: str) -> str:
        """The clean text that is certain after `piece`; an unfinished sequence at the end waits."""
        text = self._held + piece
        cut = self._safe_length(text)
        self._held = text[cut:]
        return self._cleaned(text[:cut])

    def finish(self) -> str:
        """What was still held back, cleaned as it stands."""
        rest, self._held = self._held, ""
        return self._cleaned(rest)

    def _cleaned(self, text: str) -> str:
        clean = clean_text(self._given + text)[len(self._given) :]
        self._given = (self._given + clean)[-MOST_MARKS - 1 :].lstrip(_JOINER)
        return clean

    @staticmethod
    def _safe_length(text: str) -> int:
        window = max(0, len(text) - LONGEST_ESCAPE)
        unfinished = _UNFINISHED.search(text, window)
        return unfinished.start() if unfinished else len(text)
