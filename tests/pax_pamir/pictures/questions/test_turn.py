"""The menu picture of a turn: it numbers every possible action, shows one hand, and fits any number of cards."""

import msgspec
import pytest

from engines.kernel import LANGS, SEED_BYTES, Decision, Lang, Match, Rng, load_games, pick_random_answer
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render import Mark, RenderContext, Scene, load_arts
from render.kit.bounds import measure_bounds
from render.kit.marks.badges import NumberBadge
from render.kit.scene import KEY, Box, TextRun, describe_node
from render.kit.text import measure_text
from render.pax_pamir import theme
from render.pax_pamir.layout import COLUMNS
from render.pax_pamir.words.alt import describe_picture
from tests.pax_pamir.pictures import boards, notation
from tests.render.badges import check_badges_apart, list_badges, list_numbers

GAME, ART = load_games()["pax_pamir"], load_arts()["pax_pamir"]
CARDS = tuple(CONTENT.cards)


def draw_turn(view: View, seat: int, lang: Lang = "en", marks: tuple[Mark, ...] = ()) -> Scene:
    return ART.compose(view, "panel:turn", RenderContext(lang, boards.NAMES, viewer=seat, marks=marks))


def join_words(scene: Scene) -> str:
    return " ".join(node.text for node in scene.live_part if isinstance(node, TextRun))


def build_holding_view(hand: int, court: int) -> View:
    """Return `build_classic` with this many cards in C's hand and court."""
    view = boards.build_classic()
    cards = CARDS[:hand], CARDS[hand : hand + court]
    rows = tuple(f"{card} AABCDE hostage A used" if n % 3 else str(card) for n, card in enumerate(cards[1]))
    mine = notation.build_player(2, "r", rows, hand=cards[0], rupees=36, bribes=dict.fromkeys(cards[0][::2], 2))
    return msgspec.structs.replace(view, players=(*view.players[:2], mine, *view.players[3:]))


def build_marks(view: View) -> tuple[Mark, ...]:
    """Return marks: one on each card in hand and in the market, three on each card in court."""
    mine = view.players[2]
    places = [f"hand:{card}" for card in mine.hand or ()] + [f"market:{space.index}" for space in view.market]
    places += [f"court:{slot.card}" for slot in mine.court for _ in range(3)]
    return tuple(Mark(place, n) for n, place in enumerate(places, 1))


@pytest.mark.parametrize(("seats", "chosen"), [(1, {}), (2, {"wakhan": "two"}), (3, {}), (5, {"open_hands": "on"})])
def test_every_start_of_an_action_is_numbered(seats: int, chosen: dict[str, str]) -> None:
    rng = Rng(f"pax turn {seats}".encode().ljust(SEED_BYTES, b"."))
    match, question_count = Match.start(GAME, GAME.build_setup(seats, (), chosen), rng.seed), 0
    while match.open_prompts is not None:
        (seat,) = match.waiting_seats
        prompt = match.find_prompt(seat)
        assert prompt is not None
        if prompt.text.key == "menu.ask":
            marks = tuple(Mark(o.place, n) for n, o in enumerate(prompt.options, 1) if o.place is not None)
            scene = draw_turn(match.build_view(seat), seat, marks=marks)
            assert list_numbers(scene) == [mark.number for mark in marks]
            check_badges_apart(scene)
            chosen_panel = ART.choose_panel(match.build_view(seat), seat, tuple(mark.place for mark in marks))
            picture = ART.compose(
                match.build_view(seat), chosen_panel, RenderContext("en", boards.NAMES, viewer=seat, marks=marks)
            )
            assert list_numbers(picture) == list_numbers(scene)
            question_count += 1
        match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
    assert question_count > 4


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("count", [0, 1, 5, 6, 7, 12, 13])
def test_picture_fits_any_number_of_cards(count: int, lang: Lang) -> None:
    for view in (build_holding_view(count, count), build_holding_view(13 - count, count)):
        scene = draw_turn(view, 2, lang, build_marks(view))
        assert list_numbers(scene) == [mark.number for mark in build_marks(view)]
        check_badges_apart(scene)
        for node in (*scene.static_part, *scene.live_part):
            left, top, right, bottom = measure_bounds(node)
            assert left >= 0 and top >= 0 and right <= scene.width and bottom <= scene.height, describe_node(node)
            if isinstance(node, TextRun):
                assert (
                    node.max_width is not None and measure_text(node.text, node.size, node.weight) <= node.max_width
                ), describe_node(node)
        if count <= COLUMNS:
            text = join_words(scene)
            assert all(word in text for slot in view.players[2].court for word in CONTENT.cards[slot.card].name.split())


