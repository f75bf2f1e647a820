"""Pictures of questions: the one that shows all options opens, and tells what decides."""

from __future__ import annotations

from itertools import product
from math import hypot
from typing import Any

import pytest

from engines.kernel import LANGS, Decision, Match, Rng, random_answer
from engines.quo_vadis import GAME
from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.questions import Bid, ChooseArea, Cubes, DraftPick, Move, Place, SetSkill, Strike
from engines.quo_vadis.rules.war.strength import begin
from engines.quo_vadis.table.skills import EFFECTIVE_RULE
from engines.quo_vadis.war_view import war_view
from render import arts
from render.kit.look import Look, Mark
from render.kit.scene import Anchor, Icon, Sprite, Text
from render.kit.tokens import Badge, Seal
from tests.quo_vadis.stage import A, B, person, put, table, turn

ART = arts()["quo_vadis"]
NAMES = ("Ann", "Bela", "Cem", "Dana", "Eiko")
OPENS: dict[type, str] = {
    ChooseArea: "panel:area",
    Bid: "panel:bid",
    Place: "panel:genesis",
    Strike: "panel:genesis",
    Move: "panel:around",
    Cubes: "panel:cubes",
    SetSkill: "panel:skills",
    DraftPick: "panel:skills",
}


def questions(number: int) -> dict[type, Any]:
    """View, seat and places of the first question of each kind in a random game."""
    match, rng, found = Match.start(GAME, GAME.setup(4), bytes([number]) * 32), Rng(bytes(32)), dict[type, Any]()
    while not match.over and len(found) < len(OPENS):
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        kind, places = type(prompt.about), [option.place for option in prompt.options if option.place]
        if kind in OPENS and places and not getattr(prompt.about, "single", False):
            found.setdefault(kind, (match.view(seat), seat, places))
        match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
    return found


def test_each_question_opens_its_own_picture() -> None:
    found = questions(3)
    assert set(found) == set(OPENS)
    for kind, (view, seat, places) in found.items():
        assert ART.panel(view, seat, places) == OPENS[kind], kind


def test_a_space_that_may_be_chosen_tells_its_terrain_by_more_than_its_colour() -> None:
    """Three spaces: a worker on one of them, two empty."""
    s = table()
    put(s, "2-4:a", B)
    turn(s, A, "2-4")
    view = GAME.view(s, A)
    marks = tuple(Mark(f"space:2-4:{slot}", n) for n, slot in enumerate("abc", 1))
    scene = ART.compose(view, "panel:genesis", Look("en", NAMES, A, marks))
    badges = [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Badge)]
    for slot, space in zip("abc", view.area("2-4").spaces, strict=True):
        field = scene.anchors[f"space:2-4:{slot}"].spot
        left, top = field.x, field.y
        signs = [
            node
            for node in scene.live
            if isinstance(node, Icon)
            and node.name == f"m_{space.terrain}"
            and left < node.x < left + field.w
            and top < node.y < top + field.h
        ]
        assert signs, slot
        for sign, badge in product(signs, badges):
            assert hypot(sign.x - badge.x, sign.y - badge.y) > sign.size / 2 + 34, "the number leaves it to be seen"


def bidding(**options: str) -> Any:
    """B is asked for a bid in a war of A's turn in 2-4; A has declared 1."""
    s = table(options=options)
    for slot in "ab":
        put(s, f"2-4:{slot}", A, B)
    person(s, B, morale=3)
    turn(s, A, "2-4")

    war = s.playing.war = begin(s)
    war.of(A).bid = 1
    return s


def sites(skills: list[str]) -> Any:
    """A builds after a change of two cards: control of 2-4 already, none of 1-2, where A is alone, nor of 1-3."""
    s = table()
    person(s, A, skills=skills, stacks=["labour labour", "miracle"])
    put(s, "2-4:a", A)
    put(s, "2-4:b", A)
    put(s, "1-2:a", A)
    put(s, "1-3:a", A, B)
    turn(s, A, "2-4", card="miracle", changed=True, old=2)
    return GAME.view(s, A)


@pytest.mark.parametrize(("skills", "bonuses"), [([], [2, 2, 4, 4]), ([EFFECTIVE_RULE], [4, 4, 4, 6])])
def test_the_site_of_a_town_shows_the_bonus_with_it(skills: list[str], bonuses: list[int]) -> None:
    """R7.9 Two cards for each area; S24: an area in which A is alone counts without a town."""
    view, places = sites(skills), [f"space:{space}" for space in ("2-4:a", "2-4:b", "1-2:a", "1-3:a")]
    assert ART.panel(view, A, places) == "panel:build"
    look = Look("en", NAMES, A, tuple(Mark(place, n) for n, place in enumerate(places, 1)))
    scene = ART.compose(view, "panel:build", look)
    shown = [node.piece.text for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Seal)]
    assert shown == [f"+{bonus}" for bonus in bonuses]
    assert ART.panel(view, A, places[:2]) != "panel:build", "another question about some of these spaces"


def test_the_bid_shows_odds_and_what_is_left() -> None:
    """Two workers each; A has declared 1 and is elated until B declares as much: exact odds for each declaration."""
    s = bidding()
    view = war_view(s, s.playing.war)
    assert view.asked == B and view.elated == A
    assert [(bid.morale, bid.left, bid.strength, bid.dice) for bid in view.bids] == [
        (0, 3, 2, 1), (1, 2, 3, 1), (2, 1, 4, 2), (3, 0, 5, 2),
    ]  # fmt: skip
    chances = [bid.chance for bid in view.bids if bid.chance is not None]
    assert len(chances) == 4 and chances == sorted(chances) and view.of(A).dice == 2
    scene = ART.draw(GAME.view(s, B), "panel:bid", Look("en", NAMES, B, (Mark("bid:0", 1),)))
    told = {node.text for node in scene.live if isinstance(node, Text)}
    assert {f"{chance}%" for chance in chances} <= told
    assert {node.place for node in scene.live if isinstance(node, Anchor)} >= {f"bid:{n}" for n in range(4)}


