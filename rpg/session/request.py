"""The exact request of a plan, as JSON: what the narrator would send."""

from __future__ import annotations

from typing import Any

from rpg.context.result import Plan
from rpg.narrator.protocol import Message, Traits
from rpg.session.wire import request_of


def request_document(plan: Plan, traits: Traits) -> dict[str, Any]:
    """`messages` and `tools` in the form of the chat completions protocol."""
    request = request_of(plan, max_tokens=plan.inputs.settings.reply_reserve, force_text=False, offstage=None)
    messages, tools = list(request.messages), request.tools
    if traits.tools == "text":
        from rpg.narrator.text_protocol import with_text_tools

        messages, tools = with_text_tools(messages, tools, plan.inputs.language), ()
    return {
        "messages": [message_document(message) for message in messages],
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": dict(tool.parameters),
                },
            }
            for tool in tools
        ],
    }


def message_document(message: Message) -> dict[str, Any]:
    """One message as the protocol writes it."""
    document: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        document["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.tool_calls
        ]
    if message.tool_call_id:
        document["tool_call_id"] = message.tool_call_id
    return document
