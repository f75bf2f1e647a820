"""The drawing of one option of a question: a card with the facts that matter, or another thing with its name."""

from collections.abc import Iterator

from engines.kernel import load_catalogue
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import EventCard
from engines.pax_pamir.view import PlayerView, View
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.board.market import is_due_check
from render.pax_pamir.cards.engravings import draw_coalition_portrait, draw_event_engraving
from render.pax_pamir.cards.face import draw_velvet
from render.pax_pamir.catalogue import find_player_name, render_effect, render_message, render_noun, render_title
from render.pax_pamir.pieces import Emblem, SuitLozenge
from render.pax_pamir.private.card_signs import draw_price
from render.pax_pamir.private.option_card import draw_option_card
from render.pax_pamir.private.targets import OptionCell, build_refusal, list_end_options

from . import check_forecast

_LEAST_PORTRAIT_H = 240  # px: least height of a coalition's card with a face
_END_LEFT, _END_RIGHT = 38, 50  # px from the edges of a card to numbers with points, so that those of two cards differ


def draw_option(view: View, player: PlayerView, cell: OptionCell, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw one option with its anchors. Its number is on the upper left corner.

    A card that can be played at both ends of the court has a number on each side, pointing there. Numbers of actions
    are beside the actions.
    """
    x, y, w, h = cell.x, cell.y, cell.w, cell.h
    r = min(28.0, h / 2)
    number_centre = (x + 8, y + 6)
    if cell.number_count > 1 and cell.is_low:  # the name begins right below them
        r, number_centre = min(20.0, h / 2), (x + 2, y - 2)
    yield kit.Anchor(cell.target.place, kit.Placement(x, y, w, h, 12, number_centre, r, max_width=min(w, 220)))
    for tip_side, mark in list_end_options(cell.target.place, ctx).items():
        number_centre = (x + _END_LEFT if tip_side < 0 else x + w - _END_RIGHT), y + 6
        yield kit.Anchor(mark.own_anchor, kit.Placement(x, y, w, h, 12, number_centre, r, tip_side=tip_side))
    kind, card = cell.target.place.partition(":")[0], cell.target.card
    if kind not in ("market", "hand", "court"):
        yield from _draw_thing(view, cell, kind, ctx)
    elif card is None:
        yield kit.Box(x, y, w, h, 12, None, theme.VACANT, 3)
        yield from draw_price(view, cell, x + w - 12, y + h - 8 - cell.sign_h / 2, cell.sign_h)[0]
    elif card in CONTENT.cards:
        yield from draw_option_card(view, player, card, cell, ctx)
    else:
        price_nodes, left = draw_price(view, cell, x + w - 12, y + h - 8 - cell.sign_h / 2, cell.sign_h)
        yield from _draw_event(view, CONTENT.events[card], cell, ctx, left)
        yield from price_nodes


def _draw_event(
    view: View, event: EventCard, cell: OptionCell, ctx: kit.RenderContext, left: float
) -> Iterator[kit.Node]:
    """Draw an event with its effect if bought, or a dominance check with its forecast. left: left edge of the price."""
    x, y, w, h, lang = cell.x, cell.y, cell.w, cell.h, ctx.lang
    has_forecast = event.is_check and cell.has_price and not cell.is_low
    yield draw_velvet(x, y, w, h, theme.CHECK if event.is_check else theme.MADDER)
    if not event.is_check:
        yield from draw_event_engraving(event.purchased, x, y, w, h)
    max_width, foot = w - 64, y + h - 16 - cell.sign_h
    if event.is_check:
        words = render_message("market.check", lang, check=render_noun("phase.dominance_check", lang))
        if not cell.is_low and not has_forecast:
            size = min(0.3 * h, 0.2 * w)
            for i, coalition in enumerate(COALITIONS):
                yield kit.Sprite(x + w * (0.25 + 0.25 * i), y + 40 + size / 2, Emblem(coalition, size))
            y += 40 + size
    else:
        words = render_title(f"event.{event.purchased}", lang)
    label = kit.fit_text(words, max_width, cell.name_size, 2)
    line = label.size * kit.LEADING
    yield from label.build_runs(x + 44, y + 12 + line * len(label.lines) / 2, theme.CREAM, max_width=max_width)
    top = y + 18 + line * len(label.lines)
    if has_forecast:
        yield from check_forecast.draw_forecast(view, ctx, x + 24, top, w - 44, foot - top)
        is_due = any(is_due_check(view, space) for space in view.market if cell.target.place == f"market:{space.index}")
        yield from check_forecast.draw_note(
            view, ctx, x + 24, y + h - 8 - cell.sign_h / 2, left - x - 34, is_due=is_due
        )
    if event.is_check or cell.is_low:
        return
    for size in (kit.BODY, kit.DETAIL, kit.MICRO):
        effect_text = kit.wrap_paragraph(render_effect(event.purchased, lang), max_width, size)
        text_h = size * kit.LEADING * len(effect_text.lines)
        if text_h <= foot - top:
            yield from effect_text.build_runs(x + 44, top + text_h / 2, theme.PANEL, max_width=max_width)
            return


def _draw_thing(view: View, cell: OptionCell, kind: str, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw a gift space, an end of the court, a player, a suit or a coalition: a large sign above its name."""
    x, y, w, h = cell.x, cell.y, cell.w, cell.h
    _, _, thing = cell.target.place.partition(":")
    middle, size = x + w / 2, min(0.5 * h, 0.4 * w)
    centre = y + 0.4 * h
    yield kit.Box(x, y, w, h, 12, theme.IVORY, theme.CARD_RIM, 2, material="paper")
    match kind:
        case "gift":
            yield kit.Icon("gift", middle, centre - 0.1 * size, 0.8 * size, theme.INK, theme.IVORY)
            words = thing
            yield kit.Icon("rupee", middle - 40, y + h * 0.82, 48, theme.INK, theme.IVORY)
            yield kit.TextRun(middle, y + h * 0.82, words, kit.HEAD, theme.INK, max_width=80)
            return
        case "end":
            words = render_noun(f"place.{thing}_end", ctx.lang)
            yield kit.Icon("arrow", middle, centre, size, theme.INK, theme.IVORY)
        case "player":
            number = int(thing)
            seat = view.players[number]
            words = find_player_name(view, number, ctx)
            token = kit.SeatToken(number, theme.SEATS[seat.color], 0.36 * size, has_ring=True)
            yield kit.Sprite(middle - 0.62 * size, centre, token)
            yield kit.Sprite(middle + 0.5 * size, centre - 0.22 * size, kit.Seal(str(seat.vp), 0.3 * size))
            yield kit.Icon("rupee", middle + 0.34 * size, centre + 0.34 * size, 48, theme.INK, theme.IVORY)
            yield kit.TextRun(
                middle + 0.34 * size + 38, centre + 0.34 * size, str(seat.rupees), kit.HEAD, theme.INK, max_width=80
            )
        case "suit":
            words = render_title(f"suit.{thing}", ctx.lang)
            yield kit.Sprite(middle, centre, SuitLozenge(thing, 0.56 * size))
        case "no":
            words = load_catalogue("engines.pax_pamir").render(build_refusal(thing), ctx.lang)
            yield kit.Icon("pass", middle, centre, 0.8 * size, theme.MADDER, theme.IVORY)
        case _:
            words = render_noun(f"coalition.{thing}", ctx.lang)
            side = min(0.66 * h, w - 0.9 * size - 40) if h >= _LEAST_PORTRAIT_H else 0.0
            yield from draw_coalition_portrait(thing, middle - (side + 0.9 * size) / 2, centre - side / 2, side)
            yield kit.Sprite(middle + side / 2, centre, Emblem(thing, 0.9 * size))
    label = kit.fit_name(words, w - 24, kit.HEAD) if kind == "player" else kit.fit_text(words, w - 24, kit.HEAD, 2)
    yield from label.build_runs(middle, y + h * 0.82, theme.INK, "m", max_width=w - 24)
