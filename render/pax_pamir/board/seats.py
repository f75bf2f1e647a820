"""The players in table order: loyalty, money, hand, victory points, influence, and each court in summary."""

from collections.abc import Iterator, Sequence

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import PlayerView, View
from render.kit.colour import INK, WHITE, on
from render.kit.look import Lang, Look
from render.kit.scene import BODY, DETAIL, MICRO, Anchor, Box, Icon, Node, Nodes, Piece, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit_name, measure
from render.kit.tokens import NumberDisc, Seal, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.board.event_signs import LastingEvent, lasting
from render.pax_pamir.cards.chips import CHIPS_W, CHIPS_X, chips, court_chips, court_ends
from render.pax_pamir.catalogue import name, sentence
from render.pax_pamir.layout import LOW_ROW, SEATS_W, player_row, rows, winners
from render.pax_pamir.pieces import Gift, Prize

BAND = 72
SEAL_X, SEAL_R = 454, 38
RUPEES_X, HAND_X = 274, 356


def table(view: View, look: Look) -> Nodes:
    """One row for each player; the active one is white with an ink line."""
    nodes: list[Node] = []
    for player in rows(view):
        nodes += _row(view, view.players[player], look)
    return tuple(nodes)


def _row(view: View, player: PlayerView, look: Look) -> Iterator[Node]:
    spot = player_row(view, player.number)
    x, y, h = spot.x, spot.y, spot.h
    low = h == LOW_ROW
    over = view.phase == "over"
    active = player.number in winners(view) if over else view.turn and view.turn.player == player.number
    colour = theme.COALITIONS.get(player.loyalty or "", theme.BLANK)
    ground, line, width = (WHITE, INK, 4) if active else (theme.PANEL, theme.LINE, 2)
    yield Box(x, y, SEATS_W, h, 12, ground)
    yield Box(x, y, BAND, h, 12, colour, corners=(True, False, False, True))
    yield Box(x, y, SEATS_W, h, 12, None, line, width)
    seat = theme.SEATS[player.color]
    upper, lower = (33, 82) if low else (42, 97)
    yield Sprite(x + BAND / 2, y + upper + (3 if player.number == 2 else 0), SeatToken(player.number, seat, 25, True))
    if player.loyalty is not None:
        yield Icon(player.loyalty, x + BAND / 2, y + lower, 32 if low else 40, on(colour), colour)
    yield from _line(view, player, look, x, y + (28 if low else 31))
    yield from court_chips(player, x, y, h)
    yield from _kept(player, x, y, h)
    yield from _standing(view, player, x, y, h, look.lang)
    yield from _anchors(view, player, look)


def _line(view: View, player: PlayerView, look: Look, x: float, y: float) -> Iterator[Node]:
    """Name, rupees, cards in hand; before Wakhan no hand but a tag."""
    room = RUPEES_X - CHIPS_X - 24
    if player.automa:
        tag = sentence("court.automa", look.lang)
        tag_w = measure(tag, MICRO) + 24
        yield Box(x + HAND_X - 12, y - 16, tag_w, 32, 16, theme.NIGHT_2)
        yield Text(x + HAND_X - 12 + tag_w / 2, y, tag, MICRO, WHITE, "m", room=tag_w - 10)
    else:
        yield Icon("hand", x + HAND_X, y, 28, INK, WHITE)
        yield Text(x + HAND_X + 20, y, str(player.held), BODY, INK, room=44)
    yield from fit_name(name(view, player.number, look), room, BODY, 2).runs(x + CHIPS_X, y, INK, room=room)
    yield Icon("rupee", x + RUPEES_X, y, 31, INK, WHITE)
    yield Text(x + RUPEES_X + 22, y, str(player.rupees), BODY, INK, room=46)


