"""Pages of the manual on playing, made from the tables of keys and commands, so that they cannot be false."""

from __future__ import annotations

from collections.abc import Iterator

from rpg.text.messages import message
from rpg.text.placeholders import written


def playing_page(language: str) -> str:
    """How a story is played: in words, then the commands of plain mode and of the command line, as Markdown."""
    return "\n".join(_playing(language)) + "\n"


def keys_page(language: str) -> str:
    """Every key under its heading, as Markdown."""
    return "\n".join([f"# {message(language, 'cli.page_keys')}", *_keys(language, 2)]) + "\n"


def _playing(language: str) -> Iterator[str]:
    from rpg.cli.commands import COMMANDS
    from rpg.plain.commands import COMMANDS as SLASH

    def say(key: str) -> str:
        return message(language, key)

    yield from (f"# {say('cli.page_playing')}", "", say("cli.page_begin"), "", f"## {say('cli.page_screen')}")
    yield from _keys(language, 3)
    yield from ("", f"## {say('cli.page_plain')}", "")
    for command in SLASH:
        yield _row(language, f"/{written(language, command.usage)}", say(f"plain.do_{command.name}"))
    yield from ("", f"## {say('cli.page_line')}", "")
    for name, about in COMMANDS.items():
        yield _row(language, f"rpg {name}", _in(language, about))


def _keys(language: str, level: int) -> Iterator[str]:
    from rpg.tui.actions import ACTIONS, TOPICS

    for topic in TOPICS:
        acts = [action for action in ACTIONS if action.topic == topic and action.keys]
        if acts:
            yield from ("", f"{'#' * level} {message(language, f'tui.topic_{topic}')}", "")
        for action in acts:
            yield _row(language, action.shown_key, message(language, f"tui.about_{action.name}"))


def _row(language: str, name: str, about: str) -> str:
    return f"- {message(language, 'plain.about', name=f'`{name}`', text=about)}"


def _in(language: str, about: str) -> str:
    from rpg.cli.chinese import told

    return told(about) if language == "zh" else about
