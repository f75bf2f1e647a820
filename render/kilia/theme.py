"""Colours of Kilia: Hanseatic brick over cold water, boards like a ledger."""

from render import kit

TAR, TAR_2 = "#22201F", "#393532"
PAPER, PANEL, LINE, LINE_2 = "#EFE9DC", "#FBF7EE", "#D6CCB8", "#B9AE97"
REWARD, LOCKED, COVERED = "#E8DECA", "#DDE3E1", "#CFC6B2"
INK_2, MUTED, DIM, LATER = "#5A554C", "#CFC8BB", "#8F887C", "#857C6C"
BALTIC, BALTIC_2, BALTIC_LINE, COURSE = "#3B6C7D", "#274A57", "#6E97A5", "#CFE0E4"
LAMP, BRICK, PRINTED = "#FFF3CF", "#9B4A38", "#E3D9C4"
TALER, TALER_EDGE, TALER_SHIP, SILVER = "#B9C0C5", "#4F585E", "#3E464C", "#D7DBDD"
HULL, HULL_EDGE = "#5B3626", "#2A1710"
BACK = "#E4EEF0"

SEATS = {"white": "#F6F3EA", "red": "#C45238", "brown": "#4A3323", "yellow": "#E9BE44"}
ZONES = {"castle": "#F6F3EA", "university": "#C45238", "shipyard": "#4A3323", "warehouse": "#E9BE44"}
GOODS = {"salt": "#F6F3EA", "brick": "#C45238", "wood": "#4A3323", "wheat": "#E9BE44"}
EDGES = {"salt": "#4C4A46", "brick": kit.darken("#C45238", 0.55), "wood": "#20150D", "wheat": "#5E4608"}
GLYPHS = {"castle": "key", "university": "house", "shipyard": "cog", "warehouse": "anchor"}

THEME = kit.Theme(
    "kilia",
    (PAPER, PANEL, TAR, BALTIC, kit.WHITE, BALTIC_2),
    (
        *SEATS.values(),
        *EDGES.values(),
        TAR_2,
        LINE,
        LINE_2,
        REWARD,
        LOCKED,
        COVERED,
        INK_2,
        MUTED,
        DIM,
        LATER,
        BALTIC_LINE,
        COURSE,
        LAMP,
        BRICK,
        PRINTED,
        TALER,
        TALER_EDGE,
        TALER_SHIP,
        SILVER,
        HULL,
        HULL_EDGE,
        BACK,
        "#DDBB8A",
        "#8A6238",
        kit.mix_colours(kit.INK, kit.WHITE, 0.3),
    ),
)
