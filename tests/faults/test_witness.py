"""The bookkeeping of the fault run: it takes what is right, and notices what it is there for."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.discord_ui.card.page import card
from bot.discord_ui.page.layout import Page, sheet
from bot.discord_ui.panel.page import panel
from bot.discord_ui.text.voice import Voice
from bot.standin import StandIn, World
from bot.standin.model import components as c
from bot.standin.model.events import Event
from engines.kernel import Decision, Rng, Seat, random_answer
from tests.fleet import Fleet

from .channel import Channel
from .shadow import BACK, Press, Shadow
from .witness import IN_FULL, Witness

EN = Voice(("en",))


@pytest.fixture
async def shadow(tmp_path: Path) -> Shadow:
    """A game of Flotsam that has just begun: seat 0 is asked to raise two prices, then to confirm, then all bid."""
    found: list[Shadow] = []
    fleet = Fleet(StandIn(World(), validate=False), tmp_path / "one.db")
    await fleet.fill(["flotsam"], 1, steps=0, watch=lambda live, decision: found.append(Shadow.begin(live, 0)))
    return found[0]


NEW = itertools.count(1)


def press(shadow: Shadow, seat: Seat, *keys: str) -> Press:
    ref, interaction = shadow.ref(seat), next(NEW)
    assert ref is not None
    return Press(interaction, ref, keys, interaction)


def carried_on(shadow: Shadow, *presses: Press) -> Shadow:
    other = shadow.twin()
    for one in presses:
        other.do(one)
    return other


def shown(shadow: Shadow, seat: Seat) -> dict[str, Any]:
    """The panel as the bot would show it."""
    return message(panel(shadow.page(), seat, EN))


def message(page: Page, *rings: int, private: bool = False) -> dict[str, Any]:
    flags = c.IS_EPHEMERAL if private else 0
    mentions = [{"id": str(person)} for person in rings]
    parts = sheet(page).to_components()  # type: ignore[no-untyped-call]
    return {"components": parts, "flags": flags, "mentions": mentions}


# ---------------------------------------------------------------------- what people see


def test_an_answer_that_shows_the_next_question_is_right(shadow: Shadow) -> None:
    witness, answer = Witness(1, [shadow.twin()]), press(shadow, 0, "raise:tea", "raise:silk")
    after = carried_on(shadow, answer)
    witness.answered(answer, shown(after, 0))
    witness.saw(0, shown(after, 0), "en")
    witness.at_rest(after.identity)
    assert witness.wrong == [] and witness.world.identity == after.identity


def test_what_was_done_may_stand_above_a_question_but_nothing_else(shadow: Shadow) -> None:
    after = carried_on(shadow, press(shadow, 0, "raise:tea", "raise:silk"))
    after = carried_on(after, press(after, 0, "yes"))
    told = after.lines(1)
    for since, right in ((told[-1:], True), (told[-2:], True), ([replace(told[-1], events=told[0].events)], False)):
        witness = Witness(1, [after.twin()], looks=IN_FULL)
        witness.saw(1, message(panel(after.page(), 1, EN, since=since)), "en")
        assert (witness.wrong == []) is right, witness.wrong


def test_an_answer_that_is_applied_twice_is_noticed(shadow: Shadow) -> None:
    answer = press(shadow, 0, "raise:tea", "raise:silk")
    once = carried_on(shadow, answer)
    twice = carried_on(once, press(once, 0, "yes"))
    witness = Witness(1, [shadow.twin()])
    witness.answered(answer, shown(twice, 0))
    assert len(witness.wrong) == 1 and witness.wrong[0].startswith("answer: ")


def test_nobody_knows_what_became_of_a_press_without_an_answer_until_somebody_looks(shadow: Shadow) -> None:
    answer = press(shadow, 0, "raise:tea", "raise:silk")
    for became in (shadow, carried_on(shadow, answer)):
        witness = Witness(1, [shadow.twin()])
        witness.unknown(answer)
        witness.saw(0, shown(became, 0), "en")
        assert witness.wrong == [] and [world.identity for world in witness.worlds] == [became.identity]


def test_it_may_also_come_through_later_but_not_after_a_kill(shadow: Shadow) -> None:
    answer = press(shadow, 0, "raise:tea", "raise:silk")
    after = carried_on(shadow, answer)
    witness = Witness(1, [shadow.twin()])
    witness.unknown(answer)
    witness.saw(0, shown(shadow, 0), "en")
    witness.saw(0, shown(after, 0), "en")
    assert witness.wrong == []
    witness = Witness(1, [shadow.twin()])
    witness.unknown(answer)
    witness.at_rest(shadow.identity)
    witness.saw(0, shown(after, 0), "en")
    assert len(witness.wrong) == 1


@pytest.mark.parametrize("twice", [True, False])
def test_a_press_that_came_twice_may_be_called_late_because_of_itself(shadow: Shadow, twice: bool) -> None:
    answer = replace(press(shadow, 0, "raise:tea", "raise:silk"), twice=twice)
    after = carried_on(shadow, answer)
    witness = Witness(1, [shadow.twin()])
    witness.unknown(answer)
    witness.refused(answer, shown(after, 0))
    assert (witness.wrong == []) is twice


def test_so_may_one_that_others_still_think_about(shadow: Shadow) -> None:
    shadow.do(press(shadow, 0, "raise:tea", "raise:silk"))
    shadow.do(press(shadow, 0, "yes"))
    bid = replace(press(shadow, 0, "bid:1"), twice=True)
    after = carried_on(shadow, bid)
    assert after.ref(0) == bid.ref
    witness = Witness(1, [shadow.twin()])
    witness.unknown(bid)
    witness.refused(bid, shown(after, 0))
    assert witness.wrong == [] and witness.world.identity == after.identity


def test_an_answer_that_others_do_not_know_yet_is_changed_by_another_press_only(shadow: Shadow) -> None:
    shadow.do(press(shadow, 0, "raise:tea", "raise:silk"))
    shadow.do(press(shadow, 0, "yes"))
    bid = press(shadow, 0, "bid:1")
    after = carried_on(shadow, bid)
    assert not after.allows(bid) and after.allows(press(after, 0, "bid:1"))
    witness = Witness(1, [shadow.twin()])
    witness.unknown(bid)
    witness.stands((*after.identity, after.identity[-1]))
    assert witness.wrong


def test_a_press_that_is_heard_late_is_waited_for_while_the_bot_lives(shadow: Shadow) -> None:
    answer = press(shadow, 0, "raise:tea", "raise:silk")
    after = carried_on(shadow, answer)
    witness = Witness(1, [shadow.twin()])
    witness.unknown(answer)
    witness.stands(shadow.identity)
    witness.stands(after.identity)
    assert witness.wrong == []
    witness.stands(shadow.identity)
    assert witness.wrong and witness.is_done


@pytest.mark.parametrize("lost", [True, False], ids=["lost", "doubled"])
def test_a_database_that_lacks_or_doubles_what_was_acknowledged_is_noticed(shadow: Shadow, lost: bool) -> None:
    answer = press(shadow, 0, "raise:tea", "raise:silk")
    after = carried_on(shadow, answer)
    witness = Witness(1, [after])
    witness.at_rest(shadow.identity if lost else (*after.identity, after.identity[-1]))
    assert len(witness.wrong) == 1 and witness.wrong[0].startswith("database: ")


def test_a_step_back_that_was_not_stored_is_noticed(shadow: Shadow) -> None:
    answer = press(shadow, 0, "raise:tea", "raise:silk")
    after = carried_on(shadow, answer)
    taken_back = carried_on(after, press(after, 0, BACK))
    witness = Witness(1, [taken_back])
    witness.at_rest(after.identity)
    assert len(witness.wrong) == 1 and "1" in witness.wrong[0]
    assert taken_back.ref(0) != shadow.ref(0)  # what was called before the step back is another question


def test_a_panel_of_another_seat_and_one_in_other_words_are_noticed(shadow: Shadow) -> None:
    witness = Witness(1, [shadow.twin()])
    witness.saw(0, shown(shadow, 1), "en")
    other = shown(shadow, 0)
    other["components"][0]["components"][0]["content"] += " (you would win)"
    witness.looks = 0  # the next one is compared letter by letter
    witness.saw(0, other, "en")
    assert len(witness.wrong) == 2


def test_a_last_press_of_which_nothing_is_known_keeps_nobody_waiting(shadow: Shadow) -> None:
    ended, rng = shadow.twin(), Rng(bytes(32))
    at = 0
    while not ended.over:
        at += 1
        seat = ended.waiting[0]
        prompt = ended.match.prompt(seat)
        assert prompt is not None
        ended.decide(Decision(ended.match.step, seat, random_answer(ended.match, prompt, rng)), at)
    witness = Witness(1, [ended])
    witness.unknown(press(shadow, 0, "bid:1"))
    assert witness.has_ended and not witness.is_done
    assert not Witness(1, [shadow.twin()]).has_ended


def test_how_names_are_read_is_told_to_those_who_meet_them_first(shadow: Shadow) -> None:
    witness = Witness(1, [shadow.twin()])
    told = shown(shadow, 0)
    told["components"][0]["components"][0]["content"] += "\n-# 読み方：Mohan Lal＝モーハン・ラール"
    witness.saw(0, told, "en")
    assert witness.wrong == []


# ---------------------------------------------------------------------- what everybody reads


@pytest.fixture
def later(shadow: Shadow) -> Shadow:
    """The same game some turns on, in seat 0's third bid or so."""
    rng = Rng(bytes(32))
    for at in range(1, 40):
        seat = shadow.waiting[0]
        prompt = shadow.match.prompt(seat)
        assert prompt is not None
        shadow.decide(Decision(shadow.match.step, seat, random_answer(shadow.match, prompt, rng)), at)
    return shadow


