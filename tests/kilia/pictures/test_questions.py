"""Every question has a picture whose largest object is its subject; the alt text lists the choices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS, Match, Prompt
from engines.kilia.data.types import GOODS
from engines.kilia.game import GAME
from engines.kilia.table.state import State
from engines.kilia.view import PaymentRow, PaymentView
from render import Lang, Mark, RenderContext
from render.kilia import ART, theme
from render.kilia.catalogue import render_noun
from render.kilia.mat.market import SPACE_POSITIONS
from render.kit.bounds import measure_bounds
from render.kit.illustration import Ground
from render.kit.marks.option_numbers import sort_by_reading_order
from render.kit.scene import Box, TextRun
from tests.contract.pictures.checks import list_problems
from tests.contract.pictures.picture_sample import PictureSample
from tests.kilia.fuzz import play_randomly, start_game
from tests.kilia.pictures.boards import build_crowded_state, build_empty_state
from tests.kilia.stage import WHITE, build_table, set_player

PANELS = {
    "HowToPay": "panel:pay",
    "WhichMerchants": "panel:deliver",
    "WhichContract": "panel:contracts",
    "WhichAbility": "panel:learn",
    "WhichWarehouse": "panel:build",
    "WhichSpace": "panel:market",
    "WhichGood": "panel:good",
    "WhichOrientation": "panel:way",
    "WhichSegment": "panel:way",
    "WhichWindows": "panel:sail",
    "SpratRelief": "panel:relief",
    "RefreshOffer": "panel:refresh",
    "WhichAction": "panel:turn",
}
"""Panels by type of the question's subject. Units of a payment and the end of a turn without free moves have none."""
NAMES = ("Aoi", "Marco", "Jules", "ことり")
_LARGE_ZONES = "kilia/large_zones"


def play_questions() -> Iterator[tuple[str, Match[State], Prompt]]:
    """Yield the first questions of each kind in games that begin late."""
    first_by_kind: dict[str, list[tuple[Match[State], Prompt]]] = {}

    def note_questions(match: Match[State], _: Any) -> None:
        for seat in match.waiting_seats[:1]:
            prompt = match.find_prompt(seat)
            assert prompt is not None
            of_kind = first_by_kind.setdefault(type(prompt.subject).__name__, [])
            if len(of_kind) < 3:
                of_kind.append((match.fork(), prompt))

    for number in range(16):
        play_randomly(start_game(number, late=True), number, note_questions)
    for kind, prompts in first_by_kind.items():
        for match, prompt in prompts:
            yield kind, match, prompt


@pytest.fixture(scope="module")
def question_cases() -> list[tuple[str, Match[State], Prompt]]:
    return list(play_questions())


def list_places(prompt: Prompt) -> list[str]:
    return [option.place for option in (*prompt.options, *prompt.side_actions) if option.place is not None]


def test_every_question_gets_its_picture(question_cases: list[tuple[str, Match[State], Prompt]]) -> None:
    seen = set()
    for kind, match, prompt in question_cases:
        wanted = list_places(prompt)
        if kind in PANELS and wanted:
            seen.add(kind)
            assert ART.choose_panel(match.build_view(prompt.seat), prompt.seat, wanted) == PANELS[kind], prompt.text.key
        if kind == "EndOfTurn" and wanted:
            assert ART.choose_panel(match.build_view(prompt.seat), prompt.seat, wanted) == "panel:free"
    assert seen == set(PANELS)


def test_every_option_with_a_place_is_on_its_picture(question_cases: list[tuple[str, Match[State], Prompt]]) -> None:
    """Free moves too, whatever they are on that picture: all their places are drawn."""
    for _, match, prompt in question_cases:
        wanted = list_places(prompt)
        if wanted:
            view = match.build_view(prompt.seat)
            picture = ART.choose_panel(view, prompt.seat, wanted)
            marks = tuple(Mark(place, n) for n, place in enumerate(wanted, 1))
            anchors = ART.draw(view, picture, RenderContext("en", NAMES, prompt.seat, marks)).anchors
            assert set(wanted) <= set(anchors), f"{prompt.text.key} on {picture}"


def test_every_alt_text_is_complete_and_fits(question_cases: list[tuple[str, Match[State], Prompt]]) -> None:
    for _, match, prompt in question_cases:
        view = match.build_view(prompt.seat)
        for lang in LANGS:
            ctx = RenderContext(lang, NAMES, prompt.seat)
            for picture in (*ART.list_pictures(view), *ART.list_private_pictures(view, prompt.seat)):
                text = ART.describe_picture(view, picture, ctx)
                assert 0 < len(text) <= 400 and text.endswith("。" if lang == "ja" else "."), f"{picture}: {text}"
                assert "。 " not in text and " ." not in text and "??" not in text, f"{picture}: {text}"
                if picture.startswith("panel:"):
                    assert text.startswith({"ja": "あなただけ：", "en": "Only you:"}[lang])


