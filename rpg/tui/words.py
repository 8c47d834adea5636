"""Sentences of the terminal interface, in the language of the app a widget belongs to."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from textual.dom import DOMNode

from rpg.text.messages import FALLBACK, message


@runtime_checkable
class Speaks(Protocol):
    """An app with a language."""

    language: str


def language_of(node: DOMNode) -> str:
    """The catalogue language of the app that `node` is in."""
    app = node.app
    return app.language if isinstance(app, Speaks) else FALLBACK


def say(node: DOMNode, key: str, /, **values: Any) -> str:
    """The sentence `key` of the catalogue area "tui"."""
    return message(language_of(node), f"tui.{key}", **values)
