"""Whom the table waits for: when somebody else than the player on turn is asked, every View and the board say so."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from engines.kernel import LANGS, Decision, Match, Rng, random_answer
from engines.pax_pamir.table.state import State
from render import Look, arts
from render.kit.scene import Icon, Sprite
from render.kit.tokens import SeatToken
from tests.pax_pamir.extremes import extreme
from tests.pax_pamir.table import NAMES

TABLES = ((1, "alone"), (2, "two"), (3, "alone"), (5, "alone"))
CROWDED = (), ("full_courts", "no_cylinders_left", "nobody_has_a_rupee"), ("full_courts", "nobody_has_a_rupee")
OFF_TURN = {"bribe.reply", "battle.safe_house", "debt.choose", "event.confidence"}
"""Questions that people often answer in somebody else's turn."""
OFTEN = 60
"""So many times each kind of question is looked at."""
WHY = {"battle.safe_house": "spy", "debt.choose": "debt", "event.confidence": "event"}


def asked() -> Iterator[Match[State]]:
    """Random games at every question."""
    for seed, (seats, wakhan) in enumerate(TABLES * 12):
        game = extreme(CROWDED[seed % 3], seed)
        chance = random.Random(f"asked {seed}")
        match = Match.start(game, game.setup(seats, options={"wakhan": wakhan}), chance.randbytes(32))
        rng = Rng(chance.randbytes(32))
        while match.ask is not None:
            yield match
            (prompt,) = match.ask.prompts
            match.apply(Decision(match.step, prompt.seat, random_answer(match, prompt, rng)))


def test_r13_every_view_says_who_else_is_asked() -> None:
    found, looked = set[str](), Counter[str]()
    for match in asked():
        assert match.ask is not None
        (prompt,) = match.ask.prompts
        looked[prompt.text.key] += 1
        if looked[prompt.text.key] > OFTEN:
            continue
        views = [match.view(seat) for seat in (None, *range(match.setup.seats))]
        turns = {None if view.turn is None else (view.turn.player, view.turn.asked, view.turn.why) for view in views}
        (turn,) = turns - ({None} if len(turns) > 1 else set())
        if turn is None:
            continue
        assert turn[1] == (None if prompt.seat == turn[0] else prompt.seat), prompt.text.key
        if turn[1] is not None:
            found.add(prompt.text.key)
            assert turn[2] == WHY.get(prompt.text.key), "and why"
    assert found >= OFF_TURN


def test_the_head_of_the_board_waits_for_whoever_is_asked() -> None:
    art, seen = arts()["pax_pamir"], set[str]()
    for match in asked():
        (prompt,) = match.ask.prompts if match.ask is not None else ()
        if prompt.text.key in seen or prompt.text.key not in OFF_TURN:
            continue
        view = match.view(None)
        if view.turn is None or view.turn.asked is None:
            continue
        seen.add(prompt.text.key)
        for lang in LANGS:
            look = Look(lang, NAMES[: match.setup.seats])
            head = [node for node in art.draw(view, "board", look).live if getattr(node, "y", 999) < 124]
            assert [node for node in head if isinstance(node, Icon) and node.name == "hourglass"]
            tokens = [
                node.piece.seat for node in head if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)
            ]
            assert tokens == [view.turn.asked]
            assert NAMES[view.turn.asked] in art.alt(view, "board", look)[:60]
        if seen >= OFF_TURN:
            return
    assert seen >= OFF_TURN
