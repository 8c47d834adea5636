"""What one server takes and what it refuses, learned from its refusals and remembered per model."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal

from rpg.narrator.errors import Fault
from rpg.narrator.protocol import Failure

ToolManner = Literal["native", "text", "schema", "none"]
"""How tools are offered: by the API, as blocks in the text, as an envelope with a JSON schema, not at all."""

_FINAL = frozenset(
    {
        Failure.WRONG_KEY,
        Failure.NO_CREDIT,
        Failure.RATE_LIMIT,
        Failure.CONTEXT_TOO_LONG,
    }
)
_ESSENTIAL = frozenset({"model", "messages", "stream", "tools"})


@dataclass(frozen=True, slots=True)
class Manners:
    """How a request must look for one model of one server.

    max_field: the name under which the reply's limit is sent, "" when none is taken. max_limit: the highest
    limit it takes, in tokens. send_reasoning: the field in which reasoning goes back inside a tool turn.
    null_content: a message of calls alone has null instead of an empty text. dropped: further fields that
    are refused. cache_marks: messages may carry marks for its cache. thinks_first: replies begin inside of reasoning; None: not known. window: context window in
    tokens as the server told it. suffix: what must be added to the address.
    """

    stream_options: bool = True
    max_field: str = "max_tokens"
    max_limit: int | None = None
    tools: ToolManner | None = None
    tool_choice: bool = True
    plain_schemas: bool = False
    fold_system: bool = False
    strict_turns: bool = False
    end_with_user: bool = False
    short_ids: bool = False
    send_reasoning: str = ""
    null_content: bool = True
    thought_signatures: bool = False
    dropped: tuple[str, ...] = ()
    cache_marks: bool = True
    thinks_first: bool | None = None
    window: int | None = None
    suffix: str = ""


def to_record(manners: Manners) -> dict[str, Any]:
    """What differs from the default, as values for a TOML or JSON file."""
    plain, given = asdict(Manners()), asdict(manners)
    changed = {name: value for name, value in given.items() if value != plain[name]}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in changed.items()}


def from_record(record: object) -> Manners:
    """The manners of a stored record; what does not fit is left at its default."""
    if not isinstance(record, Mapping):
        return Manners()
    known = {field.name for field in fields(Manners)}
    fitting = {name: value for name, value in record.items() if name in known and _fits(name, value)}
    if "dropped" in fitting:
        fitting["dropped"] = tuple(fitting["dropped"])
    return Manners(**fitting)


def _fits(name: str, value: object) -> bool:
    match name:
        case "max_field" | "send_reasoning" | "suffix":
            return isinstance(value, str)
        case "max_limit" | "window":
            return isinstance(value, int) and not isinstance(value, bool) and value > 0
        case "tools":
            return value in ("native", "text", "schema", "none")
        case "dropped":
            return isinstance(value, list) and all(isinstance(entry, str) for entry in value)
        case _:
            return isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class Sent:
    """What the refused request held, as far as it matters: its fields, and whether it had tools, calls of
    earlier messages, calls without text, and marks for the server's cache."""

    fields: Collection[str] = ()
    tools: bool = False
    calls: bool = False
    null_content: bool = False
    marks: bool = False


_Rule = tuple[re.Pattern[str], Callable[[Manners, Sent, str], Manners]]


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE | re.DOTALL)


def _reply_limit(manners: Manners, sent: Sent, message: str) -> Manners:
    """Another name for the limit, a lower limit, or none at all."""
    highest = _HIGHEST.search(message)
    if "max_completion_tokens" in message and manners.max_field == "max_tokens":
        return replace(manners, max_field="max_completion_tokens")
    if highest and int(highest.group(1)) > 0 and manners.max_limit != int(highest.group(1)):
        return replace(manners, max_limit=int(highest.group(1)))
    if not _UNKNOWN.search(message):
        return manners
    return replace(manners, max_field="max_completion_tokens" if manners.max_field == "max_tokens" else "")


def _no_tools(manners: Manners, sent: Sent, message: str) -> Manners:
    return replace(manners, tools="text") if sent.tools or sent.calls else manners


def _turns(manners: Manners, sent: Sent, message: str) -> Manners:
    """A template of strict alternation has no place for tool messages either."""
    strict = replace(manners, strict_turns=True)
    return replace(strict, tools="text") if manners.strict_turns or sent.calls else strict


def _reasoning(manners: Manners, sent: Sent, message: str) -> Manners:
    if manners.send_reasoning:
        return replace(manners, send_reasoning="")
    return replace(manners, send_reasoning="reasoning_content")


