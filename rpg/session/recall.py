"""Long-term memory as one session uses it: what is recalled and why, and what its story has left there.

What a story remembers follows its path: a memory comes with the node that saved it, goes when that node
leaves the path, and comes back with it. Source: docs/tools.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b

from rpg.context.values import Recalled
from rpg.runtime.names import name_of
from rpg.runtime.scene import scene
from rpg.session.settings import SessionSettings
from rpg.session.story import Ground, Story
from rpg.store.memory import Found, Memory, MemoryStore, MemoryStoreError, StorySummary
from rpg.text.messages import catalogue_language, message
from rpg.timeline.nodes import CallPart, Content, ResultPart
from rpg.timeline.tree import between, common_ancestor, is_on_path
from rpg.tools.builtin import SAVE_MEMORY, Remembered

OTHER_STORIES = 3
"""Other stories whose summaries are recalled at most."""

LONGEST_STORY = 600
"""Characters of what a story came to, as other stories get it."""

LONGEST_QUERY = 2_000
"""Characters of the player's words that are looked for."""


class LongMemory:
    """The player's memory, seen from one story. `problem`: why it could not be used, "" when it could."""

    def __init__(self, store: MemoryStore, story: Story) -> None:
        self.store = store
        self.problem = ""
        self._story = story
        self._key = story_key(story)

    # -- reading ----------------------------------------------------------------------------

    def search(self, settings: SessionSettings, query: str) -> tuple[Remembered, ...]:
        """What a search by the narrator finds."""
        found = self._found(query, settings["memory.top_k"])
        return tuple(Remembered(one.memory.text, one.memory.world) for one in found)

    def recalled(self, settings: SessionSettings, ground: Ground, *, isolated: bool) -> tuple[Recalled, ...]:
        """What comes to mind on this turn, with reasons in the language of the prose; nothing under isolation."""
        if isolated or not settings["memory.enabled"]:
            return ()
        language = catalogue_language(ground.state.world.language)
        lines = {line.id: line for line in self._lines(settings, ground, language)}
        return tuple(lines.values())

    def _lines(self, settings: SessionSettings, ground: Ground, language: str) -> Iterator[Recalled]:
        top = settings["memory.top_k"]
        if top > 0:
            for memory in self._pinned():
                yield Recalled(str(memory.id), memory.text, message(language, "tools.recalled_pinned"))
            for found in self._found(_query(ground), top):
                words = tuple(found.words[:4])
                why = message(language, "tools.recalled_words", words=words)
                yield Recalled(str(found.memory.id), found.memory.text, why)
        if settings["memory.sessions"]:
            for story in self._stories():
                text = message(language, "tools.story_line", world=story.world, text=story.text)
                why = message(language, "tools.recalled_story", name=story.name)
                yield Recalled(f"story.{story.save}", text, why)

    def _found(self, query: str, top: int) -> tuple[Found, ...]:
        try:
            return self.store.search(query, top)
        except MemoryStoreError as error:
            self.problem = str(error)
            return ()

    def _pinned(self) -> tuple[Memory, ...]:
        try:
            return self.store.pinned()
        except MemoryStoreError as error:
            self.problem = str(error)
            return ()

    def _stories(self) -> tuple[StorySummary, ...]:
        try:
            return self.store.stories(but=self._key, limit=OTHER_STORIES)
        except MemoryStoreError as error:
            self.problem = str(error)
            return ()

    # -- following the story ----------------------------------------------------------------

    def follow(self, settings: SessionSettings, now: float) -> None:
        """Brings the memory up to the head: withdraws, brings back, takes over what the path has saved."""
        if not settings["memory.enabled"] or not self._story.save.writable or self._story.head is None:
            return
        try:
            self._follow(self._story.head, now)
            if settings["memory.sessions"]:
                self._keep_story(self._story.head, now)
        except MemoryStoreError as error:
            self.problem = str(error)

    def _follow(self, head: int, now: float) -> None:
        seen = self.store.followed(self._key)
        if seen == head:
            return
        own = self.store.of_save(self._key)
        for withdrawn in (True, False):
            moved = [
                one.id for one in own if one.withdrawn != withdrawn and self._gone(one, head) == withdrawn
            ]
            if moved:
                self.store.withdraw(moved, withdrawn)
        known = {(one.node, one.text) for one in own if not self._strange(one)}
        for node, text in self._saved(seen, head):
            if (node, text) not in known:
                self._remember(node, text, now)
        self.store.follow(self._key, head)

    def _gone(self, memory: Memory, head: int) -> bool:
        """Whether a memory's node is off the path. One of a copy of this save is left as it is."""
        if self._strange(memory):
            return memory.withdrawn
        return not is_on_path(self._story.save, memory.node, head)

    def _strange(self, memory: Memory) -> bool:
        """Whether a memory's node is not of this file but of a copy of it."""
        if memory.node is None:
            return True
        try:
            return self._story.save.link(memory.node).chain != memory.chain
        except KeyError:
            return True

    def _saved(self, seen: int | None, head: int) -> Iterator[tuple[int, str]]:
        """What the nodes that were not followed yet have saved."""
        save = self._story.save
        try:
            fork = None if seen is None else common_ancestor(save, seen, head)
        except KeyError:
            fork = None
        for link in between(save, fork, head):
            if link.kind == "narration":
                yield from ((link.id, text) for text in memories_of(save.node(link.id).content))

    def _remember(self, node: int, text: str, now: float) -> None:
        chain, world = self._story.save.link(node).chain, self._story.state(node).world.name
        self.store.add(text, world=world, save=self._key, node=node, chain=chain, now=now)

    def _keep_story(self, head: int, now: float) -> None:
        save = self._story.save
        note = next(iter(save.notes("summary", head)), None)
        text = str(note.body.get("text", "")) if note is not None else ""
        if not text:
            card = save.card
            text = f"{card.place}: {card.line}"
        story = StorySummary(
            self._key, save.path.stem, self._story.state(head).world.name, text[-LONGEST_STORY:], int(now)
        )
        kept = [one for one in self.store.stories() if one.save == self._key]
        if not kept or kept[0].text != story.text:
            self.store.keep_story(story)


def story_key(story: Story) -> str:
    """A name for a story that stays when its file is moved or renamed; a copy of the file shares it.

    It comes from the oldest root: the path's own root is another one once the opening has been edited.
    """
    roots = story.save.children(None)
    if not roots:
        return ""
    root = story.save.link(roots[0])
    text = f"{root.chain}\x1f{root.made}\x1f{story.seed}"
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def memories_of(content: Content) -> Iterator[str]:
    """What a reply has saved into the long-term memory."""
    done = {part.id for part in content.parts if isinstance(part, ResultPart) and _ok(part)}
    for part in content.parts:
        if isinstance(part, CallPart) and part.name == SAVE_MEMORY and part.id in done:
            text = _text(part.arguments)
            if text:
                yield text


def _ok(part: ResultPart) -> bool:
    try:
        result = json.loads(part.result)
    except (ValueError, RecursionError):
        return False
    return isinstance(result, dict) and result.get("ok") is True and not part.refused


def _text(arguments: str) -> str:
    from rpg.text.clean import clean_line

    try:
        return clean_line(str(json.loads(arguments)["text"]))
    except (ValueError, KeyError, TypeError):
        return ""


def _query(ground: Ground) -> str:
    """What to look for: the player's words, and who and what is here."""
    now = scene(ground.state)
    names = (name_of(ground.state, person) for person in now.present)
    return " ".join((ground.turn.text[:LONGEST_QUERY], now.name, *names))
