"""Names of tools: which are the game's own, and what an MCP server's tool is called here."""

from __future__ import annotations

import re
from hashlib import blake2b

OWN_NAMES = frozenset(
    {
        "edit_location_registry",
        "update_character",
        "advance_time",
        "roll_dice",
        "set_flag",
        "look_up",
        "ask_user_input",
        "show_widget",
        "save_memory",
        "search_memory",
    }
)
"""Every tool of the game itself; no program and no server may take one of these names."""

_BLOCKED = frozenset({"save_memory", "search_memory"})

LONGEST = 64
"""Characters of a tool's name that servers of models accept."""

SEPARATOR = "__"
"""Between a server's name and its tool's."""


def blocked_by_isolation(name: str) -> bool:
    """Whether calls of this tool, past ones too, are kept out of an isolated session.

    A name that is not the game's own was an MCP or command tool, whether it is still configured or not.
    """
    return name not in OWN_NAMES or name in _BLOCKED


def server_tool_name(server: str, remote: str) -> str:
    """The name under which a server's tool is offered: "server__tool", letters every model takes."""
    plain = f"{server}{SEPARATOR}{re.sub(r'[^A-Za-z0-9_-]', '_', remote)}"
    if len(plain) <= LONGEST and plain == f"{server}{SEPARATOR}{remote}":
        return plain
    digest = blake2b(remote.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    return f"{plain[: LONGEST - 9]}_{digest}"
