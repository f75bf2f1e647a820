"""Private pictures of questions about travel: destinations, routes, seals and what lies on them."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest

from engines.kernel import LANGS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost
from engines.marco_polo_ii.rules.reach import build_resources
from engines.marco_polo_ii.table.paths import list_next_paths, start_path
from engines.marco_polo_ii.table.state import Budget, Caravan, Leg, OngoingMovement
from engines.marco_polo_ii.view import build_view
from render import Mark, RenderContext
from render.kit.colour import SIGNAL
from render.kit.render_context import Lang
from render.kit.scene import Icon, Poly, Polyline, Sprite, TextRun
from render.kit.tokens import NumberDisc
from render.marco_polo_ii.panels.targets import STROKES
from tests.marco_polo_ii.pictures.boards import ART, NAMES, collect_words, draw_question
from tests.marco_polo_ii.table import (
    A,
    B,
    build_state,
    find_question,
    set_player,
    take_scripted_turn,
)


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ("Sell", "Upgrade", "Double")), ("ja", ("売却", "アップグレード", "2倍"))]
)
def test_use_of_route_goods_is_asked_and_each_answer_has_a_word(lang: Lang, words: tuple[str, ...]) -> None:
    s = build_state(caravan=True)
    set_player(s, A, dice=[1], caravans=[Caravan("beijing", ["silk"])], tiles=["t02"])
    prompt = find_question(s, "complete:0")
    marks = tuple(Mark(o.place, n, key=o.key) for n, o in enumerate(prompt.options, 1) if o.place is not None)
    scene = ART.compose(build_view(s, A), "panel:ask", RenderContext(lang, NAMES[: len(s.players)], A, marks))
    said = [node.text for node in scene.live_part if isinstance(node, TextRun)]
    assert any(text.endswith(("?", "？")) for text in said)
    assert [text for text in said if text in words] == list(words)


def test_free_destination_says_so() -> None:
    s = build_state(2)
    p = set_player(s, A, coins=9, camels=9, figures=["beijing"], dice=[6, 6, 6])
    prompt = find_question(s, "space:travel_3")
    p.dice = []
    s.turn.moving = OngoingMovement(Budget(6))
    arrivals = build_view(s, A).arrivals
    free = sum(arrival.paths[0].payment == Cost() for arrival in arrivals)
    texts = [node.text for node in draw_question(s, prompt).live_part if isinstance(node, TextRun)]
    assert len(arrivals) > 9 and free and texts.count("free") == free


def test_destination_says_costs_and_gains() -> None:
    s = build_state(2, bonuses={"turfan": "cb3"})
    p = set_player(s, A, coins=3, camels=2, figures=["karakorum"], posts=["karakorum"], dice=[3, 3])
    prompt = find_question(s, "space:travel_2")
    p.dice = []
    s.turn.moving = OngoingMovement(Budget(3))
    arrivals = {arrival.end: arrival for arrival in build_view(s, A).arrivals}
    assert arrivals.keys() == {option.value[1] for option in prompt.options}
    turfan = arrivals["turfan"]
    assert turfan.paths[0].places == ("karakorum", "oasis_b", "turfan")
    assert (turfan.paths[0].payment.camels, turfan.settles) == (2, True)
    assert turfan.crest_vp > build_view(s, A).mats[A].crest_vp
    assert {f"city:{end}" for end in arrivals if end in CONTENT.data.cities} <= draw_question(s, prompt).anchors.keys()
    assert build_view(s, B).arrivals == ()


def test_route_of_a_move_is_drawn() -> None:
    s = build_state(2)
    set_player(s, A, coins=9, camels=9, figures=["xian"], dice=[1])
    before = build_view(s, None)
    take_scripted_turn(s, "space:travel_1", "to:0.lanzhou", "yes")
    after = build_view(s, None)
    assert after.mats[A].walks == (("xian", "lanzhou"),)
    scene = ART.draw(after, "board", RenderContext("en", NAMES[:2], view_before=before))
    assert any(isinstance(node, Polyline) and node.colour == SIGNAL for node in scene.live_part)
    scene = ART.draw(after, "board", RenderContext("en", NAMES[:2]))
    assert not any(isinstance(node, Polyline) and node.colour == SIGNAL for node in scene.live_part)


def test_drawn_route_has_no_arrow() -> None:
    s = build_state(2)
    set_player(s, A, coins=9, camels=9, figures=["xian"], dice=[1])
    before = build_view(s, None)
    take_scripted_turn(s, "space:travel_1", "to:0.lanzhou", "yes")
    after = build_view(s, None)
    scene = ART.compose(after, "board", RenderContext("en", NAMES[:2], view_before=before))
    assert not [node for node in scene.live_part if isinstance(node, Poly) and node.fill == SIGNAL]
    moved = [
        change
        for change in ART.list_changes(after, "board", RenderContext("en", NAMES[:2], view_before=before))
        if change.origin
    ]
    assert [change.anchor.place for change in moved] == ["figure:lanzhou:0"], "it moved all the same"


def test_caravan_destinations_show_distance_of_own_figure() -> None:
    """R13 It stands in every row, with a check where the figure stands."""
    s = build_state(3, caravan=True)
    set_player(s, A, coins=9, dice=[1], figures=["xian"]).caravans = [Caravan("oasis_a", ["silk"])]
    prompt = find_question(s, "space:market_pepper", "offer:free_1")
    assert prompt.text.key == "caravan.move"
    scene = draw_question(s, prompt)
    assert {"Beijing", "Xian", "1", "2"} <= collect_words(scene)
    assert any(isinstance(node, Icon) and node.name == "check" for node in scene.live_part)


@pytest.mark.parametrize("lang", LANGS)
def test_each_seal_shows_which_routes_it_opens(lang: Lang) -> None:
    s = build_state(3)
    set_player(s, A, coins=9, dice=[6, 6])
    labels = collect_words(draw_question(s, find_question(s, "space:guild"), lang))
    assert {"en": {"Jaipur–Hormuz", "Opens no route"}, "ja": {"ジャイプル–ホルムズ", "通れる経路なし"}}[lang] <= labels
    assert not [word for word in labels if word.endswith("...")]


@pytest.mark.parametrize("lang", LANGS)
def test_each_route_has_its_number_and_stroke_on_the_map(lang: Lang) -> None:
    s = build_state(2)
    p = set_player(s, A, coins=20, camels=20, figures=["karakorum"], dice=[4, 4])
    prompts = [(o.key, find_question(s, "space:travel_2", o.key)) for o in find_question(s, "space:travel_2").options]
    p.dice = []
    s.turn.moving = OngoingMovement(Budget(4))
    several = [(key, prompt) for key, prompt in prompts if prompt.options[0].key.startswith("way:")]
    for key, prompt in several:
        discs = [(n, n.piece) for n in draw_question(s, prompt, lang).live_part if isinstance(n, Sprite) and n.x < 1050]
        numbers = [(n, piece.text) for n, piece in discs if isinstance(piece, NumberDisc)]
        assert [text for _, text in numbers] == [str(n) for n in range(1, len(prompt.options) + 1)], key
        assert all(hypot(a.x - b.x, a.y - b.y) > 40 for (a, _), (b, _) in combinations(numbers, 2)), key
    assert several and len({*STROKES}) == len(STROKES)


def test_a_walking_figure_stands_where_its_walk_has_come() -> None:
    """In the State it stays where it began until it stops."""
    s = build_state(2)
    player = set_player(s, A, "mongke", coins=9, camels=9, figures=["lanzhou"])
    means = build_resources(player, Budget(2))
    path = next(longer for longer in list_next_paths(start_path("lanzhou", means), means) if longer.end == "xian")
    s.turn.moving = OngoingMovement(Budget(2), is_walk=True, walk=Leg(0, path))
    marks = (Mark("to:0.xian", 1), Mark("to:0.oasis_a", 2))
    scene = ART.compose(build_view(s, A), "panel:ask", RenderContext("en", NAMES[:2], A, marks))
    assert f"figure:xian:{A}" in scene.anchors and f"figure:lanzhou:{A}" not in scene.anchors
    assert "1 step" in collect_words(scene)
