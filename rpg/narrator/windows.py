"""Context windows of well-known models, for servers that do not tell."""

from __future__ import annotations

import re

_THOUSAND = 1024

_TABLE: tuple[tuple[str, int], ...] = (
    (r"gpt-4\.1", 1_047_576),
    (r"gpt-5", 400_000),
    (r"gpt-4o|chatgpt-4o|gpt-4-turbo|gpt-4-1106|gpt-4-0125", 128_000),
    (r"gpt-4-32k", 32_768),
    (r"gpt-4", 8_192),
    (r"gpt-3\.5-turbo-instruct", 4_096),
    (r"gpt-3\.5", 16_385),
    (r"gpt-oss", 128 * _THOUSAND),
    (r"o1-mini|o1-preview", 128_000),
    (r"o[134](?:-|$)", 200_000),
    (r"claude", 200_000),
    (r"gemini", 1_048_576),
    (r"gemma-?3:?(?:-|:)?(?:270m|1b)", 32 * _THOUSAND),
    (r"gemma-?3", 128 * _THOUSAND),
    (r"gemma", 8_192),
    (r"deepseek", 64 * _THOUSAND),
    (
        r"mistral-large|mistral-medium|mistral-small|ministral|mistral-nemo|magistral|devstral",
        128 * _THOUSAND,
    ),
    (r"codestral", 256 * _THOUSAND),
    (r"mixtral-8x22b", 64 * _THOUSAND),
    (r"mistral|mixtral|open-mi", 32 * _THOUSAND),
    (r"llama-?4", 1_000_000),
    (r"llama-?3\.[123]", 128 * _THOUSAND),
    (r"llama-?3", 8_192),
    (r"llama-?2", 4_096),
    (r"qwen-?3", 32 * _THOUSAND),
    (r"qwen-?2\.5|qwen-?2|qwq", 32 * _THOUSAND),
    (r"qwen", 32 * _THOUSAND),
    (r"phi-?3.*4k", 4_096),
    (r"phi-?[34]", 16 * _THOUSAND),
    (r"kimi|moonshot", 128 * _THOUSAND),
    (r"glm-4", 128 * _THOUSAND),
    (r"grok", 131_072),
    (r"command-r|command-a", 128 * _THOUSAND),
    (r"yi-", 4_096),
    (r"smollm2", 8_192),
    (r"smollm", 2_048),
)
_PATTERNS = tuple((re.compile(rf"(?:^|[/:_\-])(?:{name})", re.IGNORECASE), size) for name, size in _TABLE)
_IN_NAME = re.compile(r"(?:^|[-_:/])(\d{1,4})k(?:$|[-_:/])", re.IGNORECASE)


def known_window(model: str) -> int | None:
    """The context window in tokens that a model of this name has, or None for an unknown one.

    A size in the name ("-32k") counts before the table. Where versions differ, the smallest is given: a
    local server rarely runs a model at its full size, and too small costs less than too large.
    """
    told = _IN_NAME.search(model)
    if told:
        return int(told.group(1)) * _THOUSAND
    return next((size for pattern, size in _PATTERNS if pattern.search(model)), None)
