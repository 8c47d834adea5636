"""The wire form: one system message, then user and assistant in turn; calls are never parted."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rpg.context.past import unit_of, unit_text
from rpg.context.sections import Section, section
from rpg.context.values import PastCall, WireCall, WireMessage
from rpg.context.wire import folded, messages_of
from tests.context.stories import letters


def piece(role, text, messages=()):
    return section(letters, text or role, "log", role, text, messages=messages)


def unit(ordinal=7, text="And so it was."):
    made = unit_of(ordinal, [PastCall("move", '{"to":"quay"}', '{"ok":true}')], text)
    return piece("unit", unit_text(made), made)


def test_system_sections_become_one_message_in_front():
    made = messages_of([piece("system", "a"), piece("user", "hello"), piece("system", "b")])
    assert made == (WireMessage("system", "a\n\nb"), WireMessage("user", "hello"))


def test_neighbours_of_one_role_are_merged():
    made = messages_of(
        [piece("user", "a"), piece("user", "b"), piece("assistant", "c"), piece("assistant", "d")]
    )
    assert made == (WireMessage("user", "a\n\nb"), WireMessage("assistant", "c\n\nd"))


def test_sections_without_text_and_the_tool_list_leave_nothing_behind():
    assert messages_of([piece("tools", "[]"), piece("user", ""), piece("user", "a")]) == (
        WireMessage("user", "a"),
    )


def test_a_call_stands_with_its_results_and_its_reply():
    made = messages_of([piece("user", "go"), unit(), piece("user", "next")])
    assert [message.role for message in made] == ["user", "assistant", "tool", "assistant", "user"]
    assert made[1].calls == (WireCall("m00000700", "move", '{"to":"quay"}'),)
    assert made[2].call_id == "m00000700"
    assert len(made[2].call_id) == 9


def test_text_before_a_call_becomes_the_text_of_that_call():
    made = messages_of([piece("assistant", "Well."), unit()])
    assert made[0].content == "Well."
    assert made[0].calls
    assert [message.role for message in made] == ["assistant", "tool", "assistant"]


def test_text_behind_a_unit_joins_its_reply():
    made = messages_of([unit(text="One."), piece("assistant", "Two.")])
    assert made[-1] == WireMessage("assistant", "One.\n\nTwo.")


def test_a_server_without_system_messages_gets_it_in_the_first_user_message():
    made = folded(
        (WireMessage("system", "rules"), WireMessage("user", "hello"), WireMessage("assistant", "hi"))
    )
    assert made == (WireMessage("user", "rules\n\nhello"), WireMessage("assistant", "hi"))
    assert folded((WireMessage("system", "rules"),)) == (WireMessage("user", "rules"),)


parts = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["user", "assistant", "system"]), st.text("ab", max_size=3)).map(
            lambda p: piece(*p)
        ),
        st.integers(1, 9).map(unit),
    ),
    max_size=12,
)


@given(parts)
def test_roles_alternate_and_every_call_is_followed_by_its_result(sections: list[Section]):
    made = messages_of(sections)
    talk = [message.role for message in made if message.role in ("user", "assistant") and not message.calls]
    spoken = [message for message in made if message.role != "system"]
    for one, other in pairwise(spoken):
        assert one.role != other.role or one.role == "tool"
        if one.calls:
            assert other.role == "tool"
            assert other.call_id == one.calls[0].id
    assert sum(message.role == "system" for message in made) <= 1
    assert len(talk) <= len(sections)
