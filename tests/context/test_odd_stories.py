"""Stories that are not a neat turn after turn: imports, deletions, silent travels; and lore anywhere."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.context.plan import plan
from rpg.context.values import LorePlacement, PastCall, StoryMessage
from rpg.world.lorebook import Position, Role
from tests.context.stories import begin, wire_text, world_of
from tests.context.test_plan import check_history, check_scene, check_space

kinds = st.sampled_from(["player", "travel", "narration", "opening"])
calls = st.lists(st.just(PastCall("edit_location_registry", '{"operations":[]}', '{"ok":true}')), max_size=2)
messages = st.lists(
    st.tuples(kinds, st.sampled_from(["", "short", "a longer text " * 20]), calls), max_size=14
)
lore = st.lists(
    st.builds(
        LorePlacement,
        st.sampled_from(["e1", "e2", "e3"]),
        st.just("book"),
        st.sampled_from(["LORE", "<rpg:now>", "x" * 50]),
        st.sampled_from(get_args(Position)),
        st.integers(-1, 20),
        st.sampled_from(get_args(Role)),
        st.sampled_from(["", "news"]),
        st.integers(0, 200),
    ),
    max_size=6,
)


def roles_of(made) -> list[str]:
    return [message.role for message in made.messages]


def check_roles(made) -> None:
    """user and assistant in turn; a call is followed by its results and the results by no repetition."""
    roles = roles_of(made)
    assert roles[:2] == ["system", "user"]
    assert roles[-1] == "user"
    for (one, first), (other, second) in pairwise(zip(roles, made.messages, strict=True)):
        assert one != other or one == "tool"
        if first.calls:
            assert other == "tool"
            assert second.call_id == first.calls[0].id
        if one == "tool":
            assert other in ("tool", "assistant", "user")


@settings(max_examples=80, deadline=None)
@given(messages, lore, st.sampled_from(["slim", "none"]), st.integers(0, 8), st.sampled_from([3300, 9000]))
def test_any_log_and_any_lore_make_a_strict_request(log, placed, past, depth, window):
    played = begin(replace(world_of(3, 3), opening=""), window, past_tools=past, note_depth=depth)
    for number, (kind, text, made_calls) in enumerate(log, start=1):
        mine = kind in ("player", "travel", "opening")
        played.story.messages.append(StoryMessage(number, kind, text, () if mine else tuple(made_calls)))
    inputs = replace(played.inputs("now"), lore=tuple(placed))
    inputs = replace(inputs, instructions=replace(inputs.instructions, note="The note."))
    made = plan(inputs)
    check_roles(made)
    check_space(made)
    if not made.refused:
        check_scene(made)
        assert "The note." in wire_text(made)
        assert wire_text(made).count("<rpg:now>\nHere") == 1
    again = plan(replace(inputs, last_record=made.record))
    assert again.messages == made.messages or made.refused


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 30), st.integers(1, 30))
def test_a_record_of_a_longer_or_shorter_path_is_survived(told, kept):
    played = begin(world_of(3, 3), 3300)
    for n in range(told):
        played.turn(f"say {n}", "A reply of some length. " * 6)
    played.story.messages = played.story.messages[: kept + 1]
    made = plan(played.inputs("now"))
    check_space(made)
    check_roles(made)
    if not made.refused:
        check_history(made)
        check_scene(made)


def test_a_silent_travel_and_the_next_words_share_a_message():
    played = begin(world_of(3, 3), 9000)
    played.story.add("player", "hello")
    played.story.add("narration", "hi")
    played.story.add("travel", "to Place 1")
    made = plan(played.inputs("look"))
    assert roles_of(made) == ["system", "user", "assistant", "user", "assistant", "user"]
    assert made.messages[-1].content.startswith("to Place 1")
    assert made.messages[-1].content.endswith("look")


def test_tools_of_a_text_protocol_are_counted_as_text_and_not_sent():
    played = begin(world_of(2, 1), 9000)
    made = plan(replace(played.inputs("hi"), tools_text="Write a block to use a tool."))
    assert made.tools == ()
    assert "Write a block" in made.messages[0].content
    assert not any(part.id == "tools" for part in made.sections)
