"""Words of a text as the long-term memory indexes them.

SQLite's own word splitter is blind to Chinese and Japanese, which write no spaces: runs of their letters are
split into pairs that overlap. Source: docs/libraries.md "long-term memory search".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rpg.text.folding import fold

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
_RUN = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+")
_IS_CJK = re.compile(rf"[{_CJK}]")

_COMMON = (
    "a about after all also am an and any are as at back be been before but by can come could did do does down for "
    "from get go had has have he her here him his how i if in into is it its just let like me more my no not now of "
    "off on one or our out over say says she so some tell than that the their them then there they this to too up us "
    "very was we were what when where which who why will with would you your 一个 什么 他们 你们 我们 她们 这个 那个 "
    "没有 可以 现在 怎么 这里 那里 知道 就是 不是 还是 自己"
)

COMMON = frozenset(_COMMON.split())
"""Words that say nothing about what a text is about."""


def words(text: str) -> Iterator[str]:
    """The words of a text, folded; letters of scripts without spaces in overlapping pairs."""
    for run in _RUN.findall(fold(text)):
        if not _IS_CJK.match(run) or len(run) == 1:
            yield run
        else:
            yield from (run[place : place + 2] for place in range(len(run) - 1))


def telling_words(text: str) -> tuple[str, ...]:
    """The words of a question that are worth looking for, each once."""
    return tuple(dict.fromkeys(word for word in words(text) if word not in COMMON and _telling(word)))


def _telling(word: str) -> bool:
    return len(word) > 1 or bool(_IS_CJK.match(word))
