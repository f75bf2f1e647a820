"""Pictures for a reader who was away: a new round takes all dice back, and no player gets the credit."""

from __future__ import annotations

from engines.marco_polo_ii.view import View
from render.kit.render_context import RecentStep, RenderContext
from render.kit.scene import Disc, Sprite
from render.kit.tokens import SeatToken
from render.marco_polo_ii import ART
from render.marco_polo_ii.board.seats import draw_seats
from tests.contract.cases import NAMES, build_cases, build_rng, random_decision


def test_r4_5_dice_returned_by_a_new_round_have_no_letter() -> None:
    """The reader last looked when income was taken."""
    case = next(case for case in build_cases("marco_polo_ii", 3) if case.seats == 3)
    match, rng = case.start(), build_rng(case, "away")
    steps: list[RecentStep] = []
    while True:
        now: View = match.build_view(None)
        if steps and now.phase == "turns":
            break
        decision = random_decision(match, rng)
        match.apply(decision)
        if steps or (now.round > 1 and now.phase == "round" and any(len(dice) > 1 for dice in now.spaces.values())):
            steps.append(RecentStep(decision.seat, now))
    ctx = RenderContext("en", NAMES[: case.seats], view_before=steps[0].view_before, steps=tuple(steps))
    places = {
        deed.change.anchor.place for name in ART.list_pictures(now) for deed in ART.attribute_changes(now, name, ctx)
    }
    assert not {place for place in places if place.startswith(("space:", "dice:"))}


def test_seat_with_changed_goods_has_a_ring_around_its_token() -> None:
    """The lines below numbers have no letter; the ring marks the row's player."""
    case = next(case for case in build_cases("marco_polo_ii", 3) if case.seats == 3)
    match, rng, rings = case.start(), build_rng(case, "ring"), set[bool]()
    for _ in range(60):
        before: View = match.build_view(None)
        decision = random_decision(match, rng)
        match.apply(decision)
        now: View = match.build_view(None)
        ctx = RenderContext("en", NAMES[: case.seats], view_before=before, steps=(RecentStep(decision.seat, before),))
        nodes = [node for node in draw_seats(now, ctx) if isinstance(node, Sprite | Disc)]
        tokens = {
            node.piece.seat: node for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)
        }
        for seat, token in tokens.items():
            ringed = any(isinstance(node, Disc) and (node.x, node.y) == (token.x, token.y) for node in nodes)
            assert ringed == (before.mats[seat].resources != now.mats[seat].resources)
            rings.add(ringed)
    assert rings == {False, True}
