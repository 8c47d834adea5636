"""The system message: what never or rarely changes, first of all. Source: docs/context.md §4."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rpg.context.delimit import escape
from rpg.context.lore_places import Lore, filler, lore_section
from rpg.context.sections import Group, Section, section
from rpg.context.values import PlanInputs, ToolOffer
from rpg.runtime.clock import clock_text
from rpg.text.labels import Say, instructions
from rpg.world.macros import expand


def tools_document(tools: Sequence[ToolOffer]) -> str:
    """The tool schemas as they are counted: JSON with sorted keys, in the order of their names."""
    ordered = sorted(tools, key=lambda tool: tool.name)
    document = [
        {"name": tool.name, "description": tool.description, "parameters": plain_schema(tool.parameters)}
        for tool in ordered
    ]
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def written_tools(inputs: PlanInputs, tools: Sequence[ToolOffer]) -> str:
    """The tools as the request carries them: as native schemas, or in the form that the model is told them in."""
    return tools_document(tools) if inputs.tools_form is None else inputs.tools_form(tools)


def tools_section(inputs: PlanInputs, tools: Sequence[ToolOffer]) -> tuple[Section, ...]:
    """The tool list as a section; none when no tool is sent."""
    if not tools:
        return ()
    text = written_tools(inputs, tools)
    return (section(inputs.count, "tools", "platform", "tools", text, reason="tools", place="tools"),)


def system_sections(inputs: PlanInputs, lore: Lore, say: Say) -> tuple[Section, ...]:
    """The sections of the system message, in order."""
    return tuple(part for part in _sections(inputs, lore, say) if part.text)


def answers_text(inputs: PlanInputs, say: Say) -> str:
    """The opening questions with their answers, one a line; "" when there are none."""
    state = inputs.state
    given = state.answers()
    lines = [
        say("answer", ask=question.ask, text=given[question.id])
        for question in state.world.questions
        if given.get(question.id)
    ]
    return "\n".join([say("answers"), *lines]) if lines else ""


def _sections(inputs: PlanInputs, lore: Lore, say: Say) -> Iterator[Section]:
    yield from (lore_section(inputs, entry, "system_before", "system") for entry in lore.at("system_before"))
    platform = instructions(inputs.language, "platform")
    yield _part(inputs, "platform", "platform", platform)
    if inputs.tools_text:
        yield _part(inputs, "platform", "platform.tools", inputs.tools_text)
    own = inputs.instructions
    yield _part(inputs, "other", "instructions.everywhere", _under(say, "everywhere", own.everywhere))
    yield _part(inputs, "other", "instructions.session", _under(say, "session", own.session))
    yield _part(inputs, "scene", "world", _world(inputs, lore, say))
    yield from _presets(inputs, lore, say)
    yield _part(inputs, "characters", "player", _player(inputs, lore, say))
    yield _part(inputs, "answers", "answers", escape(answers_text(inputs, say)))
    yield _part(inputs, "answers", "premise", _under(say, "premise", inputs.state.premise))
    yield from (lore_section(inputs, entry, "system_after", "system") for entry in lore.at("system_after"))


def _part(inputs: PlanInputs, group: Group, id: str, text: str) -> Section:
    reason = {"other": "instructions", "answers": "answers"}.get(group, "always")
    return section(inputs.count, id, group, "system", text, source=id, reason=reason, place="system")


def _under(say: Say, label: str, text: str) -> str:
    """`text` below its label, escaped; "" for none."""
    text = text.strip()
    return f"{say(label)}\n{escape(text)}" if text else ""


def _presets(inputs: PlanInputs, lore: Lore, say: Say) -> Iterator[Section]:
    fill = filler(lore)
    for entry in inputs.presets:
        if entry.position == "system":
            text = escape(fill(expand(entry.text, macros(inputs, say))))
            yield section(
                inputs.count,
                f"preset.{entry.preset}.{entry.id}",
                "presets",
                "system",
                text,
                source=f"{entry.preset}/{entry.id}",
                reason="preset",
                place="system",
            )


def macros(inputs: PlanInputs, say: Say) -> dict[str, str | None]:
    """What the macros mean outside a sheet. {{char}} is nobody in particular there."""
    state = inputs.state
    location, clock = state.location(state.player_location), state.clock
    return {
        "user": state.world.player.name,
        "char": say("char"),
        "location": location.name if location is not None else None,
        "time": None if clock is None else clock_text(clock, inputs.language),
    }


def _world(inputs: PlanInputs, lore: Lore, say: Say) -> str:
    world, fill = inputs.state.world, filler(lore)
    lines = [say("world", name=world.name), say("prose", language=inputs.language)]
    if world.tone:
        lines.append(say("tone", text=fill(expand(world.tone, macros(inputs, say)))))
    if world.rules:
        lines.append(fill(expand(world.rules, macros(inputs, say))))
    return escape("\n".join(lines))


def _player(inputs: PlanInputs, lore: Lore, say: Say) -> str:
    player = inputs.state.world.player
    lines = [say("player", name=player.name)]
    if player.description:
        lines.append(filler(lore)(expand(player.description, macros(inputs, say))))
    return escape("\n".join(lines))


def plain_schema(value: Any) -> Any:
    """A JSON-able copy of a frozen schema."""
    if isinstance(value, Mapping):
        return {key: plain_schema(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_schema(item) for item in value]
    return value
