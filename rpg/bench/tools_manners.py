"""More manners of calling tools than those of `rpg.bench.tool_outputs`, in the same form.

They come from rules: every way to break a stream into pieces, every way to write what JSON allows to be written in
several ways, every mark of a chat template, and every wrong that has no right reading. What should become of each
follows from how it is made: what says one thing only is applied, what says none or several is refused, what is no
call is told.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rpg.bench.tools_pieces import (
    Chunk,
    Decision,
    Native,
    Wanted,
    Written,
    block,
    call_entry,
    chunk,
    json_text,
    native,
    plain_call,
    split,
    whole,
)

_MARKS: Mapping[str, tuple[str, str]] = {
    "function_call marks": ("<function_call>\n", "\n</function_call>"),
    "pipe marks": ("<|tool_call|>", "<|/tool_call|>"),
    "python_tag": ("<|python_tag|>", ""),
    "TOOL_CALLS": ("[TOOL_CALLS][", "]"),
}


def _grown(wanted: Wanted, text: str) -> Iterator[Chunk]:
    """Each piece holds all that came before it."""
    yield chunk({"content": text})
    told = json_text(wanted.arguments)
    for end in range(12, len(told) + 12, 12):
        yield chunk({"tool_calls": [call_entry(told[:end], wanted.name, "call_abc1")]})
    yield chunk({}, "tool_calls")


def _with_noise(noise: Chunk) -> Native:
    """A clean call with something else of the protocol between all its pieces."""

    def chunks(wanted: Wanted, text: str) -> Iterator[Chunk]:
        for piece in native()(wanted, text):
            yield piece
            yield noise

    return chunks


def _in_every_piece(*, name: bool, id: bool) -> Native:
    """Servers that say the name or the id again with every piece."""

    def chunks(wanted: Wanted, text: str) -> Iterator[Chunk]:
        yield chunk({"content": text})
        for number, piece in enumerate(split(json_text(wanted.arguments), 9)):
            first = number == 0
            called = wanted.name if name or first else ""
            yield chunk({"tool_calls": [call_entry(piece, called, "call_abc1" if id or first else "")]})
        yield chunk({}, "tool_calls")

    return chunks


def _name_in_two(wanted: Wanted, text: str) -> Iterator[Chunk]:
    """The name itself comes in two pieces."""
    middle = len(wanted.name) // 2
    yield chunk({"content": text})
    yield chunk({"tool_calls": [call_entry("", wanted.name[:middle], "call_abc1")]})
    yield chunk({"tool_calls": [call_entry("", wanted.name[middle:])]})
    yield chunk({"tool_calls": [call_entry(json_text(wanted.arguments))]})
    yield chunk({}, "tool_calls")


def _index_as_text(wanted: Wanted, text: str) -> Iterator[Chunk]:
    yield chunk({"content": text})
    for number, piece in enumerate(split(json_text(wanted.arguments), 9)):
        entry = call_entry(piece, "" if number else wanted.name, "" if number else "call_abc1", None)
        yield chunk({"tool_calls": [{**entry, "index": "0"}]})
    yield chunk({}, "tool_calls")


def _behind_the_end(wanted: Wanted, text: str) -> Iterator[Chunk]:
    """The end is told twice, and usage comes behind it without choices."""
    yield from native()(wanted, text)
    yield chunk({}, "tool_calls")
    yield {
        "object": "chat.completion.chunk",
        "choices": [],
        "usage": {"prompt_tokens": 5, "completion_tokens": 5},
    }


def _error_behind(wanted: Wanted, text: str) -> Iterator[Chunk]:
    """The server fails when the call is out but the reply has not ended."""
    yield from list(native()(wanted, text))[:-1]
    yield {"error": {"message": "overloaded", "type": "server_error", "code": 503}}


def _without_end(wanted: Wanted, text: str) -> Iterator[Chunk]:
    """The connection closes without a word on why."""
    yield from list(native()(wanted, text))[:-1]


def _ascii(text: str) -> str:
    """Every letter beyond ASCII as an escape."""
    return json.dumps(json.loads(text))


def _pretty(text: str) -> str:
    return json.dumps(json.loads(text), ensure_ascii=False, indent=2)


def _curly_keys(text: str) -> str:
    """Keys in the quotes of a Chinese keyboard."""
    for key in ("operations", "op", "to", "with", "character", "condition"):
        text = text.replace(f'"{key}":', f"“{key}”:")
    return text


def _with_names(value: Any) -> Native:
    return whole(lambda wanted: value)


def _misspelt(wanted: Wanted) -> Mapping[str, Any]:
    """An operation that does not exist, or a character that nobody is."""
    if "operations" in wanted.arguments:
        return {"operations": [{**one, "op": "fly"} for one in wanted.arguments["operations"]]}
    return {**wanted.arguments, "character": 7}


MORE_NATIVE: Mapping[str, tuple[Native, Decision]] = {
    "pieces that grow": (_grown, "applied"),
    "empty choices between": (_with_noise({"object": "chat.completion.chunk", "choices": []}), "applied"),
    "role in between": (_with_noise(chunk({"role": "assistant"})), "applied"),
    "empty text in between": (_with_noise(chunk({"content": ""})), "applied"),
    "null text in between": (_with_noise(chunk({"content": None, "tool_calls": None})), "applied"),
    "reasoning in between": (_with_noise(chunk({"reasoning_content": "Hm."})), "applied"),
    "name in every piece": (_in_every_piece(name=True, id=False), "applied"),
    "id in every piece": (_in_every_piece(name=False, id=True), "applied"),
    "name and id in every piece": (_in_every_piece(name=True, id=True), "applied"),
    "name in two pieces": (_name_in_two, "applied"),
    "index as text": (_index_as_text, "applied"),
    "told twice that it ends": (_behind_the_end, "applied"),
    "escapes for every letter": (native(_ascii, size=5), "applied"),
    "pretty": (native(_pretty), "applied"),
    "a mark of byte order": (native(lambda text: "\ufeff" + text), "applied"),
    "blanks around": (native(lambda text: f"\n  {text}\n\n"), "applied"),
    "quotes of a chinese keyboard": (native(_curly_keys), "applied"),
    "a comma in the middle too many": (native(lambda text: text.replace("}]", "},]")), "applied"),
    "text behind the object": (native(lambda text: text + " and so they went"), "refused"),
    "no value": (_with_names("{}"), "refused"),
    "null": (_with_names("null"), "refused"),
    "a number": (_with_names("12"), "refused"),
    "a word without quotes": (_with_names('{"operations": move, "character": nell}'), "refused"),
    "what nobody can do": (whole(lambda wanted: json_text(_misspelt(wanted))), "refused"),
    "an error behind the call": (_error_behind, "refused"),
    "closed without an end": (_without_end, "refused"),
}


def _marked(begin: str, end: str) -> Written:
    def written(wanted: Wanted) -> str:
        return f"\n{begin}{json_text({'name': wanted.name, 'arguments': wanted.arguments})}{end}"

    return written


def _function_tag(wanted: Wanted) -> str:
    return f"\n<function={wanted.name}>{json_text(wanted.arguments)}</function>"


def _twice(wanted: Wanted) -> str:
    return block(plain_call)(wanted) + block(plain_call)(wanted)


def _arguments_first(wanted: Wanted) -> str:
    return json_text({"arguments": wanted.arguments, "tool": wanted.name})


MORE_WRITTEN: Mapping[str, tuple[Written, Decision]] = {
    **{name: (_marked(*marks), "applied") for name, marks in _MARKS.items()},
    **{f"{name}, letters": (_marked(*marks), "applied") for name, marks in _MARKS.items()},
    "function tag": (_function_tag, "applied"),
    "function tag, letters": (_function_tag, "applied"),
    "block labelled tool_call": (block(plain_call, "tool_call"), "applied"),
    "block labelled in capitals": (block(plain_call, "RPG"), "applied"),
    "block twice": (_twice, "applied"),
    "pretty block": (block(lambda wanted: _pretty(plain_call(wanted))), "applied"),
    "arguments before the name": (block(_arguments_first), "applied"),
    "args instead of arguments": (
        block(lambda wanted: json_text({"tool": wanted.name, "args": wanted.arguments})),
        "applied",
    ),
    "quotes of a chinese keyboard": (block(lambda wanted: _curly_keys(plain_call(wanted))), "applied"),
    "escapes for every letter": (block(lambda wanted: _ascii(plain_call(wanted))), "applied"),
    "blanks around the block": (lambda wanted: f"\n\n{block(plain_call)(wanted)}\n\n", "applied"),
    "a call without a name": (block(lambda wanted: json_text({"arguments": wanted.arguments})), "refused"),
    "a call for nobody": (
        block(lambda wanted: json_text({"tool": wanted.name, "arguments": _misspelt(wanted)})),
        "refused",
    ),
    "story behind the object": (block(lambda wanted: plain_call(wanted) + "\nAnd so they went."), "applied"),
    "a word without quotes": (block(lambda wanted: f"{{tool: {wanted.name}, arguments: x}}"), "refused"),
    "cut in the middle, letters": (
        lambda wanted: f"\n```rpg\n{plain_call(wanted)[: len(plain_call(wanted)) // 2]}",
        "refused",
    ),
    "braces in a sentence": (lambda wanted: "\nThe sign says {closed}.\n", "told"),
    "a list in brackets": (lambda wanted: "\n[The bell rings.]\n", "told"),
    "a block of verse": (lambda wanted: "\n```\nThe tide goes out,\nthe tide comes in.\n```\n", "told"),
    "ticks in a sentence": (lambda wanted: "\nThe note says `wait`, and nothing else.\n", "told"),
    "an angle in a sentence": (lambda wanted: "\nFewer than 3 < 5, says the ferryman.\n", "told"),
}
