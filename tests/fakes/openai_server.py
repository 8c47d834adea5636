"""A real HTTP server on loopback that speaks the OpenAI chat protocol the way a test tells it to.

    with FakeServer() as server:
        server.reply("The lamp is lit.", calls=[("edit_location_registry", {"operations": [...]})])
        server.reply("You step into the market.")
        ...                                   # give server.url to the code under test
        assert server.chats[0].json["messages"][-1]["content"] == "go to the market"

Each request to `/v1/chat/completions` takes the next answer: `reply` queues a well-behaved stream, `refuse`
an error, `add` any `Answer` made of steps (bytes to send, or one of the steps below). When the queue is
empty the `default` answer is given; without one, status 500 says that nothing was scripted. Every request
is recorded with its body as bytes. `/v1/models` lists `server.models`; `server.route` answers any other
path. Nothing here sleeps: a stalled answer waits until the client hangs up or the server is closed.
"""

from __future__ import annotations

import json
import select
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

DEFAULT_MODEL = "test-model"
DONE = b"data: [DONE]\n\n"


@dataclass(frozen=True)
class Stall:
    """Send nothing more until the client hangs up (then `server.hung_up` is set) or the server closes."""


@dataclass(frozen=True)
class Drop:
    """Break the connection off at once, without the end of the answer. reset: not even in an orderly way."""

    reset: bool = False


@dataclass(frozen=True)
class Endless:
    """Send `data` again and again until the client hangs up; `server.hung_up` is set then."""

    data: bytes


@dataclass(frozen=True)
class Gate:
    """Go on only when the test sets `event`, or the server closes."""

    event: threading.Event


@dataclass(frozen=True)
class Call:
    """Run something in the server's thread at this point of the answer, such as setting an event."""

    act: Callable[[], None]


Step = bytes | Stall | Drop | Endless | Gate | Call


@dataclass(frozen=True)
class Answer:
    """What one request gets. chunked: sent with the length of each piece, so that the end is marked;
    otherwise the connection is closed at the end."""

    steps: Sequence[Step] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": "text/event-stream"})
    chunked: bool = True


@dataclass(frozen=True)
class Recorded:
    """One request as it came; the names of headers are in lower case. peer: the client's port."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes
    peer: int = 0

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


def event(value: object) -> bytes:
    """One server-sent event with `value` as JSON."""
    return b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\n\n"


def chunk(
    delta: Mapping[str, Any] | None = None,
    *,
    finish: str | None = None,
    usage: Mapping[str, Any] | None = None,
    model: str = DEFAULT_MODEL,
) -> dict[str, Any]:
    """A chunk of a chat completion as OpenAI sends it; without delta and finish it has no choices."""
    choices = (
        []
        if delta is None and finish is None
        else [{"index": 0, "delta": delta or {}, "finish_reason": finish}]
    )
    value = {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": model,
        "choices": choices,
    }
    return value if usage is None else {**value, "usage": usage}


def text_chunks(text: str, size: int = 8) -> list[bytes]:
    """The events that stream `text`, `size` characters each."""
    return [event(chunk({"content": text[at : at + size]})) for at in range(0, len(text), size)]


def call_chunks(
    name: str, arguments: object, *, index: int = 0, call_id: str = "", size: int = 16
) -> list[bytes]:
    """The events that stream one tool call. arguments: a value to be written as JSON, or text as it is."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    call_id = call_id or f"call_{name}_{index}"
    first = {"index": index, "id": call_id, "type": "function", "function": {"name": name, "arguments": ""}}
    rest = [
        {"index": index, "function": {"arguments": text[at : at + size]}} for at in range(0, len(text), size)
    ]
    return [event(chunk({"tool_calls": [piece]})) for piece in [first, *rest]]


def stream(
    text: str = "",
    calls: Iterable[tuple[str, object]] = (),
    *,
    reasoning: str = "",
    finish: str | None = None,
    usage: tuple[int, int] | None = (100, 20),
    size: int = 8,
    done: bool = True,
) -> list[bytes]:
    """The events of a whole, well-behaved reply. usage: prompt and completion tokens."""
    calls = list(calls)
    steps = [event(chunk({"role": "assistant", "content": ""}))]
    if reasoning:
        steps.append(event(chunk({"reasoning_content": reasoning})))
    steps += text_chunks(text, size)
    for index, (name, arguments) in enumerate(calls):
        steps += call_chunks(name, arguments, index=index)
    steps.append(event(chunk({}, finish=finish or ("tool_calls" if calls else "stop"))))
    if usage is not None:
        prompt, completion = usage
        tokens = {
            "prompt_tokens": prompt,
            "completion_tokens": completion,
            "total_tokens": prompt + completion,
        }
        steps.append(event(chunk(usage=tokens)))
    return [*steps, DONE] if done else steps


