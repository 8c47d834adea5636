"""The one table of options. Commands, the settings screen and the documentation are made from it.

A key is "area.name"; `NAME` in a key stands for any name ("tools.NAME.enabled"). An option with scope
"session" may be set for one save as well as for all. Source: docs/interface.md §1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from rpg.text.messages import message
from rpg.text.placeholders import written

Kind = Literal["bool", "int", "float", "text", "choice"]


@dataclass(frozen=True, slots=True)
class Option:
    """One setting.

    low, high: inclusive bounds of numbers. None as default: not set. unit: tokens, seconds, messages … forms: what
    a text has to look like, such as "gguf:FILE", or "openai[:MODEL]" where the part behind the colon may be left out.
    """

    key: str
    kind: Kind
    default: Any
    scope: Literal["player", "session"] = "player"
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    unit: str = ""
    forms: tuple[str, ...] = ()


OPTIONS: tuple[Option, ...] = (
    Option("language", "choice", None, choices=("en", "zh")),
    Option("theme", "choice", "dark", choices=("dark", "light", "contrast", "contrast-light")),
    Option(
        "narrator",
        "text",
        None,
        "session",
        forms=("storyteller", "openai[:MODEL]", "gguf:FILE", "script:FILE"),
    ),
    Option("base_url", "text", None),
    Option("model", "text", None, "session"),
    Option("wire.tools", "choice", "auto", "session", choices=("auto", "native", "text", "schema")),
    Option("wire.idle", "float", 60, low=1, high=3600, unit="seconds"),
    Option("wire.retries", "int", 2, low=0, high=10),
    Option("wire.temperature", "float", None, "session", low=0, high=2),
    Option("wire.send_reasoning", "choice", "auto", choices=("auto", "on", "off")),
    Option("wire.cache_hints", "choice", "auto", choices=("auto", "off", "key", "marks")),
    Option("context.window", "int", None, "session", low=512, high=10_000_000, unit="tokens"),
    Option("context.system_reserve", "int", 256, "session", low=0, high=100_000, unit="tokens"),
    Option("context.reply_reserve", "int", 1024, "session", low=16, high=1_000_000, unit="tokens"),
    Option("context.safety", "float", None, "session", low=0, high=50, unit="percent"),
    Option("models.NAME.window", "int", None, low=512, high=10_000_000, unit="tokens"),
    Option("models.NAME.system_reserve", "int", None, low=0, high=100_000, unit="tokens"),
    Option("models.NAME.reply_reserve", "int", None, low=16, high=1_000_000, unit="tokens"),
    Option("models.NAME.safety", "float", None, low=0, high=50, unit="percent"),
    Option("prices.NAME.input", "float", None, low=0, high=1_000_000, unit="per million tokens"),
    Option("prices.NAME.cached", "float", None, low=0, high=1_000_000, unit="per million tokens"),
    Option("prices.NAME.output", "float", None, low=0, high=1_000_000, unit="per million tokens"),
    Option("context.past_tools", "choice", "auto", "session", choices=("auto", "slim", "none")),
    Option("context.note_depth", "int", 1, "session", low=0, high=1000, unit="messages"),
    Option("instructions", "text", "", "player"),
    Option("session.instructions", "text", "", "session"),
    Option("session.note", "text", "", "session"),
    Option("session.preset", "text", None, "session"),
    Option("session.isolate", "bool", False, "session"),
    Option("session.memory_style", "choice", "summary", "session", choices=("summary", "observations")),
    Option("session.arrival", "bool", True, "session"),
    Option("session.retry_dice", "choice", "world", "session", choices=("world", "none")),
    Option("lore.max_entries", "int", 40, "session", low=0, high=100_000, unit="entries"),
    Option("lore.max_characters", "int", 12_000, "session", low=0, high=100_000_000, unit="characters"),
    Option("lore.placement", "choice", "as_authored", "session", choices=("as_authored", "late")),
    Option("lore.use.NAME", "bool", False, "session"),
    Option("lore.bind.NAME", "text", None, "session"),
    Option("memory.enabled", "bool", False, "session"),
    Option("memory.write", "bool", False, "session"),
    Option("memory.recall", "bool", False, "session"),
    Option("memory.top_k", "int", 4, "session", low=0, high=100),
    Option("memory.sessions", "bool", False, "session"),
    Option("memory.profile", "text", "", "player"),
    Option("tools.rounds", "int", 6, "session", low=1, high=50),
    Option("tools.NAME.enabled", "bool", True, "session"),
    Option("tools.NAME.approval", "choice", None, "session", choices=("ask", "allow", "never")),
    Option("tools.NAME.custom_description", "text", None),
    Option("mcp.wait", "float", 5, low=0, high=60, unit="seconds"),
    Option("mcp.servers.NAME.use", "bool", False, "session"),
    Option("background", "choice", "on", "session", choices=("on", "off")),
    Option("ambiguous_width", "int", 1, low=1, high=2, unit="cells"),
)


@dataclass(frozen=True, slots=True)
class Kept:
    """What a save keeps among its settings and a command of its own writes.

    value: what it looks like, or the key of the message that tells it.
    """

    key: str
    value: str
    command: str


KEPT: tuple[Kept, ...] = (
    Kept("lore.on.NAME", "on | off", "rpg lore on|off SAVE BOOK"),
    Kept("lore.on.NAME.ENTRY", "on | off", "rpg lore on|off SAVE BOOK.ENTRY"),
    Kept(
        "preset.NAME",
        "reference.preset_values",
        "rpg preset SAVE on|off|edit ENTRY",
    ),
)
"""Keys of a save's settings that are no options: `rpg config` does not set them."""


