"""Turn captions below the board: the actions of a turn with causes and prices, as the log has them."""

from __future__ import annotations

import pytest

from engines.kernel import Message, NounRef, SeatRef, message
from render.kit.marks.captions import ActionPhrase
from render.kit.render_context import Lang, RecentStep, RenderContext

from . import boards
from .boards import build_state_view
from .test_board import ART

C = SeatRef(2)
RED, YELLOW = NounRef("die_colors.red"), NounRef("die_colors.yellow")
CLERGY, ROMA = NounRef("terms.clergy"), NounRef("cities.roma")
HELPER = NounRef("helper_labels.b_bot")
MEN, WOMEN = message("people.men", men=2), message("people.women", women=1)
ROW = message("row.career", career=CLERGY)


def describe_events(*events: Message, lang: Lang = "en") -> tuple[ActionPhrase, ...]:
    view = build_state_view("classic")
    return ART.describe_step(RecentStep(2, view, messages=events), view, RenderContext(lang, boards.NAMES))


def build_walk(kind: str, track: NounRef, start: str, end: str, steps: int) -> Message:
    return message(kind, track=track, start=start, end=end, steps=steps)


DIE = message("die.taken_paid", who=C, color=RED, pips=3, cost=2, left=0)
SIGNORIA = message("signoria.used", who=C, action=NounRef("signoria_labels.tracks"))
WALKS = message(
    "progress.done",
    who=C,
    walks=(
        build_walk("progress.walk", CLERGY, "7", "13", 3),
        build_walk("progress.walk_disc", NounRef("terms.initiative"), "–", "1", 2),
    ),
)
SENT = message("mission.done", who=C, career=CLERGY, slot=13, city=ROMA, value=3, vp=13)
TILE = message("tile.taken", who=C, tile=message("tile.name", house=NounRef("houses.sforza"), value=3), row=ROW)
TURNS: dict[str, tuple[tuple[Message, ...], tuple[str, ...], tuple[str, ...]]] = {
    "a Signoria action and what a helper did with it": (
        (DIE, SIGNORIA, WALKS, message("helper.used", who=C, helper=HELPER), SENT, TILE),
        (
            "took red 3 for 2 florins",
            "Signoria action: clergy 7 to 13, initiative +2 (to slot 1)",
            "used a helper: sent a man from clergy 13 to Roma 3, +13 VP, Sforza 3 for the clergy row",
        ),
        (
            "赤3を2フロリンで取った",
            "シニョーリア：聖職者7から13へ、イニシアチブ+2（1のマスへ）",
            "助手を使用：聖職者13の男性をローマ3へ、勝利点+13、スフォルツァ家3を聖職者の列へ",
        ),
    ),
    "a helper whose assignment is paid": (
        (
            message("die.taken", who=C, color=RED, pips=5, cost=0, left=3),
            message("helper.used", who=C, helper=HELPER),
            message("assign.done", who=C, people=WOMEN, tile=NounRef("assignment_labels.a_clergy")),
            message("progress.done", who=C, walks=(build_walk("progress.walk_in", CLERGY, "", "1", 1),) * 2),
        ),
        ("took red 5", "used a helper, used an assignment (1 woman): a new man on clergy 1 (2 times)"),
        ("赤5を取った", "助手を使用、業務を実行（女性1人）：聖職者1に新しい男性（2回）"),
    ),
    "a helper who is hired works only from the next die on": (
        (
            message("die.taken", who=C, color=RED, pips=5, cost=0, left=5),
            message("helper.hired", who=C, cost=4, helper=NounRef("helper_labels.y_top"), color=YELLOW, left=1),
            message("helper.idle", who=C, helper=HELPER),
            message("helper.used", who=C, helper=HELPER),
            message("tile.face_down", who=C, row=ROW, left=29),
        ),
        (
            "took red 5",
            "hired a helper for 4 florins: “Politician +3” (yellow)",
            "used a helper: face-down tile for the clergy row",
        ),
        ("赤5を取った", "助手「政治家+3」を雇用（黄色、4フロリン）", "助手を使用：裏向きタイルを聖職者の列へ"),
    ),
    "offspring, and a threshold for two men": (
        (
            SIGNORIA,
            message("offspring.rolled", who=C, dice=("4", "5"), count=2, people=MEN),
            message("assign.done", who=C, people=MEN, tile=NounRef("assignment_labels.a_threshold")),
            message("threshold.raised", who=C, threshold=19),
        ),
        ("Signoria action: 2 men born", "used an assignment (2 men): threshold 19"),
        ("シニョーリア：男性2人が誕生", "業務を実行（男性2人）：しきい値19"),
    ),
    "a reward and a wedding": (
        (
            message("reward.bonus", who=C, tile=NounRef("reward_labels.men_2")),
            message("take.done", who=C, people=MEN),
            message(
                "wedding.done", who=C, gains=(message("wedding.vp", gained=4), message("wedding.florins", gained=2))
            ),
        ),
        ("used the reward: 2 men from the stock, married off a son (+4 VP, +2 florins)",),
        ("報酬：ストックから男性2人、一族の男性が結婚（+4点、+2フロリン）",),
    ),
}


@pytest.mark.parametrize("turn", TURNS)
def test_caption_has_causes_and_prices(turn: str) -> None:
    events, en, ja = TURNS[turn]
    assert describe_events(*events) == tuple(ActionPhrase(words, seat=2) for words in en)
    assert describe_events(*events, lang="ja") == tuple(ActionPhrase(words, seat=2) for words in ja)


@pytest.mark.parametrize(
    ("lang", "own", "of_all"),
    [
        (
            "en",
            "passed",
            ("B +4 VP for initiative", "order of the next round C, B", "B no reward (dice 15, threshold 13)"),
        ),
        (
            "ja",
            "パス",
            ("イニシアチブでBに勝利点+4", "次のラウンドの手番順C、B", "Bは報酬なし（出目合計15、しきい値13）"),
        ),
    ],
)
def test_last_pass_has_gains_and_lost_rewards_of_all_seats(lang: Lang, own: str, of_all: tuple[str, ...]) -> None:
    events = (
        message("pass.done", who=C, sum=3),
        message("initiative.vp", who=SeatRef(1), vp=4),
        message("initiative.order", order=(C, SeatRef(1))),
        message("reward.within", who=C, sum=3, threshold=13),
        message("reward.above", who=SeatRef(1), sum=15, threshold=13),
    )
    assert describe_events(*events, lang=lang) == (
        ActionPhrase(own, seat=2),
        *(ActionPhrase(words, is_for_all=True) for words in of_all),
    )


def test_r15_22_automatic_pass_has_a_line() -> None:
    events = (message("pass.done", who=C, sum=3), message("pass.stuck", who=SeatRef(0), sum=4))
    assert describe_events(*events) == (
        ActionPhrase("passed", seat=2),
        ActionPhrase("could take no die and passed", seat=0),
    )


def test_rewards_of_others_have_own_lines_and_new_round_has_no_letter() -> None:
    events = (
        message("reward.florins", who=C, florins=3, tile=NounRef("reward_labels.men_2")),
        message("reward.vp", who=SeatRef(1), tile=NounRef("reward_labels.men_2"), vp=6),
        message("round.begins", round=3, rounds=7, reward=NounRef("reward_labels.men_2")),
    )
    assert describe_events(*events) == (
        ActionPhrase("took 3 florins as a reward", seat=2),
        ActionPhrase("+6 VP as a reward", seat=1),
        ActionPhrase("round 3 of 7 began", is_for_all=True),
    )
