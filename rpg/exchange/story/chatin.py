"""A chat of the tavern program as a story: alternatives become other replies, names and times are kept.

Hidden messages stand in the timeline without being told, so that they go back where they were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rpg.exchange.report import Report
from rpg.exchange.story.chatfile import Chat, Message
from rpg.exchange.story.chatkept import TAVERN, content_for, kept_of, ours_of
from rpg.exchange.story.chatworld import speakers, world_of_chat
from rpg.exchange.story.dates import parse_date
from rpg.exchange.story.saveshape import Planted, SaveDocument
from rpg.exchange.story.states import last_state
from rpg.memory.clip import ending
from rpg.runtime.scene import scene
from rpg.store.card import Card
from rpg.text.layout import prose_line
from rpg.timeline.headlog import Entry
from rpg.timeline.nodes import TURN_KINDS, Content, NodeKind, content_hash
from rpg.world.document import world_hash
from rpg.world.model import World

LAST_LINE = 120
"""Characters of the last words in a list of saves."""


@dataclass(frozen=True, slots=True)
class ChatStory:
    """A chat as a save, and what became of it. made: the world was made from the chat."""

    document: SaveDocument
    report: Report
    made: bool


def story_of_chat(chat: Chat, name: str, world: World | None = None) -> ChatStory:
    """The save of a chat, in `world` or in a small one made from the chat."""
    base = world or world_of_chat(chat, name)
    planter = _Planter(chat)
    for message in chat.messages:
        planter.add(message)
    planter.close()
    return ChatStory(planter.document(name, base), planter.report, world is None)


@dataclass(slots=True)
class _Planter:
    """Grows the nodes of a chat, one message after the other."""

    chat: Chat
    report: Report = field(default_factory=Report)
    nodes: list[Planted] = field(default_factory=list)
    contents: dict[str, Content] = field(default_factory=dict)
    log: list[Entry] = field(default_factory=list)
    head: int | None = None
    told: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    group: bool = False

    def __post_init__(self) -> None:
        self.group = len(speakers(self.chat)) > 1

    def add(self, message: Message) -> None:
        kind = self._kind(message)
        prefix = f"{message.name}: " if self.group and kind == "narration" and message.name else ""
        if kind == "edit":
            self._hidden(message)
        else:
            self._told(message, kind, prefix)
            self.told = True

    def close(self) -> None:
        """The acts of the log, a turn each, so that undo goes back turn by turn; and the report."""
        self._acts()
        kept = {"messages": "chat_messages", "alternatives": "chat_alternatives", "hidden": "chat_hidden"}
        for what, code in kept.items():
            if self.counts[what]:
                self.report.add("changed" if what == "hidden" else "kept", code, what, self.counts[what])
        if self.counts["state"]:
            self.report.add("kept", "chat_state", "extra.rpg", self.counts["state"])
        if self.counts["lost"]:
            self.report.add("left_out", "chat_state_lost", "extra.rpg", self.counts["lost"])
        if self.group:
            self.report.add("changed", "chat_group", "name", ", ".join(speakers(self.chat)))

    def _kind(self, message: Message) -> NodeKind:
        if message.hidden:
            return "edit"
        if message.is_user:
            return "player"
        return "narration" if self.told else "opening"

    def _told(self, message: Message, kind: NodeKind, prefix: str) -> None:
        self.counts["messages"] += 1
        self.counts["alternatives"] += len(message.swipes) - 1
        parent, chosen = self.head, 0
        for number, text in enumerate(message.swipes):
            ours = ours_of(message, number)
            shown = prefix + text if not ours else text
            kept = kept_of(message, number, prefix if not ours else "")
            content, whole = content_for(kind, shown, ours, kept)
            self.counts["state"] += bool(ours)
            self.counts["lost"] += not whole
            id = self._plant(parent, content, _made(message, number))
            chosen = id if number == message.chosen else chosen
        self._go_on(parent, chosen)

    def _hidden(self, message: Message) -> None:
        ours = ours_of(message, message.chosen)
        kept = {**kept_of(message, message.chosen, ""), "mes": message.text}
        content, whole = content_for("edit", "", {**ours, "parts": []} if ours else {}, kept)
        self.counts["hidden"] += not ours
        self.counts["lost"] += not whole
        parent = self.head
        self._go_on(parent, self._plant(parent, content, message.made))

    def _plant(self, parent: int | None, content: Content, made: int | None) -> int:
        hash = content_hash(content)
        self.contents[hash] = content
        self.nodes.append(Planted(len(self.nodes) + 1, parent, hash, "", None, False, made))
        return len(self.nodes)

    def _go_on(self, parent: int | None, to: int) -> None:
        if parent is not None:
            self.nodes[parent - 1] = replace(self.nodes[parent - 1], last_child=to)
        self.head = to

    def _acts(self) -> None:
        line: list[int] = []
        at = self.head
        while at is not None:
            line.append(at)
            at = self.nodes[at - 1].parent
        before: int | None = None
        act, after = "begin", None
        for id in reversed(line):
            if after is not None and self.contents[self.nodes[id - 1].content].kind in TURN_KINDS:
                self.log.append(Entry(len(self.log) + 1, act, before, after))
                before, act = after, "turn"
            after = id
        self.log.append(Entry(len(self.log) + 1, act, before, after))

    def document(self, name: str, world: World) -> SaveDocument:
        version = world_hash(world)
        header: Mapping[str, Any] = self.chat.header
        document = SaveDocument(
            name=name,
            card=Card(),
            meta={"seed": 0, **({TAVERN: {"header": dict(header)}} if header else {})},
            worlds={version: world},
            base=version,
            head=self.head,
            position=len(self.log),
            contents=self.contents,
            nodes=tuple(self.nodes),
            records=(),
            log=tuple(self.log),
            notes=(),
            attempts=(),
            drafts=(),
            labels=(),
        )
        return with_card(document, self.chat.messages[-1].text)


def _made(message: Message, number: int) -> int | None:
    own = parse_date(message.info[number].get("send_date")) if number < len(message.info) else None
    return message.made if own is None or number == message.chosen else own


def with_card(document: SaveDocument, text: str) -> SaveDocument:
    """The document with what a list of saves shows of it."""
    state = last_state(document)
    line = ending(prose_line(text), LAST_LINE)
    return replace(document, card=Card(state.world.name, scene(state).name, line, state.turn))
