"""The looks of the game: dark, light, and one of each with high contrast.

Besides the colours of Textual a look has `rule`, of lines between panes and of scrollbars, and `strong`, of words on
the chosen row. Text has a contrast of 4.5 to what is behind it, lines have 3.
"""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="dark",
    primary="#7aa2c9",
    secondary="#b39ac9",
    accent="#e0b46c",
    success="#8fbf8f",
    warning="#e0a95c",
    error="#e07a6c",
    foreground="#d8d4ca",
    background="#16181d",
    surface="#1b1e24",
    panel="#2a2f38",
    dark=True,
    variables={
        "input-selection-background": "#7aa2c9 35%",
        "block-cursor-text-style": "none",
        "rule": "#686a6e",
        "strong": "#ffffff",
    },
)
LIGHT = Theme(
    name="light",
    primary="#2f5f8f",
    secondary="#6a4a8a",
    accent="#8a5a00",
    success="#2f6f3f",
    warning="#8a5a00",
    error="#a8321f",
    foreground="#26241f",
    background="#f6f2e8",
    surface="#efe9dc",
    panel="#d9d1c0",
    dark=False,
    variables={
        "input-selection-background": "#2f5f8f 25%",
        "block-cursor-text-style": "none",
        "rule": "#8a867c",
        "strong": "#000000",
    },
)
CONTRAST = Theme(
    name="contrast",
    primary="#66ccff",
    secondary="#ff99ff",
    accent="#ffff00",
    success="#66ff66",
    warning="#ffcc00",
    error="#ff6666",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#333333",
    dark=True,
    variables={"rule": "#8a8a8a", "strong": "#ffffff"},
)
CONTRAST_LIGHT = Theme(
    name="contrast-light",
    primary="#00308f",
    secondary="#5b0080",
    accent="#7a0000",
    success="#004d00",
    warning="#663d00",
    error="#990000",
    foreground="#000000",
    background="#ffffff",
    surface="#ffffff",
    panel="#cccccc",
    dark=False,
    variables={"rule": "#707070", "strong": "#000000"},
)

THEMES = (DARK, LIGHT, CONTRAST, CONTRAST_LIGHT)
NAMES = tuple(theme.name for theme in THEMES)


def first_theme(chosen: str | None, color_system: str | None) -> str:
    """The theme to begin with. chosen: by the player; without a choice, 16 colours take high contrast."""
    if chosen in NAMES:
        return str(chosen)
    return CONTRAST.name if color_system in ("standard", "windows") else DARK.name


def following(name: str) -> str:
    """The theme after `name`, around again at the end."""
    index = NAMES.index(name) if name in NAMES else -1
    return NAMES[(index + 1) % len(NAMES)]
