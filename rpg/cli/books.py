"""`rpg lore list|add|bind|unbind|edit`: the books of a save and of the player's library."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rpg.cli.opening import open_session
from rpg.cli.output import USAGE, CommandError, Desk
from rpg.session import binding
from rpg.session.books import BookShelf
from rpg.session.lorebooks import book_rows, library_rows
from rpg.text.messages import aside
from rpg.text.messages import listed as told_list
from rpg.world.ids import is_id
from rpg.world.problem import problem_line


async def listed(desk: Desk) -> int:
    """The books of a save, or of the library: how many entries, whether they take part, what binds them."""
    if not desk.args.save:
        shelf = _shelf(desk)
        return _show(desk, library_rows(shelf), shelf)
    return await _listed(desk)


async def _listed(desk: Desk) -> int:
    async with open_session(desk, desk.args.save, write=False) as session:
        return _show(desk, book_rows(session), session.bookshelf)


def _shelf(desk: Desk) -> BookShelf:
    return BookShelf(desk.paths.data / "lorebooks")


def _show(desk: Desk, rows: list[dict[str, Any]], shelf: BookShelf) -> int:
    problems = [problem_line(one, desk.language) for one in shelf.own().problems]
    if desk.json:
        desk.document({"books": rows, "problems": problems})
        return 0
    if not rows:
        desk.say(desk.text("books.none"))
    for row in rows:
        mark = desk.mark(row["takes_part"] and row["enabled"])
        bound = aside(desk.language, told_list(desk.language, row["bind"]))
        source = desk.text(f"books.source_{row['source']}")
        desk.say(
            f"{mark} {row['id']:<20} {row['rules']:<7} {row['entries']:>5}  {row['name']}{bound} · {source}"
        )
    for problem in problems:
        desk.say(desk.text("books.problem", problem=problem))
    return 0


def add(desk: Desk) -> int:
    """Lorebooks of any known kind into the library; a file that cannot be taken does not keep the others out."""
    from rpg.cli.exchange import print_report
    from rpg.exchange.errors import ExchangeError, sentence
    from rpg.exchange.lorebooks.library import Added, add_books
    from rpg.exchange.report import report_document

    shelf = _shelf(desk)
    added: list[Added] = []
    errors: list[ExchangeError] = []
    for name in desk.args.files:
        try:
            added += add_books(Path(name).expanduser(), shelf.folder, frozenset(shelf.own().sheets))
        except ExchangeError as error:
            errors.append(error)
    if desk.json:
        rows = [
            {
                "id": one.id,
                "name": one.name,
                "entries": one.entries,
                "file": str(one.file),
                "report": report_document(one.report, desk.language),
            }
            for one in added
        ]
        wrong = [{"code": one.code, "message": sentence(one, desk.language)} for one in errors]
        desk.document({"added": rows, "errors": wrong})
    else:
        for one in added:
            values = {"id": one.id, "name": one.name, "entries": one.entries, "file": one.file}
            desk.say(desk.text("books.added", **values))
            print_report(desk, one.report)
    for refused in errors:
        desk.err.write(f"error: {sentence(refused, desk.language)}\n")
    return 1 if errors else 0


async def bind(desk: Desk) -> int:
    """A book takes part: in one story, or in every story of the player."""
    if desk.args.save:
        return await _bind_here(desk)
    args, shelf = desk.args, _shelf(desk)
    if args.act == "unbind":
        binding.unbind_for_player(desk.config, shelf, args.book)
        return _bound(desk, "unbound_player", ())
    wrong = next((id for id in args.character if not is_id(id)), None)
    if wrong is not None:
        raise CommandError(desk.text("books.not_an_id", name=wrong), code="usage", exit=USAGE)
    binding.bind_for_player(desk.config, shelf, args.book, args.character)
    return _bound(desk, "bound_player", args.character)


async def _bind_here(desk: Desk) -> int:
    args = desk.args
    async with open_session(desk, args.save, write=True) as session:
        if args.act == "unbind":
            binding.unbind_here(session, args.book)
            return _bound(desk, "unbound_here", ())
        return _bound(desk, "bound_here", binding.bind_here(session, args.book, args.character))


def _bound(desk: Desk, what: str, characters: Any) -> int:
    args = desk.args
    if desk.json:
        document = {
            "book": args.book,
            "save": args.save,
            "bound": args.act == "bind",
            "bind": list(characters),
        }
        desk.document(document)
        return 0
    desk.say(desk.text(f"books.{what}", book=args.book, save=args.save or ""))
    if characters:
        desk.say(desk.text("books.only_with", names=tuple(characters)))
    return 0


async def edit(desk: Desk) -> int:
    """Other values for an entry, in the file that holds it."""
    args = desk.args
    changes: dict[str, Any] = {"content": args.content, "title": args.title, "keys": args.keys}
    changes = {key: value for key, value in changes.items() if value is not None}
    if not changes:
        raise CommandError(desk.text("cli.nothing_to_change"), code="usage", exit=USAGE)
    book, _, entry = args.id.partition(".")
    async with open_session(desk, args.save, write=False) as session:
        file = binding.edit_entry(session, book, entry, changes)
        worlds = book in session.world.lorebooks
    if desk.json:
        desk.document({"id": args.id, "file": str(file), "changed": sorted(changes)})
        return 0
    desk.say(desk.text("books.written", file=file))
    if worlds:
        desk.say(desk.text("books.adopt", save=args.save))
    return 0
