"""A world whose files have changed since: keep the old text, or adopt the new. Source: docs/design.md §8.

Adopting is a node that swaps the base under the overlay; ids that lost their footing are listed, and undoing
it brings the old world back.
"""

from __future__ import annotations

from dataclasses import dataclass

from rpg.session.drafts import taken_along
from rpg.session.services import Services
from rpg.session.story import Story
from rpg.store.transaction import Step, Transaction
from rpg.timeline.fold import fold_node
from rpg.timeline.nodes import Content, NewNode, new_ref
from rpg.world.document import world_hash
from rpg.world.find import WorldNotFound, find_world
from rpg.world.model import World

TOLD = "world_told"
"""Key of the save's meta that holds the version of changed files that the player has been told of."""


@dataclass(frozen=True, slots=True)
class Adopted:
    """The node that swapped the world, and ids of the story that the new world does not have."""

    node: int
    lost: tuple[str, ...]


def changed_world(story: Story, services: Services) -> World | None:
    """The world as its files are now; None when they are unchanged, gone, or cannot be played."""
    current = story.state().world
    try:
        world = find_world(current.id, services.paths.worlds).read().world
    except WorldNotFound:
        return None
    if world is None or world_hash(world) == world_hash(current):
        return None
    return world


def untold_world(story: Story, services: Services) -> World | None:
    """As `changed_world`, once for each version of the files: the save remembers which it has been told of."""
    world = changed_world(story, services)
    if world is None:
        return None
    version = world_hash(world)
    if story.save.get_meta(TOLD) == version:
        return None
    story.save.commit(Transaction(meta={TOLD: version}))
    return world


def adopt(story: Story, world: World, now: float) -> Adopted:
    """Makes `world` the base from here on."""
    version = world_hash(world)
    content = Content("adopt", detail={"world": version})
    made = story.save.commit(
        Transaction(
            nodes=(NewNode(story.head, content, made=int(now)),),
            head=Step("adopt", new_ref(0)),
            worlds=(world,),
            drafts=taken_along(story.save, story.head, new_ref(0)),
        )
    )
    parent = story.save.link(made.ids[0]).parent
    folded = fold_node(story.fold.state_at(parent), content, story.save.index)
    return Adopted(made.ids[0], folded.lost)
