"""Alt texts and `/board text` contain the facts of the pictures, in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engines.kernel import LANGS, Decision, Lang, Match, Message, Rng, SeatRef, load_catalogue, pick_random_answer
from engines.quo_vadis import GAME
from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.rules.war.strength import create_war
from engines.quo_vadis.table import names
from engines.quo_vadis.table.names import describe_full_effect
from engines.quo_vadis.view import View
from render import Scene, load_arts
from render.kit.phrases import ALT_TEXT_LIMIT
from render.kit.render_context import Mark, RenderContext
from render.kit.scene import Box, TextRun
from render.quo_vadis import theme
from render.quo_vadis.board.seats import W, X
from tests.quo_vadis.extremes import build_extreme_game
from tests.quo_vadis.stage import A, B, C, build_table, place_town, put_workers, set_player, start_turn

ART = load_arts()["quo_vadis"]
NAMES = ("Ann", "Bela", "Cem", "Dana", "Bartholomew")


def build_alt_text(
    view: View, picture: str, seat: int | None, *places: str, lang: Lang = "en", before: Any = None
) -> str:
    marks = tuple(Mark(place, number) for number, place in enumerate(places, 1))
    text = ART.describe_picture(view, picture, RenderContext(lang, NAMES, seat, marks, view_before=before))
    assert len(text) <= ALT_TEXT_LIMIT
    return text


def build_bidding_view() -> View:
    s = build_table()
    for slot in "ab":
        put_workers(s, f"2-4:{slot}", A, B)
    place_town(s, "2-4:c", B, 2)
    set_player(s, A, morale=1)
    start_turn(s, A, "2-4")
    s.playing.war = create_war(s)
    view: View = GAME.view(s, A)
    return view


def test_bid_text_lists_declarations_stakes_and_both_sides() -> None:
    """2 + d6 against 3 + d6, ties for A: 15 of 36; with a bid 3 against 3 and two dice: 161 of 216."""
    text = build_alt_text(build_bidding_view(), "panel:bid", A, "bid:0", "bid:1")
    assert text.startswith("Only you: Quo Vadis, round 2 of 10. Options: 1 0 morale, 2 1 morale.")
    assert "Bids: 0: strength 2, 42 % to win, leaves 1; 1: strength 3, 75 % to win, leaves 0." in text
    assert "A win brings 2 VP and 1 resource; ties in the order A Ann, B Bela." in text
    assert "War in 2-4: A Ann 2+d6, 2 workers, 42 % to win; B Bela 3+d6, 2 workers, towns 1" in text
    assert "宣言は0なら戦力2、勝率42％、残り1" in build_alt_text(
        build_bidding_view(), "panel:bid", A, "bid:0", lang="ja"
    )
    board = ART.describe_board(build_bidding_view(), RenderContext("en", NAMES, A, ()))
    assert "### War\nWar in 2-4: A Ann 2+d6" in board and "1: strength 3, 75 % to win, leaves 0" in board


def test_war_text_lists_rolls_and_the_winner() -> None:
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    start_turn(s, A, "2-4")
    war = s.playing.war = create_war(s)
    for side, rolls in zip(war.sides, ([4], [2, 6]), strict=True):
        side.bid, side.rolls, side.total = 0, rolls, 1 + max(rolls)
    war.winner = B
    text = build_alt_text(GAME.view(s, None), "war", None)
    assert (
        "A Ann 1+d6, bid 0, 1 worker, rolled 4, total 5; B Bela 1+d6, bid 0, 1 worker, rolled 2, 6, total 7. B Bela has"
        in text
    )


def test_areas_are_described_with_prices() -> None:
    s = build_table()
    set_player(s, A, faith=1)
    s.markers, s.turn = ["2", "4"], None
    text = build_alt_text(GAME.view(s, A), "panel:area", A, "area:1-3", "strike:1-3")
    assert "Options: 1 1-3, 2 1-3 with wrath." in text
    assert "Free: 1-3, 1-5, 3-5. 1 faith: 1-2, 1-4, 2-3, 2-5, 3-4, 4-5." in text and "faith 1/6" in text


def test_genesis_area_is_described_space_by_space() -> None:
    s = build_table()
    put_workers(s, "2-4:a", A, A)
    place_town(s, "2-4:b", B, 3)
    place_town(s, "2-4:c", C, 0)
    put_workers(s, "2-5:a", B)
    start_turn(s, A, "2-4", card="labour")
    left, right, below = "Left: A×2", "right: town of B with population 3", "bottom: destroyed town of C"
    line = f"2-4 (plains, desert, tundra), controlled by B. {left}; {right}; {below}."
    assert line in build_alt_text(GAME.view(s, A), "panel:genesis", A) and line in build_alt_text(
        GAME.view(s, None), "area:2-4", None
    )
    assert "2-5 (plains, mountain, desert). Left: B." in build_alt_text(GAME.view(s, A), "panel:around", A)
    mine = build_alt_text(GAME.view(s, A), "panel:question", A)
    assert line in mine and "2-5" not in mine


def test_hand_text_lists_effects_of_cards() -> None:
    """Two Labours below: three actions, one as a change; two of morale are full soon."""
    s = build_table()
    set_player(s, A, hand="blessing prosperity", stacks=["labour labour"], morale=4)
    put_workers(s, "2-4:a", A)
    start_turn(s, A, "2-4", card="labour")
    text = build_alt_text(GAME.view(s, A), "panel:hand", A, "hand:blessing", "change:blessing")
    assert "Options: 1 Blessing, 2 Blessing as a change." in text
    assert "Blessing (3 actions, morale +2, as a change 1 action, morale +1)" in text
    assert "Prosperity (3 actions, +3 VP, as a change 1 action, +1 VP)" in text
    give = build_alt_text(GAME.view(s, A), "panel:extras", A, "swap:food:faith", "hand:blessing")
    assert "1 food → faith, 2 Blessing" in give and "Morale 4/6" in give and "Hand: Blessing, Prosperity." in give


def test_mat_text_lists_generations_land_and_final_points() -> None:
    s = build_table()
    set_player(s, A, stacks=["labour labour miracle", "blessing"], skills=["B05", "S29"], wrath=2)
    s.players[A].spent = ["S29"]
    place_town(s, "2-4:a", A, 4)
    text = build_alt_text(GAME.view(s, None), "mat:0", None)
    assert "A Ann, Gigant: 0 VP." in text and "wrath 2/5" in text
    assert "Generations: Miracle (3 cards, Labour ×2, Miracle); Blessing." in text
    assert "Skills: Robust, Windfall (used)." in text
    # 1 card x 1 area; at the end 1 x 1 town, 2 for 4 people, 1 for two different tops
    assert "Controls 2-4; a change now 1 × 1 = 1 VP; the final scoring now 4 VP" in text


def test_alt_text_lists_changes_by_seat() -> None:
    s = build_table()
    put_workers(s, "1-3:a", B)
    before = GAME.view(s, None)
    put_workers(s, "2-4:a", A)
    place_town(s, "2-5:a", A, 1)
    s.find_space("1-3:a").workers[B] = 0
    s.players[B].vp["war"] += 2
    text = build_alt_text(GAME.view(s, None), "board", None, before=before)
    assert "Since then: A workers to 2-4 left, new town in 2-5 left; B workers gone from 1-3 left, +2 VP." in text
    with pytest.raises(TypeError):
        build_alt_text(before, "board", None, before=object())


@pytest.mark.parametrize("lang", LANGS)
def test_every_picture_of_a_game_has_its_own_text(lang: Lang) -> None:
    """No picture has a text common to all, and none is described like another; the end has all totals and sources."""
    match, rng = Match.start(GAME, GAME.build_setup(5), bytes([3]) * 32), Rng(bytes(32))
    while not match.is_over:
        seat = match.waiting_seats[0]
        view, prompt = match.build_view(seat), match.find_prompt(seat)
        assert prompt is not None
        if match.step % 40 == 0:
            private = ART.list_private_pictures(view, seat)
            private_texts = [build_alt_text(view, picture, seat, lang=lang) for picture in private]
            different = {picture.removeprefix("panel:") for picture in private} - {"skills", "hand"}
            assert len({*private_texts}) >= len(different), private
            assert all(private_texts)
        match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
    text = ART.describe_board(match.build_view(None), RenderContext(lang, NAMES, None, ()))
    for score in match.compute_scores():
        assert f"{score.total}" in text and NAMES[score.seat] in text
    assert build_alt_text(match.build_view(None), "final", None, lang=lang).startswith(
        ("Quo Vadis, final", "クウォ ヴァディスの最終")
    )


def test_the_longest_board_in_words_names_every_area_and_seat() -> None:
    view = build_extreme_game(5, "six", ("rich", "crowded", "towns", "no_tokens")).build_view(A)
    text = ART.describe_board(view, RenderContext("en", NAMES, A, ()))
    assert all(f"- {area.id} (" in text for area in view.areas) and all(name in text for name in NAMES)
    assert "Only you" in text and "Only you" not in ART.describe_board(view, RenderContext("en", NAMES, None, ()))


def test_every_effect_of_a_skill_names_others_in_words() -> None:
    """Numbers of skills (S24) stand on no card."""
    for lang in LANGS:
        for skill in CONTENT.skills:
            text = load_catalogue("engines.quo_vadis").render(describe_full_effect(skill), lang)
            assert not re.search(r"\b[BS]\d\d|[BS]\d\d\b", text), text


ACTION_KEYS = ("basic.done", "gain.full", "territory.done", "tidy.done", "bid.none")
WAR = ("begins", "elated", "rolled", "won", "won_tie", "lost")


@pytest.mark.parametrize("key", [*ACTION_KEYS, *(f"war.{key}" for key in WAR)])
def test_action_sentences_begin_with_the_name(key: str) -> None:
    """A basic skill stood below the name of the seat that had chosen before, and a war below the loser's."""
    args = ("skill", "effect", "resource", "total", "cards", "areas", "area", "vp", "workers", "strength", "wrath")
    of_war = ("sides", "rolls", "own", "others")
    message = Message(key, {"who": SeatRef(A), **dict.fromkeys((*args, *of_war), 1)})
    words = load_catalogue("engines.quo_vadis")
    assert words.render(message, "ja", NAMES).startswith(f"{NAMES[A]}は")
    assert words.render(message, "en", NAMES).startswith(f"{NAMES[A]} ")


