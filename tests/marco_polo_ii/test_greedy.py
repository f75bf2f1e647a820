"""The computer player: what it is worth, what it tries, that it wins; and the reasons of first-game aids."""

from __future__ import annotations

from engines.kernel import Budget, Decision, Match, Msg, Prompt, Rng, say, suggestions, think
from engines.marco_polo_ii import GAME
from engines.marco_polo_ii.computer.evaluation import distance, worth
from engines.marco_polo_ii.computer.greedy import greedy, prospect, worth_trying
from engines.marco_polo_ii.computer.reasons import hopes, reasons, repeats
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.rules.letters import draw
from engines.marco_polo_ii.rules.round.turn import take_turn
from engines.marco_polo_ii.table.names import amounts
from engines.marco_polo_ii.table.questions import DrawContracts, MainAction, RollAgain, RollBlack
from tests.duel import Duel, played
from tests.marco_polo_ii.table import STAGE, WORDS, A, game, person, question, turn


def test_it_beats_the_random_player() -> None:
    """`python -m tests.duel marco_polo_ii --games 200` says how often."""
    for number in range(1):
        result = played(Duel("marco_polo_ii", number, "greedy", "random", tries=40))
        assert result.wins == 1 and result.vp > 50


def test_worth_grows_with_what_is_good() -> None:
    s = game()
    p = person(s, A, dice=[3])
    value = worth(s, A)
    for name, better in (
        ("coins", 3),
        ("gold", 1),
        ("black", [4]),
        ("posts", ["xian"]),
        ("seals", {"tailor": False}),
        ("contracts", ["c01"]),
    ):
        old = getattr(p, name)
        setattr(p, name, better)
        assert worth(s, A) > value, name
        setattr(p, name, old)


def test_distances_are_steps_without_seals() -> None:
    assert (distance("beijing", "beijing"), distance("beijing", "xian"), distance("fuzhou", "sumatra")) == (0, 2, 3)


def test_of_dice_that_do_the_same_the_cheapest_is_tried() -> None:
    s = game()
    person(s, A, dice=[3, 4, 6])
    prompt = question(s, "space:market_silk")
    assert [option.key for option in worth_trying(s, prompt)] == ["dice:3"]
    assert [option.key for option in prompt.options] == ["dice:3", "dice:4", "dice:6"]


def test_a_turn_may_be_judged_where_every_bonus_action_comes_back() -> None:
    s = game()
    person(s, A, dice=[3])
    prompt = STAGE.question(s, take_turn)
    assert isinstance(prompt.about, MainAction) and greedy.rest(prompt)


def test_a_contract_from_the_pile_is_worth_less_in_the_last_round() -> None:
    hopes = []
    for number in (1, 5):
        s = game(2, number=number)
        hopes.append(prospect(s, STAGE.question(s, lambda t: draw(t, A, 1))))
    assert hopes[1] < 0.5 * hopes[0]


def test_it_goes_on_after_the_main_action() -> None:
    """A contract that can be fulfilled at the end of a turn is."""
    match = Match.start(GAME, GAME.setup(2), bytes(32))
    rng, ended = Rng(bytes(32)), 0
    while not match.over and ended < 5:
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        line = think(match, seat, greedy, rng, Budget(60))
        if prompt.text.key == "turn.end" and line[0] == ("yes",):
            ended += 1
            assert not any(option.key.startswith("fulfil:") for option in prompt.asides)

        match.apply(Decision(match.step, seat, line[0]))
    assert ended == 5


def test_reasons_name_what_a_turn_brings() -> None:
    s = game(outposts={"fuzhou": "op01"})
    before = game(outposts={"fuzhou": "op01"})
    for table in (s, before):
        person(table, A, coins=6, dice=[1])
        table.on_offer = {city: [None, None] for city in table.on_offer}
    turn(s, "space:travel_1", "to:0.fuzhou", "yes")
    told = [WORDS.render(why, "en") for why in reasons(before, s, A)]
    assert told == ["a post in Fuzhou, new crest: snake", "+2 gold"]


def test_first_game_aids_point_out_some_options() -> None:
    match = Match.start(GAME, GAME.setup(2, options={"aids": "on"}), bytes([5] * 32))
    rng = Rng(bytes(32))
    while match.state.phase != "turns":
        seat = match.waiting[0]

        match.apply(Decision(match.step, seat, think(match, seat, greedy, rng)[0]))
    assert GAME.aids is not None
    assert 1 <= len(suggestions(match, match.waiting[0], GAME.aids)) <= 2


def test_dice_are_not_rolled_again_and_again_to_put_the_main_action_off() -> None:
    """A high die stays: what chance may bring is not worth a camel."""
    again = []
    match, rng = Match.start(GAME, GAME.setup(2), bytes([1]) * 32), Rng(bytes(32))
    while not match.over:
        seat = match.waiting[0]
        for answer in think(match, seat, greedy, rng, Budget(40)):
            prompt = match.prompt(seat)
            if prompt is None:
                break
            if isinstance(prompt.about, RollAgain) and answer == ("yes",):
                again.append(prompt.about.value)
            match.apply(Decision(match.step, seat, answer))
    assert not [value for value in again if value > 3]


def test_what_is_rolled_or_drawn_is_the_reason_and_what_the_label_says_is_none() -> None:
    """R9.4, R10 Three camels for a black die had "brings nothing at once"; "6 coins" had "+6 coins"."""

    def hoped(about: RollBlack | RollAgain | DrawContracts) -> str:
        [why] = hopes(game(), Prompt(A, Msg("turn.end"), (), about=about))
        return WORDS.render(why, "en")

    assert hoped(RollBlack(1)) == "1 more die for this round (the roll decides which)"
    assert hoped(RollAgain(1)) == "the 1 is rolled anew (the average is 3½)"
    assert hoped(DrawContracts(2)) == "2 contracts from the pile, unseen"
    coins, jade = (amounts(Gain(**{good: 2})) for good in ("coins", "jade"))
    assert repeats(say("aid.goods", gain=coins), coins) and not repeats(say("aid.goods", gain=coins), jade)
    assert repeats(say("aid.goods", gain=coins), say("bonus.filippo", gain=coins))
