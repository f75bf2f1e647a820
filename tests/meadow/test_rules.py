"""The rules of Meadow by paragraph, and with them the kernel's rarer concepts."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from engines.meadow import GAME
from engines.meadow.content import CONTENT, FLOWER
from engines.meadow.day import end_round, pick_flowers, pick_hives, play_market, play_morning
from engines.meadow.questions import Bring, Keep, Morning, PickHive
from engines.meadow.scoring import compute_scores, evaluate, list_problems
from engines.meadow.state import State, new_game
from engines.meadow.view import build_turn_info, build_view, list_seat_colors

from engines.kernel import ComputedDefault, GameContext, NounRef, Refused, Rng, Setup, SideAction
from tests.kernel.scripted import Stage

ADA, BEN, CLEO = range(3)
STAGE = Stage(GAME.package, ("Ada", "Ben", "Cleo"))


def build_table(*hands: str, phase: str = "market", honey: int = 2, top: str = "clover clover") -> State:
    """Return three keepers with these flowers in hand ("clover thyme"); the pile usually has these flowers on top."""
    state = new_game(Setup(3, ()), GameContext(None, Rng(bytes(32))))
    state.phase = phase  # type: ignore[assignment]
    left = sorted(state.pile.cards)
    for keeper, hand in zip(state.keepers, hands, strict=False):
        keeper.hand = [take_card(left, flower) for flower in hand.split()]
    for keeper, color in zip(state.keepers, GAME.colors, strict=False):
        keeper.honey, keeper.color = honey, color
    above = [take_card(left, flower) for flower in top.split()]
    state.pile.cards = [*left, *reversed(above)]
    return state


def take_card(cards: list[str], flower: str) -> str:
    card = next(card for card in cards if FLOWER[card] == flower)
    cards.remove(card)
    return card


def list_hand(state: State, seat: int) -> Sequence[str]:
    return sorted(FLOWER[card] for card in state.keepers[seat].hand)


def test_r1_setup() -> None:
    """R1 48 flowers, 2 honey each, every flower fetches 2; no seat has a colour yet."""
    state = new_game(GAME.build_setup(3), GameContext(None, Rng(bytes(32))))
    assert len(state.pile.cards) == 48 and set(state.demand.values()) == {2}
    assert [keeper.honey for keeper in state.keepers] == [2, 2, 2]
    assert list_problems(state) == []
    assert list_seat_colors(build_view(state, None)) == (None, None, None)


def test_r2_hives_in_turn_order_give_the_seats_their_colours() -> None:
    """R2 A taken hive is not offered again; its noun is the label."""
    state = new_game(GAME.build_setup(3), GameContext(None, Rng(bytes(32))))
    played = STAGE.play(state, pick_hives, "hive:plum", "hive:amber", "hive:sky")
    assert played.seat_questions == [(seat, "hive.ask") for seat in (ADA, BEN, CLEO)]
    assert [len(prompt.options) for prompt in played.prompts] == [4, 3, 2]
    assert played.prompts[0].options[0].label == NounRef("hives.amber") and played.prompts[0].subject == PickHive()
    assert list_seat_colors(build_view(state, None)) == ("plum", "amber", "sky")
    assert (state.phase, played.sentences[0]) == ("baskets", "Ada takes the plum hive.")


def test_r3_flower_is_kept_and_basket_passed_on() -> None:
    """R3 Three to a basket; all choose at once; the next pick is from the neighbour's."""
    state = build_table(phase="baskets", top="clover heather thyme " * 3)
    played = STAGE.play(state, pick_flowers, "keep:clover", "keep:heather", "keep:thyme")
    assert [list_hand(state, seat) for seat in (ADA, BEN, CLEO)] == [["clover"], ["heather"], ["thyme"]]
    assert {prompt.subject for prompt in played.prompts} == {Keep(3)}
    again = STAGE.play(state, pick_flowers, "keep:clover", "keep:heather", "keep:thyme")
    assert [prompt.subject for prompt in again.prompts] == [Keep(2)] * 3
    assert [option.key for option in again.prompts[BEN].options] == ["keep:heather", "keep:thyme"], "what Ada left"
    assert state.phase == "morning" and len(state.pile.discard) == 3
    assert again.sentences[-1].startswith("Left in the baskets:")


def test_r3_time_out_keeps_the_first_flower_of_any_basket() -> None:
    """R3 The time-out answer is a rule: the question states it without the basket, and it is computed on time-out."""
    for top in ("thyme " * 9, "clover heather thyme " * 3):
        (prompt, *_) = STAGE.play(
            build_table(phase="baskets", top=top), pick_flowers, *[f"keep:{top.split()[0]}"] * 3
        ).prompts
        assert isinstance(prompt.default, ComputedDefault) and prompt.timeout_answer == (f"keep:{top.split()[0]}",)


def test_r3_seat_without_choice_is_asked_too() -> None:
    """R3 Skipping the question would reveal the basket."""
    played = STAGE.play(build_table(phase="baskets", top="thyme " * 9), pick_flowers, *["keep:thyme"] * 3)
    assert len(played.prompts) == 3


