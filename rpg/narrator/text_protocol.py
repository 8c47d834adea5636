"""Tools for models without tool calling: fenced blocks in the text carry calls and results.

A call is ```` ```rpg ```` with `{"tool", "arguments"}`, a result the same with `{"tool", "result"}`.
Source: docs/design.md §6.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from rpg.narrator.fragments import strict_object
from rpg.narrator.protocol import Message, ToolSchema
from rpg.narrator.repair import compact
from rpg.text.prompts import prompt

FENCE = "```"
LABEL = "rpg"


def instructions(tools: Sequence[ToolSchema], language: str, *, text: str = "tool_protocol") -> str:
    """What tells the model how to call these tools, in `language`. text: the name of the prompt text."""
    lines = [f"- {tool.name}: {tool.description}\n  {_schema(tool)}" for tool in tools]
    return prompt(language, text).replace("{tools}", "\n".join(lines))


def _schema(tool: ToolSchema) -> str:
    return json.dumps(
        tool.parameters, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=dict
    )


def call_block(name: str, arguments: str) -> str:
    """A call as the model writes it. arguments: JSON text of an object."""
    return _block(f'{{"tool":{compact(name)},"arguments":{strict_object(arguments) or "{}"}}}')


def result_block(name: str, result: str) -> str:
    """A result as the model gets it. result: JSON text, or any text, which is then quoted."""
    try:
        value = json.loads(result)
    except (ValueError, RecursionError):
        value = result
    return _block(f'{{"tool":{compact(name)},"result":{compact(value)}}}')


def _block(content: str) -> str:
    return f"{FENCE}{LABEL}\n{content}\n{FENCE}"


def with_text_tools(
    messages: Sequence[Message], tools: Sequence[ToolSchema], language: str, *, text: str = "tool_protocol"
) -> list[Message]:
    """The messages with calls and results as blocks, and the instructions behind the system message.

    The results of one round become one user message, so that user and assistant still take turns.
    """
    names = {call.id: call.name for message in messages for call in message.tool_calls}
    written: list[Message] = []
    for message in messages:
        match message.role:
            case "assistant" if message.tool_calls:
                written.append(Message("assistant", _with_blocks(message)))
            case "tool":
                _add_user(written, result_block(names.get(message.tool_call_id, ""), message.content))
            case "user":
                _add_user(written, message.content)
            case _:
                written.append(message)
    return _with_instructions(written, instructions(tools, language, text=text)) if tools else written


def _with_blocks(message: Message) -> str:
    blocks = [call_block(call.name, call.arguments) for call in message.tool_calls]
    return "\n\n".join([message.content, *blocks] if message.content else blocks)


def _add_user(written: list[Message], text: str) -> None:
    if written and written[-1].role == "user":
        written[-1] = replace(written[-1], content=f"{written[-1].content}\n\n{text}")
    else:
        written.append(Message("user", text))


def _with_instructions(messages: list[Message], text: str) -> list[Message]:
    if messages and messages[0].role == "system":
        first = replace(messages[0], content=f"{messages[0].content}\n\n{text}")
        return [first, *messages[1:]]
    return [Message("system", text), *messages]
