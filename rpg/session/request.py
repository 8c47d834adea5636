"""The exact request of a plan, as JSON: what a narrator with these traits would send."""

from __future__ import annotations

from typing import Any

from rpg.context.document import request_document
from rpg.context.result import Plan
from rpg.narrator.protocol import Traits
from rpg.session.wire import request_of


def exact_request(plan: Plan, traits: Traits) -> dict[str, Any]:
    """`messages` and `tools` in the form of the chat completions protocol.

    For a model without tool calling the tools are part of the text.
    """
    if traits.tools != "text":
        return dict(request_document(plan))
    from rpg.narrator.text_protocol import with_text_tools

    request = request_of(plan, max_tokens=plan.inputs.settings.reply_reserve, force_text=False, offstage=None)
    written = with_text_tools(request.messages, request.tools, plan.inputs.language)
    return {"messages": [{"role": one.role, "content": one.content} for one in written], "tools": []}
