"""A bundle takes the books and presets of the player's library along: on another machine the same is sent."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import Rpg

WORLD = """
[world]
name = "Harbour"
[locations.quay]
description = "Wet stone."
[characters.mira]
name = "Mira Vale"
description = "Grey coat."
location = "quay"
[lorebooks.beasts]
name = "The world's own beasts"
[lorebooks.beasts.entries.gull]
keys = ["gull"]
content = "Gulls take bread."
"""
BEASTS = """
[lorebooks.beasts]
name = "Sea beasts"
[lorebooks.beasts.entries.kraken]
keys = ["kraken"]
content = "A kraken sleeps below."
[lorebooks.beasts.entries.eel]
keys = ["eel"]
content = "Eels are lucky."
"""
SALT = """
[lorebooks.salt]
name = "Salt"
[lorebooks.salt.entries.salt]
keys = ["salt"]
content = "Salt is money."
"""
PRESET = """
[presets.mine]
name = "My prose"
[[presets.mine.entries]]
id = "voice"
text = "Write like rain on a roof."
[[presets.mine.entries]]
id = "length"
text = "Two sentences."
"""
SAID = "the kraken, an eel, a gull, some salt"


def library(home: Path, **files: str) -> None:
    for name, text in files.items():
        folder, _, id = name.partition("_")
        (home / folder).mkdir(parents=True, exist_ok=True)
        (home / folder / f"{id}.toml").write_text(text, "utf-8")


def request(rpg: Rpg, save: str) -> str:
    document = rpg("context", save, "--input", SAID, "--messages", "--json").json
    return str(document["messages"])


@pytest.fixture
def elsewhere(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of another machine; the command line is there once `move` is called."""
    return home / "other" / "data"


@pytest.fixture
def bundle(home: Path, rpg: Rpg) -> tuple[Path, str]:
    """A story that uses two books and a preset of the library, some by a setting for all stories; what it sends."""
    library(home / "home" / "data", lorebooks_beasts=BEASTS, lorebooks_salt=SALT, presets_mine=PRESET)
    Path("worlds").mkdir()
    Path("worlds/harbour.toml").write_text(WORLD, "utf-8")
    rpg("new", "harbour", "--save", "s", "--narrator", "storyteller")
    assert rpg("lore", "bind", "beasts").code == 0
    rpg("config", "lore.use.beasts", "on", "--save", "s")
    assert rpg("config", "lore.use.salt", "on").code == 0
    assert rpg("lore", "off", "s", "beasts-own.eel").code == 0
    assert rpg("config", "session.preset", "mine").code == 0
    assert rpg("preset", "s", "off", "length").code == 0
    sent = request(rpg, "s")
    assert "A kraken sleeps below." in sent
    assert "Salt is money." in sent
    assert "Eels are lucky." not in sent
    assert "Write like rain on a roof." in sent
    assert "Two sentences." not in sent
    file = home / "story.zip"
    assert rpg("export", "s", "--to", "bundle", "--out", str(file)).code == 0
    return file, sent


def move(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To another machine, with nothing of this one."""
    monkeypatch.setenv("RPG_HOME", str(home / "other"))
    (home / "elsewhere").mkdir()
    monkeypatch.chdir(home / "elsewhere")


def test_the_same_is_sent_on_another_machine(
    bundle: tuple[Path, str], rpg: Rpg, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, sent = bundle
    move(home, monkeypatch)
    done = rpg("import", str(file))
    assert done.code == 0, done
    assert "“Sea beasts” from the library that came along (lorebooks/beasts.toml)" in done.out
    assert request(rpg, "s") == sent
    assert (home / "other" / "data" / "presets" / "mine.toml").is_file()
    assert not (home / "other" / "config" / "config.toml").exists()


def test_a_library_of_ones_own_is_left_alone(
    bundle: tuple[Path, str], rpg: Rpg, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, sent = bundle
    move(home, monkeypatch)
    own = {
        "lorebooks_beasts": BEASTS.replace("A kraken", "No kraken"),
        "lorebooks_salt": SALT,
        "presets_mine": PRESET.replace("rain", "snow"),
    }
    library(home / "other" / "data", **own)
    said = rpg("import", str(file)).out
    assert "is called beasts-2 here" in said
    assert "is called mine-2 here" in said
    assert request(rpg, "s") == sent
    folder = home / "other" / "data"
    assert (folder / "lorebooks" / "beasts.toml").read_text("utf-8") == own["lorebooks_beasts"]
    assert (folder / "presets" / "mine.toml").read_text("utf-8") == own["presets_mine"]
    names = sorted(file.name for file in folder.glob("*s/*.toml") if "worlds" not in file.parts)
    assert names == ["beasts-2.toml", "beasts.toml", "mine-2.toml", "mine.toml", "salt.toml"]
    rpg("import", str(file))
    assert names == sorted(file.name for file in folder.glob("*s/*.toml") if "worlds" not in file.parts)
    assert request(rpg, "s 2") == sent


def test_a_bundle_without_books_of_ones_own_holds_no_library(rpg: Rpg, home: Path) -> None:
    library(home / "home" / "data", lorebooks_salt=SALT, presets_mine=PRESET)
    rpg("new", "lantern-harbour", "--save", "s")
    rpg("export", "s", "--to", "bundle", "--out", "story.zip")
    with zipfile.ZipFile("story.zip") as archive:
        assert not [name for name in archive.namelist() if name.startswith("library/")]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("library/lorebooks.toml", "[lorebooks.x"),
        ("library/lorebooks.toml", "[lorebooks.x]\nentries = 3\n"),
        ("library/lorebooks.toml", '[lorebooks."../../x"]\nname = "X"\n'),
        ("library/presets.toml", "[presets.x]\nentries = 'no'\n"),
    ],
)
def test_a_library_that_cannot_be_read_brings_nothing(
    name: str, text: str, bundle: tuple[Path, str], rpg: Rpg, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, _ = bundle
    spoilt = home / "spoilt.zip"
    with zipfile.ZipFile(file) as archive, zipfile.ZipFile(spoilt, "w") as copy:
        for entry in archive.namelist():
            copy.writestr(entry, text if entry == name else archive.read(entry))
    move(home, monkeypatch)
    done = rpg("import", str(spoilt))
    assert done.code == 1
    assert done.err.startswith(f"error: {spoilt}: {name}")
    assert not list((home / "other").rglob("*.rpg"))
    assert not list((home / "other").rglob("*.toml"))