@pytest.mark.parametrize("lang", LANGS)
def test_market_spaces_are_listed_by_number_and_in_one_size(lang: Lang) -> None:
    s = build_crowded_state()
    view = GAME.view(s, s.active)
    scene = ART.draw(view, "panel:market", RenderContext(lang, NAMES, s.active))
    texts = [node for node in scene.live_part if isinstance(node, TextRun) and node.x > 948]
    spaces = [text.text for text in texts if text.text in SPACE_POSITIONS]
    spots = [scene.anchors[f"market:{space}"].placement for space in spaces]
    assert list(sort_by_reading_order(spots)) == list(range(6))
    lines = sorted((text for text in texts if text.x == 948 + 196), key=lambda text: text.y)
    assert len(lines) == 12 and len({text.size for text in lines[::2]}) == 1, "names, each above its uses"


@pytest.mark.parametrize("lang", LANGS)
def test_incomes_of_a_warehouse_with_two_digits_and_halves_fit(lang: Lang) -> None:
    view = GAME.view(build_table(2), WHITE)
    mat = view.mats[WHITE]
    forecasts = tuple(replace(forecast, income=(23, 27)) for forecast in mat.warehouse_forecasts)
    mats = tuple(replace(each, warehouse_forecasts=forecasts) if each is mat else each for each in view.mats)
    ctx = RenderContext(lang, NAMES, WHITE)
    sample = PictureSample("panel:build", ART.compose(replace(view, mats=mats), "panel:build", ctx), ctx)
    assert forecasts and not list(list_problems(sample))
    assert any(isinstance(node, TextRun) and node.text == "11.5 → 13.5" for node in sample.scene.live_part)


def test_alt_texts_of_decisions_list_the_gain_of_each_choice() -> None:
    s = build_crowded_state()
    view = GAME.view(s, s.active)
    ctx = RenderContext("en", NAMES, s.active)
    assert ART.describe_picture(view, "panel:build", ctx).startswith("Only you: Which warehouse? nothing.")
    beginning = GAME.view(build_table(2), WHITE)
    assert "income of a round 2 → " in ART.describe_picture(beginning, "panel:build", RenderContext("en", NAMES, WHITE))
    assert "smoke sprat for the castle" in ART.describe_picture(view, "panel:turn", ctx)
    assert "M2 covers the brick merchant" in ART.describe_picture(view, "panel:market", ctx)
    assert "pay 15 coins for the number" in ART.describe_picture(view, "panel:free", ctx)
    assert "salt 12 → 13" in ART.describe_picture(view, "panel:good", ctx)
    assert "coins 23 → 18" in ART.describe_picture(view, "panel:refresh", ctx)


@pytest.mark.parametrize("lang", LANGS)
def test_each_good_to_choose_has_its_name_and_the_engraving_of_its_zone(lang: Lang) -> None:
    s = build_crowded_state()
    scene = ART.compose(GAME.view(s, s.active), "panel:good", RenderContext(lang, NAMES, s.active))
    words = [node.text for node in scene.live_part if isinstance(node, TextRun)]
    assert all(render_noun(f"goods.{good}", lang) in words for good in GOODS)
    engravings = [node.window for node in scene.live_part if isinstance(node, Ground) and node.name == _LARGE_ZONES]
    assert len(set(engravings)) == len(GOODS)


@pytest.mark.parametrize("board", [build_crowded_state, build_empty_state])
def test_private_pictures_of_the_fullest_and_the_emptiest_turn_are_sound(board: Any) -> None:
    s = board()
    view = GAME.view(s, s.active)
    for lang in LANGS:
        for picture in ART.list_private_pictures(view, s.active):
            ctx = RenderContext(lang, NAMES, s.active)
            checked_picture = PictureSample(picture, ART.compose(view, picture, ctx), ctx)
            assert not list(list_problems(checked_picture)), picture


@pytest.mark.parametrize("lang", LANGS)
def test_spaces_of_the_market_bear_their_names_wherever_they_are_drawn(lang: Lang) -> None:
    """Option labels call them M1 to M6; two of them have the same effect, so a reader could not tell them apart."""
    for s, of in ((build_crowded_state(), "merchants"), (build_table(2), "empty spaces")):
        view = GAME.view(s, s.active)
        for picture in (f"mat:{s.active}", "panel:mat", "panel:market"):
            scene = ART.draw(view, picture, RenderContext(lang, NAMES, s.active))
            for space in SPACE_POSITIONS:
                placement = scene.anchors[f"market:{space}"].placement
                inside = [
                    n.text
                    for n in scene.live_part
                    if isinstance(n, TextRun)
                    and placement.x < n.x < placement.x + placement.w
                    and placement.y < n.y < placement.y + placement.h
                ]
                assert space in inside, f"{of} on {picture}"


def test_closed_options_say_why() -> None:
    """A full zone, an unaffordable cost, and a card whose merchant price is unaffordable."""
    s = build_table(offer="W01 B05 R09 Y10 Y11", active=WHITE)
    set_player(s, WHITE, coins=0, goods=(0, 0, 0, 0), zones=(0, 0, 0, 4))
    reasons = [
        n.text
        for n in ART.draw(GAME.view(s, WHITE), "panel:turn", RenderContext("en", NAMES, WHITE)).live_part
        if isinstance(n, TextRun)
    ]
    assert reasons.count("complete") == 2 and "1 coin short" in reasons and "5 coins short" in reasons
    assert "1 salt short" in reasons and "2 short" not in reasons, "goods and coins are not added up"


