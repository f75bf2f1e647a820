"""Icons that a newcomer can read: one icon for each thing, and no two that look alike."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import Marriage, Mission
from engines.signorie.data.ids import DieColor
from engines.signorie.view import build_view
from render import Mark, RenderContext
from render.kit.bounds import measure_bounds
from render.kit.render_context import Lang
from render.kit.scene import BODY, Icon, Node, Scene, Sprite, TextRun
from render.kit.tokens import Coin, Die, NumberDisc, TileBack
from render.signorie import theme
from render.signorie.layout import BAY_W, COLORS, COLUMN_PITCH, DICE_TOP, LEFT, place_career_slot, place_city_slot
from render.signorie.signs import CityManSeal, FourTracks, ThresholdSign, draw_helper_sign

from . import boards
from .boards import build_state_view
from .test_board import ART, list_nodes
from .test_marks import draw_card_after_turn, list_letters


def _list_pieces(scene: Scene, kind: type) -> list[Sprite]:
    return [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, kind)]


def _list_column_nodes(scene: Scene, color: str, top: float, foot: float) -> list[Node]:
    """Return the nodes in one column of the die question between two heights."""
    left = LEFT + COLUMN_PITCH * COLORS.index(color)
    return [
        node
        for node in list_nodes(scene)
        if isinstance(node, Sprite | TextRun | Icon) and left <= node.x <= left + BAY_W and top <= node.y <= foot
    ]


def _draw_die_question(florins: int, pool: dict[DieColor, list[int]], cities: Sequence[str] = ("roma",)) -> Scene:
    """Draw the question of a seat that has taken nothing yet."""
    position = boards.build_classic_state()
    position.cities = {city: city_state for city, city_state in position.cities.items() if city in cities}
    mine = position.players[3]
    mine.dice, mine.florins, mine.supply = {}, florins, {"male": 4, "female": 4}
    position.pool = {color: pool.get(color, []) for color in position.pool}
    position_view = build_view(position, None)
    marks = tuple(
        Mark(f"die:{opening.color}:{pips}", n)
        for n, (opening, pips) in enumerate(
            ((opening, pips) for opening in position_view.color_actions for pips in dict.fromkeys(pool[opening.color])),
            1,
        )
    )
    return ART.compose(position_view, "panel:dice", RenderContext("en", boards.NAMES, 3, marks))


@pytest.mark.parametrize(("helper", "icon"), [(Marriage, "marriage"), (Mission, "mission")])
def test_helpers_with_face_down_tiles_show_its_icon(helper: type, icon: str) -> None:
    """The icon of the plain action was read as taking the city's tile (R9)."""
    [effect] = [candidate for candidate in CONTENT.helper_effects.values() if isinstance(candidate, helper)]
    sign, back = draw_helper_sign(effect, 0, 0, theme.PANEL)
    assert isinstance(sign, Icon) and sign.name == icon
    assert isinstance(back, Sprite) and isinstance(back.piece, TileBack)


@pytest.mark.parametrize("picture", ["panel:dice", "panel:action:grey", "mat:0"])
def test_points_for_all_tracks_show_all_tracks(picture: str) -> None:
    """The icon of initiative with "1-4" was read as one to four steps of initiative."""
    scene = ART.compose(build_state_view("classic"), picture, RenderContext("en", boards.NAMES, viewer=0))
    assert len(_list_pieces(scene, FourTracks)) == 1
    words = [node.text for node in list_nodes(scene) if isinstance(node, TextRun)]
    assert "1–4" not in words and ("4" in words or any(word.startswith("4 track") for word in words))


@pytest.mark.parametrize("picture", ["board", "zoom:dice", "panel:dice", "panel:action:red"])
def test_threshold_has_the_number_that_stands_behind_the_sums(picture: str) -> None:
    """A gate with arrows was not understood."""
    scene = ART.compose(build_state_view("classic"), picture, RenderContext("en", boards.NAMES, viewer=0))
    [sign] = _list_pieces(scene, ThresholdSign)
    assert [shape.text for shape in sign.piece.shapes() if hasattr(shape, "text")] == [
        f"/{build_state_view('classic').mats[0].threshold}"
    ]


