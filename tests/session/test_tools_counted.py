"""What a plan counts for tools is what the request carries: schemas, or the instructions of the text protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from rpg.context.result import Plan
from rpg.narrator.protocol import Traits
from rpg.narrator.scripted import ScriptedNarrator
from rpg.narrator.text_protocol import with_text_tools
from rpg.session.session import Session
from rpg.session.wire import request_of
from rpg.text.tokens import encode_cl100k
from tests.session.stories import new_session


def planned(folder: Path, tools: Literal["native", "text", "none"]) -> Plan:
    session: Session = new_session(
        folder / tools, ScriptedNarrator(traits=Traits("script", "gpt-4", 32_768, tools))
    )
    plan = session.plan("I look around.")
    session.save.close()
    return plan


def counted(plan: Plan) -> int:
    return sum(part.tokens for part in plan.sections if part.id == "tools")


def test_a_model_on_the_text_protocol_is_counted_by_the_text_it_gets(tmp_path: Path) -> None:
    plan = planned(tmp_path, "text")
    request = request_of(plan, max_tokens=100, force_text=False, offstage=None)
    written = with_text_tools(request.messages, request.tools, "en")
    added = written[0].content.removeprefix(request.messages[0].content)
    sent = sum(encode_cl100k(message.content) for message in written)
    alone = sum(encode_cl100k(message.content) for message in request.messages)
    assert "```rpg" in added
    assert counted(plan) == pytest.approx(sent - alone, rel=0.02)


def test_the_protocols_are_counted_apart(tmp_path: Path) -> None:
    text, native = planned(tmp_path, "text"), planned(tmp_path, "native")
    assert counted(text) != counted(native)
    assert text.tools == native.tools
    assert text.total - native.total == counted(text) - counted(native)


def test_a_model_that_takes_no_tools_is_sent_none(tmp_path: Path) -> None:
    plan = planned(tmp_path, "none")
    assert plan.tools == ()
    assert counted(plan) == 0
