"""Turn captions below the board: a war concerns the whole table and has a line of its own."""

from __future__ import annotations

import pytest

from engines.kernel import Message, SeatRef, message
from engines.quo_vadis import GAME
from engines.quo_vadis.table import names
from render import RecentStep, RenderContext
from render.kit.marks.captions import ActionPhrase, collect_turns, render_turns
from tests.quo_vadis.pictures.log_events import (
    ANN,
    ART,
    BELA,
    BUILT,
    CEM,
    DRAWN,
    SCORED,
    build_area,
    build_card,
    build_home,
    build_shrinking,
    describe_events,
)
from tests.quo_vadis.stage import NAMES, A, B, C, build_table

WAR_BEGINS = message("war.begins", who=ANN, area=names.name_area("2-4"), sides=(ANN, BELA))


def build_win(seat_ref: SeatRef, own_total: int, others: dict[int, int], key: str = "war.won") -> Message:
    totals = tuple(message("war.total", who=SeatRef(seat), total=n) for seat, n in others.items())
    return message(key, who=seat_ref, area=names.name_area("2-4"), own=own_total, others=totals, vp=2, total=9)


def build_bid(seat_ref: SeatRef, n: int) -> Message:
    return message("bid.done" if n else "bid.none", who=seat_ref, morale=n, strength=3)


def build_roll(seat_ref: SeatRef) -> Message:
    return message("war.rolled", who=seat_ref, strength=3, sides=8, rolls=(4,), total=7)


WARS: dict[str, tuple[tuple[Message, ...], tuple[str, ...], tuple[str, ...]]] = {
    "who won, with what, and what the others lost": (
        (
            WAR_BEGINS,
            build_bid(ANN, 2),
            build_bid(BELA, 0),
            message("war.elated", who=ANN),
            build_roll(ANN),
            build_roll(BELA),
            build_win(ANN, 10, {B: 8, C: 6}),
            message("war.lost", who=BELA, wrath=1),
            build_shrinking(BELA, "2-4:a", 2),
            message("war.lost_full", who=CEM, wrath=0),
            build_home(CEM, 1),
            build_shrinking(CEM, "2-4:b", 0),
            message("vp.done", who=ANN, vp=2, total=11),
            message("spoils.done", who=ANN, morale=3, food=2, faith=1),
            message("endurance.done", who=BELA, morale=1, wrath=1),
            message("endurance.morale", who=BELA, morale=1, wrath=0),
            message("endurance.wrath", who=BELA, morale=0, wrath=1),
        ),
        (
            "war in 2-4 (A, B): A spent 2 morale",
            "A won the war in 2-4 with 10 (B 8, C 6), +2 VP: B +1 wrath, town of B on 2-4 left shrank to 2, "
            "1 worker of C went home, town of C on 2-4 right was destroyed, A +2 VP, "
            "A took spoils (now 3 morale, 2 food, 1 faith), B +1 morale and +1 wrath (Endurance), "
            "B +1 morale (Endurance), B +1 wrath (Endurance)",
        ),
        (
            "2-4で戦争（A、B）：Aは戦意2を消費",
            "Aが2-4の戦争に合計10で勝利（B 8、C 6）、+2VP：Bは神の怒り+1、2-4左のBのタウンの人口が2に、"
            "Cのワーカー1人が手元へ、2-4右のCのタウンが破壊された、Aは+2VP、"
            "Aは戦利品を獲得（戦意3・食料2・信仰1に）、Bは忍耐で戦意+1・神の怒り+1、"
            "Bは忍耐で戦意+1、Bは忍耐で神の怒り+1",
        ),
    ),
    "a tie, and why it is won": (
        (build_win(ANN, 8, {B: 8}, "war.won_tie"),),
        ("A won the war in 2-4 with 8 (B 8, tie goes to the first clockwise from the start player), +2 VP",),
        ("Aが2-4の戦争に合計8で勝利（B 8、同点はスタートプレイヤーから時計回りで先）、+2VP",),
    ),
    "as earlier versions told it": (
        (
            message("war.begins", area=names.name_area("2-4"), sides=(ANN, BELA)),
            message("war.won", who=BELA, area=names.name_area("2-4")),
            message("war.lost", who=ANN, wrath=1),
        ),
        ("war in 2-4 (A, B), B won the war in 2-4: A +1 wrath",),
        ("2-4で戦争（A、B）、Bが2-4の戦争に勝利：Aは神の怒り+1",),
    ),
}


@pytest.mark.parametrize("war", WARS)
def test_war_caption_is_of_the_whole_table(war: str) -> None:
    events, en, ja = WARS[war]
    assert describe_events(*events) == tuple(ActionPhrase(words, is_for_all=True) for words in en)
    assert describe_events(*events, lang="ja") == tuple(ActionPhrase(words, is_for_all=True) for words in ja)


def test_endurance_belongs_to_the_war_line_when_spoils_are_declined() -> None:
    endured = message("endurance.wrath", who=BELA, morale=0, wrath=1)
    assert describe_events(endured, BUILT) == (
        ActionPhrase("B +1 wrath (Endurance)", is_for_all=True),
        ActionPhrase("built a town on 2-4 right", seat=A),
    )


def test_war_has_one_line_and_the_turn_continues_in_its_own() -> None:
    """The seat asked last neither wins the points of the turn nor builds its town."""
    view = GAME.view(build_table(), None)
    levy = message("levy.done", who=BELA, skill=names.name_skill("S30"), strength=4)
    steps = (
        RecentStep(A, view, messages=(build_area(), build_card("labour", generation=2), WAR_BEGINS, build_bid(ANN, 2))),
        RecentStep(
            B,
            view,
            True,
            (levy, build_bid(BELA, 1), build_win(BELA, 9, {A: 8}), build_home(ANN, 1), BUILT, DRAWN, SCORED),
        ),
    )
    ctx = RenderContext("en", NAMES[:3], turns=steps)
    assert render_turns(collect_turns(view, ctx, ART.describe_step), ctx) == (
        "A Ann: chose 2-4, opened generation II with Labour; built a town on 2-4 right, "
        "territory bonus +6 VP (2 cards × 3 areas)",
        "war in 2-4 (A, B): A spent 2 morale; B used Levy (+4 strength); B spent 1 morale; "
        "B won the war in 2-4 with 9 (A 8), +2 VP: 1 worker of A went home",
    )
