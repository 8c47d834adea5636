"""`rpg config` and `rpg models`."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

from rpg.cli.opening import is_open, services_of
from rpg.cli.output import FAILED, CommandError, Desk
from rpg.config.config import Config, ConfigError, config_problems
from rpg.config.learned import Learned
from rpg.config.options import OPTIONS, Option, allowed, allowed_text, find_option, parse_value
from rpg.narrator.addresses import shown_address
from rpg.session.explain import explain
from rpg.session.models import has_endpoint, offered_models, trial_lines, try_configured
from rpg.session.settings import SETTINGS
from rpg.session.spaces import ModelSpace, configured_space, shapes_space, space_change
from rpg.store.library import find_save
from rpg.store.save import Save
from rpg.store.transaction import Transaction
from rpg.text.messages import message


def config(desk: Desk) -> int:
    """Lists the settings, shows one, or changes it for the player or for one save."""
    args = desk.args
    if args.key is None:
        return _list(desk)
    option = find_option(args.key)
    if args.value is None:
        return _show(desk, args.key)
    value = None if args.value == "" else parse_value(option, args.value)
    before = _space(desk, desk.config, args.key)
    config = desk.config
    if args.save:
        _set_for_save(desk, option, args.key, value)
    else:
        config = desk.config.with_value(args.key, value)
    space = _space(desk, config, args.key)
    if desk.json:
        shown = {"space": space.document()} if space is not None else {}
        desk.document({"key": args.key, "value": value, "save": args.save, **shown})
        return 0
    desk.say(_told(desk, args.key, value))
    if before is not None and space is not None and (said := space_change(before, space, desk.language)):
        desk.say(said)
    return 0


def _told(desk: Desk, key: str, value: Any) -> str:
    """What a change came to; that of the language in that language."""
    if key == "language" and value:
        return message(str(value), "cli.changed_language")
    return f"{key} = {_shown(value)}"


def _name(desk: Desk, key: str) -> str:
    """What a setting is called on the screen, where it is there."""
    name = desk.text(f"optionnames.{key}")
    return "" if name.startswith("optionnames.") else f" · {name}"


def find_listed(key: str) -> Option:
    """An option by its key in the list, where `NAME` stands for any."""
    return next(option for option in OPTIONS if option.key == key)


def _space(desk: Desk, config: Config, key: str) -> ModelSpace | None:
    """The space of a prompt with `config`, where the setting can change it."""
    if not shapes_space(key):
        return None
    return configured_space(services_of(replace(desk, config=config)), _session_values(desk))


def _session_values(desk: Desk) -> dict[str, Any]:
    """The settings of the save that `--save` names."""
    if not desk.args.save:
        return {}
    with Save.open(find_save(desk.paths.saves, desk.args.save), write=False) as save:
        return dict(save.get_meta(SETTINGS, {}))


def _set_for_save(desk: Desk, option: Option, key: str, value: Any) -> None:
    if option.scope != "session":
        raise CommandError(desk.text("cli.not_a_session_setting", key=key), code="not_a_session_setting")
    path = find_save(desk.paths.saves, desk.args.save)
    if desk.session is not None and is_open(desk.session, path):
        desk.session.set_setting(key, value)
        return
    with Save.open(path) as save:
        values = {**save.get_meta(SETTINGS, {}), key: value}
        kept = {name: one for name, one in values.items() if one is not None}
        save.commit(Transaction(meta={SETTINGS: kept or None}))


def _list(desk: Desk) -> int:
    session = _session_values(desk)
    rows = [
        {
            "key": o.key,
            "value": _value(desk, o, session),
            "default": o.default,
            "allowed": allowed(o),
            "scope": o.scope,
        }
        for o in OPTIONS
    ]
    problems = [explain(error, desk.language)[1] for error in config_problems(desk.config)]
    if desk.json:
        desk.document({"file": str(desk.config.file), "settings": rows, "problems": problems})
        return 0
    desk.say(str(desk.config.file))
    for row in rows:
        meant = allowed_text(find_listed(row["key"]), desk.language)
        desk.say(f"  {row['key']:<28} {_shown(row['value']):<16} {meant}{_name(desk, row['key'])}")
    for problem in problems:
        desk.say(f"! {problem}")
    return 0


def _value(desk: Desk, option: Option, session: dict[str, Any]) -> Any:
    """What holds for an option; what the file says where it is no value for it."""
    if "NAME" in option.key:
        return None
    try:
        return desk.config.get(option.key, session)
    except ConfigError:
        return desk.config.values[option.key]


def _show(desk: Desk, key: str) -> int:
    value = desk.config.get(key, _session_values(desk))
    if desk.json:
        desk.document({"key": key, "value": value})
    else:
        desk.say(_shown(value))
    return 0


def _shown(value: Any) -> str:
    match value:
        case None:
            return "-"
        case True:
            return "on"
        case False:
            return "off"
        case _:
            return str(value)


async def models(desk: Desk) -> int:
    """Lists what the endpoint offers, or tries one model out."""
    if desk.args.action == "test":
        return await _test(desk)
    return await _models(desk)


async def _models(desk: Desk) -> int:
    offers = await offered_models(desk.config, dict(os.environ))
    if desk.json:
        desk.document({"servers": [offer.document() for offer in offers]})
        return 0
    if not offers:
        desk.say(desk.text("cli.no_server_found"))
    for offer in offers:
        trouble = f"  ! {desk.text(f'narrator.{offer.problem.kind}')}" if offer.problem is not None else ""
        desk.say(f"{offer.name}  {shown_address(offer.address)}{trouble}")
        for model in offer.models:
            desk.say(f"  {model}")
    return 0


async def _test(desk: Desk) -> int:
    if not has_endpoint(desk.config, os.environ):
        return await _nothing_to_try(desk)
    learned = Learned(desk.paths.config / "learned.json")
    report = await try_configured(desk.config, dict(os.environ), learned, desk.args.name, desk.language)
    if desk.json:
        desk.document(report)
    else:
        for line in trial_lines(report, desk.language):
            desk.say(line)
    return 0 if report["reachable"] and report["error"] is None else FAILED


async def _nothing_to_try(desk: Desk) -> int:
    """No server is configured: none is asked but those on this machine, and what to do is said."""
    offers = await offered_models(desk.config, dict(os.environ))
    if desk.json:
        desk.document(
            {"error": {"code": "no_endpoint", "detail": ""}, "found": [one.document() for one in offers]}
        )
        return FAILED
    for one in offers:
        values = {"name": one.name, "address": shown_address(one.address), "models": one.models}
        desk.say(desk.text("cli.found_here", **values))
    raise CommandError(desk.text("cli.no_endpoint"), code="no_endpoint")
