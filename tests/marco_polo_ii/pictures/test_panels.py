"""Private pictures and zooms: every kind of question has its own picture, with correct content."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest

from engines.kernel import LANGS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.view import build_view
from render import Mark, RenderContext
from render.kit.bounds import measure_bounds
from render.kit.colour import GOLD
from render.kit.marks.change_marks import has_overlap
from render.kit.render_context import Lang
from render.kit.scene import KEY, Anchor, Box, Disc, Icon, Polyline, Sprite, TextRun
from render.kit.tokens import Die
from render.marco_polo_ii import theme
from render.marco_polo_ii.land.places import PLACES
from render.marco_polo_ii.land.travellers import LEDGE
from render.marco_polo_ii.panels.choices import parse_choice
from render.marco_polo_ii.panels.contracts import draw_contract
from render.marco_polo_ii.panels.layout import Field, draw_before_after
from render.marco_polo_ii.panels.notes import list_reasons
from render.marco_polo_ii.pieces.goods import CoinDisc, build_amounts, join_alternatives
from render.marco_polo_ii.pieces.people import Figure
from render.marco_polo_ii.zoom import QUARTERS, SCALE
from tests.marco_polo_ii.pictures.boards import ART, NAMES, build_fullest_state, collect_words, draw_question
from tests.marco_polo_ii.table import (
    A,
    B,
    begin_turn,
    build_state,
    find_question,
    own_die,
    set_player,
)


def test_alternatives_stand_below_one_another_where_a_field_is_high_enough() -> None:
    first, second = (build_amounts(Gain(camels=1, silk=count), 48, KEY) for count in (2, 3))
    for max_h, rows in ((60, 1), (120, 2)):
        run = join_alternatives(first, second, 48, KEY, max_h)
        assert len({node.y for node in run.nodes if isinstance(node, TextRun)}) == rows
        assert run.w < 1.5 * first.w if rows == 2 else run.w > 2 * first.w
    s = build_state(3)
    set_player(s, A, coins=9, camels=9, dice=[5])
    scene = draw_question(s, find_question(s))
    silk = scene.anchors["space:market_silk"].placement
    icons = [n for n in scene.live_part if isinstance(n, Icon) and n.name == "silk" and n.size > 40]
    icons = [icon for icon in icons if silk.x < icon.x < silk.x + silk.w and silk.y + 70 < icon.y < silk.y + silk.h]
    assert len({icon.y for icon in icons}) == 2, "few fields are high: the offers stand large, one below the other"


@pytest.mark.parametrize("lang", LANGS)
def test_every_open_space_has_a_field_with_its_dice(lang: Lang) -> None:
    s = build_state(3, dice={"market_pepper": [own_die(B, 4)]})
    set_player(s, A, coins=9, camels=9, dice=[2, 5])
    scene = draw_question(s, find_question(s), lang)
    spaces = {opening.space: opening for opening in build_view(s, A).openings}
    assert {f"space:{space}" for space in spaces} <= scene.anchors.keys()
    assert spaces["market_pepper"].sets == ((("2",), 2, 2), (("5",), 5, 5))
    assert spaces["market_silk"].sets == ((("5",), 5, 0),)
    assert build_view(s, B).openings == () and build_view(s, None).openings == ()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("posts", [(), CONTENT.trade_cities])
def test_option_numbers_leave_the_signs_of_spaces_free_and_no_name_meets_the_number_of_dice(
    posts: tuple[str, ...], lang: Lang
) -> None:
    s = build_state(3)
    set_player(s, A, coins=30, camels=9, jade=3, posts=list(posts), dice=[2, 3, 5, 6], fulfilled=["c01"])
    scene = draw_question(s, find_question(s), lang)
    fields = [anchor.placement for place, anchor in scene.anchors.items() if place.startswith("space:")]
    for placement in fields:
        head = [n for n in scene.live_part if isinstance(n, Disc | TextRun)]
        head = [n for n in head if placement.x < n.x < placement.x + placement.w and 0 < n.y - placement.y < 50]
        for disc in (node for node in head if isinstance(node, Disc)):
            assert placement.number_centre is not None and placement.number_radius is not None
            x, y = placement.number_centre
            assert hypot(disc.x - x, disc.y - y) >= disc.r + placement.number_radius
        name, *counts = sorted((n for n in head if isinstance(n, TextRun)), key=lambda text: text.x)
        assert all(measure_bounds(name)[2] <= measure_bounds(n)[0] for n in counts), name.text


@pytest.mark.parametrize("lang", LANGS)
def test_fields_of_many_open_spaces_keep_name_gain_and_dice_apart(lang: Lang) -> None:
    s = build_state(3, dice={"market_pepper": [own_die(B, 4)], "travel_2": [own_die(B, 4), own_die(B, 4)]})
    set_player(s, A, coins=30, camels=9, jade=3, posts=list(CONTENT.trade_cities), dice=[2, 3, 5, 6], fulfilled=["c01"])
    prompt = find_question(s)
    scene = draw_question(s, prompt, lang)
    fields = {place: anchor.placement for place, anchor in scene.anchors.items() if place.startswith("space:")}
    fields.pop("space:purse", None)
    assert len(fields) > 12
    rules = [node.points[0] for node in scene.live_part if isinstance(node, Polyline)]
    for place, placement in fields.items():
        head, [foot] = placement.y + 54, [y for x, y in rules if x == placement.x + 18 and 0 < y - placement.y < 200]
        for node in scene.live_part:
            if isinstance(node, Icon | Sprite | TextRun):
                left, top, right, bottom = measure_bounds(node)
                if (
                    placement.x <= left
                    and right <= placement.x + placement.w
                    and placement.y <= top
                    and bottom <= placement.y + placement.h
                ):
                    assert not (top < head - 1 and bottom > head + 1), (place, node)
                    assert not (top < foot - 1 and bottom > foot + 1), (place, node)
    assert not [word for word in collect_words(scene) if word.endswith("...")]


@pytest.mark.parametrize("lang", LANGS)
def test_an_income_taken_twice_keeps_name_gain_and_stock_apart(lang: Lang) -> None:
    """Beside the groups of a city and of a seal, where a field is half as wide as the picture."""
    s = build_state(2)
    set_player(s, A, pepper=1, silk=1)
    once = [f"choice/bonus:turfan//{gain}/" for gain in ("pepper1+silk1", "pepper1+gold1", "silk1+gold1")]
    twice = [f"choice/double//{gain}/bonus:turfan" for gain in ("pepper1+silk1", "pepper1+gold1", "silk1+gold1")]
    marks = tuple(Mark(place, n) for n, place in enumerate((*once, *twice), 1))
    scene = ART.draw(build_view(s, A), "panel:ask", RenderContext(lang, NAMES[:2], A, marks))
    for place in (*once, *twice):
        field = scene.anchors[place].placement
        inside = [
            measure_bounds(node)
            for node in scene.live_part
            if isinstance(node, TextRun | Icon)
            and field.x <= node.x <= field.x + field.w
            and field.y <= node.y <= field.y + field.h
        ]
        assert len(inside) > 4
        for a, b in combinations(inside, 2):
            assert min(a[2], b[2]) - max(a[0], b[0]) < 3 or min(a[3], b[3]) <= max(a[1], b[1]), (place, a, b)


@pytest.mark.parametrize("card", ["k03", "k08"])
def test_dice_are_drawn_although_an_earlier_view_did_not_offer_them(card: str) -> None:
    """The gain of a card depends on the die, and before a reroll or a new round nobody had this die."""
    s = build_state(2, cards={"card_common_1": card}, bonuses={"turfan": "cb1"})
    set_player(s, A, dice=[], posts=["turfan"])
    before = build_view(s, A)
    set_player(s, A, dice=[2, 5])
    marks = (Mark("dice:card_common_1/2", 1), Mark("dice:card_common_1/5", 2))
    ctx = RenderContext("en", NAMES[:2], A, marks, view_before=before)
    assert marks[0].place in ART.compose(build_view(s, A), "panel:ask", ctx).anchors


def test_a_choice_shows_the_stock_before_and_after() -> None:
    s = build_state(2, cards={"card_common_1": "k21"})
    set_player(s, A, pepper=3, silk=1, dice=[2])
    prompt = find_question(s, "space:card_common_1")
    choices = [parse_choice(option.place or "") for option in prompt.options]
    assert [(choice.cost.pepper, choice.gain.silk) for choice in choices] == [(1, 1), (2, 2)]
    assert {"2", "3"} <= collect_words(draw_question(s, prompt))


@pytest.mark.parametrize("lang", LANGS)
def test_every_city_is_complete_on_a_quarter_of_the_map(lang: Lang) -> None:
    seen = build_view(build_fullest_state(), None)
    city_ids: set[str] = set()
    for part in QUARTERS:
        scene = ART.draw(seen, f"zoom:{part}", RenderContext(lang, NAMES))
        city_ids |= {node.place for node in scene.live_part if isinstance(node, Anchor)}
    assert {f"city:{city}" for city in CONTENT.data.cities} <= city_ids
    assert {f"oasis:{oasis}" for oasis in CONTENT.data.oases} <= city_ids


@pytest.mark.parametrize("lang", LANGS)
def test_every_figure_stands_on_a_quarter_of_the_map_and_no_ledge_without_one(lang: Lang) -> None:
    """Figures at the edge of the map were left out of every quarter, and only their ledges were drawn."""
    for place in PLACES:
        s = build_state(4)
        for seat in s.seats:
            set_player(s, seat, figures=[place if seat == A else CONTENT.start])
        seats: set[int] = set()
        for part in QUARTERS:
            live = ART.draw(build_view(s, None), f"zoom:{part}", RenderContext(lang, NAMES)).live_part
            figures = [node.piece for node in live if isinstance(node, Sprite) and isinstance(node.piece, Figure)]
            shown = {figure.seat for figure in figures} - ({A} if place in CONTENT.data.oases else set())
            ledges = [
                node for node in live if isinstance(node, Polyline) and node.width == pytest.approx(LEDGE * SCALE)
            ]
            assert len(ledges) == len(shown), (place, part)
            seats |= {figure.seat for figure in figures}
        assert seats == set(s.seats), place


def test_every_bonus_action_has_its_chip() -> None:
    s = build_fullest_state(3)
    s.playing = None
    begin_turn(s, A)
    asides = find_question(s).side_actions
    kinds = {(option.place or "").partition(":")[0] for option in asides}
    assert kinds == {"held", "aside", "space"}
    places = [option.place for option in (*find_question(s).options, *asides) if option.place is not None]
    scene = ART.compose(
        build_view(s, A),
        "panel:ask",
        RenderContext("en", NAMES[:3], A, tuple(Mark(p, n) for n, p in enumerate(places))),
    )
    assert set(places) <= scene.anchors.keys()


@pytest.mark.parametrize("lang", LANGS)
def test_closed_actions_are_named_with_reasons(lang: Lang) -> None:
    """Cards and special cities are named together; where the player has a post, by the city."""
    s = build_state(3, dice={"guild": [own_die(A, 3), own_die(A, 4)], "card_lanzhou_1": [own_die(B, 2)]})
    set_player(s, A, coins=9, posts=["lanzhou"], dice=[1, 2])
    seen = build_view(s, A)
    reason_words = {reason.build_text(lang) for reason in list_reasons(seen, seen.mats[A], lang)}
    assert (
        reason_words
        == {
            "en": {
                "Dice too low: Silk, Gold",
                "Not possible: Common 1, Common 2",
                "Your die: Guild",
                "Too few dice: Upper travel",
                "No post: Contracts, Other city cards, Special cities",
                "Taken: Lanzhou",
            },
            "ja": {
                "出目不足：絹市場、金市場",
                "実行不可：共通1、共通2",
                "自分のダイスあり：ギルド",
                "ダイス不足：移動（上段）",
                "交易所なし：契約、ほかの都市アクション、特別な都市",
                "使用済み：蘭州",
            },
        }[lang]
    )
    picture_text = "".join(
        node.text for node in draw_question(s, find_question(s), lang).live_part if isinstance(node, TextRun)
    )
    assert all(text.replace(" ", "") in picture_text.replace(" ", "") for text in reason_words), picture_text


@pytest.mark.parametrize("coins", [0, 9])
def test_fee_rule_stands_beside_spaces_with_a_fee(coins: int) -> None:
    s = build_state(3, dice={"market_pepper": [own_die(B, 4)]} if coins else {})
    set_player(s, A, coins=9, posts=["lanzhou"], dice=[2, 5])
    picture_text = " ".join(sorted(collect_words(draw_question(s, find_question(s), "en"))))
    assert ("Where dice lie" in picture_text) == bool(coins)


def test_every_offer_says_the_resulting_stock() -> None:
    """The offer of four kinds of goods, one of them paid, says it too."""
    s = build_state(2)
    set_player(s, A, coins=5, camels=5, pepper=5, silk=5, gold=5, jade=5)
    mat = build_view(s, A).mats[A]
    for tile, line in CONTENT.data.offer_tiles.items():
        for jade, gain in ((line.left_jade, line.left), (line.right_jade, line.right)):
            change = {key: getattr(gain, key) for key in theme.GOODS}
            change["jade"] -= jade
            stock_texts = [node for node in draw_before_after(mat, change, 1140, 200, 400) if isinstance(node, TextRun)]
            assert {str(5 + n) for n in change.values() if n} <= {text.text for text in stock_texts}, tile


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("count", [2, 9, 11])
def test_every_bonus_action_beside_the_map_has_words(count: int, lang: Lang) -> None:
    """Up to nine stand below each other, with large words; more in two columns."""
    s = build_fullest_state(3)
    s.playing = None
    begin_turn(s, A)
    prompt = find_question(s)
    places = [option.place for option in prompt.options if option.place is not None]
    asides = [option.place for option in prompt.side_actions if option.place is not None][:count]
    marks = tuple(Mark(place, n) for n, place in enumerate((*places, *asides), 1))
    scene = ART.compose(build_view(s, A), "panel:ask", RenderContext(lang, NAMES[:3], A, marks))
    assert len(asides) == count
    for place in asides:
        placement = scene.anchors[place].placement
        inside = [
            node.text
            for node in scene.live_part
            if isinstance(node, TextRun)
            and placement.x <= node.x <= placement.x + placement.w
            and placement.y <= node.y <= placement.y + placement.h
            and any(sign.isalpha() for sign in node.text)
        ]
        assert inside, place
        assert count > 9 or (placement.w > 300 and placement.h >= 38), "a row of its own"
    assert not [word for word in collect_words(scene) if word.endswith("...")]


@pytest.mark.parametrize("lang", LANGS)
def test_purse_asks_for_the_gain_of_the_only_die_and_shows_all_goods(lang: Lang) -> None:
    """With one die, "which die" puzzled readers; and they missed the sign of a good they had none of."""
    s = build_state(2)
    set_player(s, A, coins=2, black=[4], dice=[])
    scene = draw_question(s, find_question(s, "bonus:purse"), lang)
    assert {"en": "What do you take for your die?", "ja": "財布に置くダイスで何を得ますか？"}[lang] in collect_words(
        scene
    )
    goods = {node.name: node for node in scene.live_part if isinstance(node, Icon) and node.x > 1172}
    assert goods.keys() >= theme.GOODS.keys()
    assert all(goods[key].fill == theme.GOODS[key] for key in theme.GOODS), "none is too pale"
    set_player(s, A, black=[4], dice=[2])
    words = collect_words(draw_question(s, find_question(s, "bonus:purse"), lang))
    assert {"en": "Which die, and for what?", "ja": "どのダイスを財布に置いて、何を得ますか？"}[lang] in words


@pytest.mark.parametrize("lang", LANGS)
def test_spaces_with_equal_names_have_different_words(lang: Lang) -> None:
    """R6 The player's die lies on the first gold space: a black one may follow for a fee. The other takes any 5."""
    s = build_state(3, dice={"market_gold_a": [own_die(A, 5)]})
    set_player(s, A, coins=9, dice=[5], black=[6])
    labels = collect_words(draw_question(s, find_question(s), lang))
    assert {"en": {"With a fee", "No fee"}, "ja": {"使用料あり", "使用料なし"}}[lang] <= labels
    s = build_state(3, dice={"market_gold_a": [own_die(A, 5)], "market_gold_b": [own_die(B, 5)]})
    set_player(s, A, coins=9, dice=[5], black=[6])
    labels = collect_words(draw_question(s, find_question(s), lang))
    assert {"en": {"Black dice only", "Own colour too"}, "ja": {"黒ダイスだけ", "自分の色も可"}}[lang] <= labels


