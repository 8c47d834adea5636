"""The story of one path as a chat of the tavern program: a line a message, other replies as alternatives.

What came from a chat goes back as it came. What the game knows beside the text (moves, dice, cards) goes into
`extra`, where other programs leave it alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rpg.exchange.report import Report
from rpg.exchange.story.chatkept import OURS, TAVERN, kept_in, ours_for
from rpg.exchange.story.dates import date_text, parse_date
from rpg.exchange.story.savefile import Progress, no_progress
from rpg.exchange.writing import json_text
from rpg.runtime.edits import edit_kind
from rpg.store.save import Save
from rpg.timeline.nodes import TURN_KINDS, Node, NodeKind
from rpg.timeline.tree import path
from rpg.world.model import World


@dataclass(slots=True)
class ChatExport:
    """Lines are made as they are asked for; the report is whole when they are through."""

    save: Save
    head: int | None
    progress: Progress = no_progress
    report: Report = field(default_factory=Report)
    _told: bool = False

    def lines(self) -> Iterator[str]:
        """The lines of the file, each with its end. Raises SaveError "damaged"."""
        world = self.save.world()
        ids = path(self.save, self.head)
        yield json_text(self._header(world, ids)) + "\n"
        shown = 0
        for done, id in enumerate(ids):
            self.progress(done, len(ids))
            node = self.save.node(id)
            message = self._message(node, world)
            if message is not None:
                shown += len(message.get("swipes", (1,)))
                yield json_text(message) + "\n"
        left = self.save.node_count() - shown
        if left > 0:
            self.report.add("left_out", "chat_branches", "nodes", left)

    def _header(self, world: World, ids: tuple[int, ...]) -> Mapping[str, Any]:
        kept = self.save.get_meta(TAVERN)
        header = kept.get("header") if isinstance(kept, Mapping) else None
        if isinstance(header, Mapping):
            return header
        made = self.save.link(ids[0]).made if ids else None
        return {
            "user_name": world.player.name,
            "character_name": world.name,
            "create_date": date_text(made) if made is not None else "",
            "chat_metadata": {},
        }

    def _message(self, node: Node, world: World) -> dict[str, Any] | None:
        """The line of a node; None for what no line can hold."""
        if node.content.is_story:
            return self._said(node, world)
        kept = kept_in(node.content)
        if node.kind == "adopt" or not (node.content.edits or kept):
            self.report.add("left_out", "chat_node", node.kind, node.id)
            return None
        text = kept.get("mes")
        return self._line(node, _as_text(text) or _edits_text(node), world, hidden=True)

    def _said(self, node: Node, world: World) -> dict[str, Any]:
        beside = self._beside(node)
        message = self._line(node, _text(node), world, hidden=False)
        if len(beside) > 1 or kept_in(node.content).get("swiped"):
            message["swipes"] = [_text(one) for one in beside]
            message["swipe_id"] = next(at for at, one in enumerate(beside) if one.id == node.id)
            infos = [self._info(one) for one in beside]
            if any(info is not None for info in infos):
                message["swipe_info"] = [info or {} for info in infos]
        self._told = True
        return message

    def _beside(self, node: Node) -> list[Node]:
        """The node among those that are alternatives to it. Other words of the player are another story, unless
        the chat they came from had them as alternatives."""
        children = self.save.children(node.parent)
        same = [id for id in children if self.save.link(id).kind == node.kind]
        nodes = [node if id == node.id else self.save.node(id) for id in same]
        if node.kind in TURN_KINDS:
            swiped = bool(kept_in(node.content).get("swiped"))
            return [
                one for one in nodes if one.id == node.id or (swiped and kept_in(one.content).get("swiped"))
            ]
        return nodes

    def _line(self, node: Node, text: str, world: World, *, hidden: bool) -> dict[str, Any]:
        is_user = node.kind in TURN_KINDS
        fields = self._fields(node)
        natural = "edit" if hidden else self._natural(is_user)
        ours = ours_for(node.content, natural)
        made = node.link.made
        line: dict[str, Any] = {**(fields or self._fresh(is_user, hidden, made, world)), "mes": text}
        if made is not None and parse_date(line.get("send_date")) != made:
            line["send_date"] = date_text(made)
        if ours:
            line["extra"] = _with_ours(line.get("extra"), ours)
        return line

    def _fresh(self, is_user: bool, hidden: bool, made: int | None, world: World) -> dict[str, Any]:
        """The fields of a message that was played here."""
        return {
            "name": world.player.name if is_user else world.name,
            "is_user": is_user,
            "is_system": hidden,
            "send_date": date_text(made) if made is not None else "",
            "extra": {},
        }

    def _natural(self, is_user: bool) -> NodeKind:
        """The kind that an import would give a message here."""
        if is_user:
            return "player"
        return "narration" if self._told else "opening"

    def _fields(self, node: Node) -> Mapping[str, Any]:
        """The chat's own fields of a message; they stand with the alternative that was told when it came in."""
        for one in (node, *self._beside(node)):
            fields = kept_in(one.content).get("fields")
            if isinstance(fields, Mapping):
                return {name: value for name, value in fields.items() if name != "mes"}
        return {}

    def _info(self, node: Node) -> dict[str, Any] | None:
        """What stands beside an alternative; None for one of a chat that said nothing."""
        kept = kept_in(node.content)
        made, info = node.link.made, kept.get("info")
        found: dict[str, Any] = dict(info) if isinstance(info, Mapping) else {}
        if not kept and made is not None:
            found["send_date"] = date_text(made)
        ours = ours_for(node.content, self._natural(node.kind in TURN_KINDS))
        if ours:
            found["extra"] = _with_ours(found.get("extra"), ours)
        return found if found or isinstance(info, Mapping) else None


def _with_ours(extra: Any, ours: Mapping[str, Any]) -> dict[str, Any]:
    return {**(extra if isinstance(extra, Mapping) else {}), OURS: dict(ours)}


def _text(node: Node) -> str:
    """What the chat said: the text without what an import put before it."""
    prefix = kept_in(node.content).get("prefix")
    text = node.text
    return text.removeprefix(prefix) if isinstance(prefix, str) else text


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _edits_text(node: Node) -> str:
    return ", ".join(edit_kind(edit) for edit in node.content.edits)
