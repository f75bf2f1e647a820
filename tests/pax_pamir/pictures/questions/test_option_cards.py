"""Selectable cards: their actions have words if these fit, and nothing on them overlaps."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS, Lang, Message, load_games
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import CourtSlot, View
from render import Mark, RenderContext, Scene, load_arts
from render.kit.bounds import measure_bounds
from render.kit.marks.mark_layout import MarkCanvas
from render.kit.marks.option_numbers import draw_numbers
from render.kit.scene import DETAIL, Icon, Numeral, Sprite, TextRun
from render.kit.tokens import IconDisc, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.catalogue import render_message, render_noun
from render.pax_pamir.pieces import AbilityStar, PriceTag, PrizeRibbon
from render.pax_pamir.private.card_actions import layout_lowest_fields
from render.pax_pamir.private.card_signs import BribeSign
from render.pax_pamir.private.option_cell import draw_option
from render.pax_pamir.private.targets import ChoiceTarget, OptionCell
from tests.contract.pictures.checks import numbers_hide_nothing
from tests.contract.pictures.covered_figures import numbers_cover_no_figures
from tests.contract.pictures.picture_sample import PictureSample
from tests.pax_pamir.pictures import boards
from tests.pax_pamir.pictures.fields import read_field
from tests.render.badges import list_numbers

GAME, ART = load_games()["pax_pamir"], load_arts()["pax_pamir"]
MENU = Message("menu.ask", {"actions": 2, "rupees": 7})
ELSEWHERE = {slot.card for player in boards.build_classic().players for slot in player.court}
TWO_LINES = [n for n, c in CONTENT.cards.items() if len(c.actions) == 2 and len(c.name) > 16 and n not in ELSEWHERE][:3]


def draw_menu(
    lang: Lang, market: int, court: Sequence[CourtSlot], question: Message = MENU, rupees: int = 7
) -> tuple[View, Scene]:
    """Draw C's menu with this many cards to buy and all actions of these court cards."""
    view = boards.build_classic()
    assert view.turn is not None
    mine = replace(view.players[2], court=tuple(court), court_limit=9, rupees=rupees)
    players = tuple(mine if player.number == 2 else player for player in view.players)
    view = replace(view, players=players, turn=replace(view.turn, player=2, actions=2))
    bought = [Mark(f"market:{n}", n + 1) for n in range(market)]
    uses = [(slot.card, action) for slot in court for action in CONTENT.cards[slot.card].actions]
    used = [Mark(f"court:{n}", i, key=f"use:{n}:{a}") for i, (n, a) in enumerate(uses, market + 1)]
    return view, ART.compose(
        view, "panel:turn", RenderContext(lang, boards.NAMES, 2, (*bought, *used), question=question)
    )


def build_slot(card: int, spies: tuple[int, ...], hostage: int | None = None) -> CourtSlot:
    return replace(boards.build_classic().players[2].court[0], card=card, spies=spies, hostage=hostage)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("market", [3, 6, 9, 12])
def test_actions_of_cards_with_spies_have_their_words_and_no_spy_lies_on_them(market: int, lang: Lang) -> None:
    court = [build_slot(card, (0, 1, 0, 0, 0), 1 if i else None) for i, card in enumerate(TWO_LINES)]
    _, scene = draw_menu(lang, market, court)
    n = market
    for card in TWO_LINES:
        for action in CONTENT.cards[card].actions:
            n += 1
            text = read_field(scene, Mark(f"court:{card}", n, key=f"use:{card}:{action}"))
            assert text == (action, render_noun(f"action.{action}", lang))
    signs = [n for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, IconDisc) and n.y > 190]
    spies = [n for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and n.y > 190]
    locks = [n for n in scene.live_part if isinstance(n, Icon) and n.name == "lock" and n.y > 190]
    assert spies and locks
    for sign in (measure_bounds(node) for node in signs):
        for spy in [*map(measure_bounds, spies), *map(measure_bounds, locks)]:
            assert sign[2] <= spy[0] or spy[2] <= sign[0] or sign[3] <= spy[1] + 4 or spy[3] <= sign[1] + 4


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("w", [272, 300, 360])
def test_low_fields_of_three_actions_stay_on_their_card(w: int, lang: Lang) -> None:
    """The last of them once hung over the edge of its card: its neighbours had taken the room with their words."""
    ctx = RenderContext(lang, boards.NAMES, 2)
    three = [card for card in CONTENT.cards.values() if len(card.actions) == 3]
    for card in three:
        options: dict[str, Mark] = {action: Mark("court:0", n, key=action) for n, action in enumerate(card.actions, 1)}
        layout = layout_lowest_fields(card, boards.build_classic().players[2], options, w, ctx)
        assert layout.w <= w and (layout.sign_r or all(layout.names)), (card.name, layout)
    assert len(three) > 5


