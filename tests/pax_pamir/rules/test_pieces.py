"""R4.2 Piece limits."""

from __future__ import annotations

from functools import partial

from engines.kernel import GameContext
from engines.pax_pamir import GAME
from engines.pax_pamir.rules.board_changes import Change
from engines.pax_pamir.rules.pieces import choose_block_source, choose_cylinder_source, put_block, put_cylinder
from engines.pax_pamir.rules.play import play_card
from engines.pax_pamir.table.places import SUPPLY, Army, Road, Spy, Tribe, list_block_places, list_cylinder_places
from engines.pax_pamir.table.state import State
from tests.pax_pamir.table import A, B, C, build_state, play_rule, set_player


def test_e16_a_tribe_taken_is_a_tribe_lost() -> None:
    """E16 The Herat tribe becomes the spy on #54: the last tribe has left, so #58 is discarded."""
    s = build_all_out()
    played = play_rule(s, lambda t: play_card(t, A, 54, "right"), "tribe:herat", "54")
    assert played.list_option_keys("piece.cylinder") == ["tribe:kabul", "tribe:herat", "spy:1", "gift:2", "gift:4"]
    assert (s.players[A].court, s.spies[54][A], s.tribes["herat"][A]) == ([1, 54], 1, 0)
    assert 58 in s.discards
    assert "Ann has no tribe left in Herat: overthrow." in played.sentences
    assert "#58" in played.render_detail("piece.cylinder", "tribe:herat")


def test_e16_other_pieces_overthrow_nothing() -> None:
    """E16 A Kabul tribe, a spy or a gift instead."""
    for piece in ("tribe:kabul", "spy:1", "gift:4"):
        s = build_all_out()
        play_rule(s, lambda t: play_card(t, A, 54, "right"), piece, "54")
        assert s.players[A].court == [1, 58, 54]
        assert s.count_cylinders(A) == 10


def build_all_out() -> State:
    """A has 3 tribes in Kabul, 1 in Herat, 4 spies, 2 gifts, and #54 in hand."""
    s = build_state(2, tribes={"kabul": {A: 3}, "herat": {A: 1}}, spies={1: {A: 4}})
    set_player(s, A, loyalty="afghan", hand=[54], court=[1, 58], gifts=[2, 4])
    assert s.count_supply(A) == 0
    return s


def test_r4_2_the_supply_comes_first() -> None:
    s = build_state(2, tribes={"kabul": {A: 3}}, armies={"herat": {"afghan": 11}})
    assert play_rule(s, lambda t: choose_cylinder_source(t, A)).result == SUPPLY
    assert play_rule(s, lambda t: choose_block_source(t, A, "afghan")).result == SUPPLY


def test_r4_2_pieces_placed_this_turn_stay() -> None:
    """R4.2 Pieces placed this turn are not taken; without other pieces the placement is skipped."""
    s = build_state(2, armies={"herat": {"afghan": 11, "british": 3}}, roads={"kabul_punjab": {"afghan": 1}})
    s.current_turn.placed_counts = {"army:herat:afghan": 10}
    assert list_block_places(s, "afghan") == [Army("herat"), Road("kabul_punjab")]
    s.current_turn.placed_counts = {"army:herat:afghan": 11}
    assert list_block_places(s, "afghan") == [Road("kabul_punjab")]
    s.current_turn.placed_counts = {"army:herat:afghan": 11, "road:kabul_punjab:afghan": 1}
    played = play_rule(s, lambda t: choose_block_source(t, A, "afghan"))
    assert played.result is None
    assert played.message_keys == ["piece.no_block"]
    assert list_block_places(s, "british") == [Army("herat")]