def test_header_names_the_declaring_seat() -> None:
    """In A's turn the table waits for B: with "A's turn" no player would feel asked."""
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    set_player(s, B, morale=1)
    start_turn(s, A, "2-4")
    war = s.playing.war = create_war(s)
    for declared, waited in ((None, "Ann's turn"), (0, "waiting for Bela")):
        war.find_side(A).bid = declared
        scene = ART.draw(GAME.view(s, None), "board", RenderContext("en", NAMES))
        assert waited in {node.text for node in scene.live_part if isinstance(node, TextRun)}
        lines = {seat: _find_row_line(scene, seat) for seat in (A, B, C)}
        asked_seat, other_seat = (A, B) if declared is None else (B, A)
        assert lines[asked_seat] == (theme.GILT, 5), "the frame lies on whom the header names"
        assert lines[other_seat] == ((theme.INK, 3) if declared is not None else lines[C]) != lines[asked_seat]


def _find_row_line(scene: Scene, seat: int) -> tuple[str | None, float]:
    """Return colour and width of the line around the seat's row."""
    y = scene.anchors[f"vp:{seat}"].placement.y
    row_boxes = (node for node in scene.live_part if isinstance(node, Box) and node.x == X and node.w == W)
    return next((row.edge, row.width) for row in row_boxes if row.y < y < row.y + row.h)


@pytest.mark.parametrize("lang", LANGS)
def test_spaces_are_not_named_by_player_letters(lang: Lang) -> None:
    for slot, word in zip("abc", ("left", "right", "bottom") if lang == "en" else "左右下", strict=True):
        named = load_catalogue("engines.quo_vadis").render(names.name_space(f"2-4:{slot}"), lang)
        assert named == (f"2-4 {word}" if lang == "en" else f"2-4{word}")


def test_worker_that_becomes_a_town_is_not_listed_as_gone() -> None:
    s = build_table()
    put_workers(s, "2-4:a", A)
    start_turn(s, A, "2-4")
    before: View = GAME.view(s, None)
    s.find_space("2-4:a").workers[A] = 0
    place_town(s, "2-4:a", A, 1)
    assert "Since then: A new town in 2-4 left." in build_alt_text(GAME.view(s, None), "board", None, before=before)
