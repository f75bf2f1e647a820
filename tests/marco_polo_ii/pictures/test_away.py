"""What somebody sees who was away: a new round takes all dice back, and nobody did that."""

from __future__ import annotations

from engines.marco_polo_ii.view import View
from render.kit.look import Look, Step
from render.kit.scene import Disc, Sprite
from render.kit.tokens import SeatToken
from render.marco_polo_ii import ART
from render.marco_polo_ii.board.seats import seats
from tests.contract.cases import NAMES, cases, chance, random_decision


def test_r4_5_dice_that_a_new_round_takes_back_bear_no_letter() -> None:
    """To somebody who looked for the last time when income was taken."""
    case = next(case for case in cases("marco_polo_ii", 3) if case.seats == 3)
    match, rng = case.start(), chance(case, "away")
    steps: list[Step] = []
    while True:
        now: View = match.view(None)
        if steps and now.phase == "turns":
            break
        decision = random_decision(match, rng)
        match.apply(decision)
        if steps or (now.round > 1 and now.phase == "round" and any(len(dice) > 1 for dice in now.spaces.values())):
            steps.append(Step(decision.seat, now))
    look = Look("en", NAMES[: case.seats], before=steps[0].before, steps=tuple(steps))
    places = {deed.change.anchor.place for name in ART.pictures(now) for deed in ART.deeds(now, name, look)}
    assert not {place for place in places if place.startswith(("space:", "dice:"))}


def test_whose_goods_changed_has_a_ring_around_the_token() -> None:
    """The lines below numbers have no letter; the ring says whose row they are in."""
    case = next(case for case in cases("marco_polo_ii", 3) if case.seats == 3)
    match, rng, rings = case.start(), chance(case, "ring"), set[bool]()
    for _ in range(60):
        before: View = match.view(None)
        decision = random_decision(match, rng)
        match.apply(decision)
        now: View = match.view(None)
        look = Look("en", NAMES[: case.seats], before=before, steps=(Step(decision.seat, before),))
        nodes = [node for node in seats(now, look) if isinstance(node, Sprite | Disc)]
        tokens = {
            node.piece.seat: node for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)
        }
        for seat, token in tokens.items():
            ringed = any(isinstance(node, Disc) and (node.x, node.y) == (token.x, token.y) for node in nodes)
            assert ringed == (before.mats[seat].carried != now.mats[seat].carried)
            rings.add(ringed)
    assert rings == {False, True}
