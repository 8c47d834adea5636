"""Delimited blocks, and foreign text that cannot forge one.

A block is `<rpg:tag name="value">` … `</rpg:tag>`. Text from outside (sheets, lore, messages, notes) passes
through `escape`, which breaks anything that could be read as such a delimiter, and the control words of
common chat templates, with one inserted space. Source: docs/design.md §3 (text is data), docs/context.md §4.
"""

from __future__ import annotations

import re

PREFIX = "rpg:"

_FORGED = re.compile(
    r"[<＜‹](?=[/／]?\s{0,4}rpg\s{0,2}[:：])"  # our own delimiters and their look-alikes
    r"|<(?=\|[^|<>\n]{1,40}\|>)"  # <|im_start|> and its kind
    r"|<(?=/?(?:s|bos|eos|start_of_turn|end_of_turn)>)"
    r"|<(?=</?SYS>>)"
    r"|\[(?=/?INST\])",
    re.IGNORECASE,
)


def escape(text: str) -> str:
    """`text` so that nothing in it is a delimiter or a control word; otherwise unchanged."""
    if "<" not in text and "[" not in text and "＜" not in text and "‹" not in text:
        return text
    return _FORGED.sub(lambda match: match[0] + " ", text)


def block(tag: str, body: str, **attributes: str) -> str:
    """`body` between delimiters. `body` is expected to be escaped already; attributes are escaped here."""
    named = "".join(f' {name}="{_attribute(value)}"' for name, value in attributes.items() if value)
    return f"<{PREFIX}{tag}{named}>\n{body}\n</{PREFIX}{tag}>"


def _attribute(value: str) -> str:
    return escape(" ".join(value.split())).replace('"', "'").replace(">", ")")
