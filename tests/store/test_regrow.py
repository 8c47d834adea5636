"""Rescued nodes stand where they stood, wherever what survived can tell it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rpg.store.regrow import Found, regrow
from rpg.timeline.nodes import Content, chain_hash, content_hash, text_content


def straight(length: int) -> tuple[dict[int, Found], dict[int, Content]]:
    """A story that goes straight on: node n has content n."""
    contents = {id: text_content("narration", f"text {id}") for id in range(1, length + 1)}
    nodes: dict[int, Found] = {}
    chain = ""
    for id in contents:
        chain = chain_hash(chain, content_hash(contents[id]))
        nodes[id] = Found(id - 1 or None, id, chain)
    return nodes, contents


@given(st.integers(1, 30), st.sets(st.integers(1, 30)), st.sets(st.integers(1, 30)))
def test_a_straight_story_keeps_every_word_that_is_left(
    length: int, lost_nodes: set[int], lost_contents: set[int]
) -> None:
    nodes, contents = straight(length)
    nodes = {id: node for id, node in nodes.items() if id not in lost_nodes}
    contents = {id: content for id, content in contents.items() if id not in lost_contents}
    grown = regrow(nodes, contents)
    for id, node in grown.items():
        assert node.parent is None or node.parent in grown
        assert node.parent is None or node.parent < id
    assert set(nodes) <= set(grown)
    for id, content in contents.items():
        assert any(node.content == content for node in grown.values())
        if id in nodes:
            assert grown[id].content == content


@given(st.integers(2, 30), st.data())
def test_lost_rows_of_a_straight_story_come_back_as_they_were(length: int, data: st.DataObject) -> None:
    nodes, contents = straight(length)
    lost = data.draw(st.sets(st.integers(1, length)))
    grown = regrow({id: node for id, node in nodes.items() if id not in lost}, contents)
    assert {id: (node.parent, node.content) for id, node in grown.items()} == {
        id: (node.parent, contents[id]) for id, node in nodes.items()
    }
    assert {id for id, node in grown.items() if node.placed} == lost


def test_nothing_grows_from_nothing() -> None:
    assert regrow({}, {}) == {}
