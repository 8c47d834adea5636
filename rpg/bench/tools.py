"""Whether tool calls of all manners are understood, and moves that are only narrated are noticed.

Every output is played as a real turn: its pieces go through the same assembling as those of a server, the calls
through the session. Source: docs/bench.md (`tools`), docs/design.md §6.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from rpg.bench.ferry import PLACES, ferry, words_of
from rpg.bench.prose import LANGUAGES, Language
from rpg.bench.prose_cases import Case, prose_cases
from rpg.bench.result import Options, Result, at_least, at_most, exactly, rounded, share
from rpg.bench.scratch import scratch_folder
from rpg.bench.services import bench_services, new_session, played
from rpg.bench.tool_outputs import outputs
from rpg.bench.tools_pieces import Chunk, Decision, Output
from rpg.bench.tools_prose import NOTHING, PARTS, Part, found_in, state_of, told_replies
from rpg.narrator.blocks import BlockFilter
from rpg.narrator.protocol import Finished, NarratorEvent, Request, TextDelta, Traits
from rpg.narrator.reply import Reply, StreamFault
from rpg.narrator.sse import Payload
from rpg.runtime.index import index_world
from rpg.runtime.state import State, initial_state
from rpg.runtime.whereabouts import whereabouts
from rpg.session.events import Event, FailedEvent, NoticeEvent, ToolEvent
from rpg.session.prose_moves import moved_in_prose

NAME = "tools"
SEED = 0
Outcome = Decision | Literal["lost", "corrupted"]
"""lost: the state is as before and nobody is told. corrupted: the state is another than before or wanted."""

_SUSPECTED: Mapping[str, tuple[str, str]] = {"arrived": ("arrived", "wynn"), "left": ("left", "nell")}


@dataclass(slots=True)
class Judged:
    """All decisions. wrong: the outputs that were not decided rightly, by their manner."""

    decided: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    corrupted: int = 0
    mangled: int = 0
    wrong: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Flags:
    """Replies that move somebody in words, and replies that do not, with how many of each raised a suspicion."""

    moving: int = 0
    flagged: int = 0
    still: int = 0
    false: int = 0

    def add(self, moved: bool, suspected: bool) -> None:
        if moved:
            self.moving += 1
            self.flagged += suspected
        else:
            self.still += 1
            self.false += suspected


def run(options: Options) -> Result:
    """Decides every output and reads every reply; the quick run takes every seventh output."""
    judged = Judged()
    every = list(outputs())[:: options.pick(7, 1)]
    with scratch_folder() as folder:
        for number, output in enumerate(every):
            options.say(f"output {number + 1} of {len(every)}")
            asyncio.run(judge(output, folder / str(number), judged))
    return result_of(judged, prose_flags())


class StreamedNarrator:
    """A model behind a server that sends these pieces first and then goes on in plain words."""

    def __init__(self, chunks: Sequence[Chunk], protocol: Literal["native", "text"]) -> None:
        self.traits = Traits("streamed", "streamed", 32_768, protocol)
        self._chunks = chunks
        self.requests: list[Request] = []

    async def prepare(self) -> None:
        """Nothing to ask."""

    async def stream(self, request: Request) -> AsyncGenerator[NarratorEvent, None]:
        """The reply to the first request from the pieces, to later ones a sentence."""
        self.requests.append(request)
        if len(self.requests) > 1:
            yield TextDelta("So it is.")
            yield Finished("stop")
            return
        names = {tool.name for tool in request.tools}
        reply = Reply(names, seed="bench", force_text=request.force_text, hide=BlockFilter(names))
        try:
            for chunk in self._chunks:
                for event in reply.take(Payload(dict(chunk))):
                    yield event
        except StreamFault as error:
            raise error.fault.error from None
        for event in (*reply.flush(), *reply.outcome()):
            yield event

    async def close(self) -> None:
        """Nothing to close."""


async def judge(output: Output, folder: Path, judged: Judged) -> None:
    """Plays one output and counts what became of it."""
    narrator = StreamedNarrator(output.chunks, output.protocol)
    session = new_session(bench_services(folder, narrator, {}), ferry(output.language))
    before = session.head_state
    events = await played(session.play("…"))
    head = session.head
    text = session.save.node(head).text if head is not None else ""
    outcome = outcome_of(output, before, session.head_state, text, events)
    await session.close()
    row = f"{output.protocol} {output.language}"
    judged.decided[row] += 1
    judged.corrupted += outcome == "corrupted"
    judged.mangled += is_mangled(output, text, events)
    if outcome == output.decision:
        judged.right[row] += 1
    else:
        judged.wrong[f"{output.protocol}, {output.manner}: {outcome}"] += 1


def outcome_of(output: Output, before: State, after: State, text: str, events: Sequence[Event]) -> Outcome:
    """What became of an output."""
    was, now = facts_of(before), facts_of(after)
    wanted = {**was, **output.wanted.facts}
    if now not in (was, wanted):
        return "corrupted"
    if now == wanted:
        return "applied"
    if _is_told_why(events):
        return "refused"
    return "told" if output.decision == "told" and _call_text(output) in text else "lost"


def facts_of(state: State) -> Mapping[str, str]:
    """What the wanted calls could have changed."""
    people = {id: whereabouts(state, id) or "" for id in state.character_ids()}
    return {
        "player": state.player_location,
        **people,
        "condition": state.condition("nell"),
        "others": state.condition("bram") + state.condition("wynn"),
    }


def is_mangled(output: Output, text: str, events: Sequence[Event]) -> bool:
    """Whether a call got into the story, or story text was lost. A failed turn keeps its text as an attempt."""
    if any(isinstance(event, FailedEvent) for event in events):
        return False
    begins = _call_text(output).split("\n")[0].strip()
    leaked = output.decision != "told" and ("operations" in text or '"tool"' in text or "```" in text)
    return leaked or not text.startswith(begins)


def _call_text(output: Output) -> str:
    """All text of the stream, as it was written."""
    deltas = (choice["delta"] for chunk in output.chunks for choice in chunk.get("choices", ()))
    return "".join(delta.get("content") or "" for delta in deltas).strip()


def _is_told_why(events: Sequence[Event]) -> bool:
    """Whether the model got an error back, or the player a notice or a failure."""
    return any(
        isinstance(event, FailedEvent | NoticeEvent)
        or (isinstance(event, ToolEvent) and '"ok":false' in event.result)
        for event in events
    )


# -- narrated and not recorded --------------------------------------------------------------------


def prose_flags() -> Mapping[str, Flags]:
    """What is found in every collection of replies, by its name and language."""
    found = {
        f"{name} {language}": one
        for name, harder in (("prose", False), ("harder prose", True))
        for language, one in flags(harder=harder).items()
    }
    for part in PARTS:
        found |= {f"{part} prose {language}": told_flags(part, language) for language in LANGUAGES}
    return found


def told_flags(part: Part, language: Language, every: int = 1) -> Flags:
    """Reads the replies of chat models, or every so many of them."""
    states: dict[str, State] = {}
    found = Flags()
    for reply in list(told_replies(part, language))[::every]:
        state = states.setdefault(reply.world, state_of(reply.world))
        suspicions = found_in(reply, state)
        moves = reply.moved != NOTHING
        found.add(moves, reply.moved in suspicions if moves else bool(suspicions))
    return found


def flags(*, harder: bool) -> Mapping[Language, Flags]:
    """Reads every reply of the corpus, with each place next door."""
    found: dict[Language, Flags] = {}
    for language in LANGUAGES:
        state = initial_state(index_world(ferry(language)))
        found[language] = Flags()
        for case in prose_cases(language):
            if case.harder == harder:
                found[language].add(case.moved != "nobody", suspected(case, state, language))
    return found


def suspected(case: Case, state: State, language: Language, place: str = PLACES[1]) -> bool:
    """Whether the right suspicion is raised; for a reply that moves nobody, whether any is."""
    text = case.text.format(**words_of(language, place))
    found = moved_in_prose(text[0].upper() + text[1:], state, state, language)
    if case.moved == "nobody":
        return bool(found)
    wanted = _SUSPECTED.get(case.moved, ("player_moved", place))
    return any((one.kind, one.id) == wanted for one in found)


def result_of(judged: Judged, prose: Mapping[str, Flags]) -> Result:
    """Decisions by protocol and language, prose by collection and language, and the goals."""
    figures: dict[str, Any] = {
        row: {"outputs": count, "right": rounded(share(judged.right[row], count))}
        for row, count in judged.decided.items()
    }
    figures.update({name: _flag_row(one) for name, one in prose.items()})
    figures["wrong"] = dict(judged.wrong.most_common(12)) or 0
    every = list(prose.values())
    flagged = share(sum(one.flagged for one in every), sum(one.moving for one in every))
    false = share(sum(one.false for one in every), sum(one.still for one in every), empty=0)
    right = share(sum(judged.right.values()), sum(judged.decided.values()))
    goals = (
        at_least("decisions that are right", right, 0.99),
        exactly("silent corruption", judged.corrupted, 0),
        exactly("story text lost or calls in it", judged.mangled, 0),
        at_least("moves in prose that are flagged", flagged, 0.9),
        at_most("false alarms", false, 0.05),
    )
    return Result(NAME, SEED, figures, goals)


def _flag_row(one: Flags) -> Mapping[str, Any]:
    return {
        "replies": one.moving + one.still,
        "flagged": rounded(share(one.flagged, one.moving)),
        "false": rounded(share(one.false, one.still, empty=0)),
    }
