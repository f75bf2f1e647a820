"""Where the place of an option lies on a picture: `market:4`, `region:herat`, `court:12`, `player:1` ..."""

from dataclasses import replace

from engines.pax_pamir.view import View
from render.look import Look
from render.pax_pamir import layout
from render.pax_pamir.board_map import pill_box, plate_w
from render.pax_pamir.chips import CHIPS_W, CHIPS_X, chip_box, chips
from render.pax_pamir.header import coalition_spot, suit_spot
from render.pax_pamir.seats import SEAL_X
from render.spot import Spot


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
    badge = x + 4, y - 2
    if name in ("herat_kandahar", "kabul_kandahar"):  # other roads are close to their upper left corners
        badge = x + w - 6, y + 2 if w == empty.w or name == "kabul_kandahar" else y + h - 4
    return replace(empty, x=x, y=y, w=w, h=h, badge=badge, badge_r=20)


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
