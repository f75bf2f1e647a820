"""Pictures of questions: the picture that shows all options opens, with the facts that matter for the choice."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS, Decision, Match, Rng, pick_random_answer
from engines.quo_vadis import GAME
from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.questions import (
    Bid,
    ChooseArea,
    Discard,
    DraftPick,
    MoveWorker,
    PlaceCubes,
    PlaceWorkers,
    SetSkill,
    Strike,
)
from engines.quo_vadis.rules.war.strength import create_war
from engines.quo_vadis.table.names import describe_effect, describe_full_effect
from engines.quo_vadis.table.skills import EFFECTIVE_RULE
from engines.quo_vadis.war_view import build_war_view
from render import load_arts
from render.kit.bounds import measure_bounds
from render.kit.illustration import Ground
from render.kit.marks.badges import NumberBadge
from render.kit.marks.change_marks import has_overlap
from render.kit.render_context import Mark, RenderContext
from render.kit.scene import Anchor, Icon, Sprite, TextRun
from render.kit.tokens import Seal
from render.quo_vadis.catalogue import render_capitalized_noun, render_engine_message
from render.quo_vadis.scenery.land import Plate
from tests.quo_vadis.stage import A, B, build_table, put_workers, set_player, start_turn

ART = load_arts()["quo_vadis"]
NAMES = ("Ann", "Bela", "Cem", "Dana", "Eiko")
OPENS: dict[type, str] = {
    ChooseArea: "panel:area",
    Bid: "panel:bid",
    Discard: "panel:discard",
    PlaceWorkers: "panel:genesis",
    Strike: "panel:genesis",
    MoveWorker: "panel:around",
    PlaceCubes: "panel:cubes",
    SetSkill: "panel:skills",
    DraftPick: "panel:skills",
}


def play_questions(number: int) -> dict[type, Any]:
    """Return view, seat and places of the first question of each kind in a random game."""
    match, rng, first_by_kind = (
        Match.start(GAME, GAME.build_setup(4), bytes([number]) * 32),
        Rng(bytes(32)),
        dict[type, Any](),
    )
    while not match.is_over and len(first_by_kind) < len(OPENS):
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        kind, places = type(prompt.subject), [option.place for option in prompt.options if option.place]
        if kind in OPENS and places and not getattr(prompt.subject, "single", False):
            first_by_kind.setdefault(kind, (match.build_view(seat), seat, places))
        match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
    return first_by_kind


def test_each_question_opens_its_own_picture() -> None:
    question_by_kind = play_questions(3)
    assert set(question_by_kind) == set(OPENS)
    for kind, (view, seat, places) in question_by_kind.items():
        assert ART.choose_panel(view, seat, places) == OPENS[kind], kind


def test_selectable_space_shows_terrain_by_more_than_colour() -> None:
    """Three spaces: a worker on one of them, two empty."""
    s = build_table()
    put_workers(s, "2-4:a", B)
    start_turn(s, A, "2-4")
    view = GAME.view(s, A)
    marks = tuple(Mark(f"space:2-4:{slot}", n) for n, slot in enumerate("abc", 1))
    scene = ART.compose(view, "panel:genesis", RenderContext("en", NAMES, A, marks))
    badges = [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, NumberBadge)]
    for slot, space in zip("abc", view.find_area("2-4").spaces, strict=True):
        field = scene.anchors[f"space:2-4:{slot}"].placement
        left, top = field.x, field.y
        words = [
            node
            for node in scene.live_part
            if isinstance(node, TextRun)
            and node.text == render_capitalized_noun(f"terrain.{space.terrain}", "en")
            and left < node.x < left + field.w
            and top < node.y < top + field.h
        ]
        assert words, slot
        for word, badge in product(words, badges):
            assert not has_overlap(measure_bounds(word), measure_bounds(badge)), "the number leaves it to be read"


def build_bidding_view(**options: str) -> Any:
    """Return a position where B is asked for a bid in a war of A's turn in 2-4; A has declared 1."""
    s = build_table(options=options)
    for slot in "ab":
        put_workers(s, f"2-4:{slot}", A, B)
    set_player(s, B, morale=3)
    start_turn(s, A, "2-4")

    war = s.playing.war = create_war(s)
    war.find_side(A).bid = 1
    return s


