"""What-if plans change nothing; the difference to the last turn names what came and went."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rpg.narrator.protocol import Narrator
from rpg.narrator.scripted import SCRIPT, ScriptedNarrator, Turn
from rpg.runtime.errors import EditError
from rpg.session.comparing import difference_lines, plan_difference, previous_plan
from rpg.session.costchart import BAR_CELLS, CUT, bar, chart_lines
from rpg.session.costs import Spent, TurnCost
from rpg.session.session import Session
from rpg.session.whatif import WhatIf, what_if
from rpg.text.cells import cell_width
from tests.session.stories import moves, new_session, played, telling


def ids(session: Session, change: WhatIf) -> set[str]:
    return {part.id for part in what_if(session, "hello", change).sections}


def test_somebody_who_would_come_is_told_in_full(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling())
    assert "frame.person.ana" not in ids(session, WhatIf())
    assert "frame.person.ana" in ids(session, WhatIf(arrive=("Ana",)))


def test_somebody_who_would_leave_is_not(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling())
    assert "frame.person.mira" in ids(session, WhatIf())
    assert "frame.person.mira" not in ids(session, WhatIf(leave=("Mira Vale",)))


async def test_a_companion_can_leave_too(tmp_path: Path) -> None:
    follow = ("edit_location_registry", {"operations": [{"op": "follow", "character": "mira"}]})
    session = new_session(tmp_path, telling(Turn(calls=[follow]), Turn(text="She nods.")))
    await played(session.play("come"))
    assert session.head_state.follows("mira")
    assert "frame.person.mira" not in ids(session, WhatIf(leave=("mira",)))


def test_nobody_of_that_name_is_an_error_and_not_a_plan(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling())
    with pytest.raises(EditError):
        what_if(session, "x", WhatIf(arrive=("Nobody Atall",)))


def test_without_the_preset_its_tokens_are_free(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling())
    with_it = what_if(session, "x", WhatIf())
    without = what_if(session, "x", WhatIf(without_preset=True))
    assert without.total < with_it.total
    assert not any(part.group == "presets" for part in without.sections)


def test_another_model_has_its_own_window_and_count(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling())

    def narrator(spec: str | None, settings: object, language: str) -> Narrator:
        model = (spec or "openai:script").partition(":")[2]
        return ScriptedNarrator(traits=replace(SCRIPT, model=model, window={"tiny": 700}.get(model, 32_768)))

    session.services = replace(session.services, narrator=narrator)
    tiny = what_if(session, "x", WhatIf(model="tiny"))
    assert (tiny.space.window, tiny.refused) == (700, True)
    assert session.plan("x").space.window == 32_768


async def test_asking_changes_nothing(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(Turn(text="Yes.")))
    await played(session.play("hello"))
    before = (session.head, session.head_state.hash, session.save.meta, session.save.node_count())
    request = [message.content for message in session.plan("x").messages]
    what_if(session, "x", WhatIf("other", True, ("ana",), ("mira",)))
    assert (session.head, session.head_state.hash, session.save.meta, session.save.node_count()) == before
    assert [message.content for message in session.plan("x").messages] == request


async def test_the_difference_names_what_came_went_and_changed(tmp_path: Path) -> None:
    narrator = telling(Turn(text="One."), Turn(calls=[moves("market")]), Turn(text="Noise."))
    session = new_session(tmp_path, narrator)
    assert plan_difference(session, session.plan("x")) is None
    await played(session.play("hello"))
    await played(session.play("to the market"))
    plan = session.plan("next")
    found = plan_difference(session, plan)
    assert found is not None
    before = previous_plan(session)
    assert before is not None
    assert found["tokens"] == plan.total - before.total
    assert "frame.place.market" in {row["id"] for row in found["added"]}
    assert "frame.place.quay" in {row["id"] for row in found["removed"]}
    assert "tail" in {row["id"] for row in found["changed"]}
    assert found["prefix"]["shared"] > 0
    assert found["settings_changed"] is False
    lines = list(difference_lines(found, "en"))
    assert any(line.strip().startswith("+ frame.place.market") for line in lines)


async def test_other_settings_than_last_time_are_said(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(Turn(text="One.")))
    await played(session.play("hello"))
    session.set_setting("session.note", "Rain.")
    found = plan_difference(session, session.plan("next"))
    assert found is not None
    assert found["settings_changed"] is True


async def test_an_unanswered_message_is_compared_with_the_turn_before_it(tmp_path: Path) -> None:
    from rpg.narrator.protocol import Failure

    session = new_session(tmp_path, telling(Turn(text="One."), Turn(error=Failure.OVERLOADED)))
    await played(session.play("hello"))
    first = previous_plan(session)
    await played(session.play("again"))
    second = previous_plan(session)
    assert first is not None
    assert second is not None
    assert [message.content for message in first.messages] == [message.content for message in second.messages]


def cost(turn: int, planned: int, spent: Spent, start: int = 2, price: float | None = None) -> TurnCost:
    return TurnCost(turn, turn, "m", planned, 8000, start, spent, price)


@pytest.mark.parametrize(
    ("planned", "spent", "shown"),
    [
        (0, Spent(), "·" * 8),
        (8000, Spent(8000, 8000), "█" * 8),
        (8000, Spent(8000, 0), "▒" * 8),
        (4000, Spent(4000, 2000), "██▒▒····"),
        (1, Spent(1, 0), "▒·······"),
        (20_000, Spent(20_000, 10_000), "████▒▒▒▒"),
    ],
)
def test_the_bar_is_full_at_the_window(planned: int, spent: Spent, shown: str) -> None:
    assert bar(cost(1, planned, spent), 8) == shown


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_chart_is_aligned_and_marks_cuts(language: str) -> None:
    turns = (
        cost(9, 1000, Spent(1000, 900, 50, 1)),
        cost(10, 2000, Spent(120_000, 110_000, 1050, 2), 2),
        cost(11, 900, Spent(900, 100, 5, 1), 12, 0.5),
    )
    legend, *lines = chart_lines(turns, language)
    assert CUT in legend
    assert [CUT in line for line in lines] == [False, False, True]
    assert lines[0].index("█") == lines[1].index("█") == lines[2].index("▒")
    widths = {
        cell_width(line.replace(CUT, " ").removesuffix(", 0.5000").removesuffix("，0.5000")) for line in lines
    }
    assert len(widths) == 1
    assert lines[2].endswith("0.5000")
    assert all(len(bar(turn)) == BAR_CELLS for turn in turns)
    assert list(chart_lines((), language)) != []
