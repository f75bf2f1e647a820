"""The picture of the action spaces: texts are complete, and every space, offer and contract has an anchor."""

from collections import Counter
from itertools import combinations, pairwise
from math import hypot

import pytest

from engines.kernel import LANGS
from engines.marco_polo_ii.data.content import CONTENT, GOODS
from engines.marco_polo_ii.table.setup import list_neutral_dice
from engines.marco_polo_ii.view import build_view
from render.kit.bounds import measure_bounds
from render.kit.colour import compute_contrast
from render.kit.marks.change_marks import has_overlap
from render.kit.render_context import Lang, RenderContext
from render.kit.scene import Anchor, Box, Disc, Numeral, Scene, Sprite, TextRun
from render.kit.text import measure_text
from render.kit.tokens import Die, Seal, SeatToken
from render.marco_polo_ii import ART, theme
from render.marco_polo_ii.actions.overview import draw_actions
from render.marco_polo_ii.board.overview import draw_board
from render.marco_polo_ii.pieces.goods import CoinDisc, GoodBadge
from render.marco_polo_ii.pieces.people import Post
from render.marco_polo_ii.pieces.placed_dice import DiceStack, DiePlace, NeutralDie, NeutralToken
from tests.marco_polo_ii.table import A, B, C, black_die, build_state, neutral_die, own_die, set_player

COMMON = ("card_common_1", "card_common_2")


def draw_spaces(lang: Lang, *cards: str, offers: dict[str, str] | None = None) -> Scene:
    """Draw the spaces with a post of every player in every city, and these cards as common ones."""
    s = build_state(
        4,
        caravan=True,
        cards=dict(zip(COMMON, cards, strict=False)),
        offers=offers,
        dice={"guild": [own_die(A, 3), own_die(B, 4)]},
    )
    for seat in s.seats:
        set_player(s, seat, posts=list(CONTENT.trade_cities))
    return draw_actions(build_view(s, None), RenderContext(lang, ("Bartholomew",) * 4))


def check_words(scene: Scene) -> None:
    for node in scene.live_part:
        if isinstance(node, TextRun):
            assert node.max_width is not None
            assert measure_text(node.text, node.size) <= node.max_width, node.text
            assert "..." not in node.text
            assert "…" not in node.text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("card", CONTENT.data.city_cards)
def test_every_card_has_complete_text_within_it(lang: Lang, card: str) -> None:
    scene = draw_spaces(lang, card)
    check_words(scene)
    placement = scene.anchors["card:card_common_1"].placement
    for node in scene.live_part:
        if (
            isinstance(node, TextRun)
            and placement.x <= node.x < placement.x + placement.w
            and placement.y <= node.y <= placement.y + placement.h
        ):
            assert measure_bounds(node)[2] <= placement.x + placement.w
    round_pieces = [
        measure_bounds(node)
        for node in scene.live_part
        if isinstance(node, Sprite)
        and isinstance(node.piece, CoinDisc | Seal | DiePlace)
        and placement.x <= node.x < placement.x + placement.w
        and placement.y <= node.y <= placement.y + placement.h
    ]
    assert not any(has_overlap(*pair) for pair in combinations(round_pieces, 2)), "a coin covers the row below it"


