"""Contents keep everything through their JSON form, and their hash is over all of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rpg.runtime.edits import MovePlayer, SetFlag
from rpg.timeline.nodes import (
    CallPart,
    Content,
    Link,
    Node,
    ResultPart,
    RollPart,
    TextPart,
    WidgetPart,
    content_document,
    content_from_document,
    content_hash,
    new_ref,
    resolve_ref,
    text_content,
)

PARTS = st.one_of(
    st.builds(TextPart, st.text()),
    st.builds(CallPart, st.text(), st.text(), st.text()),
    st.builds(ResultPart, st.text(), st.text(), st.text(), st.text()),
    st.builds(WidgetPart, st.text(), st.text()),
    st.builds(
        RollPart,
        st.text(),
        st.lists(st.integers()).map(tuple),
        st.integers(),
        st.sampled_from(["player", "world"]),
    ),
)
EDITS = st.one_of(
    st.builds(MovePlayer, to=st.text(), source=st.just("model"), companions=st.lists(st.text()).map(tuple)),
    st.builds(SetFlag, name=st.text(), value=st.none() | st.integers() | st.text(), source=st.just("hand")),
)
CONTENTS = st.builds(
    Content,
    st.sampled_from(["opening", "player", "narration", "travel", "edit", "adopt"]),
    st.lists(PARTS, max_size=4).map(tuple),
    st.lists(EDITS, max_size=3).map(tuple),
    st.none() | st.dictionaries(st.text(), st.integers()),
    st.dictionaries(st.text(), st.text()),
)


@given(CONTENTS)
def test_a_content_survives_its_json_form(content: Content) -> None:
    again = content_from_document(content_document(content))
    assert again == content
    assert content_hash(again) == content_hash(content)


@given(CONTENTS, CONTENTS)
def test_other_contents_have_other_hashes(one: Content, other: Content) -> None:
    assert (content_hash(one) == content_hash(other)) == (content_document(one) == content_document(other))


def test_the_record_of_a_carried_node_has_to_be_made_anew() -> None:
    content = Content("narration", record={"cut": 3})
    own = Link(1, None, "narration", "", "", 0, 1)
    carried = Link(1, None, "narration", "", "", 0, 1, carried=True)
    assert Node(own, content).record == {"cut": 3}
    assert Node(carried, content).record is None
    assert Node(carried, content, {"cut": 4}).record == {"cut": 4}


def test_references_name_nodes_of_the_same_transaction() -> None:
    added = [7, 8, 9]
    assert [resolve_ref(new_ref(n), added) for n in range(3)] == added
    assert resolve_ref(5, added) == 5
    assert resolve_ref(None, added) is None


def test_the_text_of_a_content_is_its_text_parts() -> None:
    content = Content(
        "narration", (TextPart("One."), CallPart("a", "b", "{}"), TextPart(""), TextPart("Two."))
    )
    assert content.text == "One.\n\nTwo."
    assert text_content("player", "").parts == ()
