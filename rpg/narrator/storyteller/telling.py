"""A turn told step by step: each step says what it can and asks for the calls that must come next."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.attempting import attempt
from rpg.narrator.storyteller.deeds import Call, Deed, Do, Told
from rpg.narrator.storyteller.foretelling import told_by_beats
from rpg.narrator.storyteller.outcomes import outcome
from rpg.narrator.storyteller.parser import LONGEST_LINE, clauses, understand
from rpg.narrator.storyteller.places import arrival
from rpg.narrator.storyteller.scope import Scope
from rpg.narrator.storyteller.surroundings import scope_of
from rpg.narrator.storyteller.threads import nudge
from rpg.narrator.storyteller.view import View
from rpg.runtime.beats import answering
from rpg.runtime.state import State

MOST_ACTS = 5
"""Acts of one line; tool rounds are limited, so longer lines could not be told to their end."""


PUZZLING = (acts.NotUnderstood, acts.Unseen, acts.NoSuchPlace, acts.NoSuchPerson, acts.Handle, acts.Give)
"""Acts that come to nothing by themselves."""

_ADDRESSED = (acts.Ask, acts.Tell, acts.Give, acts.TakeAlong, acts.Dismiss, acts.SendTo)
"""Acts by which the player speaks to someone."""

SEEING = (acts.Look, acts.ExamineDetail, acts.ExaminePerson, acts.ExaminePlace)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a turn is told. clauses: still to do. line: all of them, as the player wrote it. doing, before: whose calls were made, in which state.

    heard: how many results were read. spoken: people this line spoke of, latest first. parts: how many clauses there
    were. left: what is not done this turn.
    """

    clauses: tuple[str, ...]
    line: str = ""
    doing: Do | None = None
    before: State | None = None
    heard: int = 0
    spoken: tuple[str, ...] = ()
    parts: int = 1
    left: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """What to say now, the calls to make, and how far the turn is then; None: it is complete."""

    text: str
    calls: tuple[Call, ...] = ()
    progress: Progress | None = None


def begin(view: View, line: str, tools: Collection[str] | None) -> Step:
    """The first step of a turn. tools: those that can be called; None for all."""
    step = _go_on(view, _all_of(view, line), tools)
    return replace(step, text=_joined((step.text, _close(view, step))))


def _all_of(view: View, line: str) -> Progress:
    """Everything a line asks for; one of which nothing is understood is one question to the player."""
    scope = scope_of(view)
    cut = clauses(line, scope)
    if all(isinstance(understand(clause, scope), acts.NotUnderstood) for clause in cut):
        return Progress((line.strip() if len(cut) > 1 else cut[0],), line)
    left = next(iter(cut[MOST_ACTS:]), "…" if len(line) > LONGEST_LINE else "")
    return Progress(cut[:MOST_ACTS], line, parts=len(cut), left=left)


def resume(view: View, progress: Progress, results: Sequence[str], tools: Collection[str] | None) -> Step:
    """The next step, when the calls of the last have been answered. results: of the whole turn, JSON texts."""
    told = ""
    if progress.doing is not None and progress.before is not None:
        told = outcome(view, progress.doing, progress.before, results[progress.heard :])
        progress = _without_looking(view, progress)
    step = _go_on(view, replace(progress, doing=None, before=None, heard=len(results)), tools)
    return replace(step, text=_joined((told, step.text, _close(view, step))))


def arrive(view: View) -> Step:
    """The arrival after a travel that has already been made."""
    return Step(_joined((arrival(view), _intro(view, Step("")))))


