"""Between a plan and a narrator: the plan's messages and tools in the narrator's types, and back."""

from __future__ import annotations

from collections.abc import Sequence

from rpg.context.result import Plan
from rpg.context.values import ToolOffer, WireCall, WireMessage
from rpg.narrator.protocol import Message, Offstage, Request, ToolCall, ToolSchema
from rpg.session.story import Ground, Story
from rpg.text.prompts import prompt
from rpg.timeline.nodes import CallPart, Part, ResultPart, TextPart
from rpg.timeline.tree import between
from rpg.tools.declaration import Tool


def request_of(plan: Plan, *, max_tokens: int, force_text: bool, offstage: Offstage | None) -> Request:
    """The request that a plan stands for."""
    return Request(
        tuple(_message(message) for message in plan.messages),
        tuple(ToolSchema(tool.name, tool.description, tool.parameters) for tool in plan.tools),
        max_tokens,
        force_text,
        offstage,
    )


def offers(tools: Sequence[Tool]) -> tuple[ToolOffer, ...]:
    """Tools as a plan counts and sends them."""
    return tuple(
        ToolOffer(
            tool.name,
            tool.description,
            tool.parameters,
            foreign=tool.source in {"mcp", "command"},
            spare=tool.source == "builtin",
        )
        for tool in tools
    )


def tools_in_text(language: str, offered: Sequence[ToolOffer]) -> str:
    """The tools as a model without tool calling is told them, in the text of the request."""
    from rpg.narrator.text_protocol import instructions

    ordered = sorted(offered, key=lambda tool: tool.name)
    return instructions([ToolSchema(one.name, one.description, one.parameters) for one in ordered], language)


def withheld_tools(plan: Plan) -> frozenset[str]:
    """Tools whose schemas found no room in a request."""
    withheld = (item.id.removeprefix("tool.") for item in plan.omitted if item.reason == "no_context_left")
    return frozenset(withheld)


def _message(message: WireMessage) -> Message:
    calls = tuple(ToolCall(call.id, call.name, call.arguments) for call in message.calls)
    return Message(message.role, message.content, calls, message.call_id)


def reply_message(text: str, calls: Sequence[ToolCall]) -> WireMessage:
    """What the narrator said in one round, to be sent back with the results."""
    return WireMessage("assistant", text, tuple(WireCall(c.id, c.name, c.arguments) for c in calls))


def result_message(call: ToolCall, result: str) -> WireMessage:
    return WireMessage("tool", result, call_id=call.id)


def wire_of(parts: Sequence[Part]) -> tuple[WireMessage, ...]:
    """The parts of a reply as the messages they came in."""
    written: list[WireMessage] = []
    results = {part.id: part.result for part in parts if isinstance(part, ResultPart)}
    for part in parts:
        match part:
            case TextPart(text):
                written.append(WireMessage("assistant", text))
            case CallPart(id, name, arguments):
                written.append(WireMessage("assistant", "", (WireCall(id, name, arguments),)))
                written.append(WireMessage("tool", results.get(id, "{}"), call_id=id))
    return tuple(written)


def told_since(story: Story, ground: Ground) -> tuple[WireMessage, ...]:
    """What the story has said already in a turn that stands on `ground`, as messages to go on from."""
    if ground.start is None or ground.top is None:
        return ()
    links = between(story.save, ground.start, ground.top)
    told = [story.save.node(link.id).content for link in links if link.kind == "narration"]
    order = WireMessage("user", prompt(ground.state.world.language, "continue_reply"))
    return tuple(message for content in told for message in (*wire_of(content.parts), order))
