"""The picture of "what do you do?": it numbers every start of an action, shows one hand, and fits what lies there."""

import msgspec
import pytest

from engines.kernel import LANGS, SEED_BYTES, Decision, Lang, Match, Rng, games, random_answer
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render import Look, Mark, Scene, arts
from render.kit.colour import WHITE
from render.kit.extent import extent
from render.kit.scene import KEY, Box, Text, line
from render.kit.text import measure
from render.kit.tokens import Badge
from render.pax_pamir import theme
from render.pax_pamir.layout import COLUMNS
from render.pax_pamir.words.alt import alt
from tests.pax_pamir.pictures import boards, notation
from tests.render.badges import apart, badges, numbers

GAME, ART = games()["pax_pamir"], arts()["pax_pamir"]
CARDS = tuple(CONTENT.cards)


def turn(view: View, seat: int, lang: Lang = "en", marks: tuple[Mark, ...] = ()) -> Scene:
    return ART.compose(view, "panel:turn", Look(lang, boards.NAMES, viewer=seat, marks=marks))


def words(scene: Scene) -> str:
    return " ".join(node.text for node in scene.live if isinstance(node, Text))


def holding(hand: int, court: int) -> View:
    """`classic` with so many cards in the hand and in the court of C."""
    view = boards.classic()
    cards = CARDS[:hand], CARDS[hand : hand + court]
    rows = tuple(f"{card} AABCDE hostage A used" if n % 3 else str(card) for n, card in enumerate(cards[1]))
    mine = notation.player(2, "r", rows, hand=cards[0], rupees=36, bribes=dict.fromkeys(cards[0][::2], 2))
    return msgspec.structs.replace(view, players=(*view.players[:2], mine, *view.players[3:]))


def options(view: View) -> tuple[Mark, ...]:
    """One number on each card in hand and in the market, three on each card in court."""
    mine = view.players[2]
    places = [f"hand:{card}" for card in mine.hand or ()] + [f"market:{space.index}" for space in view.market]
    places += [f"court:{slot.card}" for slot in mine.court for _ in range(3)]
    return tuple(Mark(place, n) for n, place in enumerate(places, 1))


@pytest.mark.parametrize(("seats", "chosen"), [(1, {}), (2, {"wakhan": "two"}), (3, {}), (5, {"open_hands": "on"})])
def test_every_start_of_an_action_is_numbered(seats: int, chosen: dict[str, str]) -> None:
    rng = Rng(f"pax turn {seats}".encode().ljust(SEED_BYTES, b"."))
    match, asked = Match.start(GAME, GAME.setup(seats, (), chosen), rng.seed), 0
    while match.ask is not None:
        (seat,) = match.waiting
        prompt = match.prompt(seat)
        assert prompt is not None
        if prompt.text.key == "menu.ask":
            marks = tuple(Mark(o.place, n) for n, o in enumerate(prompt.options, 1) if o.place is not None)
            scene = turn(match.view(seat), seat, marks=marks)
            assert numbers(scene) == [mark.number for mark in marks]
            apart(scene)
            chosen_panel = ART.panel(match.view(seat), seat, tuple(mark.place for mark in marks))
            shown = ART.compose(match.view(seat), chosen_panel, Look("en", boards.NAMES, viewer=seat, marks=marks))
            assert numbers(shown) == numbers(scene)
            asked += 1
        match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
    assert asked > 4


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("count", [0, 1, 5, 6, 7, 12, 13])
def test_it_fits_whatever_lies_there(count: int, lang: Lang) -> None:
    for view in (holding(count, count), holding(13 - count, count)):
        scene = turn(view, 2, lang, options(view))
        assert numbers(scene) == [mark.number for mark in options(view)]
        apart(scene)
        for node in (*scene.static, *scene.live):
            left, top, right, bottom = extent(node)
            assert left >= 0 and top >= 0 and right <= scene.width and bottom <= scene.height, line(node)
            if isinstance(node, Text):
                assert node.room is not None and measure(node.text, node.size, node.weight) <= node.room, line(node)
        if count <= COLUMNS:
            found = words(scene)
            assert all(
                word in found for slot in view.players[2].court for word in CONTENT.cards[slot.card].name.split()
            )


def test_the_numbers_run_from_the_top_down() -> None:
    marks = [*range(12), 88, 60, 3, 5, 14, 12]  # as the question lists them: market, hand, court
    places = (*("market",) * 12, *("hand",) * 3, *("court",) * 3)
    numbered = tuple(Mark(f"{kind}:{card}", n) for n, (kind, card) in enumerate(zip(places, marks, strict=True), 1))
    found = badges(turn(boards.classic(), 2, marks=numbered))
    pieces = [node.piece for node in sorted(found, key=lambda node: (node.y, node.x))]
    assert [piece.number for piece in pieces if isinstance(piece, Badge)] == list(range(1, 19))


def test_it_shows_the_own_hand_and_nobody_elses() -> None:
    view = msgspec.structs.replace(boards.classic(), options=("open_hands",))
    other = msgspec.structs.replace(view.players[1], hand=(94, 95, 96), held=3)
    opened = msgspec.structs.replace(view, players=(view.players[0], other, *view.players[2:]))
    assert turn(opened, 2) == turn(view, 2)
    assert CONTENT.cards[60].name in words(turn(view, 2))
    with pytest.raises(KeyError, match="no picture"):
        turn(view, 1)
    with pytest.raises(KeyError, match="no picture"):
        ART.compose(view, "panel:turn", Look("en", boards.NAMES))


def test_too_many_cards_are_told_on_madder_and_named_in_the_alt_text() -> None:
    view = holding(7, 5)
    found = words(turn(view, 2))
    mine = view.players[2]
    assert f"Hand 7/{mine.hand_limit}" in found and f"Court 5/{mine.court_limit}" in found
    text = alt(view, "panel:turn", Look("en", boards.NAMES, viewer=2))
    assert text.startswith("Only you: ")
    assert f"Hand 7/{mine.hand_limit}, court 5/{mine.court_limit}" in text


def test_prices_stand_in_their_pills_however_many_cards_there_are() -> None:
    for hand in (3, 6, 13):
        scene = turn(view := holding(hand, 6), 2, marks=options(view))
        pills = [node for node in scene.live if isinstance(node, Box) and node.fill == theme.NIGHT and node.h < 50]
        prices = [
            (node, pill)
            for node in scene.live
            if isinstance(node, Text) and node.text.isdigit() and node.colour == WHITE
            for pill in pills
            if pill.x < node.x < pill.x + pill.w and pill.y < node.y < pill.y + pill.h
        ]
        assert len(prices) == len(pills) > 5
        for price, pill in prices:
            assert 0.72 * price.size <= pill.h and price.x + measure(price.text, price.size) < pill.x + pill.w


def test_each_kind_has_lines_of_its_own_where_this_costs_the_cards_no_height() -> None:
    """Heads that come again take the room of a line."""
    scene = turn(view := holding(6, 6), 2, marks=options(view))
    heads = [node.text for node in scene.live if isinstance(node, Text) and node.size == KEY and node.x < 120]
    assert len(heads) == len(set(heads)) > 2


def test_what_must_wait_stands_side_by_side_if_there_is_room() -> None:
    view = holding(2, 1)
    bought = tuple(Mark(f"market:{n}", n + 1) for n in range(11))
    told = [node for node in turn(view, 2, marks=bought).live if isinstance(node, Text)]
    hand, court = (next(node for node in told if node.text.startswith(words)) for words in ("Hand 2/", "Court 1/"))
    assert hand.y == court.y and hand.x < court.x
