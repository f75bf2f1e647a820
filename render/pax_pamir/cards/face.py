"""The face of every card: ivory paper with a woven band in the colour of its suit, and velvet for events and checks;
the number of cards in a hand or court.
"""

from collections.abc import Iterator
from typing import Literal

from engines.pax_pamir.data.content import CONTENT
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.cards.engravings import draw_card_engraving

_LOZENGES = ((0.86, 3), (0.68, 2), (0.4, 2))
_THREAD_SHARE = 0.5  # of the cloth in the thread of a medallion
_COUNT_PAD = 12  # px at the left and right of a count on its plate
_TEETH = 6  # px by which the teeth of a band stand out beyond its width
RADIUS = 12
_SERIF_FROM_W = 262  # px: names on wider cards stand in the serif, whatever their size, so that siblings agree


def draw_card_face(
    x: float, y: float, w: float, h: float, strip: float, number: int, is_quiet: bool = False
) -> Iterator[kit.Node]:
    """Draw a court card without words and signs; strip: width of its band. is_quiet: it cannot be bought now."""
    fill, edge = (theme.QUIET, theme.QUIET_EDGE) if is_quiet else (theme.IVORY, theme.CARD_RIM)
    yield kit.Box(x, y, w, h, RADIUS, fill, edge, 2, material="paper")
    yield draw_band(x, y, strip, h, (theme.QUIET_SUITS if is_quiet else theme.SUITS)[CONTENT.cards[number].suit])
    yield from draw_card_engraving(number, x, y, w, h, strip, is_quiet)


def choose_name_face(w: float) -> Literal["sans", "serif"]:
    """Return the face of the name on a card of this width."""
    return "serif" if w > _SERIF_FROM_W else "sans"


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


def draw_medallion(x: float, y: float, k: float = 1) -> Iterator[kit.Node]:
    """Draw the lozenges of a carpet, woven into the cloth where no card lies."""
    thread = kit.mix_colours(theme.VACANT, theme.MARKET, _THREAD_SHARE)
    for share, width in _LOZENGES:
        dx, dy = 86 * k * share, 58 * k * share
        yield kit.Poly(((x - dx, y), (x, y - dy), (x + dx, y), (x, y + dy)), None, thread, width)


def draw_tablet(x: float, y: float, w: float, h: float, fill: str = theme.PANEL) -> kit.Box:
    """Draw a tablet of even paper, for rows and panels full of words."""
    return kit.Box(x, y, w, h, RADIUS, fill, theme.TABLET_RIM, 2, material="vellum")


def draw_card_count(
    x: float,
    y: float,
    words: str,
    size: int,
    count: tuple[int, int],
    align: Literal["l", "r"] = "l",
    *,
    max_width: float,
    is_on_paper: bool = False,
) -> Iterator[kit.Node]:
    """Draw the number of cards in a hand or court, and the number that may stay (R9).

    The numbers stand on a plate if there is no room for another card, and on madder if some must be discarded.
    """
    cards, limit = count
    ink, plate = (theme.INK, theme.NIGHT) if is_on_paper else (theme.CREAM, theme.CREAM)
    if cards >= limit:
        fill = theme.MADDER if cards > limit else plate
        w, h = kit.measure_text(words, size) + 2 * _COUNT_PAD, size + _COUNT_PAD
        yield kit.Box(x - (_COUNT_PAD if align == "l" else w - _COUNT_PAD), y - h / 2, w, h, 8, fill)
        ink = theme.CREAM if cards > limit or is_on_paper else theme.NIGHT
    yield kit.TextRun(x, y, words, size, ink, align, max_width=max_width)
