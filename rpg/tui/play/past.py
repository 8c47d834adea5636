"""Acts on messages of the past: change, insert, delete, go there, settle what does not fit any more."""

from __future__ import annotations

from textual import work

from rpg.runtime.carry import outcome_text
from rpg.session.unrecorded import suspicion_text
from rpg.text.clean import clean_line, clean_text
from rpg.text.markdown import code_blocks
from rpg.timeline.tree import is_on_path
from rpg.tui.dialogs.choose import Choice, ChooseDialog
from rpg.tui.dialogs.edit import EditDialog
from rpg.tui.errors import PlayerError, explain
from rpg.tui.hand.ask import HandDesk
from rpg.tui.hand.facts import HandFact, story_facts_by_hand
from rpg.tui.play.acts import PlayActs
from rpg.tui.timeline.look import Misfit, misfits_of
from rpg.tui.timeline.screen import TimelineScreen
from rpg.tui.words import language_of, say

MOST_CODE = 9
"""Preformatted blocks of a message that its menu offers to copy."""


class PlayPast(PlayActs):
    """What can be done with any node; the menus of messages and of the timeline lead here."""

    def show_state(self, node: int) -> None:
        """Show what was true at a node."""
        raise NotImplementedError

    @work(group="dialog", exclusive=True)
    async def action_timeline(self) -> None:
        wish = await self.app.push_screen_wait(TimelineScreen(self.session))
        if wish is not None:
            await self.do_with(wish.kind, wish.node)

    @work(group="dialog", exclusive=True)
    async def message_menu(self, index: int) -> None:
        """What can be done with a message."""
        entry = self.source.log(index)
        choices = [Choice("copy", say(self, "message_copy"))]
        code = code_blocks(clean_text(entry.text))[:MOST_CODE]
        choices += [
            Choice(
                f"code {number}",
                say(self, "message_copy_code", line=clean_line(block.strip().split("\n")[0])),
            )
            for number, block in enumerate(code, start=1)
        ]
        if entry.notices:
            choices.insert(0, Choice("resolve", say(self, "timeline_resolve")))
        choices += [
            Choice(f"pick {number}", say(self, "message_pick", number=number, count=entry.replies))
            for number in range(1, entry.replies + 1)
            if number != entry.reply
        ]
        acts = ("goto", "edit", "delete", "insert", "state")
        choices += [Choice(act, say(self, f"message_{act}")) for act in acts]
        lead = say(self, "message_lead", turn=entry.turn, place=clean_line(entry.place))
        chosen = await self.app.push_screen_wait(ChooseDialog(say(self, "message_title"), choices, lead=lead))
        match (chosen or "").split():
            case ["copy"]:
                self._copy(entry.text)
            case ["code", number]:
                self._copy(code[int(number) - 1])
            case ["pick", number]:
                await self.act(self.session.pick(int(number), entry.node))
            case ["state"]:
                self.show_state(entry.node)
            case [kind]:
                await self.do_with(kind, entry.node)
            case _:
                pass

    def _copy(self, text: str) -> None:
        self.app.copy_to_clipboard(text)
        self.notify(say(self, "copied"))

    async def do_with(self, kind: str, node: int) -> None:
        """Do with a node what was chosen in a menu."""
        match kind:
            case "goto":
                await self.act(self.session.goto(node))
            case "edit":
                await self._edit(node)
            case "insert":
                await self._insert(node)
            case "delete":
                await self._delete(node)
            case "resolve":
                await self._resolve(node)
            case _:
                pass

    # ---- words

    async def _edit(self, node: int) -> None:
        """Other words, and what becomes of what happened there."""
        content = self.session.save.node(node).content
        text = await self.app.push_screen_wait(EditDialog(content.text))
        if text is None or text.strip() == content.text:
            return
        choices = [Choice("keep", say(self, "events_keep")), Choice("drop", say(self, "events_drop"))]
        if content.kind == "narration" and not self.session.narrator.traits.offline:
            choices.append(Choice("reread", say(self, "events_reread")))
        asked = bool(content.edits) or len(choices) > 2
        title, lead = say(self, "events_title"), say(self, "events_lead")
        events = await self.app.push_screen_wait(ChooseDialog(title, choices, lead=lead)) if asked else "keep"
        match events:
            case "keep" | "drop":
                await self.act(self.session.edit(node, text, events))
            case "reread":
                try:
                    self.run_turn(self.session.reread(node, text))
                except PlayerError as error:
                    self.notify(explain(error, language_of(self)), severity="warning", markup=False)
            case _:
                pass

    async def _insert(self, after: int) -> None:
        """A message of the player or of the story behind a node."""
        choices = [Choice(kind, say(self, f"insert_{kind}")) for kind in ("player", "narration")]
        kind = await self.app.push_screen_wait(ChooseDialog(say(self, "message_insert"), choices))
        if kind is None:
            return
        text = await self.app.push_screen_wait(EditDialog("", title=say(self, f"insert_{kind}")))
        if text and text.strip():
            await self.act(self.session.insert(after, "player" if kind == "player" else "narration", text))

    async def _delete(self, node: int) -> None:
        choices = [Choice(what, say(self, f"delete_{what}")) for what in ("turn", "only")]
        title, lead = say(self, "message_delete"), say(self, "delete_lead")
        what = await self.app.push_screen_wait(ChooseDialog(title, choices, lead=lead))
        if what is not None:
            await self.act(self.session.delete(node, only=what == "only"))

    # ---- what does not fit

    async def _resolve(self, node: int) -> None:
        """Settle an edit that drifted or could not be applied."""
        misfit = await self._which_misfit(node)
        if misfit is None:
            return
        sentence = clean_line(outcome_text(misfit.outcome, language_of(self)))
        ways = ["accept"] if misfit.outcome.status == "drifted" else []
        ways += ["drop", "repair"]
        if self.session.save.link(node).kind == "narration":
            ways.append("renarrate")
        choices = [Choice(way, say(self, f"resolve_{way}")) for way in ways]
        chosen = await self.app.push_screen_wait(
            ChooseDialog(say(self, "timeline_resolve"), choices, lead=sentence)
        )
        match chosen:
            case "accept":
                await self.act(self.session.accept_drift(node))
            case "drop":
                await self.act(self.session.drop_edits(node, [misfit.position]))
            case "repair":
                await self.change_by_hand()
            case "renarrate":
                await self._renarrate(node)
            case _:
                pass

    async def _renarrate(self, node: int) -> None:
        """Tell the story anew from a reply on; what came after it stays a branch."""
        save = self.session.save
        if not is_on_path(save, node, save.head) and not await self.act(self.session.goto(node)):
            return
        after = self.session.log_length - save.link(node).message
        self.run_turn(self.session.renarrate(node), hiding=after + 1)

    async def _which_misfit(self, node: int) -> Misfit | None:
        found = misfits_of(self.session.story, node)
        if len(found) < 2:
            return found[0] if found else None
        language = language_of(self)
        choices = [
            Choice(str(n), clean_line(outcome_text(one.outcome, language))) for n, one in enumerate(found)
        ]
        chosen = await self.app.push_screen_wait(ChooseDialog(say(self, "timeline_resolve"), choices))
        return None if chosen is None else found[int(chosen)]

    # ---- what was told and not recorded

    @work(group="dialog", exclusive=True)
    async def action_record(self) -> None:
        """Make true what the last reply told without recording it."""
        found, language = self.session.unrecorded(), language_of(self)
        state = self.session.head_state
        number = "1"
        if len(found) > 1:
            choices = [
                Choice(str(n), clean_line(suspicion_text(one, state, language)))
                for n, one in enumerate(found, 1)
            ]
            chosen = await self.app.push_screen_wait(ChooseDialog(say(self, "record_title"), choices))
            if chosen is None:
                return
            number = chosen
        self.save_draft()
        try:
            await self.session.record(int(number))
        except PlayerError as error:
            self.notify(explain(error, language), severity="warning", markup=False)
            return
        self.story_moved()

    # ---- facts by hand

    @work(group="dialog", exclusive=True)
    async def action_change(self) -> None:
        """Change a fact of the story by hand."""
        await self.change_by_hand()

    async def change_by_hand(self, facts: tuple[HandFact, ...] = ()) -> None:
        """Ask which of `facts` (by default those of the story) to change, and change it."""
        language = language_of(self)
        self.save_draft()
        desk = HandDesk(self.app, self.session, language, author=self.author)
        try:
            done = await desk.change_one_of(facts or story_facts_by_hand(self.session.head_state, language))
        except PlayerError as error:
            self.notify(explain(error, language), severity="warning", markup=False)
            return
        if done:
            self.story_moved()
