"""The timeline screen: go anywhere, name branches, compare two of them, find what does not fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content

from rpg.runtime.compare import change_text, compare
from rpg.session.past import misfits
from rpg.session.session import Session
from rpg.text.clean import clean_line
from rpg.tui.dialogs.choose import Choice, ChooseDialog
from rpg.tui.dialogs.read import ReadDialog
from rpg.tui.dialogs.value import TextDialog
from rpg.tui.errors import PlayerError, explain
from rpg.tui.rows.panel import Panel
from rpg.tui.timeline.look import misfits_of, node_content, node_title, row_content
from rpg.tui.timeline.tree import TreeRow, tree_rows
from rpg.tui.words import language_of, say

WishKind = Literal["goto", "edit", "insert", "delete", "resolve"]


@dataclass(frozen=True, slots=True)
class Wish:
    """What the player wants to be done with a node."""

    kind: WishKind
    node: int


class TimelineScreen(Panel[Wish | None]):
    """Returns what is to be done; naming and comparing are done here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "label", show=False),
        Binding("m", "mark", show=False),
        Binding("c", "compare", show=False),
        Binding("n", "next_misfit", show=False),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._tree: tuple[TreeRow, ...] = ()
        self._marked: int | None = None

    def title_text(self) -> str:
        return say(self, "timeline_title")

    def hint_text(self) -> str:
        return say(self, "timeline_hint")

    def lead_text(self) -> str:
        return say(self, "timeline_lead")

    def on_mount(self) -> None:
        self._tree = tree_rows(self._session.save)
        nodes = [row.node for row in self._tree]
        head = self._session.head
        self.rows.show(len(self._tree), self._row, nodes.index(head) if head in nodes else 0)
        self.rows.focus()

    def _row(self, index: int, width: int) -> Content:
        row = self._tree[index]
        content = row_content(self._session.story, row, width - 2, language_of(self))
        return Content.assemble(
            Content.styled("» " if row.node == self._marked else "  ", "$text-accent"), content
        )

    def detail(self, index: int) -> Content:
        return node_content(self._session.story, self._tree[index].node, language_of(self))

    @property
    def _node(self) -> int:
        return self._tree[self.rows.highlighted or 0].node

    @work(group="dialog", exclusive=True)
    async def on_row_view_chosen(self) -> None:
        """What can be done with the node under the cursor."""
        node = self._node
        acts = ["goto", "label", "compare", "mark", "edit", "insert", "delete"]
        if misfits_of(self._session.story, node):
            acts.insert(1, "resolve")
        if self._session.save.link(node).kind in ("edit", "adopt"):
            acts.remove("edit")
        choices = [Choice(act, say(self, f"timeline_{act}")) for act in acts]
        title = node_title(self._session.story, node, language_of(self))
        match await self.app.push_screen_wait(ChooseDialog(title, choices)):
            case "label":
                await self._ask_label(node)
            case "compare":
                self.action_compare()
            case "mark":
                self.action_mark()
            case "goto" | "edit" | "insert" | "delete" | "resolve" as kind:
                self.dismiss(Wish(kind, node))
            case _:
                pass

    @work(group="dialog", exclusive=True)
    async def action_label(self) -> None:
        await self._ask_label(self._node)

    async def _ask_label(self, node: int) -> None:
        """Name the branch at a node; an empty name takes it away."""
        old = self._session.save.labels.get(node, "")
        name = await self.app.push_screen_wait(TextDialog(say(self, "timeline_label"), old))
        if name is None:
            return
        try:
            self._session.label(node, name)
        except PlayerError as error:
            self.notify(explain(error, language_of(self)), severity="warning", markup=False)
        self.rows.refresh()

    def action_mark(self) -> None:
        """Mark the node for comparing, or take the mark away."""
        self._marked = None if self._marked == self._node else self._node
        self.rows.refresh()

    def action_compare(self) -> None:
        """What differs between the marked node, else the head, and the one under the cursor."""
        language, story = language_of(self), self._session.story
        one = self._marked if self._marked is not None else self._session.head
        changes = compare(story.state(one), story.state(self._node), language)
        lines = [clean_line(change_text(change, language)) for change in changes]
        title = say(self, "compare_title", one=one, other=self._node)
        self.app.push_screen(ReadDialog(title, lines or [say(self, "compare_same")]))

    def action_next_misfit(self) -> None:
        """The next node of this line on which something does not fit."""
        found = {one.node for one in misfits(self._session.story, None, self._session.head)}
        order = [n for n, row in enumerate(self._tree) if row.node in found]
        if not order:
            self.notify(say(self, "no_misfits"), markup=False)
            return
        at = self.rows.highlighted or 0
        self.rows.move_to(next((n for n in order if n > at), order[0]))
