"""Engravings on cards, the stamps of courts at a table of two, and the poster of the end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS, Lang, Match, Score
from engines.pax_pamir import GAME
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.state import Check
from render import RenderContext, load_arts
from render.kit.bounds import measure_bounds
from render.kit.illustration import Vignette
from render.kit.painting.poster import Medal
from render.kit.scene import Box, Inset, Scene, Sprite, TextRun
from render.pax_pamir import theme
from render.pax_pamir.board.final import Banner
from render.pax_pamir.cards.engravings import SUBJECT_BY_CARD, SUBJECT_BY_EVENT, draw_country
from render.pax_pamir.pieces import Emblem
from render.pax_pamir.private.hand import draw_hand
from render.pax_pamir.subjects import SUBJECTS
from tests.contract.cases import NAMES, build_cases, build_rng, random_decision
from tests.contract.pictures.picture_sample import draw_question_picture

from . import boards

ART = load_arts()["pax_pamir"]


def list_vignettes(scene: Scene) -> list[Vignette]:
    return [node for node in scene.live_part if isinstance(node, Vignette)]


def test_every_court_card_and_every_event_has_a_subject_and_each_is_used() -> None:
    assert set(SUBJECT_BY_CARD) == set(CONTENT.cards)
    effects = {event.purchased for event in CONTENT.events.values() if not event.is_check}
    assert set(SUBJECT_BY_EVENT) <= effects
    assert {*SUBJECT_BY_CARD.values(), *SUBJECT_BY_EVENT.values()} == set(SUBJECTS)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_no_word_of_a_card_lies_on_the_core_of_its_engraving(lang: str) -> None:
    view = boards.build_classic()
    for picture in ("board", "zoom:market_top", "courts"):
        scene = ART.compose(view, picture, RenderContext(lang, boards.NAMES[: len(view.players)]))  # type: ignore[arg-type]
        placed = [vignette for vignette in list_vignettes(scene) if vignette.plate is not None]
        assert len(placed) >= 4, picture
        for vignette in placed:
            assert vignette.plate is not None
            left, top, right, _ = vignette.plate
            side = right - left
            middle_x, middle_y = (left + side * (vignette.core[i] + vignette.core[i + 2]) / 2 for i in (0, 1))
            middle = middle_x, middle_y - left + top
            assert not [
                text.text
                for text in scene.live_part
                if isinstance(text, TextRun)
                and text.anchor == "l"
                and 0 <= vignette.x + middle[0] - text.x < text.size
                and abs(vignette.y + middle[1] - text.y) < text.size / 2
            ]


def test_courts_of_two_show_their_cards_in_order() -> None:
    view = boards.build_start(2)
    for name, players, expected in (("two", boards.build_alone(), True), ("four", boards.build_classic(), False)):
        scene = ART.compose(players, "board", RenderContext("en", boards.NAMES[: len(players.players)]))
        stamps = [vignette for vignette in list_vignettes(scene) if vignette.w <= 50]
        cards = [slot.card for number in players.ring for slot in players.players[number].court]
        subjects = [f"pax_pamir/{SUBJECT_BY_CARD[card]}" for card in cards] if expected else []
        assert [vignette.name for vignette in stamps] == subjects, name
    assert not list_vignettes(ART.draw(view, "zoom:map", RenderContext("en", boards.NAMES[:2])))


@pytest.mark.parametrize("people", [2, 3, 4])
def test_two_results_leave_room_for_the_country_in_gold_thread(people: int) -> None:
    scores = tuple(Score(seat, seat + 1, 5 - seat, ()) for seat in range(people))
    checks = (Check(1, True, None, (0, 0, 0), (5, *(0,) * (people - 1))),)
    view = replace(boards.build_start(people), phase="over", turn=None, checks=checks, scores=scores)
    scene = ART.draw(view, "final", RenderContext("en", boards.NAMES[:people]))
    assert bool(list_vignettes(scene)) == (people == 2)
    boxes = [n for n in scene.live_part if isinstance(n, Box) and n.material == "cloth"]
    assert {box.fill for box in boxes} == {theme.CHECK}, "a check that nobody won is plain velvet"


def test_the_poster_has_the_winner_the_medal_and_the_final_board() -> None:
    case = build_cases("pax_pamir", 1, first=500)[0]
    match, rng = case.start(), build_rng(case, "poster")
    while not match.is_over:
        match.apply(random_decision(match, rng))
    view, names = match.build_view(None), NAMES[: case.seats]
    scene = ART.compose(view, "final", RenderContext("en", names))
    first = view.scores[0]
    (medal,) = (n.piece for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, Medal))
    assert medal.text == str(first.total)
    (inset,) = (node for node in scene.live_part if isinstance(node, Inset))
    assert inset.scene.anchors.keys() >= {"region:kabul", "market:0"} and not scene.anchors
    titles = [node.text for node in scene.live_part if isinstance(node, TextRun) and node.halo is not None]
    assert any(names[first.seat] in title for title in titles)
    banners = [n for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, Banner)]
    assert len(banners) == any(check.dominant for check in view.checks)
    gains = [n.text for n in scene.live_part if isinstance(n, TextRun) and n.text.startswith("+") and n.halo is None]
    gained = [check.gained_vp[score.seat] for score in view.scores for check in view.checks]
    assert gains == [f"+{points}" for points in gained if points]


@pytest.mark.parametrize("lang", LANGS)
def test_a_reason_of_two_lines_on_the_poster_ends_above_the_flag_and_the_medal(lang: Lang) -> None:
    """It once lay on both."""
    names = tuple(f"{name} the Younger of the Mountains" for name in boards.NAMES)
    view = boards.build_checked(4)
    view = replace(view, scores=tuple(replace(score, total=20) for score in view.scores))
    scene = ART.draw(view, "final", RenderContext(lang, names[: len(view.players)]))
    signs = [n for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, Medal | Banner)]
    lines = [n for n in scene.live_part if isinstance(n, TextRun) and n.halo and n.x < 60 and n.y > 120]
    assert len(lines) == 2 and len(signs) == 2
    assert max(measure_bounds(line)[3] for line in lines) <= min(measure_bounds(sign)[1] for sign in signs)


@pytest.mark.parametrize(("width", "count"), [(200, 0), (355, 1), (760, 2), (1400, 3)])
def test_the_country_fills_a_room_without_cards(width: float, count: int) -> None:
    scenes = [node for node in draw_country(100, 300, width, 262) if isinstance(node, Vignette)]
    assert len(scenes) == count and {scene.name for scene in scenes} <= {f"pax_pamir/{name}" for name in SUBJECTS}
    for scene in scenes:
        assert scene.x >= 100 and scene.x + scene.w <= 100 + width and scene.y >= 300 and scene.y + scene.h <= 562


def test_the_first_question_shows_a_face_of_each_coalition() -> None:
    match = Match.start(GAME, GAME.build_setup(3), bytes(32))
    seat = match.waiting_seats[0]
    loyalty = draw_question_picture(match, seat, boards.NAMES[:3], "en")
    assert loyalty is not None
    faces = [vignette.name for vignette in list_vignettes(loyalty.scene)]
    assert faces == ["pax_pamir/khan", "pax_pamir/officer", "pax_pamir/russian"], "the coalitions in their order"
    emblems = [node for node in loyalty.scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, Emblem)]
    for vignette, emblem in zip(list_vignettes(loyalty.scene), emblems[-3:], strict=True):
        assert vignette.x + vignette.w <= measure_bounds(emblem)[0]


@pytest.mark.parametrize(("count", "scenes"), [(1, 2), (2, 1), (3, 0)])
def test_beside_a_short_hand_stands_the_country(count: int, scenes: int) -> None:
    view = boards.build_classic()
    player = replace(view.players[0], hand=(16, 89, 14)[:count], hand_size=count)
    shown = draw_hand(replace(view, players=(player, *view.players[1:])), 0, RenderContext("en", boards.NAMES, 0))
    assert len([vignette for vignette in list_vignettes(shown) if vignette.ink == theme.THREAD]) == scenes
