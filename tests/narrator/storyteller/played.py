"""Lines that came up in play, with the acts they mean; scopes are those of the harbours."""

from __future__ import annotations

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.acts import Act
from tests.narrator.storyteller.more_en import LATER as EN
from tests.narrator.storyteller.more_zh import LATER as ZH

NIGHT = acts.Wait(until=8 * 60, rest=True)

LINES_EN: tuple[tuple[str, tuple[Act, ...]], ...] = (
    ("up the lane", (acts.NoSuchWay("the lane"),)),
    ("up the steps", (acts.Go("market"),)),
    ("lift the bells", (acts.Unseen("the bells"),)),
    ("go to the old market", (acts.NoSuchPlace("the old market"),)),
    ("spend the night here", (NIGHT,)),
    ("what's happening?", (acts.Look(),)),
    ("what's in the bag?", (acts.Inventory(),)),
    ("who should I talk to first?", (acts.Help(),)),
    ("why am I here?", (acts.ExamineSelf(),)),
    ("may I ask you something?", (acts.Talk(None),)),
    ("go back outside", (acts.Leave(),)),
    ("thank you so much, Tomas", (acts.Tell("tomas", "thank you so much"),)),
    ("where is everyone?", (acts.WhoIsHere(),)),
    ("I broke my wrist once", (acts.Tell(None, "I broke my wrist once"),)),
    ("hey, you there", (acts.Talk(None),)),
    ("wake him", (acts.NotUnderstood("wake him"),)),
    ("lock the notice board", (acts.Handle("notice board"),)),
    ("stab Mira", (acts.NotUnderstood("stab Mira"),)),
    ("take me to her", (acts.Talk("mira"),)),
    ("what letters do I still have?", (acts.Inventory(),)),
    ("where does Sela live", (acts.WherePerson("sela"),)),
    ("what's down there?", (acts.Ways(),)),
    ("explore", (acts.Look(),)),
    ("I'd like to stay with you tonight", (acts.Tell(None, "I'd like to stay with you tonight"),)),
    ("what's for lunch?", (acts.Ask(None, "what's for lunch"),)),
    ("take Mira, Tomas and Sela to the market", (acts.Go("market", ("mira", "tomas", "sela")),)),
    ("if Mira comes, then go to the market", (acts.Tell(None, "if Mira comes, then go to the market"),)),
    ("he told me to go to the market", (acts.Tell(None, "he told me to go to the market"),)),
)
LINES_ZH: tuple[tuple[str, tuple[Act, ...]], ...] = (
    ("上去看看", (acts.Go("jishi"),)),
    ("住一晚", (NIGHT,)),
    ("绳匠你好", (acts.Talk("laochen"),)),
    ("我头疼", (acts.Tell(None, "我头疼"),)),
    ("谢谢，再见", (acts.Tell(None, "谢谢，再见"),)),
    ("老板娘再见", (acts.Tell("suniang", "再见"),)),
    ("老陈再见", (acts.Tell("laochen", "再见"),)),
    ("还有什么线索", (acts.Help(),)),
    ("我来校钟的", (acts.Tell(None, "我来校钟的"),)),
    ("怀表几点了", (acts.WhatTime(),)),
    ("偷听", (acts.Look(),)),
    ("你知道今天几号吗", (acts.WhatTime(),)),
    ("找褚会长", (acts.NoSuchPerson("褚会长"),)),
    ("我想买碗羊汤", (acts.Unseen("羊汤"),)),
    ("刚才发生了什么", (acts.Recall(),)),
    ("我来干什么的", (acts.ExamineSelf(),)),
    ("如果米拉来了，再去集市", (acts.Tell(None, "如果米拉来了，再去集市"),)),
)
PLAYED = (*((EN, *row) for row in LINES_EN), *((ZH, *row) for row in LINES_ZH))
