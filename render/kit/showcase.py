"""All icons and shared pieces on one sheet: `python -m render.kit.showcase FOLDER`."""

from argparse import ArgumentParser
from pathlib import Path

from render.kit import tokens
from render.kit.colour import INK, Theme
from render.kit.icons import load_icons
from render.kit.marks import badges
from render.kit.marks.change_marks import draw_arrow, draw_frame
from render.kit.painter import paint
from render.kit.placement import Placement
from render.kit.scene import DETAIL, MICRO, Icon, Node, Scene, Sprite, TextRun

PAPER, PANEL, LINE, STONE = "#F1E9DA", "#FBF7EE", "#D9CDB6", "#C0B59C"
SEATS = ("#F0BE3C", "#BE3A2B", "#9A6FC0", "#1F4B8F", "#24272C")
DICE = ("#EFC34A", "#C4473A", "#7B4A94", "#8D9194", "#8CC4E0", PANEL)
HOUSES = {
    "medici": "#A02A22",
    "sforza": "#5AA3D6",
    "este": "#3F8A5B",
    "gonzaga": "#E0B43C",
    "montefeltro": "#6E4590",
    "orsini": "#2C3A47",
}
THEME = Theme("showcase", (PAPER, PANEL), (LINE, STONE, *SEATS, *DICE, *HOUSES.values()))
_TONES = {"army": "#DE7A96", "road": "#DE7A96", "tileback": STONE}


def build_sheet() -> Scene:
    """Return the sheet, 1600 x 1200."""
    nodes: list[Node] = []
    for i, name in enumerate(load_icons()):
        x, y = 90 + i % 12 * 129, 70 + i // 12 * 158
        if name in HOUSES:
            nodes.append(Sprite(x, y, tokens.ShieldTile(HOUSES[name], name, 80)))
        else:
            nodes.append(Icon(name, x, y, 80, _TONES.get(name, INK), PAPER))
        nodes += [TextRun(x, y + 66, name, MICRO, INK, "m", max_width=160)]
    for seat, colour in enumerate(SEATS):
        nodes.append(Sprite(80 + seat * 94, 900, tokens.SeatToken(seat, colour, 36, has_ring=True)))
        nodes.append(
            Sprite(80 + seat * 94, 1010, tokens.Meeple(("man", "woman", "bride")[seat % 3], colour, 78, "ABCDE"[seat]))
        )
    for i, colour in enumerate(DICE):
        nodes.append(Sprite(610 + i * 92, 900, tokens.Die(colour, i + 1, 70)))
    nodes.append(Sprite(1162, 900, tokens.DieGap(LINE, 70)))
    for i, text in enumerate(("9", "74", "128")):
        nodes.append(Sprite(1260 + i * 94, 900, tokens.Seal(text, 40)))
    for i, (house, colour) in enumerate(HOUSES.items()):
        nodes.append(Sprite(610 + i * 92, 1010, tokens.ShieldTile(colour, house, 80, i + 2)))
        nodes.append(Sprite(610 + i * 92, 1120, tokens.ShieldGap(PANEL, 80, LINE, colour, house)))
    nodes.append(Sprite(1162, 1010, tokens.TileBack(STONE, 80, PANEL, 3)))
    nodes.append(Sprite(1162, 1120, tokens.ShieldGap(PANEL, 80, LINE)))
    nodes += [
        Sprite(1260, 1010, badges.NumberBadge(1)),
        Sprite(1354, 1010, badges.NumberBadge(12)),
        Sprite(1448, 1010, badges.NumberBadge(2, is_chosen=True)),
        Sprite(1424, 1120, badges.NumberBadge(3, tip_side=-1)),
        Sprite(1500, 1120, badges.NumberBadge(14, tip_side=1)),
        Sprite(1260, 1120, tokens.Coin("2", 24)),
        Sprite(1330, 1120, tokens.HelperDisc(DICE[1], 30)),
        *draw_frame(Placement(80, 1090, 100, 64, 12)),
        *draw_arrow((220, 1122), (400, 1122)),
        TextRun(440, 1122, "手番 ABC 123", DETAIL, INK),
    ]
    return Scene(THEME, 1600, 1200, PAPER, (), tuple(nodes))


def main() -> None:
    parser = ArgumentParser(
        "python -m render.kit.showcase", description="Draw all icons and shared pieces on one sheet."
    )
    parser.add_argument("folder", type=Path, help="where showcase.png is written")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "showcase.png").write_bytes(paint(build_sheet()))
    print(folder / "showcase.png")


if __name__ == "__main__":
    main()