@pytest.mark.parametrize("lang", LANGS)
def test_spies_on_a_card_that_must_wait_leave_its_name_free(lang: Lang) -> None:
    """The reason why it must wait is shown once."""
    spied = [build_slot(card, (1, 1, 0, 0, 0), hostage) for card, hostage in zip(TWO_LINES, (None, 1, 1), strict=True)]
    view, _ = draw_menu(lang, 12, spied, rupees=0)
    ctx = RenderContext(lang, boards.NAMES, 2, tuple(Mark(f"market:{n}", n + 1) for n in range(12)), question=MENU)
    scene = ART.compose(view, "panel:turn", ctx)
    below = [node for node in scene.live_part if isinstance(node, TextRun) and node.y > 900]
    names = [node for node in below if node.size <= DETAIL]
    for token in (n for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and n.y > 900):
        left, top, right, foot = measure_bounds(token)
        for name in names:
            x, y, end, base = measure_bounds(name)
            assert end <= left or right <= x or foot <= y + 6 or base <= top, name
    idle = render_message("rest.idle", lang)
    assert sum(node.text.count(idle) for node in below) == 1


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("market", [6, 11])
def test_prize_and_ability_stand_clear_of_words(market: int, lang: Lang) -> None:
    """A star once covered the last letter of Transcaspia's long name."""
    view, _ = draw_menu(lang, market, ())
    gifted = [n for n, card in CONTENT.cards.items() if card.ability != "none"]
    for first in range(0, len(gifted), market):
        card_by_space = {
            space.index: card for space, card in zip(view.market, gifted[first : first + market], strict=False)
        }
        laid = tuple(replace(space, card=card_by_space.get(space.index, space.card)) for space in view.market)
        marks = tuple(Mark(f"market:{n}", n + 1) for n in range(market))
        scene = ART.compose(
            replace(view, market=laid), "panel:turn", RenderContext(lang, boards.NAMES, 2, marks, question=MENU)
        )
        words = [measure_bounds(node) for node in scene.live_part if isinstance(node, TextRun)]
        for sign in (
            n for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, PrizeRibbon | AbilityStar)
        ):
            left, top, right, foot = measure_bounds(sign)
            assert all(end <= left + 1 or right <= x or foot <= y + 6 or base <= top + 6 for x, y, end, base in words)


@pytest.mark.parametrize("favored", [False, True])
def test_bonus_action_is_labelled(favored: bool) -> None:
    for market in (3, 12):
        _, scene = draw_menu(
            "en", market, [replace(build_slot(card, (0,) * 5), is_favored=favored) for card in TWO_LINES]
        )
        assert any(isinstance(node, TextRun) and node.text == "bonus" for node in scene.live_part) == favored


@pytest.mark.parametrize("price", [2, 10])
def test_a_price_stands_in_its_tag(price: int) -> None:
    ground, coin, number = PriceTag(price).shapes()
    assert isinstance(coin, Icon) and isinstance(number, Numeral)
    left, _, right, _ = measure_bounds(ground)
    assert (
        left < measure_bounds(coin)[0]
        and measure_bounds(coin)[2] <= measure_bounds(number)[0]
        and measure_bounds(number)[2] < right - 3
    )


@pytest.mark.parametrize("lang", LANGS)
def test_both_answers_of_a_yes_or_no_question_have_numbers(lang: Lang) -> None:
    view, _ = draw_menu(lang, 0, [build_slot(TWO_LINES[0], (0,) * 5)])
    for question, other in (("blackmail.ask", "no:spy"), ("battle.safe_house", "no:house")):
        marks = (Mark(f"court:{TWO_LINES[0]}", 1), Mark(other, 2))
        ctx = RenderContext(lang, boards.NAMES, 2, marks, question=Message(question))
        assert ART.choose_panel(view, 2, [mark.place for mark in marks]) == "panel:turn"
        scene = ART.compose(view, "panel:turn", ctx)
        assert sorted(list_numbers(scene)) == [1, 2]
        yes, no = (scene.anchors[mark.place].placement for mark in marks)
        assert (yes.w, yes.h) == (no.w, no.h)
        assert ART.describe_picture(view, "panel:turn", ctx).count("1") and scene.height < 1600


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("market", [1, 6, 12])
@pytest.mark.parametrize(("rupees", "told", "fill"), [(7, "5", theme.MADDER), (1, "5?", theme.ROSE)])
def test_hostage_action_shows_its_bribe_and_whether_it_can_be_paid(
    market: int, rupees: int, told: str, fill: str, lang: Lang
) -> None:
    """R7 The bribe goes to the holder; a question about something else shows none."""
    hostage_slot = replace(build_slot(TWO_LINES[0], (0, 5, 0, 0, 0), 1), bribe=5)
    _, scene = draw_menu(lang, market, [hostage_slot], rupees=rupees)
    signs = [n.piece for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, BribeSign)]
    assert [(sign.text, sign.fill) for sign in signs] == [(told, fill)]
    view = boards.build_classic()
    mine = replace(view.players[2], court=(hostage_slot,))
    view = replace(view, players=tuple(mine if player.number == 2 else player for player in view.players))
    ctx = RenderContext(lang, boards.NAMES, 2, (Mark(f"court:{hostage_slot.card}", 1),), question=MENU)
    other = ART.compose(view, "panel:turn", ctx)
    assert not [n for n in other.live_part if isinstance(n, Sprite) and isinstance(n.piece, BribeSign)]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("number_count", [1, 2])
def test_every_name_stands_whole_on_the_narrowest_card_below_its_numbers(number_count: int, lang: Lang) -> None:
    view = boards.build_classic()
    marks = tuple(Mark("court:1", n) for n in range(1, number_count + 1))
    ctx = RenderContext(lang, boards.NAMES, 2, marks)
    for number, card in CONTENT.cards.items():
        target = ChoiceTarget("court:1", number, build_slot(number, (0,) * 5))
        cell = OptionCell(target, 100, 100, 240, 148, number_count)
        nodes = tuple(draw_option(view, view.players[2], cell, ctx))
        words = [node for node in nodes if isinstance(node, TextRun)]
        assert card.name in {" ".join(word.text for word in words[:n]) for n in (1, 2)}
        assert all(measure_bounds(word)[2] <= cell.x + cell.w for word in words), card.name
        scene = Scene(theme.THEME, 1600, 1000, theme.NIGHT, (), nodes)
        scene = dataclasses.replace(
            scene, live_part=(*nodes, *draw_numbers(marks, scene.anchors, MarkCanvas(1600, 1000, ())))
        )
        sample = PictureSample("card", scene, ctx)
        assert not [*numbers_hide_nothing(sample), *numbers_cover_no_figures(sample)], card.name
