"""Every View and the board show when another player than the one on turn is asked."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from engines.kernel import LANGS, Decision, Match, Rng, pick_random_answer
from engines.pax_pamir.table.questions import BribeAnswered
from engines.pax_pamir.table.state import State
from render import RenderContext, load_arts
from render.kit.scene import Icon, Sprite
from render.kit.tokens import SeatToken
from render.pax_pamir.board.turn_pill import find_awaited_player
from tests.pax_pamir.extremes import build_extreme_game
from tests.pax_pamir.table import NAMES

TABLES = ((1, "alone"), (2, "two"), (3, "alone"), (5, "alone"))
CROWDED = (), ("full_courts", "no_cylinders_left", "nobody_has_a_rupee"), ("full_courts", "nobody_has_a_rupee")
OFF_TURN = {"bribe.reply", "battle.safe_house", "debt.choose", "event.confidence"}
"""Questions that players often answer in another player's turn."""
OFTEN = 60
"""Number of questions of each kind to check."""
WHY = {"battle.safe_house": "spy", "debt.choose": "debt", "event.confidence": "event"}


def iter_questions() -> Iterator[Match[State]]:
    """Play random games and yield each at every question."""
    for seed, (seats, wakhan) in enumerate(TABLES * 12):
        game = build_extreme_game(CROWDED[seed % 3], seed)
        seed_rng = random.Random(f"asked {seed}")
        match = Match.start(game, game.build_setup(seats, options={"wakhan": wakhan}), seed_rng.randbytes(32))
        rng = Rng(seed_rng.randbytes(32))
        while match.open_prompts is not None:
            yield match
            (prompt,) = match.open_prompts.prompts
            match.apply(Decision(match.step, prompt.seat, pick_random_answer(match, prompt, rng)))


def test_r13_every_view_names_the_asked_player() -> None:
    off_turn_keys, looked = set[str](), Counter[str]()
    for match in iter_questions():
        assert match.open_prompts is not None
        (prompt,) = match.open_prompts.prompts
        looked[prompt.text.key] += 1
        if looked[prompt.text.key] > OFTEN:
            continue
        views = [match.build_view(seat) for seat in (None, *range(match.setup.seats))]
        turns = {
            None if view.turn is None else (view.turn.player, view.turn.awaited_seat, view.turn.await_reason)
            for view in views
        }
        (turn,) = turns - ({None} if len(turns) > 1 else set())
        if turn is None:
            continue
        assert turn[1] == (None if prompt.seat == turn[0] else prompt.seat), prompt.text.key
        if turn[1] is not None:
            off_turn_keys.add(prompt.text.key)
            assert turn[2] == WHY.get(prompt.text.key), "and why"
    assert off_turn_keys >= OFF_TURN


def test_r7_4_every_view_names_the_payer_and_the_sum_after_a_reply() -> None:
    seen = set[str]()
    for match in iter_questions():
        (prompt,) = match.open_prompts.prompts if match.open_prompts is not None else ()
        if not isinstance(prompt.subject, BribeAnswered):
            continue
        seen.add(prompt.text.key)
        for seat in (None, *range(match.setup.seats)):
            turn = match.build_view(seat).turn
            assert turn is not None and turn.request is not None
            assert turn.request.counter == prompt.subject.demanded and find_awaited_player(turn) == prompt.seat
        if seen == {"bribe.countered", "bribe.refused"}:
            return
    raise AssertionError(f"only {seen} was asked")


def test_board_header_names_the_asked_player() -> None:
    art, seen = load_arts()["pax_pamir"], set[str]()
    for match in iter_questions():
        (prompt,) = match.open_prompts.prompts if match.open_prompts is not None else ()
        if prompt.text.key in seen or prompt.text.key not in OFF_TURN:
            continue
        view = match.build_view(None)
        if view.turn is None or view.turn.awaited_seat is None:
            continue
        seen.add(prompt.text.key)
        for lang in LANGS:
            ctx = RenderContext(lang, NAMES[: match.setup.seats])
            head = [node for node in art.draw(view, "board", ctx).live_part if getattr(node, "y", 999) < 124]
            assert [node for node in head if isinstance(node, Icon) and node.name == "hourglass"]
            tokens = [
                node.piece.seat for node in head if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)
            ]
            assert tokens == [view.turn.awaited_seat]
            assert NAMES[view.turn.awaited_seat] in art.describe_picture(view, "board", ctx)[:60]
        if seen >= OFF_TURN:
            return
    assert seen >= OFF_TURN
