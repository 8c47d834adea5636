"""Macros in authored text: `{{user}}`, `{{char}}`, `{{location}}`, `{{time}}`.

`{{outlet::name}}` is known here but filled where lore is placed. What is put in is never read for
macros again, so foreign text cannot bring in more. Source: docs/world-format.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

MACROS = ("user", "char", "location", "time")
OUTLET = "outlet"

_MACRO = re.compile(r"\{\{[ \t]{0,8}([^{}\n]{1,120}?)[ \t]{0,8}\}\}")


def expand(text: str, values: Mapping[str, str | None]) -> str:
    """`text` with the macros of `values` filled in.

    values: by macro name; None or a missing name leaves the macro as it is written, as it does with
    unknown macros. Names are read without regard to case.
    """
    if "{{" not in text:
        return text

    def put(match: re.Match[str]) -> str:
        value = values.get(match[1].casefold())
        return match[0] if value is None else value

    return _MACRO.sub(put, text)


def macros_in(text: str) -> Iterator[tuple[str, str]]:
    """Every macro in `text` as (name, argument), the name folded: ("user", "") or ("outlet", "news")."""
    for match in _MACRO.finditer(text):
        name, _, argument = match[1].partition("::")
        yield name.strip().casefold(), argument.strip()


def is_known(name: str, argument: str) -> bool:
    """Whether a macro means something in authored text."""
    return bool(argument) if name == OUTLET else name in MACROS and not argument
