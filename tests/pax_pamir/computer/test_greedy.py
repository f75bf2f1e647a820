"""The greedy player answers legally, ends its games, beats chance: `python -m tests.duel pax_pamir --games 200`."""

from __future__ import annotations

import pytest
from msgspec import Raw, json

from engines.kernel import Budget, Decision, Frame, Match, Rng, Seat, policies, think
from engines.pax_pamir import GAME
from engines.pax_pamir.computer.evaluation import nearness, worth
from engines.pax_pamir.computer.greedy import greedy
from engines.pax_pamir.table.state import State
from tests.duel import Duel, played
from tests.pax_pamir.table import A, B, C, person, state

KABUL = {"kabul": {"afghan": 5}}
QUICK = 4
"""A duel that is soon over."""


def match(s: State) -> Match[State]:
    return Match(GAME, GAME.setup(s.people), bytes(32), json.encode(Frame(0, 0, 0, Raw(json.encode(s)))))


def answers(s: State, seat: Seat = A) -> list[str]:
    """What greedy answers from here until its turn is confirmed or somebody else is asked."""
    game, rng = match(s), Rng(bytes(32))
    given: list[str] = []
    while (prompt := game.prompt(seat)) is not None and prompt.kind != "confirm":
        keys = greedy(game, prompt, rng, Budget())[0]
        given += keys
        assert len(given) < 40, f"the turn does not end: {given[-6:]}"
        game.apply(Decision(game.step, seat, keys))
    return given


def test_it_is_the_strongest_policy() -> None:
    assert list(policies(GAME)) == ["greedy", "random"]


def test_it_beats_the_random_player() -> None:
    result = played(Duel("pax_pamir", QUICK, "greedy", "random", tries=100))
    assert result.wins == 1
    assert result.vp > 2 * result.rival_vp


@pytest.mark.parametrize(("seats", "options"), [(1, {}), (2, {"wakhan": "two"}), (3, {}), (5, {"open_hands": "on"})])
def test_it_plays_a_round_among_its_kind(seats: int, options: dict[str, str]) -> None:
    """Every answer is legal, and the World that it thinks in is left as it was."""
    game, rng, turns = Match.start(GAME, GAME.setup(seats, options=options), bytes(32)), Rng(bytes(32)), 0
    while game.ask is not None and turns < 2 * seats:
        (prompt,) = game.ask.prompts
        world = game.world(prompt.seat, rng)
        before = world.checksum()
        line = greedy(world, prompt, rng, Budget(40))
        assert world.checksum() == before
        game.apply(Decision(game.step, prompt.seat, line[0]))
        turns += prompt.kind == "confirm"
    assert all(player.court or player.hand for player in game.state.players)


def test_a_table_of_its_kind_comes_to_an_end() -> None:
    game, rng = Match.start(GAME, GAME.setup(2), bytes(32)), Rng(bytes(32))
    while game.ask is not None and game.position < 600:
        (prompt,) = game.ask.prompts
        game.apply(Decision(game.step, prompt.seat, think(game, prompt.seat, greedy, rng, Budget(40))[0]))
    assert game.over


def full_hand(actions: int, rupees: int = 0) -> State:
    """Three cards for two places in the hand, should A buy another one; none can be played, no court card used."""
    s = state(2, market={"T0": (30, rupees), "B0": (31, rupees)}, actions=actions, tribes={"punjab": {B: 2}})
    person(s, A, rupees=0, hand=[33, 35], court=[11, 12, 13])
    s.playing.used = [11, 12, 13]
    return s


def test_it_empties_the_market_when_nothing_else_is_to_be_had() -> None:
    """R15.35 A free card is taken even where it cannot be kept, so the deck runs down: one a turn."""
    assert [answer[:4] for answer in answers(full_hand(actions=2))] == ["buy:", "end", "hand"]


def test_r9_2_with_a_full_hand_the_last_action_buys_no_card_for_the_discards() -> None:
    """But what lies on a card is worth an action."""
    assert answers(full_hand(actions=1)) == ["end"]
    assert answers(full_hand(actions=1, rupees=1))[0] in ("buy:0", "buy:6")


# ---------------------------------------------------------------- dominance checks


def test_r10_4_it_buys_the_check_that_wins() -> None:
    """Afghans dominate, A alone is loyal to them: 5 VP, and nobody comes near."""
    s = state(3, armies=KABUL, market={"T2": 102, "T0": 30}, deck=[103])
    assert answers(s)[0] == "buy:2"


def test_it_leaves_a_check_that_only_others_gain_from() -> None:
    s = state(3, armies=KABUL, market={"T1": 102, "T0": 30}, deck=[103], active=B)
    assert "buy:1" not in answers(s, B)


def test_it_buys_the_check_that_denies_others_the_win() -> None:
    """Without dominance the check brings B 3 VP, with it A would soon have 5."""
    s = state(2, tribes={"herat": {B: 3}}, armies={"kabul": {"afghan": 3}}, market={"T0": 102}, deck=[103], active=B)
    person(s, A, hand=[13, 17])
    assert answers(s, B)[0] == "buy:0"


def test_r9_3_it_reckons_with_the_check_that_its_own_cleanup_brings() -> None:
    """As the last check comes anyway, the last action is for the cylinder that decides it, and not for buying it."""
    s = state(2, market={"T0": 104, "T1": 31}, tribes={"herat": {A: 1, B: 1}}, discards=[101, 102, 103], actions=1)
    person(s, A, rupees=4, court=[30])
    person(s, B, rupees=4, court=[9])
    assert answers(s) == ["use:30:gift", "2"]


