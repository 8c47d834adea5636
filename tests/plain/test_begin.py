"""A new story in plain mode: every question, in any order of going back, and nothing begun by halves."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from rpg.narrator.protocol import Failure, Narrator, NarratorError
from rpg.narrator.scripted import Turn
from rpg.plain.run import run_plain
from rpg.session.errors import SessionError
from rpg.session.models import Offer
from rpg.session.session import Session
from tests.plain.piping import Lines, SameNarrator
from tests.session.stories import services, telling

WORLDS = Path(__file__).parents[1] / "tui" / "worlds"
BEGUN = ["2", "1", "", "way"]
"""The second opening, an answer, the narrator that is offered, a name."""


def typed(folder: Path, lines: Sequence[str], target: str | None = None, code: int = 0) -> str:
    """What plain mode prints for lines at the list of stories, or at the questions of a world."""
    made = services(folder, telling(Turn(text="Yes."), Turn(text="And?")))
    made = replace(made, paths=replace(made.paths, worlds=(WORLDS,)))
    output = io.StringIO()
    assert run_plain(made, target, Lines(lines), output, SameNarrator()) == code
    return output.getvalue()


def story(folder: Path, name: str = "way") -> Session:
    return Session.open(folder / "saves" / f"{name}.rpg", services(folder, telling()), write=False)


def test_every_question_is_asked_and_every_answer_counts(tmp_path: Path) -> None:
    said = typed(tmp_path, ["Test Harbour", *BEGUN, "hello", "/quit"])
    for asked in ("How shall it begin?", "Where did you come ashore from?",
                  "Who tells the story?", "What is this story to be called?"):  # fmt: skip
        assert asked in said
    assert "carry over" not in said
    assert "You wake in the tavern" in said
    session = story(tmp_path)
    assert session.head_state.answers() == {"origin": "the drowned isles"}
    session.save.close()


def test_a_premise_is_asked_for_where_there_is_an_earlier_story(tmp_path: Path) -> None:
    typed(tmp_path, ["/new harbour", *BEGUN, "/quit"])
    said = typed(tmp_path, ["/new harbour", "2", "1", "an old debt", "", "later", "/quit"])
    assert "Does anything carry over" in said
    session = story(tmp_path, "later")
    assert session.head_state.premise == "an old debt"
    session.save.close()


def test_empty_lines_take_what_is_offered(tmp_path: Path) -> None:
    typed(tmp_path, ["", "", "", "", "", "/quit"], "harbour")
    session = story(tmp_path, "Test Harbour")
    assert session.head_state.answers() == {"origin": "the salt road"}
    assert "The ferry puts you off" in session.log(0, 1)[0].text
    session.save.close()


def test_one_goes_back_question_by_question_and_out(tmp_path: Path) -> None:
    said = typed(tmp_path, ["/new", "Test Harbour", "/quit"])
    assert said.count("Which world?") == 1
    said = typed(tmp_path, ["/new harbour", "2", "/back", "1", "/back", "2", *BEGUN[1:], "/quit"])
    assert said.count("How shall it begin?") == 3
    assert "You wake in the tavern" in said
    said = typed(tmp_path, ["/new harbour", "/back", "/quit"])
    assert not list((tmp_path / "saves").glob("Test*"))


def test_a_world_is_chosen_by_number_and_one_goes_back_to_the_worlds(tmp_path: Path) -> None:
    said = typed(tmp_path, ["/new", "9", "1", "/back", "1", *BEGUN, "/quit"])
    assert said.count("Which world?") == 2
    assert "Type a number from 1 to 2" in said
    assert "You wake in the tavern" in said


def test_a_name_that_is_taken_is_asked_for_again(tmp_path: Path) -> None:
    typed(tmp_path, ["/new harbour", *BEGUN, "/quit"])
    said = typed(tmp_path, ["/new harbour", "2", "1", "", "", "way", "other", "/quit"])
    assert "There is a save “way” already" in said
    assert (tmp_path / "saves" / "other.rpg").exists()


def test_the_end_of_the_input_begins_nothing(tmp_path: Path) -> None:
    for count in range(len(BEGUN)):
        typed(tmp_path, BEGUN[:count], "harbour")
    assert not list((tmp_path / "saves").glob("*.rpg"))


def test_what_cannot_be_opened_is_told_and_the_list_stays(tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "ruin.rpg").write_bytes(b"no save")
    said = typed(
        tmp_path, ["1", "nowhere", "/fly", "/help", "", "/saves", "Test Harbour", *BEGUN, "/leave", "/quit"]
    )
    assert "ruin: cannot be opened." in said
    assert said.count("ruin.rpg is not a save of this game.") >= 2
    assert "There is no world “nowhere”." in said
    assert "There is no command /fly." in said
    assert "/narrator: choose who tells the stories" in said
    assert "Go on with way" in said


def test_a_world_that_cannot_be_played_is_told_with_its_place(tmp_path: Path) -> None:
    made = services(tmp_path, telling())
    made.paths.worlds[0].mkdir()
    (made.paths.worlds[0] / "ruin.toml").write_text(
        '[world]\nname = "Ruin"\nstart = "x"\n[locations.a]\n', "utf-8"
    )
    output = io.StringIO()
    assert run_plain(made, None, Lines(["Ruin", "/new", "1"]), output, SameNarrator()) == 0
    assert output.getvalue().count("ruin.toml:3:1") == 2


def test_a_narrator_that_there_is_not_is_asked_for_again(tmp_path: Path) -> None:
    made = services(tmp_path, telling())
    teller = made.narrator

    def named(spec: str | None, settings: Mapping[str, object], language: str) -> Narrator:
        if spec == "robot":
            raise SessionError("unknown_narrator", spec=spec)
        return teller(spec, settings, language)

    output = io.StringIO()
    lines = Lines([*BEGUN[:2], "robot", "", "way", "/quit"])
    made = replace(made, narrator=named, paths=replace(made.paths, worlds=(WORLDS,)))
    assert run_plain(made, "harbour", lines, output, SameNarrator()) == 0
    assert "“robot” is no narrator." in output.getvalue()
    assert output.getvalue().count("Who tells the story?") == 2
    assert (tmp_path / "saves" / "way.rpg").exists()


class TestTheNarrator:
    """Who tells the stories, chosen from what is found."""

    OFFER = Offer("Ollama", "http://127.0.0.1:11434/v1", ("qwen3:8b",))

    @pytest.fixture
    def found(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async def offered(*_: object) -> tuple[Offer, ...]:
            return (self.OFFER,)

        monkeypatch.setattr("rpg.plain.narrator.offered_models", offered)

    def trial(self, monkeypatch: pytest.MonkeyPatch, report: dict[str, object] | NarratorError) -> None:
        async def tried(*_: object) -> dict[str, object]:
            if isinstance(report, NarratorError):
                raise report
            return report

        monkeypatch.setattr("rpg.plain.narrator.try_configured", tried)
        monkeypatch.setattr("rpg.plain.narrator.trial_lines", lambda *_: ("It streams.",))

    def kept(self, folder: Path) -> str:
        file = folder / "config" / "config.toml"
        return file.read_text("utf-8") if file.exists() else ""

    def test_one_that_works_is_kept(
        self, found: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.trial(monkeypatch, {"reachable": True, "error": None})
        said = typed(tmp_path, ["/narrator", "2", "1", "/quit"])
        assert "qwen3:8b: Ollama · http://127.0.0.1:11434/v1" in said
        assert "It streams." in said
        assert "Use it" in said
        assert 'narrator = "openai"' in self.kept(tmp_path)
        assert 'model = "qwen3:8b"' in self.kept(tmp_path)

    def test_one_that_fails_leaves_everything_as_it_was(
        self, found: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.trial(monkeypatch, NarratorError(Failure.NO_SERVER, "gone"))
        typed(tmp_path, ["/config theme light", "/narrator", "2", "2", "", "/quit"])
        assert "openai" not in self.kept(tmp_path)
        assert "base_url" not in self.kept(tmp_path)
        assert 'theme = "light"' in self.kept(tmp_path)

    def test_the_storyteller_is_kept(self, found: None, tmp_path: Path) -> None:
        said = typed(tmp_path, ["/narrator", "1", "/quit"])
        assert "The storyteller tells the stories." in said
        assert 'narrator = "storyteller"' in self.kept(tmp_path)

    def test_a_key_for_a_server_elsewhere_goes_into_the_keyring_only(
        self, found: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stored: list[tuple[str, str]] = []

        def store(address: str, key: str) -> bool:
            stored.append((address, key))
            return True

        monkeypatch.setattr("rpg.plain.narrator.store_key", store)
        self.trial(monkeypatch, {"reachable": True, "error": None})
        said = typed(tmp_path, ["/narrator", "3", "https://x.test/v1", "sk-1", "1", "/quit"])
        assert stored == [("https://x.test/v1", "sk-1")]
        assert "sk-1" not in said
        assert "sk-1" not in self.kept(tmp_path)
