"""The checks of the posts in a channel accept correct behaviour and notice every kind of problem."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.discord_ui.card.page import build_card
from bot.discord_ui.page.pages import Page
from bot.fake_discord.model.events import GatewayEvent
from engines.kernel import Decision, Rng, Seat, pick_random_answer

from .channel import ChannelObserver
from .conftest import EN, build_press, render_message
from .shadow import ShadowTable

Change = Callable[[list[dict[str, Any]]], object]


@pytest.fixture
def later(shadow: ShadowTable) -> ShadowTable:
    """The same game 39 decisions later."""
    rng = Rng(bytes(32))
    for event_number in range(1, 40):
        seat = shadow.waiting[0]
        prompt = shadow.match.find_prompt(seat)
        assert prompt is not None
        shadow.apply_decision(
            Decision(shadow.match.step, seat, pick_random_answer(shadow.match, prompt, rng)), event_number
        )
    return shadow


def build_channel(shadow: ShadowTable) -> ChannelObserver:
    return ChannelObserver(1, "c0ffee", {str(seated.person): seated.seat for seated in shadow.table.seats})


def fill_channel(shadow: ShadowTable, channel: ChannelObserver) -> list[dict[str, Any]]:
    """Record correct posts and notifications in the channel; return the posts."""
    posts = [
        render_message(Page(("the beginning c0ffee",))),
        *(render_message(Page((text,))) for text in shadow.build_turn_texts()),
    ]
    posts.append(render_message(build_card(shadow.refresh_table(), (), EN)))
    for post in posts:
        channel.record_message(GatewayEvent("MESSAGE_CREATE", post), 0)
    for call in shadow.notifications:
        notify_seat(channel, shadow, call.seat, call.event_number)
    return posts


def notify_seat(channel: ChannelObserver, shadow: ShadowTable, seat: Seat, event_number: int) -> None:
    person = shadow.table.seats[seat].person
    assert person is not None
    channel.record_message(
        GatewayEvent("MESSAGE_CREATE", render_message(build_card(shadow.refresh_table(), (), EN), person)), event_number
    )


def list_problems(shadow: ShadowTable, channel: ChannelObserver, posts: list[dict[str, Any]]) -> list[str]:
    return (
        channel.check_posts(shadow, posts)
        + channel.check_card(shadow, posts)
        + channel.check_notifications(shadow, posts)
    )


def test_correct_channel_has_no_problems(later: ShadowTable) -> None:
    channel = build_channel(later)
    assert len(later.build_turn_texts()) > 3
    assert list_problems(later, channel, fill_channel(later, channel)) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda posts: posts.pop(2), "says"),
        (lambda posts: posts.pop(-2), "turns were posted of"),
        (lambda posts: posts.insert(2, posts[2]), "says"),
        (lambda posts: posts.insert(-1, posts[-2]), "too many"),
        (lambda posts: posts.insert(1, posts.pop(2)), "says"),
        (lambda posts: posts.pop(0), "beginning"),
        (lambda posts: posts.pop(), "0 living cards"),
        (lambda posts: posts.append(posts[-1]), "2 living cards"),
    ],
    ids=["missing", "the last missing", "doubled", "the last doubled", "order", "beginning", "no card", "two cards"],
)
def test_wrong_posts_are_noticed(later: ShadowTable, change: Change, fault: str) -> None:
    channel = build_channel(later)
    posts = fill_channel(later, channel)
    change(posts)
    assert any(fault in text for text in list_problems(later, channel, posts))


def test_doubled_post_deleted_once_is_noticed(later: ShadowTable) -> None:
    channel = build_channel(later)
    posts = fill_channel(later, channel)
    channel.record_message(GatewayEvent("MESSAGE_CREATE", {**posts[1], "id": "doubled"}), 0)
    assert any("posts were made" in text for text in list_problems(later, channel, posts))


@pytest.mark.parametrize("is_doubled", [False, True])
def test_card_that_became_a_post_counts_once(later: ShadowTable, is_doubled: bool) -> None:
    channel = build_channel(later)
    posts = fill_channel(later, channel)
    card = render_message(build_card(later.refresh_table(), (), EN))
    channel.post_ids.discard(posts[-2]["id"])
    channel.record_message(GatewayEvent("MESSAGE_CREATE", card), 0)
    channel.record_edit(GatewayEvent("MESSAGE_UPDATE", {**posts[-2], "id": card["id"]}))
    if is_doubled:
        channel.record_message(GatewayEvent("MESSAGE_CREATE", {**posts[-2], "id": "doubled"}), 0)
    assert bool(list_problems(later, channel, posts)) == is_doubled


def test_outdated_card_is_noticed(shadow: ShadowTable) -> None:
    channel = build_channel(shadow)
    posts = fill_channel(shadow, channel)
    shadow.apply_press(build_press(shadow, 0, "raise:tea", "raise:silk"))
    shadow.apply_press(build_press(shadow, 0, "yes"))
    assert any("the card says" in text for text in channel.check_card(shadow, posts))


def test_call_that_stays_plain_is_noticed(later: ShadowTable) -> None:
    channel = build_channel(later)
    posts = fill_channel(later, channel)
    call = {"id": "call", "content": "<@1> Your turn", "flags": 0, "mentions": [], "components": []}
    assert any("did not become its page" in text for text in list_problems(later, channel, [*posts, call]))


def test_wrong_notifications_are_noticed(later: ShadowTable) -> None:
    seat = later.waiting[0]
    missing = build_channel(later)
    posts = fill_channel(later, missing)
    missing.notifications = [notification for notification in missing.notifications if notification.seat != seat]
    assert any("was not called" in text for text in list_problems(later, missing, posts))

    doubled = build_channel(later)
    posts = fill_channel(later, doubled)
    notify_seat(doubled, later, seat, 100)
    assert any("rung without" in text for text in list_problems(later, doubled, posts))

    stranger = build_channel(later)
    posts = fill_channel(later, stranger)
    stranger.record_message(
        GatewayEvent("MESSAGE_CREATE", render_message(build_card(later.refresh_table(), (), EN), 1)), 100
    )
    assert any("seat -1 was rung" in text for text in list_problems(later, stranger, posts))

    remaining = build_channel(later)
    posts = fill_channel(later, remaining)
    other = next(seated.person for seated in later.table.seats if seated.seat not in later.waiting)
    play = render_message(build_card(later.refresh_table(), (), EN), other or 0)
    play["components"][0]["components"] = [
        part for part in play["components"][0]["components"] if "changed" not in str(part)
    ] + [{"type": 1, "components": [{"type": 2, "custom_id": "t:1:play", "label": "Play"}]}]
    assert any("stands there" in text for text in remaining.check_notifications(later, [*posts, play]))
