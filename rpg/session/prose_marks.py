"""How prose tells of comings and goings, in English and Chinese: the patterns of `rpg.session.prose_moves`.

In a sentence ⟦n⟧ stands for a place, ⟨n⟩ for a person. Sentences are folded, so the full-width comma and
its kind are the half-width ones. Every repetition is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

_PLACE = r"⟦(?P<place>\d+)⟧"
_WHO = r"⟨(?P<who>\d+)⟩"
_ARTICLES = ("the ", "a ", "an ")


@dataclass(frozen=True, slots=True)
class Marks:
    """The patterns of one language.

    quoted: what is said aloud. player_at: each puts the player into the group "place". arrives, leaves:
    somebody (group "who") comes into the scene or goes. unreal: a clause with it is wished, denied or supposed.
    reported: what stands behind it in its sentence is only said or thought. harmless: what looks like these
    and is not. stops: ends of clauses. you: the player. latin: whether words have borders.
    """

    quoted: re.Pattern[str]
    player_at: tuple[re.Pattern[str], ...]
    arrives: re.Pattern[str]
    leaves: re.Pattern[str]
    unreal: re.Pattern[str]
    reported: re.Pattern[str]
    harmless: re.Pattern[str]
    stops: tuple[str, ...]
    you: str
    latin: bool
    contractions: tuple[tuple[str, str], ...] = ()

    def spellings(self, name: str, *, person: bool) -> Iterator[str]:
        """The ways a folded name may be written: without its article, somebody by their first name."""
        yield name
        if not self.latin:
            return
        yield from (name.removeprefix(article) for article in _ARTICLES if name.startswith(article))
        first = name.partition(" ")[0]
        if person and first != name and len(first) > 2 and f"{first} " not in _ARTICLES:
            yield first

    def bordered(self, name: str) -> str:
        """A pattern for a folded name, with the article before it."""
        if not self.latin:
            return re.escape(name)
        return rf"(?:\bthe )?(?<!\w){re.escape(name)}(?!\w)"


def marks_of(language: str) -> Marks:
    """The patterns for prose in that language; English where there are none."""
    return _chinese() if language.lower().startswith("zh") else _english()


@cache
def _english() -> Marks:
    return Marks(
        quoted=re.compile(r"\"[^\"\n]{0,600}\"|“[^”\n]{0,600}”|«[^»\n]{0,600}»"),
        player_at=tuple(re.compile(pattern) for pattern in _english_places()),
        arrives=re.compile(rf"{_WHO}(?!['’]s\b)(?:(?!⟨\d+⟩)[^.;:!?]){{0,60}}?\b(?:{_EN_COMES})"),
        leaves=re.compile(rf"{_WHO}(?!['’]s\b)(?:(?!⟨\d+⟩)[^.;:!?]){{0,60}}?\b(?:{_EN_GOES})"),
        unreal=re.compile(_EN_UNREAL),
        reported=re.compile(_EN_REPORTED),
        harmless=re.compile(
            r"\bnot (?:long|far|a word|speaking|a moment)\b|\bneither of you\b|\b(?:nobody|no one) \w+\b"
        ),
        stops=(";", ":"),
        you="you",
        latin=True,
        contractions=(
            ("ou're ", "ou are "),
            ("e're ", "e are "),
            ("ou've ", "ou have "),
            ("e've ", "e have "),
        ),
    )


_EN_GO = (
    r"(?:(?:walk|step|go|com|climb|descend|cross|hurr|run|rid|march|trudg|stroll|slip|sneak|mov|head|return|follow|pass|"
    r"push|wander|row|sail|driv|limp|stagger|stumbl|dash|rush|emerg|arriv|duck|squeez|continu|press|travel|turn|crawl|"
    r"swim|jog|creep|pad|plod|tramp|tiptoe|skid|tumbl|spill|strid|sprint|bolt|barg|fil|wad|scrambl|hik|jump|leap|hop|"
    r"land|storm|trek|trot|gallop|retreat|retir|withdraw|lurch|shuffl|saunter|amble|ambl|flee|fle|clamber|slog|set)"
    r"(?:p|n|t)?(?:s|es|e|ed|d|y|ies|ied|ing|off|out)?|went|came|ran|rode|slid|swam|drove|strode|got|crept|fled|"
    r"(?:make|made|making|find|found|pick|picked) (?:your|our) way|set foot)"
)
_EN_INTO = r"(?:(?:out |back |down |up |over |through |across |off |in )?(?:into|in|inside|to|at|onto|on))"
_EN_WORD = r"(?:[\s,]+(?!towards?\b|from\b|for\b|past\b|than\b|about\b|until\b)[\w'’⟨⟩⟦⟧-]+)"
_EN_OF = r"(?:[\w'’-]+\s+){0,2}?"
_EN_BRINGS = (
    r"(?:lead|le|take|took|bring|brought|guide|drag|dragg|carry|carrie|escort|pull|usher|drop|dropp|walk|row|drive|drove|"
    r"push|shove|send|sent|haul|whisk|steer|march|hurrie|hustle|deliver)(?:s|d|ed|es)?"
)
_EN_ENDS = r"(?=\s*(?:[.,;!]|$)|\s+(?:and|from|with|through|into|to|of the|before|without|on a|for|until|behind|again|after)\b)"
_EN_COMES = "|".join(
    (
        r"(?!(?:chimes|gives|joins|sinks|leans|cuts|breaks|butts|fills|takes|settles|draws|believes|lives|hands|stays|sits|"
        r"waits|stands|breathes|drinks|ropes|stares|is|was)\b)\w+(?:s|ed)\s+(?:(?!not\b|nobody\b|him|her\b)\w+\s+){0,1}in"
        + _EN_ENDS,
        r"(?:comes?|came|steps?|stepped|walks?|walked|strides?|strode|strolls?|strolled|hurries|wanders?|pushes|bursts)"
        r"(?:\s+(?!not\b)[\w'’-]+){0,3}?\s+(?:in|inside|over|through the (?:door|gate|crowd)|into the room)\b"
        r"(?!\s+(?:silence|front|circles|two))",
        r"(?:walks?|walked|comes?|came|steps?|stepped|strides?|runs?|hurries) (?:right )?up to you\b",
        r"(?:arrives?|arrived|joins? you|joined you|shows? up|showed up|turns? up|turned up|has come|has arrived)\b",
        r"(?:appears?|appeared)(?! (?:on|to be|to have|in your|in the (?:list|letter|book|ledger))\b)",
        r"(?:enters|entered|returns|returned)(?! (?:to ⟦|your|the (?:look|smile|gaze|favou?r)|his|her|it\b))",
        r"(?:is|was) (?:back|here)\b",
        r"(?:comes|came) (?:running|riding|hurrying|limping|walking)\b|(?:has|have) followed you\b",
        r"(?:sits|sat|slides|slid|sinks|sank|settles|settled|drops|flops)\s+(?:[\w'’-]+\s+){0,4}?(?:beside|next to|across from|"
        r"opposite) you\b",
        r"(?:emerges?|emerged) from\b",
    )
)
_EN_GOES = "|".join(
    (
        r"(?:leaves|left)(?=\s*(?:[.,;!]|$|without|for|by|through|quietly|quickly|at once|with (?:a|an|no)|you\b|⟦|the "
        r"(?:room|house|place|inn|hall|yard|building)))",
        r"(?!(?:looks|looked|stares|points|calls|leans|reaches|shouts|gazes|laughs|trails|drifts|holds|takes|shows|finds|"
        r"works|figures|passes|blurts|cries|spits|pulls|pours|turns|turned|glances|nods|waves|throws|pushes|puts|breaks|"
        r"goes out of|stands|blows|lets|stretches|peers|wipes|shrugs|brushes|gives|cuts|hands|lays|spreads|"
        r"acts|sticks|makes|dozes|nodded|tells|feels|is|was|his|hers|carries|shakes)\b)\w+(?:s|ed)\s+"
        r"(?:(?!not\b|up\b|down\b|the\b|a\b|out of her\b)[\w'’-]+\s+){0,2}?(?:out|off|away|outside|home)(?! of (?:his|her|their|your) (?!house|room|sight))"
        + _EN_ENDS,
        r"(?:went|ran|strode|rode|stole|crept) (?:[\w'’-]+\s+){0,2}?(?:out|off|away|outside|home)" + _EN_ENDS,
        r"(?:sets?|heads?|headed) (?:off|out|home|for ⟦|back (?:to|home|into))",
        r"(?:goes|went|walks|walked|hurries|hurried|runs|ran|returns|returned|retreats|heads|strides) (?:back )?(?:to|into) ⟦",
        r"(?:departs?|departed|vanishes|vanished|disappears|disappeared)\b",
        r"takes? (?:his|her|their) leave\b",
        r"(?:gets|got|stands|stood|rises|rose)(?: up)? and (?:goes|went|leaves|left)\b",
        r"(?:climbs|takes|follows) the (?:hill|road|path|lane|stairs) (?:up |down |back )?to ⟦",
        r"(?:is|was) (?:already )?gone\b",
        r"has (?:already )?(?:left|gone|departed)\b(?!\s+(?:his|her|the|a|it|you|quiet|pale|red|white|silent|still|cold|over|"
        r"through|on))",
    )
)
_EN_UNREAL = (
    r"\b(?:would|could|can|may|might|should|must|will|shall|wants?|wish(?:es)?|plans?|mean to|intends?|hopes?|consider|"
    r"imagines?|dreams?|remembers?|recalls?|unless|before you|not|never|instead of|rather than|almost|nearly|had|"
    r"used to|once upon|yesterday|tomorrow|on \w+day|whether|as though|as if|like to|thinks? of|every \w+day|always|"
    r"usually|often|refuses?|about to|going to|ready to|asks?|offers?|suggests?|(?:years?|months?|weeks?|days?) ago|"
    r"last (?:night|week|month|year|spring|summer|autumn|fall|winter|time)|thoughts?|mind|look(?:s|ed)? (?:in)?to|turn to|"
    r"decision|conclusion|map of|way of)\b|n['’]t\b|['’]d\b|['’]ll\b|"
    r"\b(?:look|gaz|star|peer|glanc|point|shout|listen)\w*\s+(?:[\w'’-]+\s+){0,3}?(?:at|to|into|in|on)\s+⟦\d+⟧$"
)
_EN_REPORTED = (
    r"\b(?:tells? (?:you|him|her|them)|asks? (?:you|whether|if)|asked (?:you|whether|if)|wonders?|writes|wrote|dreams?|"
    r"remembers?|recalls?|every(?:body|one) knows|as if|as though|story (?:about|of)|if|the plan|rumou?r|they say)\b|"
    r"(?:\b(?:he|she|they)|⟨\d*⟩) (?:says?|said|claims?|swears?|thinks?|thought|hopes?) (?!noth|no more|goodbye|farewell)"
)


def _english_places() -> Iterator[str]:
    you = r"\b(?:you|we)\b(?!['’]?r? (?:thoughts|mind|eyes|gaze))"
    free = r"(?:(?!⟨⟩ \w+s\b|somebody|someone|a (?:man|woman|boy|girl)\b)[^.;:!?])"
    yield rf"{you}{free}{{0,90}}?\b{_EN_GO}\b{_EN_WORD}{{0,7}}?\s+{_EN_INTO}\s+{_EN_OF}{_PLACE}"
    yield rf"{you}{free}{{0,90}}?\b(?:reach|enter|re-enter)(?:es|ed|s)?\s+{_EN_OF}{_PLACE}"
    lately = r"(?!\s+(?:last|yesterday|once|before)\b)"
    still = r"(?:stand|stood|are|were|wake|woke|ended? up|(?:find|found) (?:yourself|yourselves|ourselves))"
    yield rf"{you}[^.;:!?]{{0,20}}?\b{still}\b(?:\s+(?!about\b|from\b)[\w'’-]+){{0,7}}?\s+(?:in|at|on|inside)\s+{_EN_OF}{_PLACE}{lately}"
    yield rf"\b{_EN_BRINGS}\s+(?:you|us)\b[^.;:!?]{{0,60}}?\b{_EN_INTO}\s+{_EN_OF}{_PLACE}"
    yield rf"{_PLACE}\s+(?:[\w'’-]+\s+){{0,5}}?(?:around|greets|welcomes|swallows|surrounds)\s+you\b"
    yield rf"^\W*(?:back )?(?:inside|in|at|on)\s+{_EN_OF}{_PLACE},[^.;:!?]{{0,80}}?\b(?:you|we|us)\b"
    yield rf"\b(?:path|road|track|street|lane|way|stairs|steps|walk|climb|ride) (?:[\w'’-]+ ){{0,4}}?(?:ends|stops|takes you|takes us) (?:[\w'’-]+ ){{0,2}}?(?:at|in|to) {_EN_OF}{_PLACE}"


@cache
def _chinese() -> Marks:
    return Marks(
        quoted=re.compile(r"“[^”\n]{0,600}”|「[^」\n]{0,600}」|『[^』\n]{0,600}』|\"[^\"\n]{0,600}\""),
        player_at=tuple(re.compile(pattern) for pattern in _chinese_places()),
        arrives=re.compile(rf"{_WHO}[^。!?;⟨]{{0,24}}?(?:{_ZH_COMES})"),
        leaves=re.compile(rf"{_WHO}[^。!?;⟨]{{0,24}}?(?:{_ZH_GOES})"),
        unreal=re.compile(_ZH_UNREAL),
        reported=re.compile(
            r"如果|要是|若是|假如|倘若|觉得|以为|梦|记得|想起|听说|据说|故事|信里|问|[说讲](?!完|罢|着|笑|话间|时迟)|好像|仿佛|似乎|盘算|打算"
        ),
        harmless=re.compile(
            r"没有?再?说[什么话]{1,2}|[什么话]{1,2}也没说|谁也没[开说]口?话?|一[句个][话字][也都]?没[说讲]|一言不发|二话不说|没再说话|不再说话|不多时|不久|不一会儿?|"
            r"不知不觉|不由得?|不禁|不慌不忙|不紧不慢|没多久|没过多久|没走多远|没人|头也不回|不见|想象|不辞而别|不远|不由分说|还没来得及|没等|一会儿?"
        ),
        stops=(",", ";", ":"),
        you="你",
        latin=False,
    )


_ZH_INTO = (
    r"(?:走进了?|走到|走入|走回|来到|来了|到了|到达了?|抵达了?|踏入|踏进了?|踏上|进入了?|进了|回到了?|赶到|赶回|迈[进入]|跨[进入]|爬[上到]|登上|"
    r"钻[进入]|闯[进入]|溜[进到]|跑[进到回]|冲[进到]|返回|潜入|去了|挤进|拐进|躲进|住进|退回|折回|绕到|摸到|赶往|奔向|奔到|逃[进到]|骑到|划到|"
    r"(?<![看听想说提望意等直遇谈得感收找梦轮碰见飘传落])到)了?"
)
_ZH_COMES = (
    r"[走跑冲闯挤钻溜跨踱退奔扑迈]了?进[了门屋房院]{0,2}来|进了?门来?(?=[,。])|进来了|来了(?=[,。!])|[走跑]了?[过出]来|[跑奔]来(?=[,。])|赶了?过?来|推门(?:而入|进来?)|"
    r"出现在(?!⟦|.{0,6}[单册信书])|迎面走来|回来(?=[了,。])|凑了?过来|在你们?(?:身边|身旁|对面|旁边)坐下|坐到你|挨着你坐|"
    r"[走来]到你们?(?:面前|跟前|身边)|快步走来|露面|现身|到了(?=[,。!])"
)
_ZH_GOES = (
    r"离开(?!了?⟦)|离去|[走跑冲退溜踱奔]了?出[去门了]|出去了|出了门|转身就走|转身离|告辞|消失在|走远|扬长而去|拂袖而去|不见了|夺门而出|"
    r"已经?走了|走了(?=[,。])|[跑走骑]进(?:夜色|雾|雨|黑暗|人群|风雪|林)|往⟦去了?|跑[开掉远]|动身|启程|上路|不辞而别|回家去?|(?:走|跑|赶|奔|匆匆|折|返)[去回]了?⟦|去了⟦|"
    r"[折返]回⟦|回⟦去|驶[进入离远]|骑马[走远离]"
)
_ZH_UNREAL = (
    r"想|打算|准备|计划|可以|能|本可|可能|也许|或许|应该|该|必须|要不要|不|没|未|别|曾|昨|从前|以前|当年|年前|小时候|明[天日]|待会|将要|"
    r"即将|差点|险些|正要|之前|每逢|每[天日]|常常|总是|会|去年|前[天日年]|心思|思绪|念头"
)


def _chinese_places() -> Iterator[str]:
    you = r"(?:你们?|咱们|我们)"
    who = rf"(?<![看望瞪瞥问给对向朝叫冲把将被了着要求让请约劝盼]){you}(?!们?的(?:心|思|目|眼|视|声|梦|念|话|信|影))"
    others = r"(?:(?:看着|望着|目送|只见|看见|让|叫|请|派)⟨⟩|有人|有个|一个)"
    free, of = rf"(?:(?!{others})[^。!?])", r"[^,。!?;⟦⟨望看瞧指想说]{0,4}?"
    yield rf"{who}{free}{{0,60}}?{_ZH_INTO}{of}{_PLACE}(?!的(?!门|院))"
    yield rf"{who}[^。!?]{{0,40}}?(?:站在|身在|已在|置身于?|身处|坐在|醒在){of}{_PLACE}"
    yield rf"{who}{free}{{0,60}}?推开了?{of}{_PLACE}的?[大院木]?门[^。!?]{{0,8}}?进"
    bring = r"(?:带|领|引|拉|拖|押|送|背|扶|推|拽|牵|陪)[着了]?"
    yield rf"{bring}{you}[^。!?]{{0,24}}?(?:{_ZH_INTO}|入|至){of}{_PLACE}"
    yield rf"[把将]{you}[^,。!?;]{{0,10}}?(?:到了?|进了?|回了?|入|至){of}{_PLACE}"
    yield rf"^(?:[^⟨⟦。!?]{{0,60}},)?[^,。!?⟨⟦]{{0,8}}?(?:来到|到了|走进|回到|抵达|进了|踏进|一进|刚进){of}{_PLACE}(?=.{{0,30}}[你们,])"
    yield rf"{_PLACE}(?:便|就|已经?|终于|总算){{0,2}}到了"