def build_sites_view(skills: list[str]) -> Any:
    """Return A's choice of a site after a change of two cards: control of 2-4 already, none of 1-2, where A is alone,
    nor of 1-3.
    """
    s = build_table()
    set_player(s, A, skills=skills, stacks=["labour labour", "miracle"])
    put_workers(s, "2-4:a", A)
    put_workers(s, "2-4:b", A)
    put_workers(s, "1-2:a", A)
    put_workers(s, "1-3:a", A, B)
    start_turn(s, A, "2-4", card="miracle", is_change=True, old_size=2)
    return GAME.view(s, A)


@pytest.mark.parametrize(("skills", "bonuses"), [([], [2, 2, 4, 4]), ([EFFECTIVE_RULE], [4, 4, 4, 6])])
def test_the_site_of_a_town_shows_the_bonus_with_it(skills: list[str], bonuses: list[int]) -> None:
    """R7.9 Two cards for each area; S24: an area in which A is alone counts without a town."""
    view, places = build_sites_view(skills), [f"space:{space}" for space in ("2-4:a", "2-4:b", "1-2:a", "1-3:a")]
    assert ART.choose_panel(view, A, places) == "panel:build"
    ctx = RenderContext("en", NAMES, A, tuple(Mark(place, n) for n, place in enumerate(places, 1)))
    scene = ART.compose(view, "panel:build", ctx)
    bonus_texts = [
        node.piece.text for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, Seal)
    ]
    assert bonus_texts == [f"+{bonus}" for bonus in bonuses]
    assert ART.choose_panel(view, A, places[:2]) != "panel:build", "another question about some of these spaces"


def test_bid_shows_odds_and_remaining_morale() -> None:
    """Two workers each; A has declared 1 and is elated until B declares as much: exact odds for each declaration."""
    s = build_bidding_view()
    view = build_war_view(s, s.playing.war)
    assert view.next_seat == B and view.elated == A
    assert [(bid.morale, bid.morale_left, bid.strength, bid.roll_count) for bid in view.bids] == [
        (0, 3, 2, 1), (1, 2, 3, 1), (2, 1, 4, 2), (3, 0, 5, 2),
    ]  # fmt: skip
    chances = [bid.chance for bid in view.bids if bid.chance is not None]
    assert len(chances) == 4 and chances == sorted(chances) and view.find_side(A).roll_count == 2
    scene = ART.draw(GAME.view(s, B), "panel:bid", RenderContext("en", NAMES, B, (Mark("bid:0", 1),)))
    labels = {node.text for node in scene.live_part if isinstance(node, TextRun)}
    assert {f"{chance}%" for chance in chances} <= labels
    assert {node.place for node in scene.live_part if isinstance(node, Anchor)} >= {f"bid:{n}" for n in range(4)}


def test_bid_shows_possible_skill_bonus_of_a_rival() -> None:
    s = build_bidding_view()
    s.playing.war.find_side(A).bid = None
    s.playing.war.find_side(B).bid = 0
    set_player(s, B, skills=["S30"])
    s.playing.war.find_side(B).bid = None
    scene = ART.draw(GAME.view(s, A), "panel:bid", RenderContext("en", NAMES, A, (Mark("bid:0", 1),)))
    assert "Levy: +4" in {node.text for node in scene.live_part if isinstance(node, TextRun)}


