"""What somebody sees who was away: a new round takes all dice back, and nobody did that."""

from __future__ import annotations

from engines.marco_polo_ii.view import View
from render.kit.look import Look, Step
from render.marco_polo_ii import ART
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
