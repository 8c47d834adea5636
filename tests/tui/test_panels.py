"""Every panel by keyboard: opened, used, left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rpg.narrator.scripted import SCRIPT, ScriptedNarrator, Turn
from rpg.runtime.whereabouts import whereabouts
from rpg.session.background import BackgroundStatus
from rpg.session.settings import SETTINGS
from rpg.tui.actions import actions_for
from rpg.tui.play.screen import PlayScreen
from tests.tui.conftest import MakeApp
from tests.tui.screens import screen_text, settle
from tests.tui.test_journeys import here, play_screen, press, say, session_of

PANELS = [
    action
    for action in actions_for("play")
    if action.name
    in {
        "travel",
        "context",
        "people",
        "lore",
        "timeline",
        "memory",
        "tools",
        "preset",
        "place",
        "change",
        "pulse",
        "search_all",
        "story_settings",
        "help",
        "commands",
    }
]


def move(**operation: object) -> tuple[str, dict[str, object]]:
    return ("edit_location_registry", {"operations": [operation]})


@pytest.mark.parametrize("size", [(30, 10), (80, 24), (220, 50)])
async def test_every_panel_opens_by_its_key_and_escape_comes_back(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        for action in PANELS:
            await press(pilot, action.keys[0])
            assert not isinstance(app.screen, PlayScreen), action.name
            await press(pilot, "escape")
            assert isinstance(app.screen, PlayScreen), action.name
        assert session_of(app).log_length == 1


async def test_the_timeline_goes_to_a_branch_and_names_it(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "go to the market")
        moved = session_of(app).head
        await press(pilot, "alt+t", "home", "l", *"the start", "enter", "enter", "enter")
        assert isinstance(app.screen, PlayScreen)
        assert here(app) == "quay"
        assert session_of(app).save.labels == {1: "the start"}
        await press(pilot, "alt+t")
        assert "«the start»" in screen_text(app)
        await press(pilot, "end", "enter", "enter")
        assert session_of(app).head == moved
        assert here(app) == "market"


async def test_two_places_of_the_timeline_are_compared(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "go to the market")
        await press(pilot, "alt+t", "home", "m", "end", "c")
        text = screen_text(app)
        assert "The Quay" in text
        assert "Fish Market" in text
        await press(pilot, "escape", "end", "m", "c")
        assert "Nothing differs." in screen_text(app)


def drifting(*more: Turn) -> ScriptedNarrator:
    """Mira goes to the market, then to the tavern; without the first turn the second starts from elsewhere."""
    return ScriptedNarrator(
        [
            Turn(calls=[move(op="move_character", character="mira", to="market")]),
            Turn(text="Mira walks off."),
            Turn(calls=[move(op="move_character", character="mira", to="tavern")]),
            Turn(text="Mira sits down in the tavern."),
            *more,
        ]
    )


async def delete_first_turn(pilot, after: int = 3) -> None:
    play_screen(pilot.app).chat.focus()
    await press(pilot, *["ctrl+up"] * (after + 1), "enter", *["down"] * 3, "enter", "enter")


async def test_a_drifted_move_is_marked_on_its_message_and_accepted(make_app: MakeApp) -> None:
    app = make_app(narrator=drifting(), playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await say(pilot, "Off with you.")
        await say(pilot, "Further.")
        await delete_first_turn(pilot)
        assert session_of(app).log_length == 3
        assert [one.status for one in session_of(app).log(2, 3)[0].notices] == ["drifted"]
        assert "Mira Vale" in screen_text(app).split("Mira sits down in the tavern.")[1]
        await press(pilot, "alt+t", "n", "enter", "down", "enter", "enter")
        assert session_of(app).log(2, 3)[0].notices == ()
        assert whereabouts(session_of(app).state, "mira") == "tavern"


async def test_a_drifted_move_is_dropped_from_the_menu_of_its_message(make_app: MakeApp) -> None:
    app = make_app(narrator=drifting(), playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await say(pilot, "Off with you.")
        await say(pilot, "Further.")
        await delete_first_turn(pilot)
        play_screen(app).chat.focus()
        await press(pilot, "ctrl+up", "enter", "enter", "down", "enter")
        assert session_of(app).log(2, 3)[0].notices == ()
        assert whereabouts(session_of(app).state, "mira") == "quay"


async def test_the_story_is_narrated_anew_from_a_turn_that_does_not_fit(make_app: MakeApp) -> None:
    narrator = drifting(Turn(text="It rains."), Turn(text="Mira stays."))
    app = make_app(narrator=narrator, playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        for words in ("Off with you.", "Further.", "And now?"):
            await say(pilot, words)
        await delete_first_turn(pilot, after=5)
        play_screen(app).chat.focus()
        await press(pilot, *["ctrl+up"] * 3, "enter", "enter", "end", "enter")
        session = session_of(app)
        entry = session.log(2, 3)[0]
        assert (entry.text, entry.reply, entry.replies) == ("Mira stays.", 2, 2)
        assert session.log_length == 3
        assert "It rains." not in screen_text(app)
        await press(pilot, "f8")
        assert session.log_length == 5
        assert "It rains." in screen_text(app)


@pytest.mark.parametrize(("keys", "place"), [(["enter"], "market"), (["down", "enter"], "quay")])
async def test_changed_words_keep_or_drop_what_happened(
    make_app: MakeApp, keys: list[str], place: str
) -> None:
    narrator = ScriptedNarrator([Turn(calls=[move(op="move_player", to="market")]), Turn(text="The market.")])
    app = make_app(narrator=narrator, playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "Go.")
        assert here(app) == "market"
        play_screen(app).chat.focus()
        await press(pilot, "ctrl+up", "enter", "down", "down", "enter", "end", "!", "ctrl+s", *keys)
        assert session_of(app).log(2, 3)[0].text == "The market.!"
        assert here(app) == place


async def test_an_edited_reply_is_read_again_by_the_model(make_app: MakeApp) -> None:
    narrator = ScriptedNarrator(
        [Turn(text="Rain."), Turn(calls=[move(op="move_player", to="market")]), Turn(text="Done.")]
    )
    app = make_app(narrator=narrator, playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "Go.")
        play_screen(app).chat.focus()
        await press(pilot, "ctrl+up", "enter", "down", "down", "enter", "end", "!", "ctrl+s", "end", "enter")
        assert session_of(app).log(2, 3)[0].text == "Rain.!"
        assert here(app) == "market"


async def test_a_message_is_inserted(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "look around")
        play_screen(app).chat.focus()
        await press(
            pilot, *["ctrl+up"] * 3, "enter", *["down"] * 4, "enter", "down", "enter", *"Gulls.", "ctrl+s"
        )
        assert [entry.text for entry in session_of(app).log(0, 9)][1] == "Gulls."


async def test_tools_are_switched_and_their_approval_set_for_the_story(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "alt+o", *["down"] * 5, "enter", "enter")
        settings = session_of_below(app).settings
        assert settings["tools.look_up.enabled"] is False
        assert "tool switched off" in screen_text(app)
        await press(pilot, "down", "enter", "down", "enter", "escape")
        assert session_of(app).settings["tools.ask_user_input.approval"] == "ask"
        assert session_of(app).save.get_meta(SETTINGS, {})["tools.look_up.enabled"] is False


def session_of_below(app):
    return next(screen for screen in app.screen_stack if isinstance(screen, PlayScreen)).session


async def test_memory_is_pinned_changed_and_taken_away(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "alt+m", "enter", *"All began in rain.", "ctrl+s")
        assert session_of_below(app).state.get(("summary",)) == "All began in rain."
        rows = screen_text(app).splitlines()
        start = next(n for n, row in enumerate(rows) if "STORY SUMMARY" in row)
        add = next(n for n, row in enumerate(rows) if "Pin a line" in row)
        await press(pilot, *["home"], *["down"] * (add - start), "enter", *"Mira lies.", "ctrl+s")
        assert session_of_below(app).state.pins() == {"Mira lies.": "Mira lies."}
        await press(pilot, "enter", "down", "enter", "escape")
        assert session_of(app).state.pins() == {}


async def test_people_are_changed_by_hand_locked_and_taken_back(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "f3", "enter", "e", "enter", "enter", *"soaked", "enter")
        assert session_of(app).state.condition("mira") == "soaked"
        await press(pilot, "f3", "enter", "e", "enter", "down", "enter")
        assert session_of(app).state.facts.get(("lock", "condition:mira")) is not None
        await press(pilot, "f8", "f8")
        assert session_of(app).state.condition("mira") == ""


async def test_people_are_put_elsewhere_by_hand(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert "● Mira Vale" in screen_text(app)
        await press(pilot, "f3", "enter", "e", "end", "enter", "end", "up", "enter")
        assert "● Mira Vale" not in screen_text(app)


async def test_secrets_are_shown_to_authors_alone(make_app: MakeApp) -> None:
    for author in (False, True):
        app = make_app(playing=not author)
        app._target, app._author = "first", author
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(pilot)
            await press(pilot, "f3", "enter")
            assert ("She sank the ferry." in screen_text(app)) is author
            assert ("author’s view" in screen_text(app).splitlines()[0]) is author
            await press(pilot, "escape", "f10")


async def test_an_action_of_the_context_panel_leads_where_it_is_done(make_app: MakeApp) -> None:
    app = make_app(narrator=ScriptedNarrator([], traits=replace(SCRIPT, window=1800)), playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "f2", "enter")
        assert "Tool centre" in screen_text(app)


async def test_a_what_if_changes_nothing(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        before = session_of(app).state.hash
        await press(pilot, "f2", "w", "down", "down", "enter")
        assert "Mira Vale leaves" in screen_text(app)
        assert "What would differ" in screen_text(app)
        await press(pilot, "w", "enter", "m")
        assert "── system ──" in screen_text(app)
        await press(pilot, "escape", "escape")
        assert session_of(app).state.hash == before


async def test_words_are_found_on_other_branches_and_gone_to(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "sing a shanty")
        await press(pilot, "f8")
        await say(pilot, "look around")
        await press(pilot, "alt+a", *"shanty", "enter", "enter")
        assert "sing a shanty" in screen_text(app)
        assert session_of(app).log(1, 2)[0].text == "sing a shanty"


async def test_a_setting_is_kept_for_one_story_or_for_all(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        play_screen(app).open_settings("session.arrival")
        await settle(pilot)
        await press(pilot, "enter", "enter", "down", "enter", "enter", "down", "enter", "enter", "escape")
        session = session_of(app)
        assert session.save.get_meta(SETTINGS, {})["session.arrival"] is False
        assert app.services.config.values["session.arrival"] is False


async def test_a_preset_is_chosen_and_an_entry_switched(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "alt+p", "down", "enter", "enter")
        assert "☐ voice" in screen_text(app)
        await press(pilot, "end", "enter", "escape")
        assert session_of(app).settings["session.preset"] == "none"


async def test_where_the_story_stands_is_told_when_it_is_taken_up_again(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "go to the market")
        await press(pilot, "f10", "enter")
        assert "Where the story stands" in screen_text(app)
        assert "rusted shut" in screen_text(app).split("Where the story stands")[1]
        await say(pilot, "look around")
        assert "Where the story stands" not in screen_text(app)


async def test_nothing_is_taken_back_in_a_story_that_has_just_begun(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "f8")
        assert session_of(app).log_length == 1
        assert "F8" not in screen_text(app)


async def test_what_was_told_and_not_recorded_is_recorded_by_key(make_app: MakeApp) -> None:
    app = make_app(
        narrator=ScriptedNarrator([Turn(text="You walk up the steps to the Fish Market.")]), playing=True
    )
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await say(pilot, "Up the steps.")
        assert here(app) == "quay"
        assert "Alt+R records it" in screen_text(app)
        await press(pilot, "alt+r")
        assert here(app) == "market"
        assert "alt+R" not in screen_text(app)


async def test_notes_that_the_model_writes_meanwhile_are_told_and_stopped(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = play_screen(app)
        tell = screen.session.background.listen
        assert tell is not None
        tell(BackgroundStatus("working", 1, 3, "summary"))
        await settle(pilot)
        assert "Memory: the story summary (2 of 3)" in screen_text(app)
        assert screen.check_action("stop_notes", ()) is False
        tell(BackgroundStatus("idle", 3, 3))
        await settle(pilot)
        assert "Memory:" not in screen_text(app)
