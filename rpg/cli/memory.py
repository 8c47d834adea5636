"""`rpg memory`: what is remembered beyond one story. It works without a save."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rpg.cli.output import CommandError, Desk
from rpg.store.memory import FILE, Memory, MemoryStore, MemoryStoreError
from rpg.text.clean import clean_line
from rpg.text.messages import listed
from rpg.tools.builtin import LONGEST_MEMORY

FOUND = 20
"""Memories a search shows."""


def memory(desk: Desk) -> int:
    """One act of the memory."""
    store = MemoryStore(desk.paths.data / FILE)
    acts = {"list": _list, "search": _search, "add": _add, "remove": _remove, "pin": _pin, "forget": _forget}
    try:
        return acts[desk.args.act](desk, store)
    except MemoryStoreError as error:
        text = desk.text("cli.memory_broken", file=error.path, detail=error.detail)
        raise CommandError(text, code="memory_broken") from None


def _list(desk: Desk, store: MemoryStore) -> int:
    memories = store.memories(withdrawn=desk.args.all)
    stories = store.stories() if desk.args.all else ()
    if desk.json:
        document: dict[str, Any] = {"memories": [asdict(one) for one in memories]}
        desk.document(
            {**document, "stories": [asdict(one) for one in stories]} if desk.args.all else document
        )
        return 0
    for one in memories:
        desk.say(_line(one))
    for story in stories:
        desk.say(f"«{story.name}» {story.world}: {clean_line(story.text)}")
    if not memories and not stories:
        desk.say(desk.text("cli.nothing_remembered"))
    return 0


def _search(desk: Desk, store: MemoryStore) -> int:
    found = store.search(desk.args.text, FOUND)
    if desk.json:
        hits = [{**asdict(one.memory), "words": list(one.words)} for one in found]
        desk.document({"text": desk.args.text, "hits": hits})
        return 0
    for one in found:
        desk.say(f"{_line(one.memory)}  [{listed(desk.language, one.words)}]")
    if not found:
        desk.say(desk.text("cli.nothing_found"))
    return 0


def _add(desk: Desk, store: MemoryStore) -> int:
    import time

    text = clean_line(desk.args.text)
    if not 0 < len(text) <= LONGEST_MEMORY:
        raise CommandError(desk.text("cli.memory_length", most=LONGEST_MEMORY), code="bad_length")
    return _done(desk, store.add(text, now=time.time()), "cli.remembered")


def _remove(desk: Desk, store: MemoryStore) -> int:
    if not store.remove(desk.args.id):
        raise _unknown(desk)
    return _done(desk, desk.args.id, "cli.forgotten")


def _pin(desk: Desk, store: MemoryStore) -> int:
    if not store.pin(desk.args.id, not desk.args.off):
        raise _unknown(desk)
    return _done(desk, desk.args.id, "cli.unpinned" if desk.args.off else "cli.pinned")


def _forget(desk: Desk, store: MemoryStore) -> int:
    """What a story came to, forgotten; its save is left alone."""
    found = [story for story in store.stories() if story.name == desk.args.name]
    if not found:
        raise CommandError(desk.text("cli.unknown_story", name=desk.args.name), code="unknown_story")
    for story in found:
        store.forget_story(story.save)
    if desk.json:
        desk.document({"act": "forget", "name": desk.args.name, "stories": len(found)})
    else:
        desk.say(desk.text("cli.story_forgotten", name=desk.args.name))
    return 0


def _done(desk: Desk, id: int, key: str) -> int:
    if desk.json:
        desk.document({"act": desk.args.act, "id": id})
    else:
        desk.say(desk.text(key, id=id))
    return 0


def _unknown(desk: Desk) -> CommandError:
    return CommandError(desk.text("cli.unknown_memory", id=desk.args.id), code="unknown_memory")


def _line(one: Memory) -> str:
    marks = ("*" if one.pinned else "") + ("-" if one.withdrawn else "")
    where = f"  ({one.world})" if one.world else ""
    return f"{one.id}{marks}  {one.text}{where}"
