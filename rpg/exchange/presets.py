"""Chat-completion presets of the tavern program as presets of a world.

Such a preset is a list of prompts, an order with switches, and settings of the model. The prompts become entries,
before or after the story as the order has it; the places it marks for sheets, lore and history are given here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rpg.exchange.cards.fields import line, prose
from rpg.exchange.cards.incoming import free_id
from rpg.exchange.errors import ExchangeError
from rpg.exchange.lorebooks.loose import number, rows, switch, table
from rpg.exchange.report import Report
from rpg.world.ids import id_from
from rpg.world.macros import expand, is_known, macros_in
from rpg.world.model import Preset, PresetEntry

MOST_ENTRIES = 1_000
HISTORY = "chatHistory"
"""The mark of the place where the story stands."""

_DEFAULT_ORDER = 100_001
"""The order that the program shows; 100000 is an older one."""

_OLD_PROMPTS = {
    "main_prompt": "system",
    "nsfw_prompt": "system",
    "jailbreak_prompt": "before_input",
    "impersonation_prompt": "",
}
_PLACED_HERE = frozenset(
    {
        "worldInfoBefore",
        "worldInfoAfter",
        "charDescription",
        "charPersonality",
        "scenario",
        "personaDescription",
        "dialogueExamples",
        HISTORY,
    }
)
_SETTINGS: Mapping[str, str] = {
    "temperature": "wire.temperature",
    "openai_max_context": "context.window",
    "openai_max_tokens": "context.reply_reserve",
}
_TEXT_TEMPLATES = ("input_sequence", "output_sequence", "story_string", "chat_start")


def is_preset(value: Any) -> bool:
    """Whether parsed JSON is a chat-completion preset, or another preset that is told from it."""
    whole = table(value)
    if isinstance(whole.get("prompts"), list) and ("prompt_order" in whole or "temperature" in whole):
        return True
    return any(name in whole for name in (*list(_OLD_PROMPTS)[:3], *_TEXT_TEMPLATES))


def import_preset(value: Any, id: str, name: str, file: str) -> tuple[Preset, Report]:
    """The preset of parsed JSON. Raises ExchangeError "text_template", "empty_preset"."""
    whole, report = table(value), Report()
    if any(key in whole for key in _TEXT_TEMPLATES) and not whole.get("prompts"):
        raise ExchangeError("text_template", file)
    entries: dict[str, PresetEntry] = {}
    for prompt, place, enabled in (*_ordered(whole, report), *_old(whole)):
        _add(entries, prompt, place, enabled, report)
    if not entries:
        raise ExchangeError("empty_preset", file)
    _settings(whole, report)
    return Preset(id, name, entries=tuple(entries.values())), report


_Placed = tuple[Mapping[str, Any], str, bool]


def _ordered(whole: Mapping[str, Any], report: Report) -> list[_Placed]:
    """The prompts with their place and switch, in the order of the preset; those it does not order come last,
    switched off."""
    prompts = {_identifier(one, at): one for at, one in enumerate(rows(whole.get("prompts")))}
    found: list[_Placed] = []
    behind = False
    order = _order(whole)
    for one in order:
        prompt = prompts.pop(str(one.get("identifier")), None)
        behind = behind or one.get("identifier") == HISTORY
        if prompt is not None:
            enabled = switch(one.get("enabled"), True)
            found.append((prompt, "before_input" if behind else "system", enabled))
    for prompt in prompts.values():
        found.append((prompt, "system", switch(prompt.get("enabled"), False) and not order))
    if len(found) > MOST_ENTRIES:
        report.add("left_out", "preset_too_many", "prompts", len(found))
    return found[:MOST_ENTRIES]


def _order(whole: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    orders = rows(whole.get("prompt_order"))
    if orders and "identifier" in orders[0]:
        return orders
    best = next((one for one in orders if one.get("character_id") == _DEFAULT_ORDER), None)
    chosen = best or (max(orders, key=lambda one: len(rows(one.get("order")))) if orders else {})
    return rows(chosen.get("order"))


def _old(whole: Mapping[str, Any]) -> list[_Placed]:
    """Prompts of presets from before there was an order."""
    if rows(whole.get("prompts")):
        return []
    return [
        ({"identifier": name, "name": name, "content": whole[name]}, place, True)
        for name, place in _OLD_PROMPTS.items()
        if place and prose(whole.get(name))
    ]


def _identifier(prompt: Mapping[str, Any], at: int) -> str:
    found = prompt.get("identifier")
    return found if isinstance(found, str) and found else f"prompt{at + 1}"


def _add(
    entries: dict[str, PresetEntry], prompt: Mapping[str, Any], place: str, enabled: bool, report: Report
) -> None:
    name = line(prompt.get("name")) or line(prompt.get("identifier")) or "prompt"
    if prompt.get("marker") is True or str(prompt.get("identifier")) in _PLACED_HERE:
        report.add("unused", "preset_marker", name)
        return
    text = prose(expand(prose(prompt.get("content")), {"original": "", "trim": ""}))
    if not text:
        report.add("left_out", "preset_empty", name)
        return
    id = free_id(id_from(name, "entry"), entries)
    at = _place(prompt, place, name, report)
    entries[id] = PresetEntry(id, text, enabled, "before_input" if at == "before_input" else "system")
    report.add("kept", "preset_entry", name, at)
    if prompt.get("role") not in (None, "", "system"):
        report.add("changed", "preset_role", name, prompt.get("role"))
    unknown = sorted(
        {f"{{{{{word}}}}}" for word, argument in macros_in(text) if not is_known(word, argument)}
    )
    if unknown:
        report.add("unknown", "preset_macro", name, ", ".join(unknown))


def _place(prompt: Mapping[str, Any], place: str, name: str, report: Report) -> str:
    """Prompts for a depth in the story stand before the input."""
    if number(prompt.get("injection_position")) != 1:
        return place
    report.add("changed", "preset_depth", name, prompt.get("injection_depth"))
    return "before_input"


def _settings(whole: Mapping[str, Any], report: Report) -> None:
    """Settings of the model are the player's, not the world's: they are told, not taken."""
    for key, value in whole.items():
        if key in ("prompts", "prompt_order", *_OLD_PROMPTS) or value in ("", None, [], {}):
            continue
        if key in _SETTINGS:
            report.add("unused", "preset_setting", key, f"rpg config {_SETTINGS[key]} {value}")
        else:
            report.add("unused", "preset_unused", str(key))
