"""没读过说明的中文玩家会打的句子，与其所指的行动；`words` 只写其中一部分。

写在看规则之前：一句几件事、代词、繁体与错字、口语、问话、半个名字、问游戏本身、客气话、单字、长段、外语。
"""

from __future__ import annotations

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.acts import Act
from tests.narrator.storyteller.lines_zh import BOARD, CHEN, LIGHT, MARKET, MILA, TAVERN, TEMPLE
from tests.narrator.storyteller.more_zh import LATER

SCOPE = LATER

BOATS, LOCKER = acts.ExamineDetail("停泊的船"), acts.ExamineDetail("绳柜")
LOOK, HELP, TIME, WAYS, WHO = acts.Look(), acts.Help(), acts.WhatTime(), acts.Ways(), acts.WhoIsHere()
SU, FULIN = acts.WherePerson("suniang"), acts.WherePerson("fulin")

PASTED = (
    "天还没亮，雨就从西边来了，等钟敲响的时候，整个码头都亮晶晶的。他又想起那封信。这种天气谁会去集市呢，他对自己说，"
    "从钉子上取下帽子。从前这条街每扇窗户都看得见灯塔，现在只有一片灰。她要是在，准会笑他。他站着喝完了粥，看了看钟，"
    "等雨停，雨不停。傍晚有个孩子送来第二封信，他也没有拆，因为他知道里面写的是什么，是谁写的，为什么写，也知道已经晚了。"
)


def ask(words: str, person: str | None = None) -> Act:
    return acts.Ask(person, words)


def tell(words: str, person: str | None = None) -> Act:
    return acts.Tell(person, words)


def puzzled(words: str) -> Act:
    return acts.NotUnderstood(words)


