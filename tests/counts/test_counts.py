"""The counts of a turn: one notification for each question, and no panel that loses its picture."""

from __future__ import annotations

from statistics import median
from typing import Any

import pytest

from bot.fake_discord.model.events import GatewayEvent
from tests.discovered import list_shipped_games, pick_game

from .count import EventCounter, count_game, find_percentile_90
from .presses import count_menu_presses

TURNS = 10
"""Turns of a game that are counted before a release."""
FEW_TURNS = 4


@pytest.mark.parametrize("game_id", ["meadow", "flotsam"])
async def test_a_few_turns_by_clicks(game_id: str) -> None:
    counts = await count_game(game_id, 2, 1, turns=3 if game_id == "meadow" else None)
    assert counts.bare_edits == 0
    assert counts.notifications == counts.notified_questions > 0, "one call for each question"
    assert counts.posts <= 2 * (sum(counts.answers) + counts.answers_off_turn) + 4, (
        "what happened, and the card that calls"
    )
    assert sum(counts.answers) + counts.answers_off_turn > 0


@pytest.mark.release
async def test_same_seed_is_the_same_game() -> None:
    first, again = await count_game("flotsam", 2, 1, 4), await count_game("flotsam", 2, 1, 4)
    assert (first.answers_off_turn, first.presses_off_turn) == (again.answers_off_turn, again.presses_off_turn)


@pytest.mark.release
async def test_presses_are_the_same_without_drawing() -> None:
    drawn, plain = await count_game("flotsam", 2, 1, 2), await count_game("flotsam", 2, 1, 2, plain=True)
    assert (drawn.presses, drawn.answers) == (plain.presses, plain.answers)


@pytest.mark.release
async def test_stars_save_presses() -> None:
    game = pick_game(2)
    plain, starred = await count_game(game, 2, 1, 3), await count_game(game, 2, 1, 3, follows_stars=True)
    assert max(starred.presses) <= 7 and sum(starred.presses) < sum(plain.presses)


@pytest.mark.release  # half a minute for each
@pytest.mark.parametrize("game_id", list_shipped_games())
async def test_a_turn_with_stars_costs_few_presses(game_id: str) -> None:
    """At most 4 presses in the median, and 7 in nine of ten turns (docs/performance.md, which has other seeds, too)."""
    counts = await count_game(game_id, _choose_seats(game_id), 2, TURNS, follows_stars=True, has_aids=True, plain=True)
    assert median(counts.presses) <= 4 and find_percentile_90(counts.presses) <= 7, counts.presses


@pytest.mark.release
@pytest.mark.parametrize(("has_aids", "limit"), [(False, 2), (True, 4)], ids=["without stars", "stars ignored"])
@pytest.mark.parametrize("game_id", list_shipped_games())
async def test_a_turn_without_stars_costs_few_presses_beyond_its_answers(
    game_id: str, has_aids: bool, limit: int
) -> None:
    """At most 2 in the median. Readers who see stars and do not follow them read menus with words, which cost more."""
    counts = await count_game(game_id, _choose_seats(game_id), 1, FEW_TURNS, has_aids=has_aids, plain=True)
    beyond = [presses - answers for presses, answers in zip(counts.presses, counts.answers, strict=True)]
    assert median(beyond) <= limit, beyond


def _choose_seats(game_id: str) -> int:
    """Return three seats, or the number next to it."""
    return min(list_shipped_games()[game_id].seat_counts, key=lambda count: abs(count - 3))


def test_menu_of_several_is_also_closed() -> None:
    """Discord sends the choices of such a menu when it is closed (decision 054)."""
    one, several = {"max_values": 1}, {"max_values": 3}
    assert count_menu_presses(one, ["a"]) == count_menu_presses({}, ["a"]) == 2
    assert count_menu_presses(several, ["a"]) == 3 and count_menu_presses(several, ["a", "b"]) == 4


def test_removed_picture_is_detected() -> None:
    """Once and again, on a card, and on a panel that never gets one; a turn's post is in words."""
    gallery = {"type": 12, "items": [{"media": {"url": "x"}}]}
    question = {"type": 1, "components": [{"type": 2, "custom_id": "p:1.0.1.0.0fa3c1:details:0."}]}
    card = {"type": 1, "components": [{"type": 2, "custom_id": "t:1.0fa3c1:changed"}]}

    def count_bare(*states: list[dict[str, Any]], reader: str | None = "7") -> int:
        watch = EventCounter()
        for components in states:
            message = {"id": "1", "mentions": [], "components": components, "flags": 1 << 15}
            watch.count_event(GatewayEvent("MESSAGE_UPDATE", message, only_user_id=reader))
        return watch.bare_count

    whole = [gallery, question]
    assert count_bare(whole, whole) == 0
    assert count_bare(whole, [question], [question], whole) == 2
    assert count_bare([question]) == 1 and count_bare([question], whole) == 0, "it may follow"
    assert count_bare([gallery, card], [card], reader=None) == 1
    assert count_bare([gallery, card], [], reader=None) == 0
