"""Alt texts and `/board text` tell what the pictures tell, in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engines.kernel import LANGS, Decision, Lang, Match, Msg, Rng, Who, catalogue, random_answer
from engines.quo_vadis import GAME
from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.rules.war.strength import begin
from engines.quo_vadis.table import names
from engines.quo_vadis.view import View
from engines.quo_vadis.wording import whole_effect
from render import Scene, arts
from render.kit.colour import INK
from render.kit.look import Look, Mark
from render.kit.phrases import LIMIT
from render.kit.scene import Box, Text
from render.quo_vadis.board.seats import W, X
from tests.quo_vadis.extremes import extreme
from tests.quo_vadis.stage import A, B, C, person, put, table, town, turn

ART = arts()["quo_vadis"]
NAMES = ("Ann", "Bela", "Cem", "Dana", "Bartholomew")


def alt(view: View, picture: str, seat: int | None, *places: str, lang: Lang = "en", before: Any = None) -> str:
    marks = tuple(Mark(place, number) for number, place in enumerate(places, 1))
    told = ART.alt(view, picture, Look(lang, NAMES, seat, marks, before=before))
    assert len(told) <= LIMIT
    return told


def bidding() -> View:
    s = table()
    for slot in "ab":
        put(s, f"2-4:{slot}", A, B)
    town(s, "2-4:c", B, 2)
    person(s, A, morale=1)
    turn(s, A, "2-4")
    s.playing.war = begin(s)
    view: View = GAME.view(s, A)
    return view


def test_the_bid_tells_each_declaration_the_stakes_and_both_sides() -> None:
    """2 + d6 against 3 + d6, ties for A: 15 of 36; with a bid 3 against 3 and two dice: 161 of 216."""
    told = alt(bidding(), "panel:bid", A, "bid:0", "bid:1")
    assert told.startswith("Only you: Quo Vadis, round 2 of 10. Options: 1 0 morale, 2 1 morale.")
    assert "Bids: 0: strength 2, 42 % to win, leaves 1; 1: strength 3, 75 % to win, leaves 0." in told
    assert "A win brings 2 VP and 1 resource; ties in the order A Ann, B Bela." in told
    assert "War in 2-4: A Ann 2+d6, 2 workers, 42 % to win; B Bela 3+d6, 2 workers, towns 1" in told
    assert "宣言は0なら戦力2、勝率42％、残り1" in alt(bidding(), "panel:bid", A, "bid:0", lang="ja")
    board = ART.words(bidding(), Look("en", NAMES, A, ()))
    assert "### War\nWar in 2-4: A Ann 2+d6" in board and "1: strength 3, 75 % to win, leaves 0" in board


def test_the_war_tells_rolls_and_the_winner() -> None:
    s = table()
    put(s, "2-4:a", A, B)
    turn(s, A, "2-4")
    war = s.playing.war = begin(s)
    for side, rolls in zip(war.sides, ([4], [2, 6]), strict=True):
        side.bid, side.rolls, side.total = 0, rolls, 1 + max(rolls)
    war.winner = B
    told = alt(GAME.view(s, None), "war", None)
    assert (
        "A Ann 1+d6, bid 0, 1 worker, rolled 4, total 5; B Bela 1+d6, bid 0, 1 worker, rolled 2, 6, total 7. B Bela has"
        in told
    )


def test_areas_are_told_by_their_price() -> None:
    s = table()
    person(s, A, faith=1)
    s.markers, s.turn = ["2", "4"], None
    told = alt(GAME.view(s, A), "panel:area", A, "area:1-3", "strike:1-3")
    assert "Options: 1 1-3, 2 1-3 with wrath." in told
    assert "Free: 1-3, 1-5, 3-5. 1 faith: 1-2, 1-4, 2-3, 2-5, 3-4, 4-5." in told and "faith 1/6" in told


def test_the_genesis_area_is_told_space_by_space() -> None:
    s = table()
    put(s, "2-4:a", A, A)
    town(s, "2-4:b", B, 3)
    town(s, "2-4:c", C, 0)
    put(s, "2-5:a", B)
    turn(s, A, "2-4", card="labour")
    left, right, below = "Left: A×2", "right: town of B with population 3", "bottom: destroyed town of C"
    line = f"2-4 (plains, desert, tundra), controlled by B. {left}; {right}; {below}."
    assert line in alt(GAME.view(s, A), "panel:genesis", A) and line in alt(GAME.view(s, None), "area:2-4", None)
    assert "2-5 (plains, mountain, desert). Left: B." in alt(GAME.view(s, A), "panel:around", A)
    mine = alt(GAME.view(s, A), "panel:question", A)
    assert line in mine and "2-5" not in mine


def test_the_hand_tells_what_each_card_does() -> None:
    """Two Labours below: three actions, one as a change; two of morale are full soon."""
    s = table()
    person(s, A, hand="blessing prosperity", stacks=["labour labour"], morale=4)
    put(s, "2-4:a", A)
    turn(s, A, "2-4", card="labour")
    told = alt(GAME.view(s, A), "panel:hand", A, "hand:blessing", "change:blessing")
    assert "Options: 1 Blessing, 2 Blessing as a change." in told
    assert "Blessing (3 actions, morale +2, as a change 1 action, morale +1)" in told
    assert "Prosperity (3 actions, +3 VP, as a change 1 action, +1 VP)" in told
    give = alt(GAME.view(s, A), "panel:extras", A, "swap:food:faith", "hand:blessing")
    assert "1 food → faith, 2 Blessing" in give and "Morale 4/6" in give and "Hand: Blessing, Prosperity." in give


def test_the_mat_tells_generations_land_and_what_the_end_would_bring() -> None:
    s = table()
    person(s, A, stacks=["labour labour miracle", "blessing"], skills=["B05", "S29"], wrath=2)
    s.players[A].spent = ["S29"]
    town(s, "2-4:a", A, 4)
    told = alt(GAME.view(s, None), "mat:0", None)
    assert "A Ann, Gigant: 0 VP." in told and "wrath 2/5" in told
    assert "Generations: Miracle (3 cards, Labour ×2, Miracle); Blessing." in told
    assert "Skills: Robust, Windfall (used)." in told
    # 1 card x 1 area; at the end 1 x 1 town, 2 for 4 people, 1 for two different tops
    assert "Controls 2-4; a change now 1 × 1 = 1 VP; the final scoring now 4 VP" in told


def test_what_changed_is_told_by_seat() -> None:
    s = table()
    put(s, "1-3:a", B)
    before = GAME.view(s, None)
    put(s, "2-4:a", A)
    town(s, "2-5:a", A, 1)
    s.space("1-3:a").workers[B] = 0
    s.players[B].vp["war"] += 2
    told = alt(GAME.view(s, None), "board", None, before=before)
    assert "Since then: A workers to 2-4 left, new town in 2-5 left; B workers gone from 1-3 left, +2 VP." in told
    with pytest.raises(TypeError):
        alt(before, "board", None, before=object())


@pytest.mark.parametrize("lang", LANGS)
def test_every_picture_of_a_game_has_words_for_its_own(lang: Lang) -> None:
    """No picture says only what all say, none speaks of itself as another does; the end has all totals and sources."""
    match, rng = Match.start(GAME, GAME.setup(5), bytes([3]) * 32), Rng(bytes(32))
    while not match.over:
        seat = match.waiting[0]
        view, prompt = match.view(seat), match.prompt(seat)
        assert prompt is not None
        if match.step % 40 == 0:
            private = ART.private(view, seat)
            told = [alt(view, picture, seat, lang=lang) for picture in private]
            different = {picture.removeprefix("panel:") for picture in private} - {"skills", "hand"}
            assert len({*told}) >= len(different), private
            assert all(told)
        match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
    text = ART.words(match.view(None), Look(lang, NAMES, None, ()))
    for score in match.scores():
        assert f"{score.total}" in text and NAMES[score.seat] in text
    assert alt(match.view(None), "final", None, lang=lang).startswith(("Quo Vadis, final", "クウォ ヴァディスの最終"))


def test_the_longest_board_in_words_names_every_area_and_seat() -> None:
    view = extreme(5, "six", ("rich", "crowded", "towns", "no_tokens")).view(A)
    text = ART.words(view, Look("en", NAMES, A, ()))
    assert all(f"- {area.id} (" in text for area in view.areas) and all(name in text for name in NAMES)
    assert "Only you" in text and "Only you" not in ART.words(view, Look("en", NAMES, None, ()))


def test_every_effect_of_a_skill_names_others_in_words() -> None:
    """Numbers of skills (S24) stand on no card."""
    for lang in LANGS:
        for skill in CONTENT.skills:
            told = catalogue("engines.quo_vadis").render(whole_effect(skill), lang)
            assert not re.search(r"\b[BS]\d\d|[BS]\d\d\b", told), told


TOLD = ("basic.done", "gain.full", "territory.done", "tidy.done", "bid.none")
WAR = ("begins", "elated", "rolled", "won", "won_tie", "lost")


@pytest.mark.parametrize("key", [*TOLD, *(f"war.{key}" for key in WAR)])
def test_what_somebody_does_begins_with_the_name_so_that_reports_know_whose_it_is(key: str) -> None:
    """The basic skill of one stood below the name of whoever had chosen before, a war below who had lost it."""
    args = ("skill", "effect", "resource", "total", "cards", "areas", "area", "vp", "workers", "strength", "wrath")
    of_war = ("sides", "rolls", "own", "others")
    told = Msg(key, {"who": Who(A), **dict.fromkeys((*args, *of_war), 1)})
    words = catalogue("engines.quo_vadis")
    assert words.render(told, "ja", NAMES).startswith(f"{NAMES[A]}は")
    assert words.render(told, "en", NAMES).startswith(f"{NAMES[A]} ")


def test_while_somebody_declares_the_header_says_so() -> None:
    """On the turn of A, B is waited for: "A's turn" would be read as nobody's business."""
    s = table()
    put(s, "2-4:a", A, B)
    person(s, B, morale=1)
    turn(s, A, "2-4")
    war = s.playing.war = begin(s)
    for declared, waited in ((None, "Ann's turn"), (0, "waiting for Bela")):
        war.of(A).bid = declared
        scene = ART.draw(GAME.view(s, None), "board", Look("en", NAMES))
        assert waited in {node.text for node in scene.live if isinstance(node, Text)}
        lines = {seat: _line_around(scene, seat) for seat in (A, B, C)}
        asked, other = (A, B) if declared is None else (B, A)
        assert lines[asked] == (INK, 4), "the frame lies on whom the header names"
        assert lines[other] == ((INK, 2) if declared is not None else lines[C]) != lines[asked]


def _line_around(scene: Scene, seat: int) -> tuple[str | None, float]:
    """Of the seat's row."""
    y = scene.anchors[f"vp:{seat}"].spot.y
    found = (node for node in scene.live if isinstance(node, Box) and node.x == X and node.w == W)
    return next((row.edge, row.width) for row in found if row.y < y < row.y + row.h)


@pytest.mark.parametrize("lang", LANGS)
def test_spaces_are_not_named_by_letters_which_name_players(lang: Lang) -> None:
    for slot, word in zip("abc", ("left", "right", "bottom") if lang == "en" else "左右下", strict=True):
        named = catalogue("engines.quo_vadis").render(names.space(f"2-4:{slot}"), lang)
        assert named == (f"2-4 {word}" if lang == "en" else f"2-4{word}")


def test_a_worker_that_becomes_a_town_has_not_left() -> None:
    s = table()
    put(s, "2-4:a", A)
    turn(s, A, "2-4")
    before: View = GAME.view(s, None)
    s.space("2-4:a").workers[A] = 0
    town(s, "2-4:a", A, 1)
    assert "Since then: A new town in 2-4 left." in alt(GAME.view(s, None), "board", None, before=before)
