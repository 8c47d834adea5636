"""Replies that move somebody in words alone, and replies that only seem to. Source: docs/bench.md (`tools`).

{place}: a place next door. {far}: another. {here}: where the player is. {nell}, {bram}: who is there. {wynn}: somebody elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rpg.bench.prose import Language
from rpg.bench.prose_cases_harder import HARDER

Moved = Literal["player", "arrived", "left", "nobody"]


@dataclass(frozen=True, slots=True)
class Case:
    """A reply with what happens in it. harder: told in an unusual turn of phrase."""

    moved: Moved
    text: str
    harder: bool = False


_EN_PLAYER = (
    "You nod and follow {nell} down the lane. A few minutes later you step into {place}, shaking the rain off.",
    "You walk to {place}. It is colder here than you thought.",
    "The path is short. Soon you arrive at {place}, where a dog sleeps in the doorway.",
    "Without another word you cross the road and enter {place}.",
    "You leave {here} behind and make your way to {place}.",
    "{nell} takes your sleeve and leads you through the alley into {place}.",
    "By the time you reach {place} the lamps are lit.",
    "Together you climb the stairs and come out at {place}.",
    "You hurry after him, out of the door and up the hill, until you stand in {place}.",
    "You slip away while nobody looks. Ten minutes later you are in {place}, out of breath.",
    "{bram} and you trudge through the mud to {place}, neither of you speaking.",
    "You push the door open and find yourself in {place}.",
    '"Come," says {nell}, and you go with her to {place}.',
    "You ride on through the dusk and at last you come to {place}.",
    "You turn on your heel, march back up the street and into {place}.",
    "The cart drops you off at {place}. You look around.",
    "A short walk brings you to {place}.",
    "{place} is quiet around you. You sit down on the nearest bench and wait.",
    "You descend the worn steps, one hand on the wall, and emerge in {place}.",
    "You return to {place}, and nothing there has changed.",
)
_EN_ARRIVED = (
    "The door opens and {wynn} comes in, wet to the bone.",
    "{wynn} arrives a little later, carrying a basket.",
    "Out of breath, {wynn} bursts in and looks from one to the other.",
    "There is a knock. {wynn} steps inside and closes the door behind her.",
    "{wynn} joins you at the table and pours herself a cup.",
    "Then {wynn} appears in the doorway, arms folded.",
    "You hear steps on the gravel. {wynn} walks up to you and holds out a letter.",
    "{wynn} strolls over and sits down beside you.",
)
_EN_LEFT = (
    "{nell} shrugs, puts on her coat and leaves without a word.",
    "{nell} turns around and walks out into the rain.",
    "{nell} storms off and the door slams behind her.",
    "{nell} takes her leave with a bow. You are alone with {bram}.",
    "{nell} slips away through the crowd before you can answer.",
    "With a last look at you, {nell} sets off for {place}.",
    "{nell} hurries away to {place} to fetch help.",
    "{nell} is gone when you look up again.",
)
_EN_NOBODY = (
    '"I was in {place} yesterday," says {nell}. "You should go to {place} too."',
    "{nell} points up the road. If you follow it, you will come to {place}.",
    "You think of {place}, of the dust there and the smell of tar.",
    "You could walk to {place} before dark, but the rain is getting worse.",
    "You look over to {place}. Its windows are dark.",
    "You do not go to {place}. Not today.",
    "{nell} asks whether you want to go to {place} with her.",
    "You almost walk into {place} out of habit, then stop at the corner and stay where you are.",
    "The road to {place} is flooded, says {bram}, and shrugs.",
    "From {here} you can see the roof of {place}.",
    "You remember how you first came to {place}, years ago, with nothing but a coat.",
    "{bram} tells you a long story about a priest who walked to {place} on his knees.",
    "{nell} leaves the ledger on the table and looks at you.",
    '"{wynn} comes here every Sunday," says {bram}.',
    "You ask for {wynn}. {nell} only shakes her head.",
    "{nell} walks up and down, up and down, and says nothing.",
    "You and {nell} wait at {here}. Nobody comes.",
    "{nell} would leave if she could, you think.",
    "A letter from {wynn} lies on the table. She writes that she will arrive on Friday.",
    "You stay at {here} and listen to the water.",
    "{nell} steps closer. Her voice is low: the key is kept in {place}.",
    "Before you can set out for {place}, {nell} holds you back.",
    "You dream that you stand in {place} and all the lamps are out.",
    "{bram} leans back. He left {place} when he was a boy, he says, and never returned.",
    "You plan the way: first to {place}, then home.",
    "The smoke of {place} drifts over the water. You cough.",
    "{nell} turns away from you and looks out of the window.",
    "Will you go to {place} now? {nell} waits for your answer.",
    "{bram} goes to the stove and puts the kettle on.",
    "As if {wynn} were here, {nell} lowers her voice.",
    "Everybody knows {wynn}: she walks in, and the room falls silent. But tonight there is only rain.",
    "You sit down. {nell} sits down too, and {bram} closes the shutters.",
    "You take a step toward {place}, but {nell} calls you back and you stay.",
    "{nell} sends you a look. {place} is no place for talk like this, it says.",
    "You draw the way to {place} in the sand for {bram}.",
    "The bell of {place} strikes nine.",
)
_ZH_PLAYER = (
    "你点点头，跟着{nell}下了石阶。不多时，你们走进{place}，抖落身上的雨水。",
    "你来到{place}。这里比想象中冷清。",
    "路并不远，很快你便到了{place}，门口卧着一条狗。",
    "你没有再说什么，穿过街道，进了{place}。",
    "你离开{here}，沿着河边走到{place}。",
    "{nell}拉住你的袖子，带你穿过小巷，来到{place}。",
    "等你赶到{place}时，灯已经亮了。",
    "你们一同登上台阶，踏入{place}。",
    "你追了出去，一路跑上山坡，最后站在{place}里喘气。",
    "趁没人注意，你悄悄溜走。一盏茶后，你已身在{place}。",
    "你和{bram}踩着泥水走到{place}，谁也没开口。",
    "你推开门，发现自己置身于{place}之中。",
    "“走吧。”{nell}说。你随她一道去了{place}。",
    "暮色里你继续赶路，终于抵达{place}。",
    "你转身就走，沿街折返，一头闯进{place}。",
    "马车把你送到{place}。你四下张望。",
    "走了没多久，你就到{place}了。",
    "你回到{place}，一切如旧。",
    "你扶着墙走下石级，钻进{place}。",
    "{nell}领着你进了{place}，随手把门关上。",
)
_ZH_ARRIVED = (
    "门开了，{wynn}走了进来，浑身湿透。",
    "过了一会儿，{wynn}来了，手里提着篮子。",
    "{wynn}气喘吁吁地闯了进来，看看这个，又看看那个。",
    "有人敲门。{wynn}推门而入，随手把门带上。",
    "{wynn}在你身边坐下，给自己倒了一杯。",
    "这时{wynn}出现在门口，双臂抱在胸前。",
    "你听见碎石上的脚步声。{wynn}走过来，递给你一封信。",
    "{wynn}匆匆赶来，连伞都没打。",
)
_ZH_LEFT = (
    "{nell}耸耸肩，披上外衣，一言不发地离开了。",
    "{nell}转过身，走出门去，消失在雨里。",
    "{nell}拂袖而去，门在身后砰地关上。",
    "{nell}拱手告辞，只剩下你和{bram}。",
    "你还没来得及回答，{nell}已经走远了。",
    "{nell}最后看了你一眼，动身去了{place}。",
    "{nell}匆匆跑去{place}找人帮忙。",
    "等你再抬头时，{nell}已经不见了。",
)
_ZH_NOBODY = (
    "“我昨天去过{place}，”{nell}说，“你也该去{place}看看。”",
    "{nell}指了指前面。沿着这条路走，就能到{place}。",
    "你想起{place}，想起那里的灰尘和药味。",
    "天黑前本可以走到{place}，可雨越下越大。",
    "你望向{place}，窗子都是黑的。",
    "你没有去{place}。今天不行。",
    "{nell}问你要不要和她一起去{place}。",
    "你差点习惯性地走进{place}，在街角停住脚步，又站了回来。",
    "{bram}说，去{place}的路被水淹了。",
    "从{here}能看见{place}的屋顶。",
    "你记得多年前初次来到{place}的情形，那时身上只有一件旧衣。",
    "{bram}给你讲了个故事，说有个和尚一步一跪走到{place}。",
    "{nell}把账本留在桌上，看着你。",
    "“{wynn}每逢初一都来这里。”{bram}说。",
    "你问起{wynn}。{nell}只是摇头。",
    "{nell}走来走去，一句话也不说。",
    "你和{nell}在{here}等着。没有人来。",
    "你觉得{nell}要是能走，早就离开了。",
    "桌上放着{wynn}的信，信里说她初五会来。",
    "你留在{here}，听着水声。",
    "{nell}凑近了些，压低声音：钥匙藏在{place}。",
    "你正要动身去{place}，{nell}拦住了你。",
    "你梦见自己站在{place}里，灯全灭了。",
    "{bram}往后一靠，说他小时候就离开了{place}，再没回去过。",
    "你盘算着路线：先到{place}，再回家。",
    "{place}的炊烟飘过水面，呛得你咳嗽。",
    "{nell}背过身去，望着窗外。",
    "现在要去{place}吗？{nell}等着你的回答。",
    "{bram}走到炉边，把水烧上。",
    "{nell}压低了嗓子，好像{wynn}就在这里似的。",
    "人人都认得{wynn}，据说她一走进来，满屋子都不敢出声。可今晚只有雨。",
    "你坐下来，{nell}也坐下了，{bram}关上窗。",
    "你朝{place}迈了一步，{nell}叫住了你，你便没有动。",
    "{nell}瞪了你一眼，意思是{place}可不是说这话的地方。",
    "你在沙地上给{bram}画出去{place}的路。",
    "{place}的钟敲了九下。",
)


def prose_cases(language: Language) -> tuple[Case, ...]:
    """Every reply of a language."""
    told: dict[Moved, tuple[str, ...]]
    if language == "zh":
        told = {"player": _ZH_PLAYER, "arrived": _ZH_ARRIVED, "left": _ZH_LEFT, "nobody": _ZH_NOBODY}
    else:
        told = {"player": _EN_PLAYER, "arrived": _EN_ARRIVED, "left": _EN_LEFT, "nobody": _EN_NOBODY}
    plain = (Case(moved, text) for moved, texts in told.items() for text in texts)
    harder = (Case(moved, text, True) for moved in told for text in HARDER[language][moved])
    return (*plain, *harder)
