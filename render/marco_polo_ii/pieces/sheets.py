"""The boxes of all pictures: ivory sheets with lacquered heads, velvet panels, empty places, rolls of contracts."""

from render import kit
from render.marco_polo_ii import theme

_TOP_CORNERS = (True, True, False, False)


def draw_sheet(x: float, y: float, w: float, h: float, fill: str = theme.PANEL, radius: float = 12) -> kit.Box:
    """Draw an even sheet with a gold hairline, for words and numbers."""
    return kit.Box(x, y, w, h, radius, fill, theme.TABLET_RIM, 2, material="tablet")


def draw_head(x: float, y: float, w: float, h: float, fill: str = theme.PLUM_2, radius: float = 12) -> kit.Box:
    """Draw the lacquered head of a sheet, which has the same corners."""
    return kit.Box(x, y, w, h, radius, fill, corners=_TOP_CORNERS, material="lacquer")


def draw_velvet(x: float, y: float, w: float, h: float, fill: str = theme.PLUM_2) -> kit.Box:
    """Draw a dark panel within a gold rule, for what is not asked."""
    return kit.Box(x, y, w, h, 12, fill, material="velvet")


def draw_gap(x: float, y: float, w: float, h: float) -> kit.Box:
    """Draw an empty place, sunk into dark cloth."""
    return kit.Box(x, y, w, h, 8, None, theme.MUTED, 2, material="hollow")


def draw_light_gap(x: float, y: float, w: float, h: float) -> kit.Box:
    """Draw an empty place on a sheet."""
    return kit.Box(x, y, w, h, 8, theme.PAPER, theme.TABLET_RIM, 2)


def draw_roll(x: float, y: float, w: float, h: float, fill: str = theme.RED) -> kit.Box:
    """Draw a roll at the upper or lower end of a contract."""
    return kit.Box(x, y, w, h, h / 2, fill, material="enamel")
