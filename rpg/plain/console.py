"""Lines in and lines out: the one place where plain mode touches its streams."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Any

from rpg.plain.wrapping import WrappedOutput
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

    def about(self, name: str, text: str) -> str:
        """A name and what is said of it, on one line."""
        return self.text("plain.about", name=name, text=text)

    def settle(self) -> None:
        """All that was said is seen: somebody types next."""
        if isinstance(self.output, WrappedOutput):
            self.output.settle()

    async def ask(self, prompt: str = "> ") -> str | None:
        """The next line without its end; None when the input is over."""
        if self.interactive:
            self.write(prompt)
        self.settle()
        line = await asyncio.get_running_loop().run_in_executor(None, self.input.readline)
        if not line and self.interactive:
            self.say()  # what follows the prompt begins a line of its own
        return line.rstrip("\r\n") if line else None

    async def ask_long(self) -> str | None:
        """Like `ask`, but a line that ends in a backslash goes on in the next."""
        lines: list[str] = []
        while (line := await self.ask("> " if not lines else ". ")) is not None:
            lines.append(line.removesuffix("\\"))
            if not line.endswith("\\"):
                break
        return "\n".join(lines) if lines else None

    async def ask_secret(self) -> str:
        """A line that is not shown while it is typed."""
        if not self.interactive:
            return await self.ask() or ""
        from getpass import getpass

        return await asyncio.get_running_loop().run_in_executor(None, getpass, "> ")

    def menu(self, title: str, options: Sequence[str]) -> None:
        """A question with numbered answers."""
        self.say(title)
        for number, option in enumerate(options, 1):
            self.say(f"  {number}. {option}")

    async def choose(self, title: str, options: Sequence[str]) -> int | None:
        """A number from a menu, from 0; None for an empty line or the end of the input."""
        self.menu(title, options)
        while (line := await self.ask()) is not None and line.strip():
            chosen = chosen_number(line, len(options))
            if chosen is not None:
                return chosen
            self.tell("plain.choose_or_leave", count=len(options))
        return None


def chosen_number(line: str, count: int) -> int | None:
    """The place in a menu, from 0, that a line means by its number; None when it means none."""
    word = line.strip()
    if not word.isdecimal() or len(word) > 6:
        return None
    number = int(word)
    return number - 1 if 1 <= number <= count else None