def test_cards_of_one_city_with_different_icons_have_no_extra_word() -> None:
    """Sumatra has two spaces for city cards."""
    s = build_state(3)
    set_player(s, A, coins=9, camels=9, pepper=5, silk=5, gold=5, posts=["sumatra"], dice=[4, 5, 6])
    scene = draw_question(s, find_question(s))
    assert sum(place.startswith("space:card_sumatra") for place in scene.anchors) == 2
    assert not collect_words(scene) & {"Own colour too", "Black dice only", "With a fee", "No fee"}


def test_space_for_any_die_says_so_and_no_fee_covers_a_die() -> None:
    """R6 Pepper takes any die, here for a fee; silk 3 and more: two of three, for a fee."""
    s = build_state(3, dice={"market_pepper": [own_die(B, 4)], "market_silk": [own_die(B, 4)]})
    set_player(s, A, coins=9, dice=[2, 4, 5])
    scene = draw_question(s, find_question(s))
    labels = [node for node in scene.live_part if isinstance(node, TextRun)]

    def is_within(place: str, node: Sprite | TextRun) -> bool:
        placement = scene.anchors[place].placement
        return placement.x <= node.x <= placement.x + placement.w and placement.y <= node.y <= placement.y + placement.h

    assert {"Any die", "Fee: its value"} <= {text.text for text in labels if is_within("space:market_pepper", text)}
    pieces = [node for node in scene.live_part if isinstance(node, Sprite) and is_within("space:market_silk", node)]
    dice = [measure_bounds(node) for node in pieces if isinstance(node.piece, Die)]
    coins = [
        measure_bounds(node) for node in pieces if isinstance(node.piece, CoinDisc) and node.piece.text in ("4", "5")
    ]
    fees = [box for box in coins if box[1] > min(die[1] for die in dice)]
    assert len(dice) == len(fees) == 2
    assert not [die for die in dice for coin in fees if has_overlap(die, coin)]