def test_the_numbers_run_from_the_top_down() -> None:
    marks = [*range(12), 88, 60, 3, 5, 14, 12]  # in the order of the question: market, hand, court
    places = (*("market",) * 12, *("hand",) * 3, *("court",) * 3)
    numbered = tuple(Mark(f"{kind}:{card}", n) for n, (kind, card) in enumerate(zip(places, marks, strict=True), 1))
    option_badges = list_badges(draw_turn(boards.build_classic(), 2, marks=numbered))
    pieces = [node.piece for node in sorted(option_badges, key=lambda node: (node.y, node.x))]
    assert [piece.number for piece in pieces if isinstance(piece, NumberBadge)] == list(range(1, 19))


def test_picture_shows_only_the_hand_of_its_player() -> None:
    view = msgspec.structs.replace(boards.build_classic(), options=("open_hands",))
    other = msgspec.structs.replace(view.players[1], hand=(94, 95, 96), hand_size=3)
    opened = msgspec.structs.replace(view, players=(view.players[0], other, *view.players[2:]))
    assert draw_turn(opened, 2) == draw_turn(view, 2)
    assert CONTENT.cards[60].name in join_words(draw_turn(view, 2))
    with pytest.raises(KeyError, match="no picture"):
        draw_turn(view, 1)
    with pytest.raises(KeyError, match="no picture"):
        ART.compose(view, "panel:turn", RenderContext("en", boards.NAMES))


def test_too_many_cards_are_flagged_in_red_and_named_in_the_alt_text() -> None:
    view = build_holding_view(7, 5)
    joined_text = join_words(draw_turn(view, 2))
    mine = view.players[2]
    assert f"Hand 7/{mine.hand_limit}" in joined_text and f"Court 5/{mine.court_limit}" in joined_text
    text = describe_picture(view, "panel:turn", RenderContext("en", boards.NAMES, viewer=2))
    assert text.startswith("Only you: ")
    assert f"Hand 7/{mine.hand_limit}, court 5/{mine.court_limit}" in text


def test_prices_stand_in_their_pills_however_many_cards_there_are() -> None:
    for hand in (3, 6, 13):
        scene = draw_turn(view := build_holding_view(hand, 6), 2, marks=build_marks(view))
        pills = [node for node in scene.live_part if isinstance(node, Box) and node.fill == theme.NIGHT and node.h < 50]
        prices = [
            (node, pill)
            for node in scene.live_part
            if isinstance(node, TextRun) and node.text.isdigit() and node.colour == theme.CREAM
            for pill in pills
            if pill.x < node.x < pill.x + pill.w and pill.y < node.y < pill.y + pill.h
        ]
        assert len(prices) == len(pills) > 5
        for price, pill in prices:
            assert 0.72 * price.size <= pill.h and price.x + measure_text(price.text, price.size) < pill.x + pill.w


def test_each_kind_has_its_own_rows_if_cards_stay_as_high() -> None:
    """Repeated headings would take the space of a row."""
    scene = draw_turn(view := build_holding_view(6, 6), 2, marks=build_marks(view))
    heads = [node.text for node in scene.live_part if isinstance(node, TextRun) and node.size == KEY and node.x < 120]
    assert len(heads) == len(set(heads)) > 2


def test_waiting_cards_are_side_by_side_if_they_fit() -> None:
    view = build_holding_view(2, 1)
    bought = tuple(Mark(f"market:{n}", n + 1) for n in range(11))
    texts = [node for node in draw_turn(view, 2, marks=bought).live_part if isinstance(node, TextRun)]
    hand, court = (next(node for node in texts if node.text.startswith(words)) for words in ("Hand 2/", "Court 1/"))
    assert hand.y == court.y and hand.x < court.x
