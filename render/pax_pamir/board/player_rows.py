"""The players on the overview: the score track, and a row for each with loyalty, name, totals, suits, points.

The cards of the courts in their order are on the page of courts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Suit
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render import kit
from render.pax_pamir import lands, layout, theme
from render.pax_pamir.board.columns import SuitColumn, layout_columns
from render.pax_pamir.board.court_strip import draw_court_strip
from render.pax_pamir.board.event_signs import LastingEvent, find_lasting_effect
from render.pax_pamir.board.points_track import draw_points_track
from render.pax_pamir.board.row_totals import build_number_placement, draw_totals
from render.pax_pamir.board.spies import draw_pockets, draw_removed_spies
from render.pax_pamir.cards.face import draw_band, draw_tablet
from render.pax_pamir.catalogue import render_message
from render.pax_pamir.pieces import SUIT_ICONS, Emblem, NumberText, SignDisc

_BAND = 72
_SEAL_X, _SEAL_FOOT = 441, 4  # middle of the seal; least px from a leader's ring to the lower edge of the row
_RING, _SEAL_RING = 10, 5  # px from a seal to a leader's ring; px by which seal and ring are larger than a plain seal
_EVENT_SEAL_X, _EVENT_SEAL_R = 428, 26  # middle and largest radius of the seal in a row with the sign of an event
_SIGNS_RIGHT = layout.SEATS_W - 5  # right end of the sign beside such a seal, clear of a leader's ring
_GAIN_TONES, _WINNING_TONES, _PLACE_TONES = (
    (theme.IVORY, kit.GOLD, theme.INK),
    (theme.MADDER, theme.CREAM, theme.CREAM),
    (theme.IVORY, theme.LINE, theme.INK),
)
"""Colours of a tag: points that a check would add; the same if they win the game; the final place."""
_TAG_X, _TAG_W, _TAG_H = layout.SEATS_X + 395, 101, 28
"""Tag with the points of a check, between the tiles and the row's edge; wide for the player who would win by it."""
_WINS_H, _WINS_SHARE = 38.0, 0.21  # its maximum height, in px and as a share of the row
_TAG_Y, _TAG_GAP = 20, 3  # least px from the middle of the first line to the tag; px from the tag to the seal
_GAINED_UP = 8  # px from the lower edge of a row to the middle of the gained points: the seal's number stays free
_EVENT, _EVENT_FOOT = 34, 6
_EVENT_BADGE_X = layout.SEATS_X + layout.SEATS_W + 5  # of the author badge above the event sign, clear of the seal
_BADGE_BELOW_SUIT = 44  # px from the lower edge of a suit to the middle of the author badge that points at it
_BADGE_GAP, _BADGE_CLEARANCE = 18, 60  # px from a row to the author badge on its left; px kept from other things
# y of the region name at the right end of the map; y of the score track below the map
_NAME_Y, _LINE_Y = lands.find_anchor("punjab")[1] - 58, layout.TRACK_BELOW_MAP[2]
_STACKED_H = 84  # px: tiles of at least this height have the total below the glyph
_TOTAL, _TOTAL_GAP = 1.04, 4.0  # size of a total as a share of its tile's height; px from the glyph
_BAR_W, _BAR_H, _BAR_GAP = 13.0, 7, 8.0  # size of the bar for each card at the foot of a tile, and gap between two
_UNDERLINE_GAP = 8  # px below a suit: the line that marks a change
_SEAL_R, _SEAL_LOW = 22, 16  # radius of the seal before the score track below the map; px below the middle of the track


def draw_player_rows(view: View, ctx: kit.RenderContext) -> kit.Nodes:
    """Draw the score track and the rows, in turn order, at the end by place."""
    sizes = layout.find_board_sizes(view)
    nodes = list(_draw_score_track(view, ctx, sizes))
    for i, player in enumerate(layout.list_row_players(view)):
        y = sizes.top + sizes.row.pitch * i
        nodes += _draw_row(view, view.players[player], ctx, y, sizes.row)
    return tuple(nodes)


