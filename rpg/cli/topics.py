"""`rpg help [TOPIC]`: the pages of the manual, in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rpg.cli.commands import COMMANDS
from rpg.cli.output import CommandError, Desk
from rpg.cli.pages import keys_page, playing_page

TOPICS = {
    "commands": "commands.md",
    "worlds": "world-format.md",
    "writing": "writing-worlds.md",
    "settings": "settings.md",
    "lorebooks": "lorebook.md",
    "context": "context.md",
    "tools": "tools.md",
    "design": "design.md",
}


MADE: Mapping[str, Callable[[str], str]] = {"playing": playing_page, "keys": keys_page}
"""Pages that are made from what the game itself goes by, in the player's language."""


def topic_names() -> tuple[str, ...]:
    """The pages of the manual by name, those on playing first."""
    return (*MADE, *TOPICS)


def help(desk: Desk) -> int:
    """Lists the topics, or shows one; the name of a command shows how that is written."""
    topic = " ".join(desk.args.topic)
    if not topic:
        return _list(desk)
    if topic not in topic_names() and desk.args.topic[0] in COMMANDS:
        from rpg.cli.parser import build_parser, command_of

        desk.say(command_of(build_parser(desk.args.topic[0]), desk.args.topic)[0].format_help())
        return 0
    page = _page(desk, topic)
    if desk.json:
        desk.document({"topic": topic, "text": page})
    else:
        _show(desk, page)
    return 0


def _list(desk: Desk) -> int:
    if desk.json:
        desk.document({"topics": list(topic_names())})
        return 0
    desk.say(desk.text("cli.topics"))
    for name in topic_names():
        told = desk.text(f"cli.topic_{name}")
        if _untold(name, desk.language):
            told = desk.text("cli.topic_english", topic=told)
        desk.say(f"  rpg help {name:<10}  {told}")
    desk.say(desk.text("cli.topics_more"))
    return 0


def _page(desk: Desk, topic: str) -> str:
    """A page as Markdown. Raises CommandError for one that there is not."""
    if topic in MADE:
        return MADE[topic](desk.language)
    if topic in TOPICS:
        page = (_translated(topic, desk.language) or manual_folder() / TOPICS[topic]).read_text("utf-8")
        return f"{desk.text('cli.page_english')}\n\n{page}" if _untold(topic, desk.language) else page
    near = meant_topic(topic)
    hint = desk.text("cli.did_you_mean", nearest=f"rpg help {near}") if near else ""
    text = desk.text("cli.unknown_topic", topic=topic, hint=hint, known=topic_names())
    raise CommandError(text, code="unknown_topic")


def _untold(topic: str, language: str) -> bool:
    """Whether a page is there in English only, for a player of another language."""
    return language != "en" and topic in TOPICS and _translated(topic, language) is None


def _translated(topic: str, language: str) -> Path | None:
    """The page in `docs/<language>/`; None where it has not been written."""
    page = manual_folder() / language / TOPICS[topic]
    return page if page.is_file() else None


def meant_topic(word: str) -> str:
    """The page or command whose name is near; "" for none."""
    from rpg.text.nearest import nearest

    return nearest(word, [*topic_names(), *COMMANDS])


def manual_folder() -> Path:
    """The manual in the wheel, or beside the package in an editable install."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "_docs"
    return inside if inside.is_dir() else package.parent / "docs"


def _show(desk: Desk, page: str) -> None:
    if not desk.out.isatty():
        desk.say(page)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(file=desk.out)
    with console.pager(styles=True):
        console.print(Markdown(page))
