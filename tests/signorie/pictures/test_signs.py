"""Signs that a newcomer reads: the same one wherever a thing is meant, and none that looks like another thing."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import Marriage, Mission
from engines.signorie.data.ids import DieColor
from engines.signorie.view import view
from render import Look, Mark
from render.kit.extent import extent
from render.kit.look import Lang
from render.kit.scene import BODY, Icon, Node, Scene, Sprite, Text
from render.kit.tokens import Coin, Die, NumberDisc, TileBack
from render.signorie import theme
from render.signorie.layout import BAY_W, COLORS, COLUMN_PITCH, DICE_TOP, LEFT, career_slot, city_slot
from render.signorie.signs import CityManSeal, FourTracks, ThresholdSign, helper_sign

from . import boards
from .test_board import ART, nodes, state
from .test_marks import latest, letters


def _pieces(scene: Scene, kind: type) -> list[Sprite]:
    return [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, kind)]


def _column(scene: Scene, color: str, top: float, foot: float) -> list[Node]:
    """What stands in a column of the question for a die between two heights."""
    left = LEFT + COLUMN_PITCH * COLORS.index(color)
    return [
        node
        for node in nodes(scene)
        if isinstance(node, Sprite | Text | Icon) and left <= node.x <= left + BAY_W and top <= node.y <= foot
    ]


def _asked(florins: int, pool: dict[DieColor, list[int]], cities: Sequence[str] = ("roma",)) -> Scene:
    """The question of a seat that has taken nothing yet."""
    position = boards.classic_state()
    position.cities = {city: there for city, there in position.cities.items() if city in cities}
    mine = position.players[3]
    mine.dice, mine.florins, mine.supply = {}, florins, {"male": 4, "female": 4}
    position.pool = {color: pool.get(color, []) for color in position.pool}
    shown = view(position, None)
    marks = tuple(
        Mark(f"die:{opening.color}:{pips}", n)
        for n, (opening, pips) in enumerate(
            ((opening, pips) for opening in shown.openings for pips in dict.fromkeys(pool[opening.color])), 1
        )
    )
    return ART.compose(shown, "panel:dice", Look("en", boards.NAMES, 3, marks))


@pytest.mark.parametrize(("helper", "icon"), [(Marriage, "marriage"), (Mission, "mission")])
def test_helpers_marry_and_send_with_a_face_down_tile(helper: type, icon: str) -> None:
    """The same sign as that of the action was read as the city's tile (R9)."""
    [effect] = [one for one in CONTENT.helper_effects.values() if isinstance(one, helper)]
    sign, back = helper_sign(effect, 0, 0, theme.PANEL)
    assert isinstance(sign, Icon) and sign.name == icon
    assert isinstance(back, Sprite) and isinstance(back.piece, TileBack)


@pytest.mark.parametrize("picture", ["panel:dice", "panel:action:grey", "mat:0"])
def test_points_for_all_tracks_show_all_tracks(picture: str) -> None:
    """The sign of initiative and "1-4" was read as one to four steps of initiative."""
    scene = ART.compose(state("classic"), picture, Look("en", boards.NAMES, viewer=0))
    assert len(_pieces(scene, FourTracks)) == 1
    words = [node.text for node in nodes(scene) if isinstance(node, Text)]
    assert "1–4" not in words and ("4" in words or any(word.startswith("4 track") for word in words))


@pytest.mark.parametrize("picture", ["board", "zoom:dice", "panel:dice", "panel:action:red"])
def test_threshold_has_the_number_that_stands_behind_the_sums(picture: str) -> None:
    """Of a gate with arrows nobody knew what it was."""
    scene = ART.compose(state("classic"), picture, Look("en", boards.NAMES, viewer=0))
    [sign] = _pieces(scene, ThresholdSign)
    assert [shape.text for shape in sign.piece.shapes() if hasattr(shape, "text")] == [
        f"/{state('classic').mats[0].threshold}"
    ]


def test_points_for_men_in_cities_look_like_points() -> None:
    scene = ART.compose(state("classic"), "panel:helpers", Look("en", boards.NAMES, viewer=0))
    assert len(_pieces(scene, CityManSeal)) == 1


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_nothing_that_is_closed_stays_bright(lang: Lang) -> None:
    """A florin in gold looked as if it could be had."""
    view = state("classic")
    scene = ART.compose(view, "panel:dice", Look(lang, boards.NAMES, 0, (Mark("die:grey:2", 1),)))
    for color in COLORS:
        if color == "grey":
            continue
        icons = [node for node in _column(scene, color, 430, 1320) if isinstance(node, Icon)]
        assert icons and not [icon for icon in icons if icon.name in ("florin", "mission")]


def test_prices_of_helpers_are_gold_if_some_die_leaves_the_money_and_name_the_die() -> None:
    """Red 1 costs a florin: with three, it leaves two, and the 4 leaves three."""
    scene = _asked(3, {"red": [1, 1, 4], "yellow": [5, 6]})
    here = _column(scene, "red", 660, 880)
    gold = [node for node in here if isinstance(node, Sprite) and isinstance(node.piece, Coin)]
    pale = [node for node in here if isinstance(node, Sprite) and isinstance(node.piece, NumberDisc)]
    assert [node.piece.text for node in gold if isinstance(node.piece, Coin)] == ["2", "3"]
    assert [node.piece.text for node in pale if isinstance(node.piece, NumberDisc)] == ["4"]
    [needed] = [node for node in here if isinstance(node, Sprite) and isinstance(node.piece, Die)]
    assert isinstance(needed.piece, Die) and needed.piece.pips == 4 and abs(needed.x - gold[1].x) < 1
    same = _column(scene, "yellow", 660, 880)
    assert not [node for node in same if isinstance(node, Sprite) and isinstance(node.piece, Die)], "both leave three"


