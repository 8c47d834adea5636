"""Reproducible prose of a wanted length, and names that stand in no other text, in English and Chinese."""

from __future__ import annotations

import re
from random import Random
from typing import Literal

from rpg.text.tokens import encode_cl100k

Language = Literal["en", "zh"]

LANGUAGES: tuple[Language, ...] = ("en", "zh")


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_EN = _words(
    "the a and of in on under over with without by near past after before again slowly softly quietly rain wind "
    "lamp door stone water light shadow window table chair bread salt rope boat sail road hill river tree leaf "
    "smoke ash iron glass paper letter book bell clock tower wall gate yard field horse dog bird fish cloud star "
    "night morning evening winter summer old new cold warm dark bright heavy quiet broken small long narrow grey "
    "green red white empty full turns falls waits stands looks listens walks speaks hears opens closes holds lets "
    "goes comes stays leaves rests rises sinks moves breathes somebody nobody something nothing everything here "
    "there where while until because though still already almost never always sometimes once more less little"
)
_ZH = _words(
    "的 了 在 和 着 又 也 还 却 便 慢慢 轻轻 静静 雨水 晚风 灯火 木门 石阶 江水 光影 窗纸 桌面 竹椅 米饭 盐巴 麻绳 小船 "
    "白帆 大路 山坡 河岸 老树 落叶 炊烟 灰烬 铁锁 瓦片 纸张 书信 旧书 铜钟 高塔 土墙 院门 田野 马匹 黄狗 飞鸟 鲤鱼 "
    "云层 星星 夜里 清晨 傍晚 冬天 夏天 旧时 新的 寒冷 温热 昏暗 明亮 沉重 安静 破碎 细小 漫长 狭窄 灰色 青色 红色 "
    "空荡 满满 转身 落下 等待 站立 望去 倾听 行走 说话 听见 打开 关上 握住 放下 离去 归来 停留 歇息 升起 沉没 移动 "
    "呼吸 有人 没人 什么 一切 这里 那里 哪里 直到 因为 虽然 依旧 已经 几乎 从不 总是 有时 一次 更多 少许"
)
_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"
_NAME_HAN = "骁翀彧珩璟霁岚澍昉旻晔煜燊瑄瑾璇珺琬琰瓒璘玘玥钰铖铮锴镕钊骞骥骏驰驷"
_SENTENCE = (7, 13)

NAME = re.compile(rf"[A-Z][a-z]{{7}}\b|[{_NAME_HAN}]{{4}}")
"""What a name looks like; a common word at the beginning of a sentence may look like one too."""


def sentence(dice: Random, language: Language) -> str:
    """One sentence of common words."""
    words = dice.choices(_ZH if language == "zh" else _EN, k=dice.randint(*_SENTENCE))
    if language == "zh":
        return "".join(words) + "。"
    text = " ".join(words)
    return f"{text[0].upper()}{text[1:]}."


def prose(dice: Random, language: Language, tokens: int) -> str:
    """Whole sentences of at least `tokens` cl100k tokens, the last one cut off where they are reached."""
    joint = "" if language == "zh" else " "
    told, count = list[str](), 0
    while count < tokens:
        told.append(sentence(dice, language))
        count += encode_cl100k(joint + told[-1])
    text = joint.join(told)
    return _shortened(text, tokens, count)


def _shortened(text: str, tokens: int, count: int) -> str:
    """`text` without the share of its characters that stands for the tokens too many."""
    keep = len(text) * tokens // max(1, count)
    return text[:keep].rstrip() if keep else text


def name(dice: Random, language: Language) -> str:
    """A name of four syllables or characters that common words do not hold."""
    if language == "zh":
        return "".join(dice.choices(_NAME_HAN, k=4))
    return "".join(dice.choice(_CONSONANTS) + dice.choice(_VOWELS) for _ in range(4)).capitalize()


def names(dice: Random, language: Language, count: int) -> tuple[str, ...]:
    """`count` different names."""
    found: dict[str, None] = {}
    while len(found) < count:
        found[name(dice, language)] = None
    return tuple(found)
