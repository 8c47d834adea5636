"""Good and broken outputs of models that call tools: what they wanted, how it came, and what should become of it.

The manners are those of docs/design.md §6 and of servers and models in the field; each is a function from a wanted
call to the pieces of a stream. A break that can be read in one way only should be applied; one that can be
read in several, or was cut off, should be refused and the model told.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rpg.bench.ferry import words_of
from rpg.bench.prose import Language
from rpg.bench.services import REGISTRY
from rpg.bench.tools_manners import MORE_NATIVE, MORE_WRITTEN
from rpg.bench.tools_pieces import (
    TEXT,
    Chunk,
    Decision,
    Native,
    Output,
    Wanted,
    Written,
    block,
    call_entry,
    chunk,
    json_text,
    native,
    plain_call,
    split,
    text_chunks,
    whole,
)


def wanted_calls(language: Language) -> tuple[Wanted, ...]:
    """What models want: a move by id, a move by names with somebody, a text with everything that needs escaping."""
    words = words_of(language, "smokehouse")
    hurt = {"en": 'cut on the "left" hand,\nlimps {badly}', "zh": "左手“划伤”，\n走路一瘸一拐{重}"}[language]
    return (
        Wanted(REGISTRY, {"operations": [{"op": "move_player", "to": "ropewalk"}]}, {"player": "ropewalk"}),
        Wanted(
            REGISTRY,
            {"operations": [{"op": "move_player", "to": words["place"], "with": [words["nell"]]}]},
            {"player": "smokehouse", "nell": "smokehouse"},
        ),
        Wanted(
            "update_character",
            {"character": "nell", "condition": hurt},
            {"condition": " ".join(hurt.split())},
        ),
        Wanted(
            REGISTRY,
            {"operations": [{"op": "move_character", "character": words["wynn"], "to": "landing"}]},
            {"wynn": "landing"},
        ),
        Wanted(
            REGISTRY,
            {
                "operations": [
                    {"op": "move_character", "character": "bram", "to": words["far"]},
                    {"op": "move_player", "to": "ropewalk"},
                ]
            },
            {"bram": "chapel", "player": "ropewalk"},
        ),
    )


def outputs() -> Iterator[Output]:
    """Every manner with every wanted call, in both languages."""
    languages: tuple[Language, ...] = ("en", "zh")
    for language in languages:
        for wanted in wanted_calls(language):
            for manner, (chunks, decision) in {**NATIVE, **MORE_NATIVE}.items():
                made = tuple(chunks(wanted, TEXT[language]))
                yield Output(manner, "native", language, wanted, made, decision)
            for manner, (written, decision) in {**WRITTEN, **MORE_WRITTEN}.items():
                text = written(wanted)
                streamed = tuple(text_chunks(TEXT[language] + text, 3 if "letters" in manner else 11))
                yield Output(manner, "text", language, wanted, streamed, decision)


def _twice(wanted: Wanted, text: str) -> Iterator[Chunk]:
    """The same call under two ids: models repeat themselves."""
    yield chunk({"content": text})
    for index in (0, 1):
        yield chunk(
            {"tool_calls": [call_entry(json_text(wanted.arguments), wanted.name, f"call_abc{index}", index)]}
        )
    yield chunk({}, "tool_calls")


def _doubled(wanted: Wanted, text: str) -> Iterator[Chunk]:
    """Every piece is sent twice."""
    yield chunk({"content": text})
    yield chunk({"tool_calls": [call_entry("", wanted.name, "call_abc1")]})
    for piece in split(json_text(wanted.arguments), 12):
        for _ in range(2):
            yield chunk({"tool_calls": [call_entry(piece)]})
    yield chunk({}, "tool_calls")


def _interleaved(wanted: Wanted, text: str) -> Iterator[Chunk]:
    """Two calls whose pieces alternate; the other one only sets a flag."""
    yield chunk({"content": text})
    ours, other = split(json_text(wanted.arguments), 10), split('{"name":"seen","value":true}', 10)
    yield chunk({"tool_calls": [call_entry("", wanted.name, "call_abc1", 0)]})
    yield chunk({"tool_calls": [call_entry("", "set_flag", "call_abc2", 1)]})
    for at in range(max(len(ours), len(other))):
        for index, pieces in enumerate((ours, other)):
            if at < len(pieces):
                yield chunk({"tool_calls": [call_entry(pieces[at], index=index)]})
    yield chunk({}, "tool_calls")


def _beside_a_bad_one(wanted: Wanted, text: str) -> Iterator[Chunk]:
    """A good call beside one for a tool that does not exist."""
    yield chunk({"content": text})
    yield chunk({"tool_calls": [call_entry('{"x":1}', "teleport", "call_abc0", 0)]})
    yield chunk({"tool_calls": [call_entry(json_text(wanted.arguments), wanted.name, "call_abc1", 1)]})
    yield chunk({}, "tool_calls")


def _python(text: str) -> str:
    """The arguments as a Python literal."""
    return repr(json.loads(text))


def _no_quotes_on_keys(text: str) -> str:
    for key in ("operations", "op", "to", "with", "character", "condition"):
        text = text.replace(f'"{key}":', f"{key}:")
    return text


def _wide(text: str) -> str:
    """Colons and commas of a Chinese keyboard between the members, not in the texts."""
    return text.replace('": ', '"：').replace(', "', '，"')


def _as_text(wanted: Wanted) -> Any:
    """Every list and object in the arguments as JSON text of its own."""
    return {
        key: json_text(value) if isinstance(value, list | dict) else value
        for key, value in wanted.arguments.items()
    }


def _wrong_id(wanted: Wanted) -> str:
    """A name that nothing has."""
    if "operations" in wanted.arguments:
        return json_text({"operations": [{"op": "move_player", "to": "xyzzy"}]})
    return json_text({**wanted.arguments, "character": "xyzzy"})


def _half(text: str) -> str:
    return text[: len(text) * 2 // 3]


NATIVE: Mapping[str, tuple[Native, Decision]] = {
    "clean": (native(), "applied"),
    "letter by letter": (native(size=1), "applied"),
    "in one piece": (native(size=10_000), "applied"),
    "without id": (native(id=""), "applied"),
    "without index": (native(index=None), "applied"),
    "without id and index": (native(id="", index=None), "applied"),
    "finish says stop": (native(finish="stop"), "applied"),
    "arguments as object": (whole(lambda wanted: wanted.arguments), "applied"),
    "arguments quoted twice": (whole(lambda wanted: json_text(json_text(wanted.arguments))), "applied"),
    "lists as text": (whole(lambda wanted: json_text(_as_text(wanted))), "applied"),
    "trailing comma": (native(lambda text: text[:-1] + ",}"), "applied"),
    "missing last bracket": (native(lambda text: text[:-1]), "applied"),
    "python literal": (native(_python), "applied"),
    "keys without quotes": (native(_no_quotes_on_keys), "applied"),
    "chinese punctuation": (native(_wide), "applied"),
    "in a code fence": (native(lambda text: f"```json\n{text}\n```"), "applied"),
    "a comment": (native(lambda text: "/* now */ " + text), "applied"),
    "raw line breaks in texts": (native(lambda text: text.replace("\\n", "\n")), "applied"),
    "every piece twice": (_doubled, "applied"),
    "the call twice": (_twice, "applied"),
    "two calls interleaved": (_interleaved, "applied"),
    "beside an unknown tool": (_beside_a_bad_one, "applied"),
    "template mark behind": (native(lambda text: text + "</tool_call>"), "applied"),
    "cut by length": (native(_half, finish="length"), "refused"),
    "cut and called complete": (native(_half), "refused"),
    "an unknown name": (whole(_wrong_id), "refused"),
    "no json at all": (whole(lambda wanted: "go there please"), "refused"),
    "a list instead of an object": (whole(lambda wanted: "[1, 2]"), "refused"),
    "a key twice": (
        native(lambda text: text[:-1] + ', "character": "bram", "character": "wynn"}'),
        "refused",
    ),
}


def _broken(break_: Callable[[str], str]) -> Callable[[Wanted], str]:
    return lambda wanted: break_(plain_call(wanted))


def _openai(wanted: Wanted) -> str:
    return json_text({"type": "function", "function": {"name": wanted.name, "arguments": wanted.arguments}})


WRITTEN: Mapping[str, tuple[Written, Decision]] = {
    "block": (block(plain_call), "applied"),
    "block, letters": (block(plain_call), "applied"),
    "block without end": (block(plain_call, end=""), "applied"),
    "block on one line": (lambda wanted: f"\n```rpg {plain_call(wanted)} ```", "applied"),
    "block labelled json": (block(plain_call, "json"), "applied"),
    "block without label": (block(plain_call, ""), "applied"),
    "name instead of tool": (
        block(lambda wanted: json_text({"name": wanted.name, "arguments": wanted.arguments})),
        "applied",
    ),
    "parameters instead of arguments": (
        block(lambda wanted: json_text({"tool": wanted.name, "parameters": wanted.arguments})),
        "applied",
    ),
    "arguments beside the name": (
        block(lambda wanted: json_text({"tool": wanted.name, **wanted.arguments})),
        "applied",
    ),
    "as the api writes it": (block(_openai), "applied"),
    "a list of calls": (block(lambda wanted: f"[{plain_call(wanted)}]"), "applied"),
    "arguments as text": (
        block(lambda wanted: json_text({"tool": wanted.name, "arguments": json_text(wanted.arguments)})),
        "applied",
    ),
    "trailing comma": (block(_broken(lambda text: text[:-1] + ",}")), "applied"),
    "python literal": (
        block(lambda wanted: repr({"tool": wanted.name, "arguments": wanted.arguments})),
        "applied",
    ),
    "missing bracket": (block(_broken(lambda text: text[:-1])), "applied"),
    "tool_call marks": (
        lambda wanted: (
            f"\n<tool_call>\n{json_text({'name': wanted.name, 'arguments': wanted.arguments})}\n</tool_call>"
        ),
        "applied",
    ),
    "tool_call marks, letters": (
        lambda wanted: (
            f"\n<tool_call>{json_text({'name': wanted.name, 'arguments': wanted.arguments})}</tool_call>"
        ),
        "applied",
    ),
    "a bare object": (lambda wanted: f"\n{plain_call(wanted)}\n", "applied"),
    "four ticks": (lambda wanted: f"\n````rpg\n{plain_call(wanted)}\n````", "applied"),
    "cut in the middle": (lambda wanted: f"\n```rpg\n{_half(plain_call(wanted))}", "refused"),
    "no json": (block(lambda wanted: "move the player, please"), "refused"),
    "an unknown tool": (
        block(lambda wanted: json_text({"tool": "teleport", "arguments": wanted.arguments})),
        "refused",
    ),
    "an unknown name": (
        block(lambda wanted: f'{{"tool":"{wanted.name}","arguments":{_wrong_id(wanted)}}}'),
        "refused",
    ),
    "code of another kind": (lambda wanted: '\n```python\nprint("the mill")\n```\n', "told"),
    "an object that is no call": (lambda wanted: '\n```json\n{"mill": [1, 2]}\n```\n', "told"),
    "words about tools": (lambda wanted: f"\nSomebody says {wanted.name} and laughs.\n", "told"),
}
