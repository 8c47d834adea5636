"""`rpg export`, `rpg import`, `rpg world import`, `rpg world export`. Source: docs/interface.md §1."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rpg.cli.output import USAGE, CommandError, Desk
from rpg.exchange.errors import ExchangeError, sentence
from rpg.exchange.report import Report, report_document
from rpg.exchange.writing import write_new
from rpg.store.library import find_save
from rpg.store.save import Save
from rpg.timeline.tree import tip

if TYPE_CHECKING:
    from rpg.exchange.story.library import Library
    from rpg.exchange.world.importing import Taken

MOST_LINES = 40
"""Lines of a report that are printed; `--json` has them all."""

BUNDLE_SUFFIX = ".bundle.zip"
"""End of the name a bundle gets when none is given."""


def export(desk: Desk) -> int:
    """A story out: to a file, or to standard output where that is text."""
    with Save.open(find_save(desk.paths.saves, desk.args.save), write=False) as save:
        return _told(desk, lambda: _export(desk, save))


def _export(desk: Desk, save: Save) -> int:
    to = desk.args.to
    if desk.args.branch and to in ("json", "bundle"):
        raise CommandError(desk.text("exchange.whole_save", to=to), code="whole_save", exit=USAGE)
    report = Report()
    pieces = _pieces(desk, save, to, report)
    out = desk.args.out or (f"{save.path.stem}{BUNDLE_SUFFIX}" if to == "bundle" else "")
    if not out:
        return _print_story(desk, to, (piece for piece in pieces if isinstance(piece, str)), report)
    path = Path(out).expanduser()
    write_new(path, pieces)
    if desk.json:
        document = {"path": str(path), "to": to, "report": report_document(report, desk.language)}
        desk.document(document)
    else:
        desk.say(desk.text("exchange.written", path=path))
        print_report(desk, report)
    return 0


def _print_story(desk: Desk, to: str, pieces: Iterable[str], report: Report) -> int:
    if desk.json:
        text = "".join(pieces)
        desk.document({"to": to, "text": text, "report": report_document(report, desk.language)})
        return 0
    for piece in pieces:
        desk.out.write(piece)
    return 0


def _pieces(desk: Desk, save: Save, to: str, report: Report) -> Iterable[str | bytes]:
    from rpg.exchange.story.bundle import bundle_bytes
    from rpg.exchange.story.chatout import ChatExport
    from rpg.exchange.story.markdown import MarkdownExport
    from rpg.exchange.story.savefile import save_json

    match to:
        case "json":
            return save_json(save)
        case "bundle":
            return [bundle_bytes(save, _library(desk, save))]
        case "tavern":
            return ChatExport(save, _head(desk, save), report=report).lines()
        case _:
            return MarkdownExport(save, _head(desk, save)).pieces()


def _library(desk: Desk, save: Save) -> Library:
    """What the story uses of the player's own lorebooks and presets."""
    from rpg.session.books import BookShelf
    from rpg.session.carrying import library_in_use
    from rpg.session.settings import SETTINGS, SessionSettings
    from rpg.session.shelf import PresetShelf

    settings = SessionSettings(desk.config, dict(save.get_meta(SETTINGS, {})))
    world = save.fold().state_at(save.head).world if save.head is not None else save.world()
    shelves = BookShelf(desk.paths.data / "lorebooks"), PresetShelf(desk.paths.data / "presets")
    return library_in_use(settings, world, *shelves)


def _head(desk: Desk, save: Save) -> int | None:
    """The end of the branch that runs through a node or bears a label; else the head."""
    wanted = desk.args.branch
    if not wanted:
        return save.head
    labelled = [node for node, name in save.labels.items() if name == wanted]
    node = labelled[0] if labelled else int(wanted) if wanted.isdecimal() and len(wanted) < 16 else 0
    try:
        return tip(save, save.link(node).id)
    except KeyError:
        text = desk.text("exchange.unknown_branch", branch=wanted)
        raise CommandError(text, code="unknown_branch") from None


def import_file(desk: Desk) -> int:
    """A story in."""
    return _told(desk, lambda: _import(desk))


