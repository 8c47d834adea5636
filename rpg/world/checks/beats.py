"""Checks of beats and topics with rules: what they name, what they wait for, whether they can ever happen."""

from __future__ import annotations

from collections.abc import Iterator

from rpg.world.beats import Beat, Condition
from rpg.world.checks.base import Finding, Subject
from rpg.world.checks.possible import Possible, possible, settable, topics_of
from rpg.world.positions import Path

_OPPOSED = (
    ("present", "absent", "present", "absent"),
    ("with", "absent", "company", "absent"),
    ("flag", "not_flag", "flag", "not_flag"),
    ("told", "not_told", "told", "not_told"),
    ("beat", "not_beat", "beat", "not_beat"),
    ("visited", "not_visited", "visited", "not_visited"),
)


def unknown_topic(subject: Subject) -> Iterator[Finding]:
    """A condition asks for a topic that nobody has."""
    topics = topics_of(subject.world)
    for path, when in _conditions(subject):
        for key in ("told", "not_told", "asked"):
            for index, topic in enumerate(getattr(when, key)):
                if topic not in topics:
                    yield Finding((*path, key, index), {"topic": topic})


def contradiction(subject: Subject) -> Iterator[Finding]:
    """A condition whose parts exclude each other."""
    for path, when in _conditions(subject):
        clash = _clash(when, has_clock=subject.world.clock is not None)
        if clash is not None:
            yield Finding((*path, clash[0]), {"first": clash[0], "second": clash[1]})


def _clash(when: Condition, *, has_clock: bool) -> tuple[str, str] | None:
    for first, second, one, other in _OPPOSED:
        if set(getattr(when, one)) & set(getattr(when, other)):
            return first, second
    if when.after is not None and when.before is not None and when.after >= when.before:
        return "after", "before"
    if when.location and set(when.location) <= set(when.not_visited):
        return "location", "not_visited"
    if when.wait and not when.beat:
        return "wait", "beat"
    timed = next((key for key in ("after", "before") if getattr(when, key) is not None), "")
    timed = timed or ("from" if when.starts is not None else "to" if when.ends is not None else "")
    return (timed, "[clock]") if timed and not has_clock else None


def flag_never_set(subject: Subject) -> Iterator[Finding]:
    """A condition asks for a flag that nothing sets."""
    known = settable(subject.world)
    for path, when in _conditions(subject):
        for index, flag in enumerate(when.flag):
            name = flag.partition("=")[0].strip()
            if name not in known:
                yield Finding((*path, "flag", index), {"flag": name})


def beat_never(subject: Subject) -> Iterator[Finding]:
    """A beat that waits for something that cannot come."""
    for beat, lack in _never(subject):
        if not beat.ending:
            yield Finding(("beats", beat.id), {"id": beat.id, "lack": lack})


def ending_unreachable(subject: Subject) -> Iterator[Finding]:
    """An ending that waits for something that cannot come."""
    for beat, lack in _never(subject):
        if beat.ending:
            yield Finding(("beats", beat.id), {"title": beat.ending, "lack": lack})


def _never(subject: Subject) -> Iterator[tuple[Beat, str]]:
    found = _possible(subject)
    for beat in subject.world.beats.values():
        if beat.id not in found.beats:
            yield beat, found.lacks(beat.when)


def topic_never(subject: Subject) -> Iterator[Finding]:
    """A topic that can never be told."""
    found = _possible(subject)
    for person in subject.characters():
        for topic in person.topic_rules:
            lack = "said" if topic.when.said else found.lacks(topic.when)
            if f"{person.id}.{topic.id}" not in found.topics and lack:
                yield Finding(
                    ("characters", person.id, "topics", topic.id), {"topic": topic.id, "lack": lack}
                )


def _possible(subject: Subject) -> Possible:
    return possible(subject.world, subject.exits)


def beat_does_nothing(subject: Subject) -> Iterator[Finding]:
    for beat in subject.world.beats.values():
        if beat == Beat(beat.id, beat.when, beat.once):
            yield Finding(("beats", beat.id), {"id": beat.id})


def no_such_way(subject: Subject) -> Iterator[Finding]:
    """A beat opens or shuts a way that no author made."""
    for beat in subject.world.beats.values():
        for key, passages in (("open", beat.open), ("shut", beat.shut)):
            for index, way in enumerate(passages):
                known = way.end in subject.exits.get(way.start, {}) or way.start in subject.exits.get(
                    way.end, {}
                )
                if not known and {way.start, way.end} <= set(subject.world.locations):
                    yield Finding(("beats", beat.id, key, index), {"from": way.start, "to": way.end})


def _conditions(subject: Subject) -> Iterator[tuple[Path, Condition]]:
    for beat in subject.world.beats.values():
        yield ("beats", beat.id, "when"), beat.when
    for person in subject.characters():
        for topic in person.topic_rules:
            yield ("characters", person.id, "topics", topic.id, "when"), topic.when
