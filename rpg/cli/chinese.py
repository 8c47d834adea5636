"""The help of the command line in Chinese, by its English words. A test holds it complete."""

from __future__ import annotations

import re
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Mapping
from typing import Final

from rpg.text.cells import cell_width
from rpg.text.placeholders import written

_ROW = re.compile(r"^(  \S.*?)( {2,})(\S.*)$", re.MULTILINE)

USAGE: Final = "用法："
TITLES: Final = ("参数", "选项", "命令", "操作", "通用选项")
"""Headings of a help, which argparse ends with a half-width colon."""

WORDS: Final[Mapping[str, str]] = {
    "A terminal role-playing game that keeps the scene alive.": "终端里的角色扮演游戏，让场景始终在场。",
    "positional arguments": "参数",
    "options": "选项",
    "commands": "命令",
    "acts": "操作",
    "common options": "通用选项",
    "show this help message and exit": "显示本帮助",
    "show this help and leave": "显示本帮助",
    "print the version and leave": "显示版本",
    "play in the terminal (the default command)": "在终端里游玩（默认命令）",
    "print the version": "显示版本",
    "list worlds": "列出世界",
    "list saves": "列出存档",
    "begin a session": "开始一个故事",
    "play one turn": "玩一个回合",
    "go to a known place, as from the travel menu": "前往已知的地方，同出行菜单",
    "go on with a reply that broke off": "把中断的回复接着写完",
    "ask for the last reply again": "重新请求上一条回复",
    "take back the last act": "撤销上一步",
    "do again what was undone": "重做撤销的一步",
    "choose another reply": "选择另一条回复",
    "go to any node": "前往任一节点",
    "keep a reply that broke off, as it is": "原样保留中断的回复",
    "change the words of any node": "改写任一节点的文字",
    "delete the turn of any node": "删去任一节点所在的回合",
    "insert a message after any node": "在任一节点之后插入一段",
    "settle changes that drifted or cannot be applied": "处理结果有变或无法应用的改动",
    "name a branch": "给分支命名",
    "record what a reply told without recording it": "记录回复中说了却没有记下的事",
    "change the state by hand": "手动修改状态",
    "the state: place, exits, people, clock": "状态：地点、通路、人物、时间",
    "the story so far": "到目前为止的故事",
    "find text in the story": "在故事中查找",
    "what would be sent, and how full the window is": "将会发送什么，窗口用了多少",
    "check a save's integrity": "检查存档是否完整",
    "rescue a damaged save into a new one": "把受损的存档抢救到新存档中",
    "which tools the session really has, and why not": "实际可用的工具，以及不可用的原因",
    "a short briefing of where the story stands": "故事现状简报",
    "what is remembered beyond one story": "跨故事的记忆",
    "the MCP servers of the configuration": "配置中的 MCP 服务器",
    "lorebooks: which take part, why entries are there, case files": "世界书：哪些生效、条目为何出现、案例文件",
    "how the narrator writes: choose and change presets": "讲述方式：选择和修改预设",
    "read or change settings": "查看或修改设置",
    "play in a browser, on this machine": "在本机的浏览器里游玩",
    "print a completion script for a shell": "输出 shell 的补全脚本",
    "print names, for the scripts": "输出名称，供脚本使用",
    "the pages of the manual": "手册",
    "what the endpoint offers": "模型服务器提供什么",
    "write a story as a file": "把故事导出为文件",
    "make a save of a bundle, a JSON export or a chat": "由存档包、JSON 导出或聊天记录生成存档",
    "make, check and look at worlds": "创建、检查和查看世界",
    "measure prompt, state and speed": "测量提示词、状态与速度",
    "print JSON": "输出 JSON",
    "look for worlds here first": "先在这里找世界",
    "where saves are": "存档所在的文件夹",
    "language of the interface": "界面语言",
    "show tracebacks": "显示出错的调用过程",
    "linear mode without drawing": "逐行模式，没有绘图",
    "show secrets, goals and untold topics": "显示秘密、目标和未说出的话题",
    "storyteller | openai[:MODEL] | gguf:FILE | script:FILE": "storyteller | openai[:模型] | gguf:文件 | script:文件",
    "let this tool run": "允许运行这个工具",
    "name of the new save": "新存档的名称",
    "answer an opening question": "回答开局问题",
    "what carries over from an earlier story": "从先前的故事带过来的事",
    "which opening, from 1": "第几个开场，从 1 起",
    "seed of dice and lore rolls": "骰子与世界书掷点的种子",
    "what you do or say; - reads it from standard input": "你要做的事或要说的话；- 表示从标准输入读取",
    "when the world's files have changed since": "世界文件已有改动时怎么办",
    "do not ask for the arrival's story": "不讲述到达的情形",
    "which reply, from 1": "第几条回复，从 1 起",
    "of this turn (the last one by default)": "哪个回合的（默认最后一个）",
    "a node's number, as `rpg log` shows it": "节点编号，见 `rpg log`",
    "which one (the latest by default)": "哪一条（默认最近的）",
    "what happened there stays (default)": "那里发生的事怎么办（默认保留）",
    "only the node itself": "只删该节点",
    "accept: as it came out; drop: without it; renarrate: tell the story anew from this reply on": (
        "accept：接受现在的结果；drop：去掉；renarrate：从这条回复起重新讲述"
    ),
    "drop: which edit, from 1 (all by default)": "drop：第几处改动，从 1 起（默认全部）",
    "which notice, from 1": "第几条提示，从 1 起",
    "every branch": "所有分支",
    "the message to plan for": "为哪条消息计算",
    "with the exact request": "附上完整的请求",
    "what differs from the last turn's request": "与上一回合的请求有何不同",
    "what every turn cost, as a chart": "每个回合的开销图表",
    "what if this model told the story": "假如由这个模型讲述",
    "what if no preset were active": "假如不用预设",
    "what if they were here": "假如他们在场",
    "what if they were gone": "假如他们不在场",
    "fold every state anew": "重新推算每个状态",
    "its text, where the save's own copy is lost": "存档自带的世界文本丢失时用它",
    "what the model is told of a tool": "告诉模型的工具说明",
    "bring the original description back": "恢复原来的说明",
    "let the model write a better one; shows what changes": "让模型写一份更好的；显示改动",
    "save what --rewrite wrote": "保存 --rewrite 写的说明",
    "let the model tell the same facts": "让模型讲述同样的事实",
    "every memory": "全部记忆",
    "what would be recalled": "会回想起什么",
    "remember something": "记住一件事",
    "forget a memory for good": "永久忘记一条记忆",
    "recall a memory in every story": "在每个故事里都回想这条记忆",
    "forget what a story came to": "忘记一个故事的结局",
    "what one story keeps in mind": "一个故事记住的内容",
    "what is pinned in one story": "一个故事里置顶的内容",
    "withdrawn ones and what stories came to, too": "也包括已撤回的记忆和各故事的梗概",
    "no longer": "不再如此",
    "pin the key moment that is offered where the log is cut": "把记录裁切处提议的关键时刻置顶",
    "test: connect and list the tools": "test：连接并列出工具",
    "every entry and what decided about it": "每个条目及其取舍的原因",
    "the books of a save, or of your library": "存档或书库中的世界书",
    "lorebooks of any known kind into your library": "把任何已知格式的世界书放进书库",
    "a book takes part in one story, or in all of yours": "让一本世界书参与一个故事或所有故事",
    "a book takes no part, or is bound as its author has it": "不再参与，或恢复作者的绑定",
    "change an entry in the file that holds it": "在所在文件中修改条目",
    "switch a book or entry on": "启用世界书或条目",
    "switch a book or entry off": "停用世界书或条目",
    "evaluate a case file": "运行案例文件",
    "for this message": "针对这条消息",
    "only this entry": "只看这个条目",
    "for the turn of this node": "针对这个节点所在的回合",
    "of your library; with --save also of the world": "书库里的；加 --save 时也可以是世界里的",
    "in this story only": "只在这个故事里",
    'only while they are in the scene; "*" binds a book of the world to nobody': (
        "只在他们在场时；“*”表示世界里的这本书不绑定任何人"
    ),
    "a preset (use), an entry (on, off, edit)": "预设（use）或条目（on、off、edit）",
    'edit: another text for this save; "" takes it back': 'edit：只用于本存档的文字；"" 恢复原文',
    "edit: where it stands": "edit：放在哪里",
    "edit: make it the N-th entry": "edit：排在第 N 条",
    "edit: copy the active preset into your own library": "edit：把当前预设复制到自己的预设库",
    '"" takes the setting away': '"" 表示取消设置',
    "for this save only": "只用于这个存档",
    "127.0.0.1 unless others shall reach it (with a token)": "默认 127.0.0.1；其他地址供他人连接（需令牌）",
    "test: try the model out": "test：试用模型",
    "a new file (standard output by default)": "新文件（默认为标准输出）",
    "a node or a label of the branch (the head's by default)": "分支上的节点或分支名（默认当前分支）",
    "name of the new save (the file's by default)": "新存档的名称（默认取文件名）",
    "the world a chat plays in (a small one by default)": "聊天记录所在的世界（默认建一个小世界）",
    "write a small, commented, playable world": "写一个带注释、可以直接玩的小世界",
    "every problem, with its place and what to do": "每个问题、位置和改法",
    "counts, tokens of every sheet, largest scenes": "数量、每份设定的词元数、最大的场景",
    "the map as text": "文字地图",
    "play the world's scenarios and compare what comes of them": "运行世界自带的剧本并比较结果",
    "cards, lorebooks, presets into a world": "把角色卡、世界书、预设导入世界",
    "a card, a lorebook, the whole as TOML": "导出角色卡、世界书，或整个世界的 TOML",
    "check again whenever a file is saved, and say what that changed": "每次保存文件就重新检查，并说明有何变化",
    "a name, or the path of a folder to make": "名称，或要新建的文件夹路径",
    "a world's folder or file, or its name": "世界的文件夹、文件或名称",
    "JSON, PNG, APNG or CHARX": "JSON、PNG、APNG 或 CHARX",
    "the world's folder; made when there is none": "世界的文件夹；没有则新建",
    "which character or lorebook, where there are several": "有多个时，指定角色或世界书",
    "a new file; a card goes into what the name ends in: .json, .png, .charx": (
        "新文件；角色卡按扩展名写出：.json、.png、.charx"
    ),
    "a story that takes every version that can be played": "让这个故事采用每个可玩的版本",
    "which benches (all by default)": "哪些基准测试（默认全部）",
    "write the results as JSON": "把结果写成 JSON",
    "a smaller run, each under half a minute": "小规模运行，每项不到半分钟",
    "a longer run where a bench has one": "大规模运行（如果有）",
    "fail when a goal is not met": "未达目标时报错",
    "of everything that is drawn": "一切随机的种子",
    "Without a command: the title screen. `rpg WORLD` or `rpg SAVE` plays it.": (
        "不带命令：标题界面。`rpg 世界` 或 `rpg 存档` 直接游玩。"
    ),
    "`rpg COMMAND --help` tells more about a command.": "`rpg 命令 --help` 查看某个命令。",
    "`rpg help` lists the pages of the manual.": "`rpg help` 列出手册各页。",
}


