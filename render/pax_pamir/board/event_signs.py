"""Lasting events as signs: what they touch, and the number that counts while they last."""

from dataclasses import dataclass

from engines.pax_pamir.data.content import CONTENT
from render.kit.colour import WHITE
from render.kit.extent import numeral_width
from render.kit.scene import Box, Icon, Numeral, Shape
from render.pax_pamir import theme

_ICON, _NUMBER, _SIDE = 0.72, 0.84, 0.12  # of the height: an icon, the size of a number, the space at both ends
_EVENT_SIGNS = {
    "new_tactics": ("suit_military", ""),
    "koh_i_noor_recovered": ("gift", "×2"),
    "embarrassment_of_riches": ("gift", "0"),
    "courtly_manners": ("bribe", "0"),
    "disregard_for_customs": ("bribe", "0"),
    "rumor": ("spy", "0"),
    "conflict_fatigue": ("", "≥2"),
    "nationalism": ("tribe", ""),
    "nation_building": ("build", "×2"),
    "pashtunwali_values": ("lock", ""),
}


@dataclass(frozen=True, slots=True)
class LastingEvent:
    """A lasting event by its effect's name, `size` high, on madder: what it touches, and behind it the number that
    counts now. square: without the number, where the icon alone must do
    """

    effect: str
    size: float
    square: bool = False

    @property
    def w(self) -> float:
        icon, number = _EVENT_SIGNS[self.effect]
        if not number or (icon and self.square):
            return self.size
        return 2 * _SIDE * self.size + numeral_width(number) * _NUMBER * self.size + (_ICON * self.size if icon else 0)

    def shapes(self) -> tuple[Shape, ...]:
        s, w = self.size, self.w
        icon, number = _EVENT_SIGNS[self.effect]
        field = Box(-w / 2, -s / 2, w, s, 0.16 * s, theme.MADDER, theme.MADDER_LINE, max(1.5, 0.05 * s))
        if w == s:
            return field, Icon(icon, 0, 0, 0.72 * s, WHITE, theme.MADDER)
        right = w / 2 - _SIDE * s - numeral_width(number) * _NUMBER * s / 2
        shown = Numeral(right if icon else 0, 0, number, _NUMBER * s, WHITE)
        if not icon:
            return field, shown
        return field, Icon(icon, -w / 2 + (_SIDE + _ICON / 2) * s, 0, _ICON * s, WHITE, theme.MADDER), shown


def lasting(card: int, private: bool) -> str:
    """The effect of an event that lies before a player (its purchased side) or before everybody.

    Before everybody lie conflict_fatigue and pashtunwali_values, which were bought, and otherwise discarded sides.
    """
    event = CONTENT.events[card]
    bought = private or event.purchased_scope == "global"
    return event.purchased if bought else event.discarded