def test_the_frame_of_a_changed_stack_leaves_its_number_whole() -> None:
    s = build_crowded_state()
    view, seat = GAME.view(s, s.active), s.active
    space = next(space for space in view.mats[seat].market if len(space.cards) > 1)
    earlier_spaces = tuple(
        replace(other, cards=other.cards[:1]) if other == space else other for other in view.mats[seat].market
    )
    mats = tuple(replace(mat, market=earlier_spaces) if n == seat else mat for n, mat in enumerate(view.mats))
    ctx = RenderContext("en", NAMES * 2, seat, view_before=replace(view, mats=mats))
    sample = PictureSample("panel:market", ART.compose(view, "panel:market", ctx), ctx)
    assert sample.frames and not list_problems(sample)


def test_few_payments_make_the_picture_lower() -> None:
    s = build_table(offer="B01 B05 B09 Y10 W10", active=WHITE)
    view = GAME.view(s, WHITE)
    payments = tuple(
        PaymentRow(f"{n}", (("own", "salt", "salt"),), (), {"salt": 0, "brick": 0, "wood": 0, "wheat": 0}, n)
        for n in range(7)
    )
    heights = []
    for count in (1, 2, 7):
        pending = PaymentView(("salt",), 0, payments[:count])
        scene = ART.draw(replace(view, pending_payment=pending), "panel:pay", RenderContext("en", NAMES, WHITE))
        lowest = scene.anchors[f"way:{count - 1}"].placement
        heights.append(scene.height)
        assert 20 <= scene.height - lowest.y - lowest.h <= 60
    assert heights[0] < heights[1] < heights[2] == 1000


def test_the_stock_after_a_payment_takes_the_room_that_few_units_leave() -> None:
    s = build_table(offer="B01 B05 B09 Y10 W10", active=WHITE)
    view, stock = GAME.view(s, WHITE), dict.fromkeys(GOODS, 0)
    for unit_count in (1, 2, 5):
        payments = tuple(PaymentRow(f"{n}", (("own", "salt", "salt"),) * unit_count, (), stock, n) for n in range(2))
        pending = PaymentView(("salt",) * unit_count, 0, payments)
        scene = ART.draw(replace(view, pending_payment=pending), "panel:pay", RenderContext("en", NAMES, WHITE))
        row = scene.anchors["way:0"].placement
        texts = [node for node in scene.live_part if isinstance(node, TextRun) and row.y < node.y < row.y + row.h]
        edges = sorted(bounds[::2] for bounds in (*map(measure_bounds, texts), (row.x + row.w, 0, row.x + row.w, 0)))
        assert max(right - left for (_, left), (right, _) in pairwise(edges)) < 270, unit_count


def test_abilities_leave_no_place_empty_where_a_slot_is() -> None:
    view = GAME.view(build_table(offer="B01 B05 B09 Y10 W10", active=WHITE), WHITE)
    mats = tuple(replace(mat, coins=40, keys=9) if mat.seat == WHITE else mat for mat in view.mats)
    for empty in range(6):
        slots = tuple(replace(slot, card=None) if slot.number == empty else slot for slot in view.slots)
        offered = replace(view, slots=slots, mats=mats)
        scene = ART.draw(offered, "panel:learn", RenderContext("en", NAMES, WHITE))
        cards = [anchor.placement for place, anchor in scene.anchors.items() if place.startswith("learn:")]
        frames = [n for n in scene.live_part if isinstance(n, Box) and n.fill is None and n.h > 200]
        assert len(cards) == (4 if empty else 5) and len(frames) == 4
        if empty:
            assert len({card.x for card in cards}) == len({card.y for card in cards}) == 2
            assert all(frame.x > max(card.x + card.w for card in cards) for frame in frames)
            assert len({frame.y for frame in frames}) == 2


@pytest.mark.parametrize("lang", LANGS)
def test_new_cards_for_coins_are_five_alike(lang: Lang) -> None:
    s = build_table(offer="W01 R13 B05 Y10 W10")
    set_player(s, WHITE, coins=6)
    scene = ART.draw(GAME.view(s, WHITE), "panel:turn", RenderContext(lang, NAMES, WHITE))
    field = scene.anchors["refresh"].placement
    backs = [node for node in scene.live_part if isinstance(node, Box) and node.fill == theme.BALTIC]
    backs = [box for box in backs if field.x < box.x < field.x + field.w and field.y < box.y < field.y + field.h]
    assert len(backs) == 5 and len({(box.y, box.w, box.h, box.edge) for box in backs}) == 1
    assert all(right.x - (left.x + left.w) >= 4 for left, right in pairwise(backs))
    assert {"en": "all 5 cards new", "ja": "5枚すべて交換"}[lang] in {
        node.text for node in scene.live_part if isinstance(node, TextRun)
    }
