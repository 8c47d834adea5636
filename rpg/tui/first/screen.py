"""The first start on the screen: looks for servers, tests the one chosen, says in plain words what works."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from textual import work
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList

from rpg.narrator.addresses import api_address, is_loopback, shown_address
from rpg.narrator.keys import store_key
from rpg.session.models import Offer, offered_models, trial_lines, try_configured
from rpg.session.narrators import STORYTELLER
from rpg.session.services import Services
from rpg.session.tellers import Teller, tellers
from rpg.text.cells import cut
from rpg.text.clean import clean_line
from rpg.tui.dialogs.frame import Dialog, plain
from rpg.tui.dialogs.value import TextDialog
from rpg.tui.errors import PlayerError, explain
from rpg.tui.prose import Prose
from rpg.tui.rows.prose_list import ProseList
from rpg.tui.words import language_of, say

DETAIL_CELLS = 62
TRIED = ("base_url", "narrator", "model")
"""Settings that a trial changes."""

OTHER, USE, BACK = ":other", ":use", ":back"

Remember = Callable[[Mapping[str, str | None]], Services]
"""Keeps settings of the player and returns the services that go with them."""


class FirstStart(Dialog[bool]):
    """Returns whether a choice was made and remembered."""

    DEFAULT_CSS = """
    FirstStart { background: $background; }
    FirstStart > #box { width: 84; height: 18; max-height: 94%; }
    FirstStart #state { color: $text-muted; height: auto; margin-top: 1; }
    FirstStart OptionList { height: 1fr; max-height: 14; }
    """

    def __init__(self, services: Services, remember: Remember) -> None:
        super().__init__()
        self._services = services
        self._remember = remember
        self._tellers: tuple[Teller, ...] = ()
        self._tried: Teller | None = None
        self._before = {key: services.config.values.get(key) for key in TRIED}

    def title_text(self) -> str:
        return say(self, "first_title")

    def hint_text(self) -> str:
        return say(self, "first_hint")

    def body(self) -> ComposeResult:
        yield plain(say(self, "first_lead"), "lead")
        yield ProseList()
        yield Prose(id="state")

    def on_mount(self) -> None:
        self._show(tellers((), language_of(self)))
        self._say(say(self, "first_searching"))
        self._search()

    @work(exclusive=True, group="first", exit_on_error=False)
    async def _search(self) -> None:
        """Servers on this machine, and the one that the environment names."""
        found: tuple[Offer, ...] = ()
        try:
            found = await offered_models(self._services.config, self._services.environ)
        except PlayerError as error:
            self._say(explain(error, language_of(self)))
        self._show(tellers(found, language_of(self)))
        self._say(say(self, "first_found" if any(one.models for one in found) else "first_none"))

    def _show(self, found: tuple[Teller, ...]) -> None:
        self._tellers, self._tried = found, None
        self._say_keys("first_hint")
        options = self.query_one(ProseList)
        other = Content.styled(say(self, "first_other"), "$text-success"), OTHER
        options.put([*((_text(one), str(at)) for at, one in enumerate(found)), other])
        options.highlighted = 1 if len(found) > 1 else 0
        options.focus()

    def _say(self, text: str) -> None:
        self.query_one("#state", Prose).update(Content(text))

    # ---- choosing

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        match event.option_id:
            case None:
                return
            case ":other":
                self._ask_address()
            case ":use":
                self._keep()
            case ":back":
                self._choose_again()
            case number:
                self._choose(self._tellers[int(number)])

    def _choose(self, teller: Teller) -> None:
        if not teller.address:
            self._remember({"narrator": STORYTELLER})
            self.dismiss(True)
            return
        self._try(teller)

    @work(exclusive=True, group="dialog")
    async def _ask_address(self) -> None:
        """A server that was not found by itself."""
        title, lead = say(self, "first_address"), say(self, "first_address_lead")
        address = await self.app.push_screen_wait(TextDialog(title, "http://127.0.0.1:8080/v1", lead=lead))
        if not address:
            return
        if not is_loopback(api_address(address)):
            await self._ask_key(address)
        self._try(Teller(address, "", address))

    async def _ask_key(self, address: str) -> None:
        """A key for a server elsewhere goes into the system's keyring and nowhere else."""
        title, lead = say(self, "first_key"), say(self, "first_key_lead")
        key = await self.app.push_screen_wait(TextDialog(title, lead=lead, secret=True))
        if key and not store_key(address, key):
            self.notify(say(self, "first_no_keyring"), severity="warning", markup=False)

    @work(exclusive=True, group="first", exit_on_error=False)
    async def _try(self, teller: Teller) -> None:
        """Test the connection and the model, and say what works."""
        self._tried = teller
        self._say_keys("first_hint_step")
        self._say(say(self, "first_trying", model=teller.model or shown_address(teller.address)))
        services = self._remember(
            {"base_url": teller.address, "narrator": None, "model": teller.model or None}
        )
        self._services = services
        language = language_of(self)
        try:
            report = await self._trial(services, teller.model or None, language)
        except PlayerError as error:
            self._say(explain(error, language))
            return
        self._say("\n".join(clean_line(line) for line in trial_lines(report, language)))
        self._offer(bool(report["reachable"]) and report["error"] is None)

    def _trial(self, services: Services, model: str | None, language: str) -> Awaitable[dict[str, Any]]:
        return try_configured(services.config, services.environ, services.learned, model, language)

    def _offer(self, works: bool) -> None:
        """Use what was tried, or choose again."""
        options = self.query_one(ProseList)
        use = say(self, "first_use" if works else "first_use_anyway")
        options.put([(Content(use), USE), (Content(say(self, "first_again")), BACK)])
        options.highlighted = 0 if works else 1
        options.focus()

    def _keep(self) -> None:
        if self._tried is not None:
            self._remember({"narrator": "openai", "model": self._tried.model or None})
        self.dismiss(True)

    def _say_keys(self, key: str) -> None:
        """The keys of this step, below on the frame."""
        self.query_one("#box").border_subtitle = Content(say(self, key))

    def _choose_again(self) -> None:
        """Back to the list, with nothing of a trial kept."""
        self.workers.cancel_group(self, "first")
        self._services = self._remember(self._before)
        self._show(self._tellers)
        self._say("")

    def action_back(self) -> None:
        """One step back; from the first one out."""
        if self._tried is not None:
            self._choose_again()
        else:
            self.dismiss(False)


def _text(teller: Teller) -> Content:
    label = Content.styled(teller.label, "bold")
    detail = Content.styled(f"\n  {cut(teller.detail, DETAIL_CELLS)}", "dim") if teller.detail else ""
    return Content.assemble(label, detail)
