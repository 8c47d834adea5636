"""Worlds for tests: strategies for random ones, and one that uses every key."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from rpg.world.beats import Beat, Condition, DeclaredFlag, Passage, Remark, Topic, Transfer, Turning
from rpg.world.lorebook import Lorebook, LoreEntry, When
from rpg.world.model import (
    Character,
    Clock,
    Exit,
    Location,
    Player,
    Preset,
    PresetEntry,
    Question,
    ScheduleBlock,
    World,
)

IDS = ("quay", "码头", "x-1")
WORDS = st.sampled_from(
    [
        "",
        "plain words",
        "两行\n文字",
        "\"quotes\" 'and' \\ back\\slashes",
        "[table] {x} = # |",
        "\x1b[31m\u202e\u3000end",
        "🦊 é ß İ",
        "{name} {{user}}",
    ]
)
NAMES = st.sampled_from(["Quay", "Old Town", "灯塔", "渡口 二", "é", "MIRA", "x-1", "The Keep", "the keep"])
LINES = st.lists(NAMES, max_size=3).map(tuple)
MINUTES = st.integers(0, 1439)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | NAMES,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=4,
)
PAIRS = st.lists(st.tuples(NAMES, WORDS), max_size=2).map(tuple)


def locations(id: str) -> st.SearchStrategy[Location]:
    return st.builds(
        Location,
        id=st.just(id),
        name=NAMES,
        aliases=LINES,
        summary=WORDS,
        description=WORDS,
        rules=WORDS,
        region=NAMES,
        map=st.none() | st.tuples(st.integers(-5, 5), st.integers(-5, 5)),
        tags=LINES,
        details=PAIRS,
        exits=st.lists(exits(), max_size=3).map(tuple),
        temporary=st.booleans(),
    )


def exits() -> st.SearchStrategy[Exit]:
    return st.builds(
        Exit,
        to=st.sampled_from(IDS),
        label=st.just("") | NAMES,
        minutes=st.none() | st.integers(0, 90),
        two_way=st.booleans(),
        hidden=st.booleans(),
        locked=WORDS,
    )


def characters(id: str) -> st.SearchStrategy[Character]:
    return st.builds(
        Character,
        id=st.just(id),
        name=NAMES,
        aliases=LINES,
        location=st.none() | st.sampled_from(IDS),
        secrets=WORDS,
        examples=LINES,
        relations=PAIRS,
        topics=PAIRS,
        schedule=st.lists(st.builds(ScheduleBlock, MINUTES, MINUTES, st.sampled_from(IDS)), max_size=2).map(
            tuple
        ),
    )


WHEN = Condition(company=("mira",), after=1500, ends=90, wait=3, said=("点 灯", "light lamp"))
BEATS = st.sampled_from(
    [
        Beat("b"),
        Beat("b", WHEN, once=False, say="{name} {{user}}", set_flag=(("x", True), ("灯", -2), ("y", 0.5))),
        Beat(
            "b",
            say="两行\n文字",
            open=(Passage("quay", "码头", "[table] {x} = # |"),),
            move=(Transfer("mira"), Transfer("player", "x-1")),
            update=(Turning("mira", "\"quotes\" 'and' \\", None, ("é",)),),
            note=(Remark("quay", "plain words"),),
            ending="The Keep",
        ),
    ]
)
RULED = st.sampled_from(
    [
        Topic("Quay", "plain words", ("MIRA",), WHEN, "两行\n文字", "[table] {x} = # |", (("x", "é"),)),
        Topic("灯塔", "", refuse="{{user}}"),
        Topic("x-1", "🦊 é ß İ", again="once"),
    ]
)


def lorebooks(id: str) -> st.SearchStrategy[Lorebook]:
    entries = st.builds(
        LoreEntry,
        id=st.just("entry"),
        content=WORDS,
        keys=LINES,
        scan_depth=st.none() | st.integers(0, 9),
        probability=st.floats(0, 100),
        when=st.builds(When, location=LINES, after=st.none() | MINUTES, flag=LINES),
        extra=st.dictionaries(NAMES, JSON, max_size=2),
    )
    return st.builds(
        Lorebook,
        id=st.just(id),
        name=NAMES,
        max_entries=st.none() | st.integers(0, 9),
        entries=entries.map(lambda entry: {entry.id: entry}),
    )


def with_rules(person: Character, rules: list[Topic]) -> Character:
    """Someone who has topics with rules too."""
    rules = [topic for topic in rules if topic != Topic(topic.id, topic.text)]
    topics = {**dict(person.topics), **{topic.id: topic.text for topic in rules}}
    return replace(person, topics=tuple(topics.items()), topic_rules=tuple(rules))


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Any world, its parts in any order."""
    return World(
        id="w",
        name=draw(NAMES),
        start=draw(st.sampled_from(IDS)),
        rules=draw(WORDS),
        alternate_openings=draw(LINES),
        opening_names=draw(LINES),
        player=Player(draw(NAMES), draw(WORDS)),
        questions=(Question("q", draw(WORDS), draw(LINES), draw(WORDS)),),
        clock=draw(st.none() | st.builds(Clock, MINUTES, st.integers(0, 60))),
        locations={id: draw(locations(id)) for id in draw(st.permutations(IDS))},
        characters={
            id: with_rules(draw(characters(id)), draw(st.lists(RULED, max_size=1)))
            for id in draw(st.sampled_from((("mira", "阿渡"), ("阿渡", "mira"))))
        },
        lorebooks={id: draw(lorebooks(id)) for id in draw(st.sampled_from((("b",), ("b", "a"))))},
        beats={beat.id: beat for beat in draw(st.lists(BEATS, max_size=1))},
        flags={"f": DeclaredFlag("f", draw(WORDS), draw(NAMES))},
        presets={"p": Preset("p", draw(NAMES), draw(st.booleans()), (PresetEntry("e", draw(WORDS)),))},
    )


