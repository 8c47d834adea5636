"""What the player carries: the declared flags of the world that stand for things."""

from __future__ import annotations

from collections.abc import Iterator

from rpg.narrator.storyteller.matching import find
from rpg.narrator.storyteller.scope import Name
from rpg.narrator.storyteller.view import View


def carried(view: View) -> Iterator[tuple[str, str]]:
    """The things that are carried, in the author's order: what each is called, and what is so while it is carried."""
    for flag in view.state.world.flags.values():
        if flag.item and view.state.flag(flag.id):
            yield flag.item, view.told(flag.means)


def carried_items(view: View, words: str) -> tuple[str, ...]:
    """The carried things that words mean equally well, as the author calls them."""
    found = find(words, [Name(item, (item,)) for item, _ in carried(view)])
    return () if found is None else found.ids


def carried_item(view: View, words: str) -> str | None:
    """The carried thing that words mean, as the author calls it; None when there is none."""
    return next(iter(carried_items(view, words)), None)