def _import(desk: Desk) -> int:
    from rpg.exchange.story.importing import Target, import_story

    world = None
    if desk.args.world:
        from rpg.cli.opening import services_of
        from rpg.session.library import world_named

        world = world_named(services_of(desk), desk.args.world)
    worlds = Path(desk.args.worlds).expanduser() if desk.args.worlds else desk.paths.data / "worlds"
    target = Target(desk.paths.saves, worlds, desk.args.save or "", world, desk.paths.worlds, desk.paths.data)
    imported = import_story(Path(desk.args.file).expanduser(), target)
    if desk.json:
        desk.document(
            {
                "save": imported.path.stem,
                "path": str(imported.path),
                "what": imported.what,
                "nodes": imported.nodes,
                "world": str(imported.world) if imported.world else None,
                "report": report_document(imported.report, desk.language),
            }
        )
        return 0
    desk.say(desk.text("exchange.imported", name=imported.path.stem, path=imported.path))
    if imported.world is not None:
        key = "world_installed" if imported.installed else "world_known"
        desk.say(desk.text(f"exchange.{key}", path=imported.world))
    print_report(desk, imported.report)
    return 0


def world_import(desk: Desk) -> int:
    """Cards, lorebooks and presets into a world; a file that cannot be taken does not keep the others out."""
    from rpg.exchange.world.importing import import_into

    folder = Path(desk.args.into).expanduser()
    taken: list[Taken] = []
    errors: list[ExchangeError] = []
    for name in desk.args.files:
        try:
            taken.append(import_into(Path(name).expanduser(), folder, desk.language))
        except ExchangeError as error:
            errors.append(error)
    if desk.json:
        desk.document(
            {
                "world": str(folder),
                "taken": [_taken_document(desk, one) for one in taken],
                "errors": [{"code": one.code, "message": sentence(one, desk.language)} for one in errors],
            }
        )
    else:
        for one in taken:
            desk.say(desk.text(f"exchange.taken_{one.what}", name=one.name, id=one.id, file=one.source.name))
            print_report(desk, one.report)
    for refused in errors:
        desk.err.write(f"error: {sentence(refused, desk.language)}\n")
    return 1 if errors else 0


def _taken_document(desk: Desk, one: Taken) -> dict[str, Any]:
    return {
        "file": str(one.source),
        "what": one.what,
        "id": one.id,
        "name": one.name,
        "written": [str(path) for path in one.files],
        "report": report_document(one.report, desk.language),
    }


def world_export(desk: Desk) -> int:
    """A card, a lorebook or the whole world out."""
    return _told(desk, lambda: _world_export(desk))


def _world_export(desk: Desk) -> int:
    from rpg.cli.world import playable_world, world_path
    from rpg.exchange.world.exporting import CONTAINERS, export_world

    path, world = world_path(desk), playable_world(desk)
    target = Path(desk.args.out).expanduser() if desk.args.out else None
    suffix = target.suffix.lower() if target is not None else ""
    container = next((one for one in CONTAINERS if one == suffix), CONTAINERS[0])
    out = export_world(world, path, desk.args.to, desk.args.id or "", container)
    if target is None:
        desk.out.write(out.data.decode())
        return 0
    write_new(target, [out.data])
    if desk.json:
        document = report_document(out.report, desk.language)
        desk.document({"path": str(target), "to": desk.args.to, "report": document})
    else:
        desk.say(desk.text("exchange.written", path=target))
        print_report(desk, out.report)
    return 0


def print_report(desk: Desk, report: Report) -> None:
    """The lines of a report under a heading for each kind."""
    for kind in ("kept", "changed", "unused", "unknown", "left_out"):
        items = [item for item in report.items if item.kind == kind]
        if items:
            desk.say(desk.text(f"exchange.kind_{kind}"))
        for item in items[:MOST_LINES]:
            desk.say(f"  {item.sentence(desk.language)}")
        if len(items) > MOST_LINES:
            desk.say("  " + desk.text("exchange.more", count=len(items) - MOST_LINES))


def _told(desk: Desk, act: Callable[[], int]) -> int:
    """Runs `act`; what is wrong with a file becomes the command's error."""
    try:
        return act()
    except ExchangeError as error:
        raise CommandError(sentence(error, desk.language), code=error.code) from None