def test_the_strengths_beside_a_site_count_skills() -> None:
    """Robust was left out: 1 + d6 stood there while the question of the war said 2."""
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    set_player(s, A, skills=["B05"])
    start_turn(s, A, "2-4")
    view = GAME.view(s, A)
    assert [strength.total for strength in view.turn.strengths] == [
        base + (seat == A) for seat, base in enumerate((1, 1, 0))
    ]
    scene = ART.draw(view, "panel:genesis", RenderContext("en", NAMES, A, ()))
    assert any(node.text.startswith("2+d") for node in scene.live_part if isinstance(node, TextRun))


def test_odds_can_be_switched_off() -> None:
    s = build_bidding_view(odds="off")
    view = build_war_view(s, s.playing.war)
    assert all(bid.chance is None for bid in view.bids) and all(side.chance is None for side in view.sides)
    scene = ART.draw(GAME.view(s, B), "panel:bid", RenderContext("en", NAMES, B, ()))
    assert not any(node.text.endswith("%") for node in scene.live_part if isinstance(node, TextRun))


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_hand_shows_gains_up_to_the_maximum(lang: Any) -> None:
    """E6 Morale 4 of 6, three actions of a Blessing: +2, which makes 6."""
    s = build_table()
    set_player(s, A, hand="blessing", stacks=["labour labour"], morale=4, wrath=1)
    start_turn(s, A, "2-4")
    view = GAME.view(s, A)
    assert view.players[A].play_effects["blessing"][0].cubes == 2
    scene = ART.draw(view, "panel:hand", RenderContext(lang, NAMES, A, ()))
    labels = [node.text for node in scene.live_part if isinstance(node, TextRun)]
    assert "→ 6" in labels and "+2" in labels


@pytest.mark.parametrize("lang", LANGS)
def test_area_choice_shows_free_spaces_of_the_first_worker(lang: Any) -> None:
    """Plains and the aptitude, each by sign and name, below all rows."""
    view, seat, _ = play_questions(3)[ChooseArea]
    scene = ART.compose(view, "panel:area", RenderContext(lang, NAMES, seat))
    free = {*CONTENT.plain_terrains, CONTENT.races[view.players[seat].race].terrain}
    rows = [anchor.placement for place, anchor in scene.anchors.items() if place.startswith("area:")]
    signs = [node for node in scene.live_part if isinstance(node, Ground) and node.name == "quo_vadis/hex"]
    assert {sign.subject[0] for sign in signs if isinstance(sign.subject, tuple)} == free
    assert all(sign.y > max(placement.y + placement.h for placement in rows) for sign in signs)


@pytest.mark.parametrize("lang", LANGS)
def test_few_areas_are_drawn_beside_their_prices(lang: Any) -> None:
    view, seat, _ = play_questions(3)[ChooseArea]
    for count in (1, 2, 3, 4):
        prices = {area.id: n % 2 for n, area in enumerate(view.areas[:count])}
        scene = ART.compose(replace(view, prices=prices), "panel:area", RenderContext(lang, NAMES, seat))
        rows = {place: anchor.placement for place, anchor in scene.anchors.items() if place.startswith("area:")}
        plates = [node for node in scene.live_part if isinstance(node, Ground) and node.name == "quo_vadis/plate"]
        shown = [plate for plate in plates if plate.x > min(row.x for row in rows.values())]
        assert len(rows) == count and len(shown) == (count if count < 4 else 0)
        for plate, row in zip(shown, sorted(rows.values(), key=lambda row: row.y), strict=False):
            assert isinstance(plate.subject, Plate)
            x, y, side = plate.x + plate.w / 2, plate.y + plate.h / 2, plate.subject.side
            assert row.y < y - 1.5 * side and y + 2 * side < row.y + row.h and x + 3**0.5 * side < row.x + row.w


def test_cube_cells_name_resource_and_value() -> None:
    """Options are counted from 1 and values from 0: a bare value looks like the number of another option."""
    view, seat, _ = play_questions(3)[PlaceCubes]
    scene = ART.compose(view, "panel:cubes", RenderContext("en", NAMES, seat))
    for place, anchor in scene.anchors.items():
        if place.startswith("cube:"):
            placement = anchor.placement
            inside = [
                node
                for node in scene.live_part
                if isinstance(node, Icon)
                and placement.x < node.x < placement.x + placement.w
                and placement.y < node.y < placement.y + placement.h
            ]
            assert len(inside) == 1, place