def _standing(view: View, player: PlayerView, x: float, y: float, h: float, lang: Lang) -> Iterator[Node]:
    """Victory points, below them influence; after the end the place, too."""
    low = h == LOW_ROW
    r = 32 if low else SEAL_R
    yield Sprite(x + SEAL_X, y + (38 if low else 45), Seal(str(player.vp), r))
    foot = y + h - (14 if low else 26)
    if view.phase == "over":
        place = next(score.place for score in view.scores if score.seat == player.number)
        yield Text(x + SEAL_X, foot, sentence(f"seats.place.{place}", lang), DETAIL, theme.INK_2, "m", room=88)
        return
    yield Icon("prize", x + SEAL_X - 20, foot, 24 if low else 30, theme.MADDER, WHITE)
    yield Text(x + SEAL_X + 2, foot, str(player.influence), DETAIL, INK, room=44)


def _kept(player: PlayerView, x: float, y: float, h: float) -> Iterator[Node]:
    """Lasting events, gifts and prizes behind the last chip, in two lines; short of room one of each, with a number."""
    shape = chips(len(player.court), h)
    count = min(len(player.court), shape.line)
    left = x + CHIPS_X + (shape.pitch * (count - 1) + shape.w if count else -10) + 10
    space = x + CHIPS_X + CHIPS_W + 6 - left
    size = 22.0 if h == LOW_ROW else 26.0
    across = int(space // (size + 3))
    if across < 1:
        return
    events = [LastingEvent(lasting(card, private=True), size) for card in player.events]
    gifts = [Gift(theme.SEATS[player.color], size)] * len(player.gifts)
    prizes = [Prize(coalition, size) for _, coalition in player.prizes]
    kept: list[Piece] = [*events, *gifts, *prizes]
    signs = [(sign, 1) for sign in kept]
    if len(signs) > 2 * across:
        groups: tuple[Sequence[Piece], ...] = (gifts, prizes, events)
        signs = [(group[0], len(group)) for group in groups if group]
    middle = y + (78 if h == LOW_ROW else 92)
    shown = [signs[:across], signs[across : 2 * across]]
    for row, line in enumerate(shown if shown[1] else shown[:1]):
        at = middle + ((row - 0.5) * (size + 4) if shown[1] else 0)
        for i, (sign, number) in enumerate(line):
            right = left + (size + 3) * i
            yield Sprite(right + size / 2, at, sign)
            if number > 1:
                yield Sprite(right + size - 3, at + size / 2 - 5, NumberDisc(str(number), 9, 15, INK, WHITE, INK, 1.5))


def _anchors(view: View, player: PlayerView, look: Look) -> Iterator[Anchor]:
    """The row, and what can change in it; of the reader's own row the ends of the court and the gifts, too."""
    n, spot = player.number, player_row(view, player.number)
    x, y, h, low = spot.x, spot.y, spot.h, spot.h == LOW_ROW
    yield Anchor(f"player:{n}", spot)
    yield Anchor(f"loyalty:{n}", Spot(x, y, BAND, h, 12), player.loyalty or "none", "seats")
    yield Anchor(f"events:{n}", spot, player.events, "seats")
    seal = Spot.disc(x + SEAL_X, y + (38 if low else 45), 32 if low else SEAL_R)
    yield Anchor(f"vp:{n}", seal, player.vp, "seats")
    if view.phase != "over":
        foot = y + h - (14 if low else 26)
        number = Spot(x + SEAL_X - 34, foot - 16, 40 + measure(str(player.influence), DETAIL), 30, counted=True)
        yield Anchor(f"influence:{n}", number, player.influence, "numbers", minor=True)
    middle = y + (28 if low else 31)
    for what, left, count in (("rupees", RUPEES_X, player.rupees), ("held", HAND_X, player.held)):
        number = Spot(x + left - 16, middle - 17, 40 + measure(str(count), BODY), 32, counted=True)
        yield Anchor(f"{what}:{n}", number, count, "numbers", minor=True)
    if n == look.viewer:
        yield from court_ends(player, x, y, h)
        gifts = Spot(x + SEAL_X - 44, y + h - 44, 88, 36, 8, (x + SEAL_X, y + h - 4), 16, centred=True, room=92)
        yield from (Anchor(f"gift:{price}", gifts) for price in CONTENT.data.costs.gift_spaces)
