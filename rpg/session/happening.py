"""The author's beats at the end of a turn: what they do goes into the same reply, and so does what they say: told by
the narrator who was asked to, else word for word behind the reply. Source: docs/world-format.md §11."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from rpg.runtime.beats import Happenings, beat_text, happenings
from rpg.runtime.errors import sentence
from rpg.runtime.state import State
from rpg.session.events import NoticeEvent
from rpg.session.story import Ground, Story
from rpg.text.messages import catalogue_language, message
from rpg.timeline.fold import fold_node
from rpg.timeline.nodes import Content, TextPart
from rpg.world.beats import Beat


@dataclass(frozen=True, slots=True)
class Ended:
    """A turn's content with what happened at its end. text: what was told of it, "" when the narrator tells it."""

    content: Content
    happened: Happenings
    text: str = ""


def with_beats(story: Story, ground: Ground, content: Content, *, tell: bool) -> Ended:
    """The content of a reply, or of a travel without one, with the edits of the beats that are due.

    tell: what they say and the reply was not asked to tell is added word for word; else the next request asks the
    model to tell it.
    """
    if not ground.state.world.beats and not any(
        person.topic_rules for person in ground.state.world.characters.values()
    ):
        return Ended(content, Happenings(ground.state))
    state = fold_node(ground.state, replace(content, kind="narration"), story.save.index).state
    line = ground.turn.text if ground.turn.kind == "player" else ""
    announced = tuple((content.record or {}).get("beats", ()))
    happened = happenings(state, story.fold.state_at(ground.before), line, announced)
    text = _added(happened, announced, content.text) if tell else ""
    parts = (*content.parts, TextPart(text)) if text else content.parts
    return Ended(replace(content, parts=parts, edits=(*content.edits, *happened.edits)), happened, text)


def _added(happened: Happenings, announced: Collection[str], reply: str) -> str:
    """What the beats say that are not announced, one after the other, endings with their titles; what stands in a
    reply that goes on is not said again."""
    beats = [beat for beat in happened.beats if beat.id not in announced]
    return "\n\n".join(part for part in _said(happened.state, beats) if part and part not in reply)


def notices(happened: Happenings, language: str) -> Iterator[NoticeEvent]:
    """What the player should know beside the story: endings, and effects that could not be brought about."""
    for beat in happened.beats:
        if beat.ending:
            said = message(language, "session.ending_reached", title=beat.ending)
            yield NoticeEvent("ending", said, values={"beat": beat.id, "title": beat.ending})
    for left in happened.left_out:
        reason = sentence(left.error, language)
        said = message(language, "session.beat_left_out", beat=left.beat, reason=reason)
        yield NoticeEvent("beat_left_out", said, values={"beat": left.beat, "code": left.error.code})


def _said(state: State, beats: Iterable[Beat]) -> Iterator[str]:
    language = catalogue_language(state.world.language)
    for beat in beats:
        yield beat_text(state, beat)
        yield message(language, "session.ending", title=beat.ending) if beat.ending else ""
