"""What zooms, the dice and the confirmation say in words and prices."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from engines.kernel import catalogue
from engines.signorie.data.ids import TileId
from engines.signorie.view import View, view
from render import Look, Mark
from render.kit.look import Lang
from render.kit.scene import Icon, Node, Sprite, Text
from render.kit.tokens import Badge, Coin, Die, NumberDisc
from render.signorie.diff import Moved, facts
from render.signorie.layout import COLORS
from render.signorie.pieces import SexSign

from . import boards
from .test_board import ART, nodes, state, texts


@pytest.mark.parametrize("picture", ["board", "zoom:dice", "panel:dice"])
def test_what_an_assignment_costs_stands_below_who_is_paid_with(picture: str) -> None:
    """ "×2" below both signs read as "marry twice"; what one to three meeples bring stays in the middle."""
    view = state("classic")
    drawn = nodes(ART.compose(view, picture, Look("en", boards.NAMES, viewer=0)))
    figures = [node for node in drawn if isinstance(node, Sprite) and isinstance(node.piece, SexSign)]
    below = [
        node.text
        for figure in figures
        for node in drawn
        if isinstance(node, Text) and node.x == figure.x and 0 < node.y - figure.y < 150
    ]
    fixed = [tile for tile in view.assignments if tile.tile in ("a_marriage", "a_mission", "a_face_down")]
    assert sorted(below) == sorted("1" if tile.tile == "a_face_down" else "2" for tile in fixed) and len(fixed) == 3
    assert not any(isinstance(node, Text) and node.text == "×2" for node in drawn)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_details_say_in_words_what_their_signs_are(lang: Lang) -> None:
    words = catalogue("engines.signorie")

    def told(name: str, picture: str) -> list[str]:
        view = state(name)
        return [node.text for node in texts(ART.compose(view, picture, Look(lang, boards.NAMES[: len(view.mats)])))]

    for track in ("politician", "clergy", "military", "initiative"):
        assert words.term(f"terms.{track}", lang) in told("classic", "zoom:tracks")
    for house in ("medici", "sforza", "este", "gonzaga", "montefeltro", "orsini"):
        assert words.term(f"houses.{house}", lang) in told("classic", "zoom:arcade")
    assert {"ja": "結婚", "en": "Marriage"}[lang] in told("classic", "zoom:dice")
    assert {"ja": "今回は使わない", "en": "not in this game"}[lang] in told("two", "zoom:arcade")


def test_whoever_hired_sees_the_helper_before_they_confirm() -> None:
    """The overview shows no helpers, and cheaper changes outnumber the one that lasts."""
    before = state("classic")
    mine, *others = before.mats
    poorer = msgspec.structs.replace(mine, florins=mine.florins - 3)
    hired = msgspec.structs.replace(poorer, helpers=("g_mid",))
    assert ART.panel(msgspec.structs.replace(before, mats=(hired, *others)), 0, (), before) == "panel:mat"
    assert ART.panel(msgspec.structs.replace(before, mats=(poorer, *others)), 0, (), before) == "panel:board"


def test_a_die_that_is_too_dear_says_its_price() -> None:
    view = state("classic")
    poor = msgspec.structs.replace(view, mats=[msgspec.structs.replace(view.mats[0], florins=1), *view.mats[1:]])
    marks = (Mark("die:purple:2", 1),)

    def prices(view: View) -> list[str]:
        drawn = nodes(ART.compose(view, "panel:dice", Look("en", boards.NAMES, 0, marks)))
        discs = [n.piece for n in drawn if isinstance(n, Sprite) and isinstance(n.piece, NumberDisc) and n.y < 300]
        return [disc.text for disc in discs]

    assert prices(poor) == ["2"] and prices(view) == [], "the grey two; who has nine florins can pay for all"


@pytest.mark.parametrize(
    ("women", "florins", "said"), [(1, 9, "1 woman short"), (2, 9, "no bride left"), (3, 0, "no money")]
)
def test_women_who_pay_for_a_marriage_are_not_the_bride(women: int, florins: int, said: str) -> None:
    """R8.3: two pay, and a third goes to the city with a dowry; so two alone do not make the tile white. "1 short"
    beside two women seemed wrong.
    """
    position = boards.classic_state()
    slot = next(slot for slot in position.assignments if slot.endswith("_f"))
    other = next(one for one, tile in position.assignments.items() if tile == "a_marriage")
    position.assignments[other], position.assignments[slot] = position.assignments[slot], TileId("a_marriage")
    mine = position.players[position.active or 0]
    mine.dice, mine.florins, mine.supply = {}, florins, {"male": 9, "female": women}
    position.pool = {color: [6] for color in position.pool}
    now = view(position, None)
    drawn = nodes(ART.compose(now, "panel:dice", Look("en", boards.NAMES, position.active)))
    x = 44 + 306 * COLORS.index(slot.removesuffix("_f")) + 146 + 71
    told = [node for node in drawn if isinstance(node, Text) and node.y > 1140 and abs(node.x - x) < 1]
    assert " ".join(node.text for node in sorted(told, key=lambda node: node.y)) == said


def test_of_a_colour_that_one_has_it_is_not_said_that_money_lacks() -> None:
    position = boards.classic_state()
    mine = position.players[position.active or 0]
    mine.florins = 0
    marks = (Mark("die:blue:1", 1),)
    drawn = nodes(ART.compose(view(position, None), "panel:dice", Look("en", boards.NAMES, position.active, marks)))
    for color in mine.dice:
        left = 44 + 306 * ("yellow", "red", "purple", "grey", "blue").index(color)
        here = [node for node in drawn if isinstance(node, Text) and left <= node.x < left + 290 and node.y < 400]
        assert "you have one" in [node.text for node in here] and "too dear" not in [node.text for node in here]


def test_number_die_price_and_sum_stand_above_each_other_and_a_closed_colour_says_why() -> None:
    view = state("classic")
    mine = view.mats[0]
    marks = tuple(Mark(f"die:grey:{pips}", n) for n, pips in enumerate(dict.fromkeys(_left(view, "grey")), 1))
    drawn = nodes(ART.compose(view, "panel:dice", Look("en", boards.NAMES, 0, marks)))
    badge, die, price = (next(_pieces(drawn, kind)) for kind in (Badge, Die, Coin))
    assert badge[0] == die[0] == price[0]
    sums = [n.y for n in drawn if isinstance(n, Icon) and n.name in ("check", "pass") and abs(n.x - badge[0]) < 50]
    assert badge[2] < die[1] + 4 and die[2] <= price[1] and price[2] <= min(y for y in sums if y > price[1]) - 19
    words = [n.text for n in drawn if isinstance(n, Text)]
    assert words.count("you have one") == sum(color != "grey" and bool(_left(view, color)) for color, _ in mine.dice)


def _left(view: View, color: str) -> tuple[int, ...]:
    return next(dice.left for dice in view.dice if dice.color == color)


def _pieces(drawn: tuple[Node, ...], kind: type[Badge | Die | Coin]) -> Iterator[tuple[float, float, float]]:
    """Of the pieces of a kind that the dice of grey have: middle, upper and lower edge."""
    for node in drawn:
        if isinstance(node, Sprite) and isinstance(node.piece, kind) and 950 < node.x < 1250 and node.y < 360:
            half = node.piece.size / 2 if isinstance(node.piece, Die) else node.piece.r
            yield node.x, node.y - half, node.y + half


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_dice_that_lead_above_the_threshold_say_so_below_their_sums(lang: Lang) -> None:
    view = state("classic")
    for seat, mat in enumerate(view.mats):
        drawn = nodes(ART.compose(view, "panel:dice", Look(lang, boards.NAMES, viewer=seat)))
        words = {"ja": f"{mat.threshold}超", "en": f"over {mat.threshold}"}[lang]
        said = [node for node in drawn if isinstance(node, Text) and node.text == words]
        sums = [node for node in drawn if isinstance(node, Text) and node.text.isdecimal() and 330 < node.y < 372]
        assert sums
        columns = {int(one.x - 44) // 306 for one in sums if int(one.text) > mat.threshold}
        assert {int(one.x - 44) // 306 for one in said} == columns
        assert all(one.y > sums[0].y for one in said)


@pytest.mark.parametrize(
    ("was", "now", "expected"),
    [
        ({4: 1}, {2: 1, 8: 1}, {(4, 8), (0, 2)}),
        ({}, {2: 2}, {(0, 2), (0, 2)}),
        ({4: 1}, {5: 1, 8: 1}, {(0, 5), (0, 8), (4, 0)}),
        ({4: 1}, {2: 2}, {(0, 2), (0, 2), (4, 0)}),
    ],
)
def test_a_man_climbs_beside_one_who_is_new(
    was: dict[int, int], now: dict[int, int], expected: set[tuple[int, int]]
) -> None:
    """Nobody climbs down: who left for no city climbed to the only higher slot that gained one."""

    def there(men: dict[int, int]) -> View:
        board = state("classic")
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

    moves = facts(there(was), there(now))
    assert {(fact.start, fact.end) for fact in moves if isinstance(fact, Moved)} == expected
