"""The rules of Meadow by paragraph, and with them the kernel's rarer concepts."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from engines.meadow import GAME
from engines.meadow.content import CONTENT, FLOWER
from engines.meadow.day import end_round, market, morning, pick_flowers, pick_hives
from engines.meadow.questions import Bring, Keep, Morning, PickHive
from engines.meadow.scoring import problems, scores, worth
from engines.meadow.state import State, new
from engines.meadow.view import moment, seat_colors, view

from engines.kernel import Aside, Default, Refused, Rng, Setup, Table, Term
from tests.kernel.scripted import Stage

ADA, BEN, CLEO = range(3)
STAGE = Stage(GAME.package, ("Ada", "Ben", "Cleo"))


def table(*hands: str, phase: str = "market", honey: int = 2, top: str = "clover clover") -> State:
    """Three keepers with these flowers in hand ("clover thyme"); the pile as a rule has these flowers on top."""
    state = new(Setup(3, ()), Table(None, Rng(bytes(32))))
    state.phase = phase  # type: ignore[assignment]
    left = sorted(state.pile.cards)
    for keeper, hand in zip(state.keepers, hands, strict=False):
        keeper.hand = [taken(left, flower) for flower in hand.split()]
    for keeper, color in zip(state.keepers, GAME.colors, strict=False):
        keeper.honey, keeper.color = honey, color
    above = [taken(left, flower) for flower in top.split()]
    state.pile.cards = [*left, *reversed(above)]
    return state


def taken(cards: list[str], flower: str) -> str:
    card = next(card for card in cards if FLOWER[card] == flower)
    cards.remove(card)
    return card


def held(state: State, seat: int) -> Sequence[str]:
    return sorted(FLOWER[card] for card in state.keepers[seat].hand)


def test_r1_setup() -> None:
    """R1 48 flowers, 2 honey each, every flower fetches 2; no seat has a colour yet."""
    state = new(GAME.setup(3), Table(None, Rng(bytes(32))))
    assert len(state.pile.cards) == 48 and set(state.demand.values()) == {2}
    assert [keeper.honey for keeper in state.keepers] == [2, 2, 2]
    assert problems(state) == []
    assert seat_colors(view(state, None)) == (None, None, None)


def test_r2_hives_in_turn_order_give_the_seats_their_colours() -> None:
    """R2 A taken hive is not offered again; its noun is the label."""
    state = new(GAME.setup(3), Table(None, Rng(bytes(32))))
    played = STAGE.play(state, pick_hives, "hive:plum", "hive:amber", "hive:sky")
    assert played.asked == [(seat, "hive.ask") for seat in (ADA, BEN, CLEO)]
    assert [len(prompt.options) for prompt in played.prompts] == [4, 3, 2]
    assert played.prompts[0].options[0].label == Term("hives.amber") and played.prompts[0].about == PickHive()
    assert seat_colors(view(state, None)) == ("plum", "amber", "sky")
    assert (state.phase, played.sentences[0]) == ("baskets", "Ada takes the plum hive.")


def test_r3_a_flower_is_kept_and_the_basket_goes_on() -> None:
    """R3 Three to a basket; all choose at once; the next pick is from the neighbour's."""
    state = table(phase="baskets", top="clover heather thyme " * 3)
    played = STAGE.play(state, pick_flowers, "keep:clover", "keep:heather", "keep:thyme")
    assert [held(state, seat) for seat in (ADA, BEN, CLEO)] == [["clover"], ["heather"], ["thyme"]]
    assert {prompt.about for prompt in played.prompts} == {Keep(3)}
    again = STAGE.play(state, pick_flowers, "keep:clover", "keep:heather", "keep:thyme")
    assert [prompt.about for prompt in again.prompts] == [Keep(2)] * 3
    assert [option.key for option in again.prompts[BEN].options] == ["keep:heather", "keep:thyme"], "what Ada left"
    assert state.phase == "morning" and len(state.pile.discard) == 3
    assert again.sentences[-1].startswith("Left in the baskets:")


def test_r3_silence_keeps_the_first_flower_whatever_is_in_the_basket() -> None:
    """R3 What silence means is a rule: it is told without the basket, and found when the clock runs out."""
    for top in ("thyme " * 9, "clover heather thyme " * 3):
        (prompt, *_) = STAGE.play(
            table(phase="baskets", top=top), pick_flowers, *[f"keep:{top.split()[0]}"] * 3
        ).prompts
        assert isinstance(prompt.default, Default) and prompt.silence == (f"keep:{top.split()[0]}",)


def test_r3_who_has_no_choice_is_asked_too() -> None:
    """R3 A question that is not put would tell what is in the basket."""
    played = STAGE.play(table(phase="baskets", top="thyme " * 9), pick_flowers, *["keep:thyme"] * 3)
    assert len(played.prompts) == 3


