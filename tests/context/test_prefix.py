"""What requests share from the start: the goals of the prefix benchmark on a small campaign, and the counting."""

from __future__ import annotations

from statistics import mean, median

import pytest

from rpg.context.plan import plan
from rpg.context.prefix import common_length, shared_with, shared_with_record
from rpg.context.record import record_from_document
from rpg.runtime.edits import MovePlayer
from tests.context.campaign import Campaign, as_bytes, run
from tests.context.stories import begin, letters, prose, world_of


@pytest.fixture(scope="module")
def campaigns() -> list[Campaign]:
    """Sheets of 350 and 600 tokens, replies of 225, inputs of 15, a cast that changes on 16 % of turns."""
    made = []
    for seed in range(3):
        *_, (campaign, _) = run(seed, 80)
        made.append(campaign)
    return made


def test_most_of_every_request_was_sent_before(campaigns):
    assert mean(campaign.whole() for campaign in campaigns) >= 0.86
    assert min(campaign.median() for campaign in campaigns) >= 0.95


def test_a_move_reads_again_what_came_since_the_arrival_and_no_more(campaigns):
    shares = [sent.share for campaign in campaigns for sent in campaign.sent if sent.kind == "move"]
    assert median(shares) >= 0.5


def test_a_follow_up_request_adds_to_the_request_before_it(campaigns):
    assert mean(campaign.of("follow") for campaign in campaigns) >= 0.85


def test_the_cost_is_well_below_a_layout_that_reads_everything_again(campaigns):
    for campaign in campaigns:
        everything = sum(len(sent.text) for sent in campaign.sent) / 4
        assert campaign.cost(0.1) <= 0.3 * everything


def test_a_dwelling_turn_reads_again_only_the_tail(campaigns):
    for campaign in campaigns:
        for before, sent in zip(campaign.sent, campaign.sent[1:], strict=False):
            calm = sent.kind == "first" and before.kind == "first" and not sent.plan.history.moved
            same = {(b.kind, b.owner, b.at) for b in before.plan.blocks} <= {
                (b.kind, b.owner, b.at) for b in sent.plan.blocks
            }
            if calm and same:
                found = shared_with(before.plan.sections, sent.plan.sections)
                fresh = [p for p in sent.plan.sections if p.at >= before.plan.inputs.log.count + 1]
                tail = sum(p.tokens for p in sent.plan.sections if p.place in ("tail", "input"))
                assert found.total - found.tokens <= sum(p.tokens for p in fresh) + tail


def test_a_retry_sends_the_same_bytes():
    played = begin(world_of(3, 3), 8000)
    played.turn("a", "b")
    inputs = played.inputs("c")
    assert as_bytes(plan(inputs)) == as_bytes(plan(inputs))


def test_the_record_tells_the_same_story_as_the_plan():
    """Counting from the record gives whole sections; from the plan, into the first that differs."""
    *_, (_, played) = run(3, 60, window=7000, place_tokens=100, person_tokens=100)
    before = played.turn("one", prose("r", 40), [MovePlayer("place1", "model")])
    now = plan(played.inputs("two"))
    exact = shared_with(before.sections, now.sections)
    record = record_from_document(before.record)
    assert record is not None
    told = shared_with_record(record, now.history.first - 1, now.sections)
    assert told.differs == exact.differs
    assert told.tokens <= exact.tokens <= told.tokens + max(part.tokens for part in now.sections)


def test_every_turn_of_a_campaign_is_told_alike_by_plan_and_record():
    before = None
    for campaign, _ in run(5, 40, window=6500, place_tokens=80, person_tokens=80):
        last = campaign.sent[-1].plan
        if before is not None and not before.inputs.settings.isolated:
            first = next(sent.plan for sent in reversed(campaign.sent) if sent.kind != "follow")
            record = record_from_document(first.inputs.last_record)
            assert record is not None
            told = shared_with_record(record, first.history.first - 1, first.sections)
            exact = shared_with(before.sections, first.sections)
            if not before.inputs.log.count + 1 < record.message:
                assert told.differs in (exact.differs, "input", f"message.{record.message}")
        before = last


def test_sections_are_compared_in_order_and_into_the_first_difference():
    from rpg.context.sections import section

    def part(id, text):
        return section(letters, id, "log", "user", text)

    old = [part("a", "x" * 40), part("b", "yyyy" * 10)]
    new = [part("a", "x" * 40), part("b", "yyyy" * 5 + "zzzz" * 5), part("c", "w" * 40)]
    found = shared_with(old, new)
    assert (found.tokens, found.total, found.differs) == (15, 30, "b")
    assert found.share == 0.5
    assert shared_with(old, old).differs == ""
    assert shared_with([], new).tokens == 0


@pytest.mark.parametrize(
    ("one", "other", "length"),
    [("", "a", 0), ("abc", "abd", 2), ("abc", "abc", 3), ("abc", "ab", 2), ("xbc", "abc", 0)],
)
def test_the_common_beginning_of_texts(one, other, length):
    assert common_length(one, other) == length