def test_the_bid_shows_what_a_rival_may_add_by_a_skill() -> None:
    s = bidding()
    s.playing.war.of(A).bid = None
    s.playing.war.of(B).bid = 0
    person(s, B, skills=["S30"])
    s.playing.war.of(B).bid = None
    scene = ART.draw(GAME.view(s, A), "panel:bid", Look("en", NAMES, A, (Mark("bid:0", 1),)))
    assert "Levy: +4" in {node.text for node in scene.live if isinstance(node, Text)}


def test_the_strengths_beside_a_site_count_skills() -> None:
    """Robust was left out: 1 + d6 stood where the question of the war said 2."""
    s = table()
    put(s, "2-4:a", A, B)
    person(s, A, skills=["B05"])
    turn(s, A, "2-4")
    view = GAME.view(s, A)
    assert [one.total for one in view.turn.strengths] == [base + (seat == A) for seat, base in enumerate((1, 1, 0))]
    scene = ART.draw(view, "panel:genesis", Look("en", NAMES, A, ()))
    assert any(node.text.startswith("2+d") for node in scene.live if isinstance(node, Text))


def test_a_table_may_do_without_odds() -> None:
    s = bidding(odds="off")
    view = war_view(s, s.playing.war)
    assert all(bid.chance is None for bid in view.bids) and all(side.chance is None for side in view.sides)
    scene = ART.draw(GAME.view(s, B), "panel:bid", Look("en", NAMES, B, ()))
    assert not any(node.text.endswith("%") for node in scene.live if isinstance(node, Text))


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_hand_shows_before_and_after_up_to_the_maximum(lang: Any) -> None:
    """E6 Morale 4 of 6, three actions of a Blessing: +2, and 4 becomes 6."""
    s = table()
    person(s, A, hand="blessing", stacks=["labour labour"], morale=4, wrath=1)
    turn(s, A, "2-4")
    view = GAME.view(s, A)
    assert view.players[A].plays["blessing"][0].gained == 2
    scene = ART.draw(view, "panel:hand", Look(lang, NAMES, A, ()))
    told = [node.text for node in scene.live if isinstance(node, Text)]
    assert "4 → 6" in told and "+2" in told


@pytest.mark.parametrize("lang", LANGS)
def test_the_choice_of_an_area_shows_where_the_first_worker_is_free(lang: Any) -> None:
    """Plains and the aptitude, each by sign and name, below all rows."""
    view, seat, _ = questions(3)[ChooseArea]
    scene = ART.compose(view, "panel:area", Look(lang, NAMES, seat))
    free = {*CONTENT.plain_terrains, CONTENT.races[view.players[seat].race].terrain}
    rows = [anchor.spot for place, anchor in scene.anchors.items() if place.startswith("area:")]
    signs = [node for node in scene.live if isinstance(node, Icon) and node.x > 1100 and node.name.startswith("m_")]
    assert {sign.name for sign in signs} == {f"m_{terrain}" for terrain in free}
    assert all(sign.y > max(spot.y + spot.h for spot in rows) for sign in signs)


def test_the_cells_of_cubes_say_their_resource_beside_the_value() -> None:
    """Options are counted from 1 and values from 0: a bare value looks like the number of another option."""
    view, seat, _ = questions(3)[Cubes]
    scene = ART.compose(view, "panel:cubes", Look("en", NAMES, seat))
    for place, anchor in scene.anchors.items():
        if place.startswith("cube:"):
            spot = anchor.spot
            inside = [
                node
                for node in scene.live
                if isinstance(node, Icon) and spot.x < node.x < spot.x + spot.w and spot.y < node.y < spot.y + spot.h
            ]
            assert len(inside) == 1, place


@pytest.mark.parametrize(("lang", "words"), [("en", "(used)"), ("ja", "（使用済み）")])
def test_a_skill_that_is_used_up_says_so_on_every_picture_of_it(lang: Any, words: str) -> None:
    s = table()
    person(s, A, skills=["S29"])
    turn(s, A, "2-4")
    for spent in ([], ["S29"]):
        s.players[A].spent = spent
        for picture in ("panel:tracks", "mat:0"):
            scene = ART.compose(GAME.view(s, A), picture, Look(lang, NAMES, A))
            told = " ".join(node.text for node in scene.live if isinstance(node, Text))
            assert (words in told) == bool(spent), (picture, told)


def test_the_number_of_a_change_hides_neither_its_word_nor_the_next_card() -> None:
    s = table()
    person(s, A, hand="blessing labour miracle revelation", stacks=["labour"])
    put(s, "2-4:a", A)
    turn(s, A, "2-4")
    view = GAME.view(s, A)
    scene = ART.compose(view, "panel:hand", Look("ja", NAMES, A, (Mark("change:labour", 1),)))
    words = [node for node in scene.live if isinstance(node, Text) and node.text in ("世代交代", "×1")]
    badge = scene.anchors["change:labour"].spot.badge
    assert badge is not None and words
    assert all(abs(node.x - badge[0]) > 40 or abs(node.y - badge[1]) > 40 for node in words)
