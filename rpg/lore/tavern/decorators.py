"""Decorator lines in front of an entry's content. Source: docs/tavern-lorebook.md §2.3."""

from __future__ import annotations

ACTIVATE = "@@activate"
DONT_ACTIVATE = "@@dont_activate"
_KNOWN = (ACTIVATE, DONT_ACTIVATE)


def split_decorators(content: str) -> tuple[tuple[str, ...], str]:
    """The known decorator lines, verbatim, and the content behind the block.

    A line of three @ stands in for an unknown one directly before it. Content that is nothing but
    decorator lines is left as it is.
    """
    if not content.startswith("@@"):
        return (), content
    lines = content.split("\n")
    count = next((at for at, line in enumerate(lines) if not line.startswith("@@")), None)
    known = _known_lines(lines if count is None else lines[:count])
    return known, content if count is None else "\n".join(lines[count:])


def _known_lines(block: list[str]) -> tuple[str, ...]:
    known: list[str] = []
    fallback_open = False
    for line in block:
        if line.startswith("@@@"):
            if not fallback_open:
                continue
            line = line[1:]
        fallback_open = not line.startswith(_KNOWN)
        if not fallback_open:
            known.append(line)
    return tuple(known)
