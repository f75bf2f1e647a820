"""The card while somebody answers in the turn of another: of a bribe, a debt, a spy that may hide."""

from __future__ import annotations

from tests.bot.test_card import shown
from tests.contract.cases import cases, chance, random_decision


def test_who_is_asked_in_the_turn_of_another_is_not_said_to_be_on_turn() -> None:
    for case in cases("pax_pamir", 9):
        match, rng = case.start(), chance(case, "play")
        while not match.over:
            moment = match.game.moment
            assert moment is not None
            turn, asked = moment(match.public().view(None)).turn, match.waiting
            if turn is not None and turn not in asked and match.position == match.barrier:
                told = "\n".join(shown(match)[0])
                assert f"手番 / To move: {'●■▲◆⬢'[turn]}" in told
                assert f"返答待ち / Asked meanwhile: {'●■▲◆⬢'[asked[0]]}" in told
                return
            match.apply(random_decision(match, rng))
    raise AssertionError("nobody was asked in another's turn")