def _go_on(view: View, progress: Progress, tools: Collection[str] | None) -> Step:
    """Tells acts until one needs calls."""
    parts: list[str] = []
    while progress.clauses:
        scope = scope_of(view, progress.spoken)
        act = understand(progress.clauses[0], scope)
        if isinstance(act, acts.Talk) and _goes_on(progress, scope):
            act = replace(act, brief=True)
        brings = _brings_about(view, progress, act)
        progress = _after(progress, act)
        deed = attempt(view, act, scope)
        if isinstance(act, acts.NotUnderstood) and progress.parts > 1 and isinstance(deed, Told):
            deed = Told(view.say("part_unclear", words=act.words))
        if brings:
            deed, progress = _deed_of_beat(view, progress, act, deed), replace(progress, clauses=())
        if isinstance(deed, Told):
            parts += [deed.text] if deed.text not in parts else []
            if deed.halts:
                break
            continue
        calls = tuple(call for call in deed.calls if tools is None or call.tool in tools)
        if len(calls) == len(deed.calls):
            return Step(_joined(parts), calls, replace(progress, doing=deed, before=view.state))
        parts.append(_without_calls(view, deed))
    else:
        parts.append(view.say("left_over", words=progress.left) if progress.left else "")
    return Step(_joined(parts))


def _brings_about(view: View, progress: Progress, act: acts.Act) -> bool:
    """Whether the author lets something happen when the player says this. Nothing else is done after it on the
    line, so that it happens here."""
    if answering(view.state, progress.line) is None:
        return False
    return isinstance(act, PUZZLING) or answering(view.state, progress.clauses[0]) is not None


def _deed_of_beat(view: View, progress: Progress, act: acts.Act, deed: Deed) -> Deed:
    """What is told of an act for which the author lets something happen: what the player sees, hears and puts on
    record stays; what they do is told by the author, or, where the author is silent, in a word."""
    lost = isinstance(act, (*acts.MOVES, acts.NotUnderstood, acts.Unseen)) or _is_sitting_down(act)
    kept = isinstance(deed, Do) and not lost
    if isinstance(act, SEEING) or kept:
        return deed
    told = told_by_beats(view, progress.line, timed=not progress.heard)
    silent = not told and not isinstance(act, (*PUZZLING, *acts.MOVES))
    return deed if silent else Told(told or view.say("just_so"))


def _is_sitting_down(act: acts.Act) -> bool:
    """Whether someone only sits down or lies down: no time of their own choosing goes by."""
    return isinstance(act, acts.Wait) and act.rest and act.minutes is None and act.until is None


def _goes_on(progress: Progress, scope: Scope) -> bool:
    """Whether what the player has to say to someone follows a greeting on the same line."""
    return any(isinstance(understand(clause, scope), _ADDRESSED) for clause in progress.clauses[1:2])


def _without_looking(view: View, progress: Progress) -> Progress:
    """Whoever comes to a place for the first time has seen it: "go to the market and look around"."""
    arrived = progress.doing is not None and isinstance(progress.doing.act, acts.Go)
    if not arrived or not progress.clauses or view.state.visits(view.here) > 1:
        return progress
    looks = isinstance(understand(progress.clauses[0], scope_of(view)), acts.Look)
    return replace(progress, clauses=progress.clauses[1:]) if looks else progress


def _without_calls(view: View, deed: Do) -> str:
    """A deed whose calls cannot be made: told all the same when they are not needed."""
    if any(call.needed for call in deed.calls):
        return view.say("not_offered")
    return outcome(view, deed, view.state, ())


def _after(progress: Progress, act: acts.Act) -> Progress:
    person = getattr(act, "person", None)
    spoken = progress.spoken if person is None else (person, *progress.spoken)
    return replace(progress, clauses=progress.clauses[1:], spoken=spoken)


def _close(view: View, step: Step) -> str:
    """At the end of a reply: who is telling, at first; a hint, when nothing moves any more."""
    if step.progress is not None:
        return ""
    return _intro(view, step) or nudge(view, step.text)


def _intro(view: View, step: Step) -> str:
    """At the end of the first reply of all: who is telling."""
    return view.say("intro") if step.progress is None and not _has_told(view) else ""


def _has_told(view: View) -> bool:
    return bool(view.narrations())


def _joined(parts: Sequence[str]) -> str:
    return "\n\n".join(part for part in parts if part)
