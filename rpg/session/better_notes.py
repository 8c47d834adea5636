"""Which notes a model could write better than they were made at once, and what it is asked for each.

Every job stands on the node of the note it replaces. The new note stands beside the old one: what is in
force changes only at the next cut of the history or the person's return. Source: docs/context.md §3, §4.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from rpg.context.cast import departures_told
from rpg.context.memory_in_force import best_observations
from rpg.context.values import Note, NoteKind
from rpg.memory.clip import clip, sentences
from rpg.memory.digests import NOTE_TOKENS
from rpg.memory.observations import LIMIT as OBSERVATION_TOKENS
from rpg.memory.summary import LIMIT as SUMMARY_TOKENS
from rpg.runtime.names import name_of
from rpg.session.digests import summary_base
from rpg.session.story import PLAYER_KINDS, Story
from rpg.text.messages import catalogue_language, message
from rpg.text.prompts import prompt
from rpg.timeline.tree import is_on_path, messages

Count = Callable[[str], int]

DEPARTURES = 4
"""Digests made better in one run at most, the latest first."""

OBSERVATIONS = 3
"""Observations made better in one run at most: older ones stay as they are."""

NOTES_SEEN = 240
"""Notes of a kind that are looked through."""

WORDS: dict[NoteKind, int] = {"departure": 35, "observation": 80, "summary": 280}
"""What a model is told not to exceed: a little under what a note may take."""

_LIMITS: dict[NoteKind, int] = {
    "departure": NOTE_TOKENS,
    "observation": OBSERVATION_TOKENS,
    "summary": SUMMARY_TOKENS,
}
_DATED = re.compile(r"(?:\[[^\]\n]*\]|【[^】\n]*】)\s*")


@dataclass(frozen=True, slots=True)
class Job:
    """A note to be written anew. node: where it stands. note: as it was made at once."""

    node: int
    note: Note

    @property
    def key(self) -> tuple[object, ...]:
        """The same for the same piece of work."""
        note = self.note
        return (self.node, note.kind, note.subject, note.departure, note.since, note.covers)


def departure_jobs(story: Story) -> tuple[Job, ...]:
    """The digests of those who left last and have none by a model."""
    head, state = story.head, story.state()
    told = departures_told(state, story.last_record(head))
    made: set[tuple[str, int]] = set()
    found: list[Job] = []
    for node, note in _notes(story, "departure", head):
        pair = (note.subject, note.departure)
        if pair not in told or pair in made:
            continue
        made.add(pair)
        if note.source == "extractive" and note.text:
            found.append(Job(node, note))
    return tuple(found[:DEPARTURES])


def observation_jobs(story: Story) -> tuple[Job, ...]:
    """The latest observations that no model has written, oldest first."""
    seen: set[int] = set()
    found: list[Job] = []
    for node, note in _notes(story, "observation", story.head):
        if note.covers in seen:
            continue
        seen.add(note.covers)
        if len(seen) > OBSERVATIONS:
            break
        if note.source == "extractive":
            found.append(Job(node, note))
    return tuple(reversed(found))


def summary_job(story: Story) -> Job | None:
    """The story summary, unless a model has written the latest."""
    node, note = next(_notes(story, "summary", story.head), (0, None))
    return Job(node, note) if note is not None and note.source == "extractive" else None


def holds(story: Story, job: Job) -> bool:
    """Whether a job's node is still on the path."""
    return is_on_path(story.save, job.node, story.head)


def instruction(story: Story, job: Job) -> str:
    """What the model is to do, in the language of the prose."""
    language = _language(story)
    values = {"words": WORDS[job.note.kind], "name": name_of(story.state(job.node), job.note.subject)}
    return prompt(language, job.note.kind if job.note.kind != "observation" else "observations").format(
        **values
    )


def material(story: Story, job: Job, room: int, count: Count) -> str:
    """What the model works from, at most about `room` tokens; "" when there is nothing."""
    if job.note.kind == "summary":
        return _so_far(story, job, room, count)
    nodes = messages(story.save, job.node, job.note.since, job.note.covers)
    share = room // max(1, len(nodes))
    language, player = _language(story), story.state(job.node).world.player.name
    lines = []
    for node in nodes:
        text = clip(node.text, share, count)
        if text:
            said = node.kind in PLAYER_KINDS
            lines.append(message(language, "memory.said", who=player, text=text) if said else text)
    return "\n\n".join(lines)


def _so_far(story: Story, job: Job, room: int, count: Count) -> str:
    """The summary to build on, and the observations since; without one by a model the extractive is built on."""
    language = _language(story)
    base = summary_base(story, job.node, story.state(), story.last_record(story.head), by_model=True)
    notes = best_observations([note for _, note in _notes(story, "observation", job.node)][::-1])
    if base is None:
        before, new = job.note.text, notes[-OBSERVATIONS:]
    else:
        before, new = base.text, tuple(note for note in notes if note.covers > base.covers)
    since = _latest([note.text for note in new], room // 2, count)
    if not since:
        return ""
    so_far = message(language, "memory.so_far", text=clip(before, room // 2, count))
    return f"{so_far}\n\n{message(language, 'memory.since', text=since)}"


def _latest(texts: Sequence[str], room: int, count: Count) -> str:
    """The last of the texts that fit, one a line."""
    kept: list[str] = []
    for text in reversed(texts):
        room -= count(text)
        if room < 0:
            break
        kept.insert(0, text)
    return "\n".join(kept)


def written(job: Job, answer: str, count: Count) -> Note | None:
    """The note of a model's answer, within its bounds; None when it says nothing."""
    limit = _LIMITS[job.note.kind]
    dated = _DATED.match(job.note.text) if job.note.kind == "observation" else None
    head = dated[0] if dated is not None else ""
    body = " ".join(_DATED.sub("", answer, count=1).split()) if head else " ".join(answer.split())
    if job.note.kind == "summary":
        # one sentence a line: the extractive summary that is rolled up from this one weighs line by line
        body = "\n".join(sentences(body))
    text = clip(body, limit - count(head), count)
    return replace(job.note, text=head + text, source="model") if text else None


def _notes(story: Story, kind: NoteKind, head: int | None) -> Iterator[tuple[int, Note]]:
    """(node, note) of a kind, nearest first; of one node the latest first."""
    for stored in islice(story.save.notes(kind, head), NOTES_SEEN):
        yield stored.node, Note(**stored.body)


def _language(story: Story) -> str:
    return catalogue_language(story.state().world.language)
