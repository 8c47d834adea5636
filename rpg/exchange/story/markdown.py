"""The story of one path as Markdown to read: a heading wherever place or day changes, the player's words as
quotes, dice and cards as text. Foreign text is cleaned of everything that steers a terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from rpg.exchange.story.savefile import Progress, no_progress
from rpg.runtime.clock import clock_text
from rpg.runtime.edits import edit_kind
from rpg.runtime.state import State
from rpg.store.save import Save
from rpg.text.clean import clean_line, clean_text
from rpg.text.messages import catalogue_language
from rpg.timeline.nodes import (
    TURN_KINDS,
    CallPart,
    Node,
    Part,
    ResultPart,
    RollPart,
    TextPart,
    WidgetPart,
)
from rpg.timeline.tree import path


@dataclass(slots=True)
class MarkdownExport:
    """Pieces are made as they are asked for."""

    save: Save
    head: int | None
    progress: Progress = no_progress
    _place: str = ""

    def pieces(self) -> Iterator[str]:
        """The text in pieces. Raises SaveError "damaged"."""
        fold = self.save.fold()
        ids = path(self.save, self.head)
        yield from self._title(fold.state_at(self.head) if ids else self.save.initial())
        for done, id in enumerate(ids):
            self.progress(done, len(ids))
            node = self.save.node(id)
            yield from self._node(node, fold.state_at(node.parent), fold.state_at(id))

    def _title(self, state: State) -> Iterator[str]:
        world = state.world
        yield f"# {_inline(world.name)}\n\n"
        if world.summary:
            yield f"*{_inline(world.summary)}*\n\n"
        answers = [text for text in state.answers().values() if text]
        told = [text for text in (*answers, state.premise) if text]
        if told:
            yield "".join(f"- {_inline(text)}\n" for text in told) + "\n"

    def _node(self, node: Node, before: State, after: State) -> Iterator[str]:
        begins = node.kind in TURN_KINDS or not self._place
        heading = self._heading(before if self._place else after)
        if begins and heading != self._place:
            self._place = heading
            yield f"## {heading}\n\n"
        yield from self._body(node)
        moved = self._heading(after)
        if node.kind in ("narration", "travel") and _name(after) != _name(before):
            self._place = moved
            yield f"## {moved}\n\n"

    def _heading(self, state: State) -> str:
        """Place, and time where the world models it."""
        place = _inline(_name(state))
        if state.clock is None:
            return place
        return f"{place} · {clock_text(state.clock, catalogue_language(state.world.language))}"

    def _body(self, node: Node) -> Iterator[str]:
        quoted = node.kind in TURN_KINDS
        for part in node.content.parts:
            text = part_text(part)
            if text:
                yield (_quote(text) if quoted else text) + "\n\n"
        if node.kind in ("edit", "adopt") and node.content.edits:
            kinds = ", ".join(edit_kind(edit) for edit in node.content.edits)
            yield f"<!-- {kinds} -->\n\n"


def part_text(part: Part) -> str:
    """A part of a message as Markdown; "" for what only the model sees."""
    match part:
        case TextPart(text):
            return clean_text(text).strip()
        case CallPart() | ResultPart():
            return ""
        case RollPart(notation, dice, total, _, reason):
            shown = f"{notation} ({', '.join(map(str, dice))}) = {total}" if dice else f"{notation} = {total}"
            return f"🎲 {_inline(f'{reason} · {shown}' if reason else shown)}"
        case WidgetPart(_, data):
            return _widget(data)
        case _:
            assert_never(part)


def _widget(data: str) -> str:
    """A card as its lines, a menu as its question and numbered choices; "" for what is neither."""
    try:
        document: Any = json.loads(data)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(document, Mapping):
        return ""
    question, choices = document.get("question"), document.get("choices")
    if isinstance(question, str) and isinstance(choices, list):
        listed = [f"{number}. {_inline(str(one))}" for number, one in enumerate(choices, start=1)]
        return "\n".join([_inline(question), "", *listed])
    title, lines = document.get("title"), document.get("lines")
    shown = [clean_line(str(one)) for one in lines] if isinstance(lines, list) else []
    head = [f"**{_inline(title)}**", ""] if isinstance(title, str) and title not in shown[:1] else []
    return (
        "\n".join([*head, "```text", *(one.replace("```", "'''") for one in shown), "```"]) if shown else ""
    )


def _quote(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def _name(state: State) -> str:
    place = state.location(state.player_location)
    return place.name if place is not None else state.player_location


def _inline(text: str) -> str:
    """Foreign text on one line that cannot begin a heading or a tag."""
    return clean_line(text).replace("<", "&lt;").lstrip("# ")
