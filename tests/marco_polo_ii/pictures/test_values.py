"""The question of the turn shows what the value of a die decides: seals, cards, the fee, the purse, the steps."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from engines.kernel import LANGS
from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.view import build_view
from render import Mark, RenderContext
from render.kit.bounds import measure_bounds
from render.kit.marks.change_marks import has_overlap
from render.kit.render_context import Lang
from render.kit.scene import Icon, Poly, Scene, Sprite, TextRun
from render.kit.tokens import Die
from render.marco_polo_ii.actions.cards import build_card_lines
from render.marco_polo_ii.panels.notes import list_reasons
from render.marco_polo_ii.pieces.cards import build_card_icons
from render.marco_polo_ii.pieces.goods import CoinDisc
from render.marco_polo_ii.pieces.people import GuildSeal
from tests.marco_polo_ii.pictures.boards import ART, NAMES, draw_question
from tests.marco_polo_ii.table import A, B, build_state, find_question, own_die, set_player


def list_nodes_in(scene: Scene, place: str) -> list[Icon | Sprite | TextRun]:
    """Return the icons, sprites and texts in the field of an option, from left to right."""
    p = scene.anchors[place].placement
    nodes = [node for node in scene.live_part if isinstance(node, Icon | Sprite | TextRun)]
    inside = [node for node in nodes if p.x <= node.x <= p.x + p.w and p.y <= node.y <= p.y + p.h]
    return sorted(inside, key=lambda node: node.x)


def list_texts_in(scene: Scene, place: str) -> list[str]:
    return [node.text for node in list_nodes_in(scene, place) if isinstance(node, TextRun)]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("posts", [(), CONTENT.trade_cities], ids=["few fields", "many fields"])
def test_each_seal_stands_between_its_minimum_value_and_its_jade(posts: tuple[str, ...], lang: Lang) -> None:
    """R8.3 Seals that no two of the dice reach are pale, and owned ones are left out."""
    s = build_state(3)
    set_player(s, A, coins=30, camels=9, jade=3, posts=list(posts), dice=[1, 2, 3, 3], seals={"farmer": False})
    scene = draw_question(s, find_question(s), lang)
    nodes = list_nodes_in(scene, "space:guild")
    seals = [(node, node.piece) for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, GuildSeal)]
    assert [(seal.guild, seal.state) for _, seal in seals] == [
        ("spicer", "route"),
        ("tailor", "route"),
        ("jeweler", "none"),
    ]
    for node, seal in seals:
        line = CONTENT.data.guilds[seal.guild]
        near = [other for other in nodes if isinstance(other, TextRun) and abs(other.x - node.x) < seal.size]
        above = [other.text for other in near if -1.4 * seal.size < other.y - node.y < -0.5 * seal.size]
        below = [other.text for other in near if 0.5 * seal.size < other.y - node.y < 1.4 * seal.size]
        assert (above, below) == ([f"{line.min_value}+"], [str(line.jade_on_take)])


@pytest.mark.parametrize("card", ["k03", "k08", "k09", "k10", "k11"])
def test_a_card_by_the_die_shows_each_line_with_its_values(card: str) -> None:
    """A reader took the gain of the lowest die for the only one."""
    s = build_state(3, cards={"card_common_1": card})
    set_player(s, A, coins=9, dice=[2, 4, 5], posts=["turfan"])
    texts = list_texts_in(draw_question(s, find_question(s)), "space:card_common_1")
    ranges = CONTENT.data.city_cards[card].ranges
    values = [str(line.min) if line.min == line.max else f"{line.min}–{line.max}" for line in ranges]
    assert [text for text in texts if text in values] == values


def test_a_chip_on_the_map_shows_the_lowest_and_the_highest_gain_of_its_card() -> None:
    s = build_state(3, cards={"card_lhasa_1": "k10"})
    scene = ART.draw(build_view(s, None), "board", RenderContext("en", NAMES[:3]))
    assert "2–4" in list_texts_in(scene, "space:card_lhasa_1")


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("k21", {"en": "Up to once a pip", "ja": "出目の回数まで"}),
        ("k04", {"en": "Up to once a pip", "ja": "出目の回数まで"}),
        ("k01", {"en": "Up to its value", "ja": "出目の数まで"}),
        ("k02", {"en": "Up to its value", "ja": "出目の数まで"}),
        ("k06", {"en": "For each pip", "ja": "出目1につき"}),
    ],
)
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("dice", [[2, 4], [2, 4, 5]], ids=["dice drawn", "any die"])
def test_other_cards_say_what_the_value_decides(card: str, words: dict[Lang, str], lang: Lang, dice: list[int]) -> None:
    s = build_state(3, cards={"card_common_1": card})
    set_player(s, A, coins=9, camels=9, pepper=2, dice=dice, posts=["turfan"], fulfilled=["c01"])
    nodes = list_nodes_in(draw_question(s, find_question(s), lang), "space:card_common_1")
    [rule] = [node for node in nodes if isinstance(node, TextRun) and node.text == words[lang]]
    drawn = [node for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, Die)]
    assert not any(has_overlap(measure_bounds(rule), measure_bounds(die)) for die in drawn)


@pytest.mark.parametrize(("is_improved", "coins"), [(False, ["2"]), (True, ["4", "6"])], ids=["basic", "improved"])
def test_a_special_city_shows_the_bonus_of_the_improved_seal_by_the_die(is_improved: bool, coins: list[str]) -> None:
    """R8.6 The bonus comes once, or twice from a 5 on."""
    s = build_state(3)
    set_player(s, A, dice=[2, 4, 5], posts=["hormuz"], seals={"spicer": is_improved})
    scene = draw_question(s, find_question(s))
    nodes = list_nodes_in(scene, "space:special_hormuz_a")
    assert [n.piece.text for n in nodes if isinstance(n, Sprite) and isinstance(n.piece, CoinDisc)] == coins
    assert ({"1–4", "5–6"} <= {*list_texts_in(scene, "space:special_hormuz_a")}) == is_improved


@pytest.mark.parametrize("lang", LANGS)
def test_head_and_foot_name_the_same_number_of_dice(lang: Lang) -> None:
    """R12 De Wu needs one die for a seal and may use two."""
    any_two, any_one = {"en": ("Any 2 dice", "Any 1 or 2 dice"), "ja": ("どの2個でも", "1個でも2個でも")}[lang]
    s = build_state(3)
    set_player(s, A, "abha", coins=9, dice=[2, 4, 5])
    texts = list_texts_in(draw_question(s, find_question(s), lang), "space:guild")
    assert "×2" in texts and any_two in texts
    set_player(s, A, "de_wu")
    texts = list_texts_in(draw_question(s, find_question(s), lang), "space:guild")
    assert "×1–2" in texts and any_one in texts


def test_two_dice_placed_together_have_one_fee() -> None:
    """R6 A coin below each of them looked like a choice, or like a sum."""
    s = build_state(3, dice={"guild": [own_die(B, 4), own_die(B, 5)]})
    set_player(s, A, coins=9, dice=[3, 6])
    nodes = list_nodes_in(draw_question(s, find_question(s)), "space:guild")
    sprites = [(node, node.piece) for node in nodes if isinstance(node, Sprite)]
    assert [piece.text for _, piece in sprites if isinstance(piece, CoinDisc)] == ["3"]
    pieces = [measure_bounds(node) for node, piece in sprites if isinstance(piece, CoinDisc | Die)]
    assert not any(has_overlap(*pair) for pair in combinations(pieces, 2))


@pytest.mark.parametrize("posts", [(), CONTENT.trade_cities], ids=["few fields", "many fields"])
@pytest.mark.parametrize("values", [[5, 5], [5, 6], [5, 5, 6]])
def test_dice_placed_alone_have_a_fee_each(values: list[int], posts: tuple[str, ...]) -> None:
    """R6 One coin beside two equal dice looked like the fee of both. Words take the place of small coins."""
    s = build_state(3, dice={"market_gold_a": [own_die(B, 5)], "market_gold_b": [own_die(B, 5)]})
    set_player(s, A, coins=30, camels=9, jade=3, posts=list(posts), dice=[1, *values])
    scene = draw_question(s, find_question(s))
    place = "space:market_gold_a"
    sprites = [node for node in list_nodes_in(scene, place) if isinstance(node, Sprite)]
    dice = [(node, node.piece) for node in sprites if isinstance(node.piece, Die)]
    coins = [(node, node.piece) for node in sprites if isinstance(node.piece, CoinDisc)]
    assert [die.pips for _, die in dice] == values
    has_words = "Fee: its value" in list_texts_in(scene, place)
    assert has_words == (len(values) > 2 and bool(posts))
    assert [coin.text for _, coin in coins] == [str(value) for value in ([] if has_words else values)]
    assert all(coin.r >= 15 for _, coin in coins)
    boxes = [measure_bounds(node) for node, _ in (*dice, *coins)]
    assert not any(has_overlap(*pair) for pair in combinations(boxes, 2))
    field = scene.anchors[place].placement
    assert max(box[3] for box in boxes) < field.y + field.h
    for i, (coin, _) in enumerate(coins):
        nearest = min(range(len(dice)), key=lambda n: abs(dice[n][0].x - coin.x))
        assert nearest == i, "a coin stands nearer to the die of another fee"


@pytest.mark.parametrize(("card", "counted"), [("k01", "post"), ("k02", "mission")])
def test_what_a_card_counts_does_not_look_like_a_cost(card: str, counted: str) -> None:
    """R8.7 With an arrow between them a house looked like the price of a point."""
    s = build_state(3, cards={"card_common_1": card, "card_lhasa_1": card})
    set_player(s, A, coins=9, dice=[2, 4], posts=["turfan"], fulfilled=["c01"])
    board = ART.draw(build_view(s, None), "board", RenderContext("en", NAMES[:3]))
    for scene, place in ((draw_question(s, find_question(s)), "space:card_common_1"), (board, "space:card_lhasa_1")):
        nodes = list_nodes_in(scene, place)
        signs = [node.name if isinstance(node, Icon) else node.text for node in nodes if not isinstance(node, Sprite)]
        assert signs[signs.index(counted) + 1] == "×"
    line = CONTENT.data.city_cards[card]
    for run in (build_card_icons(line, 30, 24), *build_card_lines(line)):
        assert not any(isinstance(node, Poly) for node in run.nodes), "an arrow"


def test_steps_are_those_of_the_best_dice() -> None:
    """R8.5 The lowest die limits the steps, too: with 1, 1 and 4 the upper space is worth a single one."""
    s = build_state(3)
    set_player(s, A, coins=9, camels=9, dice=[1, 1, 4])
    scene = draw_question(s, find_question(s))
    assert "1" in list_texts_in(scene, "space:travel_3") and "≤6" not in list_texts_in(scene, "space:travel_3")


@pytest.mark.parametrize("lang", LANGS)
def test_the_purse_shows_its_gains(lang: Lang) -> None:
    s = build_state(3)
    set_player(s, A, coins=9, camels=9, jade=2, dice=[2, 4, 5])
    prompt = find_question(s)
    places = [option.place for option in (*prompt.options, *prompt.side_actions) if option.place is not None]
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    scene = ART.compose(build_view(s, A), "panel:ask", RenderContext(lang, NAMES[:3], A, marks))
    nodes = list_nodes_in(scene, "space:purse")
    coins = [node.piece.text for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, CoinDisc)]
    icons = {node.name for node in nodes if isinstance(node, Icon)}
    assert coins == ["3"] and {"camels", "jade"} <= icons
    assert {"2", "1"} <= set(list_texts_in(scene, "space:purse"))
    fields = [scene.anchors[option.place].placement for option in prompt.side_actions if option.place is not None]
    assert len(fields) > 2 and all(a.y + a.h <= b.y or b.y + b.h <= a.y for a, b in combinations(fields, 2))


def test_reasons_name_the_fee_and_the_value_of_the_khan() -> None:
    s = build_state(3, dice={"market_pepper": [own_die(B, 4)], "khan_1": [own_die(B, 5)]})
    set_player(s, A, dice=[1, 2])
    seen = build_view(s, A)
    reasons = {reason.message_key: reason.names for reason in list_reasons(seen, seen.mats[A], "en")}
    assert "Pepper" in reasons["why_fee"] and "Khan" in reasons["why_low"]
    set_player(s, A, coins=1)
    seen = build_view(s, A)
    assert "why_fee" not in {reason.message_key for reason in list_reasons(seen, seen.mats[A], "en")}


def test_dice_are_too_low_for_the_seals_left() -> None:
    """R8.3 The fourth seal needs two dice of 4 and more."""
    s = build_state(3)
    set_player(s, A, dice=[3, 5], seals=dict.fromkeys(GUILDS[:3], False))
    seen = build_view(s, A)
    reasons = {reason.message_key: reason.names for reason in list_reasons(seen, seen.mats[A], "en")}
    assert "Guild" in reasons["why_low"]


def test_the_first_reason_stands_before_a_count_of_the_others() -> None:
    """Below four bonus actions there was room for "and 4 more" alone."""
    s = build_state(3, cards={"card_common_1": "k09", "card_common_2": "k01"})
    set_player(s, A, coins=20, camels=9, jade=2, pepper=4, dice=[1, 2, 4, 5], seals={"farmer": False, "spicer": False})
    prompt = find_question(s)
    asides = [option.place for option in prompt.side_actions if option.place is not None][:4]
    spaces = [option.place for option in prompt.options if option.place is not None]
    marks = tuple(Mark(place, n) for n, place in enumerate((*spaces, *asides), 1))
    scene = ART.compose(build_view(s, A), "panel:ask", RenderContext("en", NAMES[:3], A, marks))
    [caption] = [node for node in scene.live_part if isinstance(node, TextRun) and node.text == "Not now"]
    below = [node for node in scene.live_part if isinstance(node, TextRun) and node.y > caption.y and node.x > 1172]
    assert (len(spaces), len(asides)) == (9, 4) and min(below, key=lambda node: node.y).text.startswith("No post")
    assert max(measure_bounds(node)[3] for node in below) < 956


def test_all_guilds_have_a_place_in_the_table() -> None:
    s = build_state(3)
    set_player(s, A, coins=9, dice=[4, 5, 6])
    nodes = list_nodes_in(draw_question(s, find_question(s)), "space:guild")
    seals = [node.piece.guild for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, GuildSeal)]
    assert seals == list(GUILDS)


@pytest.mark.parametrize(
    ("card", "stock", "answers", "option", "changes"),
    [
        ("k23", {"coins": 3}, (), "times:2", {"3 0", "0 1"}),
        ("k23", {"coins": 13}, ("times:2",), "pay:3.0.1", {"13 10", "0 1"}),
        ("k23", {"coins": 13}, ("times:2",), "pay:4.0.0", {"13 9", "0 2"}),
        ("k04", {"jade": 1}, (), "line:1", {"0 3", "1 0"}),
    ],
)
def test_stock_after_an_exchange_counts_jade_that_pays(
    card: str, stock: dict[str, Any], answers: tuple[str, ...], option: str, changes: set[str]
) -> None:
    """R7 Jade pays for missing coins and camels, even jade that an earlier one of several exchanges brings."""
    s = build_state(3, cards={"card_common_1": card})
    set_player(s, A, dice=[2], **stock)
    prompt = find_question(s, "space:card_common_1", *answers)
    (place,) = (candidate.place for candidate in prompt.options if candidate.key == option)
    assert place is not None
    rows: dict[float, list[str]] = {}
    for node in list_nodes_in(draw_question(s, prompt), place):
        if isinstance(node, TextRun):
            rows.setdefault(node.y, []).append(node.text)
    _, *stock_rows = (rows[y] for y in sorted(rows))
    assert {" ".join(row) for row in stock_rows} == changes
