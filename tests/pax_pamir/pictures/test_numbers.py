"""Numbers of options on Pax Pamir's board: each place has one, it stands where it belongs, and can be read."""

import msgspec
import pytest

from engines.kernel import LANGS, SEED_BYTES, Decision, Match, Rng, games, random_answer
from engines.pax_pamir.data.content import CONTENT, least_cost
from engines.pax_pamir.view import View
from render import Look, Mark, Scene, arts
from render.kit.extent import extent
from render.kit.look import Lang
from render.kit.scene import Text, line
from render.kit.text import measure
from render.pax_pamir import lands, layout
from render.pax_pamir.board import regions
from render.pax_pamir.board.zoom import PARTS
from render.pax_pamir.catalogue import noun
from tests.render.badges import apart, badges, numbers

from . import boards
from .fields import field
from .scenes import inside, look, overlap, overview, state, zoom


def every_place(view: View) -> list[str]:
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
    view = state(name)
    groups = ("region", "border"), ("market",), ("player", "coalition", "suit")
    for kinds in groups:
        places = [place for place in every_place(view) if place.split(":")[0] in kinds]
        marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
        scene = overview(view, look(view, lang, marks=marks), private=True)
        assert numbers(scene) == [mark.number for mark in marks]
        apart(scene)


ROADS: tuple[dict[str, int], ...] = ({}, {"afghan": 1}, {"british": 2}, {"afghan": 1, "russian": 1})


@pytest.mark.parametrize("roads", ROADS, ids=str)
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_badges_of_the_map_stay_apart_whatever_lies_on_the_borders(roads: dict[str, int], lang: Lang) -> None:
    view = state("classic")
    view = msgspec.structs.replace(
        view, borders=tuple(msgspec.structs.replace(border, roads=roads) for border in view.borders)
    )
    places = [place for place in every_place(view) if place.startswith(("region", "border"))]
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    apart(overview(view, look(view, lang, marks=marks), private=True))


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("roads", ROADS, ids=str)
def test_the_number_of_a_region_stands_in_its_land_and_off_every_name(roads: dict[str, int], lang: Lang) -> None:
    view = state("classic")
    view = msgspec.structs.replace(
        view, borders=tuple(msgspec.structs.replace(border, roads=roads) for border in view.borders)
    )
    plates = [layout.region(region.id, regions.plate_w(region.id, lang)) for region in view.regions]
    names = [(plate.x + 12, plate.y, plate.x + plate.w - 12, plate.y + plate.h) for plate in plates]
    for place in (place for place in every_place(view) if place.startswith(("region", "border"))):
        (badge,) = badges(overview(view, look(view, lang, marks=(Mark(place, 1),)), private=True))
        assert not any(overlap(extent(badge), name, 4) for name in names), place
        kind, _, region = place.partition(":")
        if kind == "region":
            assert inside((badge.x, badge.y), lands.outline(region)), place


def test_pieces_of_a_region_are_numbered_at_the_pieces() -> None:
    view = state("classic")
    places = ("army:kabul:british", "army:kabul:afghan", "tribe:kabul:1", "tribe:kabul:2")
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    found = badges(overview(view, look(view, marks=marks), private=True))
    kabul = next(region for region in view.regions if region.id == "kabul")
    armies, tribes = regions.armies(kabul), regions.tribes(kabul)
    at = [(armies["british"].x, 28), (armies["afghan"].x, 28), (tribes[0].x, 6), (tribes[2].x, 6)]
    assert all(abs(badge.x - x) < near for badge, (x, near) in zip(found, at, strict=True))
    apart(overview(view, look(view, marks=marks), private=True))


@pytest.mark.parametrize("part", PARTS)
def test_a_zoom_marks_the_places_of_its_part(part: str) -> None:
    view = state("fullest")
    marks = tuple(Mark(place, n) for n, place in enumerate(every_place(view), 1))
    kinds = ("region", "border") if part == "map" else ("market",)
    scene = zoom(view, part, look(view, marks=marks))
    spaces = [f"market:{i}" for i in (range(6) if part == "market_top" else range(6, 12))]
    shown = [mark.number for mark in marks if mark.place.split(":")[0] in kinds]
    assert numbers(scene) == [n for n in shown if part == "map" or marks[n - 1].place in spaces]
    apart(scene)


