"""Good and broken outputs of models that call tools: what they wanted, how it came, and what should become of it.

The manners are those of docs/design.md §6 and of servers and models in the field; each is a function from a wanted
call to the pieces of a stream. A break that can be read in one way only should be applied; one that can be
read in several, or was cut off, should be refused and the model told.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rpg.bench.ferry import words_of
from rpg.bench.prose import Language
from rpg.bench.services import REGISTRY

Decision = Literal["applied", "refused", "told"]
"""applied: the state is what was wanted. refused: the state is as before and somebody is told why. told: it was
no call, and stands in the story as it was written."""

Chunk = Mapping[str, Any]
TEXT: Mapping[Language, str] = {"en": "The rain goes on. ", "zh": "雨还在下。"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A call and what the state should be afterwards: `facts` of `rpg.bench.tools.facts_of` that change."""

    name: str
    arguments: Mapping[str, Any]
    facts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Output:
    """One reply as it comes. language: of the world. protocol: how the model was told of tools."""

    manner: str
    protocol: Literal["native", "text"]
    language: Language
    wanted: Wanted
    chunks: tuple[Chunk, ...]
    decision: Decision


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
    )


def outputs() -> Iterator[Output]:
    """Every manner with every wanted call, in both languages."""
    languages: tuple[Language, ...] = ("en", "zh")
    for language in languages:
        for wanted in wanted_calls(language):
            for manner, (chunks, decision) in NATIVE.items():
                made = tuple(chunks(wanted, TEXT[language]))
                yield Output(manner, "native", language, wanted, made, decision)
            for manner, (written, decision) in WRITTEN.items():
                text = written(wanted)
                streamed = tuple(_text_chunks(TEXT[language] + text, 3 if "letters" in manner else 11))
                yield Output(manner, "text", language, wanted, streamed, decision)


# -- pieces of a stream -------------------------------------------------------------------------


def _chunk(delta: Mapping[str, Any], finish: str | None = None) -> Chunk:
    return {
        "object": "chat.completion.chunk",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }


def _text_chunks(text: str, size: int, finish: str = "stop") -> Iterator[Chunk]:
    for start in range(0, len(text), size):
        yield _chunk({"content": text[start : start + size]})
    yield _chunk({}, finish)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _split(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def _call(fragment: Any, name: str = "", id: str = "", index: int | None = 0) -> dict[str, Any]:
    call: dict[str, Any] = {"function": {"arguments": fragment}}
    if name:
        call["function"]["name"] = name
    if id:
        call |= {"id": id, "type": "function"}
    return call if index is None else {**call, "index": index}


Native = Callable[[Wanted, str], Iterator[Chunk]]


def _native(
    break_: Callable[[str], str] = str,
    *,
    size: int = 9,
    id: str = "call_abc1",
    index: int | None = 0,
    finish: str = "tool_calls",
) -> Native:
    """A call in pieces. break_: what happens to its JSON."""

    def chunks(wanted: Wanted, text: str) -> Iterator[Chunk]:
        yield _chunk({"role": "assistant", "content": text})
        first, *rest = _split(break_(_json(wanted.arguments)), size)
        yield _chunk({"tool_calls": [_call(first, wanted.name, id, index)]})
        for piece in rest:
            yield _chunk({"tool_calls": [_call(piece, index=index)]})
        yield _chunk({}, finish)

    return chunks


def _whole(value_of: Callable[[Wanted], Any], finish: str = "tool_calls") -> Native:
    """The call in one piece with whatever value stands for its arguments."""

    def chunks(wanted: Wanted, text: str) -> Iterator[Chunk]:
        yield _chunk({"content": text})
        yield _chunk({"tool_calls": [_call(value_of(wanted), wanted.name, "call_abc1")]})
        yield _chunk({}, finish)

    return chunks


def _twice(wanted: Wanted, text: str) -> Iterator[Chunk]:
    """The same call under two ids: models repeat themselves."""
    yield _chunk({"content": text})
    for index in (0, 1):
        yield _chunk({"tool_calls": [_call(_json(wanted.arguments), wanted.name, f"call_abc{index}", index)]})
    yield _chunk({}, "tool_calls")


def _doubled(wanted: Wanted, text: str) -> Iterator[Chunk]:
    """Every piece is sent twice."""
    yield _chunk({"content": text})
    yield _chunk({"tool_calls": [_call("", wanted.name, "call_abc1")]})
    for piece in _split(_json(wanted.arguments), 12):
        for _ in range(2):
            yield _chunk({"tool_calls": [_call(piece)]})
    yield _chunk({}, "tool_calls")


def _interleaved(wanted: Wanted, text: str) -> Iterator[Chunk]:
    """Two calls whose pieces alternate; the other one only sets a flag."""
    yield _chunk({"content": text})
    ours, other = _split(_json(wanted.arguments), 10), _split('{"name":"seen","value":true}', 10)
    yield _chunk({"tool_calls": [_call("", wanted.name, "call_abc1", 0)]})
    yield _chunk({"tool_calls": [_call("", "set_flag", "call_abc2", 1)]})
    for at in range(max(len(ours), len(other))):
        for index, pieces in enumerate((ours, other)):
            if at < len(pieces):
                yield _chunk({"tool_calls": [_call(pieces[at], index=index)]})
    yield _chunk({}, "tool_calls")


def _beside_a_bad_one(wanted: Wanted, text: str) -> Iterator[Chunk]:
    """A good call beside one for a tool that does not exist."""
    yield _chunk({"content": text})
    yield _chunk({"tool_calls": [_call('{"x":1}', "teleport", "call_abc0", 0)]})
    yield _chunk({"tool_calls": [_call(_json(wanted.arguments), wanted.name, "call_abc1", 1)]})
    yield _chunk({}, "tool_calls")


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
        key: _json(value) if isinstance(value, list | dict) else value
        for key, value in wanted.arguments.items()
    }