class OptionError(ValueError):
    """A key or a value that no option has. `nearest`: the key that was probably meant."""

    def __init__(self, code: str, **values: Any):
        super().__init__(code)
        self.code = code
        self.values = values


def _pattern(key: str) -> re.Pattern[str]:
    return re.compile(re.escape(key).replace("NAME", r"(?P<name>.+)") + r"\Z")


_PATTERNS: Mapping[str, re.Pattern[str]] = {o.key: _pattern(o.key) for o in OPTIONS if "NAME" in o.key}
_BY_KEY: Mapping[str, Option] = {option.key: option for option in OPTIONS}


def find_option(key: str) -> Option:
    """The option of `key`. Raises OptionError("unknown_key") with the nearest known key, and "kept_elsewhere" for what
    another command sets."""
    option = _BY_KEY.get(key)
    if option is not None and "NAME" not in key:
        return option
    for name, pattern in _PATTERNS.items():
        if pattern.match(key):
            return _BY_KEY[name]
    kept = next((one for one in KEPT if key.startswith(one.key.partition("NAME")[0])), None)
    if kept is not None:
        raise OptionError("kept_elsewhere", key=key, command=kept.command)
    from rpg.text.nearest import nearest

    raise OptionError("unknown_key", key=key, nearest=nearest(key, _BY_KEY))


_TRUE = {"on", "true", "yes", "1"}
_FALSE = {"off", "false", "no", "0"}


def parse_value(option: Option, text: str | bool | int | float) -> Any:
    """`text` as a value of `option`. Raises OptionError("bad_value") that tells what is allowed."""
    try:
        value = _parse(option, text)
    except ValueError as error:
        raise OptionError("bad_value", key=option.key, value=text, allowed=allowed(option)) from error
    if isinstance(value, int | float) and not isinstance(value, bool) and not _within(option, value):
        raise OptionError("bad_value", key=option.key, value=text, allowed=allowed(option))
    return value


def _parse(option: Option, text: str | bool | int | float) -> Any:
    word = str(text).strip().lower()
    match option.kind:
        case "bool":
            if word not in _TRUE | _FALSE:
                raise ValueError(word)
            return word in _TRUE
        case "int":
            return int(word)
        case "float":
            return float(word)
        case "choice":
            if word not in option.choices:
                raise ValueError(word)
            return word
        case "text":
            if option.forms and not any(_has_form(str(text), form) for form in option.forms):
                raise ValueError(word)
            return str(text)


def _has_form(text: str, form: str) -> bool:
    """Whether a text is of a form: the same word, and behind a colon something where the form has something."""
    name, colon, _ = form.partition(":")
    word, _, more = text.partition(":")
    return word == name.rstrip("[") and (bool(more) or not colon or name.endswith("["))


def _within(option: Option, value: float) -> bool:
    return (option.low is None or value >= option.low) and (option.high is None or value <= option.high)


def allowed(option: Option) -> str:
    """What values an option takes, in words that need no translation."""
    match option.kind:
        case "bool":
            return "on | off"
        case "choice":
            return " | ".join(option.choices)
        case "text":
            return " | ".join(option.forms) or "text"
        case "int" | "float":
            low = "" if option.low is None else f"{option.low:.12g}"
            high = "" if option.high is None else f"{option.high:.12g}"
            return f"{low}–{high} {option.unit}".strip()


def allowed_text(option: Option, language: str) -> str:
    """What values an option takes, in the player's language; what is typed as it stands stays."""
    if option.forms:
        return written(language, allowed(option))
    if option.kind == "text":
        return message(language, "cli.any_text")
    ends, unit = allowed(replace(option, unit="")), option.unit.replace(" ", "_")
    return f"{ends} {message(language, f'tui.unit_{unit}')}" if unit else ends