def test_points_for_men_in_cities_look_like_points() -> None:
    scene = ART.compose(build_state_view("classic"), "panel:helpers", RenderContext("en", boards.NAMES, viewer=0))
    assert len(_list_pieces(scene, CityManSeal)) == 1


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_colour_without_a_die_to_take_shows_nothing_that_it_would_bring(lang: Lang) -> None:
    """A golden florin looked available, and dark signs of all columns made the question dense."""
    view = build_state_view("classic")
    scene = ART.compose(view, "panel:dice", RenderContext(lang, boards.NAMES, 0, (Mark("die:grey:2", 1),)))
    for color in COLORS:
        if color == "grey":
            continue
        below = [node for node in _list_column_nodes(scene, color, 480, 1320) if node not in scene.static_part]
        assert not below, below
    assert [node for node in _list_column_nodes(scene, "grey", 480, 1320) if isinstance(node, Icon)]


def test_affordable_helper_prices_are_gold_and_name_the_die() -> None:
    """Red 1 costs a florin: three florins leave two for the helper, and the 4 leaves three."""
    scene = _draw_die_question(3, {"red": [1, 1, 4], "yellow": [5, 6]})
    here = _list_column_nodes(scene, "red", 660, 882)
    gold = [node for node in here if isinstance(node, Sprite) and isinstance(node.piece, Coin)]
    pale = [node for node in here if isinstance(node, Sprite) and isinstance(node.piece, NumberDisc)]
    assert [node.piece.text for node in gold if isinstance(node.piece, Coin)] == ["2", "3"]
    assert [node.piece.text for node in pale if isinstance(node.piece, NumberDisc)] == ["4"]
    [needed] = [node for node in here if isinstance(node, Sprite) and isinstance(node.piece, Die)]
    assert isinstance(needed.piece, Die) and needed.piece.pips == 4 and abs(needed.x - gold[1].x) < 1
    same = _list_column_nodes(scene, "yellow", 660, 882)
    assert not [node for node in same if isinstance(node, Sprite) and isinstance(node.piece, Die)], "both leave three"


def test_action_affordable_with_one_die_names_it() -> None:
    """R8.3: in Milano a place of value 3 is next, and red 1 leaves two of three florins."""
    here = _list_column_nodes(_draw_die_question(3, {"red": [1, 4]}, ["milano"]), "red", 480, 604)
    assert [node.piece.pips for node in here if isinstance(node, Sprite) and isinstance(node.piece, Die)] == [4]
    here = _list_column_nodes(_draw_die_question(4, {"red": [1, 4]}, ["milano"]), "red", 480, 604)
    assert not [node for node in here if isinstance(node, Sprite) and isinstance(node.piece, Die)]


def test_first_of_several_affordable_dice_is_named() -> None:
    scene = _draw_die_question(2, {"purple": [1, 5, 6]})
    here = _list_column_nodes(scene, "purple", 660, 882)
    [needed] = [node for node in here if isinstance(node, Sprite) and isinstance(node.piece, Die)]
    assert isinstance(needed.piece, Die) and needed.piece.pips == 5
    assert [node.text for node in here if isinstance(node, TextRun)] == ["≥"]


@pytest.mark.parametrize(("lang", "words"), [("en", "no money"), ("ja", "資金不足")])
def test_closed_action_and_helper_row_say_why(lang: Lang, words: str) -> None:
    position = boards.build_classic_state()
    mine = position.players[3]
    mine.dice, mine.florins = {}, 0
    position.pool = {color: [6] for color in position.pool}
    scene = ART.compose(build_view(position, None), "panel:dice", RenderContext(lang, boards.NAMES, 3))
    for top, foot in ((480, 604), (662, 880)):
        assert words in [node.text for node in _list_column_nodes(scene, "red", top, foot) if isinstance(node, TextRun)]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_reason_of_a_closed_die_is_large_and_below_it(lang: Lang) -> None:
    mine = msgspec.structs.replace(boards.build_classic_view().mats[3], florins=1, dice=(("red", 6),), dice_sum=12)
    closed_view = msgspec.structs.replace(
        build_view(boards.build_classic_state(), None), mats=(*boards.build_classic_view().mats[:3], mine)
    )
    dice = tuple(
        msgspec.structs.replace(area, left=(1, 4) if area.color == "light_blue" else area.left)
        for area in closed_view.dice
    )
    marks = (Mark("die:light_blue:4", 1),)
    closed_view = msgspec.structs.replace(closed_view, dice=dice)
    scene = ART.compose(closed_view, "panel:dice", RenderContext(lang, boards.NAMES, 3, marks))
    here = _list_column_nodes(scene, "light_blue", 100, 420)
    closed, over = sorted(node.x for node in here if isinstance(node, Sprite) and isinstance(node.piece, Die))
    said = [node for node in here if isinstance(node, TextRun) and node.colour == theme.TERRACOTTA and node.y > 320]
    why = [node for node in said if abs(node.x - closed) < 12]
    assert "".join(node.text for node in why) == {"en": "toodear", "ja": "資金不足"}[lang]
    assert {node.size for node in why} == {BODY}
    assert {"en": "over 13", "ja": "13超"}[lang] in [node.text for node in said if abs(node.x - over) < 36]
    assert all(measure_bounds(one)[2] + 12 <= measure_bounds(two)[0] for one in why for two in said if two not in why)


