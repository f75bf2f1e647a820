"""Which private picture suits a question."""

from engines.pax_pamir.view import View

ALONE = ("panel:hand", "panel:map", "panel:market", "panel:turn", "panel:courts", "panel:board")


def panels(view: View, seat: int) -> tuple[str, ...]:
    """All private pictures of a seat, the ones that tell most about few things first."""
    others = (player.number for player in view.players if player.number != seat)
    hand, *wide = ALONE
    return hand, f"panel:court:{seat}", *(f"panel:court:{number}" for number in others), *wide


def shows(view: View, picture: str, place: str, seat: int) -> bool:
    """Whether a private picture of this seat numbers this place."""
    kind, _, what = place.partition(":")
    match picture.split(":"):
        case [_, "hand"]:
            return kind == "hand"
        case [_, "court", number]:
            own = int(number) == seat
            return own and kind in ("end", "gift") if kind != "court" else _owner(view, int(what)) == int(number)
        case [_, "map"]:
            return kind in ("region", "border", "army", "tribe")
        case [_, "market"]:
            return kind == "market"
        case [_, "courts"]:
            return kind == "court"
        case [_, "turn"]:
            return kind in ("hand", "market") or (kind == "court" and _owner(view, int(what)) == seat)
    return kind != "hand"


def _owner(view: View, card: int) -> int | None:
    return next((p.number for p in view.players if any(slot.card == card for slot in p.court)), None)


def panel(view: View, seat: int, places: tuple[str, ...], before: View | None) -> str:
    """The picture that shows most of the places, all if one can; without places, the one where something changed."""
    if not places:
        return _changed(view, seat, before)
    return max(panels(view, seat), key=lambda picture: sum(shows(view, picture, place, seat) for place in places))


def _changed(view: View, seat: int, before: View | None) -> str:
    """The hand if it alone is not as it was."""
    if before is None:
        return "panel:board"
    was, now = before.players[seat], view.players[seat]
    board = (view.market, view.regions, view.borders) == (before.market, before.regions, before.borders)
    return "panel:hand" if board and now.hand != was.hand else "panel:board"