def test_r4_one_errand_and_one_flower_each_in_one_question() -> None:
    """R4 One of each group; each praise raises a flower by 1, never above 6."""
    state = build_table(phase="morning", top="thyme")
    state.demand["clover"] = 5
    played = STAGE.play(state, play_morning, "gather praise:clover", "praise:clover scout", "gather praise:heather")
    assert len(played.prompts) == 3 and {prompt.subject for prompt in played.prompts} == {Morning()}
    assert state.demand == {"clover": 6, "heather": 3, "thyme": 2}
    assert [keeper.honey for keeper in state.keepers] == [3, 2, 3]
    assert "On top of the pile: thyme." in played.sentences
    assert [build_view(state, seat).top for seat in (None, ADA, BEN, CLEO)] == [None, None, "thyme", None]


@pytest.mark.parametrize(
    "answer", ["gather scout", "gather", "praise:clover praise:thyme", "gather praise:clover scout"]
)
def test_r4_exactly_one_of_each_group(answer: str) -> None:
    """R4 Exactly one of each."""
    with pytest.raises(Refused):
        STAGE.play(build_table(phase="morning"), play_morning, answer)


def test_r5_up_to_three_flowers_fetch_their_honey_and_then_less() -> None:
    """R5 Two clovers and a thyme at once: each fetches its demand before the sale."""
    state = build_table("clover clover clover thyme")
    state.demand |= {"clover": 4, "thyme": 1}
    played = STAGE.play(state, play_market, "bring:clover bring:clover bring:thyme", "yes")
    assert played.find_prompt("bring.ask").subject == Bring(3)
    assert state.keepers[ADA].honey == 2 + 8 + 1
    assert state.demand == {"clover": 2, "heather": 2, "thyme": 1}
    assert list_hand(state, ADA) == ["clover"] and len(state.pile.discard) == 3


@pytest.mark.parametrize("answer", ["", "bring:clover", "bring:clover bring:clover"])
def test_r5_fewer_flowers_or_none_may_be_sold(answer: str) -> None:
    """R5 A range: from none to three."""
    state = build_table("clover clover clover")
    STAGE.play(state, play_market, answer, "yes")
    assert len(list_hand(state, ADA)) == 3 - len(answer.split())


def test_r5_at_most_three_and_only_from_the_hand() -> None:
    """R5 Three at most, each from the hand."""
    for answer in ("bring:clover " * 4, "bring:thyme"):
        with pytest.raises(Refused):
            STAGE.play(build_table("clover " * 5), play_market, answer.strip())


def test_r6_smoke_stands_beside_every_question_of_the_turn() -> None:
    """R6 Afterwards the same question is asked again, built anew: there is one flower more to bring."""
    state = build_table("clover", top="thyme clover")
    played = STAGE.play(state, play_market, "smoke", "bring:clover bring:thyme", "yes")
    assert played.question_keys == ["bring.ask", "bring.ask", "market.confirm"]
    assert [prompt.subject for prompt in played.prompts[:2]] == [Bring(1), Bring(2)]
    assert [len(prompt.side_actions) for prompt in played.prompts] == [1, 0, 0], "once a turn"
    assert played.prompts[0].parse_answer(("smoke",)) == SideAction("smoke", ADA)
    assert state.keepers[ADA].honey == 2 - 1 + 2 + 2


def test_r6_smoke_is_offered_before_turn_end_if_affordable() -> None:
    """R6 1 honey."""
    state = build_table("clover")
    played = STAGE.play(state, play_market, "", "smoke", "yes")
    assert played.question_keys == ["bring.ask", "market.confirm", "market.confirm"] and len(list_hand(state, ADA)) == 2
    assert STAGE.play(build_table("clover", honey=0), play_market, "", "yes").prompts[0].side_actions == ()


def test_r7_honey_and_flowers_in_hand_are_points() -> None:
    """R7 After the third round; players with equal points share the place."""
    state = build_table("clover thyme", "heather", "", honey=3)
    state.round, state.served_seats = CONTENT.rounds, 3
    t: GameContext[State] = GameContext(state, Rng(bytes(32)))
    end_round(t)
    assert state.phase == "over" and t.has_revealed
    assert [(score.seat, score.place, score.total) for score in compute_scores(state)] == [
        (ADA, 1, 5),
        (BEN, 2, 4),
        (CLEO, 3, 3),
    ]
    state.keepers[CLEO].honey = 4
    assert [score.place for score in compute_scores(state)] == [1, 2, 2]
    assert evaluate(state, ADA) == 5


def test_starting_seat_rotates_and_turn_info_lists_next_seats() -> None:
    state = build_table("clover", "clover", "clover")
    state.round, state.served_seats = 2, 1
    now = build_turn_info(build_view(state, None))
    assert (now.heading.key, now.turn, now.following, now.public_points) == ("moment.market", CLEO, (ADA,), None)
    state.phase = "morning"
    assert build_turn_info(build_view(state, None)).turn is None


def test_state_of_rules_1_is_upgraded() -> None:
    """Keepers of rules 1 had coins."""
    state = build_table("clover")
    assert GAME.upgrade is not None
    old = msgspec.json.decode(msgspec.json.encode(state))
    for keeper in old["keepers"]:
        keeper["coins"] = keeper.pop("honey")
    assert msgspec.convert(GAME.upgrade(old, 1), State) == state
