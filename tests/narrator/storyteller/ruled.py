"""The two small worlds with the author's rules: topics with conditions, beats, things that can be carried."""

from __future__ import annotations

from dataclasses import replace

from rpg.world.beats import Beat, Condition, DeclaredFlag, Passage, Topic
from rpg.world.model import Character, World
from tests.narrator.storyteller.worlds import GARDEN, MILL


def _with(person: Character, *rules: Topic) -> Character:
    topics = {**dict(person.topics), **{rule.id: rule.text for rule in rules}}
    return replace(person, topics=tuple(topics.items()), topic_rules=rules)


def _ruled(
    world: World, flags: tuple[DeclaredFlag, ...], beats: tuple[Beat, ...], *people: Character
) -> World:
    return replace(
        world,
        characters={**world.characters, **{person.id: person for person in people}},
        beats={beat.id: beat for beat in beats},
        flags={flag.id: flag for flag in flags},
    )


RULED_MILL = _ruled(
    MILL,
    (DeclaredFlag("has_nail", "{{user}} carries the nail.", "the bent nail"),),
    (
        Beat(
            "nail",
            Condition(location=("hall",), said=("take nail", "pull nail"), not_flag=("has_nail",)),
            say="The nail comes out of the ash, warm as an egg.",
            set_flag=(("has_nail", True),),
        ),
        Beat(
            "down",
            Condition(told=("zelka.the bolt",), flag=("has_nail",)),
            say="Behind the hearth a stone has begun to breathe.",
            open=(Passage("hall", "crypt"),),
        ),
        Beat(
            "met",
            Condition(location=("crypt",)),
            say="It is dark, and it was waiting.",
            ending="What waits below",
        ),
    ),
    _with(
        MILL.characters["zelka"],
        Topic(
            "the bolt",
            "“I oil it so that nobody hears who goes up.”",
            ("oil", "bolted door"),
            Condition(flag=("has_nail",), absent=("ixo",)),
            refuse="“Come back when you have something to show me.”",
            again="“The oil, yes. I said so.”",
            set_flag=(("trust", 2),),
        ),
        Topic("the winter", "“He fed me. That is all.”", (), Condition(flag=("trust",))),
    ),
)

RULED_GARDEN = _ruled(
    GARDEN,
    (DeclaredFlag("you_dingzi", "{{user}}带着那枚钉子。", "弯钉子"),),
    (
        Beat(
            "钉子",
            Condition(location=("tang",), said=("拿 钉子", "取 钉子", "捡 钉子"), not_flag=("you_dingzi",)),
            say="钉子从灰里出来，温热得像一枚蛋。",
            set_flag=(("you_dingzi", True),),
        ),
        Beat(
            "下去",
            Condition(told=("zhao.门闩",), flag=("you_dingzi",)),
            say="炉子背后，有块石头开始透气了。",
            open=(Passage("tang", "xue"),),
        ),
        Beat("见到", Condition(location=("xue",)), say="里面很黑，它一直在等。", ending="底下等着的"),
    ),
    _with(
        GARDEN.characters["zhao"],
        Topic(
            "门闩",
            "“我给它上油，好叫人听不见谁上去。”",
            ("油", "闩上的门"),
            Condition(flag=("you_dingzi",), absent=("xiaoyi",)),
            refuse="“等你有东西给我看了，再来。”",
            again="“油，是的。我说过了。”",
            set_flag=(("信任", 2),),
        ),
        Topic("那个冬天", "“他给过我饭吃。就这些。”", (), Condition(flag=("信任",))),
    ),
)
