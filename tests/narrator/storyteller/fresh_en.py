"""What English players type who have read no manual, with the acts they mean; `words` are given in part.

Written down before the rules were looked at: several acts in one line, pronouns, slips, slang, questions,
parts of names, talk about the game, polite forms, single words, long texts, another language.
"""

from __future__ import annotations

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.acts import Act
from tests.narrator.storyteller.lines_en import BOARD, CHAPEL, LIGHT, MARKET, MIRA, TAVERN, TOMAS
from tests.narrator.storyteller.more_en import LATER

SCOPE = LATER

BOATS, LOCKER = acts.ExamineDetail("moored boats"), acts.ExamineDetail("rope locker")
LOOK, HELP, TIME, WAYS, WHO = acts.Look(), acts.Help(), acts.WhatTime(), acts.Ways(), acts.WhoIsHere()
SELA, FERRIN = acts.WherePerson("sela"), acts.WherePerson("ferrin")

PASTED = (
    "The rain had come in from the west before anyone was up, and by the time the bell rang the whole quay was "
    "shining. He thought of the letter again. Nobody would go to the market in such weather, he told himself, and "
    "took his hat from the nail. There had been a time when the lighthouse could be seen from every window of the "
    "street; now there was only grey. She would have laughed at him. He drank his coffee standing, looked at the "
    "clock, and waited for the rain to stop, which it did not. In the evening a boy brought the second letter, and "
    "he did not open it either, because he knew what it said and who had written it, and why, and that it was late."
)


def ask(words: str, person: str | None = None) -> Act:
    return acts.Ask(person, words)


def tell(words: str, person: str | None = None) -> Act:
    return acts.Tell(person, words)


def puzzled(words: str) -> Act:
    return acts.NotUnderstood(words)