def test_an_action_that_only_one_die_leaves_money_for_names_it() -> None:
    """R8.3: in Milano a place of value 3 is next, and red 1 leaves two of three florins."""
    here = _column(_asked(3, {"red": [1, 4]}, ["milano"]), "red", 480, 612)
    assert [node.piece.pips for node in here if isinstance(node, Sprite) and isinstance(node.piece, Die)] == [4]
    here = _column(_asked(4, {"red": [1, 4]}, ["milano"]), "red", 480, 612)
    assert not [node for node in here if isinstance(node, Sprite) and isinstance(node.piece, Die)]


def test_where_several_dice_leave_the_money_the_first_of_them_is_named() -> None:
    scene = _asked(2, {"purple": [1, 5, 6]})
    here = _column(scene, "purple", 660, 880)
    [needed] = [node for node in here if isinstance(node, Sprite) and isinstance(node.piece, Die)]
    assert isinstance(needed.piece, Die) and needed.piece.pips == 5
    assert [node.text for node in here if isinstance(node, Text)] == ["≥"]


@pytest.mark.parametrize(("lang", "words"), [("en", "no money"), ("ja", "資金不足")])
def test_a_dark_action_and_a_dark_row_of_helpers_say_why(lang: Lang, words: str) -> None:
    position = boards.classic_state()
    mine = position.players[3]
    mine.dice, mine.florins = {}, 0
    position.pool = {color: [6] for color in position.pool}
    scene = ART.compose(view(position, None), "panel:dice", Look(lang, boards.NAMES, 3))
    for top, foot in ((480, 612), (672, 872)):
        assert words in [node.text for node in _column(scene, "red", top, foot) if isinstance(node, Text)]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_why_a_die_is_closed_stands_below_that_die_and_large(lang: Lang) -> None:
    mine = msgspec.structs.replace(boards.classic().mats[3], florins=1, dice=(("red", 6),), dice_sum=12)
    shown = msgspec.structs.replace(view(boards.classic_state(), None), mats=(*boards.classic().mats[:3], mine))
    dice = tuple(
        msgspec.structs.replace(area, left=(1, 4) if area.color == "light_blue" else area.left) for area in shown.dice
    )
    marks = (Mark("die:light_blue:4", 1),)
    shown = msgspec.structs.replace(shown, dice=dice)
    scene = ART.compose(shown, "panel:dice", Look(lang, boards.NAMES, 3, marks))
    here = _column(scene, "light_blue", 100, 420)
    closed, over = sorted(node.x for node in here if isinstance(node, Sprite) and isinstance(node.piece, Die))
    said = [node for node in here if isinstance(node, Text) and node.colour == theme.TERRACOTTA and node.y > 320]
    why = [node for node in said if abs(node.x - closed) < 12]
    assert "".join(node.text for node in why) == {"en": "toodear", "ja": "資金不足"}[lang]
    assert {node.size for node in why} == {BODY}
    assert {"en": "over 13", "ja": "13超"}[lang] in [node.text for node in said if abs(node.x - over) < 36]
    assert all(extent(one)[2] + 12 <= extent(two)[0] for one in why for two in said if two not in why)


def test_the_letter_below_a_city_is_clear_of_the_dice() -> None:
    """On their edge it seemed to belong to the dice."""
    now = boards.classic()
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
    scene = latest(msgspec.structs.replace(now, cities=filled), before, 0)
    lower = city_slot("milano", 1)
    [mark] = [one for one in letters(scene) if lower.y < one.y and abs(one.x - lower.centre[0]) < 100]
    assert extent(mark)[3] < DICE_TOP - 4


def test_tokens_of_two_seats_at_a_heap_have_letters_that_are_read() -> None:
    view = boards.classic()
    careers = tuple(
        msgspec.structs.replace(
            career,
            slots=(*career.slots[:7], msgspec.structs.replace(career.slots[7], men=((3, 2), (2, 1)))),
        )
        if career.id == "politician"
        else career
        for career in view.careers
    )
    scene = ART.compose(msgspec.structs.replace(view, careers=careers), "board", Look("en", boards.NAMES))
    spot = career_slot("politician", 8)
    there = [
        node
        for node in scene.live
        if isinstance(node, Sprite) and spot.x < node.x < spot.x + spot.w and spot.y < node.y < spot.y + spot.h
    ]
    assert len(there) == 2 and all(getattr(node.piece, "r", 0) >= 17 for node in there)


def test_ends_of_the_line_of_points_have_numbers_from_the_first_round_on() -> None:
    view = boards.classic()
    mats = tuple(msgspec.structs.replace(mat, vp=3 * mat.seat) for mat in view.mats)
    scene = ART.compose(msgspec.structs.replace(view, mats=mats), "board", Look("en", boards.NAMES))
    ends = [node.text for node in scene.live if isinstance(node, Text) and node.y == 169]
    assert ends == ["0", "11"]


def test_past_rewards_are_seen() -> None:
    ticks = [
        node
        for node in ART.compose(state("classic"), "board", Look("en", boards.NAMES)).live
        if isinstance(node, Icon) and node.name == "check" and node.y == 66
    ]
    assert len(ticks) == 3 and {tick.fill for tick in ticks} == {theme.MUTED}