def told(text: str) -> str:
    """A text of the help in Chinese; as it is where it needs no translation."""
    return WORDS.get(text, text)


def _metavar(metavar: str | tuple[str, ...]) -> str | tuple[str, ...]:
    return (
        written("zh", metavar) if isinstance(metavar, str) else tuple(written("zh", one) for one in metavar)
    )


def spoken(text: str) -> str:
    """A formatted help or usage with the words and marks that argparse itself puts there in Chinese."""
    text = text.replace("usage: ", USAGE, 1)
    for title in TITLES:
        text = text.replace(f"\n{title}:\n", f"\n{title}：\n")
    return _ROW.sub(_row, text)


def _row(row: re.Match[str]) -> str:
    """A row of a help, which argparse fills up by characters, filled up by cells."""
    name, gap, about = row.groups()
    return f"{name}{' ' * max(1, len(name) + len(gap) - cell_width(name))}{about}"


def translate(parser: ArgumentParser) -> None:
    """The help of a parser, and of those below it, in Chinese."""
    parser.description = told(parser.description or "")
    for group in parser._action_groups:
        group.title = told(group.title or "")
    for action in parser._actions:
        action.help = told(action.help or "") or action.help
        if action.metavar is not None:
            action.metavar = _metavar(action.metavar)
        elif action.option_strings and action.nargs != 0 and not action.choices:
            action.metavar = written("zh", action.dest.upper())
        if isinstance(action, _SubParsersAction):
            for choice in action._choices_actions:
                choice.help = told(choice.help or "")
