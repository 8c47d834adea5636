"""The looks of the chat log as component classes with their default colours."""

from __future__ import annotations

from typing import Final

from rpg.tui.chatlog.lines import Look


def component(look: Look) -> str:
    """The name of the component class of a look."""
    return f"chat--{look.value}"


SPEECH: Final = "chat--speech"
CURSOR: Final = "chat--cursor"
FOUND: Final = "chat--found"
HINT: Final = "chat--hint"

COMPONENTS: Final = {*(component(look) for look in Look), SPEECH, CURSOR, FOUND, HINT}

CSS: Final = """
ChatLog {
    overflow-y: scroll;
    overflow-x: hidden;
    scrollbar-size-vertical: 1;
    & > .chat--speech { color: $text-accent; }
    & > .chat--heading { color: $text-primary; text-style: bold; }
    & > .chat--quote { text-style: italic; color: $foreground 85%; }
    & > .chat--marker { color: $text-primary; }
    & > .chat--code { background: $boost; }
    & > .chat--quiet { color: $text-muted; }
    & > .chat--player { color: $text-success; text-style: bold; }
    & > .chat--travel { color: $text-primary; text-style: italic; }
    & > .chat--speaker { color: $text-primary; text-style: bold; }
    & > .chat--dice { color: $text-warning; }
    & > .chat--choice { color: $text-success; }
    & > .chat--good { color: $text-success; }
    & > .chat--warning { color: $text-warning; }
    & > .chat--error { color: $text-error; text-style: bold; }
    & > .chat--cursor { color: $text-accent; }
    & > .chat--found { text-style: reverse; }
    & > .chat--hint { background: $primary; color: $text; text-style: bold; }
}
"""