class FakeServer:
    """The server; a context manager, or `start` and `close`.

    models: what `/v1/models` lists. default: the answer when nothing is queued. requests: all that came, in
    order. arrived: set once a request has come. hung_up: set once a client has broken off an answer.
    """

    def __init__(self, models: Sequence[str] = (DEFAULT_MODEL,)) -> None:
        self.models = list(models)
        self.default: Answer | Callable[[Recorded], Answer] | None = None
        self.requests: list[Recorded] = []
        self.hung_up = threading.Event()
        self.arrived = threading.Event()
        self.closing = threading.Event()
        self.pieces_sent = 0
        self._queue: deque[Answer] = deque()
        self._routes: dict[tuple[str, str], Answer] = {}
        self._http = _Http(("127.0.0.1", 0), _Handler)
        self._http.fake = self
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> FakeServer:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> FakeServer:
        """Begin to answer."""
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop answering and let go of every waiting client."""
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    @property
    def root(self) -> str:
        """The address without a path."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def url(self) -> str:
        """The base address of the API."""
        return f"{self.root}/v1"

    @property
    def chats(self) -> list[Recorded]:
        """The requests for chat completions."""
        return [request for request in self.requests if request.path.endswith("/chat/completions")]

    def reply(self, text: str = "", calls: Iterable[tuple[str, object]] = (), **options: Any) -> FakeServer:
        """Queue a well-behaved reply; options as for `stream`."""
        return self.add(Answer(stream(text, calls, **options)))

    def refuse(
        self, status: int, error: object, headers: Mapping[str, str] | None = None, times: int = 1
    ) -> FakeServer:
        """Queue an error answer. error: the whole JSON body, or a text sent as it is."""
        body = error.encode() if isinstance(error, str) else json.dumps(error).encode()
        kind = "text/plain" if isinstance(error, str) else "application/json"
        answer = Answer([body], status, {"Content-Type": kind, **(headers or {})})
        for _ in range(times):
            self.add(answer)
        return self

    def add(self, *answers: Answer) -> FakeServer:
        """Queue answers to chat requests."""
        self._queue.extend(answers)
        return self

    def route(self, method: str, path: str, answer: object, status: int = 200) -> FakeServer:
        """Answer another path, with an `Answer` or with any value as JSON."""
        if not isinstance(answer, Answer):
            answer = Answer([json.dumps(answer).encode()], status, {"Content-Type": "application/json"})
        self._routes[method, path] = answer
        return self

    def answer_for(self, request: Recorded) -> Answer:
        """The answer that `request` gets; takes it from the queue."""
        self.requests.append(request)
        self.arrived.set()
        path = request.path.partition("?")[0]
        if (request.method, path) in self._routes:
            return self._routes[request.method, path]
        if path == "/v1/models":
            listed = {"object": "list", "data": [{"id": name, "object": "model"} for name in self.models]}
            return Answer([json.dumps(listed).encode()], 200, {"Content-Type": "application/json"})
        if path == "/v1/chat/completions":
            return self._next(request)
        return Answer([b'{"error": {"message": "no such path"}}'], 404, {"Content-Type": "application/json"})

    def _next(self, request: Recorded) -> Answer:
        if self._queue:
            return self._queue.popleft()
        if isinstance(self.default, Answer):
            return self.default
        if self.default is not None:
            return self.default(request)
        body = b'{"error": {"message": "the test scripted no further answer", "code": "nothing_scripted"}}'
        return Answer([body], 500, {"Content-Type": "application/json"})


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    fake: FakeServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is what many tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    @property
    def fake(self) -> FakeServer:
        return cast(_Http, self.server).fake

    def log_message(self, format: str, *args: Any) -> None:
        """Tests do not read a log."""

    def do_GET(self) -> None:
        self._serve()

    def do_POST(self) -> None:
        self._serve()

    def _serve(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        answer = self.fake.answer_for(
            Recorded(self.command, self.path, headers, body, self.client_address[1])
        )
        try:
            self._send_head(answer)
            finished = all(self._step(step, answer) for step in answer.steps)
            if finished and answer.chunked:
                self.wfile.write(b"0\r\n\r\n")
        except (BrokenPipeError, ConnectionResetError):
            self.fake.hung_up.set()
            self.close_connection = True
        if not answer.chunked:
            self.close_connection = True

    def _send_head(self, answer: Answer) -> None:
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header(*(("Transfer-Encoding", "chunked") if answer.chunked else ("Connection", "close")))
        self.end_headers()

    def _step(self, step: Step, answer: Answer) -> bool:
        """Do one step; False when the answer ends here."""
        match step:
            case bytes():
                self._send(step, answer)
            case Gate():
                self._wait(step.event)
            case Call():
                step.act()
            case Endless():
                while not self.fake.closing.is_set():
                    self._send(step.data, answer)
                    self.fake.pieces_sent += 1
            case Stall():
                self._wait(self.fake.closing)
                return self._end()
            case Drop():
                if step.reset:
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    self.connection.close()
                return self._end()
        return True

    def _end(self) -> bool:
        self.close_connection = True
        return False

    def _send(self, data: bytes, answer: Answer) -> None:
        if not data:
            return
        self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data) if answer.chunked else data)
        self.wfile.flush()

    def _wait(self, released: threading.Event) -> None:
        """Until `released` or the server closes; raises ConnectionResetError when the client hangs up."""
        while not released.wait(0.01) and not self.fake.closing.is_set():
            readable, _, _ = select.select([self.connection], [], [], 0)
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                raise ConnectionResetError
