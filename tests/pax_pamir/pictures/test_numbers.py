"""Option numbers on Pax Pamir's board: each place has one, in its position and legible."""

import msgspec
import pytest

from engines.kernel import LANGS, SEED_BYTES, Decision, Match, Rng, load_games, pick_random_answer
from engines.pax_pamir.data.content import CONTENT, compute_least_cost
from engines.pax_pamir.view import View
from render import Mark, RenderContext, Scene, load_arts
from render.kit.bounds import measure_bounds
from render.kit.render_context import Lang
from render.kit.scene import TextRun, describe_node
from render.kit.text import measure_text
from render.pax_pamir import lands, layout
from render.pax_pamir.board import regions
from render.pax_pamir.board.overview import PARTS
from render.pax_pamir.catalogue import render_noun
from tests.contract.cases import NAMES, build_cases, build_rng, random_decision
from tests.contract.pictures.checks import numbers_hide_nothing
from tests.contract.pictures.picture_sample import PictureSample, draw_question_picture
from tests.render.badges import check_badges_apart, list_badges, list_numbers

from . import boards
from .fields import read_field
from .scenes import build_context, build_view, draw_overview, draw_zoom, has_overlap, is_inside


def list_places(view: View) -> list[str]:
    return [
        *(f"region:{region.id}" for region in view.regions),
        *(f"border:{border.id}" for border in view.borders),
        *(f"market:{space.index}" for space in view.market),
        *(f"player:{player}" for player in view.ring),
        *(f"coalition:{coalition}" for coalition in view.blocks),
        "suit:political",
        "suit:economic",
        "end:left",
        "end:right",
        *(f"gift:{price}" for price in CONTENT.data.costs.gift_spaces),
    ]


@pytest.mark.parametrize("name", ["classic", "fullest", "alone"])
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_place_has_its_badge_and_none_lies_on_another(name: str, lang: Lang) -> None:
    view = build_view(name)
    groups = ("region", "border"), ("market",), ("player", "coalition", "suit")
    for kinds in groups:
        places = [place for place in list_places(view) if place.split(":")[0] in kinds]
        marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
        scene = draw_overview(view, build_context(view, lang, marks=marks), private=True)
        assert list_numbers(scene) == [mark.number for mark in marks]
        check_badges_apart(scene)


ROADS: tuple[dict[str, int], ...] = ({}, {"afghan": 1}, {"british": 2}, {"afghan": 1, "russian": 1})


@pytest.mark.parametrize("roads", ROADS, ids=str)
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_badges_of_the_map_stay_apart_whatever_lies_on_the_borders(roads: dict[str, int], lang: Lang) -> None:
    view = build_view("classic")
    view = msgspec.structs.replace(
        view, borders=tuple(msgspec.structs.replace(border, roads=roads) for border in view.borders)
    )
    places = [place for place in list_places(view) if place.startswith(("region", "border"))]
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    check_badges_apart(draw_overview(view, build_context(view, lang, marks=marks), private=True))


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("roads", ROADS, ids=str)
def test_the_number_of_a_region_stands_in_its_land_and_off_every_name(roads: dict[str, int], lang: Lang) -> None:
    view = build_view("classic")
    view = msgspec.structs.replace(
        view, borders=tuple(msgspec.structs.replace(border, roads=roads) for border in view.borders)
    )
    plates = [
        layout.build_region_placement(region.id, regions.measure_plate(region.id, lang)) for region in view.regions
    ]
    names = [(plate.x + 12, plate.y, plate.x + plate.w - 12, plate.y + plate.h) for plate in plates]
    for place in (place for place in list_places(view) if place.startswith(("region", "border"))):
        (badge,) = list_badges(draw_overview(view, build_context(view, lang, marks=(Mark(place, 1),)), private=True))
        assert not any(has_overlap(measure_bounds(badge), name, 4) for name in names), place
        kind, _, region = place.partition(":")
        if kind == "region":
            assert is_inside((badge.x, badge.y), lands.build_outline(region)), place


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_two_numbers_of_a_region_leave_its_rulers_tab_visible(lang: Lang) -> None:
    view = build_view("classic")
    view = msgspec.structs.replace(
        view, regions=tuple(msgspec.structs.replace(region, ruler=1) for region in view.regions)
    )
    for region in view.regions:
        ctx = build_context(view, lang, marks=tuple(Mark(f"region:{region.id}", n) for n in (1, 2)))
        scene = draw_overview(view, ctx, private=True)
        assert list_numbers(scene) == [1, 2]
        assert not list(numbers_hide_nothing(PictureSample("board", scene, ctx))), region.id


def test_pieces_of_a_region_are_numbered_at_the_pieces() -> None:
    view = build_view("classic")
    places = ("army:kabul:british", "army:kabul:afghan", "tribe:kabul:1", "tribe:kabul:2")
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    option_badges = list_badges(draw_overview(view, build_context(view, marks=marks), private=True))
    kabul = next(region for region in view.regions if region.id == "kabul")
    armies, tribes = regions.layout_armies(kabul), regions.layout_tribes(kabul)
    at = [(armies["british"].x, 28), (armies["afghan"].x, 28), (tribes[0].x, 6), (tribes[2].x, 6)]
    assert all(abs(badge.x - x) < near for badge, (x, near) in zip(option_badges, at, strict=True))
    check_badges_apart(draw_overview(view, build_context(view, marks=marks), private=True))


