"""The face of every card: ivory paper with a woven band in the colour of its suit, and velvet for events and checks."""

from collections.abc import Iterator

from render import kit
from render.pax_pamir import theme

_TEETH = 6  # px by which the teeth of a band stand out beyond its width
RADIUS = 12


def draw_card_face(
    x: float, y: float, w: float, h: float, strip: float, suit: str, is_quiet: bool = False
) -> Iterator[kit.Node]:
    """Draw a court card without signs; strip: width of its band. is_quiet: it cannot be bought now."""
    fill, edge = (theme.QUIET, theme.QUIET_EDGE) if is_quiet else (theme.IVORY, theme.CARD_RIM)
    yield kit.Box(x, y, w, h, RADIUS, fill, edge, 2, material="paper")
    yield draw_band(x, y, strip, h, (theme.QUIET_SUITS if is_quiet else theme.SUITS)[suit])


def draw_band(x: float, y: float, w: float, h: float, colour: str) -> kit.Box:
    """Draw the woven band at the left edge of a card or a tablet."""
    corners = (True, False, False, True)
    return kit.Box(x, y, w + _TEETH, h, RADIUS, colour, corners=corners, material="band")


def draw_velvet(x: float, y: float, w: float, h: float, colour: str) -> kit.Box:
    """Draw the face of an event or a dominance check: velvet within a double gold rule."""
    return kit.Box(x, y, w, h, RADIUS, colour, material="velvet")


def draw_vacant_face(x: float, y: float, w: float, h: float) -> kit.Box:
    """Draw an empty place for a card, sunk into the cloth."""
    return kit.Box(x + 1, y + 1, w - 2, h - 2, RADIUS, None, theme.VACANT, 2, material="hollow")


def draw_tablet(x: float, y: float, w: float, h: float, fill: str = theme.PANEL) -> kit.Box:
    """Draw a tablet of even paper, for rows and panels full of words."""
    return kit.Box(x, y, w, h, RADIUS, fill, theme.TABLET_RIM, 2, material="tablet")
