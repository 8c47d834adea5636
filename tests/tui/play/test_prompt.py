"""The history of the prompt."""

from rpg.tui.play.prompt import History


def test_a_walk_goes_back_to_the_oldest_and_forward_to_what_was_being_typed() -> None:
    past = History(lambda: ["first", "second"])
    assert [past.back("half"), past.back("x"), past.back("x")] == ["second", "first", None]
    assert [past.forward(), past.forward(), past.forward()] == ["second", "half", None]


def test_the_past_is_loaded_when_a_walk_begins_and_anew_after_it_was_left() -> None:
    told = ["one"]
    past = History(lambda: told)
    assert past.forward() is None
    assert past.back("") == "one"
    told.append("two")
    past.leave()
    assert past.back("") == "two"


def test_nothing_said_yet_is_no_history() -> None:
    assert History(list).back("half") is None