FULL = '''
[world]
name = "Lantern Harbour"
language = "en"
summary = "Two sentences."
start = "quay"
rules = """
Always true.
"""
tone = "Dry."
opening = "It begins."
alternate_openings = ["Or so.", "Or so."]
opening_names = ["By day", "By night"]
author = "A"
version = "1.0"
license = "CC0-1.0"
tutorial = true

[player]
name = "Traveller"
description = "You."

[[questions]]
id = "origin"
ask = "From where?"
choices = ["the isles", "the road"]
default = "the road"

[clock]
start = "Day 1 08:00"
minutes_per_turn = 5

[locations.quay]
name = "The Quay"
aliases = ["docks", "harbour"]
summary = "Wet stone."
description = "Stone, rope, {{user}} and {{char}}."
rules = "No whistling."
region = "Old Town"
map = [4, 2]
tags = ["outdoors"]
[locations.quay.details]
"notice board" = "Three notices."
[[locations.quay.exits]]
to = "market"
label = "up the steps"
minutes = 5
two_way = true
hidden = true
locked = "barred"

[locations.market]

[characters.mira]
name = "Mira Vale"
aliases = ["the harbourmaster"]
location = "quay"
summary = "Harbourmaster."
description = "Knows {{user}}."
personality = "Fair."
speech = "Short."
examples = ["{{user}}: Any berth?\\nMira: None."]
goals = "Peace."
secrets = "The ledger is under the floor."
boundaries = "Never lies."
portrait = "mira.png"
tags = ["official"]
[characters.mira.relations]
player = "distrusts strangers"
market = "never goes there"
[characters.mira.topics]
"the ledger" = "It was on the desk."
[characters.mira.topics."the lamp"]
text = "It went out by itself."
aliases = ["light"]
when = { flag = "trust" }
refuse = "Ask someone else."
again = "By itself, as I said."
set_flag = "knows_of_lamp"
[[characters.mira.schedule]]
from = "20:00"
to = "24:00"
location = "market"

[lorebooks.history]
name = "History"
rules = "rounds"
enabled = true
scan_depth = 3
recursion_steps = 1
max_entries = 12
max_tokens = 1200
max_characters = 5000
include_names = true
case_sensitive = true
whole_words = false
bind = ["mira"]
extra = { made = 1979-05-27, x = [1, { y = inf }] }
[lorebooks.history.entries.flood]
keys = ["flood", "/drown(ed|ing)/i"]
secondary_keys = ["bell"]
logic = "not_any"
content = "Water."
title = "The flood"
enabled = false
constant = true
position = "at_depth"
depth = 2
role = "user"
outlet = "news"
order = -5
scan_depth = 0
case_sensitive = false
whole_words = true
probability = 12.5
delay = 1
sticky = 2
cooldown = 3
min_messages = 4
recursive = false
feeds_recursion = false
recursion_level = 1
group = ["water"]
group_weight = 50
group_priority = true
ignore_budget = true
characters = ["mira"]
not_characters = ["mira"]
exclude_keys = ["drought"]
min_replies = 1
every_replies = 2
yields = true
when = { location = ["quay"], tag = ["outdoors"], present = ["mira"], absent = ["mira"], visited = ["market"], after = "Day 2", flag = "flooded" }

[beats.lamp]
once = false
say = "The lamp burns."
set_flag = { lit = true, trust = 2 }
reveal = ["market"]
open = [{ from = "quay", to = "market" }]
shut = [{ from = "market", to = "quay", reason = "Tide." }]
move = [{ character = "mira", to = "market" }, { character = "player", to = "quay" }]
follow = ["mira"]
unfollow = ["mira"]
update = [{ character = "mira", condition = "glad", relationship = "a friend", knows = ["who lit it"] }]
note = [{ location = "quay", text = "Bright." }]
minutes = 5
ending = "Light"
[beats.lamp.when]
location = "quay"
tag = "outdoors"
present = "mira"
absent = ["mira"]
with = ["mira"]
visited = "market"
not_visited = "market"
after = "Day 2"
before = "Day 3 12:00"
from = "20:00"
to = "06:00"
flag = "trust=2"
not_flag = "lit"
told = "mira.the lamp"
not_told = "mira.the ledger"
asked = "mira.the lamp"
beat = "lamp"
not_beat = "lamp"
wait = 1
turn = 3
said = ["light lamp"]

[flags.trust]
means = "Mira trusts {{user}}."
item = "a lamp"

[presets.plain]
name = "Plain prose"
default = true
[[presets.plain.entries]]
id = "length"
text = "Short."
enabled = false
position = "before_input"
'''
"""A world that uses every key there is."""