def draw_row_overlays(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the parts of the rows that lie above all frames: spies below the suit tiles, points that a check would add
    now, and points gained since the reader last looked.
    """
    sizes = layout.find_board_sizes(view)
    row, tile = sizes.row, _measure_tile_height(view, ctx, sizes.row)
    for i, player in enumerate(layout.list_row_players(view)):
        y = sizes.top + row.pitch * i
        if isinstance(ctx.view_before, View):
            points = view.players[player].vp - ctx.view_before.players[player].vp
            yield from kit.draw_gain(_find_seal_x(view.players[player]), y + row.h - _GAINED_UP, points, kit.PAPER_INK)
        gain = view.forecast[player] if view.forecast else 0
        if gain:
            is_win = player == view.forecast_winner
            text_keys = ("race.wins", "race.wins_short") if is_win else ()
            words = [render_message(key, ctx.lang, n=gain) for key in text_keys] or [f"+{gain}"]
            yield from _draw_tag(words, view, player, y, row, _WINNING_TONES if is_win else _GAIN_TONES)
        suit_columns = layout_columns(view, view.players[player], row)
        if ctx.turns and isinstance(ctx.view_before, View):
            player_before, player_now = ctx.view_before.players[player], view.players[player]
            yield from kit.draw_underlines(
                _iter_changed_placements(player_before, player_now, suit_columns, y + row.tiles_y + tile, row.spy_r),
                _UNDERLINE_GAP,
            )
            if (player_before.gifts, player_before.prizes) != (player_now.gifts, player_now.prizes):
                yield from kit.draw_underlines(
                    [build_number_placement(view, player, "influence", y + row.name_y)], _UNDERLINE_GAP - 2
                )
        if any(column.owners for column in suit_columns):
            yield from draw_pockets(view, suit_columns, y + row.tiles_y + tile, row)
        if isinstance(ctx.view_before, View) and any(column.spy_r for column in suit_columns):
            paper = theme.VELLUM if _is_active(view, player) else theme.PANEL
            yield from draw_removed_spies(ctx.view_before, player, suit_columns, y + row.tiles_y + tile, row, paper)


def _iter_changed_placements(
    player_before: PlayerView, player_now: PlayerView, suit_columns: Sequence[SuitColumn], foot: float, spy_r: float
) -> Iterator[kit.Placement]:
    """Yield the placements of suits with changed cards or spies.

    They are underlined, because one author badge stands for all changes of a row.
    foot: lower edge of the tiles; spy_r: radius of the spies below them.
    """
    for column in _iter_changed_columns(player_before, player_now, suit_columns):
        yield kit.Placement(
            column.x - 2, foot, column.w + 4, 2 * spy_r + 8 if _has_spies_below(column, player_before) else 7
        )


def _has_spies_below(column: SuitColumn, player_before: PlayerView | None) -> bool:
    """Tell whether spies are drawn below a suit: its own, those of the whole court, or removed markers of spies."""
    return bool(
        column.owners
        or not column.spy_r
        or (player_before and any(any(slot.spies) for slot in _list_slots(player_before, column.suit)))
    )


def _iter_changed_columns(
    player_before: PlayerView, player_now: PlayerView, suit_columns: Sequence[SuitColumn]
) -> Iterator[SuitColumn]:
    """Yield the suits whose cards or spies have changed."""
    for column in suit_columns:
        old_cards, new_cards = (
            {s.card: (s.spies, s.hostage) for s in _list_slots(player, column.suit)}
            for player in (player_before, player_now)
        )
        if old_cards != new_cards:
            yield column


def _list_slots(player: PlayerView, suit: Suit) -> list[CourtSlot]:
    return [slot for slot in player.court if CONTENT.cards[slot.card].suit == suit]


def _draw_score_track(view: View, ctx: kit.RenderContext, sizes: layout.BoardSizes) -> Iterator[kit.Node]:
    """Draw the score track; below the map a seal stands before it, since nothing else there says what it counts."""
    left, right, y = sizes.score_track
    if sizes.strip_h:
        yield kit.Sprite(lands.X + 4 + _SEAL_R, y + _SEAL_LOW, kit.Seal("", _SEAL_R))
    yield from draw_points_track(view, ctx, left, right, y, is_wide=True, margin=sizes.track_margin)


def _measure_tile_height(view: View, ctx: kit.RenderContext, row: layout.RowSizes) -> float:
    """Return the height of the suit tiles. While there are no spies, now or before, they cover the spies' space too."""
    views = (view, ctx.view_before) if isinstance(ctx.view_before, View) else (view,)
    has_spies = any(any(slot.spies) for snapshot in views for player in snapshot.players for slot in player.court)
    return row.tile_h if has_spies else row.tile_h + 2 * row.spy_r


def _is_active(view: View, player: int) -> bool:
    """Tell whether it is the player's turn; at the end, whether the player has won."""
    if view.phase == "over":
        return player in layout.list_winners(view)
    return view.turn is not None and view.turn.player == player


def _draw_tag(
    texts: Sequence[str], view: View, player: int, y: float, row: layout.RowSizes, tones: tuple[str, str, str]
) -> Iterator[kit.Node]:
    """Draw a tag above the seal of the row that begins at y, with the first of the texts that fits.

    tones: colours of background, edge and text.
    """
    paper, edge, ink = tones
    h = _find_tag_height(view, player, row)
    sizes = [size for size in (kit.BODY, kit.DETAIL, kit.MICRO) if size < h]
    fitting = ((words, size) for size in sizes for words in texts if kit.measure_text(words, size) <= _TAG_W - 4)
    words, size = next(fitting, (texts[-1], kit.MICRO))
    w = min(_TAG_W, max(48.0, kit.measure_text(words, size) + 14))
    middle, r = _place_seal(view, player, y, row)
    x, top = layout.SEATS_X + _SEAL_X - w / 2, middle - r - _RING * _is_leader(view, player) - _TAG_GAP - h
    x = min(max(x, _TAG_X), _TAG_X + _TAG_W - w)
    yield kit.Box(x, top, w, h, 8, paper, edge, 2.5)
    yield kit.TextRun(x + w / 2, top + h / 2, words, size, ink, "m", max_width=w - 4)


def _find_tag_height(view: View, player: int, row: layout.RowSizes) -> float:
    return min(_WINS_H, _WINS_SHARE * row.h) if player == view.forecast_winner else _TAG_H


def _is_leader(view: View, player: int) -> bool:
    points = {seat: view.players[seat].vp for seat in view.ring}
    return view.phase != "over" and player in kit.list_leaders(points)


def _place_seal(view: View, player: int, y: float, row: layout.RowSizes) -> tuple[float, float]:
    """Return the middle y and the radius of the seal in the row that begins at y.

    The seal with its ring, and the tag above it, fits between the first line and the lower edge of the row.
    """
    is_leader, has_tag = _is_leader(view, player), view.phase == "over" or bool(view.forecast and view.forecast[player])
    top = y + row.name_y + _TAG_Y + (_find_tag_height(view, player, row) + _TAG_GAP) * has_tag
    foot = y + row.h - _SEAL_FOOT
    seal_r = min(row.seal_r, _EVENT_SEAL_R) if view.players[player].events else row.seal_r
    reach = min(seal_r + _SEAL_RING * is_leader, (foot - top) / 2)
    middle = min(max(y + (row.tiles_y + row.h) / 2 + 2, top + reach), foot - reach)
    return middle, reach - _RING * is_leader


def _find_seal_x(player: PlayerView) -> float:
    """Return the middle x of a seal, which makes room for the sign of a lasting event at its right."""
    return layout.SEATS_X + (_EVENT_SEAL_X if player.events else _SEAL_X)


def _find_row_badge_point(y: float, row: layout.RowSizes) -> kit.Point:
    """Return the point left of the row for the author badge shared by all its changes: at mid-height, but clear of the
    region name and the end of the score track beside it.
    """
    middle = y + row.h / 2
    if abs(middle - _NAME_Y) < _BADGE_CLEARANCE:
        middle = y + row.h * 3 / 4
    elif abs(middle - _LINE_Y) < _BADGE_CLEARANCE:
        middle = y + row.h / 4
    return layout.SEATS_X - _BADGE_GAP, middle


def _find_badge_column(
    player_before: PlayerView | None, player_now: PlayerView, suit_columns: Sequence[SuitColumn]
) -> SuitColumn | None:
    """Return the suit at which a row's author badge points; None: it points at the loyalty or the whole row."""
    if player_before is None or player_before.loyalty != player_now.loyalty:
        return None
    return next(_iter_changed_columns(player_before, player_now, suit_columns), None)


def _measure_column_height(
    column: SuitColumn, player_before: PlayerView | None, row: layout.RowSizes, h: float
) -> float:
    """Return the height of a suit with the spies (or removed markers) below it. h: height of the tiles."""
    return row.tile_h + 2 * row.spy_r if _has_spies_below(column, player_before) else h


def _draw_row(
    view: View, player: PlayerView, ctx: kit.RenderContext, y: float, row: layout.RowSizes
) -> Iterator[kit.Node]:
    x, n = float(layout.SEATS_X), player.number
    colour, seat = theme.COALITIONS.get(player.loyalty or "", theme.BLANK), theme.SEATS[player.color]
    suit_columns, h = layout_columns(view, player, row), _measure_tile_height(view, ctx, row)
    player_before = ctx.view_before.players[n] if isinstance(ctx.view_before, View) else None
    badge_column = _find_badge_column(player_before, player, suit_columns) if ctx.turns else None
    badge_point, points_at_events = _find_row_badge_point(y, row), False
    if badge_column is not None:
        badge_point = (
            badge_column.x + badge_column.w / 2,
            y + row.tiles_y + _measure_column_height(badge_column, player_before, row, h) + _BADGE_BELOW_SUIT,
        )
    elif player_before is not None and ctx.turns and _is_only_event(player_before, player):
        badge_point, points_at_events = (_EVENT_BADGE_X, _find_event_centre(y + row.h)[1] - _BADGE_BELOW_SUIT), True
    placement = kit.Placement(
        x, y, layout.SEATS_W, row.h, 12, (x + 4, y - 2), 20, max_width=84, callout_centre=badge_point
    )
    yield kit.Anchor(f"player:{n}", placement)
    band = kit.Placement(
        x, y, _BAND, row.h, 12, author_badge_centre=(x - 8, y + row.h - 26), callout_centre=badge_point
    )
    yield kit.Anchor(f"loyalty:{n}", band, player.loyalty or "none", "seats")
    is_active = _is_active(view, n)
    yield draw_tablet(x, y, layout.SEATS_W, row.h, theme.VELLUM if is_active else theme.PANEL)
    yield draw_band(x, y, _BAND, row.h, colour)
    if is_active:
        yield kit.Box(x, y, layout.SEATS_W, row.h, 12, material="gilt")
    yield kit.Sprite(
        x + _BAND / 2, y + row.token_r + 10 + (3 if n == 2 else 0), kit.SeatToken(n, seat, row.token_r, True)
    )
    if player.loyalty is not None:
        glyph = row.loyalty_size
        yield kit.Sprite(x + _BAND / 2, y + row.h - glyph / 2 - 8, Emblem(player.loyalty, glyph, theme.CREAM))
    if row.court_y and view.phase != "over":
        yield from draw_court_strip(player, y + row.court_y)
    yield from draw_totals(view, player, ctx, y + row.name_y)
    for column in suit_columns:
        column_placement = kit.Placement(
            column.x,
            y + row.tiles_y,
            column.w,
            _measure_column_height(column, player_before, row, h),
            8,
            callout_centre=badge_point,
        )
        yield from _draw_tile(player, column, replace(column_placement, has_callout_line=column is badge_column), h)
    yield from _draw_points(view, player, ctx.lang, y, row)
    yield from _draw_events(player, y + row.h, placement, points_at_events)


def _is_only_event(player_before: PlayerView, player_now: PlayerView) -> bool:
    """Tell whether a new lasting event is the only change of a row whose suits have not changed."""
    is_same = (player_before.loyalty, player_before.gifts, player_before.prizes) == (
        player_now.loyalty,
        player_now.gifts,
        player_now.prizes,
    )
    return is_same and bool(player_now.events) and player_now.events != player_before.events


def _find_event_centre(foot: float) -> kit.Point:
    """Return the middle of the lasting-event sign: at the right of the seal in the row that ends at `foot`."""
    return layout.SEATS_X + _SIGNS_RIGHT - _EVENT / 2, foot - _EVENT_FOOT - _EVENT / 2


def _draw_events(
    player: PlayerView, foot: float, row_placement: kit.Placement, has_callout_line: bool
) -> Iterator[kit.Node]:
    """Draw a player's lasting events; without any only the anchor, on the whole row.

    row_placement: placement of the row. has_callout_line: the row's author badge points at the events.
    """
    x, y = _find_event_centre(foot)
    sign_placement = (
        kit.Placement(x - _EVENT / 2, y - _EVENT / 2, _EVENT, _EVENT, 6) if player.events else row_placement
    )
    placement = replace(sign_placement, callout_centre=row_placement.callout_centre, has_callout_line=has_callout_line)
    yield kit.Anchor(f"events:{player.number}", placement, player.events, "seats")
    if player.events:
        yield kit.Sprite(
            x, y, LastingEvent(find_lasting_effect(player.events[-1], is_private=True), _EVENT, is_square=True)
        )
        if len(player.events) > 1:
            disc = kit.NumberDisc(str(len(player.events)), 13, 22, theme.INK, theme.CREAM, theme.INK, 1.5)
            yield kit.Sprite(x - _EVENT / 2, y + _EVENT / 2 - 9, disc)


def _draw_tile(player: PlayerView, column: SuitColumn, column_placement: kit.Placement, h: float) -> Iterator[kit.Node]:
    """Draw the tile of a suit in one court: its total of stars, and a bar for each card.

    Hostages are marked at their holder's spies; if the spies of the whole court share one pocket, on the tile as well.
    column_placement: placement of the tile with the spies below it.
    """
    slots, suit, x, w, top = column.slots, column.suit, column.x, column.w, column_placement.y
    stars = sum(CONTENT.cards[slot.card].rank for slot in slots)
    card_states = tuple((slot.card, slot.spies, slot.hostage) for slot in slots)
    middle = x + w / 2
    # a frame would cut things beside it
    placement = replace(column_placement, author_badge_centre=(x + 1, top + h), is_count=True)
    yield kit.Anchor(f"stars:{player.number}:{suit}", placement, (stars, card_states), "seats")
    if not slots:
        yield kit.Box(x, top, w, h, 8, None, theme.LINE, 2, material="hollow")
        glyph = min(40 if h > _STACKED_H else 26, w - 10)
        yield kit.Icon(SUIT_ICONS[suit], middle, top + h / 2, glyph, theme.LINE, theme.PANEL)
        return
    colour = theme.SUITS[suit]
    ink = kit.pick_ink(colour)
    yield kit.Box(x, top, w, h, 8, colour, theme.CHIP_EDGES[suit], 1.5, material="enamel")
    content_y = top + (h - _BAR_H - 4) / 2 + 1
    if h > _STACKED_H:
        yield kit.Icon(SUIT_ICONS[suit], middle, content_y - h * 0.18, min(48, h * 0.42), ink, colour)
        yield kit.TextRun(
            middle, content_y + h * 0.2, str(stars), kit.HEAD if h > 100 else kit.KEY, ink, "m", max_width=66
        )
    else:
        glyph, number = _fit_glyph_and_total(str(stars), ink, w - 6, h - _BAR_H - 5)
        left = middle - (glyph + _TOTAL_GAP + number.w) / 2
        yield kit.Icon(SUIT_ICONS[suit], left + glyph / 2, content_y, glyph, ink, colour)
        yield kit.Sprite(left + glyph + _TOTAL_GAP + number.w / 2, content_y, number)
    if column.holders and not column.spy_r:  # the spies of the whole court share one pocket
        yield kit.Sprite(x + 6, top + 7, SignDisc("lock", 16))
    yield from _draw_bars(len(slots), middle, top + h - 4, w - 8, ink)


def _draw_bars(number: int, middle: float, foot: float, max_width: float, colour: str) -> Iterator[kit.Box]:
    """Draw one bar for each card, as wide as possible, so that they can be counted."""
    k = min(1.0, max_width / (number * (_BAR_W + _BAR_GAP) - _BAR_GAP))
    w, pitch = _BAR_W * k, (_BAR_W + _BAR_GAP) * k
    left = middle - (pitch * (number - 1) + w) / 2
    yield from (kit.Box(left + pitch * i, foot - _BAR_H, w, _BAR_H, 1.5, colour) for i in range(number))


def _fit_glyph_and_total(stars: str, colour: str, max_width: float, h: float) -> tuple[float, NumberText]:
    """Return the size of a suit's glyph and the total behind it, as high as the tile allows. The glyph is cut first."""
    size = _TOTAL * h
    for glyph in (30.0, 26.0, 22.0, 18.0):
        number = NumberText(stars, size, colour)
        if glyph + _TOTAL_GAP + number.w <= max_width:
            return glyph, number
    return glyph, NumberText(stars, size * (max_width - glyph - _TOTAL_GAP) / number.w, colour)


def _draw_points(view: View, player: PlayerView, lang: kit.Lang, y: float, row: layout.RowSizes) -> Iterator[kit.Node]:
    """Draw a player's victory points and, after the end, the place."""
    x, n = _find_seal_x(player), player.number
    middle, r = _place_seal(view, n, y, row)
    if _is_leader(view, n):
        yield kit.draw_leader_ring(x, middle, r)
    # a ring would cut things beside it
    placement = replace(kit.Placement.from_circle(x, middle, r), radius=0, is_count=True)
    yield kit.Anchor(f"vp:{n}", placement, player.vp, "seats", is_points=True)
    yield kit.Sprite(x, middle, kit.Seal(str(player.vp), r))
    if view.phase == "over":
        place = next(score.place for score in view.scores if score.seat == n)
        yield from _draw_tag([render_message(f"seats.place.{place}", lang)], view, n, y, row, _PLACE_TONES)
