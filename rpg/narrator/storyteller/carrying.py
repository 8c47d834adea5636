"""What the player carries: the declared flags of the world that stand for things."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rpg.narrator.storyteller.matching import find, is_cjk
from rpg.narrator.storyteller.scope import Name
from rpg.narrator.storyteller.view import View


def carried(view: View) -> Iterator[tuple[str, str]]:
    """The things that are carried, in the author's order: what each is called, and what is so while it is carried."""
    for flag in view.state.world.flags.values():
        if flag.item and view.state.flag(flag.id):
            yield flag.item, view.told(flag.means)


_AFTER = re.compile("[,，;；、(（:：]")
"""What ends the name of a thing before what is said of it."""


def short_name(item: str) -> str:
    """What a thing is called, without what is said of it."""
    return _AFTER.split(item)[0].strip() or item


def carried_items(view: View, words: str) -> tuple[str, ...]:
    """The carried things that words mean equally well, as the author calls them."""
    found = find(words, [Name(item, _names(item)) for item, _ in carried(view)])
    return () if found is None else found.ids


def _names(item: str) -> tuple[str, ...]:
    """What a thing may be called. Where words have no spaces between them, any two characters of what is said of it
    would do, so that does not count."""
    return (short_name(item),) if is_cjk(item) else (item, short_name(item))


def carried_item(view: View, words: str) -> str | None:
    """The carried thing that words mean, as the author calls it; None when there is none."""
    return next(iter(carried_items(view, words)), None)
