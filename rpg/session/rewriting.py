"""A better description of a tool, written by the narrator's model from its name, schema and recent uses.

Nothing is saved here: the player sees what would change and decides. Source: docs/tools.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from rpg.narrator.protocol import Message, Narrator, Request, TextDelta
from rpg.session.errors import SessionError
from rpg.session.planning import Telling
from rpg.session.story import Story
from rpg.timeline.nodes import CallPart, ResultPart
from rpg.timeline.tree import message_count, messages
from rpg.tools.declaration import Tool
from rpg.tools.describing import description_diff, rewriting_prompt, rewritten

LOOKED_THROUGH = 40
"""Messages looked through for uses of the tool."""

REPLY_TOKENS = 300


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A proposed text. diff: what it changes, line by line, marked with + and -."""

    name: str
    before: str
    after: str
    diff: tuple[str, ...]


def tool_named(telling: Telling, name: str) -> Tool:
    """The tool of that name. Raises SessionError("unknown_tool")."""
    found = telling.tools.find(name)
    if found is None:
        known = tuple(tool.name for tool in telling.tools.tools)
        raise SessionError("unknown_tool", name=name, known=known)
    return found.tool


async def rewrite(name: str, telling: Telling, narrator: Narrator, story: Story) -> Rewriting:
    """Asks the model for a better text. Raises SessionError, and NarratorError when the model fails."""
    tool = tool_named(telling, name)
    if narrator.traits.offline:
        raise SessionError("rewrite_needs_model")
    asked = rewriting_prompt(tool, recent_uses(story, name), story.state().world.language)
    request = Request((Message("user", asked),), max_tokens=REPLY_TOKENS, force_text=True)
    text = ""
    async for event in narrator.stream(request):
        if isinstance(event, TextDelta):
            text += event.text
    after = rewritten(text)
    if not after:
        raise SessionError("nothing_rewritten", name=name)
    return Rewriting(name, tool.description, after, description_diff(tool.description, after))


def recent_uses(story: Story, name: str) -> tuple[tuple[str, str], ...]:
    """Arguments and results of the tool's latest calls on this path, oldest first."""
    count = message_count(story.save, story.head)
    uses: list[tuple[str, str]] = []
    for node in messages(story.save, story.head, max(1, count - LOOKED_THROUGH), count):
        results = {part.id: part.result for part in node.content.parts if isinstance(part, ResultPart)}
        uses += [
            (part.arguments, results.get(part.id, ""))
            for part in node.content.parts
            if isinstance(part, CallPart) and part.name == name
        ]
    return tuple(uses)
