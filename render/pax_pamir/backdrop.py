"""The backdrop of pictures other than the board: indigo cloth, bands of kilim, and sheets that lie on it."""

from render import kit
from render.pax_pamir.layout import CLOTH_H, WIDTH

_END_H = 15  # px: the kilim at both ends of a private picture


def draw_cloth(height: float) -> kit.Nodes:
    """Draw the cloth of a picture of this height."""
    return (kit.Ground(0, 0, WIDTH, height, "pax_pamir/cloth", (0, 0, WIDTH, min(height, CLOTH_H))),)


def draw_private_backdrop(height: float) -> kit.Nodes:
    """Draw cloth between two bands of kilim."""
    ends = (kit.Box(0, y, WIDTH, _END_H, material="kilim") for y in (0, height - _END_H))
    return (*draw_cloth(height), *ends)


def draw_desk(height: float) -> kit.Nodes:
    """Draw a large sheet of parchment on the cloth, below the header."""
    sheet_h = height - 144
    sheet = kit.Ground(20, 124, 1560, sheet_h, "pax_pamir/parchment", (0, 0, 1560, sheet_h))
    return (*draw_cloth(height), sheet, kit.Box(0, 106, WIDTH, 22, material="kilim"))


def draw_lapis(y: float, height: float) -> kit.Nodes:
    """Draw the lapis cloth below a market, with kilim along its upper edge."""
    cloth = kit.Ground(20, y, 1560, height, "pax_pamir/lapis", (0, 0, 1560, height))
    return (cloth, kit.Box(20, y - 8, 1560, _END_H, material="kilim"))
