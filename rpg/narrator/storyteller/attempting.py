"""From an act to its deed."""

from __future__ import annotations

from typing import assert_never

from rpg.narrator.storyteller import acts, answers, moving, speaking, waiting
from rpg.narrator.storyteller.acts import Act
from rpg.narrator.storyteller.deeds import Call, Deed, Do, Told
from rpg.narrator.storyteller.places import look, way_to, ways_line
from rpg.narrator.storyteller.scope import Scope
from rpg.narrator.storyteller.view import View


def attempt(view: View, act: Act, scope: Scope) -> Deed:
    """What comes of an act in a view. scope: for whom is meant when nobody is named."""
    match act:
        case (
            acts.Go()
            | acts.GoBack()
            | acts.Leave()
            | acts.NoSuchPlace()
            | acts.NoSuchWay()
            | acts.FollowPerson()
        ):
            return _move(view, act, scope)
        case acts.TakeAlong() | acts.Dismiss() | acts.SendTo():
            return _company(view, act, scope)
        case acts.Talk(person, brief):
            return speaking.talk(view, scope, person, brief=brief)
        case acts.Ask():
            return speaking.ask(view, scope, act)
        case acts.Tell():
            return speaking.tell(view, scope, act)
        case acts.Give():
            return speaking.give(view, scope, act)
        case acts.ExaminePerson(person) if (question := speaking.asked_of_whom(view, person)) is not None:
            return speaking.ask(view, scope, question)
        case acts.Unseen(words) if (topic := speaking.unseen_topic(view, scope, words)) is not None:
            return speaking.ask(view, scope, topic)
        case acts.NotUnderstood(words) if (topic := speaking.named_topic(view, scope, words)) is not None:
            return speaking.ask(view, scope, topic)
        case acts.Wait():
            return waiting.wait(view, act)
        case acts.Roll(dice):
            return Do(act, (Call("roll_dice", {"dice": dice, "who": "player"}),))
        case _:
            return Told(_answer(view, act))


_Moving = acts.Go | acts.GoBack | acts.Leave | acts.NoSuchPlace | acts.NoSuchWay | acts.FollowPerson
_Company = acts.TakeAlong | acts.Dismiss | acts.SendTo
_Answered = (
    acts.Look
    | acts.ExamineDetail
    | acts.ExaminePerson
    | acts.ExaminePlace
    | acts.ExamineSelf
    | acts.Handle
    | acts.Unseen
    | acts.WhoIsHere
    | acts.Ways
    | acts.WhereAmI
    | acts.WhatTime
    | acts.WherePerson
    | acts.WherePlace
    | acts.Inventory
    | acts.Recall
    | acts.Help
    | acts.Meta
    | acts.Unclear
    | acts.NoSuchPerson
    | acts.NotUnderstood
)


def _move(view: View, act: _Moving, scope: Scope) -> Deed:
    match act:
        case acts.Go():
            return moving.go(view, act)
        case acts.GoBack():
            return moving.go_back(view)
        case acts.Leave():
            return moving.leave(view)
        case acts.NoSuchPlace(words):
            return moving.no_such_place(view, words)
        case acts.NoSuchWay(words):
            return moving.no_such_way(view, words)
        case acts.FollowPerson(person):
            meant = person or scope.person_meant()
            return Told(view.say("nobody_here")) if meant is None else moving.follow(view, meant)
        case _:
            assert_never(act)


def _company(view: View, act: _Company, scope: Scope) -> Deed:
    match act:
        case acts.TakeAlong(person):
            return speaking.with_someone(view, scope, person, lambda who: moving.take_along(view, who))
        case acts.Dismiss(person):
            return moving.dismiss(view, person)
        case acts.SendTo(person, place):
            return speaking.with_someone(view, scope, person, lambda who: moving.send(view, who, place))
        case _:
            assert_never(act)


def _answer(view: View, act: _Answered) -> str:
    match act:
        case acts.Look():
            return look(view)
        case acts.ExamineDetail(detail):
            return answers.detail(view, detail)
        case acts.ExaminePerson(person):
            return answers.examine_person(view, person)
        case acts.ExaminePlace(place):
            return answers.examine_place(view, place)
        case acts.ExamineSelf():
            return answers.examine_self(view)
        case acts.Handle(detail):
            return answers.handle(view, detail)
        case acts.Unseen(words):
            return answers.unseen(view, words)
        case acts.Unclear(_, options, people):
            return answers.which(view, options, people=people)
        case acts.NoSuchPerson(words):
            return answers.nobody_called(view, words)
        case acts.NotUnderstood(words):
            return answers.not_understood(view, words)
        case _:
            return _question(view, act)


def _question(
    view: View,
    act: acts.WhoIsHere
    | acts.Ways
    | acts.WhereAmI
    | acts.WhatTime
    | acts.WherePerson
    | acts.WherePlace
    | acts.Inventory
    | acts.Recall
    | acts.Help
    | acts.Meta,
) -> str:
    match act:
        case acts.WhoIsHere(elsewhere):
            return answers.who_is_here(view, elsewhere=elsewhere)
        case acts.Ways():
            return ways_line(view)
        case acts.WhereAmI():
            return answers.where_am_i(view)
        case acts.WhatTime():
            return answers.what_time(view)
        case acts.WherePerson(person):
            return answers.where_is(view, person)
        case acts.WherePlace(place):
            return way_to(view, place)
        case acts.Inventory():
            return answers.inventory(view)
        case acts.Recall():
            return answers.recall(view)
        case acts.Help():
            return answers.usage(view)
        case acts.Meta(about):
            return view.say(f"meta_{about}")
        case _:
            assert_never(act)
