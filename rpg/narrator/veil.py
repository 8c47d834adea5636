"""Keys out of what a server says: some servers and proxies repeat them, and a story is saved and exported."""

from __future__ import annotations

from collections.abc import Iterable

SHORTEST = 12
"""Letters from which a secret is looked for in a story: placeholders such as "ollama" are words like others."""

COVER = "…"


class Veil:
    """Puts a sign in place of secrets in a text that comes in pieces, the same for any split."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = tuple(secret for secret in secrets if len(secret) >= SHORTEST)
        self._held = ""

    def feed(self, text: str) -> str:
        """What can be told already; the beginning of what may become a secret is held back."""
        if not self._secrets:
            return text
        text = self.cover(self._held + text)
        cut = len(text) - max(_begun(text, secret) for secret in self._secrets)
        self._held = text[cut:]
        return text[:cut]

    def finish(self) -> str:
        """What was still held back."""
        held, self._held = self._held, ""
        return held

    def cover(self, text: str) -> str:
        """A whole text without secrets."""
        for secret in self._secrets:
            text = text.replace(secret, COVER)
        return text


def _begun(text: str, secret: str) -> int:
    """Letters at the end of `text` that the secret begins with."""
    longest = min(len(text), len(secret) - 1)
    return next((size for size in range(longest, 0, -1) if text.endswith(secret[:size])), 0)
