"""The manners of servers: what one sends, and the turn that must come of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rpg.narrator.protocol import Failure, Usage
from tests.fakes.openai_server import (
    DONE,
    Answer,
    Drop,
    Stall,
    Step,
    call_chunks,
    chunk,
    event,
    stream,
    text_chunks,
)

STORY = "The lamp is lit. “Come in,” says Mira — 请进。"
MARKET = ("move", '{"to":"market"}')
LOOK = ("look", "{}")
END = event(chunk({}, finish="stop"))
CALL_END = event(chunk({}, finish="tool_calls"))


@dataclass(frozen=True)
class Manner:
    """steps: what the server sends. The rest: the turn that must come of it; None: not checked."""

    name: str
    steps: Sequence[Step]
    story: str = STORY
    calls: Sequence[tuple[str, str]] = ()
    problems: int = 0
    reasoning: str = ""
    reason: str | None = None
    usage: Usage | None = None
    error: Failure | None = None
    notices: Sequence[str] = ()
    chunked: bool = True
    content_type: str = "text/event-stream"
    headers: dict[str, str] = field(default_factory=dict)
    attempts: int = 1

    def answer(self) -> Answer:
        """The answer of the server."""
        return Answer(
            self.steps, headers={"Content-Type": self.content_type, **self.headers}, chunked=self.chunked
        )


def delta(**fields: Any) -> bytes:
    """One chunk with this delta."""
    return event(chunk(fields))


def call(*pieces: dict[str, Any]) -> list[bytes]:
    """A stream in which each piece is the one entry of `tool_calls` in a chunk of its own."""
    return [*(delta(tool_calls=[piece]) for piece in pieces), CALL_END, DONE]


def piece(name: str = "", arguments: Any = None, **more: Any) -> dict[str, Any]:
    """An entry of `tool_calls`."""
    function = {}
    if name:
        function["name"] = name
    if arguments is not None:
        function["arguments"] = arguments
    return {**more, "function": function}


def raw(*lines: str) -> list[bytes]:
    """Bytes as they are."""
    return ["\n".join(lines).encode()]


def said(content: Any, **more: Any) -> dict[str, Any]:
    """A chunk with a text."""
    return {**chunk({"content": content}), **more}


TEXT = [
    Manner("well behaved", stream(STORY), usage=Usage(100, 20), reason="stop"),
    Manner("one letter at a time", stream(STORY, size=1)),
    Manner("all at once", [b"".join(stream(STORY))]),
    Manner("byte by byte", [bytes([byte]) for byte in b"".join(stream(STORY, size=20))]),
    Manner("lines end with CR LF", [b"".join(stream(STORY)).replace(b"\n", b"\r\n")]),
    Manner("lines end with CR", [b"".join(stream(STORY)).replace(b"\n", b"\r")]),
    Manner("no space behind data:", [b"".join(stream(STORY)).replace(b"data: ", b"data:")]),
    Manner("no blank lines between events", [b"".join(stream(STORY)).replace(b"\n\n", b"\n")]),
    Manner("no line end at the end", [b"".join(stream(STORY, done=False)).rstrip(b"\n")]),
    Manner("byte order mark first", [b"\xef\xbb\xbf", *stream(STORY)]),
    Manner(
        "comments as signs of life",
        [b": PROCESSING\n\n", *stream(STORY)[:3], b": ping\n\n", *stream(STORY)[3:]],
    ),
    Manner("ids, events and retry lines", [b"id: 1\nevent: message\nretry: 10\n", *stream(STORY)]),
    Manner("events of other kinds", [b'event: ping\ndata: {"type": "ping"}\n\n', *stream(STORY)]),
    Manner(
        "JSON over several data lines",
        [b'data: {"choices": [{"delta":\ndata: {"content": "Hi"}}]}\n\n', END],
        "Hi",
    ),
    Manner(
        "lines of JSON without data:",
        [json.dumps(said(STORY)).encode() + b"\n", json.dumps(chunk({}, finish="stop")).encode()],
    ),
    Manner("ends at [DONE] and stays open", [*stream(STORY), Stall()]),
    Manner("closes without [DONE]", stream(STORY, done=False)),
    Manner("[DONE] without a reason to finish", [*text_chunks(STORY), DONE], reason="unknown"),
    Manner("stays open behind the reason to finish", [*text_chunks(STORY), END, Stall()], reason="stop"),
    Manner("breaks off behind the reason to finish", [*text_chunks(STORY), END, Drop()], reason="stop"),
    Manner("no length of pieces, closed at the end", stream(STORY), chunked=False),
    Manner("wrong content type", stream(STORY), content_type="application/octet-stream"),
    Manner("no content type", stream(STORY), content_type=""),
    Manner(
        "usage in every chunk",
        [
            event({**said(STORY), "usage": {"prompt_tokens": 7, "completion_tokens": 1}}),
            event({**chunk({}, finish="stop"), "usage": {"prompt_tokens": 7, "completion_tokens": 9}}),
            DONE,
        ],
        usage=Usage(7, 9),
    ),
    Manner(
        "usage inside of the choice",
        [
            *text_chunks(STORY),
            event(
                {
                    "choices": [
                        {
                            "index": 0,
                            "delta": {},
                            "finish_reason": "stop",
                            "usage": {"prompt_tokens": 5, "completion_tokens": 6},
                        }
                    ]
                }
            ),
            DONE,
        ],
        usage=Usage(5, 6),
    ),
    Manner(
        "usage under a vendor's name",
        [
            *text_chunks(STORY),
            event(
                {
                    **chunk({}, finish="stop"),
                    "x_groq": {"usage": {"prompt_tokens": 3, "completion_tokens": 4}},
                }
            ),
            DONE,
        ],
        usage=Usage(3, 4),
    ),
    Manner(
        "usage with cached tokens",
        [
            *text_chunks(STORY),
            END,
            event(
                chunk(
                    usage={
                        "prompt_tokens": 9,
                        "completion_tokens": 2,
                        "prompt_tokens_details": {"cached_tokens": 8},
                    }
                )
            ),
            DONE,
        ],
        usage=Usage(9, 2, 8),
    ),
    Manner(
        "usage with cache hits",
        [
            *text_chunks(STORY),
            event(
                chunk(
                    {},
                    finish="stop",
                    usage={"prompt_tokens": 9, "completion_tokens": 2, "prompt_cache_hit_tokens": 6},
                )
            ),
            DONE,
        ],
        usage=Usage(9, 2, 6),
    ),
    Manner("usage null", [event({**said(STORY), "usage": None}), END, DONE], usage=Usage()),
    Manner(
        "usage of nonsense",
        [event({**said(STORY), "usage": {"prompt_tokens": "many", "completion_tokens": -1}}), END, DONE],
        usage=Usage(),
    ),
    Manner("usage missing", stream(STORY, usage=None), usage=Usage()),
    Manner("empty choices first", [event(chunk(usage=None)), *stream(STORY)]),
    Manner("choices null", [event({"choices": None}), *stream(STORY)]),
    Manner("delta null", [event({"choices": [{"index": 0, "delta": None}]}), *stream(STORY)]),
    Manner(
        "a second choice",
        [event({"choices": [{"index": 1, "delta": {"content": "Other."}}]}), *stream(STORY)],
    ),
    Manner("error null", [event({**said(STORY), "error": None}), END, DONE]),
    Manner("content as a list of parts", [event(said([{"type": "text", "text": STORY}])), END, DONE]),
    Manner(
        "half a character in each chunk",
        [
            b'data: {"choices":[{"delta":{"content":"\\ud83d"}}]}\n\n',
            b'data: {"choices":[{"delta":{"content":"\\ude00"}}]}\n\n',
            END,
            DONE,
        ],
        "😀",
    ),
    Manner(
        "half a character for good",
        [b'data: {"choices":[{"delta":{"content":"a\\ud83d"}}]}\n\n', END, DONE],
        "a\ufffd",
    ),
    Manner(
        "bytes that are no UTF-8",
        [b'data: {"choices":[{"delta":{"content":"a\xff"}}]}\n\n', END, DONE],
        "a\ufffd",
    ),
    Manner(
        "a whole answer instead of a stream",
        [
            json.dumps(
                {
                    "choices": [
                        {"message": {"role": "assistant", "content": STORY}, "finish_reason": "stop"}
                    ],
                    "usage": {"prompt_tokens": 1, "completion_tokens": 2},
                },
                indent=1,
            ).encode()
        ],
        content_type="application/json",
        usage=Usage(1, 2),
    ),
    Manner(
        "the whole text again in the last chunk",
        [*text_chunks(STORY), event(chunk({"content": STORY}, finish="stop")), DONE],
    ),
    Manner(
        "the whole message again in the last chunk",
        [
            *text_chunks(STORY),
            event(
                {
                    "choices": [
                        {"index": 0, "delta": {}, "message": {"content": STORY}, "finish_reason": "stop"}
                    ]
                }
            ),
            DONE,
        ],
    ),
    Manner(
        "a broken line among good ones",
        [*text_chunks(STORY), b'data: {"choices": [{"del\n\n', END, DONE],
        notices=["broken_line"],
    ),
    Manner("cut by length", stream(STORY, finish="length"), reason="length"),
    Manner("cut by length under another name", stream(STORY, finish="MAX_TOKENS"), reason="length"),
    Manner("a reason to finish nobody knows", stream(STORY, finish="because"), reason="unknown"),
    Manner("a filter after some text", stream(STORY, finish="content_filter"), reason="content_filter"),
    Manner("tool_calls as reason, but no call", stream(STORY, finish="tool_calls"), reason="stop"),
    Manner(
        "an answer in Ollama's own form",
        [
            json.dumps({"message": {"role": "assistant", "content": part}, "done": False}).encode() + b"\n"
            for part in ("The lamp ", "is lit.")
        ]
        + [
            b'{"message":{"content":""},"done":true,"done_reason":"stop","prompt_eval_count":4,"eval_count":5}\n'
        ],
        "The lamp is lit.",
        usage=Usage(4, 5),
        content_type="application/x-ndjson",
    ),
]

CALLS = [
    Manner(
        "a call",
        call(
            piece("move", "", index=0, id="c1"), piece("", '{"to":', index=0), piece("", '"market"}', index=0)
        ),
        "",
        [MARKET],
        reason="tool_calls",
    ),
    Manner(
        "a call without id",
        call(piece("move", '{"to":', index=0), piece("", '"market"}', index=0)),
        "",
        [MARKET],
    ),
    Manner(
        "a call without index", call(piece("move", '{"to":', id="c1"), piece("", '"market"}')), "", [MARKET]
    ),
    Manner(
        "a call with index null",
        call(piece("move", '{"to":', id="c1", index=None), piece("", '"market"}', index=None)),
        "",
        [MARKET],
    ),
    Manner(
        "a call without id and index", call(piece("move", '{"to":'), piece("", '"market"}')), "", [MARKET]
    ),
    Manner(
        "an index as text",
        call(piece("move", '{"to":', id="c1", index="0"), piece("", '"market"}', index="0")),
        "",
        [MARKET],
    ),
    Manner("arguments as an object", call(piece("move", {"to": "market"}, index=0, id="c1")), "", [MARKET]),
    Manner(
        "arguments as an object, twice",
        call(
            piece("move", {"to": "market"}, index=0, id="c1"),
            piece("move", {"to": "market"}, index=0, id="c1"),
        ),
        "",
        [MARKET],
    ),
    Manner(
        "arguments as a list",
        call(piece("move", ["market"], index=0, id="c1")),
        "",
        [("move", "{}")],
        problems=1,
    ),
    Manner(
        "arguments as a number", call(piece("move", 3, index=0, id="c1")), "", [("move", "{}")], problems=1
    ),
    Manner("arguments null", call(piece("look", None, index=0, id="c1")), "", [LOOK]),
    Manner("arguments missing", call({"index": 0, "id": "c1", "function": {"name": "look"}}), "", [LOOK]),
    Manner("arguments empty", call(piece("look", "", index=0, id="c1")), "", [LOOK]),
    Manner(
        "arguments as JSON in JSON",
        call(piece("move", json.dumps('{"to":"market"}'), index=0, id="c1")),
        "",
        [MARKET],
    ),
    Manner(
        "arguments under another name",
        call({"id": "c1", "function": {"name": "move", "parameters": {"to": "market"}}}),
        "",
        [MARKET],
    ),
    Manner(
        "call without function object",
        call({"id": "c1", "name": "move", "arguments": '{"to":"market"}'}),
        "",
        [MARKET],
    ),
    Manner(
        "the full name in every piece",
        call(piece("move", '{"to":', index=0, id="c1"), piece("move", '"market"}', index=0, id="c1")),
        "",
        [MARKET],
    ),
    Manner(
        "the full name in every piece, nothing else",
        call(piece("move", '{"to":'), piece("move", '"mar'), piece("move", 'ket"}')),
        "",
        [MARKET],
    ),
    Manner(
        "the name in pieces",
        call(
            piece("mo", "", index=0, id="c1"), piece("ve", "", index=0), piece("", '{"to":"market"}', index=0)
        ),
        "",
        [MARKET],
    ),
    Manner(
        "the name late",
        call(
            {"index": 0, "id": "c1", "function": {}},
            piece("move", "", index=0),
            piece("", '{"to":"market"}', index=0),
        ),
        "",
        [MARKET],
    ),
    Manner(
        "grown instead of continued",
        call(
            piece("move", '{"to"', index=0, id="c1"),
            piece("", '{"to":"mar', index=0),
            piece("", '{"to":"market"}', index=0),
        ),
        "",
        [MARKET],
    ),
    Manner(
        "every piece twice",
        call(
            *[
                p
                for p in (
                    piece("move", '{"to"', index=0, id="c1"),
                    piece("", ':"mar', index=0),
                    piece("", 'ket"}', index=0),
                )
                for _ in range(2)
            ]
        ),
        "",
        [MARKET],
    ),
    Manner(
        "one piece twice",
        call(
            piece("move", '{"to"', index=0, id="c1"),
            piece("", '{"to"', index=0),
            piece("", ':"market"}', index=0),
        ),
        "",
        [MARKET],
    ),
    Manner(
        "the whole call again at the end",
        call(
            piece("move", '{"to":', index=0, id="c1"),
            piece("", '"market"}', index=0),
            piece("move", '{"to":"market"}', index=0, id="c1"),
        ),
        "",
        [MARKET],
    ),
    Manner(
        "the whole call again in a message",
        [
            *call_chunks("move", {"to": "market"}),
            event(
                {
                    "choices": [
                        {
                            "index": 0,
                            "message": {"tool_calls": [piece("move", '{"to":"market"}', id="c9")]},
                            "finish_reason": "tool_calls",
                        }
                    ]
                }
            ),
            DONE,
        ],
        "",
        [MARKET],
    ),
    Manner(
        "split in the middle of an escape",
        call(
            piece("move", '{"to":"a\\', index=0, id="c1"),
            piece("", "u00e9\\", index=0),
            piece("", 'n"}', index=0),
        ),
        "",
        [("move", '{"to":"aé\\n"}')],
    ),
    Manner(
        "split in the middle of a character",
        call(piece("move", '{"to":"\\ud83d', index=0, id="c1"), piece("", '\\ude00"}', index=0)),
        "",
        [("move", '{"to":"😀"}')],
    ),
    Manner(
        "two calls",
        [*call_chunks("move", {"to": "market"}, index=0), *call_chunks("look", {}, index=1), CALL_END, DONE],
        "",
        [MARKET, LOOK],
    ),
    Manner(
        "two calls in one chunk",
        [
            delta(
                tool_calls=[
                    piece("move", '{"to":"market"}', index=0, id="a"),
                    piece("look", "{}", index=1, id="b"),
                ]
            ),
            CALL_END,
            DONE,
        ],
        "",
        [MARKET, LOOK],
    ),
    Manner(
        "two calls in one chunk without index",
        [
            delta(tool_calls=[piece("move", '{"to":"market"}', id="a"), piece("look", "{}", id="b")]),
            CALL_END,
            DONE,
        ],
        "",
        [MARKET, LOOK],
    ),
    Manner(
        "two calls in one chunk without anything",
        [delta(tool_calls=[piece("move", {"to": "market"}), piece("look", {})]), CALL_END, DONE],
        "",
        [MARKET, LOOK],
    ),
    Manner(
        "two calls under one index",
        call(piece("move", '{"to":"market"}', index=0, id="a"), piece("look", "{}", index=0, id="b")),
        "",
        [MARKET, LOOK],
    ),
    Manner(
        "two calls of one tool under one index",
        call(
            piece("move", '{"to":"market"}', index=0, id="a"), piece("move", '{"to":"quay"}', index=0, id="b")
        ),
        "",
        [MARKET, ("move", '{"to":"quay"}')],
    ),
    Manner(
        "two calls under one index and no id",
        call(piece("move", '{"to":"market"}', index=0), piece("look", "{}", index=0)),
        "",
        [MARKET, LOOK],
    ),
    Manner(
        "two calls under one id",
        [
            delta(
                tool_calls=[
                    piece("move", '{"to":"market"}', index=0, id="x"),
                    piece("look", "{}", index=1, id="x"),
                ]
            ),
            CALL_END,
            DONE,
        ],
        "",
        [MARKET, LOOK],
    ),
    Manner(
        "two calls run together",
        call(piece("move", '{"to":"market"}{"to":"quay"}', index=0, id="c1")),
        "",
        [MARKET, ("move", '{"to":"quay"}')],
    ),
    Manner(
        "the same call run together",
        call(piece("move", '{"to":"market"}{"to":"market"}', index=0, id="c1")),
        "",
        [MARKET],
    ),
    Manner(
        "interleaved by index",
        call(
            piece("move", '{"to":', index=0, id="a"),
            piece("look", "{", index=1, id="b"),
            piece("", '"market"}', index=0),
            piece("", "}", index=1),
        ),
        "",
        [MARKET, LOOK],
    ),
    Manner(
        "interleaved by id",
        call(
            piece("move", '{"to":', id="a"),
            piece("look", "{", id="b"),
            piece("", '"market"}', id="a"),
            piece("", "}", id="b"),
        ),
        "",
        [MARKET, LOOK],
    ),
    Manner(
        "interleaved by name",
        call(piece("move", '{"to":'), piece("look", "{"), piece("move", '"market"}'), piece("look", "}")),
        "",
        [MARKET, LOOK],
    ),
    Manner(
        "indices that start at one",
        call(piece("move", '{"to":', index=1, id="a"), piece("", '"market"}', index=1)),
        "",
        [MARKET],
    ),
    Manner(
        "an id of its own in every piece",
        call(
            piece("move", '{"to":', index=0, id="a"),
            piece("", '"mar', index=0, id="b"),
            piece("", 'ket"}', index=0, id="c"),
        ),
        "",
        [MARKET],
    ),
    Manner(
        "an index of its own in every piece",
        call(
            piece("move", '{"to":', index=0, id="a"), piece("", '"mar', index=1), piece("", 'ket"}', index=2)
        ),
        "",
        [MARKET],
    ),
    Manner(
        "function_call of old",
        [
            delta(function_call={"name": "move", "arguments": ""}),
            delta(function_call={"arguments": '{"to":"market"}'}),
            event(chunk({}, finish="function_call")),
            DONE,
        ],
        "",
        [MARKET],
    ),
    Manner(
        "stop as reason behind a call",
        [*call_chunks("move", {"to": "market"}), END, DONE],
        "",
        [MARKET],
        reason="tool_calls",
    ),
    Manner(
        "a call and [DONE], no reason",
        [*call_chunks("move", {"to": "market"}), DONE],
        "",
        [MARKET],
        reason="tool_calls",
    ),
    Manner(
        "a call as an object instead of a list",
        [delta(tool_calls=piece("move", '{"to":"market"}', id="a")), CALL_END, DONE],
        "",
        [MARKET],
    ),
    Manner(
        "text, then a call",
        [*text_chunks(STORY), *call_chunks("move", {"to": "market"}), CALL_END, DONE],
        STORY,
        [MARKET],
    ),
    Manner(
        "tool_calls empty and null", [delta(content=STORY, tool_calls=[]), delta(tool_calls=None), END, DONE]
    ),
    Manner("an entry that is nothing", [delta(tool_calls=[None, "x"]), *stream(STORY)]),
    Manner("trailing comma", call(piece("move", '{"to":"market",}', index=0, id="a")), "", [MARKET]),
    Manner(
        "a code fence around",
        call(piece("move", '```json\n{"to":"market"}\n```', index=0, id="a")),
        "",
        [MARKET],
    ),
    Manner("single quotes", call(piece("move", "{'to': 'market'}", index=0, id="a")), "", [MARKET]),
    Manner(
        "a bracket missing at the end", call(piece("move", '{"to":"market"', index=0, id="a")), "", [MARKET]
    ),
    Manner(
        "Python's words",
        call(piece("move", '{"to":"market","fast":True,"with":None}', index=0, id="a")),
        "",
        [("move", '{"to":"market","fast":true,"with":null}')],
    ),
    Manner(
        "a text that does not end",
        call(piece("move", '{"to":"mark', index=0, id="a")),
        "",
        [("move", "{}")],
        problems=1,
    ),
    Manner(
        "a call cut by length",
        [*call_chunks("move", '{"to":"market"'), event(chunk({}, finish="length")), DONE],
        "",
        [("move", "{}")],
        problems=1,
        reason="length",
    ),
    Manner(
        "a call of a tool nobody offers",
        call(piece("fly", '{"to":"moon"}', index=0, id="a")),
        "",
        [("fly", '{"to":"moon"}')],
    ),
    Manner(
        "a call without any name",
        call(piece("", '{"to":"moon"}', index=0, id="a")),
        "",
        [("", "{}")],
        problems=1,
    ),
    Manner(
        "a mark of tool calls in the text",
        stream('Let us go.\n<tool_call>\n{"name": "move", "arguments": {"to": "market"}}\n</tool_call>'),
        "Let us go.\n",
        [MARKET],
        reason="tool_calls",
    ),
    Manner(
        "a call in a JSON fence",
        stream('Let us go.\n```json\n{"name": "move", "arguments": {"to": "market"}}\n```\n'),
        "Let us go.\n",
        [MARKET],
    ),
]

REASONING = [
    Manner(
        f"reasoning as {name}",
        [delta(**{name: "Hm, "}), delta(**{name: "the lamp."}), *stream(STORY)],
        reasoning="Hm, the lamp.",
    )
    for name in ("reasoning_content", "reasoning", "thinking")
] + [
    Manner(
        "reasoning under two names at once",
        [delta(reasoning="Hm.", reasoning_content="Hm."), *stream(STORY)],
        reasoning="Hm.",
    ),
    Manner(
        "reasoning as typed parts",
        [
            delta(content=[{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}]),
            *stream(STORY),
        ],
        reasoning="Hm.",
    ),
    Manner("think marks", stream(f"<think>Hm.</think>\n\n{STORY}"), reasoning="Hm."),
    Manner("think marks letter by letter", stream(f"<think>Hm.</think>\n\n{STORY}", size=1), reasoning="Hm."),
    Manner("empty think marks", stream(f"<think>\n\n</think>\n\n{STORY}"), reasoning="\n\n"),
    Manner("think marks in capitals", stream(f"<THINK>Hm.</THINK>{STORY}"), reasoning="Hm."),
    Manner("a lesser sign in the story", stream("1 < 2, <th, <thin air>", size=1), "1 < 2, <th, <thin air>"),
    Manner(
        "reasoning in a field, content empty",
        [delta(content="", reasoning_content="Hm."), *stream(STORY)],
        reasoning="Hm.",
    ),
    Manner(
        "reasoning and nothing else", stream("", reasoning="Hm."), "", reasoning="Hm.", error=Failure.EMPTY
    ),
    Manner(
        "reasoning up to the length",
        stream("<think>Hm.", finish="length"),
        "",
        reasoning="Hm.",
        error=Failure.EMPTY,
    ),
    Manner(
        "reasoning, then a call",
        [delta(reasoning_content="Hm."), *call_chunks("move", {"to": "market"}), CALL_END, DONE],
        "",
        [MARKET],
        reasoning="Hm.",
    ),
]

FAULTS = [
    Manner(
        "a web page",
        raw("<!doctype html>", "<html><title>Login</title></html>"),
        "",
        error=Failure.NOT_A_STREAM,
        content_type="text/html",
    ),
    Manner(
        "a web page under a false name",
        raw("<!doctype html>", "<html><title>Login</title></html>"),
        "",
        error=Failure.NOT_A_STREAM,
    ),
    Manner("plain words", raw("It works!"), "", error=Failure.NOT_A_STREAM, content_type="text/plain"),
    Manner(
        "some other JSON",
        raw('{"models": []}'),
        "",
        error=Failure.NOT_A_STREAM,
        content_type="application/json",
    ),
    Manner(
        "nothing but broken lines",
        [b'data: {"choi\n\n', b"data: nonsense\n\n"],
        "",
        error=Failure.NOT_A_STREAM,
        notices=["broken_line"],
    ),
    Manner("nothing at all", [], "", error=Failure.DISCONNECTED, attempts=4),
    Manner("no text and no call", stream(""), "", error=Failure.EMPTY, attempts=2),
    Manner("nothing but space", stream(" \n"), " \n", error=Failure.EMPTY),
    Manner("[DONE] alone", [DONE], "", error=Failure.EMPTY, attempts=2),
    Manner("a filter before any text", stream("", finish="content_filter"), "", error=Failure.REFUSED),
    Manner(
        "a refusal in its own field",
        [delta(refusal="I will not tell that."), END, DONE],
        "",
        error=Failure.REFUSED,
    ),
    Manner("breaks off in the text", [*text_chunks(STORY), Drop()], error=Failure.DISCONNECTED),
    Manner("closes in the text", text_chunks(STORY), error=Failure.DISCONNECTED),
    Manner("closes in the text, no lengths", text_chunks(STORY), error=Failure.DISCONNECTED, chunked=False),
    Manner("closes in a call", call_chunks("move", {"to": "market"}), "", error=Failure.DISCONNECTED),
    Manner("stalls in the text", [*text_chunks(STORY), Stall()], error=Failure.STALLED),
    Manner(
        "an error in the stream",
        [*text_chunks(STORY), event({"error": {"message": "CUDA out of memory", "code": 500}})],
        error=Failure.OVERLOADED,
    ),
    Manner(
        "an error behind story that was held back",
        [*text_chunks("It rains. ``"), event({"error": {"message": "CUDA out of memory", "code": 500}})],
        "It rains. ``",
        error=Failure.OVERLOADED,
    ),
    Manner(
        "an error as text in the stream",
        [*text_chunks(STORY), event({"error": "an error was encountered while running the model"})],
        error=Failure.BAD_REPLY,
    ),
    Manner(
        "an error event in the stream",
        [
            *text_chunks(STORY),
            b'event: error\ndata: {"message": "Rate limit reached", "code": "rate_limit"}\n\n',
        ],
        error=Failure.RATE_LIMIT,
    ),
    Manner(
        "an error inside of a choice",
        [
            *text_chunks(STORY),
            event(
                {
                    "choices": [
                        {
                            "index": 0,
                            "delta": {"content": ""},
                            "finish_reason": "error",
                            "error": {"code": 502, "message": "Provider returned error"},
                        }
                    ]
                }
            ),
        ],
        error=Failure.OVERLOADED,
    ),
    Manner(
        "error as reason to finish",
        [*text_chunks(STORY), event(chunk({}, finish="error"))],
        error=Failure.BAD_REPLY,
    ),
    Manner(
        "too long a prompt, told in the stream",
        [
            event(
                {
                    "error": {
                        "message": "the request exceeds the available context size",
                        "type": "exceed_context_size_error",
                        "n_ctx": 2048,
                    }
                }
            )
        ],
        "",
        error=Failure.CONTEXT_TOO_LONG,
    ),
    Manner(
        "an error of vLLM in the stream",
        [
            event(
                {
                    "object": "error",
                    "message": "This model's maximum context length is 4096 tokens.",
                    "code": 400,
                }
            )
        ],
        "",
        error=Failure.CONTEXT_TOO_LONG,
    ),
]

ALL = [*TEXT, *CALLS, *REASONING, *FAULTS]
