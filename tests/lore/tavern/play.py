"""Short ways to evaluate cases of tavern entries."""

from __future__ import annotations

from typing import Any

from rpg.lore.cases import evaluate_case


def run(*entries: dict[str, Any], **case: Any) -> list[dict[str, Any]]:
    """Turns of one book of tavern entries that each wait for "x" unless they say otherwise."""
    case.setdefault("chat", ["x"])
    numbered = [{"uid": at, "key": ["x"], "content": f"c{at}", **entry} for at, entry in enumerate(entries)]
    if "books" not in case:
        case["entries"] = numbered
    settings = {f"world_info_{name}": value for name, value in case.pop("settings", {}).items()}
    turns: list[dict[str, Any]] = evaluate_case({**case, "settings": settings})["turns"]
    return turns


def active(*entries: dict[str, Any], **case: Any) -> str:
    """Active uids in activation order, turns parted by bars."""
    turns = run(*entries, **case)
    return "|".join(" ".join(name.partition(".")[2] for name in turn["activated"]) for turn in turns)
