"""The declared table of benches, and running them by name. Source: docs/bench.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module

from rpg.bench.result import Options, Result


@dataclass(frozen=True, slots=True)
class Bench:
    """One bench: `rpg.bench.<module>.run(options)` does its work; `bench.<name>` of the catalogue says what it is."""

    name: str
    module: str


BENCHES: tuple[Bench, ...] = (
    Bench("scene", "scene"),
    Bench("prefix", "prefix"),
    Bench("recall", "recall"),
    Bench("turn", "turn"),
    Bench("rollback", "rollback"),
    Bench("tools", "tools"),
    Bench("lore", "lore"),
    Bench("start", "start"),
    Bench("stream", "stream"),
    Bench("faces", "faces"),
    Bench("author", "author"),
)


class UnknownBench(ValueError):
    """A name that no bench has."""

    def __init__(self, name: str):
        super().__init__(name)
        self.name = name


def chosen(names: Sequence[str]) -> tuple[Bench, ...]:
    """The benches of those names in the order of the table; all when there are none. Raises UnknownBench."""
    known = {bench.name for bench in BENCHES}
    for name in names:
        if name not in known:
            raise UnknownBench(name)
    return tuple(bench for bench in BENCHES if not names or bench.name in names)


def run_all(benches: Sequence[Bench], options: Options) -> Iterator[Result]:
    """Runs the benches one after another. Nothing of a bench is imported before its turn."""
    for bench in benches:
        result: Result = import_module(f"rpg.bench.{bench.module}").run(options)
        yield result