@pytest.mark.parametrize("part", PARTS)
def test_a_zoom_marks_the_places_of_its_part(part: str) -> None:
    view = build_view("fullest")
    marks = tuple(Mark(place, n) for n, place in enumerate(list_places(view), 1))
    kinds = ("region", "border") if part == "map" else ("market",)
    scene = draw_zoom(view, part, build_context(view, marks=marks))
    spaces = [f"market:{i}" for i in (range(6) if part == "market_top" else range(6, 12))]
    part_numbers = [mark.number for mark in marks if mark.place.split(":")[0] in kinds]
    assert list_numbers(scene) == [n for n in part_numbers if part == "map" or marks[n - 1].place in spaces]
    check_badges_apart(scene)


def test_overview_omits_hand_cards_and_public_court_ends() -> None:
    view = build_view("classic")
    for place, viewer in (("hand:12", 0), ("moon:1", 0), ("end:left", None)):
        marks = (Mark(place, 1),)
        assert list_numbers(draw_overview(view, build_context(view, viewer=viewer, marks=marks))) == []


@pytest.mark.parametrize(("seats", "options"), [(1, {}), (2, {"wakhan": "two"}), (5, {})], ids=str)
def test_every_question_of_a_random_game_finds_its_places(seats: int, options: dict[str, str]) -> None:
    game = load_games()["pax_pamir"]
    rng = Rng(f"overview {seats}".encode().ljust(SEED_BYTES, b"."))
    match = Match.start(game, game.build_setup(seats, (), options), rng.seed)
    before = match.build_view(None)
    while match.open_prompts is not None:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        view = match.build_view(seat)
        placed = [(option.place, n) for n, option in enumerate(prompt.options, 1) if option.place]
        marks = tuple(Mark(*option) for option in placed)
        if match.step % 4 == 0:
            scene = draw_overview(view, build_context(view, "ja", viewer=seat, marks=marks), private=True)
            check_sound(scene)
            check_sound(draw_overview(view, build_context(view, "en", view_before=before)))
            before = view
        match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
    check_sound(draw_overview(match.build_view(None), build_context(match.build_view(None), "ja", view_before=before)))


def check_sound(scene: Scene) -> None:
    """Assert that every node is on the canvas and every text in its box."""
    for node in scene.live_part:
        left, top, right, bottom = measure_bounds(node)
        assert left >= 0 and top >= 0 and right <= scene.width and bottom <= scene.height, describe_node(node)
        if isinstance(node, TextRun):
            assert node.max_width is not None and measure_text(node.text, node.size, node.weight) <= node.max_width, (
                describe_node(node)
            )


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("number", [n for n, card in CONTENT.cards.items() if len(card.actions) == 3])
def test_three_actions_with_their_numbers_end_on_their_card(number: int, lang: Lang) -> None:
    """With nine cards, as in a recorded game where the third action was cut off."""
    view = boards.build_classic()
    slot = msgspec.structs.replace(view.players[2].court[0], card=number, spies=(0, 0, 1, 0, 0))
    view = msgspec.structs.replace(
        view, players=tuple(msgspec.structs.replace(p, court=(slot,)) if p.number == 2 else p for p in view.players)
    )
    place = f"court:{number}"
    uses = [Mark(place, i, key=f"use:{number}:{a}") for i, a in enumerate(CONTENT.cards[number].actions, 16)]
    for others in (8, 12):
        marks = (*(Mark(f"market:{i}", i + 1) for i in range(others)), *uses)
        scene = load_arts()["pax_pamir"].compose(view, "panel:turn", RenderContext(lang, boards.NAMES, 2, marks))
        fields = [read_field(scene, mark) for mark in uses]
        for (sign, words), action in zip(fields, CONTENT.cards[number].actions, strict=True):
            price = compute_least_cost(action)
            assert sign == action or (price and sign == f"for {price}"), "where all have no room, the price is told"
            assert words == render_noun(f"action.{action}", lang)


@pytest.mark.parametrize("lang", LANGS)
def test_numbered_actions_of_a_card_without_spies_have_their_words(lang: Lang) -> None:
    """A test reader had to look up the signs of half of the options on other cards."""
    number = next(n for n, card in CONTENT.cards.items() if card.actions == ("build", "betray"))
    view = boards.build_classic()
    slot = msgspec.structs.replace(view.players[2].court[0], card=number, spies=(0, 0, 0, 0, 0))
    view = msgspec.structs.replace(
        view, players=tuple(msgspec.structs.replace(p, court=(slot,)) if p.number == 2 else p for p in view.players)
    )
    uses = [Mark(f"court:{number}", i, key=f"use:{number}:{a}") for i, a in enumerate(("build", "betray"), 13)]
    marks = (*(Mark(f"market:{i}", i + 1) for i in range(8)), *uses)
    scene = load_arts()["pax_pamir"].compose(view, "panel:turn", RenderContext(lang, boards.NAMES, 2, marks))
    assert [read_field(scene, mark)[1] for mark in uses] == [
        render_noun("action.build", lang),
        render_noun("action.betray", lang),
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_picture_of_a_turn_tells_how_to_end_it(lang: Lang) -> None:
    case = build_cases("pax_pamir", 1)[0]
    match, rng = case.start(), build_rng(case, "plates")
    words = {"ja": "手番を終える", "en": "End the turn"}[lang]
    while True:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        if any(option.key == "end" for option in prompt.options) and len(prompt.options) > 1:
            break
        match.apply(random_decision(match, rng))
    sample = draw_question_picture(match, seat, NAMES[: case.seats], lang)
    assert sample is not None and words in [text.text for text in sample.texts]
    assert list_numbers(sample.scene) == [*range(1, len(prompt.options) + 1)]
    art, view = load_arts()["pax_pamir"], match.build_view(seat)
    aspect = art.measure_aspect(view, sample.name, seat, sample.ctx)
    assert aspect == sample.scene.height / sample.scene.width
    bare = RenderContext(lang, sample.ctx.names, seat, sample.ctx.marks)
    assert art.measure_aspect(view, sample.name, seat, bare) < aspect
