"""The picture of an open bribe: the card at stake, payer and payee with their rupees, and the pieces it concerns."""

from collections.abc import Iterator

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.state import Request
from engines.pax_pamir.view import View
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.backdrop import draw_private_backdrop
from render.pax_pamir.cards.court_cards import draw_court_face
from render.pax_pamir.cards.market import build_coin
from render.pax_pamir.catalogue import find_player_name, render_message, render_noun
from render.pax_pamir.courts.layout import HEIGHT, WIDTH
from render.pax_pamir.pieces import Emblem

_TOP, _CARD_W, _CARD_H = 142, 500, 816
_LEFT, _RIGHT = 568, 1556
_HALF = (_RIGHT - _LEFT - 24) / 2
_PITCH = 316  # from one number to the next


def list_bribe_pages(view: View, seat: int | None) -> tuple[str, ...]:
    """Return one page if the seat is the payer or payee of an open bribe, else none."""
    request = find_bribe_request(view)
    return ("",) if request is not None and seat in (request.payer, request.payee) else ()


def find_bribe_request(view: View) -> Request | None:
    """Return the bribe that is being negotiated."""
    return None if view.turn is None else view.turn.request


def draw_bribe(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the open bribe, 1600 x 1000 px. ValueError if there is none."""
    request = find_bribe_request(view)
    if request is None:
        raise ValueError("this picture shows an open bribe, and there is none")
    live = (
        *kit.draw_notice(render_message("private.notice", ctx.lang), theme.NIGHT),
        *_draw_reader(view, ctx),
        kit.FRAME_LAYER,
        *draw_court_face(request.card, 44, _TOP, _CARD_W, _CARD_H, ctx.lang),
        kit.Anchor(f"stake:{request.card}", kit.Placement(44, _TOP, _CARD_W, _CARD_H, 12), "stake", "stake"),
        *_draw_party(view, ctx, request.payer, _LEFT, "bribe.payer"),
        *_draw_party(view, ctx, request.payee, _LEFT + _HALF + 24, "bribe.payee"),
        *_draw_sums(request, ctx),
        *(_draw_spies(view, request, ctx) if request.kind == "hostage" else _draw_region(view, request, ctx)),
    )
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.NIGHT, draw_private_backdrop(HEIGHT), live)


def _draw_reader(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the token of the reader."""
    if ctx.viewer is not None:
        colour = theme.SEATS[view.players[ctx.viewer].color]
        yield kit.Sprite(1510, 78, kit.SeatToken(ctx.viewer, colour, 34, has_ring=True))


def _draw_party(view: View, ctx: kit.RenderContext, number: int, x: float, key: str) -> Iterator[kit.Node]:
    """Draw one party of the bribe: role, token, name and rupees."""
    player, y, h = view.players[number], _TOP, 240
    yield kit.Anchor(f"purse:{number}", kit.Placement(x, y, _HALF, h, 12, is_count=True), player.rupees, "purses")
    yield kit.Box(x, y, _HALF, h, 12, theme.PANEL, theme.TABLET_RIM, 2, material="vellum")
    yield from kit.fit_text(render_message(key, ctx.lang), _HALF - 56, kit.BODY).build_runs(
        x + 28, y + 40, theme.INK_2, max_width=_HALF - 56
    )
    yield kit.Sprite(x + 70, y + 120, kit.SeatToken(number, theme.SEATS[player.color], 35, has_ring=True))
    yield from kit.fit_name(find_player_name(view, number, ctx), _HALF - 150, kit.HEAD).build_runs(
        x + 128, y + 120, theme.INK, max_width=_HALF - 140
    )
    yield kit.Icon("rupee", x + 70, y + 194, 60, theme.INK)
    yield kit.TextRun(x + 128, y + 194, str(player.rupees), kit.DISPLAY, theme.INK, max_width=200)


def _draw_sums(request: Request, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the full bribe, the offer and the counter-offer."""
    y, h = _TOP + 264, 210
    yield kit.Box(_LEFT, y, _RIGHT - _LEFT, h, 12, theme.NIGHT_2, material="lacquer")
    sums = (("full", request.full), ("offer", request.offer), ("counter", request.counter))
    known_sums = [(key, price) for key, price in sums if price is not None]
    for i, (key, price) in enumerate(known_sums):
        x = _LEFT + 28 + i * _PITCH
        yield from kit.fit_text(render_message(f"bribe.{key}", ctx.lang), _PITCH - 20, kit.BODY).build_runs(
            x, y + 40, theme.CREAM, max_width=_PITCH - 14
        )
        yield kit.Sprite(x + 66, y + 134, build_coin(price, 62))
        if i:
            yield kit.Icon("arrow", x - 96, y + 134, 72, kit.GOLD, theme.NIGHT_2)


def _draw_region(view: View, request: Request, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the region of the card: its ruler and pieces."""
    card_region = next(region for region in view.regions if region.id == CONTENT.cards[request.card].region)
    title = render_noun(f"region.{card_region.id}", ctx.lang)
    yield from _draw_pieces_box(title)
    x, y = _LEFT + 66, _TOP + 638
    if card_region.ruler is not None:
        words = kit.fit_text(
            render_message("hand.ruler", ctx.lang, who=kit.SEAT_LETTERS[card_region.ruler]), 380, kit.KEY
        )
        yield from words.build_runs(_RIGHT - 28, _TOP + 544, theme.CREAM, "r", max_width=390)
    for coalition, number in card_region.armies.items():
        if number:
            yield kit.Sprite(x + 10, y, Emblem(coalition, 88))
            yield kit.TextRun(x + 74, y, str(number), kit.DISPLAY, theme.CREAM, max_width=80)
            x += 190
    yield from _draw_owners(view, card_region.tribes, x, _TOP + 752)


def _draw_spies(view: View, request: Request, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the spies on a hostage. The player with most of them is owed the bribe."""
    yield from _draw_pieces_box(render_message("bribe.spies", ctx.lang))
    slots = [slot for player in view.players for slot in player.court if slot.card == request.card]
    if slots:
        yield from _draw_owners(view, slots[0].spies, _LEFT + 58, _TOP + 690)


def _draw_pieces_box(title: str) -> Iterator[kit.Node]:
    yield kit.Box(_LEFT, _TOP + 498, _RIGHT - _LEFT, 318, 12, theme.NIGHT_2, material="lacquer")
    yield from kit.fit_text(title, 540, kit.HEAD).build_runs(_LEFT + 28, _TOP + 548, theme.CREAM, max_width=540)


def _draw_owners(view: View, counts: tuple[int, ...], x: float, y: float) -> Iterator[kit.Node]:
    """Draw the number of cylinders of each player."""
    x = _LEFT + 66
    for number, count in enumerate(counts):
        if count:
            yield kit.Sprite(
                x + 10, y, kit.SeatToken(number, theme.SEATS[view.players[number].color], 38, has_ring=True)
            )
            yield kit.TextRun(x + 74, y, str(count), kit.DISPLAY, theme.CREAM, max_width=80)
            x += 190
