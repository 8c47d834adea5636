"""Portraits, where the extra `images` is installed; drawn with what the terminal can: sixel, kitty, half cells."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from textual.widget import Widget

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST = 8 * 1024 * 1024
"""Bytes of a picture that is shown."""

PIXELS = 16 * 1024 * 1024
"""Pixels of a picture that is shown: a small file can unpack to more than there is memory."""

SHOWN = (480, 480)
"""Pixels that are kept, more than a terminal shows in the space of a portrait."""

ROWS, WIDEST = 12, 36
"""Cells of a portrait. A cell is taken to be twice as high as wide."""


def prepare_portraits() -> None:
    """Ask the terminal what it can draw. Must run before Textual does, which from then on reads every answer."""
    if sys.__stdout__ is None or not sys.__stdout__.isatty() or find_spec("textual_image") is None:
        return
    with suppress(Exception):  # a terminal that answers strangely gets no picture, but its game
        import textual_image.widget  # noqa: F401


def portrait_widget(file: Path | None) -> Widget | None:
    """A widget with the picture; None without one, without the extra, or when it cannot be read."""
    if file is None or find_spec("textual_image") is None:
        return None
    try:
        picture = _read(file)
        if picture is None:
            return None
        from textual_image.widget import Image as ImageWidget

        shown = ImageWidget(picture)
        shown.styles.height = ROWS
        shown.styles.width = max(1, min(WIDEST, round(2 * ROWS * picture.width / picture.height)))
        return shown
    except Exception:  # a picture is an ornament: whatever is wrong with it, the sheet is shown without
        return None


def _read(file: Path) -> Image | None:
    """The picture unpacked, so that a torn file fails here and not while it is painted."""
    if not file.is_file() or file.stat().st_size > LARGEST:
        return None
    from PIL import Image

    with Image.open(file) as picture:
        if picture.width * picture.height > PIXELS:
            return None
        shown = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    shown.thumbnail(SHOWN)
    return shown
