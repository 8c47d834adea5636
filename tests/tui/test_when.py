"""How long ago, in words."""

import pytest

from rpg.tui.when import when

NOW = 1_767_268_800.0  # 2026-01-01 12:00 UTC


@pytest.mark.parametrize(
    ("ago", "english", "chinese"),
    [
        (0, "just now", "刚刚"),
        (-50, "just now", "刚刚"),
        (60, "a minute ago", "1 分钟前"),
        (7_300, "2 hours ago", "2 小时前"),
        (86_400, "yesterday", "昨天"),
        (86_400 * 5, "5 days ago", "5 天前"),
        (86_400 * 100, "2025-09-23", "2025-09-23"),
    ],
)
def test_the_past_in_words(ago: float, english: str, chinese: str) -> None:
    assert when(NOW - ago, NOW, "en") == english
    assert when(NOW - ago, NOW, "zh") == chinese