def _wrong_id(wanted: Wanted) -> str:
    """A name that nothing has."""
    if "operations" in wanted.arguments:
        return _json({"operations": [{"op": "move_player", "to": "xyzzy"}]})
    return _json({**wanted.arguments, "character": "xyzzy"})


def _half(text: str) -> str:
    return text[: len(text) * 2 // 3]


NATIVE: Mapping[str, tuple[Native, Decision]] = {
    "clean": (_native(), "applied"),
    "letter by letter": (_native(size=1), "applied"),
    "in one piece": (_native(size=10_000), "applied"),
    "without id": (_native(id=""), "applied"),
    "without index": (_native(index=None), "applied"),
    "without id and index": (_native(id="", index=None), "applied"),
    "finish says stop": (_native(finish="stop"), "applied"),
    "arguments as object": (_whole(lambda wanted: wanted.arguments), "applied"),
    "arguments quoted twice": (_whole(lambda wanted: _json(_json(wanted.arguments))), "applied"),
    "lists as text": (_whole(lambda wanted: _json(_as_text(wanted))), "applied"),
    "trailing comma": (_native(lambda text: text[:-1] + ",}"), "applied"),
    "missing last bracket": (_native(lambda text: text[:-1]), "applied"),
    "python literal": (_native(_python), "applied"),
    "keys without quotes": (_native(_no_quotes_on_keys), "applied"),
    "chinese punctuation": (_native(_wide), "applied"),
    "in a code fence": (_native(lambda text: f"```json\n{text}\n```"), "applied"),
    "a comment": (_native(lambda text: "/* now */ " + text), "applied"),
    "raw line breaks in texts": (_native(lambda text: text.replace("\\n", "\n")), "applied"),
    "every piece twice": (_doubled, "applied"),
    "the call twice": (_twice, "applied"),
    "two calls interleaved": (_interleaved, "applied"),
    "beside an unknown tool": (_beside_a_bad_one, "applied"),
    "template mark behind": (_native(lambda text: text + "</tool_call>"), "applied"),
    "cut by length": (_native(_half, finish="length"), "refused"),
    "cut and called complete": (_native(_half), "refused"),
    "an unknown name": (_whole(_wrong_id), "refused"),
    "no json at all": (_whole(lambda wanted: "go there please"), "refused"),
    "a list instead of an object": (_whole(lambda wanted: "[1, 2]"), "refused"),
    "a key twice": (
        _native(lambda text: text[:-1] + ', "character": "bram", "character": "wynn"}'),
        "refused",
    ),
}

Written = Callable[[Wanted], str]


def _block(inner: Callable[[Wanted], str], label: str = "rpg", end: str = "\n```") -> Written:
    return lambda wanted: f"\n```{label}\n{inner(wanted)}{end}"


def _plain(wanted: Wanted) -> str:
    return _json({"tool": wanted.name, "arguments": wanted.arguments})


def _broken(break_: Callable[[str], str]) -> Callable[[Wanted], str]:
    return lambda wanted: break_(_plain(wanted))


def _openai(wanted: Wanted) -> str:
    return _json({"type": "function", "function": {"name": wanted.name, "arguments": wanted.arguments}})


WRITTEN: Mapping[str, tuple[Written, Decision]] = {
    "block": (_block(_plain), "applied"),
    "block, letters": (_block(_plain), "applied"),
    "block without end": (_block(_plain, end=""), "applied"),
    "block on one line": (lambda wanted: f"\n```rpg {_plain(wanted)} ```", "applied"),
    "block labelled json": (_block(_plain, "json"), "applied"),
    "block without label": (_block(_plain, ""), "applied"),
    "name instead of tool": (
        _block(lambda wanted: _json({"name": wanted.name, "arguments": wanted.arguments})),
        "applied",
    ),
    "parameters instead of arguments": (
        _block(lambda wanted: _json({"tool": wanted.name, "parameters": wanted.arguments})),
        "applied",
    ),
    "arguments beside the name": (
        _block(lambda wanted: _json({"tool": wanted.name, **wanted.arguments})),
        "applied",
    ),
    "as the api writes it": (_block(_openai), "applied"),
    "a list of calls": (_block(lambda wanted: f"[{_plain(wanted)}]"), "applied"),
    "arguments as text": (
        _block(lambda wanted: _json({"tool": wanted.name, "arguments": _json(wanted.arguments)})),
        "applied",
    ),
    "trailing comma": (_block(_broken(lambda text: text[:-1] + ",}")), "applied"),
    "python literal": (
        _block(lambda wanted: repr({"tool": wanted.name, "arguments": wanted.arguments})),
        "applied",
    ),
    "missing bracket": (_block(_broken(lambda text: text[:-1])), "applied"),
    "tool_call marks": (
        lambda wanted: (
            f"\n<tool_call>\n{_json({'name': wanted.name, 'arguments': wanted.arguments})}\n</tool_call>"
        ),
        "applied",
    ),
    "tool_call marks, letters": (
        lambda wanted: (
            f"\n<tool_call>{_json({'name': wanted.name, 'arguments': wanted.arguments})}</tool_call>"
        ),
        "applied",
    ),
    "a bare object": (lambda wanted: f"\n{_plain(wanted)}\n", "applied"),
    "four ticks": (lambda wanted: f"\n````rpg\n{_plain(wanted)}\n````", "applied"),
    "cut in the middle": (lambda wanted: f"\n```rpg\n{_half(_plain(wanted))}", "refused"),
    "no json": (_block(lambda wanted: "move the player, please"), "refused"),
    "an unknown tool": (
        _block(lambda wanted: _json({"tool": "teleport", "arguments": wanted.arguments})),
        "refused",
    ),
    "an unknown name": (
        _block(lambda wanted: f'{{"tool":"{wanted.name}","arguments":{_wrong_id(wanted)}}}'),
        "refused",
    ),
    "code of another kind": (lambda wanted: '\n```python\nprint("the mill")\n```\n', "told"),
    "an object that is no call": (lambda wanted: '\n```json\n{"mill": [1, 2]}\n```\n', "told"),
    "words about tools": (lambda wanted: f"\nSomebody says {wanted.name} and laughs.\n", "told"),
}


def manners() -> Sequence[str]:
    """The names of all manners."""
    return (*(f"native, {name}" for name in NATIVE), *(f"text, {name}" for name in WRITTEN))