@pytest.mark.parametrize("number", range(1, 7))
def test_every_offer_stays_in_its_book(number: int) -> None:
    scene = draw_spaces("en", offers={book: f"{book}_{number}" for book in GOODS})
    check_words(scene)
    for node in scene.live_part:
        if isinstance(node, TextRun) and node.y < 510 and node.y > 230 and node.x < 806:
            book = int((node.x - 44) // 254)
            assert measure_bounds(node)[2] <= 44 + 254 * book + 240, node.text


def test_every_space_offer_and_contract_has_an_anchor() -> None:
    scene = draw_spaces("ja")
    s = build_state(4, caravan=True)
    anchor_places = {node.place for node in scene.live_part if isinstance(node, Anchor)}
    assert {f"space:{space}" for space in CONTENT.data.spaces} <= anchor_places
    assert {
        f"offer:{book}.{offer}" for book in GOODS for offer in ("free_1", "free_2", "left", "right")
    } <= anchor_places
    assert {f"contract:{contract_id}" for ids in s.on_offer.values() for contract_id in ids} <= anchor_places
    places = [node.place for node in scene.live_part if isinstance(node, Anchor)]
    assert len(places) == len(set(places))


def test_all_posts_are_fully_visible_beside_a_city_card() -> None:
    """A house covers neither the place for the die nor another house."""
    sprites = [node for node in draw_spaces("en").live_part if isinstance(node, Sprite)]
    houses = [node for node in sprites if isinstance(node.piece, Post) and 526 < node.y < 722]
    places = [node for node in sprites if isinstance(node.piece, DiePlace) and 526 < node.y < 722]
    cities = [space for space in CONTENT.card_spaces if CONTENT.data.spaces[space].city is not None]
    assert len(houses) == 4 * len(cities)
    for house in houses:
        left, top, right, bottom = measure_bounds(house)
        for other in (*places, *houses):
            a, b, c, d = measure_bounds(other)
            assert other is house or right <= a or c <= left or bottom <= b or d <= top


def test_tile_below_the_line_is_labelled_for_the_next_round() -> None:
    """It replaces a bare "next", which could be the next book, turn or player."""
    labels = [node.text for node in draw_spaces("en").live_part if isinstance(node, TextRun)]
    assert labels.count("3/5") == len(GOODS)


@pytest.mark.parametrize("picture", ["board", "actions"])
def test_stack_shows_dice_below_how_many_they_are_and_whose(picture: str) -> None:
    """Edges of 9 px with a token below them once were all that told of the dice of other seats."""
    dice = [own_die(A, 3), own_die(A, 3), own_die(B, 4), own_die(B, 4), own_die(A, 1), own_die(C, 5), own_die(C, 5)]
    s = build_state(3, dice={"guild": dice})
    view = build_view(s, None)
    scene = ART.draw(view, picture, RenderContext("en", ("Ann", "Bela", "Cem")))
    sprites = [node for node in scene.live_part if isinstance(node, Sprite)]
    [(node, stack)] = [(node, node.piece) for node in sprites if isinstance(node.piece, DiceStack)]
    a, b, c = (theme.SEAT[mat.color] for mat in view.mats)
    assert isinstance(stack.top, Die)
    assert (stack.top.colour, stack.colours_below, stack.number) == (c, (c, a, b), 7)
    bodies = [shape for shape in stack.shapes() if isinstance(shape, Box) and shape.w == stack.top.size]
    assert [body.fill for body in bodies if body.x < bodies[-1].x] == [b, a, c], "the lowest is drawn first"
    steps = [(high.x - low.x, low.y - high.y) for low, high in pairwise((*bodies[:3], bodies[-1]))]
    assert len(steps) == 3 and all(min(step) >= 5 for step in steps)
    numbers = [shape.text for shape in stack.shapes() if isinstance(shape, Numeral)]
    assert numbers == ["×7"]
    plate, number = map(measure_bounds, stack.shapes()[-2:])
    assert plate[0] + 1 <= number[0] and number[2] <= plate[2] - 1, "the number sticks out of its plate"
    tokens = [(token, token.piece) for token in sprites if isinstance(token.piece, SeatToken)]
    near = [(token, piece) for token, piece in tokens if max(abs(token.x - node.x), abs(token.y - node.y)) < 45]
    below = sorted(((token, piece) for token, piece in near if token.x < node.x), key=lambda pair: pair[0].y)
    assert [piece.seat for _, piece in below] == [A, B], "the highest die first"
    assert [piece.seat for token, piece in near if token.x > node.x] == [C]


@pytest.mark.parametrize("picture", ["board", "actions"])
def test_neutral_dice_differ_from_those_of_players(picture: str) -> None:
    """R2.7 Black dice without a letter puzzled readers. A neutral die below others keeps its sign."""
    dice = {"khan_1": [neutral_die(1)], "market_gold_b": [neutral_die(5), own_die(A, 2)], "purse": [black_die(B, 4)]}
    scene = ART.draw(build_view(build_state(2, dice=dice), None), picture, RenderContext("en", ("Ann", "Bela")))
    sprites = [node for node in scene.live_part if isinstance(node, Sprite)]
    stacks = [(node, node.piece) for node in sprites if isinstance(node.piece, DiceStack)]
    [(neutral, stack)] = [pair for pair in stacks if isinstance(pair[1].top, NeutralDie)]
    assert len(stacks) == 3 and not any(isinstance(shape, Box) and shape.radius for shape in stack.shapes())
    covered = [(node, other) for node, other in stacks if theme.NEUTRAL_DIE in other.colours_below]
    assert len(covered) == 1 and covered[0][1].number == 2
    for node in (neutral, covered[0][0]):
        near = [other for other in sprites if hypot(other.x - node.x, other.y - node.y) < 45]
        assert sum(isinstance(other.piece, NeutralToken) for other in near) == 1
    for colour in (theme.BLACK_DIE, *theme.SEAT.values()):
        assert compute_contrast(theme.NEUTRAL_DIE, colour) > 1.15 and colour != theme.NEUTRAL_DIE


def test_each_space_of_a_market_in_the_strip_has_the_sign_of_its_good_beside_the_pips() -> None:
    """Four alike places followed the sign of a book."""
    books = {space: line.book for space, line in CONTENT.data.spaces.items() if line.book is not None}
    s = build_state(3, dice={space: [own_die(A, 6)] for space in books})
    live = draw_board(build_view(s, None), RenderContext("en", ("Ann", "Bela", "Cem"))).live_part
    anchors = {node.place: node.placement for node in live if isinstance(node, Anchor)}
    sprites = [node for node in live if isinstance(node, Sprite)]
    badges = [(node, node.piece) for node in sprites if isinstance(node.piece, GoodBadge)]
    assert len(badges) == len(books) == 4
    for (node, badge), (space, good) in zip(badges, books.items(), strict=True):
        place = anchors[f"space:{space}"]
        assert badge.good == good and place.x - 15 < node.x < place.x + place.w / 2, space
    for die in (node for node in sprites if isinstance(node.piece, DiceStack)):
        for pip in (shape for shape in die.piece.shapes() if isinstance(shape, Disc)):
            for node, badge in badges:
                assert hypot(die.x + pip.x - node.x, die.y + pip.y - node.y) >= badge.r + 0.5 * pip.r


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_header_explains_neutral_dice_where_there_are_some(seats: int, lang: Lang) -> None:
    s = build_state(seats, dice=list_neutral_dice(seats))
    live = draw_board(build_view(s, None), RenderContext(lang, ("Bartholomew",) * seats)).live_part
    words = {node.text for node in live if isinstance(node, TextRun) and node.y < 60}
    assert ({"en": "neutral", "ja": "中立"}[lang] in words) == (seats < 4)


@pytest.mark.parametrize("picture", ["board", "actions"])
def test_a_place_with_dice_still_shows_whether_it_may_be_used_again(picture: str) -> None:
    """R6 The dice hid the colour of their place, so all places with dice looked full."""
    blue = ("market_pepper", "market_gold_b", "guild", "travel_2", "contracts")
    brown = ("khan_1", "card_common_1", "card_lhasa_1", "special_hormuz_a")
    dice = {space: [own_die(A, 3)] for space in (*blue, *brown)}
    dice["guild"] = [own_die(A, 3), own_die(B, 4), own_die(B, 4), own_die(C, 5), own_die(C, 5)]
    scene = ART.draw(build_view(build_state(3, dice=dice), None), picture, RenderContext("en", ("Ann", "Bo", "Cem")))
    sprites = [node for node in scene.live_part if isinstance(node, Sprite)]
    stacks = [(node, node.piece) for node in sprites if isinstance(node.piece, DiceStack)]
    places = [(node, node.piece) for node in sprites if isinstance(node.piece, DiePlace) and node.piece.is_used]
    assert Counter(piece.colour for _, piece in places) == {"blue": len(blue), "brown": len(brown)}
    for colour, fill in theme.PLACE_USED.items():
        assert compute_contrast(fill, theme.PLACE[colour]) > 2
    assert compute_contrast(*theme.PLACE_USED.values()) > 1.5
    for node, piece in places:
        [(stack, pile)] = [(other, top) for other, top in stacks if hypot(other.x - node.x, other.y - node.y) < 20]
        assert (piece.size - pile.top.size) / 2 >= 4, "one px on a phone"
        body = piece.shapes()[0]
        assert isinstance(body, Box) and body.fill == theme.PLACE_USED[piece.colour]
        assert sprites.index(node) < sprites.index(stack)
