"""What a line of the player means: the acts in it, in order.

Pure: a function of the line and of what its words can refer to. A sentence is a move only when it says
so plainly: it begins with a verb of going and names a place or a way that exists, and it asks nothing. A line
in another language than the world's is read by the rules of that language.
"""

from __future__ import annotations

from collections.abc import Iterator

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.acts import Act
from rpg.narrator.storyteller.clause import ClauseReader, is_weak
from rpg.narrator.storyteller.cutting import Cutter
from rpg.narrator.storyteller.matching import is_cjk
from rpg.narrator.storyteller.mending import plain
from rpg.narrator.storyteller.phrasebook import phrasebook
from rpg.narrator.storyteller.reading import Reader
from rpg.narrator.storyteller.scope import Scope
from rpg.text.messages import catalogue_language

LONGEST_LINE = 600
"""Characters of a line that are read."""


def understand_line(line: str, scope: Scope) -> tuple[Act, ...]:
    """The acts of a line, all read in the same scope. Never empty."""
    return tuple(understand(clause, scope) for clause in clauses(line, scope))


def understand(clause: str, scope: Scope) -> Act:
    """The act that a clause means."""
    read = [reader.understand(plain(clause, reader.book, scope)) for reader in _readers(clause, scope)]
    return next((act for act in read if not is_weak(act)), read[0])


def clauses(line: str, scope: Scope) -> tuple[str, ...]:
    """The line cut where one act ends and the next begins; one clause when it cannot be cut safely."""
    cuts = [
        (reader, Cutter(reader).cut(plain(line, reader.book, scope)[:LONGEST_LINE]))
        for reader in _readers(line, scope)
    ]
    return next((cut for reader, cut in cuts if _makes_sense(reader, cut)), cuts[0][1])


def _makes_sense(reader: ClauseReader, cut: tuple[str, ...]) -> bool:
    return any(not isinstance(reader.understand(clause), acts.NotUnderstood) for clause in cut)


def _readers(words: str, scope: Scope) -> Iterator[ClauseReader]:
    """The reader of the world's language, and the one of the language that the words begin in."""
    own = catalogue_language(scope.language)
    yield _reader(scope, own)
    letter = next((char for char in words if char.isalpha()), "")
    begun = "zh" if is_cjk(letter) else "en"
    if letter and (letter.isascii() or begun == "zh") and begun != own:
        yield _reader(scope, begun)


def _reader(scope: Scope, language: str) -> ClauseReader:
    book = phrasebook(language)
    return ClauseReader(scope, book, Reader(scope, book))
