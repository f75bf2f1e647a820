"""First-game aids: the best choices are marked, with their gains, in both languages."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from msgspec import Raw, json

from engines.kernel import (
    LANGS,
    Decision,
    Frame,
    Match,
    Message,
    Prompt,
    Rng,
    SearchBudget,
    choose_line,
    list_suggestions,
    load_catalogue,
)
from engines.signorie import GAME
from engines.signorie.computer.evaluation import greedy
from engines.signorie.computer.reasons import explain_dangers, explain_gains, explain_hopes
from engines.signorie.data.ids import HelperId
from engines.signorie.effects.family import Roll
from engines.signorie.phases.rewards import _build_florins_option
from engines.signorie.table.state import PlanRow, Tile
from tests.signorie.stage import YELLOW, build_city, build_state, set_family

WORDS = load_catalogue(GAME.package)


def render_both(why: Message) -> list[str]:
    return [WORDS.render(why, lang) for lang in LANGS]


def _render_gains(gains: Iterable[Message]) -> list[str]:
    return render_both(Message("kernel.aid.gains", {"gains": tuple(gains)}))


def test_star_says_gains_of_the_turn() -> None:
    """R8.2 A man of rank 8 to Roma scores his VP and a tile; no man of lower rank can go to Milano."""
    pool = {"yellow": [], "red": [], "purple": [], "grey": [], "light_blue": [5]}
    state = build_state(pool=pool, cities={"milano": build_city(), "roma": build_city()}, slot=7, reward="v_males")
    set_family(state, YELLOW, m=0, w=0, florins=2, men={"clergy": {1: 1}, "military": {8: 1}})
    match = Match(GAME, GAME.build_setup(4), bytes(32), json.encode(Frame(0, 0, 0, Raw(json.encode(state)))))
    assert GAME.aids is not None
    advice = list_suggestions(match, YELLOW, GAME.aids)
    assert list(advice) == ["die:light_blue:5"]
    ja, en = render_both(advice["die:light_blue:5"])
    assert ja.startswith("このあと「軍人") and "」を選ぶと、勝利点+" in ja
    assert en.startswith("then “Military") and "”: +" in en and "VP" in en


def test_every_gain_has_words() -> None:
    before, after = build_state(), build_state()
    for state in (before, after):
        set_family(state, YELLOW, florins=2, m=1, w=1)
    player = after.players[YELLOW]
    player.points = {"missions": 4}
    player.plan["clergy"] = PlanRow([Tile("medici", 2)] * 3)
    player.helpers = [HelperId("y_bot")]
    assert _render_gains(explain_gains(before, after, YELLOW))[1].startswith(
        "+4 VP, the clergy row scores 6 VP at the end, “Marriage (face-down tile)” for each yellow die from now on"
    )
    after.players[YELLOW].points, player.plan["clergy"], player.helpers = {}, PlanRow([Tile("medici", 2)]), []
    player.brides = 1
    assert _render_gains(explain_gains(before, after, YELLOW))[1] == "a bride for a son, clergy row: 1 tile"
    player.plan["clergy"], player.brides = PlanRow(), 0
    player.supply |= {"male": 3}
    player.florins = 5
    assert _render_gains(explain_gains(before, after, YELLOW)) == [
        "男性ミープル2個がサプライに加わる、3フロリン増える",
        "2 men for your supply, +3 florins",
    ]
    assert not list(explain_gains(before, before, YELLOW))


@pytest.mark.release
def test_at_most_two_choices_have_stars_in_a_whole_game() -> None:
    match, rng, counts = Match.start(GAME, GAME.build_setup(2, options={"aids": "on"}), bytes(32)), Rng(bytes(32)), []
    assert GAME.aids is not None
    while match.open_prompts is not None and match.step < 80:
        seat = match.waiting_seats[0]
        advice = list_suggestions(match, seat, GAME.aids)
        assert all(all(render_both(why)) for why in advice.values())
        counts.append(len(advice))
        match.apply(Decision(match.step, seat, choose_line(match, seat, greedy, rng, SearchBudget(20))[0]))
    assert max(counts) == 2
    assert sum(n > 0 for n in counts) > 20


def test_reason_says_dice_above_threshold() -> None:
    """R11 Nine pips are within the threshold, and with three sixes they are not."""
    before, after = build_state(), build_state()
    for state, pips in ((before, 3), (after, 18)):
        set_family(state, YELLOW)
        state.players[YELLOW].dice = {"red": pips}
    assert render_both(next(explain_dangers(before, after, YELLOW)))[1].startswith("18 pips, more than the ")
    assert not list(explain_dangers(before, before, YELLOW)) and not list(explain_dangers(after, after, YELLOW))


def test_future_roll_and_disc_without_vp_have_words() -> None:
    """R8.4, R11 Offspring had "brings nothing at once", and the best move had "to 0 VP"."""
    [why] = explain_hopes(build_state(), Prompt(YELLOW, Message("offspring.confirm"), (), subject=Roll(3)))
    assert render_both(why) == [
        "子孫ダイスを3個振り、1個ごとに男性か女性が増える（出目しだい）",
        "men and women from 3 offspring dice (the roll decides)",
    ]
    assert not list(explain_hopes(build_state(), Prompt(YELLOW, Message("die.choose"), ())))
    before, after = build_state(), build_state()
    for state in (before, after):
        set_family(state, YELLOW)
    after.initiative[0].remove(YELLOW)
    after.initiative[1].append(YELLOW)
    assert render_both(next(explain_gains(before, after, YELLOW)))[1] == "initiative +1 (no VP yet)"


def test_florins_include_the_wedding() -> None:
    """R11(3) The star said "+5 florins" and the option "You will have 3": the son's wedding was left out."""
    detail = _build_florins_option(0, 4, (4, 2)).detail
    assert isinstance(detail, Message)
    assert render_both(detail)[1] == "You will have 5, with the wedding of a son (+4 VP, +2 florins)"
    alone = _build_florins_option(0, 4, (0, 0)).detail
    assert isinstance(alone, Message) and render_both(alone)[1] == "You will have 3"
