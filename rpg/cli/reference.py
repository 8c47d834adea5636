"""The table of settings as Markdown, made from the one declaration. `python -m rpg.cli.reference` prints it."""

from __future__ import annotations

from rpg.config.options import KEPT, OPTIONS, allowed
from rpg.text.messages import message


def settings_page() -> str:
    """docs/settings.md: a test holds the file to this text."""
    rows = [
        f"| `{option.key}` | {_shown(option.default)} | {_cell(allowed(option))} | {option.scope} | {_cell(message('en', f'options.{option.key}'))} |"
        for option in OPTIONS
    ]
    head = [
        "# Settings",
        "",
        "`rpg config` lists them, `rpg config KEY VALUE` changes one, `--save SAVE` changes it for one story where the scope is",
        "`session`. They are kept in `config.toml` of the configuration folder.",
        "",
        "| key | default | values | scope | what it does |",
        "|---|---|---|---|---|",
    ]
    return "\n".join([*head, *rows, *_kept()]) + "\n"


def _kept() -> list[str]:
    """What stands among a save's settings and has a command of its own."""
    rows = [f"| `{one.key}` | {_cell(one.value)} | `{_cell(one.command)}` |" for one in KEPT]
    return [
        "",
        "A save keeps these among its settings as well. Other commands, and the screens for lore and presets, set them:",
        "",
        "| key | values | set by |",
        "|---|---|---|",
        *rows,
        "",
        "In `config.toml` the tables `[tools.NAME]` and `[mcp.servers.NAME]` declare tools and servers of your own:",
        "[tools.md](tools.md).",
    ]


def _cell(text: str) -> str:
    return text.replace("|", r"\|")


def _shown(default: object) -> str:
    match default:
        case None | "":
            return "–"
        case bool(value):
            return "on" if value else "off"
    return str(default)


if __name__ == "__main__":
    print(settings_page(), end="")
