"""Help: every key of the screen, what typing does, and where to go on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from rpg.text.cells import cell_width, pad
from rpg.tui.actions import TOPICS, Scope, Topic, actions_for
from rpg.tui.dialogs.frame import Reading, plain
from rpg.tui.words import say

TYPING: Mapping[Topic, tuple[str, ...]] = {
    "writing": ("enter", "new_line", "history", "scroll", "choose_message"),
    "going": ("exits", "map"),
}
"""Keys of the play screen that belong to its panes, by the heading they stand under."""

Row = tuple[str, str]
"""A key and what it does."""


class HelpScreen(Reading[None]):
    """The keys of one screen, by what they are for."""

    DEFAULT_CSS = "HelpScreen > #box { width: 84; }"

    def __init__(self, scope: Scope, here: Row | None = None) -> None:
        """here: the title and the keys of the dialog that help was asked in."""
        super().__init__()
        self._scope: Scope = scope
        self._here = here

    def title_text(self) -> str:
        return say(self, "help_title")

    def hint_text(self) -> str:
        return say(self, "back_hint")

    def body(self) -> ComposeResult:
        if self._here is not None:
            title, keys = self._here
            yield Static(
                Content.assemble(Content.styled(f"{title}\n", "bold $text-primary"), keys), classes="lead"
            )
        yield plain(say(self, "help_play" if self._scope == "play" else "help_title_screen"), "lead")
        topics = [(topic, rows) for topic in TOPICS if (rows := list(self._rows(topic)))]
        width = max(cell_width(key) for _, rows in topics for key, _ in rows)
        blocks = [_block(say(self, f"topic_{topic}"), rows, width) for topic, rows in topics]
        yield Static(Content("\n\n").join(blocks))

    def _rows(self, topic: Topic) -> Iterator[Row]:
        for action in actions_for(self._scope):
            if action.topic == topic and action.keys:
                yield action.shown_key, say(self, f"about_{action.name}")
        if self._scope == "play":
            for name in TYPING.get(topic, ()):
                yield say(self, f"key_{name}"), say(self, f"does_{name}")


def _block(heading: str, rows: list[Row], width: int) -> Content:
    lines = [Content.styled(heading, "bold $text-primary")]
    for key, text in rows:
        lines.append(Content.assemble(Content.styled(pad(key, width), "bold $text-accent"), "  ", text))
    return Content("\n").join(lines)