def _contents(manners: Manners, sent: Sent, message: str) -> Manners:
    return replace(manners, null_content=False) if sent.null_content else manners


_HIGHEST = _pattern(
    r"(?:less than or equal to|at most|<=|no more than|range of max_tokens should be \[1,|maximum(?: value)?"
    r"(?: allowed)?(?: number)?(?: of| is|:)?|\[1,)\D{0,24}?(\d{2,})"
)
_UNKNOWN = _pattern(
    r"unsupported|not supported|unknown|unrecogni[sz]ed|unexpected|not permitted|not allowed|extra|invalid"
    r"|does not support|doesn't support|no such|only the default"
)
_RULES: tuple[_Rule, ...] = (
    (
        _pattern(r"cache_control|\bcontent\b|valid string"),
        lambda m, s, t: replace(m, cache_marks=False) if s.marks else m,
    ),
    (
        _pattern(r"response_format|json_schema|grammar|guided|structured output"),
        lambda m, s, t: replace(m, tools="text") if "response_format" in s.fields else m,
    ),
    (_pattern(r"stream_options|include_usage"), lambda m, s, t: replace(m, stream_options=False)),
    (_pattern(r"max_tokens|max_completion_tokens"), _reply_limit),
    (_pattern(r"thought_?signature"), lambda m, s, t: replace(m, thought_signatures=True)),
    (_pattern(r"reasoning_content"), _reasoning),
    (
        _pattern(r"tool.?call.{0,3}id.{0,160}(?:length|format|must be|must match|a-z|alphanum)"),
        lambda m, s, t: replace(m, short_ids=True),
    ),
    (
        _pattern(r"tool_choice"),
        lambda m, s, t: replace(m, tool_choice=False) if "tool_choice" in s.fields else m,
    ),
    (
        _pattern(
            r"(?:unknown name|invalid schema|schema|additionalproperties).{0,200}(?:tool|function|parameters)"
            r"|(?:tool|function)[^.]{0,80}(?:invalid schema|schema is invalid|additionalproperties)"
        ),
        lambda m, s, t: replace(m, plain_schemas=True) if s.tools else m,
    ),
    (
        _pattern(r"(?:last|final).{0,40}(?:message|role).{0,120}user|end with a user|prefill"),
        lambda m, s, t: replace(m, end_with_user=True),
    ),
    (
        _pattern(
            r"(?:does not|doesn't|do not|not|n't) support\w*.{0,60}(?:tool|function)"
            r"|(?:tool|function)s?\b.{0,80}(?:not supported|unsupported|not enabled|not available|--jinja)"
            r"|support tool use|enable-auto-tool-choice|(?:unknown|unsupported|unrecogni[sz]ed|unexpected|extra)"
            r".{0,60}\btools\b|\btools\b.{0,40}(?:not permitted|not allowed|unexpected|extra)"
            r"|(?:role|roles).{0,40}\btool\b|\btool\b.{0,20}role"
        ),
        _no_tools,
    ),
    (
        _pattern(
            r"(?:system|developer)[ _]?(?:role|message|prompt|instruction)s?.{0,60}"
            r"(?:not supported|unsupported|not allowed|not enabled)|not support.{0,30}system"
            r"|role.{0,20}'?system'?.{0,40}(?:not|invalid)"
        ),
        lambda m, s, t: replace(m, fold_system=True),
    ),
    (_pattern(r"must alternate|alternate user|alternating|same role.{0,20}in a row|consecutive"), _turns),
    (_pattern(r"content.{0,80}(?:null|none|got 'object'|string|empty|required|missing)"), _contents),
)


def adapted(manners: Manners, fault: Fault, sent: Sent) -> Manners | None:
    """Manners that avoid what the server has just refused, or None when its words name nothing to change."""
    if fault.error.kind in _FINAL or not fault.message:
        return None
    for pattern, change in _RULES:
        if pattern.search(fault.message):
            changed = change(manners, sent, fault.message)
            if changed != manners:
                return changed
    return _without_field(manners, fault, sent)


def _without_field(manners: Manners, fault: Fault, sent: Sent) -> Manners | None:
    if not _UNKNOWN.search(fault.message):
        return None
    for name in sent.fields:
        if name in _ESSENTIAL or name in manners.dropped:
            continue
        if re.search(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", fault.message):
            return replace(manners, dropped=(*manners.dropped, name))
    return None
