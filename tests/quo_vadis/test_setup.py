"""R5 The set-up and R4 its options, played through the Match."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engines.kernel import Decision, GameContext, Match, Rng, Seat, pick_random_answer
from engines.quo_vadis import GAME
from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.questions import ChooseArea, DraftPick, PickBasic, PickRace, PlaceCubes
from engines.quo_vadis.rules.draft import deal_packs
from engines.quo_vadis.table.state import State
from engines.quo_vadis.view import build_turn_info, list_seat_colors
from tests.quo_vadis.stage import build_table


def start_game(seats: int = 3, number: int = 0, **options: str) -> Match[State]:
    return Match.start(GAME, GAME.build_setup(seats, (), options), bytes([number]) * 32)


def give_answer(match: Match[State], seat: Seat, *keys: str) -> None:
    match.apply(Decision(match.step, seat, keys))


def time_out(match: Match[State]) -> None:
    """Let the first seat that is asked run out of time."""
    seat = match.waiting_seats[0]
    prompt = match.find_prompt(seat)
    assert prompt is not None and prompt.timeout_answer is not None
    give_answer(match, seat, *prompt.timeout_answer)


def play_until(match: Match[State], about: type) -> Match[State]:
    while not (match.open_prompts and isinstance(match.open_prompts.prompts[0].subject, about)):
        time_out(match)
    return match


def test_r5_2_random_races_are_different() -> None:
    race_tuples = {tuple(player.race for player in start_game(5, n).state.players) for n in range(10)}
    assert len(race_tuples) > 5 and all(len(set(races)) == 5 for races in race_tuples)


def test_r5_2_races_picked_in_the_order_of_seats_and_the_colour_follows() -> None:
    match = start_game(3, race_selection="pick_in_seat_order")
    assert match.waiting_seats == (0,) and isinstance(match.open_prompts.prompts[0].subject, PickRace)  # type: ignore[union-attr]
    assert list_seat_colors(match.build_view(None)) == (None, None, None)
    give_answer(match, 0, "race:mystic")
    assert match.waiting_seats == (1,) and "race:mystic" not in [o.key for o in match.find_prompt(1).options]  # type: ignore[union-attr]
    give_answer(match, 1, "race:gigant")
    give_answer(match, 2, "race:glorious")
    assert list_seat_colors(match.build_view(None)) == ("white", "grey", "green")
    assert match.state.phase == "draft"


def test_r5_3_draft_six_picks_to_the_left() -> None:
    match = start_game(3)
    packs = [list(player.offer) for player in match.state.players]
    for seat in range(3):
        prompt = match.find_prompt(seat)
        assert prompt is not None and prompt.subject == DraftPick(1, 6)
        give_answer(match, seat, f"keep:{packs[seat][0].lower()}")
    for seat in range(3):
        assert match.state.players[seat].offer == packs[seat - 1][1:]
    play_until(match, PlaceCubes)
    assert all(len(player.face_down) == 6 and not player.offer for player in match.state.players)
    assert len(match.state.boxed) == 30 - 18 and match.step == 5  # the sixth pick answered itself


def test_r5_3_only_its_owner_sees_a_pack() -> None:
    match = play_until(start_game(3), DraftPick)
    packs = [view.offer for view in match.build_view(1).players]
    assert packs == [None, tuple(match.state.players[1].offer), None] and packs[1]


def test_r5_3_dealt_without_a_draft() -> None:
    match = start_game(4, skill_draft="deal")
    assert isinstance(match.open_prompts.prompts[0].subject, PlaceCubes)  # type: ignore[union-attr]
    assert all(len(player.face_down) == 6 for player in match.state.players)


def test_r5_3_passed_skills_are_known() -> None:
    """With three players the pack comes back at the fourth pick: the missing skills lie with the two others."""
    match = start_game(3)
    first = list(match.state.players[0].offer)
    seen = match.state.knowledge
    for _ in range(3):
        for seat in match.waiting_seats:
            pack = match.state.players[seat].offer
            give_answer(match, seat, f"keep:{pack[0].lower()}")
    back = match.state.players[0].offer
    assert set(back) < set(first) and len(back) == 3
    gone = [skill for skill in first[1:] if skill not in back]
    for skill in gone:
        assert not seen.may_lie_in(0, skill, "box") and not seen.may_lie_in(0, skill, "pick:0:2")
        assert seen.may_lie_in(0, skill, "pick:1:2") or seen.may_lie_in(0, skill, "pick:2:3")
    for n in range(20):
        world = match.imagine_world(0, Rng(bytes([n]) * 32)).state
        assert world.players[0].offer == back
        others = {*world.players[1].face_down.values(), *world.players[2].face_down.values()}
        assert set(gone) <= others


def test_r5_4_and_r5_5_hands_and_start_player() -> None:
    match = play_until(start_game(5), PlaceCubes)
    assert all(len(player.hand) == 4 for player in match.state.players)
    assert len(match.state.deck.cards) == 80 and match.state.markers == ["free", "free"]
    assert {play_until(start_game(3, n), PlaceCubes).state.first for n in range(12)} == {0, 1, 2}


def test_r5_6_cubes_in_turn_order() -> None:
    match = play_until(start_game(5), PlaceCubes)
    first = match.state.first
    for place, total in enumerate((7, 7, 6, 6, 5)):
        seat = (first + place) % 5
        assert match.waiting_seats == (seat,) and match.find_prompt(seat).subject == PlaceCubes("food", total)  # type: ignore[union-attr]
        assert [option.value for option in match.find_prompt(seat).options] == list(range(min(6, total) + 1))  # type: ignore[union-attr]
        time_out(match)
        assert match.waiting_seats == (seat,)
        time_out(match)  # two answers place all of them: the last resource takes the rest
        stock = match.state.players[seat].stock
        assert sum(stock.values()) == total and max(stock.values()) - min(stock.values()) <= 1
    assert isinstance(match.open_prompts.prompts[0].subject, PickBasic)  # type: ignore[union-attr]


def test_r5_6_the_custom_side_limits_the_cubes() -> None:
    match = play_until(start_game(5, board_side="custom"), PlaceCubes)
    seat = match.waiting_seats[0]
    race = CONTENT.races[match.state.players[seat].race or "gigant"]
    maximum = race.custom_max
    assert [option.value for option in match.find_prompt(seat).options] == list(range(min(7, maximum.food) + 1))  # type: ignore[union-attr]
    give_answer(match, seat, "cube:food:0")
    morale = list(range(7 - maximum.faith if maximum.faith < 7 else 0, min(7, maximum.morale) + 1))
    assert [option.value for option in match.find_prompt(seat).options] == morale  # type: ignore[union-attr]
    give_answer(match, seat, f"cube:morale:{morale[0]}")
    assert match.state.players[seat].stock == {"morale": morale[0], "food": 0, "faith": 7 - morale[0]}


def test_r5_7_basic_skills_revealed_together() -> None:
    match = play_until(start_game(3), PickBasic)
    assert match.waiting_seats == (0, 1, 2)
    for seat in range(3):
        race = CONTENT.races[match.state.players[seat].race or "gigant"]
        prompt = match.find_prompt(seat)
        assert prompt is not None and prompt.timeout_answer == (f"basic:{race.recommended.lower()}",)
        assert all(not player.skills for player in match.state.players)
        give_answer(match, seat, f"basic:{race.basic[1].lower()}")
    assert [player.skills for player in match.state.players] == [
        [CONTENT.races[player.race or "gigant"].basic[1]] for player in match.state.players
    ]


def test_r5_7_recommended_for_everybody_and_b08_draws_at_once() -> None:
    match = play_until(start_game(5, basic_skill="recommended"), ChooseArea)
    for player in match.state.players:
        assert player.skills == [CONTENT.races[player.race or "gigant"].recommended]
        assert len(player.hand) == (5 if player.race == "mystic" else 4)


OPTIONS: list[Mapping[str, str]] = [{}, {"board_side": "custom", "petition": "off", "first_worker": "optional"}]


@pytest.mark.parametrize("options", OPTIONS)
def test_r7_ten_rounds_in_turn_order_with_turn_info(options: Mapping[str, str]) -> None:
    """R7, R8 The start player stays the same; ten turns for everybody."""
    match, rng = start_game(4, 3, **options), Rng(bytes(32))
    active: list[int] = []
    while not match.is_over:
        seat = match.waiting_seats[0]
        if match.state.phase == "turn" and (not active or active[-1] != match.state.active):
            active.append(match.state.active)
            said = build_turn_info(match.build_view(None))
            assert said.turn == match.state.active and said.public_points is not None
            assert len(said.following) == 3 - (match.state.active - match.state.first) % 4
        prompt = match.find_prompt(seat)
        assert prompt is not None
        give_answer(match, seat, *pick_random_answer(match, prompt, rng))
    said = build_turn_info(match.build_view(None))
    assert said.turn is None and said.public_points is not None
    first = match.state.first
    assert active == [(first + n) % 4 for n in range(40)]
    assert all(sum(map(len, player.generations)) == 10 for player in match.state.players)


def test_r12_a_game_of_time_outs_ends() -> None:
    """R12 Every question has an answer for a silent player."""
    match = start_game(5, 1, race_selection="pick_in_seat_order", rebuild="optional")
    while not match.is_over:
        time_out(match)
    assert all(player.generations and len(player.generations) == 1 for player in match.state.players)


@pytest.mark.parametrize("how", ["draft", "deal"])
def test_r5_3_dealt_skills_are_a_reveal(how: str) -> None:
    """The last race can no longer be changed once its seat knows its skills."""
    table = GameContext(build_table(4, options={"skill_draft": how}), Rng(bytes(32)))
    deal_packs(table)
    assert table.has_revealed
