"""Menus, cards and dice of a message as plain lines, for faces that draw nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from rpg.text.clean import clean_line
from rpg.timeline.nodes import Part, RollPart, WidgetPart
from rpg.tools.menus import MENU, menu_of


def shown_lines(parts: Iterable[Part]) -> Iterator[str]:
    """What a message shows beside its text, line by line."""
    for part in parts:
        match part:
            case RollPart(notation, dice, total, _, reason):
                thrown = f"{notation} ({', '.join(map(str, dice))}) = {total}"
                yield clean_line(f"{reason}: {thrown}" if reason else thrown)
            case WidgetPart(kind, _) if kind == MENU:
                menu = menu_of((part,))
                yield from menu.text.split("\n") if menu is not None else ()
            case WidgetPart(_, data):
                yield from _card_lines(data)
            case _:
                pass


def _card_lines(data: str) -> Iterator[str]:
    try:
        document = json.loads(data)
        lines = [str(document["title"]), *(f"  {line}" for line in document["lines"])]
    except (ValueError, KeyError, TypeError):
        return
    yield from (clean_line(line) if number == 0 else line for number, line in enumerate(lines))
