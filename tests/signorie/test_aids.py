"""First-game aids: the best choices are pointed out, with what they bring, in both languages."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Raw, json

from engines.kernel import LANGS, Budget, Decision, Frame, Match, Msg, Prompt, Rng, catalogue, suggestions, think
from engines.signorie import GAME
from engines.signorie.computer.greedy import greedy
from engines.signorie.computer.reasons import costs, hopes, reasons
from engines.signorie.data.ids import HelperId
from engines.signorie.effects.family import Roll
from engines.signorie.phases.rewards import _florins
from engines.signorie.table.state import PlanRow, Tile
from tests.signorie.stage import YELLOW, city, family, game

WORDS = catalogue(GAME.package)


def told(why: Msg) -> list[str]:
    return [WORDS.render(why, lang) for lang in LANGS]


def _joined(gains: Iterable[Msg]) -> list[str]:
    return told(Msg("kernel.aid.gains", {"gains": tuple(gains)}))


def test_what_a_turn_brings_is_told() -> None:
    """R8.2 A man of rank 8 to Roma: his VP and a tile; to Milano nobody can go with less."""
    pool = {"yellow": [], "red": [], "purple": [], "grey": [], "light_blue": [5]}
    state = game(pool=pool, cities={"milano": city(), "roma": city()}, slot=7, reward="v_males")
    family(state, YELLOW, m=0, w=0, florins=2, men={"clergy": {1: 1}, "military": {8: 1}})
    match = Match(GAME, GAME.setup(4), bytes(32), json.encode(Frame(0, 0, 0, Raw(json.encode(state)))))
    assert GAME.aids is not None
    found = suggestions(match, YELLOW, GAME.aids)
    assert list(found) == ["die:light_blue:5"]
    ja, en = told(found["die:light_blue:5"])
    assert ja.startswith("このあと「軍人") and "」を選ぶと、勝利点+" in ja
    assert en.startswith("then “Military") and "”: +" in en and "VP" in en


def test_each_gain_has_its_words() -> None:
    before, after = game(), game()
    for state in (before, after):
        family(state, YELLOW, florins=2, m=1, w=1)
    player = after.players[YELLOW]
    player.points = {"missions": 4}
    player.plan["clergy"] = PlanRow([Tile("medici", 2)] * 3)
    player.helpers = [HelperId("y_bot")]
    assert _joined(reasons(before, after, YELLOW))[1].startswith(
        "+4 VP, the clergy row scores 6 VP at the end, “Marriage (face-down tile)” with each yellow die from now on"
    )
    after.players[YELLOW].points, player.plan["clergy"], player.helpers = {}, PlanRow([Tile("medici", 2)]), []
    player.brides = 1
    assert _joined(reasons(before, after, YELLOW))[1] == "a bride for a son, tile 1 for the clergy row"
    player.plan["clergy"], player.brides = PlanRow(), 0
    player.supply |= {"male": 3}
    player.florins = 5
    assert _joined(reasons(before, after, YELLOW)) == [
        "男性ミープル2個がサプライに加わる、3フロリン増える",
        "2 men for your supply, +3 florins",
    ]
    assert not list(reasons(before, before, YELLOW))


def test_in_a_whole_game_at_most_two_choices_are_pointed_out() -> None:
    match, rng, counts = Match.start(GAME, GAME.setup(2, options={"aids": "on"}), bytes(32)), Rng(bytes(32)), []
    assert GAME.aids is not None
    while match.ask is not None and match.step < 80:
        seat = match.waiting[0]
        found = suggestions(match, seat, GAME.aids)
        assert all(all(told(why)) for why in found.values())
        counts.append(len(found))
        match.apply(Decision(match.step, seat, think(match, seat, greedy, rng, Budget(20))[0]))
    assert max(counts) == 2
    assert sum(n > 0 for n in counts) > 20


def test_more_than_the_threshold_is_said() -> None:
    """R11 Nine pips are within the threshold, and with three sixes they are not."""
    before, after = game(), game()
    for state, pips in ((before, 3), (after, 18)):
        family(state, YELLOW)
        state.players[YELLOW].dice = {"red": pips}
    assert told(next(costs(before, after, YELLOW)))[1].startswith("18 pips, more than the ")
    assert not list(costs(before, before, YELLOW)) and not list(costs(after, after, YELLOW))


def test_a_roll_to_come_and_a_disc_without_vp_have_their_words() -> None:
    """R8.4, R11 "Brings nothing at once" was said of offspring, and "to 0 VP" of the best move."""
    [why] = hopes(game(), Prompt(YELLOW, Msg("offspring.confirm"), (), about=Roll(3)))
    assert told(why) == [
        "子孫ダイス3個で男性か女性が1個ずつ増える（出目しだい）",
        "men and women from 3 offspring dice (the roll decides)",
    ]
    assert not list(hopes(game(), Prompt(YELLOW, Msg("die.choose"), ())))
    before, after = game(), game()
    for state in (before, after):
        family(state, YELLOW)
    after.initiative[0].remove(YELLOW)
    after.initiative[1].append(YELLOW)
    assert told(next(reasons(before, after, YELLOW)))[1] == "initiative +1 (no VP yet)"


def test_florins_say_what_the_wedding_adds() -> None:
    """R11(3) The star said "+5 florins" and the option "You will have 3": the son's wedding was left out."""
    detail = _florins(0, 4, (4, 2)).detail
    assert isinstance(detail, Msg)
    assert told(detail)[1] == "You will have 5, with the wedding of a son (+4 VP, +2 florins)"
    alone = _florins(0, 4, (0, 0)).detail
    assert isinstance(alone, Msg) and told(alone)[1] == "You will have 3"
