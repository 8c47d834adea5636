"""Signs for terminals whose encoding cannot write a character: plain ones that look alike, else question marks."""

from __future__ import annotations

import codecs
from typing import Any

from rpg.text.cells import cell_width

HANDLER = "rpg-plain-signs"

_PLAIN = {
    **dict.fromkeys("│┃║╎┆▌▐▏▎▍▎├┤", "|"),
    **dict.fromkeys("─━═╌▁▂▃▄▔—–", "-"),
    **dict.fromkeys("╭╮╰╯┌┐└┘┼┬┴╔╗╚╝", "+"),
    **dict.fromkeys("█▇▆▅▉▊▋■", "#"),
    **dict.fromkeys("░▒▓·…", "."),
    **dict.fromkeys("●•◉☑", "*"),
    **dict.fromkeys("○◯☐", "o"),
    **dict.fromkeys("❯›▸→»⇄", ">"),
    **dict.fromkeys("←‹«", "<"),
    **dict.fromkeys("“”„", '"'),
    **dict.fromkeys("‘’‚", "'"),
    "▀": "#",
    **dict(zip("⚀⚁⚂⚃⚄⚅", "123456", strict=True)),
    "×": "x",
    "✎": "~",
    "↑": "^",
    "↓": "v",
    "−": "-",
    "§": "$",
}


def plain_sign(character: str) -> str:
    """What stands for a character, in as many cells; "?" for those nothing stands for."""
    return _PLAIN.get(character, "?" * cell_width(character))


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain_sign, error.object[error.start : error.end])), error.end


def prepare_output(stream: Any | None) -> bool:
    """Let a stream whose encoding is not Unicode show plain signs instead of codes; whether it had to be done."""
    encoding = str(getattr(stream, "encoding", None) or "utf-8")
    try:
        if codecs.lookup(encoding).name.startswith("utf"):
            return False
    except LookupError:
        return False
    codecs.register_error(HANDLER, _replaced)
    if stream is not None:
        stream.reconfigure(errors=HANDLER)
    return True