def test_r4_one_errand_and_one_flower_each_in_one_question() -> None:
    """R4 One of each group; each praise raises a flower by 1, never above 6."""
    state = table(phase="morning", top="thyme")
    state.demand["clover"] = 5
    played = STAGE.play(state, morning, "gather praise:clover", "praise:clover scout", "gather praise:heather")
    assert len(played.prompts) == 3 and {prompt.about for prompt in played.prompts} == {Morning()}
    assert state.demand == {"clover": 6, "heather": 3, "thyme": 2}
    assert [keeper.honey for keeper in state.keepers] == [3, 2, 3]
    assert "On top of the pile: thyme." in played.sentences
    assert [view(state, seat).top for seat in (None, ADA, BEN, CLEO)] == [None, None, "thyme", None]


@pytest.mark.parametrize(
    "answer", ["gather scout", "gather", "praise:clover praise:thyme", "gather praise:clover scout"]
)
def test_r4_not_two_of_a_group_and_none_left_out(answer: str) -> None:
    """R4 Exactly one of each."""
    with pytest.raises(Refused):
        STAGE.play(table(phase="morning"), morning, answer)


def test_r5_up_to_three_flowers_fetch_their_honey_and_then_less() -> None:
    """R5 Two clovers and a thyme at once: each fetches what was asked when they came."""
    state = table("clover clover clover thyme")
    state.demand |= {"clover": 4, "thyme": 1}
    played = STAGE.play(state, market, "bring:clover bring:clover bring:thyme", "yes")
    assert played.prompt("bring.ask").about == Bring(3)
    assert state.keepers[ADA].honey == 2 + 8 + 1
    assert state.demand == {"clover": 2, "heather": 2, "thyme": 1}
    assert held(state, ADA) == ["clover"] and len(state.pile.discard) == 3


@pytest.mark.parametrize("answer", ["", "bring:clover", "bring:clover bring:clover"])
def test_r5_or_fewer_or_none(answer: str) -> None:
    """R5 A range: from none to three."""
    state = table("clover clover clover")
    STAGE.play(state, market, answer, "yes")
    assert len(held(state, ADA)) == 3 - len(answer.split())


def test_r5_not_four_and_none_that_is_not_there() -> None:
    """R5 Three at most, each from the hand."""
    for answer in ("bring:clover " * 4, "bring:thyme"):
        with pytest.raises(Refused):
            STAGE.play(table("clover " * 5), market, answer.strip())


def test_r6_smoke_stands_beside_every_question_of_the_turn() -> None:
    """R6 After it the same question comes again, made anew: there is one flower more to bring."""
    state = table("clover", top="thyme clover")
    played = STAGE.play(state, market, "smoke", "bring:clover bring:thyme", "yes")
    assert played.questions == ["bring.ask", "bring.ask", "market.confirm"]
    assert [prompt.about for prompt in played.prompts[:2]] == [Bring(1), Bring(2)]
    assert [len(prompt.asides) for prompt in played.prompts] == [1, 0, 0], "once a turn"
    assert played.prompts[0].read(("smoke",)) == Aside("smoke", ADA)
    assert state.keepers[ADA].honey == 2 - 1 + 2 + 2


def test_r6_also_before_the_turn_is_ended_and_only_for_who_can_pay() -> None:
    """R6 1 honey."""
    state = table("clover")
    played = STAGE.play(state, market, "", "smoke", "yes")
    assert played.questions == ["bring.ask", "market.confirm", "market.confirm"] and len(held(state, ADA)) == 2
    assert STAGE.play(table("clover", honey=0), market, "", "yes").prompts[0].asides == ()


def test_r7_honey_and_flowers_in_hand_are_points() -> None:
    """R7 After the third round; who has the same shares the place."""
    state = table("clover thyme", "heather", "", honey=3)
    state.round, state.served = CONTENT.rounds, 3
    t: Table[State] = Table(state, Rng(bytes(32)))
    end_round(t)
    assert state.phase == "over" and t.revealed
    assert [(score.seat, score.place, score.total) for score in scores(state)] == [
        (ADA, 1, 5),
        (BEN, 2, 4),
        (CLEO, 3, 3),
    ]
    state.keepers[CLEO].honey = 4
    assert [score.place for score in scores(state)] == [1, 2, 2]
    assert worth(state, ADA) == 5


def test_another_seat_begins_each_round_and_the_moment_says_who_comes_next() -> None:
    state = table("clover", "clover", "clover")
    state.round, state.served = 2, 1
    now = moment(view(state, None))
    assert (now.heading.key, now.turn, now.following, now.standing) == ("moment.market", CLEO, (ADA,), None)
    state.phase = "morning"
    assert moment(view(state, None)).turn is None


def test_a_state_of_rules_1_is_brought_up_to_date() -> None:
    """Their keepers had coins."""
    state = table("clover")
    assert GAME.upgrade is not None
    old = msgspec.json.decode(msgspec.json.encode(state))
    for keeper in old["keepers"]:
        keeper["coins"] = keeper.pop("honey")
    assert msgspec.convert(GAME.upgrade(old, 1), State) == state
