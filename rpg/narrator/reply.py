"""A reply while it streams in: items of the stream become narrator events, the same for any split."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any, assert_never

from rpg.narrator.calls import CallAssembler
from rpg.narrator.chunks import (
    CallsPiece,
    ErrorPiece,
    FinishPiece,
    Piece,
    ReasoningPiece,
    RefusalPiece,
    TextPiece,
    UsagePiece,
    is_chunk,
    read_chunk,
)
from rpg.narrator.errors import Fault, understand
from rpg.narrator.protocol import (
    CallMade,
    Failure,
    Finished,
    FinishReason,
    NarratorError,
    NarratorEvent,
    Notice,
    ReasoningDelta,
    TextDelta,
    ToolCall,
    Usage,
)
from rpg.narrator.reasoning import Opening, ThinkSplitter
from rpg.narrator.repair import compact, join_surrogates
from rpg.narrator.scrubbing import detail_of
from rpg.narrator.sse import Broken, Done, Payload, SseItem
from rpg.narrator.veil import Veil

_REPEATED_TEXT = 40
_REPEATED_AFTER = 3


class StreamFault(Exception):
    """The server sent an error inside of its stream."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault.error))
        self.fault = fault


class TextFilter:
    """What stands between the model's text and the story. This one lets everything through."""

    def feed(self, text: str) -> list[TextDelta]:
        """Story text that can be told already."""
        return [TextDelta(text)] if text else []

    def finish(self, *, complete: bool) -> list[TextDelta]:
        """Story text that was still held back."""
        return []

    def calls(self) -> list[ToolCall]:
        """Tool calls found in the text, ids still to be given; complete after `finish`."""
        return []


