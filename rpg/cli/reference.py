"""The table of settings as Markdown, made from the one declaration. `python -m rpg.cli.reference` prints it."""

from __future__ import annotations

from rpg.config.options import OPTIONS, allowed


def settings_page() -> str:
    """docs/settings.md: a test holds the file to this text."""
    rows = [
        f"| `{option.key}` | {_shown(option.default)} | {allowed(option).replace('|', chr(92) + '|')} | {option.scope} |"
        for option in OPTIONS
    ]
    head = [
        "# Settings",
        "",
        "`rpg config` lists them, `rpg config KEY VALUE` changes one, `--save SAVE` changes it for one story where the scope is",
        "`session`. They are kept in `config.toml` of the configuration folder.",
        "",
        "| key | default | values | scope |",
        "|---|---|---|---|",
    ]
    return "\n".join([*head, *rows]) + "\n"


def _shown(default: object) -> str:
    match default:
        case None | "":
            return "–"
        case bool(value):
            return "on" if value else "off"
    return str(default)


if __name__ == "__main__":
    print(settings_page(), end="")
