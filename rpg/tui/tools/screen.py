"""The tool centre on the screen: a table, and for each tool its switches and its description."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from textual import work
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from rpg.session.session import Session
from rpg.text.clean import clean_line
from rpg.text.messages import message as sentence
from rpg.tools.commands.table import ToolProblem
from rpg.tools.listing import ToolRow
from rpg.tui.dialogs.choose import Choice, ChooseDialog
from rpg.tui.dialogs.edit import EditDialog
from rpg.tui.dialogs.frame import plain
from rpg.tui.errors import PlayerError, explain
from rpg.tui.prose import Prose
from rpg.tui.rows.panel import Panel
from rpg.tui.rows.view import RowView
from rpg.tui.tools.rows import detail_content, head_content, row_content, tool_name
from rpg.tui.words import language_of, say

APPROVALS = ("ask", "allow", "never")


class ToolScreen(Panel[None]):
    """Every tool there is."""

    DEFAULT_CSS = "ToolScreen #heads { height: 1; text-wrap: nowrap; }"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._tools: tuple[ToolRow, ...] = ()

    def title_text(self) -> str:
        return say(self, "tools_title")

    def hint_text(self) -> str:
        return say(self, "choose_hint")

    def body(self) -> ComposeResult:
        isolated = self._session.telling().isolated
        yield plain(say(self, "tools_isolated" if isolated else "tools_lead"), "lead")
        yield Static(id="heads")
        yield RowView()
        yield Prose(id="detail")

    def on_mount(self) -> None:
        self._list()
        self.rows.focus()
        for problem in self._session.centre.problems:
            told = problem_text(problem, language_of(self))
            self.notify(told, severity="warning", markup=False)

    def on_resize(self) -> None:
        self.call_after_refresh(self._head)

    def _head(self) -> None:
        if self.is_mounted:
            width = self.rows.scrollable_content_region.width
            self.query_one("#heads", Static).update(head_content(width, language_of(self)))

    def _list(self) -> None:
        self._tools = self._session.tool_rows()
        language = language_of(self)
        self.rows.show(len(self._tools), lambda at, width: row_content(self._tools[at], width, language))

    def detail(self, index: int) -> Content:
        return detail_content(self._tools[index], language_of(self))

    @work(group="dialog", exclusive=True)
    async def on_row_view_chosen(self, message: RowView.Chosen) -> None:
        row = self._tools[message.index]
        lead = say(self, "comma").join(row.why)
        title = tool_name(row, language_of(self))
        chosen = await self.app.push_screen_wait(ChooseDialog(title, list(self._choices(row)), lead=lead))
        await self._do(row, (chosen or "").split())
        if self.is_mounted:
            self._list()

    def _choices(self, row: ToolRow) -> Iterator[Choice]:
        if row.source != "game":
            yield Choice("switch", say(self, "tool_off" if row.configured else "tool_on"))
            approvals = (one for one in APPROVALS if one != row.approval)
            yield from (Choice(f"approval {one}", say(self, f"tool_{one}")) for one in approvals)
        if row.server:
            chosen = self._session.settings[f"mcp.servers.{row.server}.use"]
            key = "tool_server_off" if chosen else "tool_server_on"
            yield Choice("server", say(self, key, server=clean_line(row.server)))
        yield Choice("describe", say(self, "tool_describe"))
        yield Choice("rewrite", say(self, "tool_rewrite"))
        if row.custom:
            yield Choice("reset", say(self, "tool_reset"))

    async def _do(self, row: ToolRow, act: list[str]) -> None:
        match act:
            case ["switch"]:
                self._session.set_setting(f"tools.{row.name}.enabled", not row.configured)
            case ["approval", approval]:
                self._session.set_setting(f"tools.{row.name}.approval", approval)
            case ["server"]:
                key = f"mcp.servers.{row.server}.use"
                self._session.set_setting(key, not self._session.settings[key])
                await self._session.connect()
            case ["describe"]:
                text = await self.app.push_screen_wait(
                    EditDialog(row.description, title=say(self, "tool_describe"))
                )
                if text is not None:
                    await self._try(lambda: self._describe(row.name, text.strip() or None))
            case ["rewrite"]:
                await self._try(lambda: self._rewrite(row.name))
            case ["reset"]:
                await self._try(lambda: self._describe(row.name, None))
            case _:
                pass

    async def _describe(self, name: str, text: str | None) -> None:
        self._session.describe_tool(name, text)

    async def _rewrite(self, name: str) -> None:
        """A better text by the model, saved only on yes."""
        made = await self._session.rewrite_description(name)
        choices = [Choice("yes", say(self, "tool_take")), Choice("no", say(self, "tool_leave"))]
        lead = clean_line_by_line(made.diff)
        answer = await self.app.push_screen_wait(ChooseDialog(say(self, "tool_rewrite"), choices, lead=lead))
        if answer == "yes":
            self._session.describe_tool(name, made.after)

    async def _try(self, act: Callable[[], Awaitable[Any]]) -> None:
        try:
            await act()
        except PlayerError as error:
            self.notify(explain(error, language_of(self)), severity="warning", markup=False)


def problem_text(problem: ToolProblem, language: str) -> str:
    """What is wrong with a table of the player's tools."""
    what = sentence(language, f"tools.problem_{problem.code}", value=problem.value)
    return clean_line(sentence(language, "tools.problem", key=problem.key, text=what))


def clean_line_by_line(lines: tuple[str, ...]) -> str:
    """Lines of foreign text as one clean text."""
    return "\n".join(clean_line(line) for line in lines)
