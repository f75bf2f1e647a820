"""Private pictures and zooms: every kind of question has its own, and what it says is true."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest

from engines.kernel import LANGS, Prompt
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost
from engines.marco_polo_ii.table.state import Budget, Caravan, Moving, State
from engines.marco_polo_ii.view import view
from render import Look, Mark, arts
from render.kit.colour import SIGNAL
from render.kit.extent import extent
from render.kit.look import Lang
from render.kit.marks.signals import meet
from render.kit.scene import Anchor, Icon, Line, Poly, Scene, Sprite, Text
from render.kit.tokens import Die, NumberDisc
from render.marco_polo_ii import theme
from render.marco_polo_ii.panels.choices import choice_of
from render.marco_polo_ii.panels.closed import reasons
from render.marco_polo_ii.panels.frame import before_after
from render.marco_polo_ii.panels.targets import STROKES
from render.marco_polo_ii.pieces.goods import CoinDisc
from render.marco_polo_ii.zoom import QUARTERS
from tests.marco_polo_ii.pictures.boards import fullest
from tests.marco_polo_ii.table import A, B, begin, game, own, person, question, turn

ART = arts()["marco_polo_ii"]
NAMES = ("Ann", "Bela", "Bartholomew", "Dana")


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ("Sell", "Upgrade", "Double")), ("ja", ("売却", "アップグレード", "2倍"))]
)
def test_what_is_done_with_the_goods_of_a_route_is_asked_and_each_answer_has_its_word(
    lang: Lang, words: tuple[str, ...]
) -> None:
    s = game(caravan=True)
    person(s, A, dice=[1], caravans=[Caravan("beijing", ["silk"])], tiles=["t02"])
    prompt = question(s, "complete:0")
    marks = tuple(Mark(o.place, n, key=o.key) for n, o in enumerate(prompt.options, 1) if o.place is not None)
    scene = ART.compose(view(s, A), "panel:ask", Look(lang, NAMES[: len(s.players)], A, marks))
    said = [node.text for node in scene.live if isinstance(node, Text)]
    assert any(text.endswith(("?", "？")) for text in said)
    assert [text for text in said if text in words] == list(words)


def pictured(s: State, prompt: Prompt, lang: Lang = "en") -> Scene:
    """The private picture of a question, with its numbers."""
    places = [option.place for option in prompt.options if option.place is not None]
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    seen = view(s, prompt.seat)
    assert ART.panel(seen, prompt.seat, places) == "panel:ask"
    return ART.compose(seen, "panel:ask", Look(lang, NAMES[: len(s.players)], prompt.seat, marks))


def words(scene: Scene) -> set[str]:
    return {node.text for node in scene.live if isinstance(node, Text)}


@pytest.mark.parametrize("lang", LANGS)
def test_every_open_space_has_a_field_with_its_dice(lang: Lang) -> None:
    s = game(3, dice={"market_pepper": [own(B, 4)]})
    person(s, A, coins=9, camels=9, dice=[2, 5])
    scene = pictured(s, question(s), lang)
    spaces = {opening.space: opening for opening in view(s, A).openings}
    assert {f"space:{space}" for space in spaces} <= scene.anchors.keys()
    assert spaces["market_pepper"].sets == ((("2",), 2, 2), (("5",), 5, 5))
    assert spaces["market_silk"].sets == ((("5",), 5, 0),)
    assert view(s, B).openings == () and view(s, None).openings == ()


@pytest.mark.parametrize("lang", LANGS)
def test_of_many_open_spaces_each_field_keeps_name_gain_and_dice_apart(lang: Lang) -> None:
    s = game(3, dice={"market_pepper": [own(B, 4)], "travel_2": [own(B, 4), own(B, 4)]})
    person(s, A, coins=30, camels=9, jade=3, posts=list(CONTENT.trade_cities), dice=[2, 3, 5, 6], fulfilled=["c01"])
    prompt = question(s)
    scene = pictured(s, prompt, lang)
    fields = {place: anchor.spot for place, anchor in scene.anchors.items() if place.startswith("space:")}
    fields.pop("space:purse", None)
    assert len(fields) > 12
    for place, spot in fields.items():
        head, foot = spot.y + 54, spot.y + spot.h - 70
        for node in scene.live:
            if isinstance(node, Icon | Sprite | Text):
                left, top, right, bottom = extent(node)
                if spot.x <= left and right <= spot.x + spot.w and spot.y <= top and bottom <= spot.y + spot.h:
                    assert not (top < head - 1 and bottom > head + 1), (place, node)
                    assert not (top < foot - 1 and bottom > foot + 1), (place, node)
    assert not [word for word in words(scene) if word.endswith("...")]


def test_where_nothing_is_paid_a_destination_says_that_it_is_free() -> None:
    s = game(2)
    p = person(s, A, coins=9, camels=9, figures=["beijing"], dice=[6, 6, 6])
    prompt = question(s, "space:travel_3")
    p.dice = []
    s.turn.moving = Moving(Budget(6))
    arrivals = view(s, A).arrivals
    free = sum(arrival.ways[0].paid == Cost() for arrival in arrivals)
    texts = [node.text for node in pictured(s, prompt).live if isinstance(node, Text)]
    assert len(arrivals) > 9 and free and texts.count("free") == free


def test_where_to_go_says_what_it_costs_and_what_it_brings() -> None:
    s = game(2, bonuses={"turfan": "cb3"})
    p = person(s, A, coins=3, camels=2, figures=["karakorum"], posts=["karakorum"], dice=[3, 3])
    prompt = question(s, "space:travel_2")
    p.dice = []
    s.turn.moving = Moving(Budget(3))
    arrivals = {arrival.end: arrival for arrival in view(s, A).arrivals}
    assert arrivals.keys() == {option.value[1] for option in prompt.options}
    turfan = arrivals["turfan"]
    assert turfan.ways[0].places == ("karakorum", "oasis_b", "turfan")
    assert (turfan.ways[0].paid.camels, turfan.settles) == (2, True)
    assert turfan.crest_vp > view(s, A).mats[A].crest_vp
    assert {f"city:{end}" for end in arrivals if end in CONTENT.data.cities} <= pictured(s, prompt).anchors.keys()
    assert view(s, B).arrivals == ()


def test_the_way_is_drawn_when_somebody_has_moved() -> None:
    s = game(2)
    person(s, A, coins=9, camels=9, figures=["xian"], dice=[1])
    before = view(s, None)
    turn(s, "space:travel_1", "to:0.lanzhou", "yes")
    after = view(s, None)
    assert after.mats[A].walks == (("xian", "lanzhou"),)
    scene = ART.draw(after, "board", Look("en", NAMES[:2], before=before))
    assert any(isinstance(node, Line) and node.colour == SIGNAL for node in scene.live)
    scene = ART.draw(after, "board", Look("en", NAMES[:2]))
    assert not any(isinstance(node, Line) and node.colour == SIGNAL for node in scene.live)


def test_a_way_that_is_drawn_needs_no_arrow() -> None:
    s = game(2)
    person(s, A, coins=9, camels=9, figures=["xian"], dice=[1])
    before = view(s, None)
    turn(s, "space:travel_1", "to:0.lanzhou", "yes")
    after = view(s, None)
    scene = ART.compose(after, "board", Look("en", NAMES[:2], before=before))
    assert not [node for node in scene.live if isinstance(node, Poly) and node.fill == SIGNAL]
    moved = [change for change in ART.changes(after, "board", Look("en", NAMES[:2], before=before)) if change.start]
    assert [change.anchor.place for change in moved] == ["figure:lanzhou:0"], "it moved all the same"


@pytest.mark.parametrize("lang", LANGS)
def test_an_income_taken_twice_keeps_name_gain_and_stock_apart(lang: Lang) -> None:
    """Beside the groups of a city and of a seal, where a field is half as wide as the picture."""
    s = game(2)
    person(s, A, pepper=1, silk=1)
    once = [f"choice/bonus:turfan//{gain}/" for gain in ("pepper1+silk1", "pepper1+gold1", "silk1+gold1")]
    twice = [f"choice/double//{gain}/bonus:turfan" for gain in ("pepper1+silk1", "pepper1+gold1", "silk1+gold1")]
    marks = tuple(Mark(place, n) for n, place in enumerate((*once, *twice), 1))
    scene = ART.draw(view(s, A), "panel:ask", Look(lang, NAMES[:2], A, marks))
    for place in (*once, *twice):
        field = scene.anchors[place].spot
        inside = [
            extent(node)
            for node in scene.live
            if isinstance(node, Text | Icon)
            and field.x <= node.x <= field.x + field.w
            and field.y <= node.y <= field.y + field.h
        ]
        assert len(inside) > 4
        for a, b in combinations(inside, 2):
            assert min(a[2], b[2]) - max(a[0], b[0]) < 3 or min(a[3], b[3]) <= max(a[1], b[1]), (place, a, b)


def test_a_choice_shows_the_stock_before_and_after() -> None:
    s = game(2, cards={"card_common_1": "k21"})
    person(s, A, pepper=3, silk=1, dice=[2])
    prompt = question(s, "space:card_common_1")
    found = [choice_of(option.place or "") for option in prompt.options]
    assert [(one.cost.pepper, one.gain.silk) for one in found] == [(1, 1), (2, 2)]
    assert {"2", "3"} <= words(pictured(s, prompt))


@pytest.mark.parametrize("lang", LANGS)
def test_every_city_is_whole_on_a_quarter_of_the_map(lang: Lang) -> None:
    seen = view(fullest(), None)
    shown: set[str] = set()
    for part in QUARTERS:
        scene = ART.draw(seen, f"zoom:{part}", Look(lang, NAMES))
        shown |= {node.place for node in scene.live if isinstance(node, Anchor)}
    assert {f"city:{city}" for city in CONTENT.data.cities} <= shown
    assert {f"oasis:{oasis}" for oasis in CONTENT.data.oases} <= shown


def test_every_bonus_action_has_its_chip() -> None:
    s = fullest(3)
    s.playing = None
    begin(s, A)
    asides = question(s).asides
    kinds = {(option.place or "").partition(":")[0] for option in asides}
    assert kinds == {"held", "aside", "space"}
    places = [option.place for option in (*question(s).options, *asides) if option.place is not None]
    scene = ART.compose(
        view(s, A), "panel:ask", Look("en", NAMES[:3], A, tuple(Mark(p, n) for n, p in enumerate(places)))
    )
    assert set(places) <= scene.anchors.keys()


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_closed_now_is_named_with_its_reason(lang: Lang) -> None:
    """Cards and special cities without an own post are named together; where there is a post, by the city."""
    s = game(3, dice={"guild": [own(A, 3), own(A, 4)], "card_lanzhou_1": [own(B, 2)]})
    person(s, A, coins=9, posts=["lanzhou"], dice=[1, 2])
    seen = view(s, A)
    told = {reason.words(lang) for reason in reasons(seen, seen.mats[A], lang)}
    assert (
        told
        == {
            "en": {
                "Dice too low: Silk, Gold",
                "Not possible: Common 1, Common 2",
                "Your die: Guild",
                "Too few dice: Travel 3",
                "No post: Contracts, Other city cards, Special cities",
                "Taken: Lanzhou",
            },
            "ja": {
                "出目不足：絹市場、金市場",
                "実行不可：共通1、共通2",
                "自分のダイスあり：ギルド",
                "ダイス不足：移動（上）",
                "交易所なし：契約、ほかの都市アクション、特別な都市",
                "使用済み：蘭州",
            },
        }[lang]
    )
    shown = "".join(node.text for node in pictured(s, question(s), lang).live if isinstance(node, Text))
    assert all(text.replace(" ", "") in shown.replace(" ", "") for text in told), shown


@pytest.mark.parametrize("coins", [0, 9])
def test_the_rule_of_the_fee_stands_beside_spaces_that_cost_one(coins: int) -> None:
    s = game(3, dice={"market_pepper": [own(B, 4)]} if coins else {})
    person(s, A, coins=9, posts=["lanzhou"], dice=[2, 5])
    shown = " ".join(sorted(words(pictured(s, question(s), "en"))))
    assert ("Where dice lie" in shown) == bool(coins)


def test_where_a_caravan_may_go_shows_how_far_the_own_figure_is() -> None:
    """R13 In every row, and a check where it stands."""
    s = game(3, caravan=True)
    person(s, A, coins=9, dice=[1], figures=["xian"]).caravans = [Caravan("oasis_a", ["silk"])]
    prompt = question(s, "space:market_pepper", "offer:free_1")
    assert prompt.text.key == "caravan.move"
    scene = pictured(s, prompt)
    assert {"Beijing", "Xian", "1", "2"} <= words(scene)
    assert any(isinstance(node, Icon) and node.name == "check" for node in scene.live)


@pytest.mark.parametrize("lang", LANGS)
def test_each_seal_shows_which_routes_it_opens(lang: Lang) -> None:
    s = game(3)
    person(s, A, coins=9, dice=[6, 6])
    told = words(pictured(s, question(s, "space:guild"), lang))
    assert {"en": {"Jaipur–Hormuz", "Opens no route"}, "ja": {"ジャイプル–ホルムズ", "通れる経路なし"}}[lang] <= told
    assert not [word for word in told if word.endswith("...")]


def test_every_offer_says_what_would_be_in_stock() -> None:
    """Also that of four kinds of goods, one of them paid."""
    s = game(2)
    person(s, A, coins=5, camels=5, pepper=5, silk=5, gold=5, jade=5)
    mat = view(s, A).mats[A]
    for tile, line in CONTENT.data.offer_tiles.items():
        for jade, gain in ((line.left_jade, line.left), (line.right_jade, line.right)):
            change = {key: getattr(gain, key) for key in theme.GOODS}
            change["jade"] -= jade
            told = [node for node in before_after(mat, change, 1140, 200, 400) if isinstance(node, Text)]
            assert {str(5 + n) for n in change.values() if n} <= {text.text for text in told}, tile


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("most", [2, 6, 11])
def test_every_bonus_action_beside_the_map_has_words(most: int, lang: Lang) -> None:
    """Few stand below each other, many in two columns."""
    s = fullest(3)
    s.playing = None
    begin(s, A)
    asked = question(s)
    places = [option.place for option in asked.options if option.place is not None]
    asides = [option.place for option in asked.asides if option.place is not None][:most]
    marks = tuple(Mark(place, n) for n, place in enumerate((*places, *asides), 1))
    scene = ART.compose(view(s, A), "panel:ask", Look(lang, NAMES[:3], A, marks))
    assert len(asides) == most
    for place in asides:
        spot = scene.anchors[place].spot
        inside = [
            node.text
            for node in scene.live
            if isinstance(node, Text)
            and spot.x <= node.x <= spot.x + spot.w
            and spot.y <= node.y <= spot.y + spot.h
            and any(sign.isalpha() for sign in node.text)
        ]
        assert inside, place
    assert not [word for word in words(scene) if word.endswith("...")]


@pytest.mark.parametrize("lang", LANGS)
def test_two_spaces_of_one_name_are_told_apart_in_words(lang: Lang) -> None:
    """R6 On the first gold space lies an own die: a black one may follow for a fee; on the other any 5 or 6 is free."""
    s = game(3, dice={"market_gold_a": [own(A, 5)]})
    person(s, A, coins=9, dice=[5], black=[6])
    told = words(pictured(s, question(s), lang))
    assert {"en": {"With a fee", "No fee"}, "ja": {"使用料あり", "使用料なし"}}[lang] <= told
    s = game(3, dice={"market_gold_a": [own(A, 5)], "market_gold_b": [own(B, 5)]})
    person(s, A, coins=9, dice=[5], black=[6])
    told = words(pictured(s, question(s), lang))
    assert {"en": {"Black dice only", "Own colour too"}, "ja": {"黒ダイスだけ", "自分の色も可"}}[lang] <= told


def test_two_cards_of_one_city_have_no_word_where_icons_tell_them_apart() -> None:
    """Sumatra has two spaces for city cards."""
    s = game(3)
    person(s, A, coins=9, camels=9, pepper=5, silk=5, gold=5, posts=["sumatra"], dice=[4, 5, 6])
    scene = pictured(s, question(s))
    assert sum(place.startswith("space:card_sumatra") for place in scene.anchors) == 2
    assert not words(scene) & {"Own colour too", "Black dice only", "With a fee", "No fee"}


def test_where_any_die_may_lie_that_is_said_and_no_fee_lies_on_a_die() -> None:
    """R6 Pepper takes any die, here for a fee; silk 3 and more: two of three, for a fee."""
    s = game(3, dice={"market_pepper": [own(B, 4)], "market_silk": [own(B, 4)]})
    person(s, A, coins=9, dice=[2, 4, 5])
    scene = pictured(s, question(s))
    told = [node for node in scene.live if isinstance(node, Text)]

    def within(place: str, node: Sprite | Text) -> bool:
        spot = scene.anchors[place].spot
        return spot.x <= node.x <= spot.x + spot.w and spot.y <= node.y <= spot.y + spot.h

    assert {"Any die", "Fee: its value"} <= {text.text for text in told if within("space:market_pepper", text)}
    pieces = [node for node in scene.live if isinstance(node, Sprite) and within("space:market_silk", node)]
    dice = [extent(node) for node in pieces if isinstance(node.piece, Die)]
    coins = [extent(node) for node in pieces if isinstance(node.piece, CoinDisc) and node.piece.text in ("4", "5")]
    fees = [box for box in coins if box[1] > min(die[1] for die in dice)]
    assert len(dice) == len(fees) == 2
    assert not [die for die in dice for coin in fees if meet(die, coin)]


def test_what_is_closed_stands_below_a_single_row_of_actions() -> None:
    s = game(3)
    person(s, A, dice=[1])
    scene = pictured(s, question(s))
    lowest = max(a.spot.y + a.spot.h for p, a in scene.anchors.items() if p.startswith("space:") and p != "space:purse")
    [caption] = [node for node in scene.live if isinstance(node, Text) and node.text == "Not now"]
    assert caption.x < 400 and caption.y > lowest


@pytest.mark.parametrize("lang", LANGS)
def test_each_way_has_its_number_on_the_map_and_a_stroke_of_its_own(lang: Lang) -> None:
    s = game(2)
    p = person(s, A, coins=20, camels=20, figures=["karakorum"], dice=[4, 4])
    asked = [(o.key, question(s, "space:travel_2", o.key)) for o in question(s, "space:travel_2").options]
    p.dice = []
    s.turn.moving = Moving(Budget(4))
    several = [(key, prompt) for key, prompt in asked if prompt.options[0].key.startswith("way:")]
    for key, prompt in several:
        discs = [(n, n.piece) for n in pictured(s, prompt, lang).live if isinstance(n, Sprite) and n.x < 1050]
        numbers = [(n, piece.text) for n, piece in discs if isinstance(piece, NumberDisc)]
        assert [text for _, text in numbers] == [str(n) for n in range(1, len(prompt.options) + 1)], key
        assert all(hypot(a.x - b.x, a.y - b.y) > 40 for (a, _), (b, _) in combinations(numbers, 2)), key
    assert several and len({*STROKES}) == len(STROKES)
