"""Finding words in the whole story, other branches included, with a jump to the message."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Input

from rpg.session.session import Session
from rpg.store.search import Hit
from rpg.text.cells import cell_width
from rpg.text.clean import clean_text
from rpg.timeline.tree import is_on_path
from rpg.tui.prose import Prose
from rpg.tui.rows.panel import Panel
from rpg.tui.rows.view import RowView
from rpg.tui.timeline.look import node_content
from rpg.tui.words import language_of, say

MARKS = dict.fromkeys(map(ord, "*_`#"))
"""Signs of Markdown, which say nothing in one line."""

PAUSE = 0.15
"""Seconds without a key after which the story is searched."""


class SearchScreen(Panel[int | None]):
    """Returns the node to jump to."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._hits: tuple[Hit, ...] = ()
        self._pause: Timer | None = None

    def title_text(self) -> str:
        return say(self, "search_title")

    def hint_text(self) -> str:
        return say(self, "search_all_hint")

    def body(self) -> ComposeResult:
        yield Input(placeholder=say(self, "search_placeholder"))
        yield RowView()
        yield Prose(id="detail")

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_changed(self) -> None:
        if self._pause is not None:
            self._pause.stop()
        self._pause = self.set_timer(PAUSE, self._search)

    def on_input_submitted(self) -> None:
        self._search()
        if self._hits:
            self.rows.focus()

    def _search(self) -> None:
        if not self.is_attached:
            return
        words = self.query_one(Input).value.strip()
        self._hits = self._session.save.search(words) if words else ()
        self.rows.show(len(self._hits), self._row, 0)
        if not self._hits:
            self.show_detail(Content(say(self, "search_nothing") if words else ""))

    def _row(self, index: int, width: int) -> Content:
        hit = self._hits[index]
        here = is_on_path(self._session.save, hit.node, self._session.head)
        branch = Content("") if here else Content.styled(say(self, "search_branch"), "$text-warning")
        number = Content.styled(f"#{hit.node} ", "$text-primary")
        room = width - number.cell_length - branch.cell_length
        return Content.assemble(number, branch, _found(hit, room))

    def detail(self, index: int) -> Content:
        return node_content(self._session.story, self._hits[index].node, language_of(self))

    def on_row_view_chosen(self, message: RowView.Chosen) -> None:
        self.dismiss(self._hits[message.index].node)


def _found(hit: Hit, room: int) -> Content:
    """What was found with as much of the words around it as there is room for, most of them after it."""
    before, found, after = (
        clean_edges(part)
        for part in (hit.excerpt[: hit.start], hit.excerpt[hit.start : hit.end], hit.excerpt[hit.end :])
    )
    spare = max(0, room - cell_width(found))
    lead = last_cells(before, spare // 3)
    shown = lead if lead == before else f"…{lead}"
    return Content.assemble(shown, Content.styled(found, "bold $text-accent"), after)


def clean_edges(text: str) -> str:
    """A piece of a line without marks of Markdown and control characters, its outer blanks kept."""
    plain = clean_text(text.translate(MARKS))
    return " ".join(plain.split("\n"))


def last_cells(text: str, room: int) -> str:
    """The end of a text that fits into a number of cells."""
    while text and cell_width(text) > room:
        text = text[max(1, len(text) // 16) :]
    return text.lstrip()
