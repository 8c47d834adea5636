"""The door of the terminal interface; it prepares the terminal before Textual is loaded."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rpg.session.services import Services


def run_app(services: Services, target: str | None = None) -> int:
    """Play until the player leaves; returns the exit code.

    target: a world or a save to open at once; None shows the title screen.
    """
    if os.environ.get("TERM_PROGRAM") == "iTerm.app":
        # its kitty keyboard protocol garbles what an input method commits; read when Textual is imported
        os.environ.setdefault("TEXTUAL_DISABLE_KITTY_KEY", "1")
    from rpg.tui.application import RpgApp

    app = RpgApp(services, target)
    app.run()
    return app.return_code or 0
