"""What a save keeps beside its tree: the cursor, meta values, labels, the card, drafts."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from rpg.store.card import Card
from rpg.store.errors import SaveError, sqlite_errors
from rpg.store.forms import load
from rpg.store.keys import BASE, CARD, CURSOR, LABEL, is_reserved
from rpg.timeline.headlog import Cursor


class Described:
    """Reads them from the file each time. Raises SaveError "damaged" for what cannot be read."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    def cursor(self) -> Cursor:
        match self.get(CURSOR):
            case [int() | None as head, int() as position] if position >= 0:
                return Cursor(head, position)
        raise self._damaged("head")

    def base(self) -> str:
        """The world version under the first node."""
        return str(self.get(BASE))

    def card(self) -> Card:
        found = self.get(CARD)
        if not isinstance(found, dict):
            return Card()
        world, place, line = (str(found.get(name, "")) for name in ("world", "place", "line"))
        turn = found.get("turn", 0)
        return Card(world, place, line, turn if isinstance(turn, int) else 0)

    def get(self, key: str) -> Any:
        """The value of a key of meta; None when there is none."""
        rows = self._rows("SELECT key, value FROM meta WHERE key = ?", key)
        return None if not rows else self._value(*rows[0])

    def meta(self) -> dict[str, Any]:
        """All values of meta that the store does not keep for itself."""
        rows = self._rows("SELECT key, value FROM meta ORDER BY key")
        return {key: self._value(key, value) for key, value in rows if not is_reserved(key)}

    def labels(self) -> dict[int, str]:
        """Names of branches by node."""
        rows = self._rows("SELECT key, value FROM meta WHERE key >= ? AND key < ?", LABEL, LABEL + "\uffff")
        return dict(sorted((self._node(key), str(self._value(key, value))) for key, value in rows))

    def draft(self, head: int | None) -> str:
        rows = self._rows("SELECT 'draft', body FROM draft WHERE head = ?", head or 0)
        return "" if not rows else str(self._value(*rows[0]))

    def drafts(self) -> dict[int | None, str]:
        """All drafts by head."""
        rows = self._rows("SELECT head, body FROM draft ORDER BY head")
        return {head or None: str(self._value("draft", body)) for head, body in rows}

    def _rows(self, statement: str, *values: Any) -> list[Any]:
        with sqlite_errors(self._path):
            return self._connection.execute(statement, values).fetchall()

    def _value(self, key: str, text: Any) -> Any:
        try:
            return load(text)
        except (ValueError, TypeError) as error:
            raise self._damaged(key) from error

    def _node(self, key: str) -> int:
        try:
            return int(key[len(LABEL) :])
        except ValueError as error:
            raise self._damaged(key) from error

    def _damaged(self, what: str) -> SaveError:
        return SaveError("damaged", self._path, detail=what)
