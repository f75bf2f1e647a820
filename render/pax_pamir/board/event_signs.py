"""Signs of lasting events: an icon of the affected thing, and the number that applies while the event lasts."""

from dataclasses import dataclass

from engines.pax_pamir.data.content import CONTENT
from render import kit
from render.pax_pamir import theme

_ICON, _NUMBER, _SIDE = 0.72, 0.84, 0.12  # shares of the height: icon, number, space at each end
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
    """The sign of a lasting event on madder: icon and number."""

    effect: str
    """The name of the effect."""
    size: float
    """Height."""
    is_square: bool = False
    """Without the number, where width is short."""

    @property
    def w(self) -> float:
        icon, number = _EVENT_SIGNS[self.effect]
        if not number or (icon and self.is_square):
            return self.size
        return (
            2 * _SIDE * self.size
            + kit.measure_numeral(number) * _NUMBER * self.size
            + (_ICON * self.size if icon else 0)
        )

    def shapes(self) -> tuple[kit.Shape, ...]:
        s, w = self.size, self.w
        icon, number = _EVENT_SIGNS[self.effect]
        field = kit.Box(-w / 2, -s / 2, w, s, 0.16 * s, theme.MADDER, theme.MADDER_LINE, max(1.5, 0.05 * s))
        if w == s:
            return field, kit.Icon(icon, 0, 0, _ICON * s, theme.CREAM, theme.MADDER)
        right = w / 2 - _SIDE * s - kit.measure_numeral(number) * _NUMBER * s / 2
        numeral = kit.Numeral(right if icon else 0, 0, number, _NUMBER * s, theme.CREAM)
        if not icon:
            return field, numeral
        return field, kit.Icon(icon, -w / 2 + (_SIDE + _ICON / 2) * s, 0, _ICON * s, theme.CREAM, theme.MADDER), numeral


def find_lasting_effect(card: int, is_private: bool) -> str:
    """Return the effect of a lasting event. is_private: it lies before one player, i.e. its purchased side applies.

    Global events are discarded sides, except conflict_fatigue and pashtunwali_values, which were bought.
    """
    event = CONTENT.events[card]
    is_bought_side = is_private or event.purchased_scope == "global"
    return event.purchased if is_bought_side else event.discarded