def test_the_letter_below_a_city_is_clear_of_the_dice() -> None:
    """On the edge of the dice the letter seemed to belong to them."""
    now = boards.build_classic_view()
    cities = tuple(
        msgspec.structs.replace(
            city,
            next=1,
            slots=tuple(
                slot if i < 1 else msgspec.structs.replace(slot, seat=None, sex=None)
                for i, slot in enumerate(city.slots)
            ),
        )
        if city.id == "milano"
        else city
        for city in now.cities
    )
    before = msgspec.structs.replace(now, cities=cities)
    filled = tuple(
        msgspec.structs.replace(
            city,
            next=2,
            slots=(city.slots[0], msgspec.structs.replace(city.slots[1], seat=0, sex="female"), *city.slots[2:]),
        )
        if city.id == "milano"
        else city
        for city in cities
    )
    scene = draw_card_after_turn(msgspec.structs.replace(now, cities=filled), before, 0)
    lower = place_city_slot("milano", 1)
    [mark] = [node for node in list_letters(scene) if lower.y < node.y and abs(node.x - lower.centre[0]) < 100]
    assert measure_bounds(mark)[3] < DICE_TOP - 4


def test_tokens_at_a_heap_have_readable_letters() -> None:
    view = boards.build_classic_view()
    careers = tuple(
        msgspec.structs.replace(
            career,
            slots=(*career.slots[:7], msgspec.structs.replace(career.slots[7], men=((3, 2), (2, 1)))),
        )
        if career.id == "politician"
        else career
        for career in view.careers
    )
    scene = ART.compose(msgspec.structs.replace(view, careers=careers), "board", RenderContext("en", boards.NAMES))
    placement = place_career_slot("politician", 8)
    tokens = [
        node
        for node in scene.live_part
        if isinstance(node, Sprite)
        and placement.x < node.x < placement.x + placement.w
        and placement.y < node.y < placement.y + placement.h
    ]
    assert len(tokens) == 2 and all(getattr(node.piece, "r", 0) >= 17 for node in tokens)


def test_score_track_ends_have_numbers_from_round_one() -> None:
    view = boards.build_classic_view()
    mats = tuple(msgspec.structs.replace(mat, vp=3 * mat.seat) for mat in view.mats)
    scene = ART.compose(msgspec.structs.replace(view, mats=mats), "board", RenderContext("en", boards.NAMES))
    ends = [node.text for node in scene.live_part if isinstance(node, TextRun) and node.y == 169]
    assert ends == ["0", "11"]


def test_past_rewards_are_visible() -> None:
    ticks = [
        node
        for node in ART.compose(build_state_view("classic"), "board", RenderContext("en", boards.NAMES)).live_part
        if isinstance(node, Icon) and node.name == "check" and node.y == 66
    ]
    assert len(ticks) == 3 and {tick.fill for tick in ticks} == {theme.MUTED}


def test_one_line_of_actions_makes_the_picture_lower() -> None:
    view, places = build_state_view("classic"), ("mat:0:signoria:grey", "assign:grey_m", "assign:grey_f")
    hired_into = next(column.hires_into for column in view.columns if column.color == "grey")
    helper = next(column for column in view.columns if column.color == hired_into).helpers[0]
    scene, low_scene = (
        ART.draw(
            view,
            "panel:action:grey",
            RenderContext("en", boards.NAMES, 0, tuple(Mark(place, n) for n, place in enumerate(shown, 1))),
        )
        for shown in ((*places, f"mat:0:helper:{helper.id}"), places[:2])
    )
    assert low_scene.height < scene.height