LINES: tuple[tuple[str, tuple[Act, ...]], ...] = (
    # 一句几件事
    ("去集市，买两个馒头", (MARKET, acts.Unseen("馒头"))),
    ("去酒馆喝一杯", (TAVERN, acts.Unseen("一杯"))),
    ("去盐神庙，上一炷香", (TEMPLE, puzzled("上一炷香"))),
    ("先看告示板，再去问问米拉", (BOARD, MILA)),
    ("跟老陈打个招呼，然后上石阶", (CHEN, MARKET)),
    ("打开绳柜看看里面有什么", (acts.Handle("绳柜"),)),
    ("叫上米拉，我们去灯塔", (acts.TakeAlong("mila"), LIGHT)),
    ("等一个钟头，再去灯塔敲门", (acts.Wait(60), LIGHT, acts.Unseen("门"))),
    ("去酒馆找苏娘聊聊", (TAVERN, acts.Talk("suniang"))),
    ("看看船，再看看绳柜", (BOATS, LOCKER)),
    ("谢过米拉，离开这里", (tell("", "mila"), acts.Leave())),
    ("去集市转转，顺便打听一下洪水的事", (MARKET, ask("洪水"))),
    ("睡到天亮，然后带上老陈去灯塔", (acts.Wait(None, 360, rest=True), acts.Go("dengta", ("laochen",)))),
    ("先去集市，再去庙里", (MARKET, TEMPLE)),
    ("回酒馆。坐下。听听周围的人在说什么。", (TAVERN, acts.Wait(rest=True), LOOK)),
    ("问老陈船的事，再问米拉账本的事", (ask("船", "laochen"), ask("账本", "mila"))),
    ("走到告示板前，读一读", (BOARD, BOARD)),
    ("去酒馆整两口", (TAVERN, puzzled("整两口"))),
    ("和米拉道别后去集市", (MILA, MARKET)),
    # 代词
    ("她人呢？", (acts.WherePerson("mila"),)),
    ("问他看见了什么", (ask("看见了什么", "laochen"),)),
    ("带她去庙里", (acts.Go("miao", ("mila",)),)),
    ("跟他说声对不起", (tell("对不起", "laochen"),)),
    ("她叫什么名字", (acts.ExaminePerson("mila"),)),
    ("上面写了什么", (BOARD,)),
    ("那边怎么走", (acts.WherePlace("jiuguan"),)),
    ("把它给她看", (acts.Give("mila", "它"),)),
    ("他可靠吗", (ask("他可靠"),)),
    ("跟上他", (acts.FollowPerson("laochen"),)),
    ("你们俩谁先来的", (ask("谁先来的"),)),
    ("去那边找他", (TAVERN, CHEN)),
    ("她在隐瞒什么？", (ask("隐瞒"),)),
    # 繁体与错字
    ("去燈塔", (LIGHT,)),
    ("問米拉賬本的事", (ask("账本", "mila"),)),
    ("現在幾點了", (TIME,)),
    ("誰在這裡", (WHO,)),
    ("去沉中酒馆", (TAVERN,)),
    ("福林老在哪", (FULIN,)),
    ("告诉米拉,我回来了", (tell("我回来了", "mila"),)),
    ("看看 告示板", (BOARD,)),
    # 口语
    ("溜了溜了", (acts.Leave(),)),
    ("米拉姐，在吗", (MILA,)),
    ("咋走", (WAYS,)),
    ("这是啥地方", (acts.WhereAmI(),)),
    ("瞅瞅那告示", (BOARD,)),
    ("唠两句", (acts.Talk(None),)),
    ("老陈，最近咋样", (ask("最近咋样", "laochen"),)),
    ("啥情况", (ask("啥情况"),)),
    ("给点提示呗", (HELP,)),
    ("接下来干嘛", (HELP,)),
    ("哈喽", (acts.Talk(None),)),
    ("拜拜", (tell("拜拜"),)),
    ("不知道干啥", (HELP,)),
    ("撤", (acts.Leave(),)),
    ("逛一圈", (WAYS,)),
    ("有啥可看的", (LOOK,)),
    # 何处、何时、何人、为何
    ("苏娘什么时候回来", (ask("什么时候回来"),)),
    ("灯塔为什么不亮了", (ask("为什么不亮"),)),
    ("酒馆几点开门？", (ask("几点开门"),)),
    ("谁住在灯塔", (ask("谁住在灯塔"),)),
    ("点灯人是谁", (acts.ExaminePerson("fulin"),)),
    ("老福林去哪了", (FULIN,)),
    ("庙离这里远吗", (acts.WherePlace("miao"),)),
    ("去灯塔要走多久", (acts.WherePlace("dengta"),)),
    ("从这里能到庙里吗", (acts.WherePlace("miao"),)),
    ("米拉在吗", (acts.WherePerson("mila"),)),
    ("这里有吃的吗", (ask("吃的"),)),
    ("为什么大家都不说话", (ask("不说话"),)),
    ("谁管着这个码头", (ask("谁管着"),)),
    ("这条路通到哪里", (WAYS,)),
    ("今天是第几天", (TIME,)),
    ("现在是早上还是晚上", (TIME,)),
    ("天黑了吗", (TIME,)),
    ("我该相信谁", (ask("相信谁"),)),
    ("我刚才听到了什么", (acts.Recall(),)),
    ("米拉跟我说过什么", (acts.Recall(),)),
    ("你想要什么", (ask("想要什么"),)),
    ("你还好吗", (ask("还好"),)),
    ("我叫什么名字", (acts.ExamineSelf(),)),
    ("我是谁", (acts.ExamineSelf(),)),
    ("这船是谁的", (ask("谁的"),)),
    ("怎么才能见到苏娘", (SU,)),
    ("哪里能过夜", (ask("过夜"),)),
    ("你见过老福林吗", (FULIN,)),
    ("附近有人吗", (WHO,)),
    ("账本到底在谁手里", (ask("账本"),)),
    # 半个名字
    ("找福林", (FULIN,)),
    ("和陈老板聊两句", (CHEN,)),
    ("去沉钟", (TAVERN,)),
    ("老板娘在哪", (SU,)),
    ("问绳匠绳子的事", (ask("绳子", "laochen"),)),
    ("看看告示", (BOARD,)),
    ("船", (BOATS,)),
    ("盐神庙", (acts.WherePlace("miao"),)),
    ("港务官", (MILA,)),
    ("去早市", (MARKET,)),
    # 游戏本身
    ("存档", (acts.Meta("save"),)),
    ("怎么存档", (acts.Meta("save"),)),
    ("撤销", (acts.Meta("undo"),)),
    ("能不能重来一次", (acts.Meta("undo"),)),
    ("退出游戏", (acts.Meta("quit"),)),
    ("重新开始", (acts.Meta("restart"),)),
    ("你是AI吗", (acts.Meta("teller"),)),
    ("你是机器人吗", (acts.Meta("teller"),)),
    ("怎么操作", (HELP,)),
    ("有哪些指令", (HELP,)),
    ("打开地图", (WAYS,)),
    ("看看我的状态", (acts.ExamineSelf(),)),
    ("我的目标是什么", (HELP,)),
    # 客气
    ("请问米拉，您知道账本在哪儿吗", (ask("账本", "mila"),)),
    ("麻烦您带我去灯塔", (LIGHT,)),
    ("能不能请您跟我走一趟", (acts.TakeAlong(None),)),
    ("打扰了，请问现在几点", (TIME,)),
    ("劳驾，集市怎么走", (acts.WherePlace("jishi"),)),
    ("谢谢您了", (tell("谢谢"),)),
    ("米拉，麻烦你在这里等我一会儿", (acts.Dismiss("mila"),)),
    ("可以让我看看告示板吗", (BOARD,)),
    ("那就拜托你了", (tell("拜托"),)),
    ("晚上好，老陈", (CHEN,)),
    # 单字单词
    ("北", (acts.NoSuchWay("北"),)),
    ("睡", (acts.Wait(rest=True),)),
    ("告示板", (BOARD,)),
    ("为什么", (ask("为什么"),)),
    ("嗯", (tell("嗯"),)),
    ("听", (LOOK,)),
    ("酒馆", (acts.WherePlace("jiuguan"),)),
    ("苏娘", (acts.Talk("suniang"),)),
    ("地图", (WAYS,)),
    # 方向
    ("往北走", (acts.NoSuchWay("北"),)),
    ("向东", (acts.NoSuchWay("东"),)),
    ("一直往前走", (WAYS,)),
    ("左转", (acts.NoSuchWay("左"),)),
    # 等
    ("等到明天中午", (acts.Wait(None, 720, ahead=1),)),
    ("等到第三天早上", (acts.Wait(None, 480, date=3),)),
    ("等到14:10", (acts.Wait(None, 850),)),
    ("等到后天下午三点", (acts.Wait(None, 900, ahead=2),)),
    ("在这儿等到天黑", (acts.Wait(None, 1140),)),
    ("睡到明天早上", (acts.Wait(None, 480, rest=True, ahead=1),)),
    ("打发一两个小时", (acts.Wait(120),)),
    ("等老陈忙完", (acts.Wait(),)),
    # 说的话，要的东西
    ("我叫安", (tell("我叫安"),)),
    ("我不信", (tell("我不信"),)),
    ("今天真冷", (tell("真冷"),)),
    ("你在撒谎", (tell("撒谎"),)),
    ("你看起来很累", (tell("很累"),)),
    ("我的哥哥死在海上", (tell("死在海上"),)),
    ("账本不在这里", (tell("账本不在这里"),)),
    ("我在找我妹妹", (tell("我妹妹"),)),
    ("对不起，我不是故意的", (tell("不是故意"),)),
    ("我们得小心", (tell("小心"),)),
    ("把钥匙给我", (ask("钥匙"),)),
    ("米拉，把账本给我", (ask("账本", "mila"),)),
    ("叫老陈陪我去灯塔", (acts.Go("dengta", ("laochen",)),)),
    ("我才不去灯塔呢", (tell("不去灯塔"),)),
    ("我可没说要去集市", (tell("没说要去集市"),)),
    ("我想找个地方住下", (WAYS,)),
    ("找点吃的", (acts.Unseen("吃的"),)),
    ("打开纸盒看看", (acts.Unseen("纸盒"),)),
    # 长段
    (PASTED, (puzzled("天还没亮"),)),
    ("我想了一整夜，总觉得米拉瞒着什么，所以我走过去问她账本的事", (tell("想了一整夜"), ask("账本", "mila"))),
    # 外语
    ("look around", (LOOK,)),
    ("go to 集市", (MARKET,)),
    ("what time is it?", (TIME,)),
    ("talk to 米拉", (MILA,)),
    ("hello", (acts.Talk(None),)),
    ("help", (HELP,)),
    # 做不到的
    ("翻个跟头", (puzzled("翻个跟头"),)),
    ("揍老陈", (puzzled("揍老陈"),)),
    ("跳进海里", (puzzled("跳进海里"),)),
    ("唱一首歌", (puzzled("唱一首歌"),)),
)