def channel_of(shadow: Shadow) -> Channel:
    return Channel(1, "c0ffee", {str(seated.person): seated.seat for seated in shadow.look.seats})


def posted(shadow: Shadow, channel: Channel) -> list[dict[str, Any]]:
    """A channel in which all is right."""
    posts = [message(Page(("the beginning c0ffee",))), *(message(Page((text,))) for text in shadow.turns())]
    posts.append(message(card(shadow.page(), (), EN)))
    for post in posts:
        channel.hear(Event("MESSAGE_CREATE", post), 0)
    for call in shadow.calls:
        ring(channel, shadow, call.seat, call.at)
    return posts


def ring(channel: Channel, shadow: Shadow, seat: Seat, at: int) -> None:
    person = shadow.look.seats[seat].person
    assert person is not None
    channel.hear(Event("MESSAGE_CREATE", message(card(shadow.page(), (), EN), person)), at)


def wrong(shadow: Shadow, channel: Channel, posts: list[dict[str, Any]]) -> list[str]:
    return channel.told(shadow, posts) + channel.card(shadow, posts) + channel.calls(shadow, posts)


def test_a_channel_in_which_all_is_right(later: Shadow) -> None:
    channel = channel_of(later)
    assert len(later.turns()) > 3
    assert wrong(later, channel, posted(later, channel)) == []


