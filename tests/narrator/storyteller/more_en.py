"""More of what English players type: pronouns, several acts, slips, parts of names, giving and showing."""

from __future__ import annotations

from dataclasses import replace

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.acts import Act
from tests.narrator.storyteller.lines_en import BOARD, CHAPEL, HARBOUR, LIGHT, MARKET, MIRA, TAVERN, TOMAS

LATER = replace(HARBOUR, seen="notice board", there="tavern")
"""The harbour, after the player looked at the board and heard of the tavern."""


def puzzled(words: str) -> tuple[Act, ...]:
    return (acts.NotUnderstood(words),)


LINES: tuple[tuple[str, tuple[Act, ...]], ...] = (
    # pronouns
    ("ask her about it", (acts.Ask("mira", "it"),)),
    ("read it", (BOARD,)),
    ("look at it again", (BOARD,)),
    ("take it", (acts.Handle("notice board"),)),
    ("go there", (TAVERN,)),
    ("let's go there with Mira", (acts.Go("tavern", ("mira",)),)),
    ("who is she", (acts.ExaminePerson("mira"),)),
    ("who's that woman?", (acts.ExaminePerson("mira"),)),
    ("follow her", (acts.FollowPerson("mira"),)),
    ("talk to her again", (MIRA,)),
    ("ask her where ferrin is", (acts.Ask("mira", "where ferrin is"),)),
    ("take her with us to the inn", (acts.Go("tavern", ("mira",)),)),
    # several acts
    ("go talk to mira", (MIRA,)),
    ("go and talk to Tomas", (TOMAS,)),
    ("lets go talk to the ropemaker about the boats", (acts.Ask("tomas", "the boats"),)),
    ("look around and go up the steps", (acts.Look(), MARKET)),
    ("go to the market, then to the chapel", (MARKET, CHAPEL)),
    ("go to the market and then to the chapel", (MARKET, CHAPEL)),
    ("take tomas with me and go to the lighthouse", (acts.TakeAlong("tomas"), LIGHT)),
    ("say goodbye to mira and leave", (acts.Tell("mira", "goodbye"), acts.Leave())),
    (
        "read the board, ask Mira about the ledger and go back",
        (BOARD, acts.Ask("mira", "the ledger"), acts.GoBack()),
    ),
    # said to someone
    ("Mira, let's go to the market", (acts.Go("market", ("mira",)),)),
    ("come on Mira, let's go to the tavern", (acts.Go("tavern", ("mira",)),)),
    ("tomas have you seen ferrin", (acts.Ask("tomas", "have you seen ferrin"),)),
    ("so, Tomas, what happened to the lamp?", (acts.Ask("tomas", "what happened to the lamp"),)),
    ("hey Mira what's wrong", (acts.Ask("mira", "what's wrong"),)),
    (
        "Do you know anything about the missing ledger, Mira?",
        (acts.Ask("mira", "the missing ledger"),),
    ),
    ("thanks mira", (acts.Tell("mira", "thanks"),)),
    ("goodbye, Tomas", (acts.Tell("tomas", "goodbye"),)),
    # asking and telling
    ("i wanna ask tomas bout the ledger", (acts.Ask("tomas", "the ledger"),)),
    ("ask the harbormaster about the boats", (acts.Ask("mira", "the boats"),)),
    ("ask Mira what she knows about the flood", (acts.Ask("mira", "the flood"),)),
    ("ask again about the ledger", (acts.Ask(None, "the ledger"),)),
    ("can you tell me about the lighthouse", (acts.Ask(None, "the lighthouse"),)),
    ("tell tomas the truth about the ledger", (acts.Tell("tomas", "the truth about the ledger"),)),
    ("I think Ferrin did it", (acts.Tell(None, "I think Ferrin did it"),)),
    ("say that again", (acts.Ask(None, "that again"),)),
    ("go to Atlantis, then talk to Mira", (acts.NoSuchPlace("Atlantis"), MIRA)),
    # giving and showing
    ("give the key to mira", (acts.Give("mira", "the key"),)),
    ("show tomas the letter", (acts.Give("tomas", "the letter"),)),
    ("I show the torn notice to her", (acts.Give("mira", "the torn notice"),)),
    ("hand Mira the coin", (acts.Give("mira", "the coin"),)),
    # slips and short forms
    ("whats on the notice board", (BOARD,)),
    ("what is written on the board?", (BOARD,)),
    ("go bak", (acts.GoBack(),)),
    ("bakc", (acts.GoBack(),)),
    ("retrun", (acts.GoBack(),)),
    ("wait 2h", (acts.Wait(120),)),
    ("wait for a bit", (acts.Wait(),)),
    ("run away", (acts.Leave(),)),
    ("examine everything", (acts.Look(),)),
    ("listen", (acts.Look(),)),
    ("where did ferrin go", (acts.WherePerson("ferrin"),)),
    # to the storyteller
    ("what should I do next?", (acts.Help(),)),
    ("i'm stuck", (acts.Help(),)),
    ("hint", (acts.Help(),)),
    ("what was I told?", (acts.Recall(),)),
    ("where have I been", (acts.Recall(),)),
    # beyond a storyteller
    ("buy a drink", (acts.Unseen("a drink"),)),
    ("attack tomas", puzzled("attack tomas")),
    ("I love the sea", (acts.Tell(None, "I love the sea"),)),
    ("maybe we go to the market later", (acts.Tell(None, "maybe we go to the market later"),)),
    ("Mira goes to the market", puzzled("Mira goes to the market")),
)
