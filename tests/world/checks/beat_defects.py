"""Defects of beats and topics with rules, for the table of checks."""

from __future__ import annotations

BEAT_DEFECTS: dict[str, list[tuple[str, str]]] = {
    "unknown_topic": [
        ("[beats.b]\nsay = 'x'\nwhen = { told = 'mira.weather' }\n", "told ="),
        ("[beats.b]\nsay = 'x'\nwhen = { asked = ['nobody.x'] }\n", "'nobody.x'"),
    ],
    "contradiction": [
        ("[beats.b]\nsay = 'x'\nwhen = { present = 'mira', absent = 'mira' }\n", "present ="),
        ("[beats.b]\nsay = 'x'\nwhen = { after = 'Day 2', before = 'Day 2' }\n", "after ="),
        ("[beats.b]\nsay = 'x'\nwhen = { wait = 2 }\n", "wait ="),
        ("[beats.b]\nsay = 'x'\nwhen = { location = 'quay', not_visited = 'quay' }\n", "location ="),
    ],
    "flag_never_set": [
        ("[beats.b]\nsay = 'x'\nwhen = { flag = 'lit=2' }\n", "flag ="),
        (
            "[characters.b]\nlocation = 'quay'\n[characters.b.topics.x]\ntext = 'x'\nwhen = { flag = 'lit' }\n",
            "{ flag",
        ),
    ],
    "beat_never": [
        ("[beats.b]\nsay = 'x'\nwhen = { location = 'tower' }\n", "[beats.b]"),
        ("[beats.b]\nsay = 'x'\nwhen = { beat = 'b' }\n", "[beats.b]"),
        ("[characters.b]\n[beats.b]\nsay = 'x'\nwhen = { present = 'b' }\n", "[beats.b]"),
        ("[beats.b]\nset_flag = { f = 2 }\nwhen = { flag = 'f=3' }\n", "[beats.b]"),
    ],
    "ending_unreachable": [
        (
            "[[questions]]\nid = 'origin'\nask = 'A?'\nchoices = ['a', 'b']\n"
            "[beats.b]\nending = 'Home'\nwhen = { flag = 'answer.origin=c' }\n",
            "[beats.b]",
        ),
        ("[beats.b]\nending = 'Home'\nwhen = { visited = 'tower' }\n", "[beats.b]"),
    ],
    "topic_never": [
        (
            "[characters.b]\nlocation = 'quay'\n[characters.b.topics.x]\ntext = 'x'\nwhen = { location = 'tower' }\n",
            "[characters.b.topics.x]",
        ),
    ],
    "beat_does_nothing": [("[beats.b]\nwhen = { location = 'quay' }\n", "[beats.b]")],
    "no_such_way": [("[beats.b]\nopen = [{ from = 'quay', to = 'tower' }]\n", "{ from")],
}
