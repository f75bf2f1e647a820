"""Where the place of an option lies on a picture: `market:4`, `region:herat`, `court:12`, `player:1` ..."""

from dataclasses import replace

from engines.pax_pamir.view import View
from render.kit.look import Look
from render.kit.spot import Spot
from render.pax_pamir import layout
from render.pax_pamir.board.header import coalition_spot, suit_spot
from render.pax_pamir.board.seats import SEAL_X
from render.pax_pamir.cards.chips import CHIPS_W, CHIPS_X, chip_box, chips
from render.pax_pamir.map import drawing as board_map
from render.pax_pamir.map import lands
from render.pax_pamir.map.drawing import pill_box, plate_w


def spot(place: str, view: View, look: Look) -> tuple[str, Spot] | None:
    """The part of the overview (`map`, `market`, `seats`, `header`) and the rectangle; None for cards in a hand.

    Ends of a court and gift spaces are those of the reader. ValueError for an unknown place.
    """
    kind, _, name = place.partition(":")
    match kind:
        case "market":
            return "market", layout.card(int(name))
        case "region":
            return "map", layout.region(name, plate_w(name, look.lang))
        case "army" | "tribe":
            return "map", _piece(view, kind, *name.split(":"))
        case "border":
            return "map", _border(name, view)
        case "court":
            return "seats", _chip(int(name), view)
        case "player":
            return "seats", layout.player_row(view, int(name))
        case "end" | "gift":
            if look.viewer is None:
                raise ValueError(f"{place!r} belongs to the reader: look.viewer must be a seat, got None")
            row = layout.player_row(view, look.viewer)
            return "seats", _end(name, view, look.viewer) if kind == "end" else _gift(row)
        case "suit":
            return "header", suit_spot()
        case "coalition":
            return "header", coalition_spot(name, view, look.lang)
        case "hand":
            return None
    raise ValueError(f"unknown place {place!r}")


def _border(name: str, view: View) -> Spot:
    border = next(border for border in view.borders if border.id == name)
    empty = layout.border(name)
    if not border.roads:
        return empty
    x, y, w, h = pill_box(border)
    badge, above = (x + 4, y - 2), name in lands.STACKED  # between two names the numbers stand above the roads
    if above:
        badge = x + w / 2, y - 18
    elif name in ("kabul_kandahar", "kandahar_punjab"):  # tribes or a name stand at their upper left corners
        badge = x + w - 6, y + 2
    return replace(empty, x=x, y=y, w=w, h=h, badge=badge, badge_r=20, centred=above)


def _piece(view: View, kind: str, region: str, whose: str) -> Spot:
    """Armies of a coalition or tribes of a player in a region: numbers at the block, or below the first token."""
    there = next(found for found in view.regions if found.id == region)
    if kind == "army":
        army = board_map.armies(there)[whose]
        return Spot(army.x, army.y - 28, army.w, 56, 8, (army.x - 2, army.y - 22), 16, room=96)
    token = next(token for token in board_map.tribes(there) if token.player == int(whose))
    box = (token.x - token.r, token.y - token.r, 2 * token.r, 2 * token.r)
    return Spot(*box, token.r, (token.x, token.y + 32), 16, centred=True, room=110)


def _chip(card: int, view: View) -> Spot:
    """A card in a court. Badges stand on the lower edge, clear of the spies; of two lines the first has them above."""
    found = chip_box(view, card)
    if found is None:
        raise ValueError(f"card {card} lies in no court")
    player, (x, y, w, h) = found
    row, _ = layout.row_height(view)
    court = [slot.card for slot in view.players[player].court]
    shape = chips(len(court), row)
    upper = len(court) > shape.line and court.index(card) < shape.line
    at = x + min(w, shape.pitch) / 2, y + 2 if upper else y + h
    return Spot(x, y, w, h, 8, at, min(15, shape.pitch / 2 - 6.5), centred=True, room=shape.pitch)


def _end(side: str, view: View, player: int) -> Spot:
    """An end of a player's court: beside its first or its last chip."""
    row, (h, _) = layout.player_row(view, player), layout.row_height(view)
    cards = len(view.players[player].court)
    shape = chips(cards, h)
    count = min(cards, shape.line)
    reach = shape.pitch * (count - 1) + shape.w if count else 0
    x = row.x + CHIPS_X + (2 if side == "left" else min(max(24, reach) + 14, CHIPS_W - 12))
    middle = row.y + shape.top + (shape.h / 2 if shape.h > 40 else shape.h)
    return Spot(x - 18, middle - 22, 36, 44, 8, (x, middle), 15, centred=True, room=60)


def _gift(row: Spot) -> Spot:
    """The gift spaces share the corner that tells the influence."""
    return Spot(row.x + SEAL_X - 44, row.y + row.h - 44, 88, 36, 8, (row.x + SEAL_X, row.y + row.h - 4), 16, True, 92)
