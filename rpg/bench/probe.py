"""What `rpg bench start` runs in processes of its own: an app up to its first painted screen, then away.

python -m rpg.bench.probe empty
python -m rpg.bench.probe title FOLDER
python -m rpg.bench.probe play FOLDER SAVE
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.app import App
    from textual.pilot import Pilot

SIZE = (120, 40)


def empty() -> App[None]:
    """An app with nothing in it."""
    from textual.app import App

    return App()


def title(folder: str) -> App[None]:
    """The game's title."""
    return _app(folder, None)


def play(folder: str, save: str) -> App[None]:
    """A story on its play screen."""
    return _app(folder, save)


def _app(folder: str, target: str | None) -> App[None]:
    """The game as a player starts it whose storyteller needs no network."""
    from rpg.bench.folders import bench_paths
    from rpg.config.config import Config
    from rpg.session.library import services_for
    from rpg.tui.application import RpgApp

    paths = bench_paths(Path(folder))
    config = Config(paths.config_file, {"background": "off", "narrator": "storyteller"})
    return RpgApp(services_for(paths, config, "en", {}), target)


async def leave(pilot: Pilot[Any]) -> None:
    """Waits until what the app has to show is painted, and leaves."""
    await pilot.pause()
    await pilot.pause()
    pilot.app.exit()


PROBES = {"empty": empty, "title": title, "play": play}


def main(words: list[str]) -> None:
    """Runs one probe."""
    app = PROBES[words[0]](*words[1:])  # type: ignore[operator]
    app.run(headless=True, size=SIZE, auto_pilot=leave)


if __name__ == "__main__":
    main(sys.argv[1:])