def test_closed_actions_stand_below_a_single_row_of_actions() -> None:
    s = build_state(3)
    set_player(s, A, dice=[1])
    scene = draw_question(s, find_question(s))
    lowest = max(
        a.placement.y + a.placement.h for p, a in scene.anchors.items() if p.startswith("space:") and p != "space:purse"
    )
    [caption] = [node for node in scene.live_part if isinstance(node, TextRun) and node.text == "Not now"]
    assert caption.x < 400 and caption.y > lowest


@pytest.mark.parametrize("height", [154, 300, 700])
def test_costs_and_reward_of_a_contract_stand_apart_between_its_rolls(height: int) -> None:
    """Five costs beside the offers of a market once lay on each other."""
    mat = build_view(build_state(2), A).mats[A]
    for contract in CONTENT.contracts:
        field = Field(100, 100, 166, height)
        nodes = [node for node in draw_contract(contract, field, mat) if isinstance(node, Icon | Sprite | TextRun)]
        bounds = [measure_bounds(node) for node in nodes]
        assert all(top >= 113 and bottom <= field.bottom - 13 for _, top, _, bottom in bounds), contract
        for a, b in combinations(bounds, 2):
            across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
            assert across <= 2 or down <= 4, contract


@pytest.mark.parametrize("lang", LANGS)
def test_the_question_about_a_discard_ends_before_the_stock(lang: Lang) -> None:
    """In English its last word lay below the camels."""
    marks = tuple(Mark(f"discard:{contract}", n) for n, contract in enumerate([*CONTENT.contracts][:3], 1))
    scene = ART.draw(build_view(build_state(2), A), "panel:ask", RenderContext(lang, NAMES[:2], A, marks))
    head = [n for n in scene.live_part if isinstance(n, TextRun | Box) and measure_bounds(n)[1] < 120]
    question = max(measure_bounds(n)[2] for n in head if isinstance(n, TextRun) and n.colour == GOLD)
    assert question < min(n.x for n in head if isinstance(n, Box)) - 8


def test_one_last_action_is_large_and_a_heading_stands_above_the_number_below_it() -> None:
    view, places = (
        build_view(build_fullest_state(), A),
        ("aside:bonus:black", "aside:bonus:reroll", "aside:bonus:adjust"),
    )
    heights = []
    for count in (1, 2, 3):
        marks = tuple(Mark(place, number) for number, place in enumerate(places[:count], 1))
        scene = ART.draw(view, ART.choose_panel(view, 0, places[:count]), RenderContext("en", NAMES, 0, marks))
        heights.append(scene.anchors[places[0]].placement.h)
    assert heights[0] == heights[1] > 1.5 * heights[2]
    choice = Mark("choice/lack:2/coins1/camels1/", 1)
    scene = ART.draw(view, ART.choose_panel(view, 0, (choice.place,)), RenderContext("ja", NAMES, 0, (choice,)))
    [heading] = [node for node in scene.live_part if isinstance(node, TextRun) and node.text == "補填2"]
    assert heading.y + heading.size / 2 < scene.anchors[choice.place].placement.y + 10 - 30
