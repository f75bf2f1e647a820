"""Which private picture suits a question."""

from engines.signorie.view import View
from render.signorie.diff import Arrived, Moved, Passed, TileTaken, facts
from render.signorie.layout import COLORS
from render.signorie.mat.action import spot

ACTIONS = tuple(f"panel:action:{color}" for color in COLORS)
PANELS = ("panel:dice", "panel:arcade", "panel:tracks", "panel:mat", *ACTIONS, "panel:board")
_PARTS = {"die": "panel:dice", "assign": "panel:dice", "city": "panel:arcade", "track": "panel:tracks"}


def shows(picture: str, place: str, seat: int) -> bool:
    """Whether a private picture of this seat numbers this place."""
    kind = place.partition(":")[0]
    match picture.split(":"):
        case [_, "action", color]:
            return spot(place, color, seat) is not None
        case [_, "mat"]:
            return place.startswith(f"mat:{seat}:")
        case [_, "board"]:
            return kind != "mat"
    return picture == _PARTS.get(kind)


def panel(view: View, seat: int, places: tuple[str, ...], before: View | None) -> str:
    """The picture that shows most of the places, all if one can; without places, where something has changed."""
    if not places:
        return _changed(view, seat, before)
    main_action = any(":signoria:" in place for place in places)
    candidates = (*ACTIONS, *PANELS) if main_action else PANELS
    return max(candidates, key=lambda picture: sum(shows(picture, place, seat) for place in places))


def _changed(view: View, seat: int, before: View | None) -> str:
    """The own mat if no piece has moved on the board and nobody has passed."""
    if before is None:
        return "panel:board"
    found = facts(before, view)
    on_board = any(isinstance(fact, Moved | Arrived | TileTaken | Passed) for fact in found)
    return "panel:board" if on_board or not any(getattr(fact, "seat", None) == seat for fact in found) else "panel:mat"
