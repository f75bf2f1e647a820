"""The lines below the board: a war is of the whole table, in a line of its own."""

from __future__ import annotations

import pytest

from engines.kernel import Msg, Who, say
from engines.quo_vadis import GAME
from engines.quo_vadis.table import names
from render import Look, Step
from render.kit.marks.news import Said, in_words, news
from tests.quo_vadis.pictures.said import ANN, ART, BELA, BUILT, CEM, DRAWN, SCORED, area, card, home, shrunk, told
from tests.quo_vadis.stage import NAMES, A, B, C, table

BEGUN = say("war.begins", who=ANN, area=names.area("2-4"), sides=(ANN, BELA))


def won(who: Who, own: int, others: dict[int, int], key: str = "war.won") -> Msg:
    totals = tuple(say("war.total", who=Who(seat), total=n) for seat, n in others.items())
    return say(key, who=who, area=names.area("2-4"), own=own, others=totals, vp=2, total=9)


def bid(who: Who, n: int) -> Msg:
    return say("bid.done" if n else "bid.none", who=who, morale=n, strength=3)


def rolled(who: Who) -> Msg:
    return say("war.rolled", who=who, strength=3, sides=8, rolls=(4,), total=7)


WARS: dict[str, tuple[tuple[Msg, ...], tuple[str, ...], tuple[str, ...]]] = {
    "who won, with what, and what the others lost": (
        (
            BEGUN,
            bid(ANN, 2),
            bid(BELA, 0),
            say("war.elated", who=ANN),
            rolled(ANN),
            rolled(BELA),
            won(ANN, 10, {B: 8, C: 6}),
            say("war.lost", who=BELA, wrath=1),
            shrunk(BELA, "2-4:a", 2),
            say("war.lost_full", who=CEM, wrath=0),
            home(CEM, 1),
            shrunk(CEM, "2-4:b", 0),
            say("vp.done", who=ANN, vp=2, total=11),
            say("spoils.done", who=ANN, morale=3, food=2, faith=1),
            say("endurance.done", who=BELA, morale=1, wrath=1),
            say("endurance.morale", who=BELA, morale=1, wrath=0),
            say("endurance.wrath", who=BELA, morale=0, wrath=1),
        ),
        (
            "war at 2-4 (A, B): A spent 2 morale",
            "A won at 2-4 with 10 (B 8, C 6), +2 VP: B +1 wrath, town of B on 2-4 left shrinks to 2, "
            "1 worker of C home, town of C on 2-4 right destroyed, A +2 VP, "
            "A took spoils (now 3 morale, 2 food, 1 faith), B +1 morale and +1 wrath (Endurance), "
            "B +1 morale (Endurance), B +1 wrath (Endurance)",
        ),
        (
            "2-4で戦争（A、B）：Aは戦意2を消費",
            "2-4はAが合計10で勝利（B 8、C 6）、+2VP：Bは神の怒り+1、2-4左のBのタウンの人口が2に、"
            "Cのワーカー1人が手元へ、2-4右のCのタウンが破壊された、Aは+2VP、"
            "Aは戦利品を獲得（戦意3・食料2・信仰1に）、Bは忍耐で戦意+1・神の怒り+1、"
            "Bは忍耐で戦意+1、Bは忍耐で神の怒り+1",
        ),
    ),
    "a tie, and why it is won": (
        (won(ANN, 8, {B: 8}, "war.won_tie"),),
        ("A won at 2-4 with 8 (B 8, tie goes to the first clockwise from the start player), +2 VP",),
        ("2-4はAが合計8で勝利（B 8、同点はスタートプレイヤーから時計回りで先）、+2VP",),
    ),
    "as earlier versions told it": (
        (
            say("war.begins", area=names.area("2-4"), sides=(ANN, BELA)),
            say("war.won", who=BELA, area=names.area("2-4")),
            say("war.lost", who=ANN, wrath=1),
        ),
        ("war at 2-4 (A, B), B won at 2-4: A +1 wrath",),
        ("2-4で戦争（A、B）、2-4はBが勝利：Aは神の怒り+1",),
    ),
}


@pytest.mark.parametrize("war", WARS)
def test_a_war_is_of_the_whole_table(war: str) -> None:
    events, en, ja = WARS[war]
    assert told(*events) == tuple(Said(words, of_all=True) for words in en)
    assert told(*events, lang="ja") == tuple(Said(words, of_all=True) for words in ja)


def test_endurance_is_of_the_war_though_the_winner_was_asked_for_spoils_and_took_none() -> None:
    endured = say("endurance.wrath", who=BELA, morale=0, wrath=1)
    assert told(endured, BUILT) == (
        Said("B +1 wrath (Endurance)", of_all=True),
        Said("town on 2-4 right", seat=A),
    )


def test_a_war_has_one_line_however_many_are_asked_and_the_turn_goes_on_in_its_own() -> None:
    """Who is asked last does not win the points of the turn, nor build its town."""
    view = GAME.view(table(), None)
    levy = say("levy.done", who=BELA, skill=names.skill("S30"), strength=4)
    steps = (
        Step(A, view, told=(area(), card("labour", generation=2), BEGUN, bid(ANN, 2))),
        Step(B, view, True, (levy, bid(BELA, 1), won(BELA, 9, {A: 8}), home(ANN, 1), BUILT, DRAWN, SCORED)),
    )
    look = Look("en", NAMES[:3], turns=steps)
    assert in_words(news(view, look, ART.told), look) == (
        "A Ann: chose 2-4, opened generation II with Labour; town on 2-4 right, territory +6 VP (2 cards × 3 areas)",
        "war at 2-4 (A, B): A spent 2 morale; B used Levy (+4 strength); B spent 1 morale; "
        "B won at 2-4 with 9 (A 8), +2 VP: 1 worker of A home",
    )
