"""Portraits, where the extra `images` is installed and the terminal can show pictures."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from textual.widget import Widget

LARGEST = 8 * 1024 * 1024
"""Bytes of a picture that is shown."""


def portrait_widget(file: Path | None) -> Widget | None:
    """A widget with the picture; None without one, without the extra, or when it cannot be read."""
    if file is None or find_spec("textual_image") is None:
        return None
    try:
        if not file.is_file() or file.stat().st_size > LARGEST:
            return None
        from textual_image.widget import Image  # type: ignore[import-not-found,unused-ignore]

        picture = Image(str(file))
    except Exception:  # a picture is an ornament: whatever is wrong with it, the sheet is shown without
        return None
    return picture if isinstance(picture, Widget) else None