class Reply:
    """Collects one reply.

    names: tools on offer. seed, taken: for made-up call ids (see calls.py). force_text: calls are ignored.
    secrets: words that never come out of it, in the story, a call or an error. hide: the filter for the story text.
    """

    def __init__(
        self,
        names: Collection[str] = (),
        *,
        seed: str = "",
        taken: Iterable[str] = (),
        opening: Opening = Opening.TEXT,
        force_text: bool = False,
        secrets: Collection[str] = (),
        hide: TextFilter | None = None,
    ) -> None:
        self._calls = CallAssembler(names, seed, taken)
        self._think = ThinkSplitter(opening)
        self._hide = hide or TextFilter()
        self._force_text = force_text
        self._secrets = tuple(secrets)
        self._veil = Veil(secrets)
        self._sent: list[str] = []
        self._half = ""
        self._reasoned = False
        self._thought: list[str] = []
        self.thoughts: dict[str, str] = {}
        """The reasoning of a reply with calls, by the id of the first; known after `outcome`."""
        self._refusal: list[str] = []
        self._usage = Usage()
        self._broken = 0
        self._foreign = ""
        self.chunks = 0
        """How many objects of a chat completion have come."""
        self.reason: FinishReason | None = None
        """Why the reply ended, as far as the server said."""
        self.done = False
        """The end mark has come; nothing follows."""
        self.told = False
        """Story text has been yielded."""

    @property
    def started(self) -> bool:
        """Whether the model has begun to answer in any way."""
        return bool(self._sent or self._reasoned or self._calls or self._refusal)

    @property
    def thought_first(self) -> bool | None:
        """Whether the reply began inside of reasoning; None: it did not show."""
        return self._think.began_in_thought

    @property
    def signatures(self) -> dict[str, Any]:
        """What the provider attached to the calls and wants back, by call id; known after `outcome`."""
        return self._calls.signatures

    def take(self, item: SseItem) -> list[NarratorEvent]:
        """The events that one item of the stream causes. Raises StreamFault."""
        match item:
            case Done():
                self.done = True
                return []
            case Broken():
                self._broken += 1
                return [Notice("broken_line")] if self._broken == 1 else []
            case Payload():
                return self._chunk(item)
            case _:
                assert_never(item)

    def flush(self) -> list[NarratorEvent]:
        """Text that was held back in doubt; to be called once, when the stream has ended."""
        half, self._half = self._half, ""
        rest = self._veil.feed(join_surrogates(half)) + self._veil.finish()
        pieces = self._think.feed(rest) + self._think.finish()
        return self._tell(pieces) + self._shown(self._hide.finish(complete=self.reason != "length"))

    def outcome(self, stray: str = "") -> list[NarratorEvent]:
        """The closing events. Raises NarratorError when the reply is not complete or not there.

        stray: what the server sent instead of a stream.
        """
        self._check_stream(stray)
        calls = self._made_calls()
        if not calls and not self.told:
            raise self._nothing()
        if calls and self._thought:
            self.thoughts[calls[0].id] = "".join(self._thought)
        events: list[NarratorEvent] = []
        if calls and self._force_text:
            events.append(Notice("calls_ignored", {"count": len(calls)}))
            calls = []
        events += [CallMade(call) for call in calls]
        return [*events, Finished(self._final_reason(bool(calls)), self._usage)]

    def _check_stream(self, stray: str) -> None:
        stray = stray or self._foreign
        if self.chunks == 0 and (stray or self._broken):
            raise NarratorError(
                Failure.NOT_A_STREAM, detail_of(understand(None, stray).message, self._secrets)
            )
        if self.done or self.reason is not None:
            return
        raise NarratorError(Failure.DISCONNECTED, retryable=True)

    def _made_calls(self) -> list[ToolCall]:
        calls = self._calls.finish(complete=self.reason != "length")
        made = calls + self._calls.with_ids(self._hide.calls(), {call.id for call in calls})
        cover = self._veil.cover
        return [replace(one, arguments=cover(one.arguments), raw=cover(one.raw)) for one in made]

    def _nothing(self) -> NarratorError:
        """The error for a reply without story and calls."""
        if self._refusal or self.reason == "content_filter":
            return NarratorError(Failure.REFUSED, detail_of("".join(self._refusal), self._secrets))
        if self._broken:
            return NarratorError(Failure.BAD_REPLY, retryable=True)
        return NarratorError(Failure.EMPTY, retryable=True)

    def _final_reason(self, calls: bool) -> FinishReason:
        if calls and self.reason != "length":
            return "tool_calls"
        if self.reason == "tool_calls":
            return "stop"
        return self.reason or "unknown"

    def _chunk(self, item: Payload) -> list[NarratorEvent]:
        if not is_chunk(item.value) and item.event != "error" and item.value.get("object") != "error":
            self._foreign = self._foreign or compact(item.value)
            return []
        self.chunks += 1
        pieces = list(read_chunk(item.value, item.event))
        if any(isinstance(piece, FinishPiece) for piece in pieces):
            pieces = [piece for piece in pieces if not self._repeats(piece)]
        return [event for piece in pieces for event in self._piece(piece)]

    def _repeats(self, piece: Piece) -> bool:
        """Whether the last piece of text is the whole reply over again."""
        if not isinstance(piece, TextPiece) or piece.whole or len(piece.text) < _REPEATED_TEXT:
            return False
        return len(self._sent) >= _REPEATED_AFTER and piece.text == "".join(self._sent)

    def _piece(self, piece: Piece) -> list[NarratorEvent]:
        match piece:
            case TextPiece():
                return self._text(piece)
            case ReasoningPiece():
                return self._reasoning(piece)
            case CallsPiece():
                if not piece.whole or not self._calls:
                    self._calls.add(piece.entries)
            case RefusalPiece():
                self._refusal.append(piece.text)
            case FinishPiece():
                self.reason = piece.reason
            case UsagePiece():
                self._usage = _merged(self._usage, piece.usage)
            case ErrorPiece():
                raise StreamFault(understand(None, dict(piece.body), secrets=self._secrets))
            case _:
                assert_never(piece)
        return []

    def _text(self, piece: TextPiece) -> list[NarratorEvent]:
        text = self._new_part(piece.text) if piece.whole else piece.text
        if not text:
            return []
        self._sent.append(text)
        text = self._half + text
        cut = len(text) - ("\ud800" <= text[-1] <= "\udbff")
        self._half = text[cut:]
        return self._tell(self._think.feed(self._veil.feed(join_surrogates(text[:cut]))))

    def _new_part(self, whole: str) -> str:
        """What a complete message adds to the text that was streamed."""
        sent = "".join(self._sent)
        return whole[len(sent) :] if whole.startswith(sent) else ""

    def _reasoning(self, piece: ReasoningPiece) -> list[NarratorEvent]:
        if piece.whole and self._reasoned:
            return []
        self._reasoned = True
        text = self._veil.cover(join_surrogates(piece.text))
        self._thought.append(text)
        return [*self._tell(self._think.settle()), ReasoningDelta(text)] if text else []

    def _tell(self, pieces: Iterable[TextDelta | ReasoningDelta]) -> list[NarratorEvent]:
        events: list[NarratorEvent] = []
        for piece in pieces:
            if isinstance(piece, ReasoningDelta):
                self._reasoned = True
                events.append(piece)
            else:
                events += self._shown(self._hide.feed(piece.text))
        return events

    def _shown(self, pieces: list[TextDelta]) -> list[NarratorEvent]:
        self.told = self.told or any(piece.text.strip() for piece in pieces)
        return list(pieces)


def _merged(old: Usage, new: Usage) -> Usage:
    """The latest figures win; a figure that is no longer told stays."""

    def pick(later: int | None, earlier: int | None) -> int | None:
        return earlier if later is None else later

    return Usage(
        pick(new.prompt, old.prompt), pick(new.completion, old.completion), pick(new.cached, old.cached)
    )