LINES: tuple[tuple[str, tuple[Act, ...]], ...] = (
    # several acts
    ("go to the market and buy some bread", (MARKET, acts.Unseen("bread"))),
    (
        "head to the tavern, grab a drink and chat with Sela",
        (TAVERN, acts.Unseen("a drink"), acts.Talk("sela")),
    ),
    ("read the board then ask mira about it", (BOARD, ask("it", "mira"))),
    ("say hi to tomas and then go up the steps", (TOMAS, MARKET)),
    ("go to the chapel and take the candle", (CHAPEL, acts.Unseen("candle"))),
    (
        "wait an hour, then go to the lighthouse and knock on the door",
        (acts.Wait(60), LIGHT, acts.WherePlace("tavern")),
    ),
    ("I look at the boats, then talk to the ropemaker about the storm", (BOATS, ask("the storm", "tomas"))),
    ("take mira with me and head to the lighthouse. then look around", (acts.TakeAlong("mira"), LIGHT, LOOK)),
    ("examine the locker & the boats", (LOCKER, BOATS)),
    ("go to the chapel, pray", (CHAPEL, puzzled("pray"))),
    ("I thank Mira and leave", (tell("", "mira"), acts.Leave())),
    ("wave at Tomas, go to the tavern and sit down", (TOMAS, TAVERN, acts.Wait(rest=True))),
    ("go to market; look around; ask about the flood", (MARKET, LOOK, ask("flood"))),
    (
        "sleep until dawn and then go to the lighthouse with Tomas",
        (acts.Wait(None, 360, rest=True), acts.Go("lighthouse", ("tomas",))),
    ),
    ("hello mira, what happened here?", (MIRA, ask("what happened here"))),
    ("go to the tavern to find Sela", (TAVERN, SELA)),
    ("I go to the market and then to the chapel", (MARKET, CHAPEL)),
    ("open the locker and take everything inside", (acts.Handle("rope locker"), acts.Unseen("everything"))),
    ("ask tomas about the boats and mira about the ledger", (ask("boats", "tomas"), ask("ledger", "mira"))),
    ("go to the tavern. order a beer.", (TAVERN, puzzled("order a beer"))),
    # pronouns
    ("where is she?", (acts.WherePerson("mira"),)),
    ("ask him what he saw", (ask("what he saw", "tomas"),)),
    ("take her with us to the chapel", (acts.Go("chapel", ("mira",)),)),
    ("tell him i'm sorry", (tell("sorry", "tomas"),)),
    ("what's her name?", (acts.ExaminePerson("mira"),)),
    ("who are these people?", (WHO,)),
    ("does she trust me?", (ask("trust me"),)),
    ("follow him", (acts.FollowPerson("tomas"),)),
    ("what does it say?", (BOARD,)),
    ("let's take it", (acts.Handle("notice board"),)),
    ("go there and look for him", (TAVERN, TOMAS)),
    ("ask them both about last night", (ask("last night"),)),
    ("give it to her", (acts.Give("mira", "it"),)),
    # slips of the finger
    ("loook around", (LOOK,)),
    ("go to teh market", (MARKET,)),
    ("tlak to mira abuot the ledger", (ask("the ledger", "mira"),)),
    ("waht time is it", (TIME,)),
    ("whos here", (WHO,)),
    ("examin the notice bord", (BOARD,)),
    ("wher am i", (acts.WhereAmI(),)),
    ("i wanna go too the lighthouse", (LIGHT,)),
    ("aks tomsa about boats", (ask("boats", "tomas"),)),
    ("invetory", (acts.Inventory(),)),
    ("go tothe tavern", (TAVERN,)),
    ("speek to the harbormaster", (MIRA,)),
    ("wiat until nooon", (acts.Wait(None, 720),)),
    # slang
    ("yo mira", (MIRA,)),
    ("sup", (acts.Talk(None),)),
    ("gimme a hint", (HELP,)),
    ("lemme see the board", (BOARD,)),
    ("check out them boats", (BOATS,)),
    ("gonna hit the tavern", (TAVERN,)),
    ("idk what to do", (HELP,)),
    ("wassup tomas", (TOMAS,)),
    ("let's bounce", (acts.Leave(),)),
    ("whats the deal with the lighthouse", (ask("the lighthouse"),)),
    ("cya", (tell("cya"),)),
    ("nah", (tell("nah"),)),
    ("chill for a bit", (acts.Wait(rest=True),)),
    ("scope out the place", (LOOK,)),
    # where, when, who, why
    ("where do I find the innkeeper?", (SELA,)),
    ("where did Ferrin go", (FERRIN,)),
    ("when does the tavern open?", (ask("when does the tavern open"),)),
    ("when is low tide", (ask("when is low tide"),)),
    ("why is everyone so quiet?", (ask("quiet"),)),
    ("who runs this place?", (ask("who runs this place"),)),
    ("who is the lamplighter", (acts.ExaminePerson("ferrin"),)),
    ("what's that smell", (acts.Unseen("smell"),)),
    ("how far is the chapel", (acts.WherePlace("chapel"),)),
    ("how long does it take to get to the lighthouse", (acts.WherePlace("lighthouse"),)),
    ("is the lighthouse far?", (acts.WherePlace("lighthouse"),)),
    ("where does this path lead?", (WAYS,)),
    ("can I get to the chapel from here?", (acts.WherePlace("chapel"),)),
    ("is Mira here?", (acts.WherePerson("mira"),)),
    ("is there anything to eat here", (ask("anything to eat"),)),
    ("who can help me?", (ask("who can help me"),)),
    ("who lives in the lighthouse", (ask("who lives in the lighthouse"),)),
    ("whose boats are these?", (ask("whose boats"),)),
    ("what should i do next", (HELP,)),
    ("what now?", (HELP,)),
    ("what is going on", (ask("what is going on"),)),
    ("do you know where Sela is?", (SELA,)),
    ("have you seen Ferrin?", (FERRIN,)),
    ("what day is today", (TIME,)),
    ("how late is it?", (TIME,)),
    ("is it still morning?", (TIME,)),
    ("why should I trust you?", (ask("trust you"),)),
    ("what did Mira tell me?", (acts.Recall(),)),
    ("what was I doing again", (acts.Recall(),)),
    ("what do you want?", (ask("what do you want"),)),
    ("are you alright?", (ask("are you alright"),)),
    # names in part
    ("talk to Vale", (MIRA,)),
    ("ask reed about ropes", (ask("ropes", "tomas"),)),
    ("go to the bell", (TAVERN,)),
    ("chapel of salt", (acts.WherePlace("chapel"),)),
    ("look at old ferrin", (acts.ExaminePerson("ferrin"),)),
    ("the lamplighter", (acts.Talk("ferrin"),)),
    ("find brandt", (SELA,)),
    ("go to the square", (MARKET,)),
    ("read notices", (BOARD,)),
    # the game itself
    ("save", (acts.Meta("save"),)),
    ("save game", (acts.Meta("save"),)),
    ("undo", (acts.Meta("undo"),)),
    ("can I undo that?", (acts.Meta("undo"),)),
    ("quit", (acts.Meta("quit"),)),
    ("exit game", (acts.Meta("quit"),)),
    ("restart", (acts.Meta("restart"),)),
    ("are you an AI?", (acts.Meta("teller"),)),
    ("is this a chatbot", (acts.Meta("teller"),)),
    ("how does this work?", (HELP,)),
    ("what commands are there", (HELP,)),
    ("what's my name", (acts.ExamineSelf(),)),
    ("who am I?", (acts.ExamineSelf(),)),
    ("where have I been", (acts.Recall(),)),
    ("show me the map", (WAYS,)),
    ("what's my goal?", (HELP,)),
    # politely
    ("please could you tell me about the flood?", (ask("flood"),)),
    ("excuse me Mira, do you have a moment?", (ask("do you have a moment", "mira"),)),
    ("would you be so kind as to come with me", (acts.TakeAlong(None),)),
    ("could we please go to the market", (acts.WherePlace("market"),)),
    ("Tomas, would you mind waiting here?", (acts.Dismiss("tomas"),)),
    ("may I see the board, please", (BOARD,)),
    ("I would like to speak with the innkeeper, if I may", (acts.Talk("sela"),)),
    ("sir, what is your name?", (ask("what is your name"),)),
    ("if you don't mind, I'll have a look around", (LOOK,)),
    ("thank you very much", (tell("thank you"),)),
    ("good evening to you", (acts.Talk(None),)),
    ("kindly show me the way to the lighthouse", (acts.WherePlace("lighthouse"),)),
    # single words
    ("north", (acts.NoSuchWay("north"),)),
    ("down", (acts.NoSuchWay("down"),)),
    ("yes", (tell("yes"),)),
    ("why", (ask("why"),)),
    ("sleep", (acts.Wait(rest=True),)),
    ("people", (WHO,)),
    ("board", (BOARD,)),
    ("tavern", (acts.WherePlace("tavern"),)),
    ("Sela?", (acts.Talk("sela"),)),
    ("listen", (LOOK,)),
    ("boats", (BOATS,)),
    # directions
    ("go north", (acts.NoSuchWay("north"),)),
    ("walk east for a while", (acts.NoSuchWay("east"),)),
    ("go straight ahead", (WAYS,)),
    ("turn left", (acts.NoSuchWay("left"),)),
    # waiting
    ("wait until tomorrow noon", (acts.Wait(None, 720, ahead=1),)),
    ("sleep till the day after tomorrow", (acts.Wait(None, 480, rest=True, ahead=2),)),
    ("wait until 14:10", (acts.Wait(None, 850),)),
    ("stay here till nightfall", (acts.Wait(None, 1140),)),
    ("pass a couple of hours", (acts.Wait(120),)),
    ("wait for Tomas to finish", (acts.Wait(),)),
    # remarks, wishes
    ("my name is Ann", (tell("my name is Ann"),)),
    ("I don't believe you", (tell("I don't believe you"),)),
    ("it's cold today", (tell("cold"),)),
    ("that's a lie", (tell("lie"),)),
    ("you look tired", (tell("you look tired"),)),
    ("I lost my brother at sea.", (tell("I lost my brother at sea"),)),
    ("I'm looking for my sister", (tell("my sister"),)),
    ("the ledger was never here", (tell("the ledger was never here"),)),
    ("sorry, I didn't mean it", (tell("sorry"),)),
    ("we should be careful", (tell("careful"),)),
    ("give me the key", (ask("key"),)),
    ("Mira, give me the ledger", (ask("ledger", "mira"),)),
    ("ask Tomas to come with me to the lighthouse", (acts.Go("lighthouse", ("tomas",)),)),
    ("no, I won't go to the lighthouse", (tell("I won't go to the lighthouse"),)),
    ("I'm not going to the market", (tell("not going to the market"),)),
    ("please don't go to the market", (puzzled("go to the market"),)),
    # long texts
    (PASTED, (puzzled("The rain"),)),
    (
        "Ok so I have been thinking about it all night and I feel that Mira hides something, so please go over to "
        "her and ask her about the ledger",
        (tell("I have been thinking"), MIRA, ask("the ledger", "mira")),
    ),
    # another language
    ("看看四周", (LOOK,)),
    ("去market", (MARKET,)),
    ("现在几点了？", (TIME,)),
    ("谁在这里", (WHO,)),
    ("和Mira说话", (MIRA,)),
    ("¿dónde estoy?", (puzzled("dónde"),)),
    # what no rule can do
    ("kill tomas", (puzzled("kill tomas"),)),
    ("jump into the sea", (puzzled("jump into the sea"),)),
    ("sing a song", (puzzled("sing a song"),)),
)
