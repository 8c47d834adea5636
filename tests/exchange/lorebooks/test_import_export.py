"""Books of other programs come in whole and go out as they came."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from rpg.exchange.lorebooks.exporting import export_lorebook
from rpg.exchange.lorebooks.importing import NotALorebook, import_lorebook
from rpg.exchange.lorebooks.kinds import KINDS, Kind, detect
from rpg.lore.evaluate import LoreSettings, LoreTimers, evaluate
from rpg.lore.rolls import fixed
from rpg.lore.scene import LoreMessage, LoreScene
from rpg.world.lorebook import Lorebook, LoreEntry, When

TAVERN: Any = {
    "name": "Harbour",
    "mystery": 1,
    "entries": {
        "0": {"uid": 0, "key": ["dock"], "keysecondary": [], "content": "Old.", "selective": True, "order": 5,
              "position": 4, "depth": 2, "role": 1, "sticky": 3, "characterFilter": {"names": ["Mira"]}, "odd": [1]},
        "7": {"uid": 7, "key": ["pier"], "content": "New.", "disable": True, "position": 0, "scanDepth": None},
    },
}  # fmt: skip
CARD: Any = {
    "name": "Card book",
    "description": "d",
    "scan_depth": 3,
    "token_budget": 500,
    "recursive_scanning": False,
    "extensions": {"chub": {"id": 1}},
    "entries": [
        {"keys": ["dock"], "content": "Old.", "extensions": {"exclude_recursion": True, "depth": 3, "other": 1},
         "enabled": True, "insertion_order": 4, "case_sensitive": False, "name": "n", "priority": 10, "id": 4,
         "comment": "c", "selective": False, "secondary_keys": [], "constant": False, "position": "before_char"},
        {"keys": ["pier"], "content": "New.", "extensions": {}, "enabled": False, "insertion_order": 1, "strange": "s"},
    ],
}  # fmt: skip
V3: Any = {
    "spec": "lorebook_v3",
    "data": {
        "name": "Third",
        "scan_depth": 6,
        "token_budget": 80,
        "extensions": {},
        "entries": [
            {"keys": ["dock"], "content": "@@depth 3\n@@role user\n\nOld dock.", "extensions": {}, "enabled": True,
             "insertion_order": 2, "use_regex": False, "constant": False, "id": "a", "priority": 1},
        ],
    },
}  # fmt: skip
NOVEL: Any = {
    "lorebookVersion": 5,
    "settings": {"orderByKeyLocations": False},
    "categories": [{"name": "c"}],
    "entries": [
        {"text": "Old.", "displayName": "Dock", "id": "x-1", "keys": ["dock"], "searchRange": 1000, "enabled": True,
         "forceActivation": True, "contextConfig": {"prefix": "", "budgetPriority": 400, "suffix": "\n"}},
    ],
}  # fmt: skip
AGNAI: Any = {
    "kind": "memory",
    "name": "m",
    "entries": [
        {"name": "Dock", "entry": "Old.", "keywords": ["dock"], "priority": 3, "weight": 7, "enabled": True}
    ],
}
RISU: Any = {
    "type": "risu",
    "ver": 1,
    "data": [
        {"key": "dock, pier", "secondkey": "fog", "insertorder": 40, "comment": "Dock", "content": "Old.",
         "mode": "normal", "alwaysActive": False, "selective": True, "activationPercent": 35, "folder": "f"},
    ],
}  # fmt: skip
STORY: Any = [
    {"keys": "dock,pier", "value": "Old.", "type": "place", "title": "Dock", "description": "", "useForCharacterCreation": False},
]  # fmt: skip
FILES: dict[Kind, Any] = {
    "tavern": TAVERN, "character_book": CARD, "lorebook_v3": V3, "novel": NOVEL, "agnai": AGNAI, "risu": RISU,
    "story_cards": STORY,
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_is_recognised(kind: Kind) -> None:
    assert detect(FILES[kind]) == kind


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_not_changed_goes_back_exactly_as_it_came(kind: Kind) -> None:
    data = copy.deepcopy(FILES[kind])
    book = import_lorebook(data, "b").book
    assert export_lorebook(book, kind).data == FILES[kind]
    assert data == FILES[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_a_change_is_written_and_nothing_else_moves(kind: Kind) -> None:
    book = import_lorebook(FILES[kind], "b").book
    first = next(iter(book.entries))
    edited = replace(book.entries[first], content="Changed.", keys=("quay",))
    changed = replace(book, entries={**book.entries, first: edited})
    back = import_lorebook(export_lorebook(changed, kind).data, "b").book
    assert back.entries[first].content == "Changed."
    assert back.entries[first].keys == ("quay",)
    restored = replace(
        back.entries[first], content=book.entries[first].content, keys=book.entries[first].keys
    )
    assert export_lorebook(replace(back, entries={**back.entries, first: restored}), kind).data == FILES[kind]


FULL = Lorebook(
    id="full",
    name="Full",
    entries={
        "a": LoreEntry(
            id="a", content="Text.", keys=("dock", "/d.ck/i"), secondary_keys=("fog",), logic="not_all", title="T",
            position="at_depth", depth=2, role="user", order=7, scan_depth=3, case_sensitive=True, whole_words=False,
            probability=40, delay=2, sticky=3, cooldown=1, min_messages=4, recursive=False, feeds_recursion=False,
            recursion_level=1, group=("g", "h"), group_weight=50, group_priority=True, ignore_budget=True,
            when=When(location=("quay",), flag=("wet", "tide=high"), after=90), characters=("mira",),
            not_characters=("tomas",), exclude_keys=("ghost",), min_replies=2, every_replies=3, yields=True,
        ),
        "b": LoreEntry(id="b", content="B", constant=True, enabled=False, position="message_top"),
    },
)  # fmt: skip


@pytest.mark.parametrize("kind", ["tavern", "character_book", "lorebook_v3"])
def test_a_native_book_survives_a_format_that_has_extensions(kind: Kind) -> None:
    exported = export_lorebook(FULL, kind)
    back = import_lorebook(exported.data, "full").book
    assert back.rules == "rounds"
    for name, entry in FULL.entries.items():
        assert replace(back.entries[name], extra={}) == replace(entry, extra={})
    assert {loss.field for loss in exported.losses} >= {"when", "delay"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("source", KINDS)
def test_any_format_becomes_any_other_with_text_and_keys_kept(source: Kind, kind: Kind) -> None:
    book = import_lorebook(FILES[source], "b").book
    back = import_lorebook(export_lorebook(book, kind).data, "b").book
    assert sorted((entry.content, entry.keys) for entry in back.entries.values()) == sorted(
        (entry.content, entry.keys) for entry in book.entries.values()
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_loss_is_said_in_both_languages(kind: Kind) -> None:
    for loss in export_lorebook(FULL, kind).losses:
        for language in ("en", "zh"):
            assert loss.field in loss.sentence(language)


def _played(book: Lorebook, *texts: str) -> list[str]:
    chat = [LoreMessage(text) for text in texts]
    result = evaluate([book], chat, LoreTimers(), LoreScene(), LoreSettings(), fixed(0), len)
    return [name.partition(".")[2] for name in result.activated]


@pytest.mark.parametrize("spelling", ["excludeRecursion", "exclude_recursion"])
@pytest.mark.parametrize("inside", [True, False])
@pytest.mark.parametrize("kind", ["tavern", "character_book"])
def test_both_spellings_of_a_flag_count_in_both_containers(kind: Kind, inside: bool, spelling: str) -> None:
    flagged: dict[str, Any] = {"extensions": {spelling: True}} if inside else {spelling: True}
    names = ("key", "order") if kind == "tavern" else ("keys", "insertion_order")
    entries = [
        {names[0]: ["dock"], "content": "the pier", names[1]: 1, "enabled": True, "position": 0 if kind == "tavern" else ""},
        {names[0]: ["pier"], "content": "x", names[1]: 1, "enabled": True, **flagged},
    ]  # fmt: skip
    book = import_lorebook({"entries": entries}, "b", kind).book
    assert book.entries["1"].recursive is False
    assert _played(book, "dock") == ["0"]
    assert export_lorebook(book, kind).losses == ()


@pytest.mark.parametrize("as_list", [True, False])
def test_entries_may_be_a_list_or_an_object_under_either_set_of_names(as_list: bool) -> None:
    entries: list[Any] = [
        {"keys": ["dock"], "content": "A", "insertion_order": 3, "enabled": True},
        {"key": ["pier"], "content": "B", "order": 9, "disable": True},
    ]
    data = {"entries": entries if as_list else {str(at): entry for at, entry in enumerate(entries)}}
    book = import_lorebook(data, "b", "tavern").book
    first, second = book.entries.values()
    assert (first.keys, first.order, first.enabled) == (("dock",), 3, True)
    assert (second.keys, second.order, second.enabled) == (("pier",), 9, False)
    assert _played(book, "dock pier") == ["0"]


@pytest.mark.parametrize("kind", ["tavern", "character_book", "lorebook_v3"])
@pytest.mark.parametrize("value", ["", "abc", None, [], {}, True, "7", -1, 1e300])
def test_a_strange_number_is_never_fatal(kind: Kind, value: Any) -> None:
    numbers = (
        "depth",
        "scan_depth",
        "scanDepth",
        "probability",
        "sticky",
        "cooldown",
        "delay",
        "role",
        "position",
        "order",
    )
    fields = dict.fromkeys(numbers, value)
    entry = {
        "keys": ["x"],
        "key": ["x"],
        "content": "c",
        "insertion_order": value,
        **fields,
        "extensions": fields,
    }
    book = import_lorebook({"entries": [entry]}, "b", kind).book
    _played(book, "x")
    export_lorebook(book, kind)


def test_a_depth_of_empty_text_keeps_the_default_and_a_number_as_text_counts() -> None:
    data = {
        "entries": [
            {"key": ["x"], "content": "c", "depth": "", "scanDepth": "", "probability": "50", "position": 0}
        ]
    }
    entry = import_lorebook(data, "b").book.entries["0"]
    assert (entry.depth, entry.scan_depth, entry.probability) == (4, None, 50)
    assert _played(import_lorebook(data, "b").book, "x") == ["0"]


def test_entries_of_the_same_id_are_both_kept_and_reported() -> None:
    data = copy.deepcopy(CARD)
    data["entries"][1]["id"] = 4
    found = import_lorebook(data, "b")
    assert list(found.book.entries) == ["4", "4-2"]
    assert [loss.code for loss in found.losses if loss.field == "id"] == ["duplicate_id"]


def test_unknown_fields_are_reported() -> None:
    found = import_lorebook(CARD, "b")
    assert ("not_used", "strange") in {(loss.code, loss.field) for loss in found.losses}


@pytest.mark.parametrize(
    "data", [None, 3, "x", [], {}, {"entries": 3}, [{"keys": 1}], {"spec": "lorebook_v3"}]
)
def test_what_is_no_lorebook_is_refused(data: Any) -> None:
    with pytest.raises(NotALorebook):
        import_lorebook(data, "b")


def test_rows_that_are_no_entries_are_passed_over() -> None:
    book = import_lorebook(
        {"entries": [3, None, "x", {"key": ["a"], "content": "A", "order": 1}]}, "b", "tavern"
    ).book
    assert [entry.content for entry in book.entries.values()] == ["A"]


@pytest.mark.parametrize("spec", ["chara_card_v2", "chara_card_v3"])
def test_the_book_of_a_card_is_found(spec: str) -> None:
    found = import_lorebook({"spec": spec, "data": {"name": "Mira", "character_book": CARD}}, "b")
    assert found.kind == ("lorebook_v3" if spec == "chara_card_v3" else "character_book")
    assert len(found.book.entries) == 2
