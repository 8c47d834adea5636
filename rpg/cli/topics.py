"""`rpg help [TOPIC]`: the pages of the manual, in the terminal."""

from __future__ import annotations

from pathlib import Path

from rpg.cli.output import CommandError, Desk

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


def help(desk: Desk) -> int:
    """Lists the topics, or shows one."""
    topic = desk.args.topic
    if topic is None and desk.json:
        desk.document({"topics": list(TOPICS)})
        return 0
    if topic is None:
        desk.say(desk.text("cli.topics"))
        for name in TOPICS:
            desk.say(f"  rpg help {name:<10}  {desk.text(f'cli.topic_{name}')}")
        return 0
    if topic not in TOPICS:
        raise CommandError(
            desk.text("cli.unknown_topic", topic=topic, known=", ".join(TOPICS)), code="unknown_topic"
        )
    page = (manual_folder() / TOPICS[topic]).read_text("utf-8")
    if desk.json:
        desk.document({"topic": topic, "text": page})
    else:
        _show(desk, page)
    return 0


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
