"""The wizard on the screen: one question at a time, Esc goes a step back."""

from __future__ import annotations

from pathlib import Path

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList

from rpg.session.errors import SessionError
from rpg.session.library import has_story, worlds
from rpg.session.narrators import chosen_spec
from rpg.session.newstory import Ground, Option, Step, next_step, opening_of, step_count
from rpg.session.services import Services
from rpg.session.session import Session
from rpg.store.library import free_path, path_for
from rpg.text.cells import cut
from rpg.text.clean import clean_text
from rpg.tui.dialogs.frame import Dialog
from rpg.tui.errors import PlayerError, explain
from rpg.tui.prose import Prose
from rpg.tui.rows.prose_list import ProseList
from rpg.tui.words import language_of, say
from rpg.world.find import WorldNotFound, find_world
from rpg.world.model import World

DETAIL_CELLS = 330
"""Cells of what is told about an option, five lines or so."""

MOST_PROBLEMS = 5


class Wizard(Dialog[Session | None]):
    """Returns the new session, or None."""

    DEFAULT_CSS = """
    Wizard { background: $background; }
    Wizard > #box { height: 90%; max-height: 30; }
    Wizard #ask { text-style: bold; margin-bottom: 1; }
    Wizard #help { color: $text-muted; margin-bottom: 1; }
    Wizard #error { color: $text-error; margin-bottom: 1; max-height: 40%; }
    Wizard #choice { height: 1fr; }
    Wizard OptionList { max-height: 100%; }
    Wizard .-free OptionList { max-height: 75%; }
    """

    def __init__(self, services: Services, world: str | None = None) -> None:
        super().__init__()
        self._services = services
        self._wanted = world
        self._world: World | None = None
        self._answers: dict[str, str] = {}
        self._found = worlds(services)
        self._earlier = has_story(services)
        self._step: Step | None = None

    def title_text(self) -> str:
        return say(self, "wizard_title")

    def hint_text(self) -> str:
        return say(self, "wizard_hint")

    def body(self) -> ComposeResult:
        yield Prose(id="ask")
        yield Prose(id="help")
        yield Prose(id="error")
        with Vertical(id="choice"):
            yield ProseList()
            yield Input()

    def on_mount(self) -> None:
        problem = "" if self._wanted is None else self._take_world(self._wanted)
        self._show()
        self._complain(problem)

    # ---- steps

    @property
    def _ground(self) -> Ground:
        services = self._services
        configured = chosen_spec(services.spec, services.config, {}, services.environ)
        name = free_path(services.paths.saves, self._world.name).stem if self._world else ""
        return Ground(self._found, language_of(self), configured, name, self._earlier)

    def _show(self) -> None:
        """Show the next question, or finish."""
        step = next_step(self._ground, self._answers, self._world)
        if step is None:
            self._create()
            return
        self._step = step
        box = self.query_one("#box")
        box.border_title = Content(f"{self.title_text()} · {self._place()}")
        box.border_subtitle = Content(say(self, self._hint(step)))
        self.query_one("#ask", Prose).update(Content(step.ask))
        self.query_one("#help", Prose).update(Content(step.help))
        self.query_one("#help").display = bool(step.help)
        self._show_options(step)
        self._show_input(step)
        self._complain("")
        self._focus(step)

    def _place(self) -> str:
        """Which of how many questions; how many is known with the world."""
        if self._world is None:
            return "1"
        return f"{len(self._answers) + 2}/{step_count(self._ground, self._world)}"

    def _hint(self, step: Step) -> str:
        """Which keys are told below on the frame."""
        if self._world is not None and len(self._answers) + 2 == step_count(self._ground, self._world):
            return "wizard_hint_last"
        if not step.options:
            return "wizard_hint_free"
        return "wizard_hint_both" if step.free else "wizard_hint"

    def _show_options(self, step: Step) -> None:
        options = self.query_one(ProseList)
        options.put((_text(option), f"{step.key}:{index}") for index, option in enumerate(step.options))
        options.display = bool(step.options)
        values = [option.value for option in step.options]
        options.highlighted = (
            values.index(step.default) if step.default in values else (0 if values else None)
        )

    def _show_input(self, step: Step) -> None:
        field = self.query_one(Input)
        field.display = step.free
        self.query_one("#choice").set_class(step.free, "-free")
        field.value = step.default if step.free and not step.options else ""
        key = (
            "wizard_empty" if not step.options else "wizard_other" if step.key == "narrator" else "wizard_own"
        )
        field.placeholder = say(self, key)

    def _focus(self, step: Step) -> None:
        (self.query_one(OptionList) if step.options else self.query_one(Input)).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A key that was pressed on the question before answers nothing here."""
        if self._step is None or event.option_id is None:
            return
        asked, _, index = event.option_id.rpartition(":")
        if asked == self._step.key:
            self._answer(self._step.options[int(index)].value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if self._step is not None:
            self._answer(event.value.strip() or self._step.default)

    def _answer(self, value: str) -> None:
        if self._step is None:
            return
        if self._step.key == "world":
            problem = self._take_world(value)
            self._show()
            self._complain(problem)
        else:
            self._answers[self._step.key] = value
            self._show()

    def action_back(self) -> None:
        """One question back; from the first one out."""
        if self._answers:
            self._answers.popitem()
        elif self._world is not None:
            self._world = None
        else:
            self.dismiss(None)
            return
        self._show()

    # ---- the world and the end

    def _take_world(self, name: str) -> str:
        """Choose a world by name or path; what is wrong with it, "" when it can be played."""
        language = language_of(self)
        try:
            found = find_world(name, self._services.paths.worlds)
        except WorldNotFound as error:
            return explain(SessionError("unknown_world", name=error.text, nearest=""), language)
        reading = found.read()
        errors = [problem for problem in reading.problems if problem.severity == "error"]
        if reading.world is None or errors:
            lines = [f"{problem.place}: {problem.sentence(language)}" for problem in errors[:MOST_PROBLEMS]]
            return clean_text("\n".join(lines))
        self._world = reading.world
        return ""

    def _create(self) -> None:
        assert self._world is not None
        services = self._services
        seed = int(services.now() * 1000)
        try:
            path: Path = path_for(services.paths.saves, self._answers["name"])
            session = Session.create(path, self._world, opening_of(self._answers, seed), services)
        except PlayerError as error:
            self._answers.pop("name", None)
            self._show()
            self._complain(explain(error, language_of(self)))
            return
        self.dismiss(session)

    def _complain(self, sentence: str) -> None:
        error = self.query_one("#error", Prose)
        error.update(Content(sentence))
        error.display = bool(sentence)


def _text(option: Option) -> Content:
    detail = cut(option.detail, DETAIL_CELLS)
    if not detail:
        return Content.styled(option.label, "bold")
    return Content.assemble(Content.styled(option.label, "bold"), Content.styled(f"\n  {detail}", "dim"))
