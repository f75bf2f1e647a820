"""Pax Pamir's overview and its zooms: every state stays on its canvas, fits its boxes, and marks what it should."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, pairwise

import msgspec
import pytest

from engines.kernel import SEED_BYTES, Decision, Match, Rng, games, random_answer
from engines.pax_pamir.content import CONTENT
from engines.pax_pamir.data_types import CourtCard
from engines.pax_pamir.view import View
from render import Look, Mark, Scene, paint
from render.colour import SIGNAL, palette, rgb
from render.extent import extent
from render.icons import unfold
from render.look import Lang
from render.pax_pamir import board_map, header, lands, layout, theme
from render.pax_pamir.cards import OnCard, coin_at, small_card
from render.pax_pamir.effects import effect
from render.pax_pamir.header import needed
from render.pax_pamir.large_cards import large_cards
from render.pax_pamir.lasting import LastingEvent
from render.pax_pamir.open_cards import CARD_H, open_card
from render.pax_pamir.overview import overview
from render.pax_pamir.pieces import Block, Gift, PriceTag, Prize, RulerTab, Spies
from render.pax_pamir.pill import asked
from render.pax_pamir.places import spot
from render.pax_pamir.seats import seal_spot
from render.pax_pamir.zoom import PARTS, zoom
from render.scene import SIZES, Box, Disc, Icon, Node, Sprite, Text, line
from render.text import measure
from render.tokens import BadgeSpan, Coin, SeatToken

from . import pax_boards as boards
from .badges import apart, badges, numbers

STATES: dict[str, Callable[[], View]] = {
    "classic": boards.four,
    "fullest": boards.fullest,
    "massed": boards.massed,
    "alone": boards.alone,
    "bribe": boards.bribe,
    "ended": boards.ended,
    "start of two": lambda: boards.start(2),
    "start of five": lambda: boards.start(5),
}
PICTURES: dict[str, Callable[[View, Look], Scene]] = {
    "board": overview,
    "panel:board": lambda view, look: overview(view, look, private=True),
    **{f"zoom:{part}": lambda view, look, part=part: zoom(view, part, look) for part in PARTS},  # type: ignore[misc]
    **{f"panel:{part}": lambda view, look, part=part: zoom(view, part, look, True) for part in PARTS},  # type: ignore[misc]
}


EDGES = theme.CHIP_EDGES.values()


@cache
def state(name: str) -> View:
    return STATES[name]()


def look(view: View, lang: Lang = "en", names: tuple[str, ...] = boards.NAMES, **more: object) -> Look:
    return Look(lang, names[: len(view.players)], **{"viewer": 0, **more})  # type: ignore[arg-type]


def scenes(lang: Lang, names: tuple[str, ...] = boards.NAMES) -> Iterator[tuple[str, Scene]]:
    for name in STATES:
        for picture, draw in PICTURES.items():
            yield f"{name} {picture}", draw(state(name), look(state(name), lang, names))


def nodes(scene: Scene) -> tuple[Node, ...]:
    return (*scene.static, *scene.live)


def texts(scene: Scene) -> list[Text]:
    return [node for node in nodes(scene) if isinstance(node, Text)]


def words(scene: Scene) -> list[str]:
    return [text.text for text in texts(scene)]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_nothing_leaves_the_canvas(lang: Lang) -> None:
    for name, scene in scenes(lang, boards.LONG):
        for node in nodes(scene):
            left, top, right, bottom = extent(node)
            inside = left >= 0 and top >= 0 and right <= scene.width and bottom <= scene.height
            assert inside, f"{name}: {line(node)} covers {(left, top, right, bottom)}"


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_no_text_overflows_its_box_and_only_six_sizes_are_used(lang: Lang) -> None:
    for name, scene in scenes(lang, boards.LONG):
        for text in texts(scene):
            assert text.size in SIZES
            assert text.room is not None, f"{name}: {line(text)} has no box"
            assert measure(text.text, text.size, text.weight) <= text.room, f"{name}: {line(text)}"


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_no_label_of_ours_needs_an_ellipsis(lang: Lang) -> None:
    for name, scene in scenes(lang):
        for text in texts(scene):
            assert not text.text.endswith(("...", "…")), f"{name}: {line(text)}"


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_card_fits_its_space_in_both_sizes(lang: Lang) -> None:
    cards = (*CONTENT.cards, *CONTENT.events)
    base = state("start of two")
    for first in range(0, len(cards), 12):
        dealt = cards[first : first + 12]
        spaces = boards.market((*dealt, *[None] * (12 - len(dealt))), dict.fromkeys(range(12), 12), locked=range(12))
        view = msgspec.structs.replace(base, market=spaces)
        for scene in (overview(view, look(view, lang)), zoom(view, "market", look(view, lang))):
            for text in texts(scene):
                assert text.room is not None and measure(text.text, text.size) <= text.room, line(text)
                assert not text.text.endswith(("...", "…")), line(text)


def test_every_card_shows_its_number() -> None:
    for id, card in CONTENT.cards.items():
        for drawn in (
            small_card(id, 0, 0, "en", OnCard()),
            open_card(id, 0, 0, "en", OnCard()),
            large_cards([id], [(0, 0)], 236, 528, "en"),
        ):
            (number,) = [node for node in drawn if isinstance(node, Text) and node.text == f"#{id}"]
            boxes = [extent(node) for node in drawn if isinstance(node, Text | Sprite | Icon) and node is not number]
            assert not any(overlap(extent(number), box, 5) for box in boxes), card.name


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_an_event_in_the_market_always_says_something(lang: Lang) -> None:
    for id, event in CONTENT.events.items():
        told = "".join(node.text for node in small_card(id, 0, 0, lang, OnCard()) if isinstance(node, Text))
        if event.discarded == "no_effect" and not event.is_check:
            assert effect(event.purchased, lang).replace(" ", "") in told.replace(" ", "")


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_an_open_event_tells_what_both_sides_do(lang: Lang) -> None:
    for id, event in CONTENT.events.items():
        if event.is_check:
            continue
        found = [node for node in open_card(id, 0, 0, lang, OnCard(rupees=2)) if isinstance(node, Text)]
        told = "".join(text.text for text in found).replace(" ", "")
        sides = {event.purchased, event.discarded} - {"no_effect"}
        assert all(effect(side, lang).replace(" ", "") in told for side in sides), told
        lines = sorted(extent(text)[1::2] for text in found)
        assert lines[0][0] > 0 and lines[-1][1] < CARD_H - 8
        assert all(lower[0] - upper[1] > -6 for upper, lower in pairwise(lines)), f"{event.purchased}: {lines}"


def test_every_flat_colour_is_exact_in_the_palette() -> None:
    def colours(node: object) -> Iterator[str]:
        match node:
            case Sprite():
                for shape in node.piece.shapes():
                    yield from colours(shape)
            case Icon():
                for shape in unfold(node):
                    yield from colours(shape)
            case _:
                yield from (c for f in ("fill", "edge", "colour") if (c := getattr(node, f, None)))

    for name, scene in scenes("ja"):
        exact = set(palette(scene.theme))
        for node in nodes(scene):
            assert all(rgb(colour) in exact for colour in colours(node)), f"{name}: {line(node)}"


def test_the_printed_layer_is_one_for_all_states_of_a_language() -> None:
    printed = {overview(state(name), look(state(name), "ja")).static for name in STATES}
    assert len(printed) == 1


def test_pictures_are_small_enough_for_a_phone() -> None:
    for name in ("classic", "fullest"):
        for draw in PICTURES.values():
            scene = draw(
                state(name), look(state(name), "ja", before=boards.four_before() if name == "classic" else None)
            )
            assert scene.width == 1600
            assert len(paint(scene)) <= 400_000


# The map


def test_every_border_is_drawn_once_and_both_of_its_lands_follow_it() -> None:
    for border, ends in CONTENT.borders.items():
        steps = set(lands.staircase(border))
        assert all(steps <= set(lands.outline(region)) for region in ends)
        assert all(
            a[0] == b[0] or a[1] == b[1] for a, b in zip(*[lands.staircase(border)[i:] for i in (0, 1)], strict=False)
        )


def test_the_lands_cover_the_map_without_gap_or_overlap() -> None:
    def area(points: tuple[tuple[float, float], ...]) -> float:
        pairs = zip(points, (*points[1:], points[0]), strict=True)
        return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2

    xs, ys = zip(*(point for region in CONTENT.regions for point in lands.outline(region)), strict=True)
    whole = (max(xs) - min(xs)) * (max(ys) - min(ys))
    assert sum(area(lands.outline(region)) for region in CONTENT.regions) == pytest.approx(whole)


def test_armies_tribes_roads_and_rulers_are_those_of_the_view() -> None:
    view = state("classic")
    live = [node for node in overview(view, look(view)).live if isinstance(node, Sprite)]
    on_map = [node for node in live if 138 < node.y < 702 and node.x < 1032]
    armies = [node.piece.coalition for node in on_map if isinstance(node.piece, Block) and node.piece.kind == "army"]
    roads = [node.piece.coalition for node in on_map if isinstance(node.piece, Block) and node.piece.kind == "road"]
    tribes = [node.piece.seat for node in on_map if isinstance(node.piece, SeatToken)]
    rulers = [node.piece.player for node in on_map if isinstance(node.piece, RulerTab)]
    assert sorted(armies) == sorted(c for region in view.regions for c in region.armies)
    assert sorted(roads) == ["afghan", "british", "british", "russian"]
    assert [tribes.count(player) for player in range(4)] == [0, 4, 3, 4]
    assert rulers == [region.ruler for region in view.regions if region.ruler is not None]


@pytest.mark.parametrize("name", ["classic", "fullest", "alone"])
def test_nothing_on_the_map_lies_on_a_name_a_ruler_or_another_army(name: str) -> None:
    view = state(name)
    for lang in ("ja", "en"):
        plates = [layout.region(region.id, board_map.plate_w(region.id, lang)) for region in view.regions]
        fixed = [(plate.x, plate.y, plate.x + plate.w, plate.y + plate.h) for plate in plates]
        fixed += [(plate.centre[0] - 46, plate.y - 42, plate.centre[0] + 46, plate.y) for plate in plates]
        pills = [board_map.pill_box(border) for border in view.borders if border.roads]
        boxes = [(x, y, x + w, y + h) for x, y, w, h in pills]
        for region in view.regions:
            armies = board_map.armies(region).values()
            boxes += [(army.x, army.y - 24, army.x + army.w, army.y + 26) for army in armies]
        for box, other in combinations(boxes, 2):
            assert not overlap(box, other, 6), (lang, box, other)
        for box in boxes:
            assert not any(overlap(box, other, 6) for other in fixed), (lang, box)


def overlap(a: tuple[float, ...], b: tuple[float, ...], slack: float) -> bool:
    level = a[0] + slack < b[2] and b[0] + slack < a[2]
    return level and a[1] + slack < b[3] and b[1] + slack < a[3]


# Header, players, market


def test_the_header_tells_suit_race_deck_and_turn() -> None:
    shown = words(overview(state("classic"), look(state("classic"))))
    assert shown.index("Military") + 1 == shown.index("×2")
    race = [text.text for text in texts(overview(state("classic"), look(state("classic")))) if text.size == 52]
    assert race == ["9", "5", "4"]
    assert "Dominant" in shown and "27" in shown and "ことり to play" in shown


def test_the_market_tells_the_figures_of_its_cards_and_coins() -> None:
    view = msgspec.structs.replace(state("classic"), discards=(12, 30), removed=5)
    shown = words(zoom(view, "market", look(view)))
    for label, number in (("Deck", "27"), ("Discards", "2"), ("Checks left", "3"), ("Bank", "10"), ("Removed", "5")):
        assert shown[shown.index(label) + 1] == number
    assert "Removed" not in words(zoom(state("classic"), "market", look(view)))


def test_the_map_tells_who_would_gain_from_a_check_now() -> None:
    view = msgspec.structs.replace(state("classic"), forecast=(0, 10, 0, 6))
    scene = zoom(view, "map", look(view))
    tokens = [node.piece.seat for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)]
    assert tokens[:2] == [1, 3]
    shown = words(scene)
    assert shown.index("If checked now") < shown.index("+10") < shown.index("+6") and "+0" not in shown


def test_nobody_is_dominant_until_one_coalition_leads_by_enough() -> None:
    view = state("alone")
    assert view.dominant is None and list(view.blocks.values()) == [7, 4, 1]
    assert needed(view) == 1
    shown = words(overview(view, look(view)))
    assert "Dominant" not in shown and "+1" in shown and "To dominance" in shown


def test_an_open_bribe_is_waited_for_with_the_hourglass() -> None:
    view = state("bribe")
    scene = overview(view, look(view))
    assert "Marco to answer" in words(scene)
    assert [node for node in scene.live if isinstance(node, Icon) and node.name == "hourglass"]
    request = view.turn.request if view.turn else None
    assert request is not None
    assert asked(request) == request.payee
    assert asked(msgspec.structs.replace(request, counter=2)) == request.payer


def test_players_stand_in_table_order_and_by_place_at_the_end() -> None:
    def order(view: View) -> list[str]:
        names = [*boards.NAMES[:3], "Wakhan"]
        return [text.text for text in texts(overview(view, look(view))) if text.text in names and text.x > 1052]

    assert order(state("classic")) == ["Marco", "ことり", "Wakhan", "あおい"]
    assert order(state("ended")) == ["Wakhan", "あおい", "ことり", "Marco"]
    assert "Wakhan wins" in words(overview(state("ended"), look(state("ended"))))


def test_a_shared_victory_names_all_who_won() -> None:
    view = state("ended")
    shared = tuple(msgspec.structs.replace(score, place=max(1, score.place - 1)) for score in view.scores)
    scene = overview(msgspec.structs.replace(view, scores=shared), look(view))
    assert "Wakhan, あおい win" in words(scene)


def test_spies_of_a_card_stand_on_its_chip() -> None:
    view = state("fullest")
    crowd = [node.piece for node in overview(view, look(view)).live if isinstance(node, Sprite)]
    spies = [piece for piece in crowd if isinstance(piece, Spies)]
    shown = sum(piece.count for piece in spies)
    assert shown == sum(sum(slot.spies) for player in view.players for slot in player.court)
    assert {piece.player for piece in spies} == {0, 1, 2, 3, 4}


def test_a_price_for_one_player_alone_is_seen_by_that_player_alone() -> None:
    spaces = tuple(msgspec.structs.replace(s, cost=0) if s.index == 2 else s for s in state("classic").market)
    view = msgspec.structs.replace(state("classic"), market=spaces)

    def tags(seat: int, private: bool) -> list[int]:
        live = overview(view, look(view, viewer=seat), private).live
        return [node.piece.price for node in live if isinstance(node, Sprite) and isinstance(node.piece, PriceTag)]

    assert tags(2, True) == [0]
    assert tags(2, False) == tags(1, True) == []


@pytest.mark.parametrize("name", ["classic", "alone"])
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_event_that_changes_the_lead_stands_in_the_race(name: str, lang: Lang) -> None:
    view = msgspec.structs.replace(state(name), globals=(109, 115))
    at = {
        node.piece.effect: extent(node)
        for node in overview(view, look(view, lang)).live
        if isinstance(node, Sprite) and isinstance(node.piece, LastingEvent)
    }
    assert header.RACE_X < at["conflict_fatigue"][0] < at["conflict_fatigue"][2] <= header.race_end(view, lang)
    assert at["pashtunwali_values"][0] > header.race_end(view, lang)


def test_where_a_court_fills_its_row_nothing_is_squeezed_in_behind_it() -> None:
    view = state("fullest")
    row, (seal, _, r) = layout.player_row(view, 0), seal_spot(view, 0)
    live = [
        node for node in overview(view, look(view)).live if isinstance(node, Sprite) and row.y < node.y < row.y + row.h
    ]
    assert not [node for node in live if isinstance(node.piece, Gift | Prize | LastingEvent) and node.x > seal - r]


@pytest.mark.parametrize("cards", range(1, 8))
def test_gifts_and_prizes_lie_in_the_row_of_their_owner(cards: int) -> None:
    now = state("classic")
    court = tuple(boards.slot(str(card)) for card in (8, 9, 12, 15, 16, 17, 21)[:cards])
    prizes = ((3, "afghan"), (2, "british"))
    mine = msgspec.structs.replace(now.players[1], court=court, gifts=(2, 4, 6), prizes=prizes)
    view = msgspec.structs.replace(now, players=(now.players[0], mine, *now.players[2:]))
    row = layout.player_row(view, 1)
    live = [
        node for node in overview(view, look(view)).live if isinstance(node, Sprite) and row.y < node.y < row.y + row.h
    ]
    kept = [node for node in live if isinstance(node.piece, Gift | Prize) and node.x > row.x]
    assert {type(node.piece) for node in kept} == {Gift, Prize}
    chips = [node for node in overview(view, look(view)).live if isinstance(node, Box) and node.edge in EDGES]
    right = max(chip.x + chip.w for chip in chips if row.y < chip.y < row.y + row.h)
    left, _, seal_left = seal_spot(view, 1)
    assert all(right <= extent(node)[0] and extent(node)[2] <= left - seal_left for node in kept)


def test_costs_double_with_military_favored() -> None:
    def costs(name: str) -> list[str]:
        return [text.text for text in texts(overview(state(name), look(state(name)))) if text.y == layout.MARKET_COSTS]

    assert costs("classic") == ["0", "2", "4", "6", "8", "10"]
    assert costs("alone") == ["0", "1", "2", "3", "4", "5"]


def test_the_market_in_words_names_every_icon_action_and_ability() -> None:
    view = state("classic")
    shown = " ".join(words(zoom(view, "market", look(view))))
    cards = [CONTENT.cards[space.card] for space in view.market if space.card in CONTENT.cards]
    terms = catalogue_terms(cards)
    assert all(term in shown for term in terms), [term for term in terms if term not in shown]


def catalogue_terms(cards: list[CourtCard]) -> set[str]:
    icons = {icon.removeprefix("suit_") for card in cards for icon in card.impact}
    return (
        {action for card in cards for action in card.actions} | icons | {"Infrastructure", "Charismatic", "Blackmail"}
    )


# Marks


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
    groups = ("region", "border"), ("market",), ("player", "coalition", "suit"), ("end", "gift")
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
    plates = [layout.region(region.id, board_map.plate_w(region.id, lang)) for region in view.regions]
    names = [(plate.x + 12, plate.y, plate.x + plate.w - 12, plate.y + plate.h) for plate in plates]
    for place in (place for place in every_place(view) if place.startswith(("region", "border"))):
        (badge,) = badges(overview(view, look(view, lang, marks=(Mark(place, 1),)), private=True))
        assert not any(overlap(extent(badge), name, 4) for name in names), place
        kind, _, region = place.partition(":")
        if kind == "region":
            assert inside((badge.x, badge.y), lands.outline(region)), place


def inside(point: tuple[float, float], outline: tuple[tuple[float, float], ...]) -> bool:
    """Whether a point lies in a polygon: a ray to the right crosses its edge an odd number of times."""
    x, y = point
    crossed = False
    for (ax, ay), (bx, by) in pairwise((*outline, outline[0])):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossed = not crossed
    return crossed


def test_pieces_of_a_region_are_numbered_at_the_pieces() -> None:
    view = state("classic")
    places = ("army:kabul:british", "army:kabul:afghan", "tribe:kabul:1", "tribe:kabul:2")
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    found = badges(overview(view, look(view, marks=marks), private=True))
    kabul = next(region for region in view.regions if region.id == "kabul")
    armies, tribes = board_map.armies(kabul), board_map.tribes(kabul)
    at = [(armies["british"].x, 18), (armies["afghan"].x, 18), (tribes[0].x, 6), (tribes[2].x, 6)]
    assert all(abs(badge.x - x) < near for badge, (x, near) in zip(found, at, strict=True))
    apart(overview(view, look(view, marks=marks), private=True))


@pytest.mark.parametrize("part", PARTS)
def test_a_zoom_marks_the_places_of_its_part(part: str) -> None:
    view = state("fullest")
    marks = tuple(Mark(place, n) for n, place in enumerate(every_place(view), 1))
    kinds = {"map": ("region", "border"), "market": ("market",)}[part]
    scene = zoom(view, part, look(view, marks=marks), private=True)
    assert numbers(scene) == [mark.number for mark in marks if mark.place.split(":")[0] in kinds]
    apart(scene)


def test_court_cards_are_marked_at_their_chips() -> None:
    view = state("fullest")
    marks = tuple(Mark(f"court:{slot.card}", n) for n, slot in enumerate(view.players[0].court, 1))
    scene = overview(view, look(view, marks=marks), private=True)
    assert numbers(scene) == [mark.number for mark in marks]
    apart(scene)


def test_a_card_in_a_hand_is_not_on_the_overview_and_unknown_places_are_refused() -> None:
    view = state("classic")
    assert spot("hand:12", view, look(view)) is None
    with pytest.raises(ValueError, match="unknown place 'moon:1'"):
        spot("moon:1", view, look(view))
    with pytest.raises(ValueError, match="belongs to the reader"):
        spot("end:left", view, look(view, viewer=None))


def test_what_a_turn_changed_is_marked() -> None:
    now = state("classic")
    scene = overview(now, look(now, before=boards.four_before()))
    halos = [node for node in scene.live if isinstance(node, Box) and node.edge == SIGNAL]
    inner = [(halo.x + 7, halo.y + 7) for halo in halos]
    kabul = next(region for region in now.regions if region.id == "kabul")
    army = board_map.armies(kabul)["afghan"]
    card = layout.card(5)
    assert (card.x, card.y) in inner
    assert any(abs(x - army.x) < 6 and abs(y - army.y) < 34 for x, y in inner)
    assert len(halos) <= 6


def test_whatever_a_turn_changes_leaves_a_mark() -> None:
    now = state("classic")

    def mine(**values: object) -> View:
        row = msgspec.structs.replace(now.players[2], **values)
        return msgspec.structs.replace(now, players=(*now.players[:2], row, now.players[3]))

    court = now.players[2].court
    spied = (court[0], msgspec.structs.replace(court[1], spies=(0, 1, 0, 0)), *court[2:])
    borders = (msgspec.structs.replace(now.borders[0], roads={"afghan": 1}), *now.borders[1:])
    regions = [msgspec.structs.replace(place, ruler=0) if place.id == "herat" else place for place in now.regions]
    for before in (
        mine(rupees=1),
        mine(held=1),
        mine(vp=1),
        mine(influence=1),
        mine(loyalty=None),
        mine(court=court[1:]),
        mine(court=(*court, boards.slot("60"))),
        mine(court=spied),
        msgspec.structs.replace(now, borders=borders),
        msgspec.structs.replace(now, regions=tuple(regions)),
        msgspec.structs.replace(now, favored="economic"),
        msgspec.structs.replace(now, dominant=None),
    ):
        scene = overview(now, look(now, before=before))
        assert any(SIGNAL in line(node) for node in scene.live)
    later = msgspec.structs.replace(mine(events=(110,)), globals=(109,))
    scene = overview(later, look(later, before=now))
    assert len([node for node in scene.live if getattr(node, "edge", None) == SIGNAL]) == 2


def test_frames_lie_below_names_rulers_spies_and_coins() -> None:
    now = state("alone")
    spied = tuple(msgspec.structs.replace(slot, spies=(0, 0)) for slot in now.players[1].court)
    old = msgspec.structs.replace(now.players[1], court=spied)
    regions = tuple(msgspec.structs.replace(place, ruler=None) for place in now.regions)
    market = tuple(msgspec.structs.replace(space, rupees=0) for space in now.market)
    before = msgspec.structs.replace(now, players=(now.players[0], old), regions=regions, market=market)
    live = overview(now, look(now, before=before)).live
    frames = [i for i, node in enumerate(live) if getattr(node, "edge", None) == SIGNAL]
    spies = [i for i, node in enumerate(live) if isinstance(node, Sprite) and isinstance(node.piece, Spies)]
    coins = [i for i, node in enumerate(live) if isinstance(node, Sprite) and isinstance(node.piece, Coin)]
    tabs = [i for i, node in enumerate(live) if isinstance(node, Sprite) and isinstance(node.piece, RulerTab)]
    plates = [
        i for i, node in enumerate(live) if isinstance(node, Text) and node.text in ("Persia", "Kabul") and node.y < 700
    ]
    assert len(frames) == 6 and len(plates) == 2
    assert max(frames) < min(*spies, *coins, *tabs, *plates)


def test_the_frame_of_a_region_holds_its_name_and_its_ruler() -> None:
    now = state("classic")
    for region in now.regions:
        changed = msgspec.structs.replace(region, armies={"afghan": 1}, tribes=(1, 1, 1, 1), ruler=0)
        later = msgspec.structs.replace(now, regions=tuple(changed if r is region else r for r in now.regions))
        for lang in ("ja", "en"):
            scene = overview(later, look(later, lang, before=now))
            (frame,) = [node for node in scene.live if isinstance(node, Box) and node.edge == SIGNAL]
            plate = layout.region(region.id, board_map.plate_w(region.id, lang))
            line = frame.width
            assert frame.x + line <= plate.x and plate.x + plate.w <= frame.x + frame.w - line
            assert frame.y + line <= plate.y - 44


def test_the_market_has_its_share_of_the_frames_whatever_else_changed() -> None:
    now = state("classic")
    cards = tuple(msgspec.structs.replace(space, card=None) if space.index in (4, 5) else space for space in now.market)
    poor = tuple(msgspec.structs.replace(player, rupees=0, held=0, court=()) for player in now.players)
    before = msgspec.structs.replace(now, players=poor, market=cards, regions=boards.start(4).regions)
    scene = overview(now, look(now, before=before))
    frames = [node for node in scene.live if isinstance(node, Box) and node.edge == SIGNAL]
    first, last = layout.card(4), layout.card(5)
    (around,) = [frame for frame in frames if frame.y > layout.MARKET_TOP]
    assert around.x < first.x < last.x + last.w < around.x + around.w
    assert len(frames) == 6


def test_rupees_put_on_cards_are_marked_before_the_purses_they_came_from() -> None:
    now = state("classic")
    rich = tuple(msgspec.structs.replace(player, rupees=20, held=9) for player in now.players)
    bare = tuple(msgspec.structs.replace(space, rupees=0) for space in now.market)
    scene = overview(now, look(now, before=msgspec.structs.replace(now, players=rich, market=bare)))
    discs = [node for node in scene.live if isinstance(node, Disc) and node.edge == SIGNAL]
    assert {(disc.x, disc.y) for disc in discs} == {coin_at(layout.card(i).x, layout.card(i).y) for i in (1, 4, 6, 9)}
    boxes = [node for node in scene.live if isinstance(node, Box) and node.edge == SIGNAL]
    assert len(boxes) == 2 and all(box.x > layout.SEATS_X for box in boxes)


def test_two_numbers_on_a_small_card_share_a_pill_that_can_be_read() -> None:
    view = state("classic")
    card = view.players[0].court[0].card
    marks = (Mark(f"court:{card}", 6), Mark(f"court:{card}", 8))
    (pill,) = badges(overview(view, look(view, marks=marks), private=True))
    assert isinstance(pill.piece, BadgeSpan) and pill.piece.text == "6, 8" and pill.piece.r > 12


def test_everything_at_once_has_at_most_six_halos() -> None:
    before = boards.start(5)
    scene = overview(state("fullest"), look(state("fullest"), before=before))
    assert 1 <= len([node for node in scene.live if getattr(node, "edge", None) == SIGNAL]) <= 6


def test_private_pictures_say_so_and_public_ones_do_not() -> None:
    view = state("classic")
    for picture, draw in PICTURES.items():
        shown = " ".join(words(draw(view, look(view))))
        assert ("Only you can see this" in shown) == picture.startswith("panel:"), picture


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
            assert numbers(scene) == sorted(n for place, n in placed if not place.startswith("hand:"))
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
