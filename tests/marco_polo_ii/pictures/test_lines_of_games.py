"""Turn captions below the board: of a new round, of simultaneous choices, and of every turn of whole games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from engines.kernel import LANGS, Lang, SeatRef, message
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.table.names import describe_amounts, describe_die
from engines.marco_polo_ii.view import View, build_view
from render import RecentStep, RenderContext
from render.kit.marks.badges import AuthorBadge
from render.kit.marks.captions import ActionPhrase, collect_turns, layout_captions
from render.kit.scene import Sprite, TextRun
from render.marco_polo_ii import ART
from tests.contract.cases import NAMES as GUESTS
from tests.contract.cases import Case, build_cases, build_rng, random_decision
from tests.contract.pictures.picture_sample import add_log_entries
from tests.marco_polo_ii.table import B, build_state, set_player

NAMES = ("Aoi", "Marco")
TABLES = build_cases("marco_polo_ii", 3)
ME, OTHER = SeatRef(B), SeatRef(0)
ROUND = (
    message("round.begins", n=2, of=5),
    message("round.start_player", who=OTHER),
    message("income.done", who=OTHER, gain=describe_amounts(Gain(vp=3, coins=2))),
    message("round.cards", cards=()),
    message("roll.done", who=ME, dice=("1", "2"), total=3),
    message("roll.gains", who=ME, gain=describe_amounts(Gain(camels=3))),
)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("round 2 began", "A starts", "A got 3 VP, 2 coins as income", "B got 3 camels for the roll")),
        ("ja", ("第2ラウンド開始", "スタートはA", "Aの収入：+3点、2コイン", "Bはロールで+3ラクダ")),
    ],
)
def test_new_round_and_its_gains_have_a_line_without_letter(lang: Lang, words: tuple[str, ...]) -> None:
    after = build_view(build_state(2), None)
    purse = message("purse.done", who=ME, die=describe_die("3"), gain=describe_amounts(Gain(coins=3)))
    events = (purse, *ROUND)
    ctx = RenderContext(lang, NAMES, turns=(RecentStep(B, after, messages=events),))
    own_turn, of_all = collect_turns(after, ctx, ART.describe_step)
    assert own_turn.seat == B and len(own_turn.phrases) == 1
    assert of_all.seat is None and tuple(said.words for said in of_all.phrases) == words


@pytest.mark.parametrize(("lang", "words"), [("en", "round 5 began, the last one"), ("ja", "最後の第5ラウンド開始")])
def test_last_round_is_named(lang: Lang, words: str) -> None:
    now = build_view(build_state(2), None)
    last = RecentStep(B, now, messages=(message("round.last", n=5, of=5),))
    assert ART.describe_step(last, now, RenderContext(lang, NAMES)) == (ActionPhrase(words, is_for_all=True),)


def test_simultaneous_choices_have_one_line_without_letter() -> None:
    s = build_state(2)
    before = build_view(s, None)
    set_player(s, B, coins=5)
    kept = RecentStep(None, before, messages=(message("goal.all"), message("round.begins", n=1, of=5)))
    scene = ART.compose(build_view(s, None), "board", RenderContext("en", NAMES, view_before=before, turns=(kept,)))
    below = [node.text for node in scene.live_part if isinstance(node, TextRun) and node.y > 1200]
    assert "".join(below).replace("\u00a0", " ") == "everybody keeps one goal card, face down · round 1 began"
    assert not [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge)]


def play_turns(case: Case) -> Iterator[tuple[RecentStep, View]]:
    """Yield every turn of a random game, with the view after it."""
    match, rng = case.start(), build_rng(case, "lines")
    steps: list[RecentStep] = []
    while match.open_prompts is not None:
        if not match.decisions_since_frame:  # otherwise the turn goes on
            alone = len(match.waiting_seats) == 1
            steps.append(RecentStep(match.waiting_seats[0] if alone else None, match.build_view(None)))
        steps[-1] = add_log_entries(steps[-1], match.apply(random_decision(match, rng)).events)
    return zip(steps, [*(step.view_before for step in steps[1:]), match.build_view(None)], strict=True)


@pytest.mark.parametrize("case", TABLES, ids=str)
def test_every_turn_has_a_short_caption(case: Case) -> None:
    lines = []
    for (step, after), lang in product(play_turns(case), LANGS):
        ctx = RenderContext(lang, GUESTS[: case.seats], view_before=step.view_before, turns=(step,))
        words = [said.words for said in ART.describe_step(step, after, ctx)]
        assert words and all(words) and not any(sign in "".join(words) for sign in "{}"), step.messages
        lines += [len(caption.lines) for caption in layout_captions(collect_turns(after, ctx, ART.describe_step), ctx)]
    assert len(lines) > 80
    assert sum(n > 3 for n in lines) < len(lines) / 10 and max(lines) < 7
