"""The door of the terminal interface; it prepares the terminal before Textual is loaded."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rpg.session.services import Services


def run_app(services: Services, target: str | None = None, *, author: bool = False) -> int:
    """Play until the player leaves; returns the exit code.

    target: a world or a save to open at once; None shows the title screen. author: whether what the game keeps
    back is shown.
    """
    if os.environ.get("TERM_PROGRAM") == "iTerm.app":
        # its kitty keyboard protocol garbles what an input method commits; read when Textual is imported
        os.environ.setdefault("TEXTUAL_DISABLE_KITTY_KEY", "1")
    from rpg.session.library import renewed
    from rpg.session.tellers import is_first_start
    from rpg.text.signs import prepare_output
    from rpg.tui.application import RpgApp
    from rpg.tui.dialogs.portrait import prepare_portraits
    from rpg.tui.keys import mend_key_table

    prepare_output(sys.__stderr__)  # where Textual draws
    mend_key_table()
    prepare_portraits()

    first = target is None and is_first_start(services)
    app = RpgApp(services, target, author=author, first=first, renew=renewed)
    app.run()
    return app.return_code or 0
