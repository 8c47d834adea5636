"""What can be done with a save from the title: play on, rename, copy, delete."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.app import App

from rpg.store.errors import SaveError
from rpg.store.filing import TRASH, copy_save, discard_save, rename_save
from rpg.store.library import Entry, free_path, path_for
from rpg.text.clean import clean_line
from rpg.tui.dialogs.choose import Choice, ChooseDialog
from rpg.tui.dialogs.value import TextDialog
from rpg.tui.words import say


async def manage_save(app: App[Any], entry: Entry) -> str:
    """Ask what to do and do it; "open" where the player wants to play on. Raises SaveError."""
    acts = [*(() if entry.error is not None else ("open",)), "rename", "copy", "delete"]
    choices = [Choice(act, say(app, f"save_{act}")) for act in acts]
    act = await app.push_screen_wait(ChooseDialog(clean_line(entry.name), choices))
    match act:
        case "rename":
            target = await _asked(app, entry.path, "save_name", entry.name)
            if target is not None and target != entry.path:
                rename_save(entry.path, target)
        case "copy":
            free = free_path(entry.path.parent, entry.name)
            target = await _asked(app, entry.path, "save_copy_name", free.stem)
            if target is not None:
                copy_save(entry.path, target)
        case "delete":
            await _delete(app, entry)
        case _:
            pass
    return act or ""


async def _asked(app: App[Any], path: Path, title: str, name: str) -> Path | None:
    """Where a save of a new name goes; one that cannot be is told, and asked for again."""

    def wrong(text: str) -> str:
        try:
            target = path_for(path.parent, text)
        except SaveError as error:
            return say(app, "save_bad_name", suggestion=error.values["suggestion"])
        return say(app, "save_taken") if target.exists() and (target != path or text != name) else ""

    typed = await app.push_screen_wait(TextDialog(say(app, title), name, wrong=wrong))
    return None if typed is None else path_for(path.parent, typed)


async def _delete(app: App[Any], entry: Entry) -> None:
    """Asked first; what is deleted can be taken back by hand."""
    choices = [Choice("no", say(app, "save_delete_no")), Choice("yes", say(app, "save_delete_yes"))]
    title = say(app, "save_delete_title", name=clean_line(entry.name))
    lead = say(app, "save_delete_lead", folder=entry.path.parent / TRASH)
    if await app.push_screen_wait(ChooseDialog(title, choices, lead=lead)) == "yes":
        app.notify(say(app, "save_deleted", path=discard_save(entry.path)), markup=False)