def test_r4_2_the_kind_may_change() -> None:
    """R4.2 A road becomes an army; rulers follow the pieces. The piece then counts as placed."""
    s = build_state(
        2, armies={"herat": {"afghan": 11}}, roads={"kabul_punjab": {"afghan": 1}}, tribes={"herat": {B: 11}}
    )
    set_player(s, A, loyalty="afghan")
    s.tribes["herat"][B] = 10

    async def place(ctx: GameContext[State]) -> None:
        source = await choose_block_source(ctx, A, "afghan")
        assert source is not None
        await put_block(ctx, "afghan", source, Army("kabul"), A)

    played = play_rule(s, place, "road:kabul_punjab")
    assert (s.roads["kabul_punjab"], s.armies["kabul"]) == ({}, {"afghan": 1})
    assert s.current_turn.placed_counts == {"army:kabul:afghan": 1}
    assert played.sentences == [
        "The supply is empty: Ann takes the Afghan road Kabul–Punjab.",
        "Ann places 1 Afghan army in Kabul.",
    ]


def test_r4_2_an_army_taken_may_cost_the_rule() -> None:
    s = build_state(2, armies={"herat": {"afghan": 2}, "persia": {"afghan": 10}}, tribes={"herat": {A: 1, B: 2}})
    set_player(s, A, loyalty="afghan")
    set_player(s, B, loyalty="russian")
    assert s.rulers["herat"] == A
    play_rule(s, lambda t: put_block(t, "afghan", Army("herat"), Road("herat_persia"), A))
    assert s.rulers["herat"] is None


def test_r4_2_back_into_the_same_region_is_no_loss() -> None:
    """R4.2 A tribe taken and put back as a tribe in the same region: no overthrow."""
    s = build_state(2, tribes={"herat": {A: 1}})
    set_player(s, A, court=[58])
    play_rule(s, lambda t: put_cylinder(t, A, Tribe("herat"), Tribe("herat")))
    assert (s.players[A].court, s.tribes["herat"][A]) == ([58], 1)


def test_r4_2_a_spy_on_the_card_that_is_overthrown_goes_home() -> None:
    """R4.2 Place first, consequences after: the overthrow takes the card with the new spy on it."""
    s = build_state(2, tribes={"herat": {A: 1}})
    set_player(s, A, court=[58])
    play_rule(s, lambda t: put_cylinder(t, A, Tribe("herat"), Spy(58)))
    assert (s.spies, s.count_cylinders(A), s.current_turn.placed_counts) == ({}, 0, {})


def test_r4_2_a_move_is_no_placement() -> None:
    """R4.2 A moved piece may be taken; the mark of one placed this turn goes with it only if no other can go."""
    s = build_state(2, armies={"herat": {"afghan": 2}}, roads={"herat_persia": {"afghan": 2}}, spies={1: {A: 1}})
    set_player(s, A, court=[1, 5])
    s.current_turn.placed_counts = {"army:herat:afghan": 1, "spy:1:0": 1}

    async def march(ctx: GameContext[State]) -> None:
        async with Change(ctx) as board:
            board.move_block("afghan", Army("herat"), Army("persia"))

    async def sneak(ctx: GameContext[State]) -> None:
        async with Change(ctx) as board:
            board.move_cylinder(A, Spy(1), Spy(5))

    play_rule(s, march)
    assert list_block_places(s, "afghan") == [Army("persia"), Road("herat_persia")]
    play_rule(s, march)
    assert s.current_turn.placed_counts == {"army:persia:afghan": 1, "spy:1:0": 1}
    play_rule(s, sneak)
    assert (s.spies, list_cylinder_places(s, A)) == ({5: [1, 0]}, [])
    assert GAME.problems(s) == []


def test_r14_7_wakhan_takes_a_tribe_then_a_spy() -> None:
    """R14.7 She needs no question."""
    s = build_state(1, wakhan=True, tribes={"kabul": {1: 6}, "persia": {1: 4}}, ai=[1, 2])
    played = play_rule(s, partial(choose_cylinder_source, player=1))
    assert (played.result, played.seat_questions) == (Tribe("kabul"), [])


def test_r15_14_cylinders_of_other_players_are_never_taken() -> None:
    s = build_state(3, tribes={"kabul": {A: 10, C: 1}})
    assert list_cylinder_places(s, A) == [Tribe("kabul")]
    assert list_cylinder_places(s, B) == []
