"""From a rule that fits to the act it means."""

from __future__ import annotations

from collections.abc import Mapping

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller import building_moves as moves
from rpg.narrator.storyteller import building_talk as talk
from rpg.narrator.storyteller import building_things as things
from rpg.narrator.storyteller.builds import Build, always
from rpg.narrator.storyteller.phrasebook import Kind
from rpg.narrator.storyteller.spans import MORNING

BUILDERS: Mapping[Kind, Build] = {
    "look": always(acts.Look()),
    "go_back": always(acts.GoBack()),
    "take_anyone": always(acts.TakeAlong(None)),
    "who": always(acts.WhoIsHere()),
    "everyone": always(acts.WhoIsHere(elsewhere=True)),
    "ways": always(acts.Ways()),
    "where": always(acts.WhereAmI()),
    "time": always(acts.WhatTime()),
    "inventory": always(acts.Inventory()),
    "recall": always(acts.Recall()),
    "help": always(acts.Help()),
    "meta": things.meta,
    "self": always(acts.ExamineSelf()),
    "talk": talk.talk,
    "ask": talk.ask,
    "tell": talk.tell,
    "part_with": talk.part_with,
    "give": talk.give,
    "request": talk.request,
    "take_along": talk.take_along,
    "dismiss": talk.dismiss,
    "stay": talk.stay,
    "send": talk.send,
    "follow": talk.follow,
    "find": moves.find,
    "where_is": moves.where_is,
    "asked_way": moves.where_is,
    "go": moves.go,
    "go_sure": moves.go_sure,
    "heading": moves.heading,
    "go_with": moves.go_with,
    "go_together": moves.go_together,
    "way": moves.way,
    "leave": moves.leave,
    "wait": things.wait,
    "rest": things.rest,
    "overnight": always(acts.Wait(until=MORNING, rest=True)),
    "sleep": always(acts.Wait(until=MORNING, rest=True, nap=True)),
    "roll": things.roll,
    "examine": things.examine,
    "handle": things.handle,
}