def test_a_check_comes_nearer_with_the_deck() -> None:
    """R3.3 One check in each of the lowest four piles."""
    far = state(2, deck=[*range(1, 25), 104], discards=[101, 102, 103])
    near = state(2, deck=[1, 2, 3, 4, 104], discards=[101, 102, 103])
    there = state(2, market={"T5": 104}, discards=[101, 102, 103])
    assert 0 < nearness(far) < nearness(near) < nearness(there) == 1


# ---------------------------------------------------------------- bribes


def asked(s: State, offer: int, card: int = 61) -> str:
    """A wants to play the card into B's region and offers so much; what B replies."""
    game = match(s)
    for key in (f"play:{card}:left", f"offer:{offer}"):
        game.apply(Decision(game.step, A, (key,)))
    prompt = game.prompt(B)
    assert prompt is not None and prompt.text.key == "bribe.reply"
    ((key,),) = greedy(game, prompt, Rng(bytes(32)), Budget())
    return key


def test_r7_it_takes_what_a_poor_payer_has() -> None:
    """A road is no harm to B, and A has no more than one rupee."""
    s = state(2, tribes={"herat": {B: 2}})
    person(s, A, rupees=1, hand=[61], loyalty="british")
    assert asked(s, 1) == "accept"


def test_r7_it_asks_a_rich_payer_for_more() -> None:
    s = state(2, tribes={"herat": {B: 4}})
    person(s, A, rupees=8, hand=[61], loyalty="british")
    assert asked(s, 0).startswith(("counter:", "refuse"))


def test_r7_3_it_does_not_waive_a_bribe_for_the_betrayal_of_its_own_card() -> None:
    """B holds A's #10 hostage; A has only the two rupees of the betrayal itself, and asks to be let off."""
    s = state(2, market={"T5": 30, "B5": 31}, spies={10: {B: 1}, 73: {A: 1}})
    person(s, A, rupees=2, court=[10], loyalty="afghan")
    person(s, B, rupees=4, court=[73], loyalty="russian")
    game = match(s)
    for key in ("use:10:betray", "offer:0"):
        game.apply(Decision(game.step, A, (key,)))
    prompt = game.prompt(B)
    assert prompt is not None and prompt.text.key == "bribe.reply"
    assert greedy(game, prompt, Rng(bytes(32)), Budget()) == (("refuse",),)


def test_r7_it_pays_for_a_play_that_is_worth_it() -> None:
    """With a fourth lead of blocks A's coalition dominates, and the check lies in the market."""
    s = state(2, tribes={"herat": {B: 1}}, armies=KABUL, market={"T0": 101}, deck=[102], actions=2)
    s.armies["kabul"] = {"afghan": 3}
    person(s, A, rupees=4, hand=[61])
    given = answers(s)
    assert given[0].startswith("play:61") and given[1] in ("pay", "offer:1")


@pytest.mark.parametrize("rupees", [0, 1, 2, 8])
def test_r7_it_does_not_haggle_for_ever(rupees: int) -> None:
    """A rupee for a bribe of two is no bargain. To give up spends nothing, so it must not begin again."""
    s = state(2, market={"T3": (30, 1)}, spies={94: {B: 2}}, actions=1)
    person(s, A, rupees=rupees, court=[94])
    given = answers(s)
    assert given.count("use:94:tax") <= 1
    assert "cancel" not in given


def refused(rupees: int, card: int) -> list[str]:
    """What A does in a turn in which B, whose region the card's is, insists on the whole bribe of two."""
    s = state(2, tribes={"herat": {B: 2}}, market={"T0": 35, "T3": (31, 1)}, deck=[103])
    person(s, A, rupees=rupees, hand=[card], court=[30], loyalty="british")
    game, rng = match(s), Rng(bytes(32))
    given: list[str] = []
    while (prompt := game.prompt(game.waiting[0])) is not None and prompt.kind != "confirm":
        keys = ("refuse",) if prompt.seat == B else greedy(game, prompt, rng, Budget())[0]
        given += keys
        game.apply(Decision(game.step, prompt.seat, keys))
    return given


@pytest.mark.parametrize(("rupees", "card"), [(1, 63), (5, 63), (5, 70), (8, 63), (8, 70)])
def test_r7_after_a_refusal_it_pays_what_the_play_is_worth_or_never_began(rupees: int, card: int) -> None:
    """It does not offer the same again, only to give up again."""
    given = refused(rupees, card)
    assert sum(key.startswith("offer:") for key in given) <= 1
    assert sum(key.startswith(f"play:{card}") for key in given) <= 1
    assert "cancel" not in given or rupees < 2


# ---------------------------------------------------------------- what a position is worth


def test_more_of_anything_is_worth_more() -> None:
    plain, better = state(2, deck=[101]), state(2, deck=[101], tribes={"kabul": {A: 1}}, armies=KABUL)
    person(better, A, rupees=9, court=[5, 8], hand=[11], gifts=[2])
    assert worth(better, A) > worth(plain, A) + 3
    assert worth(better, B) < worth(plain, B)


def test_what_others_hold_is_not_read() -> None:
    """R13 Of the hands of others only the number of cards counts."""
    one, other = state(2, deck=[101]), state(2, deck=[101])
    person(one, B, hand=[1, 2])
    person(other, B, hand=[99, 100])
    assert worth(one, A) == worth(other, A)


def test_r10_1_winning_is_all_that_counts_at_the_end() -> None:
    s = state(3)
    s.phase = "over"
    person(s, B, vp=5)
    assert worth(s, B) == -worth(s, A) == -worth(s, C) > 50


def test_r9_1_it_discards_what_it_misses_least() -> None:
    """A court of four with room for three: #37 has one star and one action, the others more of both."""
    s = state(2, actions=0)
    person(s, A, court=[11, 37, 13, 35])
    assert answers(s) == ["court:37"]
