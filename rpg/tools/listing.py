"""The tool centre as rows for a face. Source: docs/tools.md."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rpg.context.system import tools_document
from rpg.context.values import ToolOffer
from rpg.text.messages import message
from rpg.tools.availability import Reason
from rpg.tools.commands.table import ToolProblem
from rpg.tools.declaration import Tool, ToolSource
from rpg.tools.describing import original_of
from rpg.tools.execute import ToolBox


@dataclass(frozen=True, slots=True)
class ToolRow:
    """One tool. configured: the player's switch. available: whether the model is really offered it now.

    reasons: all that keep it out. why: the same as sentences. tokens: of its schema. approval: ask, allow or
    never. description: what the model is told; custom: whether that is the player's own text; original: what
    it would be without.
    """

    name: str
    source: ToolSource
    server: str
    configured: bool
    available: bool
    reasons: tuple[Reason, ...]
    why: tuple[str, ...]
    approval: str
    tokens: int
    description: str
    custom: bool
    original: str

    @property
    def document(self) -> dict[str, Any]:
        """JSON form with documented, stable keys."""
        reasons = [{"code": code, "text": text} for code, text in zip(self.reasons, self.why, strict=True)]
        return {
            "name": self.name,
            "source": self.source,
            "server": self.server,
            "configured": self.configured,
            "available": self.available,
            "reasons": reasons,
            "approval": self.approval,
            "tokens": self.tokens,
            "description": self.description,
            "custom": self.custom,
        }


def tool_rows(box: ToolBox, count: Callable[[str], int], language: str) -> tuple[ToolRow, ...]:
    """Every tool there is. language: of the interface."""
    return tuple(
        ToolRow(
            one.tool.name,
            one.tool.source,
            one.tool.server,
            one.configured,
            one.available,
            one.reasons,
            tuple(reason_text(code, language) for code in one.reasons),
            one.approval,
            schema_tokens(one.tool, count),
            one.tool.description,
            bool(one.tool.original),
            original_of(one.tool),
        )
        for one in box.listing()
    )


def reason_text(code: Reason, language: str) -> str:
    """Why a tool is not there, as a sentence."""
    return message(language, f"tools.{code}")


def problem_text(problem: ToolProblem, language: str) -> str:
    """What is wrong with a table of the configuration, with its place."""
    text = message(language, f"tools.problem_{problem.code}", value=problem.value)
    return message(language, "tools.problem", key=problem.key, text=text)


def schema_tokens(tool: Tool, count: Callable[[str], int]) -> int:
    """Tokens of what the model is told of a tool."""
    return count(tools_document((ToolOffer(tool.name, tool.description, tool.parameters),)))
