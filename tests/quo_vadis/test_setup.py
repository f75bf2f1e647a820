"""R5 The set-up and R4 its options, played through the Match."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engines.kernel import Decision, Match, Rng, Seat, random_answer
from engines.quo_vadis import GAME
from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.moment import moment, seat_colors
from engines.quo_vadis.questions import ChooseArea, Cubes, DraftPick, PickBasic, PickRace
from engines.quo_vadis.table.state import State


def start(seats: int = 3, number: int = 0, **options: str) -> Match[State]:
    return Match.start(GAME, GAME.setup(seats, (), options), bytes([number]) * 32)


def answer(match: Match[State], seat: Seat, *keys: str) -> None:
    match.apply(Decision(match.step, seat, keys))


def silent(match: Match[State]) -> None:
    """The first seat that is asked lets its time run out."""
    seat = match.waiting[0]
    prompt = match.prompt(seat)
    assert prompt is not None and prompt.silence is not None
    answer(match, seat, *prompt.silence)


def until(match: Match[State], about: type) -> Match[State]:
    while not (match.ask and isinstance(match.ask.prompts[0].about, about)):
        silent(match)
    return match


def test_r5_2_random_races_are_different() -> None:
    found = {tuple(player.race for player in start(5, n).state.players) for n in range(10)}
    assert len(found) > 5 and all(len(set(races)) == 5 for races in found)


def test_r5_2_races_picked_in_the_order_of_seats_and_the_colour_follows() -> None:
    match = start(3, race_selection="pick_in_seat_order")
    assert match.waiting == (0,) and isinstance(match.ask.prompts[0].about, PickRace)  # type: ignore[union-attr]
    assert seat_colors(match.view(None)) == (None, None, None)
    answer(match, 0, "race:mystic")
    assert match.waiting == (1,) and "race:mystic" not in [o.key for o in match.prompt(1).options]  # type: ignore[union-attr]
    answer(match, 1, "race:gigant")
    answer(match, 2, "race:glorious")
    assert seat_colors(match.view(None)) == ("white", "grey", "green")
    assert match.state.phase == "draft"


def test_r5_3_draft_six_picks_to_the_left() -> None:
    match = start(3)
    packs = [list(player.offer) for player in match.state.players]
    for seat in range(3):
        prompt = match.prompt(seat)
        assert prompt is not None and prompt.about == DraftPick(1, 6)
        answer(match, seat, f"keep:{packs[seat][0].lower()}")
    for seat in range(3):
        assert match.state.players[seat].offer == packs[seat - 1][1:]
    until(match, Cubes)
    assert all(len(player.kept) == 6 and not player.offer for player in match.state.players)
    assert len(match.state.boxed) == 30 - 18 and match.step == 5  # the sixth pick answered itself


def test_r5_3_dealt_without_a_draft() -> None:
    match = start(4, skill_draft="deal")
    assert isinstance(match.ask.prompts[0].about, Cubes)  # type: ignore[union-attr]
    assert all(len(player.kept) == 6 for player in match.state.players)


def test_r5_3_what_was_passed_on_is_known() -> None:
    """With three players the pack comes back at the fourth pick: what is missing lies with the two others."""
    match = start(3)
    first = list(match.state.players[0].offer)
    seen = match.state.seen
    for _ in range(3):
        for seat in match.waiting:
            pack = match.state.players[seat].offer
            answer(match, seat, f"keep:{pack[0].lower()}")
    back = match.state.players[0].offer
    assert set(back) < set(first) and len(back) == 3
    gone = [skill for skill in first[1:] if skill not in back]
    for skill in gone:
        assert not seen.may(0, skill, "box") and not seen.may(0, skill, "pick:0:2")
        assert seen.may(0, skill, "pick:1:2") or seen.may(0, skill, "pick:2:3")
    for n in range(20):
        world = match.world(0, Rng(bytes([n]) * 32)).state
        assert world.players[0].offer == back
        others = {*world.players[1].kept.values(), *world.players[2].kept.values()}
        assert set(gone) <= others


def test_r5_4_and_r5_5_hands_and_start_player() -> None:
    match = until(start(5), Cubes)
    assert all(len(player.hand) == 4 for player in match.state.players)
    assert len(match.state.deck.cards) == 80 and match.state.markers == ["free", "free"]
    assert {until(start(3, n), Cubes).state.first for n in range(12)} == {0, 1, 2}


def test_r5_6_cubes_in_turn_order() -> None:
    match = until(start(5), Cubes)
    first = match.state.first
    for place, total in enumerate((7, 7, 6, 6, 5)):
        seat = (first + place) % 5
        assert match.waiting == (seat,) and match.prompt(seat).about == Cubes("food", total)  # type: ignore[union-attr]
        assert [option.value for option in match.prompt(seat).options] == list(range(min(6, total) + 1))  # type: ignore[union-attr]
        silent(match)
        assert match.waiting == (seat,)
        silent(match)  # two answers place all of them: the last resource takes the rest
        stock = match.state.players[seat].stock
        assert sum(stock.values()) == total and max(stock.values()) - min(stock.values()) <= 1
    assert isinstance(match.ask.prompts[0].about, PickBasic)  # type: ignore[union-attr]


def test_r5_6_the_custom_side_limits_the_cubes() -> None:
    match = until(start(5, board_side="custom"), Cubes)
    seat = match.waiting[0]
    race = CONTENT.races[match.state.players[seat].race or "gigant"]
    most = race.custom_max
    assert [option.value for option in match.prompt(seat).options] == list(range(min(7, most.food) + 1))  # type: ignore[union-attr]
    answer(match, seat, "cube:food:0")
    morale = list(range(7 - most.faith if most.faith < 7 else 0, min(7, most.morale) + 1))
    assert [option.value for option in match.prompt(seat).options] == morale  # type: ignore[union-attr]
    answer(match, seat, f"cube:morale:{morale[0]}")
    assert match.state.players[seat].stock == {"morale": morale[0], "food": 0, "faith": 7 - morale[0]}


def test_r5_7_basic_skills_revealed_together() -> None:
    match = until(start(3), PickBasic)
    assert match.waiting == (0, 1, 2)
    for seat in range(3):
        race = CONTENT.races[match.state.players[seat].race or "gigant"]
        prompt = match.prompt(seat)
        assert prompt is not None and prompt.silence == (f"basic:{race.recommended.lower()}",)
        assert all(not player.skills for player in match.state.players)
        answer(match, seat, f"basic:{race.basic[1].lower()}")
    assert [player.skills for player in match.state.players] == [
        [CONTENT.races[player.race or "gigant"].basic[1]] for player in match.state.players
    ]


def test_r5_7_recommended_for_everybody_and_b08_draws_at_once() -> None:
    match = until(start(5, basic_skill="recommended"), ChooseArea)
    for player in match.state.players:
        assert player.skills == [CONTENT.races[player.race or "gigant"].recommended]
        assert len(player.hand) == (5 if player.race == "mystic" else 4)


OPTIONS: list[Mapping[str, str]] = [{}, {"board_side": "custom", "petition": "off", "first_worker": "optional"}]


@pytest.mark.parametrize("options", OPTIONS)
def test_r7_ten_rounds_in_turn_order_and_moments(options: Mapping[str, str]) -> None:
    """R7, R8 The start player stays the same; ten turns for everybody."""
    match, rng = start(4, 3, **options), Rng(bytes(32))
    active: list[int] = []
    while not match.over:
        seat = match.waiting[0]
        if match.state.phase == "turn" and (not active or active[-1] != match.state.active):
            active.append(match.state.active)
            said = moment(match.view(None))
            assert said.turn == match.state.active and said.standing is not None
            assert len(said.following) == 3 - (match.state.active - match.state.first) % 4
        prompt = match.prompt(seat)
        assert prompt is not None
        answer(match, seat, *random_answer(match, prompt, rng))
    first = match.state.first
    assert active == [(first + n) % 4 for n in range(40)]
    assert all(sum(map(len, player.generations)) == 10 for player in match.state.players)


def test_r12_a_game_of_time_outs_ends() -> None:
    """R12 Every question has an answer for who is silent."""
    match = start(5, 1, race_selection="pick_in_seat_order", rebuild="optional")
    while not match.over:
        silent(match)
    assert all(player.generations and len(player.generations) == 1 for player in match.state.players)
