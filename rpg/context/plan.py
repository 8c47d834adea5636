"""The plan of a request: one step from the last record on the path.

`plan` makes the first request of a turn, `follow_up` the later ones of the same turn, `scene_fits` answers
whether a scene would fit at all. All are pure: equal inputs give equal bytes. Source: docs/context.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rpg.context.assemble import assemble
from rpg.context.draft import Draft, Extras
from rpg.context.frames import Owner
from rpg.context.result import Plan
from rpg.context.sections import Omitted
from rpg.context.system import tools_document, written_tools
from rpg.context.values import PlanInputs, ToolOffer, WireMessage
from rpg.runtime.state import State
from rpg.runtime.whereabouts import present
from rpg.text.labels import instructions
from rpg.world.sheets import name_line


def plan(inputs: PlanInputs) -> Plan:
    """The first request of a turn.

    Before anything is refused, tools are withheld, largest first: those of MCP servers and command tools, then
    those of the game that are none of its rules. At last the name list, the places next door and the key facts
    give way to the sheets of the scene.
    """
    return _giving_way(inputs, Extras())


def follow_up(
    first: Plan,
    turn: Sequence[WireMessage],
    *,
    stage: State | None = None,
    latest: Plan | None = None,
    force_text: bool = False,
) -> Plan:
    """A later request of the same turn: what was called and answered stands as one block behind the input.

    first: the plan of the turn's first request. turn: all replies, calls and results of this turn so far.
    stage: the state the turn previews. latest: the plan of the latest request, when it is not the first one.
    What those carried is carried on while it fits. Else the frames of those who are not on the stage any more go,
    and when that is not enough, the history cut advances. force_text: asks for a text answer without further
    calls. Keep the record of the last request sent.
    """
    said = _with_order(tuple(turn), first.inputs) if force_text else tuple(turn)
    earlier = (first, *(() if latest is None or latest is first else (latest,)))
    carried = tuple(one.choice for one in earlier if not one.refused)
    return _giving_way(first.inputs, Extras(said, _staged(stage), carried))


def _staged(stage: State | None) -> frozenset[Owner] | None:
    """The frames of the scene that the turn previews."""
    if stage is None:
        return None
    here = stage.player_location
    people: list[Owner] = [("person", id) for id in present(stage)]
    return frozenset((*people, ("place", here), ("names", here)))


@dataclass(frozen=True, slots=True)
class SceneFit:
    """Whether a scene fits by itself. needed, cap: tokens of setting content. sheets: id, name and tokens of
    each sheet of the scene, largest first."""

    fits: bool
    needed: int
    cap: int
    sheets: tuple[tuple[str, str, int], ...]


def scene_fits(inputs: PlanInputs, stage: State) -> SceneFit:
    """Whether the scene of `stage` could be sent with everything else of the setting.

    inputs: those of the turn. What would give way does not count.
    """
    own = tuple(tool for tool in inputs.tools if not tool.withheld)
    settings = replace(inputs.settings, brief=True)
    least = replace(inputs, state=stage, tools=own, lore=(), last_record=None, settings=settings)
    draft = Draft(least, Extras())
    needed, cap = draft.setting_needed(), draft.space.setting_cap
    sheets = []
    for part in draft.frame_sections():
        thing = (
            stage.location(part.source)
            if part.id.startswith("frame.place.")
            else stage.character(part.source)
        )
        if thing is not None and not part.id.startswith("frame.names."):
            sheets.append((part.source, name_line(thing), part.tokens))
    return SceneFit(needed <= cap, needed, cap, tuple(sorted(sheets, key=lambda sheet: -sheet[2])))


def setting_over(inputs: PlanInputs) -> int:
    """Tokens of setting content over its cap at the beginning of a turn; foreign tools do not count."""
    own = tuple(tool for tool in inputs.tools if not tool.foreign)
    draft = Draft(replace(inputs, tools=own), Extras())
    needed = max(draft.setting_needed(draft.before), draft.setting_needed())
    return max(0, needed - draft.space.setting_cap)


def _giving_way(inputs: PlanInputs, extras: Extras) -> Plan:
    """The plan, with as much left out as a refusal asks for."""
    made = assemble(inputs, extras)
    withheld: list[Omitted] = []
    while made.refused and (tool := _next_withheld(made.inputs)) is not None:
        tokens = inputs.count(written_tools(inputs, (tool,)))
        withheld.append(Omitted(f"tool.{tool.name}", "platform", "no_context_left", tokens))
        fewer = tuple(other for other in made.inputs.tools if other is not tool)
        made = assemble(replace(made.inputs, tools=fewer), extras)
    if made.status == "setting_too_long":
        brief = replace(made.inputs.settings, brief=True)
        made = assemble(replace(made.inputs, settings=brief), extras)
    return replace(made, inputs=inputs, omitted=(*made.omitted, *withheld))


def _next_withheld(inputs: PlanInputs) -> ToolOffer | None:
    """The largest foreign tool, or of those that the game can spare."""
    return max((tool for tool in inputs.tools if tool.withheld), key=_weight, default=None)


def _weight(tool: ToolOffer) -> tuple[bool, int, str]:
    return tool.foreign, len(tools_document((tool,))), tool.name


def _with_order(turn: tuple[WireMessage, ...], inputs: PlanInputs) -> tuple[WireMessage, ...]:
    """The turn with the order to answer in text behind its last result, so that no role is repeated."""
    if not turn:
        return turn
    last = turn[-1]
    return (
        *turn[:-1],
        replace(last, content=f"{last.content}\n\n{instructions(inputs.language, 'force_text')}"),
    )


__all__ = ["Plan", "PlanInputs", "SceneFit", "follow_up", "plan", "scene_fits", "setting_over"]
