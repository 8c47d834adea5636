"""What a sentence is about, by plain cue words in English and Chinese.

The kinds are those a returning person must not have forgotten: what was promised, owed, hidden, suffered,
handed over, wanted and felt. Source: docs/context.md §3 (extractive memory), docs/bench.md (`recall`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

Cue = Literal["promise", "debt", "secret", "injury", "thing", "want", "feeling", "knowledge"]

CUES: tuple[Cue, ...] = ("promise", "debt", "secret", "injury", "thing", "want", "feeling", "knowledge")
"""From what matters most to what matters least."""

_WORDS: dict[Cue, str] = {
    "promise": r"\b(?:promis\w*|swear\w*|swore|sworn|vow\w*|gave (?:his|her|their|my|your) word|"
    r"agree[sd]? to|(?:I|we)(?:'|’)ll|(?:I|we) will)\b|答应|承诺|许诺|保证|发誓|约定|约好|说定|一言为定",
    "debt": r"\b(?:owe[sd]?|owing|debt\w*|repa(?:y|id)\w*|borrow\w*|lent|lend\w*|pay you back)\b|欠|债|借给|借了|偿还|还钱",
    "secret": r"\b(?:secret\w*|confess\w*|hidden|hides?|hiding|conceal\w*|tell no one|no one knows|between us)\b|"
    r"秘密|隐瞒|藏着|坦白|别告诉|不要告诉|没人知道",
    "injury": r"\b(?:wound\w*|injur\w*|bleed\w*|bled|limp\w*|broken|burn(?:t|ed)|poison\w*|sick|fever\w*)\b|"
    r"受伤|伤口|流血|骨折|中毒|发烧|瘸",
    "thing": r"\b(?:hand(?:s|ed)|g[ai]ves?|t(?:akes?|ook)|steals?|stole|pockets?|leaves?|left|puts?|hid|hides|carr(?:ies|ied))"
    r"(?: (?:you|him|her|them|me))? (?:the|an?|his|her|its|your|my|it|them|back)\b|"
    r"交给|递给|拿走|偷走|收下|放在|藏在|留下|带走",
    "want": r"\b(?:wants?|wanted|needs?|needed|asks?|asked|begs?|begged|hopes?|hoped|looking for|searching)\b|"
    r"想要|希望|需要|恳求|请求|寻找|打算",
    "feeling": r"\b(?:ang(?:ry|er)\w*|afraid|fear\w*|trust\w*|distrust\w*|grateful|thank\w*|lov(?:e|es|ed)|hat(?:e|es|ed)|"
    r"sad\w*|worr\w*|ashamed|jealous|relie(?:f|ved)|proud)\b|生气|愤怒|害怕|信任|怀疑|感激|喜欢|恨|难过|担心|愧疚|嫉妒|欣慰",
    "knowledge": r"\b(?:knows?|knew|learn(?:s|ed|t)?|discover\w*|reali[sz]e\w*|tells? (?:you|him|her|them)|told)\b|"
    r"知道|得知|发现|明白|告诉",
}

_PATTERNS: dict[Cue, re.Pattern[str]] = {
    cue: re.compile(words, re.IGNORECASE) for cue, words in _WORDS.items()
}


def cues_of(sentence: str) -> Iterator[Cue]:
    """What the sentence is about, what matters most first."""
    return (cue for cue in CUES if _PATTERNS[cue].search(sentence))


def weight(sentence: str) -> int:
    """How much a sentence is worth keeping: 0 for none of the kinds, more for what matters more."""
    return max((len(CUES) - CUES.index(cue) for cue in cues_of(sentence)), default=0)