def test_a_card_in_a_hand_is_not_on_the_overview_nor_are_ends_of_courts_for_everybody() -> None:
    view = state("classic")
    for place, viewer in (("hand:12", 0), ("moon:1", 0), ("end:left", None)):
        marks = (Mark(place, 1),)
        assert numbers(overview(view, look(view, viewer=viewer, marks=marks))) == []


@pytest.mark.parametrize(("seats", "options"), [(1, {}), (2, {"wakhan": "two"}), (5, {})], ids=str)
def test_every_question_of_a_random_game_finds_its_places(seats: int, options: dict[str, str]) -> None:
    game = games()["pax_pamir"]
    rng = Rng(f"overview {seats}".encode().ljust(SEED_BYTES, b"."))
    match = Match.start(game, game.setup(seats, (), options), rng.seed)
    before = match.view(None)
    while match.ask is not None:
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        view = match.view(seat)
        placed = [(option.place, n) for n, option in enumerate(prompt.options, 1) if option.place]
        marks = tuple(Mark(*option) for option in placed)
        if match.step % 4 == 0:
            scene = overview(view, look(view, "ja", viewer=seat, marks=marks), private=True)
            sound(scene)
            sound(overview(view, look(view, "en", before=before)))
            before = view
        match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
    sound(overview(match.view(None), look(match.view(None), "ja", before=before)))


def sound(scene: Scene) -> None:
    """On the canvas, and every text in its box."""
    for node in scene.live:
        left, top, right, bottom = extent(node)
        assert left >= 0 and top >= 0 and right <= scene.width and bottom <= scene.height, line(node)
        if isinstance(node, Text):
            assert node.room is not None and measure(node.text, node.size, node.weight) <= node.room, line(node)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("number", [n for n, card in CONTENT.cards.items() if len(card.actions) == 3])
def test_three_actions_with_their_numbers_end_on_their_card(number: int, lang: Lang) -> None:
    """Among nine cards, as in a recorded game, where the third was cut."""
    view = boards.classic()
    slot = msgspec.structs.replace(view.players[2].court[0], card=number, spies=(0, 0, 1, 0, 0))
    view = msgspec.structs.replace(
        view, players=tuple(msgspec.structs.replace(p, court=(slot,)) if p.number == 2 else p for p in view.players)
    )
    place = f"court:{number}"
    uses = [Mark(place, i, key=f"use:{number}:{a}") for i, a in enumerate(CONTENT.cards[number].actions, 16)]
    for others in (8, 12):
        marks = (*(Mark(f"market:{i}", i + 1) for i in range(others)), *uses)
        scene = arts()["pax_pamir"].compose(view, "panel:turn", Look(lang, boards.NAMES, 2, marks))
        told = [field(scene, mark) for mark in uses]
        for (sign, words), action in zip(told, CONTENT.cards[number].actions, strict=True):
            price = least_cost(action)
            assert sign == action or (price and sign == f"for {price}"), "where all have no room, the price is told"
            assert words == noun(f"action.{action}", lang)


@pytest.mark.parametrize("lang", LANGS)
def test_numbered_actions_of_a_card_without_spies_have_their_words(lang: Lang) -> None:
    """A stranger had to look up the signs of half of the choices on other cards."""
    number = next(n for n, card in CONTENT.cards.items() if card.actions == ("build", "betray"))
    view = boards.classic()
    slot = msgspec.structs.replace(view.players[2].court[0], card=number, spies=(0, 0, 0, 0, 0))
    view = msgspec.structs.replace(
        view, players=tuple(msgspec.structs.replace(p, court=(slot,)) if p.number == 2 else p for p in view.players)
    )
    uses = [Mark(f"court:{number}", i, key=f"use:{number}:{a}") for i, a in enumerate(("build", "betray"), 13)]
    marks = (*(Mark(f"market:{i}", i + 1) for i in range(8)), *uses)
    scene = arts()["pax_pamir"].compose(view, "panel:turn", Look(lang, boards.NAMES, 2, marks))
    assert [field(scene, mark)[1] for mark in uses] == [noun("action.build", lang), noun("action.betray", lang)]
