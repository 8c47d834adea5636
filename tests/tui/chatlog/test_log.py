"""The chat log as a reader sees it: nothing jumps, nothing waits, nothing is read as markup."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.screen import Screen
from textual.selection import Selection

from rpg.tui.chatlog.log import ChatLog
from tests.tui.chatlog.stories import Story


class Reader(App[None]):
    def __init__(self, count: int) -> None:
        super().__init__()
        self.story = Story(count)
        self.chosen: list[int] = []

    def compose(self) -> ComposeResult:
        yield ChatLog(self.story, hint=lambda rows: f"{rows} new lines")

    def on_chat_log_entry_chosen(self, event: ChatLog.EntryChosen) -> None:
        self.chosen.append(event.index)


@pytest.fixture
async def pilot() -> AsyncIterator[Pilot[None]]:
    app = Reader(500)
    async with app.run_test(size=(80, 24)) as pilot:
        app.query_one(ChatLog).focus()
        await pilot.pause()
        yield pilot


def chat_of(pilot: Pilot[None]) -> ChatLog:
    return pilot.app.query_one(ChatLog)


def screen(chat: ChatLog) -> list[str]:
    return [chat.render_line(y).text.rstrip() for y in range(chat.size.height)]


async def test_a_story_opens_at_its_end_with_markup_as_text(pilot: Pilot[None]) -> None:
    chat = chat_of(pilot)
    assert screen(chat)[-2] == "  ❯ I ask about [b]number 499[/b] [/"
    assert chat.story.loaded < 40


@pytest.mark.parametrize(("key", "rows"), [("up", 1), ("pageup", 23)])
async def test_scrolling_up_never_jumps(pilot: Pilot[None], key: str, rows: int) -> None:
    chat = chat_of(pilot)
    before = screen(chat)
    for _ in range(12):
        await pilot.press(key)
        now = screen(chat)
        assert now[rows:] == before[: len(before) - rows]
        before = now


async def test_the_view_follows_a_growing_reply(pilot: Pilot[None]) -> None:
    chat = chat_of(pilot)
    chat.begin_reply()
    for _ in range(40):
        chat.append("the rain goes on and on ")
        chat.flush()
    assert screen(chat)[-2].endswith("on")
    assert chat.scroll_offset.y == chat.max_scroll_y


async def test_a_reader_who_scrolled_up_stays_and_is_told(pilot: Pilot[None]) -> None:
    chat = chat_of(pilot)
    await pilot.press("pageup")
    before = screen(chat)
    chat.begin_reply()
    for _ in range(40):
        chat.append("the rain goes on and on ")
        chat.flush()
    assert screen(chat)[:-1] == before[:-1]
    assert screen(chat)[-1].strip() == f"{chat.fresh} new lines"
    await pilot.press("end")
    assert chat.fresh == 0
    assert screen(chat)[-2].endswith("on")


async def test_tokens_are_painted_together(pilot: Pilot[None]) -> None:
    chat = chat_of(pilot)
    chat.begin_reply()
    for _ in range(200):
        chat.append("word ")
    chat.flush()
    assert chat.flushes == 1
    assert chat.reply_text == "word " * 200


async def test_the_saved_reply_takes_the_place_of_the_live_one(pilot: Pilot[None]) -> None:
    chat, app = chat_of(pilot), pilot.app
    assert isinstance(app, Reader)
    app.story.count = 498
    chat.use_source(app.story)
    chat.begin_reply()
    chat.append(app.story.entry(498).text)
    chat.flush()
    before = screen(chat)[-6:]
    app.story.count = 499
    chat.end_reply()
    assert screen(chat)[-6:] == before


async def test_entries_are_chosen_by_key_and_opened(pilot: Pilot[None]) -> None:
    chat, app = chat_of(pilot), pilot.app
    assert isinstance(app, Reader)
    await pilot.press("ctrl+up", "ctrl+up", "enter")
    assert app.chosen == [498]
    assert any(line.startswith("▌") for line in screen(chat))


async def test_found_words_come_into_view(pilot: Pilot[None]) -> None:
    chat = chat_of(pilot)
    assert chat.find("number 77[") == (1, 1)
    await pilot.pause()
    assert any("number 77[" in line for line in screen(chat))
    assert chat.find("no such words") == (0, 0)


async def test_words_are_found_upwards_one_by_one_and_from_the_end_again(pilot: Pilot[None]) -> None:
    chat = chat_of(pilot)
    chat.chosen = None
    assert [chat.find("number 4") for _ in range(3)] == [(1, 55), (2, 55), (3, 55)]
    chat.show_entry(5)
    assert chat.find("number 4") == (1, 55), "there is none above, so the last one comes"
    assert chat.find("number 4", 1) == (55, 55)


async def test_selected_text_is_copied_without_margins(pilot: Pilot[None]) -> None:
    chat = chat_of(pilot)
    row = chat.scroll_offset.y + chat.size.height - 2
    text = chat.get_selection(Selection(Offset(4, row), Offset(9, row)))
    assert text is not None
    assert text[0] == "I ask"


async def test_another_size_keeps_the_end_in_view(pilot: Pilot[None]) -> None:
    chat = chat_of(pilot)
    await pilot.resize_terminal(50, 18)
    await pilot.pause()
    assert "number 499" in "".join(screen(chat)[-4:])


async def test_a_token_that_adds_no_row_makes_no_layout(
    pilot: Pilot[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = chat_of(pilot)
    chat.begin_reply()
    chat.append("a ")
    chat.flush()
    await pilot.pause()
    layouts: list[int] = []
    arrange = type(pilot.app.screen)._refresh_layout

    def counted(screen: Screen[None], *args: Any, **values: Any) -> None:
        layouts.append(1)
        arrange(screen, *args, **values)

    monkeypatch.setattr(type(pilot.app.screen), "_refresh_layout", counted)
    for _ in range(20):
        chat.append("b ")
        chat.flush()
        await pilot.pause()
    assert layouts == []


@pytest.mark.parametrize("size", [(300, 90), (1, 1), (40, 10), (20, 5), (80, 3)])
@pytest.mark.parametrize("entries", [12, 200])
async def test_what_is_on_top_stays_there_through_sizes_that_come_and_go(
    size: tuple[int, int], entries: int
) -> None:
    app = Reader(entries)
    async with app.run_test(size=(80, 24)) as pilot:
        chat = chat_of(pilot)
        chat.focus()
        await pilot.press("pageup", "pageup", "up", "up", "up")
        top = screen(chat)
        for width, height in (size, (100, 30), size, (80, 24)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
        assert screen(chat) == top
        assert not chat.follow
