"""Keys as terminals send them, where Textual reads them otherwise."""

from __future__ import annotations

from contextlib import suppress

DIGITS = "0123456789"
ALT_ENTER = "\x1b\r"


def mend_key_table() -> None:
    """Let Alt with a digit be that, and Alt with Enter a new line.

    Textual takes the first for the sign that one kind of keyboard has there, and the second for Enter alone,
    which would send half a message.
    """
    with suppress(ImportError):  # a table of its own, which may go away
        from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
        from textual.keys import Keys

        for digit in DIGITS:
            ANSI_SEQUENCES_KEYS.pop(f"\x1b{digit}", None)  # type: ignore[attr-defined,unused-ignore]
        ANSI_SEQUENCES_KEYS[ALT_ENTER] = (Keys.ControlJ,)  # type: ignore[index,unused-ignore]
