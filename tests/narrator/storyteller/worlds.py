"""A small world in two languages. No authored text names a person, so that every name in a reply is a claim."""

from __future__ import annotations

from rpg.runtime.index import index_world
from rpg.runtime.state import State, initial_state
from rpg.world.model import Character, Clock, Exit, Location, Player, ScheduleBlock, World


def _located(*places: Location) -> dict[str, Location]:
    return {place.id: place for place in places}


def _people(*people: Character) -> dict[str, Character]:
    return {person.id: person for person in people}


MILL = World(
    id="mill",
    name="The Mill",
    start="hall",
    language="en",
    player=Player("Wayfarer", "Tall, tired, and new here."),
    clock=Clock(start=9 * 60, minutes_per_turn=10),
    locations=_located(
        Location(
            "hall",
            "The Hall",
            aliases=("great hall",),
            summary="A long room with a cold hearth.",
            description="A long room under smoky beams.\nThe hearth is cold.",
            region="The Farm",
            details=(("hearth", "Ash, and a nail in the ash."), ("oak table", "Scratched with a tally.")),
            exits=(
                Exit("yard", "out by the low door", 2),
                Exit("tower", "up the spiral stair", 3, locked="Its door is bolted from within."),
                Exit("crypt", "down behind the hearth", 4, hidden=True),
            ),
        ),
        Location(
            "yard",
            "The Yard",
            summary="Mud, and hens.",
            description="Mud between three walls, and hens in it.",
            details=(("well", "Deep, and full of sky."),),
            exits=(Exit("mill", "old cart track", 15),),
        ),
        Location(
            "mill",
            "Mill House",
            summary="Four sails that do not turn.",
            description="Four sails, and flour everywhere.",
        ),
        Location("tower", "The Tower", description="Round and windy."),
        Location("crypt", "The Crypt", description="Low and dry."),
    ),
    characters=_people(
        Character(
            "zelka",
            "Zelka Thorn",
            aliases=("the steward",),
            location="hall",
            summary="Steward of the farm; counts everything.",
            description="A narrow woman with ink on her thumb. She sleeps badly.",
            speech="Numbers first, then the rest.",
            examples=("{{user}}: Is there soup?\nZelka: Eleven bowls, and you are the twelfth guest.",),
            secrets="She has the bolt oiled every night.",
            relations=(("player", "wary of guests"), ("brond", "owes him a winter")),
            topics=(
                ("missing grain", "Forty sacks went out, and thirty-one came back."),
                ("the tower", "It has been bolted since the first frost."),
            ),
        ),
        Character(
            "brond",
            "Brond",
            aliases=("miller",),
            location="mill",
            summary="Miller, white to the eyebrows.",
            description="He is as wide as his door.",
            topics=(("sails", "No wind for nine days."), ("missing grain", "Ask who holds the tally.")),
            schedule=(ScheduleBlock(12 * 60, 14 * 60, "hall"), ScheduleBlock(18 * 60, 22 * 60, "yard")),
        ),
        Character(
            "ixo",
            "Ixo",
            location="yard",
            summary="A boy with a stick.",
            topics=(("hens", "Nine, and one is a liar."),),
            schedule=(ScheduleBlock(10 * 60, 11 * 60, "hall"),),
        ),
        Character("queld", "Queld", location="crypt", summary="Thin, and not alive."),
    ),
)

GARDEN = World(
    id="garden",
    name="旧园",
    start="tang",
    language="zh",
    player=Player("过客", "高个子，一身尘土。"),
    clock=Clock(start=9 * 60, minutes_per_turn=10),
    locations=_located(
        Location(
            "tang",
            "听雨堂",
            aliases=("堂屋",),
            summary="一间长屋，炉子是冷的。",
            description="一间长屋，梁上全是烟。\n炉子是冷的。",
            region="旧园",
            details=(("火炉", "灰里有一枚钉子。"), ("方桌", "桌面刻着一排数。")),
            exits=(
                Exit("yuan", "出矮门", 2),
                Exit("ta", "旋梯", 3, locked="门从里头闩着。"),
                Exit("xue", "炉后的暗道", 4, hidden=True),
            ),
        ),
        Location(
            "yuan",
            "后院",
            summary="泥地，几只鸡。",
            description="三面墙，一地泥，泥里几只鸡。",
            details=(("水井", "很深，里头是天。"),),
            exits=(Exit("mofang", "老车道", 15),),
        ),
        Location("mofang", "磨坊", summary="四片不转的风叶。", description="四片风叶，到处是面粉。"),
        Location("ta", "高塔", description="圆的，风大。"),
        Location("xue", "地穴", description="低矮，干燥。"),
    ),
    characters=_people(
        Character(
            "zhao",
            "赵青禾",
            aliases=("管事",),
            location="tang",
            summary="园子的管事，什么都要数一遍。",
            description="一个瘦削的女人，拇指上有墨，她睡得不好。",
            speech="先报数，再说别的。",
            examples=("{{user}}：还有汤吗？\n赵青禾：十一碗，您是第十二位。",),
            secrets="门闩每夜都是她上的油。",
            relations=(("player", "提防客人"), ("bolang", "欠他一个冬天")),
            topics=(("少了的粮", "出去四十袋，回来三十一袋。"), ("高塔", "头一场霜起就闩上了。")),
        ),
        Character(
            "bolang",
            "伯朗",
            aliases=("磨工",),
            location="mofang",
            summary="磨工，连眉毛都是白的。",
            description="他和他的门一样宽。",
            topics=(("风叶", "九天没有风了。"),),
            schedule=(ScheduleBlock(12 * 60, 14 * 60, "tang"), ScheduleBlock(18 * 60, 22 * 60, "yuan")),
        ),
        Character(
            "xiaoyi",
            "小乙",
            location="yuan",
            summary="一个拿棍子的男孩。",
            topics=(("母鸡", "九只，有一只爱撒谎。"),),
            schedule=(ScheduleBlock(10 * 60, 11 * 60, "tang"),),
        ),
        Character("kuigui", "奎鬼", location="xue", summary="很瘦，不是活人。"),
    ),
)


def start(world: World) -> State:
    return initial_state(index_world(world))
