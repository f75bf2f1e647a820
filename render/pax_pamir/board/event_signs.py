"""Lasting events as signs: what they touch, and the number that counts while they last."""

from dataclasses import dataclass

from engines.pax_pamir.data.content import CONTENT
from render.kit.colour import WHITE
from render.kit.scene import Box, Icon, Numeral, Shape
from render.pax_pamir import theme

_LEGIBLE = 46  # smaller squares have no room for a number beside the icon
_EVENT_SIGNS = {
    "new_tactics": ("suit_military", ""),
    "koh_i_noor_recovered": ("gift", "×2"),
    "embarrassment_of_riches": ("gift", "0"),
    "courtly_manners": ("rupee", "0"),
    "disregard_for_customs": ("rupee", "0"),
    "rumor": ("spy", "0"),
    "conflict_fatigue": ("", "≥2"),
    "nationalism": ("tribe", ""),
    "nation_building": ("build", "×2"),
    "pashtunwali_values": ("lock", ""),
}


@dataclass(frozen=True, slots=True)
class LastingEvent:
    """A lasting event by its effect's name: what it touches, and the number that counts now, on a madder square."""

    effect: str
    size: float

    def shapes(self) -> tuple[Shape, ...]:
        s = self.size
        icon, number = _EVENT_SIGNS[self.effect]
        edge = max(1.5, 0.05 * s)
        square = Box(-s / 2, -s / 2, s, s, 0.16 * s, theme.MADDER, theme.MADDER_LINE, edge)
        if not number or (icon and s < _LEGIBLE):
            return square, Icon(icon, 0, 0, 0.64 * s, WHITE, theme.MADDER)
        if not icon:
            return square, Numeral(0, 0, number, 0.56 * s, WHITE)
        return (
            square,
            Icon(icon, -0.2 * s, 0, 0.46 * s, WHITE, theme.MADDER),
            Numeral(0.24 * s, 0, number, (0.5 if len(number) == 1 else 0.36) * s, WHITE),
        )


def lasting(card: int, private: bool) -> str:
    """The effect of an event that lies before a player (its purchased side) or before everybody.

    Before everybody lie conflict_fatigue and pashtunwali_values, which were bought, and otherwise discarded sides.
    """
    event = CONTENT.events[card]
    bought = private or event.purchased_scope == "global"
    return event.purchased if bought else event.discarded
