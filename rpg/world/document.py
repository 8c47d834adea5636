"""The world as JSON and back, and its content hash.

Saves embed world versions in this form, so it only ever grows: a field at its default is left out and a
missing field takes its default, which lets an old document open in a newer program and keeps the hash of
a world the same when fields are added. Keyed collections become lists, because their order is the
author's and JSON writers may sort keys.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from hashlib import blake2b
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from rpg.world.model import Character, Location, World

T = TypeVar("T")
Encode = Callable[[Any], Any]
Decode = Callable[[Any], Any]


def world_document(world: World) -> dict[str, Any]:
    """The world as JSON values; `world_from_document` gives an equal world back."""
    return _encode_record(world)


def world_from_document(document: Mapping[str, Any]) -> World:
    """The world of a document. Raises ValueError when it is not one."""
    return _from(World, document)


def sheet_document(sheet: Location | Character) -> dict[str, Any]:
    """One location or character as JSON values."""
    return _encode_record(sheet)


def location_from_document(document: Mapping[str, Any]) -> Location:
    """Raises ValueError when the document is not a location's."""
    return _from(Location, document)


def character_from_document(document: Mapping[str, Any]) -> Character:
    """Raises ValueError when the document is not a character's."""
    return _from(Character, document)


def world_hash(world: World) -> str:
    """32 hexadecimal digits that are equal for equal worlds, whatever machine or release computes them."""
    return document_hash(world_document(world))


def document_hash(document: Mapping[str, Any]) -> str:
    """The content hash of a document, independent of the order of its keys."""
    text = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _from(kind: type[T], document: Mapping[str, Any]) -> T:
    hint: Any = kind
    try:
        made: T = _codec(hint)[1](document)
    except (TypeError, ValueError, KeyError, AttributeError, IndexError) as error:
        raise ValueError(f"not a document of a {kind.__name__}: {error}") from error
    return made


def _encode_record(value: Any) -> dict[str, Any]:
    hint: Any = type(value)
    document: dict[str, Any] = _codec(hint)[0](value)
    return document


@cache
def _codec(hint: Any) -> tuple[Encode, Decode]:
    """The pair of functions that turn a value of type `hint` into JSON and back."""
    if is_dataclass(hint) and isinstance(hint, type):
        return _record_codec(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _optional_codec(next(one for one in arguments if one is not NoneType))
    if origin is tuple:
        return _tuple_codec(arguments)
    if origin is Mapping or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return _mapping_codec(arguments[1])
    if origin is Literal or hint in (str, int, bool, float, Any):
        return _same, _checked(hint)
    raise TypeError(f"no JSON form for {hint}")


def _same(value: Any) -> Any:
    return value


def _checked(hint: Any) -> Decode:
    """Lets through what has the type, so that a damaged document is refused rather than believed."""
    allowed: Any = {float: (int, float), Any: object}.get(hint, hint if isinstance(hint, type) else str)

    def decode(value: Any) -> Any:
        if not isinstance(value, allowed) or (isinstance(value, bool) and hint in (int, float)):
            raise TypeError(f"{value!r} is not {hint}")
        return value

    return decode


def _optional_codec(hint: Any) -> tuple[Encode, Decode]:
    encode, decode = _codec(hint)
    return (
        lambda value: None if value is None else encode(value),
        lambda value: None if value is None else decode(value),
    )


def _tuple_codec(hints: tuple[Any, ...]) -> tuple[Encode, Decode]:
    if len(hints) == 2 and hints[1] is Ellipsis:
        encode, decode = _codec(hints[0])
        return (
            lambda value: [encode(item) for item in value],
            lambda value: tuple(decode(item) for item in _sequence(value)),
        )
    codecs = [_codec(hint) for hint in hints]
    return (
        lambda value: [codec[0](item) for codec, item in zip(codecs, value, strict=True)],
        lambda value: tuple(codec[1](item) for codec, item in zip(codecs, _sequence(value), strict=True)),
    )


def _sequence(value: Any) -> Any:
    if not isinstance(value, list | tuple):
        raise TypeError(f"{value!r} is not a list")
    return value


def _mapping_codec(hint: Any) -> tuple[Encode, Decode]:
    """Records are keyed by their id; anything else is a free mapping of JSON values."""
    if not is_dataclass(hint):
        return dict, lambda value: MappingProxyType(dict(value))
    record: Any = hint
    encode, decode = _codec(record)

    def decode_all(value: Any) -> Mapping[str, Any]:
        records = [decode(item) for item in _sequence(value)]
        return MappingProxyType({record.id: record for record in records})

    return lambda value: [encode(record) for record in value.values()], decode_all


def _record_codec(kind: type[Any]) -> tuple[Encode, Decode]:
    hints = get_type_hints(kind)
    codecs = {one.name: (*_codec(hints[one.name]), _default(one)) for one in fields(kind)}

    def encode(record: Any) -> dict[str, Any]:
        return {
            name: to_json(getattr(record, name))
            for name, (to_json, _, default) in codecs.items()
            if getattr(record, name) != default
        }

    def decode(document: Any) -> Any:
        if not isinstance(document, Mapping):
            raise TypeError(f"{document!r} is not an object")
        known = {name: codecs[name][1](value) for name, value in document.items() if name in codecs}
        return kind(**known)

    return encode, decode


def _default(one: Field[Any]) -> Any:
    if one.default_factory is not MISSING:
        return one.default_factory()
    return one.default
