"""中文玩家还会打的句子：代词、一句几件事、只说半个名字、递东西、出示东西。"""

from __future__ import annotations

from dataclasses import replace

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.acts import Act
from tests.narrator.storyteller.lines_zh import (
    BOARD,
    CHEN,
    HARBOUR,
    LIGHT,
    MARKET,
    MILA,
    TAVERN,
    TEMPLE,
    puzzled,
)

LATER = replace(HARBOUR, seen="告示板", there="jiuguan")
"""玩家看过告示板、听说过酒馆之后的码头。"""

LINES: tuple[tuple[str, tuple[Act, ...]], ...] = (
    # 代词
    ("跟着她走", (acts.FollowPerson("mila"),)),
    ("问她这件事", (acts.Ask("mila", "这件事"),)),
    ("去那里", (TAVERN,)),
    ("我去那儿看看", (TAVERN,)),
    ("看看它", (BOARD,)),
    ("把它打开", (acts.Handle("告示板"),)),
    ("拿走它", (acts.Handle("告示板"),)),
    ("她是谁", (acts.ExaminePerson("mila"),)),
    ("那个女人是谁？", (acts.ExaminePerson("mila"),)),
    ("带她一起去庙里", (acts.Go("miao", ("mila",)),)),
    ("跟她说我知道是谁偷的", (acts.Tell("mila", "我知道是谁偷的"),)),
    # 对人说
    ("米拉，我们去集市吧", (acts.Go("jishi", ("mila",)),)),
    ("老陈，咱们一起去酒馆", (acts.Go("jiuguan", ("laochen",)),)),
    ("再见，老陈", (acts.Tell("laochen", "再见"),)),
    ("谢谢米拉", (acts.Tell("mila", ""),)),
    ("你是谁？", (acts.Ask(None, "你是谁"),)),
    ("账本呢？", (acts.Ask(None, "账本呢"),)),
    # 问与半个名字
    ("问问港务官账本在哪儿", (acts.Ask("mila", "账本在哪儿"),)),
    ("问福林灯塔的事", (acts.Ask("fulin", "灯塔的事"),)),
    ("和陈老板聊聊米拉", (acts.Ask("laochen", "米拉"),)),
    ("找米拉打听打听账本", (acts.Ask("mila", "账本"),)),
    ("问米拉知不知道老福林在哪", (acts.Ask("mila", "老福林在哪"),)),
    ("找苏娘", (acts.WherePerson("suniang"),)),
    ("老福林去哪了", (acts.WherePerson("fulin"),)),
    ("我觉得是老福林干的", (acts.Tell(None, "我觉得是老福林干的"),)),
    ("这件事你再说一遍", (acts.Ask(None, "一遍"),)),
    ("去蓬莱，找米拉打听账本", (acts.NoSuchPlace("蓬莱"), acts.Ask("mila", "账本"))),
    # 递与出示
    ("把钥匙给米拉", (acts.Give("mila", "钥匙"),)),
    ("给老陈看那封信", (acts.Give("laochen", "那封信"),)),
    ("把信交给她", (acts.Give("mila", "信"),)),
    ("向米拉出示钥匙", (acts.Give("mila", "钥匙"),)),
    # 一句几件事
    ("去集市然后去庙里", (MARKET, TEMPLE)),
    ("先去集市，再去灯塔", (MARKET, LIGHT)),
    ("跟米拉说再见，然后离开", (acts.Tell("mila", "再见"), acts.Leave())),
    ("看看告示板，问老陈账本的事，再去灯塔", (BOARD, acts.Ask("laochen", "账本的事"), LIGHT)),
    ("过去跟老陈聊两句", (CHEN,)),
    # 走
    ("走，去集市", (MARKET,)),
    ("快去集市！", (MARKET,)),
    ("咱去灯塔瞅瞅", (LIGHT,)),
    ("去酒馆坐坐", (TAVERN,)),
    ("一个人去灯塔", (LIGHT,)),
    ("回头去集市", (MARKET,)),
    ("陪米拉去集市", (acts.Go("jishi", ("mila",)),)),
    # 看与等
    ("看一眼告示板", (BOARD,)),
    ("瞅瞅告示板", (BOARD,)),
    ("码头上有什么", (acts.Look(),)),
    ("听听动静", (acts.Look(),)),
    ("等她回来", (acts.Wait(),)),
    ("歇到天亮", (acts.Wait(None, 6 * 60, rest=True),)),
    # 问说书人
    ("卡住了", (acts.Help(),)),
    ("给点提示", (acts.Help(),)),
    ("接下来做什么", (acts.Help(),)),
    ("我都听说了什么", (acts.Recall(),)),
    ("我去过哪些地方", (acts.Recall(),)),
    # 说书人管不了的
    ("买一壶酒", (acts.Unseen("一壶酒"),)),
    ("攻击老陈", puzzled("攻击老陈")),
    ("我喜欢大海", (acts.Tell(None, "我喜欢大海"),)),
    ("也许以后去集市", (acts.Tell(None, "也许以后去集市"),)),
    ("米拉去了集市", puzzled("米拉去了集市")),
    ("跟米拉打个招呼", (MILA,)),
)
