"""The memory of a story as rows: what can be edited, and what is read-only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from textual.content import Content

from rpg.text.cells import cut
from rpg.text.clean import clean_line, clean_text
from rpg.text.messages import message

MemoryKind = Literal["head", "summary", "condition", "pin", "add_pin", "recap", "observation", "nothing"]


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """kind: what it is. id: of a pin or a person. label: in front. text: the whole text. in_force: whether the
    next request carries it."""

    kind: MemoryKind
    id: str = ""
    label: str = ""
    text: str = ""
    in_force: bool = True


def memory_rows(view: Mapping[str, Any], language: str) -> tuple[MemoryRow, ...]:
    """The rows of a `memory_view`."""
    return tuple(_rows(view, language))


def _rows(view: Mapping[str, Any], language: str) -> Iterator[MemoryRow]:
    def say(key: str, **values: object) -> str:
        return message(language, f"tui.memory_{key}", **values)

    summary = view["summary"]
    source = say(f"by_{summary['source']}") if summary["source"] else ""
    yield MemoryRow("head", label=say("summary"), text=source)
    if view["cut"]:
        yield MemoryRow("nothing", label=say("cut", first=view["cut"]["from"], last=view["cut"]["to"]))
    yield MemoryRow("summary", text=summary["text"] or say("no_summary"), in_force=bool(summary["in_force"]))
    yield MemoryRow("head", label=say("conditions"))
    for one in view["conditions"]:
        text = " · ".join(part for part in (one["condition"], one["relationship"]) if part)
        yield MemoryRow("condition", one["character"], one["name"], text)
    yield MemoryRow("head", label=say("pins"))
    for pin in view["pins"]:
        tokens = message(language, "tui.tokens", count=f"{pin['tokens']:,}")
        label = tokens if pin["text"].startswith(pin["id"]) else f"{pin['id']} · {tokens}"
        yield MemoryRow("pin", pin["id"], label, pin["text"])
    if view["recap"]:
        yield MemoryRow("recap", label=say("recap"), text=view["recap"])
    yield MemoryRow("add_pin", label=say("add_pin"))
    yield MemoryRow("head", label=say("observations"), text=say("read_only"))
    for one in view["observations"]:
        label = say("covers", first=one["since"], last=one["covers"])
        yield MemoryRow("observation", label=label, text=one["text"], in_force=one["in_force"])
    if not view["observations"]:
        yield MemoryRow("nothing", label=say("no_observations"))


def row_content(row: MemoryRow, width: int) -> Content:
    """A row in one line."""
    label, text = clean_line(row.label), clean_line(row.text)
    match row.kind:
        case "head":
            after = Content.styled(f"  {text}", "dim") if text else Content("")
            return Content.assemble(Content.styled(label, "bold $text-primary"), after)
        case "nothing":
            return Content.styled(f"  {cut(label, max(1, width - 2))}", "dim")
        case "add_pin":
            return Content.styled(f"  + {label}", "$text-success")
        case _:
            shown = Content.styled(f"{label}  ", "$text-accent") if label else Content("")
            return Content.assemble(
                "  ", shown, Content.styled(text or "—", "" if row.in_force and text else "dim")
            )


def detail_content(row: MemoryRow, language: str) -> Content:
    """The whole text of a row and whether it is sent."""
    if row.kind in ("head", "nothing", "add_pin"):
        return Content("")
    key = "memory_empty" if not row.text else "memory_sent" if row.in_force else "memory_not_sent"
    state = Content.styled(message(language, f"tui.{key}"), "dim")
    return Content("\n").join([Content(clean_text(row.text)), state] if row.text else [state])
