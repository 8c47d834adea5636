"""Lines in and lines out: the one place where plain mode touches its streams."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import IO, Any

from rpg.text.clean import clean_text
from rpg.text.messages import message


@dataclass(frozen=True, slots=True)
class Console:
    """Where plain mode reads and writes. interactive: somebody types, so prompts are shown."""

    input: IO[str]
    output: IO[str]
    language: str
    interactive: bool

    def say(self, text: str = "") -> None:
        """A line of text; control sequences in it are taken out."""
        self.output.write(clean_text(text) + "\n")
        self.output.flush()

    def write(self, piece: str) -> None:
        """A piece of a line, at once."""
        self.output.write(clean_text(piece))
        self.output.flush()

    def text(self, key: str, /, **values: Any) -> str:
        return message(self.language, key, **values)

    def tell(self, key: str, /, **values: Any) -> None:
        """A sentence of the catalogue on a line of its own."""
        self.say(self.text(key, **values))

    async def ask(self, prompt: str = "> ") -> str | None:
        """The next line without its end; None when the input is over."""
        if self.interactive:
            self.write(prompt)
        line = await asyncio.get_running_loop().run_in_executor(None, self.input.readline)
        return line.rstrip("\r\n") if line else None

    async def choose(self, title: str, options: list[str]) -> int | None:
        """A number from a menu, from 0; None for an empty line or the end of the input."""
        self.say(title)
        for number, option in enumerate(options, 1):
            self.say(f"  {number}. {option}")
        while (line := await self.ask()) is not None and line.strip():
            word = line.strip()
            if word.isdecimal() and 1 <= int(word) <= len(options):
                return int(word) - 1
            self.tell("plain.choose_number", count=len(options))
        return None
