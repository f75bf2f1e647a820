"""All courts below each other: every card with its name and spies. For spies the courts form one ring (R8.4)."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.pax_pamir.view import PlayerView, View
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.backdrop import draw_desk
from render.pax_pamir.board.header import draw_header
from render.pax_pamir.cards import court_cards
from render.pax_pamir.cards.face import draw_card_count
from render.pax_pamir.catalogue import find_player_name
from render.pax_pamir.courts.cards import NumberCorner, draw_court_cards
from render.pax_pamir.courts.layout import CourtPlace
from render.pax_pamir.layout import CARD_PITCH, HEIGHT, LEFT, WIDTH

_TOP, _FOOT, _RIGHT = 146, 1176, 1556
_BAND, _CARDS_X = 104, 154
_FEW, _MANY = 2, 6  # cards in a line: minimum and maximum
_BETWEEN, _GAP = 14, 6
_TRAYS = ((300.0, 46.0), (150.0, 34.0), (0.0, 26.0))  # least height of a line, and height of its trays
_BADGE = NumberCorner(8, 0, 15, CARD_PITCH - 60)  # clear of the name below and the trays above


def draw_courts(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the courts in turn order, 1600 x 1200 px."""
    rows_by_player = layout_court_rows(view)
    live: list[kit.Node] = [*draw_header(view, ctx), kit.FRAME_LAYER]
    for number, row in rows_by_player.items():
        live += _draw_row(view, view.players[number], row, ctx)
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.NIGHT, draw_desk(HEIGHT), tuple(live))


@dataclass(frozen=True, slots=True)
class CourtRow:
    """The row of a player's court."""

    y: float
    """Upper edge."""
    h: float  # px; as many lines of cards as the court needs
    card_places: tuple[CourtPlace, ...]
    """Places of the cards."""


def layout_court_rows(view: View) -> dict[int, CourtRow]:
    """Return player -> row, in turn order. All lines of cards are equally high and fill the page."""
    counts = {number: len(view.players[number].court) for number in view.ring}
    per_line = _count_per_line(view)
    lines = {number: max(1, -(-count // per_line)) for number, count in counts.items()}
    unit = (_FOOT + _BETWEEN - _TOP - _BETWEEN * len(counts)) / sum(lines.values())
    rows_by_player: dict[int, CourtRow] = {}
    y = float(_TOP)
    for number, count in counts.items():
        h = unit * lines[number]
        rows_by_player[number] = CourtRow(
            y, h, tuple(_place_card(i, y, unit, per_line, lines[number] > 1) for i in range(count))
        )
        y += h + _BETWEEN
    return rows_by_player


def _count_per_line(view: View) -> int:
    """Return the number of places in a line: as many as the largest court needs."""
    return min(_MANY, max(_FEW, *(len(view.players[number].court) for number in view.ring)))


def _place_card(index: int, top: float, unit: float, per_line: int, has_several_lines: bool) -> CourtPlace:
    """Return the place of a card in a court.

    top: upper edge of the court. unit: height of a line. per_line: places in a line.
    """
    line, column = divmod(index, per_line)
    pitch = (_RIGHT + _GAP - _CARDS_X) / per_line
    h = unit - (6 if has_several_lines else 0)
    tray = next(tray for min_h, tray in _TRAYS if h >= min_h)
    card = h - tray - 3
    if card < court_cards.LOW_CARD_H * 1.3:
        card = court_cards.LOW_CARD_H
    x, y = _CARDS_X + pitch * column, top + unit * line
    return CourtPlace(x, y, pitch - _GAP, card, y + card + 3, min(tray, h - card - 3), False, is_free_size=True)


def _draw_row(view: View, player: PlayerView, row: CourtRow, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw a court: a band in the loyalty's colour with token, emblem and name, then the cards with their spies."""
    y, h = row.y, row.h
    colour = theme.COALITIONS.get(player.loyalty or "", theme.BLANK)
    is_active = view.turn is not None and view.turn.player == player.number
    yield kit.Box(LEFT, y, _BAND, h, 12, colour, theme.LINE, 2, material="cloth")
    if is_active:
        yield kit.Box(LEFT, y, _BAND, h, 12, material="gilt")
    yield from _draw_label(view, player, row, ctx)
    yield from draw_court_cards(view, player, row.card_places, ctx.lang, _BADGE)
    pitch = (_RIGHT + _GAP - _CARDS_X) / _count_per_line(view)
    # free places up to the limit
    for i in range(len(row.card_places), max(1, min(player.court_limit, _count_per_line(view)))):
        yield kit.Box(_CARDS_X + pitch * i, y, pitch - _GAP, h, 12, None, theme.LINE, 2, material="hollow")


def _draw_label(view: View, player: PlayerView, row: CourtRow, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw token, loyalty and name and, if there is height, points, rupees, hand and influence."""
    y, h, middle = row.y, row.h, LEFT + _BAND / 2
    colour = theme.COALITIONS.get(player.loyalty or "", theme.BLANK)
    ink, token_dy = kit.pick_ink(colour), 3 if player.number == 2 else 0
    side = 26 if player.loyalty is not None else 0
    token = kit.SeatToken(player.number, theme.SEATS[player.color], 24, has_ring=True)
    yield kit.Sprite(middle - side, y + 36 + token_dy, token)
    if player.loyalty is not None:
        yield kit.Icon(player.loyalty, middle + 28, y + 36, 38, ink, colour)
    name_text = kit.fit_name(find_player_name(view, player.number, ctx), _BAND - 8, kit.DETAIL, 2)
    yield from name_text.build_runs(middle, y + 88, ink, "m", max_width=_BAND - 8)
    if h < 150:
        return
    has_no_room = player.hand_size >= player.hand_limit and not player.is_automa
    hand_words = f"{player.hand_size}/{player.hand_limit}" if has_no_room else str(player.hand_size)
    holdings = (("rupee", str(player.rupees)), ("hand", hand_words), ("prize", str(player.influence)))
    visible_holdings = holdings[: max(0, int((h - 180) // 44))]
    yield kit.Sprite(middle, y + 146, kit.Seal(str(player.vp), 28))
    for i, (icon, words) in enumerate(visible_holdings):
        line_y = y + 200 + 44 * i
        yield kit.Icon(icon, middle - 26, line_y, 34, ink, colour)
        count = (player.hand_size, player.hand_limit) if icon == "hand" and has_no_room else (0, 1)
        size = kit.DETAIL if count[0] else kit.BODY
        is_on_paper = ink == kit.INK
        yield from draw_card_count(middle + 2, line_y, words, size, count, max_width=54, is_on_paper=is_on_paper)
