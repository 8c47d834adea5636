"""A node of the timeline in words: one line for the list, several for the row under the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from rpg.memory.observations import edit_line
from rpg.runtime.carry import Outcome, outcome_text
from rpg.runtime.compare import change_text, compare
from rpg.runtime.edits import Edit
from rpg.runtime.names import name_of
from rpg.runtime.scene import scene
from rpg.session.flagwords import flag_meaning
from rpg.session.story import Story
from rpg.text.cells import cell_width, cut, pad
from rpg.text.clean import clean_line
from rpg.text.layout import prose_line
from rpg.text.messages import message
from rpg.tui.timeline.tree import TreeRow

SIGNS = {"opening": "§", "player": "❯", "travel": "→", "narration": "·", "edit": "✎", "adopt": "⇄"}
PLACE_CELLS, CLOCK_CELLS = 18, 12
WIDE = 70
"""Cells from which place and time stand in the row."""

LONGEST = 320
"""Characters of a message under the list."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """An edit of a node that is not simply applied here. position: from 0 among the node's edits."""

    position: int
    outcome: Outcome


def misfits_of(story: Story, node: int) -> tuple[Misfit, ...]:
    """What drifted or could not be applied at a node."""
    outcomes = enumerate(story.folded(node).outcomes)
    return tuple(Misfit(n, one) for n, one in outcomes if one.status in {"drifted", "conflict"})


def row_content(story: Story, row: TreeRow, width: int, language: str) -> Content:
    """A node in one line."""
    link, head = story.save.link(row.node), row.node == story.head
    folded = story.folded(row.node)
    now = scene(folded.state)
    marks = "! " if misfits_of(story, row.node) else ""
    label = story.save.labels.get(row.node, "")
    named = f" «{clean_line(label)}»" if label else ""
    sign = "●" if head else SIGNS[link.kind]
    tail = ""
    if width >= WIDE:
        tail = f" {pad(cut(clean_line(now.name), PLACE_CELLS), PLACE_CELLS)}"
        clock = cut(now.clock_text(language), CLOCK_CELLS)
        tail += f" {pad(clock, CLOCK_CELLS)}" if clock else ""
    before = cell_width(row.rails) + cell_width(sign) + 1 + cell_width(marks)
    room = max(4, width - before - cell_width(named) - cell_width(tail))
    words = pad(cut(_words(story, row.node, language), room), room)
    tone = "bold" if head else "" if row.on_path else "dim"
    return Content.assemble(
        Content.styled(row.rails, "dim"),
        Content.styled(f"{sign} ", "$text-accent" if head else "$text-primary"),
        Content.styled(marks, "bold $text-warning"),
        Content.styled(words, tone),
        Content.styled(named, "$text-success"),
        Content.styled(tail, "dim"),
    )


def _words(story: Story, node: int, language: str) -> str:
    content = story.save.node(node).content
    text = prose_line(content.text) or " ".join(_told(story, node, content.edits, language))
    return clean_line(text) if text else message(language, f"tui.node_{content.kind}")


def _told(story: Story, node: int, edits: Sequence[Edit], language: str) -> list[str]:
    """What the edits of a node without words changed, as far as there is a sentence for it."""
    if not edits:
        return []
    state = story.state(node)
    lines = (
        edit_line(edit, language, lambda id: name_of(state, id), lambda flag: flag_meaning(state, flag))
        for edit in edits
    )
    return [line for line in lines if line]


def _changed(story: Story, node: int, language: str) -> list[str]:
    """What is different at a node that was made by hand, from the one before it."""
    link = story.save.link(node)
    if link.kind != "edit" or link.parent is None:
        return []
    changes = compare(story.state(link.parent), story.state(node), language)
    return [clean_line(change_text(change, language)) for change in changes]


def node_title(story: Story, node: int, language: str) -> str:
    """What a node is called: what it holds and the turn it is of."""
    kind = message(language, f"tui.node_{story.save.link(node).kind}")
    return message(language, "tui.timeline_menu", kind=kind, turn=story.state(node).turn)


def node_content(story: Story, node: int, language: str) -> Content:
    """A node in several lines: where, when, who is there, the words, and what does not fit."""
    link, state = story.save.link(node), story.state(node)
    now = scene(state)
    names = message(language, "tui.comma").join(clean_line(name_of(state, who)) for who in now.present)
    kind = message(language, f"tui.node_{link.kind}")
    turn = message(language, "tui.turn", number=state.turn)
    facts = (f"#{node}", kind, turn, clean_line(now.name), now.clock_text(language), names)
    text = clean_line(prose_line(story.save.node(node).text))
    lines = [Content.styled(" · ".join(fact for fact in facts if fact), "$text-primary")]
    if text:
        lines.append(Content(text if len(text) <= LONGEST else text[:LONGEST] + "…"))
    lines.extend(Content(line) for line in _changed(story, node, language))
    lines.extend(
        Content.styled(f"! {clean_line(outcome_text(one.outcome, language))}", "$text-warning")
        for one in misfits_of(story, node)
    )
    return Content("\n").join(lines)
