"""Words and prices on zooms, on the dice and in the confirmation."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from engines.kernel import load_catalogue
from engines.signorie.data.ids import TileId
from engines.signorie.view import View, build_view
from render import Mark, RenderContext
from render.kit.illustration import Ground
from render.kit.marks.badges import NumberBadge
from render.kit.render_context import Lang
from render.kit.scene import Icon, Node, Sprite, TextRun
from render.kit.tokens import Coin, Die, NumberDisc
from render.signorie.diff import PieceMoved, list_facts
from render.signorie.layout import COLORS
from render.signorie.pieces import SexSign
from tests.contract.pictures.checks import numbers_hide_nothing
from tests.contract.pictures.covered_figures import numbers_cover_no_figures
from tests.contract.pictures.picture_sample import PictureSample

from . import boards
from .boards import build_state_view
from .test_board import ART, list_nodes, list_texts


@pytest.mark.parametrize("picture", ["board", "zoom:dice", "panel:dice"])
def test_assignment_price_stands_below_paying_meeples(picture: str) -> None:
    """ "×2" below both icons was read as "marry twice"; the effect of one to three meeples stays in the middle."""
    view = build_state_view("classic")
    drawn = list_nodes(ART.compose(view, picture, RenderContext("en", boards.NAMES, viewer=0)))
    figures = [node for node in drawn if isinstance(node, Sprite) and isinstance(node.piece, SexSign)]
    below = [
        node.text
        for figure in figures
        for node in drawn
        if isinstance(node, TextRun) and node.x == figure.x and 0 < node.y - figure.y < 150
    ]
    fixed = [tile for tile in view.assignments if tile.tile in ("a_marriage", "a_mission", "a_face_down")]
    assert sorted(below) == sorted("1" if tile.tile == "a_face_down" else "2" for tile in fixed) and len(fixed) == 3
    assert not any(isinstance(node, TextRun) and node.text == "×2" for node in drawn)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_details_name_their_icons_in_words(lang: Lang) -> None:
    words = load_catalogue("engines.signorie")

    def list_words(name: str, picture: str) -> list[str]:
        view = build_state_view(name)
        return [
            node.text
            for node in list_texts(ART.compose(view, picture, RenderContext(lang, boards.NAMES[: len(view.mats)])))
        ]

    for track in ("politician", "clergy", "military", "initiative"):
        assert words.render_noun(f"terms.{track}", lang) in list_words("classic", "zoom:tracks")
    for house in ("medici", "sforza", "este", "gonzaga", "montefeltro", "orsini"):
        assert words.render_noun(f"houses.{house}", lang) in list_words("classic", "zoom:arcade")
    assert {"ja": "結婚", "en": "Marriage"}[lang] in list_words("classic", "zoom:dice")
    assert {"ja": "今回は使わない", "en": "not in this game"}[lang] in list_words("two", "zoom:arcade")


def test_confirmation_shows_hired_helper() -> None:
    """The overview shows no helpers, and the smaller changes outnumbered the lasting one."""
    before = build_state_view("classic")
    mine, *others = before.mats
    poorer = msgspec.structs.replace(mine, florins=mine.florins - 3)
    hired = msgspec.structs.replace(poorer, helpers=("g_mid",))
    assert ART.choose_panel(msgspec.structs.replace(before, mats=(hired, *others)), 0, (), before) == "panel:mat"
    assert ART.choose_panel(msgspec.structs.replace(before, mats=(poorer, *others)), 0, (), before) == "panel:board"


def test_unaffordable_die_says_its_price() -> None:
    view = build_state_view("classic")
    poor = msgspec.structs.replace(view, mats=[msgspec.structs.replace(view.mats[0], florins=1), *view.mats[1:]])
    marks = (Mark("die:purple:2", 1),)

    def list_prices(view: View) -> list[str]:
        drawn = list_nodes(ART.compose(view, "panel:dice", RenderContext("en", boards.NAMES, 0, marks)))
        discs = [n.piece for n in drawn if isinstance(n, Sprite) and isinstance(n.piece, NumberDisc) and n.y < 300]
        return [disc.text for disc in discs]

    assert list_prices(poor) == ["2"] and list_prices(view) == [], "the grey two; who has nine florins can pay for all"


@pytest.mark.parametrize(
    ("women", "florins", "said"), [(1, 9, "1 woman short"), (2, 9, "no bride left"), (3, 0, "no money")]
)
def test_paying_women_are_not_the_bride(women: int, florins: int, said: str) -> None:
    """R8.3: two women pay, and a third goes to the city with a dowry, so two alone do not make the tile white. "1
    short" beside two women looked wrong.
    """
    position = boards.build_classic_state()
    slot = next(slot for slot in position.assignments if slot.endswith("_f"))
    other = next(slot_id for slot_id, tile in position.assignments.items() if tile == "a_marriage")
    position.assignments[other], position.assignments[slot] = position.assignments[slot], TileId("a_marriage")
    mine = position.players[position.active or 0]
    mine.dice, mine.florins, mine.supply = {}, florins, {"male": 9, "female": women}
    position.pool = {color: [6] for color in position.pool}
    now = build_view(position, None)
    drawn = list_nodes(ART.compose(now, "panel:dice", RenderContext("en", boards.NAMES, position.active)))
    x = 44 + 306 * COLORS.index(slot.removesuffix("_f")) + 146 + 71
    labels = [node for node in drawn if isinstance(node, TextRun) and node.y > 1140 and abs(node.x - x) < 1]
    assert " ".join(node.text for node in sorted(labels, key=lambda node: node.y)) == said


def test_owned_colour_is_not_called_unaffordable() -> None:
    position = boards.build_classic_state()
    mine = position.players[position.active or 0]
    mine.florins = 0
    marks = (Mark("die:blue:1", 1),)
    drawn = list_nodes(
        ART.compose(build_view(position, None), "panel:dice", RenderContext("en", boards.NAMES, position.active, marks))
    )
    for color in mine.dice:
        left = 44 + 306 * ("yellow", "red", "purple", "grey", "blue").index(color)
        here = [node for node in drawn if isinstance(node, TextRun) and left <= node.x < left + 290 and node.y < 400]
        assert "you have one" in [node.text for node in here] and "too dear" not in [node.text for node in here]


def test_number_die_price_and_sum_are_stacked_and_closed_colour_says_why() -> None:
    view = build_state_view("classic")
    mine = view.mats[0]
    marks = tuple(Mark(f"die:grey:{pips}", n) for n, pips in enumerate(dict.fromkeys(_list_dice_left(view, "grey")), 1))
    drawn = list_nodes(ART.compose(view, "panel:dice", RenderContext("en", boards.NAMES, 0, marks)))
    badge, die, price = (next(_measure_pieces(drawn, kind)) for kind in (NumberBadge, Die, Coin))
    assert badge[0] == die[0] == price[0]
    sums = [n.y for n in drawn if isinstance(n, Icon) and n.name in ("check", "pass") and abs(n.x - badge[0]) < 50]
    assert badge[2] < die[1] + 4 and die[2] <= price[1] and price[2] <= min(y for y in sums if y > price[1]) - 19
    words = [n.text for n in drawn if isinstance(n, TextRun)]
    assert words.count("you have one") == sum(
        color != "grey" and bool(_list_dice_left(view, color)) for color, _ in mine.dice
    )


def _list_dice_left(view: View, color: str) -> tuple[int, ...]:
    return next(dice.left for dice in view.dice if dice.color == color)


def _measure_pieces(
    drawn: tuple[Node, ...], kind: type[NumberBadge | Die | Coin]
) -> Iterator[tuple[float, float, float]]:
    """Yield middle, upper and lower edge of each piece of this kind at grey's dice."""
    for node in drawn:
        if isinstance(node, Sprite) and isinstance(node.piece, kind) and 950 < node.x < 1250 and node.y < 360:
            half = node.piece.size / 2 if isinstance(node.piece, Die) else node.piece.r
            yield node.x, node.y - half, node.y + half


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_dice_above_the_threshold_say_so_below_their_sums(lang: Lang) -> None:
    view = build_state_view("classic")
    for seat, mat in enumerate(view.mats):
        drawn = list_nodes(ART.compose(view, "panel:dice", RenderContext(lang, boards.NAMES, viewer=seat)))
        words = {"ja": f"{mat.threshold}超", "en": f"over {mat.threshold}"}[lang]
        said = [node for node in drawn if isinstance(node, TextRun) and node.text == words]
        sums = [node for node in drawn if isinstance(node, TextRun) and node.text.isdecimal() and 330 < node.y < 372]
        assert sums
        columns = {int(label.x - 44) // 306 for label in sums if int(label.text) > mat.threshold}
        assert {int(label.x - 44) // 306 for label in said} == columns
        assert all(label.y > sums[0].y for label in said)


@pytest.mark.parametrize(
    ("was", "now", "expected"),
    [
        ({4: 1}, {2: 1, 8: 1}, {(4, 8), (0, 2)}),
        ({}, {2: 2}, {(0, 2), (0, 2)}),
        ({4: 1}, {5: 1, 8: 1}, {(0, 5), (0, 8), (4, 0)}),
        ({4: 1}, {2: 2}, {(0, 2), (0, 2), (4, 0)}),
    ],
)
def test_changes_tell_climbing_men_from_new_men(
    was: dict[int, int], now: dict[int, int], expected: set[tuple[int, int]]
) -> None:
    """No man climbs down: the man who left without going to a city climbed to the only higher slot that gained one."""

    def make_view(men: dict[int, int]) -> View:
        board = build_state_view("classic")
        careers = tuple(
            msgspec.structs.replace(
                track,
                slots=tuple(
                    msgspec.structs.replace(slot, men=((0, men[slot.number]),) if slot.number in men else ())
                    for slot in track.slots
                ),
            )
            if track.id == "clergy"
            else track
            for track in board.careers
        )
        return msgspec.structs.replace(board, careers=careers)

    moves = list_facts(make_view(was), make_view(now))
    assert {(fact.start, fact.end) for fact in moves if isinstance(fact, PieceMoved)} == expected


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_two_numbers_of_an_assignment_hide_neither_its_name_nor_the_count_above(lang: Lang) -> None:
    view = boards.build_classic_view()
    for tile in view.assignments:
        marks = tuple(Mark(f"assign:{tile.slot}", n) for n in (1, 2))
        ctx = RenderContext(lang, boards.NAMES, 0, marks)
        sample = PictureSample("panel:assignments", ART.compose(view, "panel:assignments", ctx), ctx)
        assert sample.badges
        assert not [*numbers_hide_nothing(sample), *numbers_cover_no_figures(sample)], tile


def test_each_reward_to_choose_stands_before_the_cities_at_evening() -> None:
    view = boards.build_small_view(3, "rewards")
    scene = ART.compose(view, "panel:reward", RenderContext("en", boards.NAMES[:3], viewer=view.turn))
    arches = [node for node in scene.live_part if isinstance(node, Ground)]
    fields = [anchor.placement for anchor in scene.anchors.values() if anchor.place.startswith("reward:")]
    assert len(arches) == len(fields) == 2
    for arch, field in zip(arches, fields, strict=True):
        assert field.x < arch.x and arch.x + arch.w < field.x + field.w and arch.y + arch.h < field.y + field.h
