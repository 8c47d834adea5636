"""Stories for tests of the chat log."""

from __future__ import annotations

from rpg.tui.chatlog.entry import ChatEntry, EntryKind


class Story:
    """`count` entries of varying length that count how often they are asked for."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.asked: list[int] = []

    def __len__(self) -> int:
        return self.count

    def text(self, index: int) -> str:
        return self.entry(index).text

    def entry(self, index: int) -> ChatEntry:
        self.asked.append(index)
        if index % 2:
            return ChatEntry(EntryKind.PLAYER, f"I ask about [b]number {index}[/b] [/")
        body = "“The harbour is *quiet*,” she says. 灯塔的光扫过水面。 " * (1 + index % 5)
        return ChatEntry(EntryKind.NARRATION, f"Reply {index}. {body}\n\nAnd then.", replies=1 + index % 3)
