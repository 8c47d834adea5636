"""Lore at its place in the layout. Inside one place the highest order is nearest to the end.

Source: docs/lorebook.md §5, docs/context.md §4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from rpg.context.delimit import block, escape
from rpg.context.sections import Section, SectionRole, section
from rpg.context.values import LorePlacement, LorePosition, PlanInputs
from rpg.world.macros import OUTLET, expand, macros_in

_EARLY: frozenset[LorePosition] = frozenset({"system_before", "system_after", "an_top"})


@dataclass(frozen=True, slots=True)
class Lore:
    """The placements of a turn by place. outlets: text by outlet name."""

    by_place: Mapping[LorePosition, tuple[LorePlacement, ...]]
    outlets: Mapping[str, str]

    def at(self, place: LorePosition) -> tuple[LorePlacement, ...]:
        """The entries of one place, ascending by order."""
        return self.by_place.get(place, ())


def lore_of(inputs: PlanInputs) -> Lore:
    """The turn's lore by place; early places are moved behind the history where the setting says so."""
    places: dict[LorePosition, list[LorePlacement]] = {}
    late = inputs.settings.lore_placement == "late"
    for entry in inputs.lore:
        place: LorePosition = "an_bottom" if late and entry.position in _EARLY else entry.position
        places.setdefault(place, []).append(entry)
    ordered = {place: tuple(sorted(entries, key=_order)) for place, entries in places.items()}
    return Lore(ordered, _outlets(ordered.get("outlet", ())))


def lore_section(
    inputs: PlanInputs, entry: LorePlacement, place: str, role: SectionRole, at: int = 0
) -> Section:
    """An entry as a section; in a user message it is a delimited block unless its author gave it that role.

    place "outlet": the outlet it belongs to stands nowhere, which its reason says.
    """
    text = escape(entry.text)
    if role == "user" and not (entry.position == "at_depth" and entry.role == "user"):
        text = block("lore", text)
    return section(
        inputs.count,
        f"lore.{entry.book}.{entry.entry}",
        "lorebook",
        role,
        text,
        source=f"{entry.book}/{entry.entry}",
        reason=f"lore_outlet:{entry.reason}" if place == "outlet" else f"lore:{entry.reason}",
        place=place,
        at=at,
    )


def filler(lore: Lore) -> Callable[[str], str]:
    """A function that puts outlet lore where `{{outlet::name}}` stands."""
    values = {f"{OUTLET}::{name}": text for name, text in lore.outlets.items()}
    return lambda text: expand(text, values)


def named_outlets(texts: Iterable[str]) -> frozenset[str]:
    """The outlets that stand in any of `texts`, folded."""
    found = (pair for text in texts if "{{" in text for pair in macros_in(text))
    return frozenset(argument.casefold() for name, argument in found if name == OUTLET)


def _order(entry: LorePlacement) -> tuple[int, str, str]:
    return (entry.order, entry.book, entry.entry)


def _outlets(entries: Iterable[LorePlacement]) -> dict[str, str]:
    found: dict[str, str] = {}
    for entry in entries:
        name = entry.outlet.casefold()
        found[name] = f"{found[name]}\n\n{entry.text}" if name in found else entry.text
    return found