@pytest.mark.parametrize(("lang", "words"), [("en", "(used)"), ("ja", "（使用済み）")])
def test_used_up_skill_says_so_on_every_picture(lang: Any, words: str) -> None:
    s = build_table()
    set_player(s, A, skills=["S29"])
    start_turn(s, A, "2-4")
    for spent in ([], ["S29"]):
        s.players[A].spent = spent
        for picture in ("panel:tracks", "mat:0"):
            scene = ART.compose(GAME.view(s, A), picture, RenderContext(lang, NAMES, A))
            picture_text = " ".join(node.text for node in scene.live_part if isinstance(node, TextRun))
            assert (words in picture_text) == bool(spent), (picture, picture_text)


def test_the_number_of_a_change_hides_neither_its_word_nor_the_next_card() -> None:
    s = build_table()
    set_player(s, A, hand="blessing labour miracle revelation", stacks=["labour"])
    put_workers(s, "2-4:a", A)
    start_turn(s, A, "2-4")
    view = GAME.view(s, A)
    scene = ART.compose(view, "panel:hand", RenderContext("ja", NAMES, A, (Mark("change:labour", 1),)))
    words = [node for node in scene.live_part if isinstance(node, TextRun) and node.text in ("世代交代", "×1")]
    badge = scene.anchors["change:labour"].placement.number_centre
    assert badge is not None and words
    assert all(abs(node.x - badge[0]) > 40 or abs(node.y - badge[1]) > 40 for node in words)


@pytest.mark.parametrize("lang", LANGS)
def test_five_different_cards_keep_their_words_and_signs_inside_and_apart(lang: Any) -> None:
    s = build_table()
    hand = "blessing blessing labour miracle revelation prosperity"
    set_player(s, A, hand=hand, stacks=["labour " * 9], morale=0, food=0, wrath=0)
    put_workers(s, "2-4:a", A)
    start_turn(s, A, "2-4")
    scene = ART.draw(GAME.view(s, A), "panel:hand", RenderContext(lang, NAMES, A, ()))
    cards = [anchor.placement for place, anchor in scene.anchors.items() if place.startswith("hand:")]
    assert len(cards) == 5
    for card in cards:
        nodes = [
            (node, measure_bounds(node))
            for node in scene.live_part
            if isinstance(node, Icon | Sprite | TextRun) and card.x <= node.x <= card.x + card.w and 330 < node.y < 640
        ]
        assert len(nodes) > 4
        for node, (left, _, right, _) in nodes:
            assert card.x + 6 <= left and right <= card.x + card.w - 6, node
        for (node, a), (other, b) in combinations(nodes, 2):
            across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
            assert across <= 1 or down <= 8, (node, other)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("picture", ["panel:hand", "panel:skills", "mat:0"])
def test_effects_beside_one_another_share_a_size(picture: str, lang: Any) -> None:
    skills = ("S05", "S08", "S15", "S20", "S19", "S30")
    describe = describe_full_effect if picture == "panel:skills" else describe_effect
    effects = " ".join(render_engine_message(describe(skill), lang) for skill in skills)
    s = build_table()
    set_player(s, A, skills=list(skills) if picture == "mat:0" else ["S25"])
    s.players[A].face_down = {skill: skill for skill in skills}
    scene = ART.compose(GAME.view(s, A), picture, RenderContext(lang, NAMES, A))
    lines = [node for node in scene.live_part if isinstance(node, TextRun) and len(node.text) > 4]
    sizes = [node.size for node in lines if node.text in effects]
    assert len(sizes) > len(skills) and len(set(sizes)) == 1, sizes
