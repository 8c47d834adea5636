"""Where configuration, saves, worlds and caches live.

`RPG_HOME` moves all of them together; otherwise the platform's folders are used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

APP = "rpg"


@dataclass(frozen=True, slots=True)
class Paths:
    """Folders of one player. worlds: searched in this order. saves: where new saves go."""

    config: Path
    data: Path
    cache: Path
    saves: Path
    worlds: tuple[Path, ...]

    @property
    def config_file(self) -> Path:
        return self.config / "config.toml"


def packaged_worlds() -> Path:
    """The worlds that come with the game: in the wheel, or beside the package in an editable install."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "_worlds"
    return inside if inside.is_dir() else package.parent / "worlds"


def find_paths(
    environ: Mapping[str, str], cwd: Path, *, worlds: str | None = None, saves: str | None = None
) -> Paths:
    """The folders for an environment and a working folder; `worlds` and `saves` are the command line's.

    Saves: the argument, `RPG_SAVES`, `./saves` beside `./worlds`, else the data folder.
    """
    config, data, cache = _homes(environ)
    return Paths(config, data, cache, _saves(environ, cwd, data, saves), _worlds(environ, cwd, data, worlds))


def _homes(environ: Mapping[str, str]) -> tuple[Path, Path, Path]:
    home = environ.get("RPG_HOME")
    if home:
        base = Path(home).expanduser()
        return base / "config", base / "data", base / "cache"
    from platformdirs import PlatformDirs

    dirs = PlatformDirs(APP, appauthor=False)
    return Path(dirs.user_config_dir), Path(dirs.user_data_dir), Path(dirs.user_cache_dir)


def _saves(environ: Mapping[str, str], cwd: Path, data: Path, argument: str | None) -> Path:
    named = argument or environ.get("RPG_SAVES")
    if named:
        return Path(named).expanduser()
    if (cwd / "saves").is_dir() and (cwd / "worlds").is_dir():
        return cwd / "saves"
    return data / "saves"


def _worlds(environ: Mapping[str, str], cwd: Path, data: Path, argument: str | None) -> tuple[Path, ...]:
    named = argument or environ.get("RPG_WORLDS")
    first = [Path(named).expanduser()] if named else []
    folders = [*first, cwd / "worlds", data / "worlds", packaged_worlds()]
    unique = {folder.resolve(): folder for folder in reversed(folders)}
    return tuple(reversed(unique.values()))