Change = Callable[[list[dict[str, Any]]], object]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda posts: posts.pop(2), "says"),
        (lambda posts: posts.pop(-2), "turns are told of"),
        (lambda posts: posts.insert(2, posts[2]), "says"),
        (lambda posts: posts.insert(-1, posts[-2]), "too many"),
        (lambda posts: posts.insert(1, posts.pop(2)), "says"),
        (lambda posts: posts.pop(0), "beginning"),
        (lambda posts: posts.pop(), "0 living cards"),
        (lambda posts: posts.append(posts[-1]), "2 living cards"),
    ],
    ids=["missing", "the last missing", "doubled", "the last doubled", "order", "beginning", "no card", "two cards"],
)
def test_posts_that_are_wrong_are_noticed(later: Shadow, change: Change, fault: str) -> None:
    channel = channel_of(later)
    posts = posted(later, channel)
    change(posts)
    assert any(fault in text for text in wrong(later, channel, posts))


def test_a_post_that_was_made_twice_and_deleted_once_is_noticed(later: Shadow) -> None:
    channel = channel_of(later)
    posts = posted(later, channel)
    channel.hear(Event("MESSAGE_CREATE", posts[1]), 0)
    assert any("posts were made" in text for text in wrong(later, channel, posts))


def test_a_card_of_before_is_noticed(shadow: Shadow) -> None:
    channel = channel_of(shadow)
    posts = posted(shadow, channel)
    shadow.do(press(shadow, 0, "raise:tea", "raise:silk"))
    shadow.do(press(shadow, 0, "yes"))
    assert any("the card says" in text for text in channel.card(shadow, posts))


def test_a_call_that_is_missing_doubled_to_somebody_else_or_stays_is_noticed(later: Shadow) -> None:
    seat = later.waiting[0]
    missing = channel_of(later)
    posts = posted(later, missing)
    missing.rings = [one for one in missing.rings if one.seat != seat]
    assert any("was not called" in text for text in wrong(later, missing, posts))

    doubled = channel_of(later)
    posts = posted(later, doubled)
    ring(doubled, later, seat, 100)
    assert any("rung without" in text for text in wrong(later, doubled, posts))

    stranger = channel_of(later)
    posts = posted(later, stranger)
    stranger.hear(Event("MESSAGE_CREATE", message(card(later.page(), (), EN), 1)), 100)
    assert any("seat -1 was rung" in text for text in wrong(later, stranger, posts))

    stays = channel_of(later)
    posts = posted(later, stays)
    other = next(seated.person for seated in later.look.seats if seated.seat not in later.waiting)
    play = message(card(later.page(), (), EN), other or 0)
    play["components"][0]["components"] = [
        part for part in play["components"][0]["components"] if "changed" not in str(part)
    ] + [{"type": 1, "components": [{"type": 2, "custom_id": "t:1:play", "label": "Play"}]}]
    assert any("stands there" in text for text in stays.calls(later, [*posts, play]))
