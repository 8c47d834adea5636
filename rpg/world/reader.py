"""Raw TOML tables made into frozen values after the table of `rpg.world.schema`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from rpg.text.nearest import nearest
from rpg.world.ids import PLAYER, id_from, is_id
from rpg.world.kinds import Field, Keyed, Kind, Line, Many, Mixed, One, Refers, Shape
from rpg.world.positions import Path
from rpg.world.problem import Word
from rpg.world.report import Report
from rpg.world.values import Wrong, each, expect, read_value, wrong_type


@dataclass(frozen=True, slots=True)
class Reference:
    """A value that must name something of the world."""

    path: Path
    refers: Refers
    id: str


@dataclass(slots=True)
class Reader:
    """Reads shapes, notes problems in `report` and collects what refers to other things."""

    report: Report
    references: list[Reference] = field(default_factory=list)

    def record(self, shape: Shape, raw: Any, path: Path, **given: Any) -> Any:
        """What `shape` makes of a raw table. given: values it has unless the table says otherwise.

        Raises Wrong when the raw value is no table or lacks something required.
        """
        return shape.make(**{**given, **self.values(shape, raw, path)})

    def values(self, shape: Shape, raw: Any, path: Path) -> dict[str, Any]:
        """The typed values of a raw table; what is absent, empty or wrong is left to its default.

        Raises Wrong when the raw value is no table or lacks something required.
        """
        if not isinstance(raw, dict):
            wrong_type("table", raw, path, self.report)
            raise Wrong
        meant = self._unknown_keys(shape, raw, path)
        values: dict[str, Any] = {}
        for one in shape.fields:
            if one.key in raw:
                self._field(one, raw[one.key], (*path, one.key), values)
            if one.required and one.target not in values:
                self._lack(shape, one, raw, path, meant)
        if any(one.required and one.target not in values for one in shape.fields):
            raise Wrong
        return values

    def _field(self, one: Field, raw: Any, path: Path, values: dict[str, Any]) -> None:
        """Reads one key into `values`, unless it is wrong or a blank line."""
        try:
            value = self.value(one.kind, raw, path)
        except Wrong:
            return
        if value == "" and isinstance(one.kind, Line):
            return
        if isinstance(one.kind, Mixed):
            value, values[one.kind.records] = value
        values[one.target] = value
        if one.refers is not None:
            self._refer(one.refers, value, path)

    def _lack(self, shape: Shape, one: Field, raw: dict[str, Any], path: Path, meant: set[str]) -> None:
        """Notes that a required key is absent or blank, unless that has been told otherwise."""
        written = raw.get(one.key, "")
        if one.key in meant or not isinstance(written, str) or written.strip():
            return
        at = (*path, one.key) if one.key in raw else path
        self.report.add(
            "missing_key", at, fix="missing_key_fix", key=one.key, of=Word(f"shape_{shape.label}")
        )

    def value(self, kind: Kind, raw: Any, path: Path) -> Any:
        """The value of any kind. Raises Wrong when there is none."""
        match kind:
            case One(shape=shape):
                return self.record(shape, raw, path)
            case Many(shape=shape):
                return self.many(shape, raw, path)
            case Keyed(shape=shape):
                return self.keyed(shape, raw, path)
            case Mixed(shape=shape):
                return self.mixed(shape, raw, path)
            case _:
                return read_value(kind, raw, path, self.report)

    def _unknown_keys(self, shape: Shape, raw: dict[str, Any], path: Path) -> set[str]:
        """Notes the keys that `shape` lacks; returns the required keys that they were meant to be."""
        required = {one.key for one in shape.fields if one.required} - raw.keys()
        unknown = [key for key in raw if key not in shape.keys]
        meant = {near for key in unknown if required and (near := nearest(key, shape.keys)) in required}
        for key in unknown:
            self.report.add(
                "unknown_key",
                (*path, key),
                forgiven=not meant,
                fix="unknown_key_fix",
                among=shape.keys,
                meant=key,
                key=key,
                of=Word(f"shape_{shape.label}"),
            )
        return meant

    def _refer(self, refers: Refers, value: Any, path: Path) -> None:
        if isinstance(value, str):
            self.references.append(Reference(path, refers, value))
            return
        for index, item in enumerate(value):
            key, id = (item[0], item[0]) if isinstance(item, tuple) else (index, item)
            self.references.append(Reference((*path, key), refers, id))

    def many(self, shape: Shape, raw: Any, path: Path) -> tuple[Any, ...]:
        """The records of an array of tables. Ids that are missing are numbered; ids given twice are errors."""
        seen: dict[str, Path] = {}

        def read(item: Any, at: Path) -> Any:
            if not shape.id_key:
                return self.record(shape, item, at)
            made = self.record(shape, item, at, id=f"{shape.label}{int(at[-1]) + 1}")
            self._new_id(made.id, seen, (*at, shape.id_key))
            return made

        return tuple(each(raw, "tables", path, self.report, read))

    def _new_id(self, id: str, seen: dict[str, Path], at: Path) -> None:
        if not is_id(id):
            self._bad_id(id, at)
            raise Wrong
        if id in seen:
            first = self.report.sources.place(seen[id])
            self.report.add("duplicate_id", at, fix="duplicate_id_fix", id=id, other=str(first))
            raise Wrong
        seen[id] = at

    def keyed(self, shape: Shape, raw: Any, path: Path) -> Mapping[str, Any]:
        """The records of a table of tables, by id. A record that is wrong is left out."""
        made: dict[str, Any] = {}
        for id, table in expect(dict, "tables_by_id", raw, path, self.report).items():
            at = (*path, id)
            if not self._legal_id(id, shape, at):
                continue
            try:
                made[id] = self.record(
                    shape, table, at, **({"id": id, "name": id} if shape.named else {"id": id})
                )
            except Wrong:
                continue
        return MappingProxyType(made)

    def mixed(
        self, shape: Shape, raw: Any, path: Path
    ) -> tuple[tuple[tuple[str, str], ...], tuple[Any, ...]]:
        """The names with their texts, and the records of those that are tables of more than a text."""
        pairs: list[tuple[str, str]] = []
        records: list[Any] = []
        for key, value in expect(dict, "pairs", raw, path, self.report).items():
            name, at = key.strip(), (*path, key)
            if not name:
                continue
            try:
                if isinstance(value, dict):
                    record = self.record(shape, value, at, id=name)
                    pairs.append((name, record.text))
                    if record != shape.make(id=name, text=record.text):
                        records.append(record)
                else:
                    pairs.append((name, expect(str, "text", value, at, self.report).strip()))
            except Wrong:
                continue
        return tuple(pairs), tuple(records)

    def _legal_id(self, id: str, shape: Shape, at: Path) -> bool:
        if not is_id(id):
            self._bad_id(id, at)
            return False
        if id.casefold() == PLAYER and shape.label in ("location", "character"):
            self.report.add("reserved_id", at, fix="reserved_id_fix", id=id)
            return False
        return True

    def _bad_id(self, id: str, at: Path) -> None:
        self.report.add("bad_id", at, fix="bad_id_fix", id=id, legal=id_from(id))
