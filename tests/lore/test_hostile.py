"""Books that mean harm, or are only broken: bounded work, a clear answer, nothing thrown."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rpg.exchange.lorebooks.cases import run_case
from rpg.exchange.lorebooks.importing import import_lorebook
from rpg.lore.evaluate import Evaluation, LoreSettings, LoreTimers, evaluate
from rpg.lore.memory import LoreMemory
from rpg.lore.rolls import fixed
from rpg.lore.scene import LoreMessage, LoreScene
from rpg.world.lorebook import Lorebook, LoreEntry

BIG = "lorem ipsum " * 850_000
CHAT = ["a" * 60 + "b x k0 ﷺ", "x" * 2_000]
ODD: list[Any] = [
    None,
    True,
    0,
    -1,
    1e308,
    float("inf"),
    float("nan"),
    "",
    "x",
    "9",
    [],
    ["x"],
    {},
    {"x": 1},
    [[]],
    "\ud800",
]


def _world(*entries: dict[str, Any]) -> dict[str, Any]:
    filled = [
        {"uid": at, "key": ["x"], "content": f"c{at}", "position": 0, "order": 1, **one}
        for at, one in enumerate(entries)
    ]
    return {"entries": {str(at): entry for at, entry in enumerate(filled)}}


def _chain(length: int) -> dict[str, Any]:
    return _world(*({"key": [f"k{at}"], "content": f"k{at + 1}"} for at in range(length)))


def _regex(*bodies: str) -> dict[str, Any]:
    return _world(*({"key": [f"/{body}/"]} for body in bodies))


BOOKS: dict[str, Callable[[], Any]] = {
    "nested plus": lambda: _regex("(a+)+$", "(a+)+c", "((a+)+)+$"),
    "overlapping choices": lambda: _regex("(a|a)*$", "(a|aa)+$", "(a|ab|b)*c"),
    "many slow patterns": lambda: _regex(*(f"^(([a-z])+.)+[A-Z]{{{at + 1}}}$" for at in range(30))),
    "nested counts": lambda: _regex("((a{1000}){1000}){1000}", "a{999999999}", "(a{0,999}){0,999}b"),
    "many choices": lambda: _regex("a?" * 4_000 + "a" * 4_000),
    "deep groups": lambda: _regex("(" * 4_000 + "a" + ")" * 4_000),
    "long alternation": lambda: _regex("|".join(f"w{at}" for at in range(2_000))),
    "look-behind": lambda: _regex("(?<=(a+)+)b", "(?<!(x|xx)*)y"),
    "back-reference": lambda: _regex(r"(a*)*\1\1\1$", r"(x+)\1+\1+y"),
    "empty loops": lambda: _regex("(a*)*", "(a*?)*?b", "(?:)*x", "(?:|a)*$"),
    "huge class": lambda: _regex("[" + "".join(chr(0x4E00 + at) for at in range(9_000)) + "]"),
    "pattern too long": lambda: _regex("a" * 50_000),
    "broken patterns": lambda: _regex("(", "[", "a{2,1}", "*", "(?<n", "\\", "(?P<x>a)"),
    "ten megabytes": lambda: _world({"content": BIG}, {"key": ["lorem"]}),
    "ten megabytes with macros": lambda: _world({"content": "{{user}}" * 1_000_000}),
    "a key of a megabyte": lambda: _world({"key": ["k" * 1_000_000]}),
    "a title of a megabyte": lambda: _world({"comment": "t" * 1_000_000}),
    "ten thousand keys on one entry": lambda: _world({"key": [f"k{at}" for at in range(10_000)]}),
    "one letter keys": lambda: _world(*({"key": list("abcdefghij")} for _ in range(300))),
    "five thousand entries": lambda: _world(*({"key": [f"k{at}"]} for at in range(5_000))),
    "five thousand constants": lambda: _world(*({"constant": True} for _ in range(5_000))),
    "a long chain": lambda: _chain(2_000),
    "a ring": lambda: _world({"content": "y"}, {"key": ["y"], "content": "z"}, {"key": ["z"], "content": "x"}),
    "itself": lambda: _world({"content": "x x x"}),
    "everyone wakes everyone": lambda: _world(*({"content": "x y z"} for _ in range(300))),
    "thousand levels": lambda: _world({}, *({"delayUntilRecursion": at + 1} for at in range(300))),
    "endless minimum": lambda: _world({"key": ["zzz"]}),
    "one group": lambda: _world(*({"group": "g"} for _ in range(1_000))),
    "many groups": lambda: _world(*({"group": ",".join(f"g{at}" for at in range(200))} for _ in range(30))),
    "comma groups": lambda: _world({"group": "," * 10_000}, {"group": ", ,, "}),
    "negative weights": lambda: _world({"group": "g", "groupWeight": -5}, {"group": "g", "groupWeight": "x"}),
    "zero weights": lambda: _world({"group": "g", "groupWeight": 0}, {"group": "g", "groupWeight": 0}),
    "same ids": lambda: {"entries": [{"uid": 1, "key": ["x"], "content": str(at), "position": 0} for at in range(9)]},
    "no ids": lambda: {"entries": [{"key": ["x"], "content": str(at), "position": 0} for at in range(9)]},
    "odd ids": lambda: {"entries": [{"uid": odd, "key": ["x"], "content": "c"} for odd in ODD]},
    "control characters": lambda: _world({"key": ["\x00", "\x1b[31m", "\x01x"], "content": "\x1b]0;pwned\x07[/red]"}),
    "surrogates": lambda: _world({"key": ["\ud83d", "x"], "content": "\udc00 half"}),
    "joiners": lambda: _world({"key": ["\u200d", "\ufeff", "\u202e"], "content": "\u202etxt"}),
    "blank keys": lambda: _world({"key": ["", " ", "\u3000", "\ufeff"]}),
    "markup": lambda: _world({"content": "[bold]{x}%s{{random::a::b}}{{outlet::x}}"}),
    "decorators without end": lambda: _world({"content": "@@depth 1\n" * 20_000}),
    "fallbacks without end": lambda: _world({"content": "@@a\n" + "@@@b\n" * 20_000 + "x"}),
    "endless effects": lambda: _world({"sticky": float("inf")}, {"cooldown": 1e308}, {"delay": "x"}, {"sticky": "-1"}),
    "odd orders": lambda: _world(*({"order": odd} for odd in ODD)),
    "odd depths": lambda: _world(*({"position": 4, "depth": odd, "scanDepth": odd, "role": odd} for odd in ODD)),
    "odd positions": lambda: _world(*({"position": odd} for odd in ODD)),
    "odd chances": lambda: _world(*({"probability": odd, "useProbability": odd} for odd in ODD)),
    "odd keys": lambda: _world(*({"key": odd, "keysecondary": odd, "selective": True} for odd in ODD)),
    "odd everything": lambda: _world(*(dict.fromkeys(("content", "comment", "group", "triggers", "characterFilter", "extensions", "outletName", "selectiveLogic", "delayUntilRecursion", "sticky"), odd) for odd in ODD)),
    "odd filters": lambda: _world(*({"characterFilter": {"names": odd, "tags": odd, "isExclude": odd}} for odd in ODD)),
    "entries of the wrong type": lambda: {"entries": ODD},
    "entries by odd names": lambda: {"entries": {"": {"key": ["x"]}, "-1": {"key": ["x"]}, "01": {"key": ["x"]}, "__proto__": {"key": ["x"]}}},
    "deep nesting": lambda: _world({"extensions": json.loads("[" * 400 + "]" * 400)}),
}  # fmt: skip


def _evaluate(book: Lorebook) -> Evaluation:
    chat = [LoreMessage(text) for text in CHAT]
    memory, timers = LoreMemory(), LoreTimers()
    settings = LoreSettings(max_context=100_000)
    for _ in range(2):
        result = evaluate([book], chat, timers, LoreScene(), settings, fixed(0.5), len, memory=memory)
        timers = LoreTimers.from_json(json.loads(json.dumps(result.timers.to_json(), allow_nan=False)))
    return result


def _as_native(book: Lorebook) -> Lorebook:
    return replace(book, rules="rounds")


@pytest.mark.timeout(60)
@pytest.mark.parametrize("dialect", ["tavern", "rounds"])
@pytest.mark.parametrize("name", BOOKS)
def test_a_hostile_book_is_bounded_and_explained(name: str, dialect: str) -> None:
    book = import_lorebook(BOOKS[name](), "b", "tavern").book
    result = _evaluate(book if dialect == "tavern" else _as_native(book))
    assert len(result.activated) <= 40
    assert sum(len(one.content) for one in result.placed) <= 12_000
    assert len(set(result.activated)) == len(result.activated)
    if len(book.entries) <= 2_000:
        assert sorted(result.why) == sorted(f"b.{entry}" for entry in book.entries)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", BOOKS)
def test_a_hostile_case_file_is_answered(name: str) -> None:
    data = BOOKS[name]()
    entries = list(data["entries"].values()) if isinstance(data["entries"], dict) else data["entries"]
    settings = {"world_info_min_activations": 1_000, "world_info_max_recursion_steps": 60}
    case = {"entries": entries[:400], "chat": CHAT, "settings": settings, "raw_entries": True}
    assert len(run_case(case)["turns"]) == 1


CASES: list[dict[str, Any]] = [
    {},
    {"entries": None, "chat": None, "turns": None, "settings": None},
    {"entries": [], "chat": [None, 3, {"name": 4}, {"mes": []}, "x"]},
    {"turns": [None, {}, {"pop": 99}, {"pop": "x"}, {"replace_last": None}, {"chat": 3}, {"push": "x"}]},
    {
        "entries": [{"key": ["x"]}],
        "turns": [{"edit_entries": {"nope.0": {}, "book": 3, "book.0": None, "book.9": {}}}],
    },
    {
        "max_context": "x",
        "random": "x",
        "tokenizer": 4,
        "user": 5,
        "character": 6,
        "global_scan": 7,
        "books": 8,
    },
    {
        "settings": {
            "world_info_depth": "x",
            "world_info_budget": float("nan"),
            "world_info_min_activations": -1,
        }
    },
    {
        "entries": [{"key": ["x"]}],
        "chat": ["x"],
        "settings": {"world_info_depth": -1e300, "world_info_min_activations": 1},
    },
    {"books": [None, {}, {"name": 3, "scope": "moon", "entries": {"a": 1}}], "global_select": [3]},
    {
        "rules": "rounds",
        "entries": [{"when": 3, "keys": 4, "order": "x", "logic": "maybe", "position": 9}],
        "state": 5,
    },
    {
        "rules": "rounds",
        "entries": ODD,
        "state": {"flags": ["a"], "clock": "Day x", "present": 3, "turn": "x"},
    },
]


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_a_broken_case_file_is_read_as_far_as_it_goes(case: dict[str, Any]) -> None:
    assert run_case(case)["turns"]


@pytest.mark.timeout(60)
def test_a_native_ring_with_endless_steps_ends() -> None:
    entries = {
        str(at): LoreEntry(id=str(at), keys=(f"k{at}",), content=f"k{(at + 1) % 300}") for at in range(300)
    }
    book = Lorebook(id="b", recursion_steps=1_000_000_000, entries=entries)
    assert len(_evaluate(book).activated) <= 40
