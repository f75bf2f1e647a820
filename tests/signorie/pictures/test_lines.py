"""The lines below the board: what a turn did, what for and at which price, as the log tells it."""

from __future__ import annotations

import pytest

from engines.kernel import Msg, Term, Who, say
from render.kit.look import Lang, Look, Step
from render.kit.marks.news import Said

from . import boards
from .test_board import ART, state

C = Who(2)
RED, YELLOW = Term("die_colors.red"), Term("die_colors.yellow")
CLERGY, ROMA = Term("terms.clergy"), Term("cities.roma")
HELPER = Term("helper_labels.b_bot")
MEN, WOMEN = say("people.men", men=2), say("people.women", women=1)
ROW = say("row.career", career=CLERGY)


def told(*events: Msg, lang: Lang = "en") -> tuple[Said, ...]:
    view = state("classic")
    return ART.told(Step(2, view, told=events), view, Look(lang, boards.NAMES))


def walk(kind: str, track: Term, start: str, end: str, steps: int) -> Msg:
    return say(kind, track=track, start=start, end=end, steps=steps)


DIE = say("die.taken_paid", who=C, color=RED, pips=3, cost=2, left=0)
SIGNORIA = say("signoria.used", who=C, action=Term("signoria_labels.tracks"))
WALKS = say(
    "progress.done",
    who=C,
    walks=(
        walk("progress.walk", CLERGY, "7", "13", 3),
        walk("progress.walk_disc", Term("terms.initiative"), "–", "1", 2),
    ),
)
SENT = say("mission.done", who=C, career=CLERGY, slot=13, city=ROMA, value=3, vp=13)
TILE = say("tile.taken", who=C, tile=say("tile.name", house=Term("houses.sforza"), value=3), row=ROW)
TURNS: dict[str, tuple[tuple[Msg, ...], tuple[str, ...], tuple[str, ...]]] = {
    "a Signoria action and what a helper did with it": (
        (DIE, SIGNORIA, WALKS, say("helper.used", who=C, helper=HELPER), SENT, TILE),
        (
            "took red 3 for 2 florins",
            "Signoria: clergy 7 to 13, initiative +2 (to slot 1)",
            "helper: man from clergy 13 to Roma 3, +13 VP, Sforza 3 for the clergy row",
        ),
        (
            "赤3を2フロリンで取った",
            "シニョーリア：聖職者7から13へ、イニシアチブ+2（1のマスへ）",
            "助手：聖職者13の男性をローマ3へ、勝利点+13、スフォルツァ家3を聖職者の列へ",
        ),
    ),
    "a helper whose assignment is paid": (
        (
            say("die.taken", who=C, color=RED, pips=5, cost=0, left=3),
            say("helper.used", who=C, helper=HELPER),
            say("assign.done", who=C, people=WOMEN, tile=Term("assignment_labels.a_clergy")),
            say("progress.done", who=C, walks=(walk("progress.walk_in", CLERGY, "", "1", 1),) * 2),
        ),
        ("took red 5", "helper, for 1 woman: new man on clergy 1 (2 times)"),
        ("赤5を取った", "助手、女性1人で：聖職者1に新しい男性（2回）"),
    ),
    "a helper who is hired works only from the next die on": (
        (
            say("die.taken", who=C, color=RED, pips=5, cost=0, left=5),
            say("helper.hired", who=C, cost=4, helper=Term("helper_labels.y_top"), color=YELLOW, left=1),
            say("helper.idle", who=C, helper=HELPER),
            say("helper.used", who=C, helper=HELPER),
            say("tile.face_down", who=C, row=ROW, left=29),
        ),
        (
            "took red 5",
            "hired helper “Politician +3” (yellow) for 4 florins",
            "helper: face-down tile for the clergy row",
        ),
        ("赤5を取った", "助手「政治家+3」を雇用（黄色、4フロリン）", "助手：裏向きタイルを聖職者の列へ"),
    ),
    "offspring, and a threshold for two men": (
        (
            SIGNORIA,
            say("offspring.rolled", who=C, dice=("4", "5"), count=2, people=MEN),
            say("assign.done", who=C, people=MEN, tile=Term("assignment_labels.a_threshold")),
            say("threshold.raised", who=C, threshold=19),
        ),
        ("Signoria: 2 men born", "for 2 men: threshold 19"),
        ("シニョーリア：男性2人が誕生", "男性2人で：しきい値19"),
    ),
    "a reward and a wedding": (
        (
            say("reward.bonus", who=C, tile=Term("reward_labels.men_2")),
            say("take.done", who=C, people=MEN),
            say("wedding.done", who=C, gains=(say("wedding.vp", gained=4), say("wedding.florins", gained=2))),
        ),
        ("reward: 2 men from the stock, a son married (+4 VP, +2 florins)",),
        ("報酬：ストックから男性2人、一族の男性が結婚（+4点、+2フロリン）",),
    ),
}


@pytest.mark.parametrize("turn", TURNS)
def test_a_turn_is_told_with_causes_and_prices(turn: str) -> None:
    events, en, ja = TURNS[turn]
    assert told(*events) == tuple(Said(words, seat=2) for words in en)
    assert told(*events, lang="ja") == tuple(Said(words, seat=2) for words in ja)


@pytest.mark.parametrize(
    ("lang", "own", "of_all"),
    [
        ("en", "passed", ("B +4 VP for initiative", "now rewards; order of the next round C, B")),
        ("ja", "パス", ("イニシアチブでBに勝利点+4", "報酬へ。次のラウンドの手番順C、B")),
    ],
)
def test_the_last_pass_of_a_round_is_told_with_what_it_brought_to_all(
    lang: Lang, own: str, of_all: tuple[str, ...]
) -> None:
    events = (
        say("pass.done", who=C, sum=3),
        say("initiative.vp", who=Who(1), vp=4),
        say("initiative.order", order=(C, Who(1))),
        say("reward.within", who=C, sum=3, threshold=13),
    )
    assert told(*events, lang=lang) == (Said(own, seat=2), *(Said(words, of_all=True) for words in of_all))


def test_r15_22_who_can_take_no_die_after_a_pass_has_a_line_too() -> None:
    events = (say("pass.done", who=C, sum=3), say("pass.stuck", who=Who(0), sum=4))
    assert told(*events) == (Said("passed", seat=2), Said("could take no die and passed", seat=0))


def test_the_rewards_of_others_are_in_their_lines_and_the_new_round_in_nobodys() -> None:
    events = (
        say("reward.florins", who=C, florins=3, tile=Term("reward_labels.men_2")),
        say("reward.vp", who=Who(1), tile=Term("reward_labels.men_2"), vp=6),
        say("round.begins", round=3, rounds=7, reward=Term("reward_labels.men_2")),
    )
    assert told(*events) == (
        Said("reward 3 florins", seat=2),
        Said("reward +6 VP", seat=1),
        Said("round 3 of 7 began", of_all=True),
    )
