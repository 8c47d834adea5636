"""The tree of a story, and edits that no longer fit, as lines in the player's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rpg.runtime.carry import Outcome, outcome_text
from rpg.runtime.names import name_of
from rpg.session.documents import tree_document
from rpg.session.handkinds import KINDS
from rpg.session.past import Changed
from rpg.session.story import Story
from rpg.text.cells import cut
from rpg.text.layout import prose_line
from rpg.text.messages import message

EXCERPT = 80
"""Cells of a node's words."""


def tree_lines(story: Story, language: str) -> Iterator[str]:
    """A line a node, parents first: branches set in, the head marked with an asterisk, labels in quotation marks."""
    document = tree_document(story)
    depth: dict[int | None, int] = {None: -1}
    width = Counter(node["parent"] for node in document["nodes"])
    for node in document["nodes"]:
        id, parent = node["id"], node["parent"]
        depth[id] = depth[parent] + (1 if width[parent] > 1 or parent is None else 0)
        here = "*" if id == document["head"] else " "
        kind = message(language, f"cli.node_{node['kind']}")
        place = name_of(story.state(id), node["location"])
        label = f" «{node['label']}»" if node["label"] else ""
        words = cut(prose_line(node["text"][: 8 * EXCERPT]), EXCERPT)
        what = message(language, "cli.node", kind=kind, place=place, label=label, words=words)
        yield f"{here}{'  ' * depth[id]}#{id} {what}"


def changed_text(changed: Changed, language: str) -> str:
    """What a change of the past came to, in a sentence."""
    known = changed.act in {"edit", "insert"} and changed.node is not None
    key = f"changed_{changed.act}" if known or changed.act == "delete" else "changed"
    return message(language, f"cli.{key}", node=changed.node, head=changed.head)


def set_text(kind: str, id: str, value: str, node: int, language: str) -> str:
    """What was set by hand, in a sentence."""
    key = f"tui.hand_{kind}"
    named = message(language, key, about=id)
    name = f"{kind} {id}".strip() if named == key else named
    told = value or ("" if KINDS.get(kind) else id)
    what = f"{name} → {told}" if told else name
    return message(language, "cli.set", what=what, node=node)


def misfit_line(outcome: Outcome, language: str) -> str:
    """How an edit fares that no longer simply fits: in a word, and why."""
    status = message(language, f"cli.misfit_{outcome.status}")
    return message(language, "cli.misfit", status=status, why=outcome_text(outcome, language)).rstrip()
